"""Errors for bad input: one clear sentence that says what would be right, and that can be translated."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

LONGEST_BLANK = 500  # characters: enough of the input to recognise it
LONGEST_SENTENCE = 5000
MOST_LEVELS_QUOTED = 20
MOST_BITS_QUOTED = 1000  # Python refuses to write very long numbers


class Say(Protocol):
    """Translates English sentences into the reader's language by the functions of gettext; `{blanks}` stay blank."""

    def __call__(self, message: str, /) -> str:
        """The sentence in this language; English if it has no translation."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """The sentence for a number, as each language has plural forms of its own."""

    def pgettext(self, context: str, message: str, /) -> str:
        """A word that means different things in different places; the context tells which is meant."""

    def npgettext(self, context: str, singular: str, plural: str, number: int, /) -> str:
        """A sentence for a number, where a context tells which sentence is meant."""


def N_(text: str) -> str:  # noqa: N802 - the usual name, which extractors of messages know
    """Mark a text that is translated later, when its reader is known."""
    return text


class Plural(NamedTuple):
    """A sentence that depends on a number: in English for one, and for any other number."""

    singular: str
    plural: str


def NN_(singular: str, plural: str) -> Plural:  # noqa: N802 - in the manner of N_
    """Mark a sentence that depends on a number for translation."""
    return Plural(singular, plural)


@runtime_checkable
class Translatable(Protocol):
    """A text that can be translated."""

    def translated(self, say: Say) -> str:
        """The text in the reader's language."""


class Message:
    """An English text, or a template with the values of its `{blanks}`; translatable values are translated, too.

    The blank `n` is the number that chooses between the forms of a `Plural`.
    """

    def __init__(self, template: str | Plural, /, **blanks: object) -> None:
        self.template = template
        self.blanks = blanks

    def translated(self, say: Say) -> str:
        """The text in the reader's language."""
        if isinstance(self.template, Plural):
            return self._filled(say.ngettext(*self.template, self._number), lambda blank: blank.translated(say))
        return self._filled(say(self.template), lambda blank: blank.translated(say))

    def __str__(self) -> str:
        if isinstance(self.template, Plural):
            return self._filled(self.template.singular if self._number == 1 else self.template.plural, str)
        return self._filled(self.template, str)

    @property
    def _number(self) -> int:
        number = self.blanks["n"]
        assert isinstance(number, int)
        return number

    def _filled(self, template: str, words_of: Callable[[Translatable], str]) -> str:
        if self.blanks:  # without blanks, braces are characters like any other
            template = template.format(**{name: _filling(blank, words_of) for name, blank in self.blanks.items()})
        return _cut(template, LONGEST_SENTENCE)


def _filling(blank: object, words_of: Callable[[Translatable], str]) -> object:
    """The value for a blank, cut off if it is too long to read."""
    if isinstance(blank, Translatable):
        return words_of(blank)
    if isinstance(blank, float | None) or (isinstance(blank, int) and blank.bit_length() <= MOST_BITS_QUOTED):
        return blank
    return _Quoted(blank)


class _Quoted:
    """A value of any kind, written as `str` and `repr` write it, up to a length."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __str__(self) -> str:
        if isinstance(self._value, Mapping | list | tuple | int):
            return repr(self)
        return _cut(str(self._value), LONGEST_BLANK)

    def __repr__(self) -> str:
        if isinstance(self._value, str):
            return repr(_cut(self._value, LONGEST_BLANK))
        text = ""
        for part in _parts(self._value, MOST_LEVELS_QUOTED):
            text += part
            if len(text) > LONGEST_BLANK:
                break
        return _cut(text, LONGEST_BLANK)

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def __getitem__(self, key: Any) -> object:
        value: Any = self._value
        return value[key]


def _parts(value: object, levels: int) -> Iterator[str]:
    """What `repr` would write, piece by piece, so that a reader can stop early."""
    if isinstance(value, str):
        yield repr(_cut(value, LONGEST_BLANK))
    elif isinstance(value, int) and value.bit_length() > MOST_BITS_QUOTED:
        yield "…"
    elif not isinstance(value, Mapping | list | tuple):
        yield repr(value)
    elif levels == 0:
        yield "…"
    elif isinstance(value, Mapping):
        yield "{"
        for number, (key, item) in enumerate(value.items()):
            yield ", " if number else ""
            yield from _parts(key, levels - 1)
            yield ": "
            yield from _parts(item, levels - 1)
        yield "}"
    else:
        yield "[" if isinstance(value, list) else "("
        for number, item in enumerate(value):
            yield ", " if number else ""
            yield from _parts(item, levels - 1)
        yield "]" if isinstance(value, list) else ",)" if len(value) == 1 else ")"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}…"


class TeahorseError(ValueError):
    """Bad input. The message is a sentence for people, in English; `translated` gives it in another language."""

    def __init__(self, template: str | Plural = "", /, **blanks: object) -> None:
        self.message = Message(template, **blanks)
        super().__init__(str(self.message))

    def translated(self, say: Say) -> str:
        """The message in the reader's language."""
        return self.message.translated(say)


class SwitchError(TeahorseError):
    """An unknown edition, switch, value of a switch or number of people."""


class BoardError(TeahorseError):
    """A custom board that does not make sense; `at` says where: the table, then the place in it, counted from 0."""

    at: tuple[str | int, ...] = ()

    def located(self, *at: str | int) -> "BoardError":
        """Set where the error is; returns the error."""
        self.at = at
        return self
