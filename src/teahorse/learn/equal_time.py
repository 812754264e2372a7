"""Equal time: how many simulations a network's search makes while another bot thinks about its move, on one core."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from ..bots import Bot, bot_named
from ..bots.network.names import NAME, weights_file
from ..bots.weakened_bot import MARK
from ..errors import TeahorseError
from ..game import Game
from .rungs import Rules

FILE = "equal-time.json"
POSITIONS = 12
MOVES_BETWEEN = 9  # two positions
SIMULATIONS = 400  # in which the search is timed


def simulations_in_equal_time(network: str, opponent: str, rules: Rules, folder: Path) -> int:
    """Measure it once for each table; the folder keeps it, so that a series that goes on stays the same."""
    file = folder / FILE
    measured = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    size = weights_file(network.partition(MARK)[0]).stat().st_size  # another network has another speed
    key = f"{network} ({size:,} bytes) against {opponent}: {rules.name}"
    if key not in measured:
        measured[key] = _measure(network, opponent, rules)
        file.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(measured[key]["simulations"])


def with_simulations(network: str, simulations: int | str | None) -> str:
    """A network's bot with another number of simulations; None leaves its name as it is."""
    if simulations is None:
        return network
    plain, mark, handicap = network.partition(MARK)
    parts = NAME.fullmatch(plain)
    if parts is None or parts["budget"] is not None:
        raise TeahorseError(f"This is for a network without a number of simulations, not for {network!r}.")
    temper = f"/{parts['temper']}" if parts["temper"] else ""
    return f"{plain.removesuffix(temper)}:{simulations}{temper}{mark}{handicap}"


def _measure(network: str, opponent: str, rules: Rules) -> dict[str, float]:
    positions = _positions(rules)
    theirs = _seconds(lambda: bot_named(opponent), positions)
    ours = _seconds(lambda: bot_named(with_simulations(network, SIMULATIONS)), positions)
    return {"seconds": round(theirs, 4), "simulations": max(1, round(SIMULATIONS * theirs / ours))}


def _positions(rules: Rules) -> list[Game]:
    """Positions of a greedy game in which there is a choice."""
    game, greedy = Game.new(rules.edition, rules.players, rules.options, seed=1), bot_named("greedy", seed=1)
    found: list[Game] = []
    while not game.is_over and len(found) < POSITIONS:
        if len(game.legal_moves()) > 1 and len(game.history) % MOVES_BETWEEN == 0:
            found.append(Game(game.rules, game.position))
        game.play(greedy.choose(game))
    return found


def _seconds(make: Callable[[], Bot], positions: list[Game]) -> float:
    """The mean time of a move; each bot is new, so that it knows nothing of the position."""
    make().choose(positions[0])  # compiles what is not yet compiled
    bots = [make() for _ in positions]
    begun = time.process_time()
    for bot, game in zip(bots, positions, strict=True):
        bot.choose(game)
    return (time.process_time() - begun) / len(positions)
