"""Errors for people: each says what was wrong, what would be right, and where it can, the rule."""

from .rules.errors import BoardError, Say, Sayable, SwitchError, TeahorseError, Words

__all__ = [
    "BoardError",
    "IllegalMove",
    "MissingPackageError",
    "NotationError",
    "RecordError",
    "Say",
    "Sayable",
    "SnapshotError",
    "SwitchError",
    "TeahorseError",
    "Words",
]


class NotationError(TeahorseError):
    """A text that is no move."""


class IllegalMove(TeahorseError):
    """A move that the rules refuse now; it names the rule."""

    def __init__(self, move: str, rule: str, code: str, sentence: str | Sayable) -> None:
        super().__init__("`{move}` is not allowed ({rule}): {sentence}", move=move, rule=rule, sentence=sentence)
        self.move = move
        self.rule = rule
        self.code = code
        self.sentence = str(sentence)


class RecordError(TeahorseError):
    """A record that can't be read or replayed; it names the line."""


class SnapshotError(TeahorseError):
    """A snapshot that can't be read, or that no game can reach."""


class MissingPackageError(TeahorseError, ImportError):
    """A package that teahorse does without until someone asks for it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            "This needs {package}, which is not installed: `pip install 'teahorse[{extra}]'`.",
            package=package,
            extra=extra,
        )
