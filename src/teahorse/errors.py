"""Errors for people: each says what is wrong, what would be right, and the rule if there is one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .rules.errors import N_, NN_, BoardError, Message, Plural, Say, SwitchError, TeahorseError, Translatable

__all__ = [
    "NN_",
    "N_",
    "BoardError",
    "IllegalMove",
    "Message",
    "MissingPackageError",
    "NotationError",
    "Plural",
    "RecordError",
    "Say",
    "SnapshotError",
    "SwitchError",
    "TeahorseError",
    "Translatable",
    "WhyNot",
]


@dataclass(frozen=True)
class WhyNot:
    """Why a move is not allowed: the rule's id, a stable code, what the sentence mentions, and the sentence.

    The parameters are in the words of the notation; `tell_refusal` writes the sentence with names, in any language.
    """

    rule: str
    code: str
    parameters: Mapping[str, object] = field(hash=False)
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


class NotationError(TeahorseError):
    """A text that is not a move."""


class IllegalMove(TeahorseError):
    """A move that the rules refuse, with the whole reason."""

    def __init__(
        self,
        move: str,
        rule: str,
        code: str,
        sentence: str | Translatable,
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__("`{move}` is not allowed ({rule}): {sentence}", move=move, rule=rule, sentence=sentence)
        self.move = move
        self.why = WhyNot(rule, code, dict(parameters or {}), str(sentence))
        self._made_of = (move, rule, code, sentence, self.why.parameters)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._made_of

    @property
    def rule(self) -> str:
        """The id of the rule that refuses the move."""
        return self.why.rule

    @property
    def code(self) -> str:
        """A stable name of the refusal."""
        return self.why.code

    @property
    def parameters(self) -> Mapping[str, object]:
        """What the sentence mentions, in the words of the notation."""
        return self.why.parameters

    @property
    def sentence(self) -> str:
        """The refusal in English."""
        return self.why.sentence


class RecordError(TeahorseError):
    """A record that can't be read or replayed; it names the line."""


class SnapshotError(TeahorseError):
    """A snapshot that can't be read, or that no game can reach."""


class MissingPackageError(TeahorseError, ImportError):
    """An optional package that is needed here."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            "This needs {package}, which is not installed: `pip install 'teahorse[{extra}]'`.",
            package=package,
            extra=extra,
        )
