"""Names of players: which are valid, and which look alike, so that nobody can pass for someone else at a table."""

# ruff: noqa: RUF001 - letters that look alike are what this file is about

import unicodedata

LONGEST_NAME = 40  # characters
MOST_MARKS = 2  # on one letter; more would grow over other lines

# Letters of other alphabets and digits that look like Latin letters, after case folding.
_LOOK_ALIKES = {
    "a": "аα",
    "b": "ьβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еёеҽε",
    "h": "һհ",
    "i": "іїιı1lӏ|!",
    "j": "јϳ",
    "k": "кκ",
    "m": "м",
    "n": "пո",
    "o": "оοօ0",
    "p": "рρ",
    "q": "ԛ",
    "s": "ѕ",
    "t": "тτ",
    "u": "υս",
    "v": "ѵν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уўγ",
}
_LOOKS_LIKE = str.maketrans({letter: latin for latin, letters in _LOOK_ALIKES.items() for letter in letters})


def is_valid_name(name: str) -> bool:
    """Whether a name has 1 to 40 printable characters: no control characters, no change of the writing direction."""
    return bool(name.strip()) and len(name) <= LONGEST_NAME and name.isprintable() and not _has_many_marks(name)


def look_of(name: str) -> str:
    """What a name looks like: names with the same look are hard to tell apart."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(folded.translate(_LOOKS_LIKE).split())


def _has_many_marks(name: str) -> bool:
    marks = 0
    for character in unicodedata.normalize("NFC", name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False
