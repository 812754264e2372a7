"""The network's bots by name: `network`, `network:1000`, `network:0.5s`, `network/builder`, `network@FILE.npz`."""

import re
from functools import lru_cache
from pathlib import Path

from ...errors import TeahorseError
from ..bot import Bot, Budget
from .network_bot import NetworkBot
from .network_search import NetworkSearchBot
from .shape import TEMPERS
from .weights import FILE, Weights, read_weights, shipped_weights

KIND = "network"
NAME = re.compile(rf"{KIND}(@(?P<file>[^:]+\.npz))?(:(?P<budget>[^:/]+))?(/(?P<temper>[^:/]+))?")


def is_network(name: str) -> bool:
    """Whether a name stands for a bot with the network."""
    return re.match(rf"{KIND}\b", name) is not None


def network_named(name: str, budget: Budget | None, seed: int, cores: int, temperature: float = 0.0) -> Bot:
    """The bare network, or, with a budget, a search that asks it. The temperature is for the bare network only."""
    parts = NAME.fullmatch(name)
    temper = (parts and parts["temper"]) or TEMPERS[0]
    if parts is None or temper not in TEMPERS:
        raise TeahorseError(
            f"There is no bot {name!r}. With the network there are {KIND}, {KIND}:1000 (simulations per move), "
            f"{KIND}:0.5s (seconds), and {KIND}@FILE.npz for weights of your own. They take a temper "
            f"({', '.join(TEMPERS)}), as in {KIND}/builder."
        )
    weights = _weights(parts["file"])
    if budget is None:
        return NetworkBot(seed, temper, temperature, name, weights)
    return NetworkSearchBot(seed, budget, temper, cores, name, weights)


def budget_text(name: str) -> str | None:
    """The part of a name that says how long the search may take; None for the bare network."""
    parts = NAME.fullmatch(name)
    return None if parts is None else parts["budget"]


def weights_file(name: str) -> Path:
    """The file with the weights of a network's bot."""
    parts = NAME.fullmatch(name)
    return FILE if parts is None or parts["file"] is None else Path(parts["file"])


def weights_named(name: str) -> Weights:
    """The network of a bot, to ask it about positions."""
    parts = NAME.fullmatch(name)
    if parts is None:
        raise TeahorseError(f"A network is {KIND} or {KIND}@FILE.npz, not {name!r}.")
    return _weights(parts["file"])


def _weights(file: str | None) -> Weights:
    return shipped_weights() if file is None else _weights_in(Path(file))


@lru_cache(8)
def _weights_in(file: Path) -> Weights:
    if not file.is_file():
        raise TeahorseError(f"There is no file {file}.")
    return read_weights(file)
