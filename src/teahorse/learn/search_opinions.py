"""What the search of hints and reviews said in games of bots, and who won them.

The games and the search's opinions are kept in files of a folder, so the command goes on from them.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from ..arena import Result, Settings, play_series
from ..arena.game_result import BETWEEN_MOVES
from ..bots.analysis import search_values
from ..bots.chances import share_over
from ..game import Game
from ..replay import Replay
from ..rules.ruleset import Ruleset
from ..rules.state import CHANCE, OVER
from .rungs import Rules

EVERY = 16  # the search is asked about every 16th decision: neighbours are alike


@dataclass(frozen=True)
class Opinion:
    """What the search said in a position: each person's chance to win. And what was over of the game, and who won."""

    values: tuple[float, ...]
    over: float
    winner: int
    game: str


@dataclass(frozen=True)
class Series:
    """Games of equal bots at one kind of table, with the search's opinions."""

    table: str
    bot: str
    opinions: list[Opinion]


@dataclass(frozen=True)
class OpinionGames:
    """Games in which all players are the same bot, and a search that is asked about their positions."""

    simulations: int
    folder: Path
    seed: int = 1
    cores: int | None = None

    def play(
        self, tables: Sequence[Rules], bots: Sequence[str], games: int, played: Callable[[int], None]
    ) -> Iterator[Series]:
        """Play the missing games of each bot at every table, and ask the search about their positions."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for bot in bots:
            for table in tables:
                settings = Settings.of([bot], table.edition, table.players, table.options, seed=self.seed)
                file = self.folder / settings.file_name()
                results = play_series(settings, games, file, cores=self.cores).results[:games]
                opinions = self._ask(file, results, settings.rules, played)
                yield Series(table.name, bot, opinions)

    def _ask(
        self, file: Path, results: Sequence[Result], rules: Ruleset, played: Callable[[int], None]
    ) -> list[Opinion]:
        """The search's opinions of some games; those that are in the file already are not asked for again."""
        kept = file.with_suffix(f".search-{self.simulations}.jsonl")
        lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
        known = {line["game"]: line["said"] for line in map(json.loads, lines)}
        played(sum(result.number in known for result in results))
        missing = [result for result in results if result.number not in known]
        with kept.open("a", encoding="utf-8") as written:
            for result, said in zip(missing, self._opinions(missing, rules), strict=True):
                known[result.number] = said
                written.write(json.dumps({"game": result.number, "said": said}) + "\n")
                written.flush()
                played(1)
        return [
            Opinion(tuple(values), over, result.ranking[0], f"{file.name} {result.number}")
            for result in results
            for over, *values in known[result.number]
        ]

    def _opinions(self, results: Sequence[Result], rules: Ruleset) -> Iterator[list[list[float]]]:
        """The search's opinions of games, in their order."""
        if not results:
            return
        ask = partial(opinions_of, rules=rules, simulations=self.simulations)
        if self.cores == 1:
            yield from map(ask, results)
            return
        with ProcessPoolExecutor(self.cores, get_context("spawn")) as pool:
            yield from pool.map(ask, results)


def opinions_of(result: Result, rules: Ruleset, simulations: int) -> list[list[float]]:
    """Some positions of a game: the share of it that was over, and each person's chance to win by the search."""
    moves = result.moves.split(BETWEEN_MOVES)
    replay = Replay(rules, len(moves))
    for move in moves:
        replay.make(move)
    decisions = [position for position in replay.positions if position.phase not in (CHANCE, OVER)]
    opinions = []
    for number in range(result.number % EVERY, len(decisions), EVERY):
        position = decisions[number]
        values = search_values(Game(rules, position), simulations, number)
        opinions.append([round(value, 4) for value in (share_over(position, rules), *values)])
    return opinions
