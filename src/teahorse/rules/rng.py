"""Random numbers that are the same interpreted, compiled and on a GPU: one small stream per game.

The generator is xoroshiro64** (Blackman and Vigna), two 32-bit words of state, period 2^64 - 1. A stream is an
int64 array of two words; it depends on nothing but a seed and the number of the game.
"""

from .jit import compiled, entry
from .state import CARDS

WORD = 0xFFFFFFFF
STREAM_WORDS = 2


@compiled
def mixed(word):
    """Scatter the bits of a 32-bit word (the finaliser of MurmurHash3)."""
    word = ((word ^ (word >> 16)) * 0x85EBCA6B) & WORD
    word = ((word ^ (word >> 13)) * 0xC2B2AE35) & WORD
    return word ^ (word >> 16)


@entry
def begin_stream(stream, seed, number):
    """Start the stream of one game of a series."""
    seed = int(seed)
    number = int(number)
    low = mixed((seed & WORD) ^ 0x9E3779B9)
    low = mixed(low ^ ((seed >> 32) & WORD))
    low = mixed(low ^ (number & WORD))
    low = mixed(low ^ ((number >> 32) & WORD))
    stream[0] = low
    stream[1] = mixed(low ^ 0x7F4A7C15) | 1  # never all zero


@compiled
def next_word(stream):
    """The next 32 random bits."""
    a = int(stream[0])
    b = int(stream[1])
    word = (a * 0x9E3779BB) & WORD
    word = (((word << 5) | (word >> 27)) * 5) & WORD
    b ^= a
    stream[0] = (((a << 26) | (a >> 6)) ^ b ^ (b << 9)) & WORD
    stream[1] = ((b << 13) | (b >> 19)) & WORD
    return word


@compiled
def below(stream, bound):
    """A random whole number from 0 up to but not including the bound."""
    return (next_word(stream) * int(bound)) >> 32


@compiled
def shuffle_deck(g, stream):
    """14.3: Dúli's sixteen cards, shuffled."""
    for number in range(CARDS):
        g.deck[number] = number + 1
    shuffle_from(g, 0, stream)


@compiled
def shuffle_unknown(g, stream):
    """Shuffle the cards not drawn yet; the result depends on which they are, not on their order before."""
    for number in range(g.drawn + 1, CARDS):
        card = g.deck[number]
        place = number
        while place > g.drawn and g.deck[place - 1] > card:
            g.deck[place] = g.deck[place - 1]
            place -= 1
        g.deck[place] = card
    shuffle_from(g, g.drawn, stream)


@compiled
def shuffle_from(g, first, stream):
    """Shuffle the cards from this index on."""
    for number in range(CARDS - 1, first, -1):
        other = first + below(stream, number - first + 1)
        card = g.deck[number]
        g.deck[number] = g.deck[other]
        g.deck[other] = card
