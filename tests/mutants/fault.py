"""A hand-made fault in the sources."""

from typing import NamedTuple


class Fault(NamedTuple):
    """A text that occurs once in a file of `src/teahorse`, its wrong replacement, and the tests that must notice it."""

    file: str
    right: str
    wrong: str
    means: str  # the wrong behaviour, in a few words
    tests: tuple[str, ...] = ("tests/rules",)  # folders, files, or `FILE::TEST` where a file takes long
