"""teahorse: the tea-trading board game Yunnan, in both editions and every variant."""

from .errors import IllegalMove, NotationError, RecordError, SnapshotError, TeahorseError
from .game import Game

__version__ = "0.1.0"

__all__ = ["Game", "IllegalMove", "NotationError", "RecordError", "SnapshotError", "TeahorseError", "__version__"]
