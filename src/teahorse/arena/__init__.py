"""Bots against bots: series of games, their results, and a rating of each bot.

>>> from pathlib import Path
>>> from teahorse.arena import Settings, game_of, play_series, summarise
>>> series = play_series(Settings.of(["greedy", "random"], players=3), games=6, path=Path("games.jsonl"))
>>> summarise(series)["ranking"][0]["bot"]
'greedy'
>>> game_of(series.settings, series.results[0]).is_over
True
"""

from .csv_export import write_csv
from .game_result import Forfeit, Result, game_of
from .ratings import Rating, rate
from .results_file import Series, read_series
from .runner import play_series
from .settings import Settings
from .summary import summarise

__all__ = [
    "Forfeit",
    "Rating",
    "Result",
    "Series",
    "Settings",
    "game_of",
    "play_series",
    "rate",
    "read_series",
    "summarise",
    "write_csv",
]
