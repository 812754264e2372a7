"""Bad input of any kind: always one clear sentence, with what would be right, sayable in any language."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

Say = Callable[[str], str]
"""Gives an English text, blanks and all, in the language of the reader."""

LONGEST_BLANK = 500  # signs: what is quoted is given back to be recognized, not in full


@runtime_checkable
class Sayable(Protocol):
    """What can be said in the language of the reader."""

    def said(self, say: Say) -> str:
        """The text in the reader's language."""


class Words:
    """An English text, or a template with what fills its `{blanks}`; what is sayable among that is said along."""

    def __init__(self, template: str, /, **blanks: object) -> None:
        self.template = template
        self.blanks = blanks

    def said(self, say: Say) -> str:
        """The text in the reader's language."""
        template = say(self.template)
        if not self.blanks:  # then braces are signs like any other
            return template
        return template.format(**{name: _filling(blank, say) for name, blank in self.blanks.items()})

    def __str__(self) -> str:
        return self.said(str)


def _filling(blank: object, say: Say) -> object:
    """What stands in a blank; a text that is too long to be read breaks off."""
    if isinstance(blank, Sayable):
        return blank.said(say)
    if isinstance(blank, str) and len(blank) > LONGEST_BLANK:
        return f"{blank[:LONGEST_BLANK]}…"
    return blank


class TeahorseError(ValueError):
    """Something given to teahorse is not right; the message is for people, in English, and `said` says it in others."""

    def __init__(self, template: str = "", /, **blanks: object) -> None:
        self.words = Words(template, **blanks)
        super().__init__(str(self.words))

    def said(self, say: Say) -> str:
        """The message in the reader's language."""
        return self.words.said(say)


class SwitchError(TeahorseError):
    """A switch or its value is unknown, or the number of people is."""


class BoardError(TeahorseError):
    """A board of one's own does not make sense."""
