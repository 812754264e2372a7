"""A recipe: everything that decides how a network is trained, from a TOML file in `recipes/`."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ..bots.network.shape import NetworkShape
from ..errors import TeahorseError
from ..rules.ruleset import Ruleset

FOLDER = Path(__file__).parent / "recipes"


@dataclass(frozen=True)
class Table:
    """Rules to train on, and how many lanes play by them, relative to the other tables."""

    edition: str
    players: int
    lanes: int
    options: dict[str, Any]

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return Ruleset.of(self.edition, self.players, self.options)


@dataclass(frozen=True)
class Recipe:
    """The settings of a training."""

    tables: tuple[Table, ...]
    width: int
    blocks: int
    lanes: int  # games at a time
    steps: int  # moves in each of them between two updates
    batch: int  # decisions in one step of the optimiser
    learning_rate: float
    entropy: float  # the bonus for an undecided policy
    pull: float  # towards the reference, a slow average of the weights
    reference_decay: float  # of that average, per update
    clip: float = 0.2  # PPO: how far one update may change a move's chance
    trace: float = 0.97  # lambda of the advantages
    facts_trace: float = 0.99  # lambda of the facts' targets
    lookahead_share: float = 0.0  # at how many decisions several moves are tried
    lookahead_moves: int = 8  # how many
    lookahead_weight: float = 1.0  # of what they teach, beside what the results of games teach
    explore_share: float = 0.0  # how many moves are drawn from a flatter policy
    explore_temperature: float = 4.0  # of that policy
    rank_share: float = 0.2  # how much of the reward is for the rank; the rest is for winning
    round_discount: float = 1.0  # what a round of waiting leaves of the reward
    temper_share: float = 0.5  # how many players have a temper other than balanced
    pool_share: float = 0.25  # how many lanes have earlier versions as opponents
    company_share: float = 0.0  # how many of the other seats there are the learner's, too
    pool_groups: int = 4  # how many different ones at a time
    pool_size: int = 5  # how many are kept
    rival_share: float = 0.4  # how many of these opponents are rivals, if training has any
    updates_per_exploiter: int = 0  # of the network, to one of an exploiter that learns beside it; 0: there is none
    exploiter_share: float = 0.25  # how many of these opponents are exploiters, if there is one
    exploiters: int = 4  # how many are kept: the present one and earlier ones
    habit_share: float = 0.0  # how many of these opponents have an odd habit
    seconds_per_snapshot: float = 60  # between two that are kept

    @property
    def shape(self) -> NetworkShape:
        """The size of the network."""
        return NetworkShape(self.width, self.blocks)

    def lanes_each(self, multiple: int) -> list[int]:
        """How many lanes each table has: multiples of a number, so that neighbours on a GPU play by the same rules."""
        whole = sum(table.lanes for table in self.tables)
        each = [max(1, round(self.lanes * table.lanes / whole / multiple)) * multiple for table in self.tables]
        each[0] += self.lanes - sum(each)
        return each


def read_recipe(name: str) -> Recipe:
    """Read a recipe by its name, or from a file."""
    file = FOLDER / f"{name}.toml"
    path = file if file.is_file() else Path(name)
    if not path.is_file():
        names = ", ".join(sorted(known.stem for known in FOLDER.glob("*.toml")))
        raise TeahorseError(f"There is no recipe {name!r}. There are {names}, or name a file.")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tables = tuple(
        Table(table["edition"], table["players"], table["lanes"], table.get("options", {})) for table in data["tables"]
    )
    known = {field.name for field in fields(Recipe)}
    unknown = sorted(set(data) - known)
    if unknown:
        raise TeahorseError(
            f"A recipe has no setting {', '.join(unknown)}. Its settings are {', '.join(sorted(known))}."
        )
    return Recipe(**(data | {"tables": tables}))
