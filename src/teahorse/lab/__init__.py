"""Statistics on what wins: figures with intervals from the games of an arena, and a report on one page."""

from .dataset import Chapter, Dataset, load_dataset, open_series
from .game_replay import replay_stats
from .game_stats import GameStats
from .report import Report

__all__ = ["Chapter", "Dataset", "GameStats", "Report", "load_dataset", "open_series", "replay_stats"]
