"""The notation (section 17): each move is a line of text. Writing and reading both follow the move table."""

from collections.abc import Iterable
from functools import lru_cache

from .errors import N_, NN_, Message, NotationError
from .rules import moves, names
from .rules.ruleset import Ruleset
from .rules.state import BUILDINGS, CARDS, FROM_SUPPLY, PROVINCES, SPACES, STRUCTURES, TEMPLE

Move = int | tuple[int, ...]
"""An id of the move table, or the sixteen cards of a `deck`."""
UNSEEN = "?"  # stands for the unseen cards in the `deck` of a running game's record


def _table_of_words() -> list[str]:
    """The text of every move, with a blank for the price of a bid."""
    provinces = names.PLACE[1:]
    placements = [
        *(f"bid {names.BUILDING[number // SPACES]} {{{number}}}" for number in range(BUILDINGS * SPACES)),
        "bank",
        *(f"bank {space}" for space in names.BANK_SPACE),
        "market",
    ]
    sources = ["", *(f" from {province}" for province in provinces)]
    words = [placement + source for placement in placements for source in sources]
    words.append("pass")
    words += [f"block {gorge}" for gorge in names.GORGE]
    words += [f"take {structure}" for structure in names.STRUCTURE[:STRUCTURES]]
    words += [f"take post at {province}" for province in provinces]
    words += [f"take bridge at {gorge}" for gorge in names.GORGE]
    words += [f"take teahouse at {province}" for province in provinces]
    words += [f"take guards at {province}" for province in provinces]
    words += [f"build post {province}" for province in provinces]
    words += [f"build bridge {gorge}" for gorge in names.GORGE]
    words += [f"build teahouse {province}" for province in provinces]
    words += [f"go {start}-{end}" for start in names.PLACE for end in names.PLACE]
    words.append("done")
    words += [f"displace {player}" for player in names.PLAYER]
    words.append("spare")
    words += [f"convert {vp}" for vp in range(moves.MOST_INCOME + 1)]
    words.append("deck")
    assert len(words) == moves.MOVES and len(provinces) == PROVINCES
    return words


_WORDS = _table_of_words()
_MOST_BOARDS = 128  # that are cached; boards come from outside, and each takes about 100 KB


@lru_cache(maxsize=_MOST_BOARDS)
def _texts(prices: tuple[tuple[int, ...], ...]) -> list[str]:
    # A space that is not on this board has the price 0; `read_move` refuses it.
    flat = [price for building in prices for price in building]
    return [text.format(*flat) if "{" in text else text for text in _WORDS]


@lru_cache(maxsize=_MOST_BOARDS)
def _ids(prices: tuple[tuple[int, ...], ...]) -> dict[str, int]:
    ids: dict[str, int] = {}
    for move, text in enumerate(_texts(prices)):
        ids.setdefault(text, move)
    return ids


def move_text(move: Move, rules: Ruleset) -> str:
    """Write a move."""
    if isinstance(move, tuple):
        return "deck " + " ".join(map(str, move))
    return _texts(rules.prices)[move]


def move_texts(made: Iterable[Move], rules: Ruleset) -> list[str]:
    """Write moves; for many it is much quicker than one at a time."""
    texts = _texts(rules.prices)
    return [move_text(move, rules) if isinstance(move, tuple) else texts[move] for move in made]


def read_move(text: str, rules: Ruleset) -> Move:
    """Read a move, or say what is wrong with the text."""
    if not isinstance(text, str):
        raise NotationError("A move is a line of text such as `bid school 9`, not {text!r}.", text=text)
    if text.startswith("deck "):
        return _read_deck(text)
    move = _ids(rules.prices).get(text)
    if move is not None and move != moves.DECK and not (text.startswith("bid") and " 0" in text):
        return move
    if text.startswith("bid temple ") and not rules.switches["temple"] and _reads_as_bid(text):
        return int(moves.bid_id(TEMPLE, 0, FROM_SUPPLY))  # the refusal says that there is no temple
    raise _not_a_move(text, rules)


def _reads_as_bid(text: str) -> bool:
    words = text.split(" ")
    return words[2].isdecimal() and (len(words) == 3 or (len(words) == 5 and words[3] == "from"))


def _read_deck(text: str) -> tuple[int, ...]:
    words = text.split(" ")[1:]
    if sorted(words) != sorted(str(card) for card in range(1, CARDS + 1)):
        raise NotationError(
            NN_(
                "`deck` takes {n} card.",
                "`deck` takes all {n} cards, 1 to {n}, each once, with single spaces between them.",
            ),
            n=CARDS,
        )
    return tuple(map(int, words))


def seen_cards(text: str) -> tuple[int, ...] | None:
    """The drawn cards of a `deck` whose other cards are secret, such as `deck 5 2 ?`; None for any other move."""
    if not text.startswith("deck ") or not text.endswith(f" {UNSEEN}"):
        return None
    words = text.split(" ")[1:-1]
    if len(set(words)) != len(words) or not set(words) < {str(card) for card in range(1, CARDS + 1)}:
        raise NotationError(
            "A `deck` with secret cards names the drawn ones, from 1 to {cards}, each once, and then `?`.",
            cards=CARDS,
        )
    return tuple(map(int, words))


FORMS = {
    "bid": N_("`bid B N` or `bid B N from X`, such as `bid school 9` or `bid yard 12 from S`"),
    "bank": N_("`bank` (or `bank high`, `bank low` where the two differ), with or without `from X`"),
    "market": N_("`market` or `market from X`"),
    "pass": N_("`pass`"),
    "block": N_("`block G`, such as `block YK`"),
    "take": N_(
        "`take post`, `take bridge`, `take teahouse` (to the supply), `take post at Y`, `take bridge at YK`, "
        "`take teahouse at Y`, `take guards at Y`"
    ),
    "build": N_("`build post Y`, `build bridge YK`, `build teahouse Y`"),
    "go": N_("`go A-X`, such as `go P-Y` or `go S-K`"),
    "displace": N_("`displace p2` or `displace duli`"),
    "spare": N_("`spare`"),
    "done": N_("`done`"),
    "convert": N_("`convert N`, N from 0 to 255"),
    "deck": N_("`deck` and all 16 cards in the order they will be drawn"),
}


def _not_a_move(text: str, rules: Ruleset) -> NotationError:
    words = text.split(" ")
    if words[0] not in FORMS:
        normalised = " ".join(text.split()).lower()
        if normalised != text and normalised.split(" ")[0] in FORMS:
            return NotationError(
                "{text!r} is not a move: write it in small letters (provinces in capitals) with single spaces.",
                text=text,
            )
        return NotationError("{text!r} is not a move; moves begin with {words}.", text=text, words=", ".join(FORMS))
    if words[0] == "bid" and len(words) >= 3 and words[1] in names.BUILDING:
        prices = [str(price) for price in rules.prices[names.BUILDING.index(words[1])] if price]
        if prices and words[2] not in prices:
            return NotationError(
                "The {building} has no space {space!r}; its prices are {prices} (3.1).",
                building=Message(words[1]),
                space=words[2],
                prices=", ".join(prices),
            )
    return NotationError("{text!r} is not a move; expected {form}.", text=text, form=Message(FORMS[words[0]]))
