"""What wins? Games of the arena, studied: figures with intervals, and a report of them on one page."""

from .gathering import Chapter, Collection, gather, look_into
from .report import Report
from .studied import StudiedGame
from .studying import study_game

__all__ = ["Chapter", "Collection", "Report", "StudiedGame", "gather", "look_into", "study_game"]
