"""Bots that installed packages add through entry points.

A package adds a bot in its `pyproject.toml`:

    [project.entry-points."teahorse.bots"]
    stubborn = "teahorse_stubborn:StubbornBot"

The value is a `Bot` class, or a function that returns a bot; it is called with `seed=...`. Listing the bots imports
nothing of the packages: their code first runs when a bot is made.
"""

import logging
import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from ..errors import TeahorseError
from .bot import Bot, make_bot
from .levels import levels

GROUP = "teahorse.bots"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")  # no comma, slash or colon, which mean something in names of bots
RESERVED = ("random", "greedy", "search", "network", "grandmaster", "you", "person")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Plugin:
    """A bot of an installed package."""

    name: str
    package: str  # with its version, as in "teahorse-stubborn 1.2"
    entry_point: EntryPoint

    def make(self, seed: int) -> Bot:
        """Import the package and make the bot."""
        try:
            factory = self.entry_point.load()
        except (Exception, SystemExit) as error:  # third-party code may raise anything
            raise TeahorseError(
                f"The bot {self.name!r} of {self.package} can't be imported: {type(error).__name__}: {error}"
            ) from error
        return make_bot(factory, seed, self.name)


def plugin_named(name: str) -> Plugin | None:
    """The bot of an installed package; None if none has this name."""
    return plugins().get(name) if _is_allowed(name) else None


@cache
def plugins() -> dict[str, Plugin]:
    """All bots of installed packages, by name."""
    try:
        found = sorted((_plugin(point) for point in entry_points(group=GROUP)), key=lambda plugin: plugin.package)
    except Exception:  # the game starts even if a package has damaged metadata
        log.exception("The bots of installed packages can't be listed.")
        return {}
    accepted: dict[str, Plugin] = {}
    for plugin in found:
        if not _is_allowed(plugin.name) or plugin.name in accepted:
            log.warning("The bot %r of %s is left out: the name is taken or not allowed.", plugin.name, plugin.package)
        else:
            accepted[plugin.name] = plugin
    return dict(sorted(accepted.items()))


def _is_allowed(name: str) -> bool:
    return NAME.fullmatch(name) is not None and name not in RESERVED and name not in levels()


def _plugin(point: EntryPoint) -> Plugin:
    package = "an unknown package" if point.dist is None else f"{point.dist.name} {point.dist.version}"
    return Plugin(point.name, package, point)
