"""A game of two rounds that can be checked by hand, and a short series of an arena."""

from collections.abc import Callable
from pathlib import Path

import pytest
from known_game import known_game, known_settings, result_of, write_series

from teahorse.arena import Settings, play_series


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """A file with the known game alone."""
    path = tmp_path / "known.jsonl"
    write_series(path, known_settings(), [result_of(known_game(), 0, ["greedy", "novice", "random"])])
    return path


@pytest.fixture(scope="session")
def series(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Short series, each played once: `series("greedy", "random", games=6, players=3)`."""
    folder = tmp_path_factory.mktemp("lab")

    def played(
        *bots: str, games: int, edition: str = "2023", players: int = 3, seed: int = 0, **options: object
    ) -> Path:
        settings = Settings.of(bots, edition, players, options, seed=seed)
        path = folder / f"{games}-{settings.file_name()}"
        if not path.exists():
            play_series(settings, games, path, cores=1)
        return path

    return played
