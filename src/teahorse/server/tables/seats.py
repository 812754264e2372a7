"""Who sits at a table: people and bots, each with a name and a colour."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules.ruleset import Ruleset

COLOURS = ("red", "blue", "black", "yellow", "purple")
DULIS_COLOUR = "jade"
BOT_NAMES = ("Mei", "Tashi", "Lan", "Dorje", "Yong")  # by seat, for bots without a name


@dataclass(frozen=True)
class Seat:
    """The seat of a person or bot. It has one colour, or two if two people play four (15.18)."""

    name: str
    colours: tuple[str, ...]
    bot: str | None = None  # by its name, such as `merchant/racer`; None for a person
    is_free: bool = False  # whether it waits for a person; it has no name then


def seat_of(player: str, rules: Ruleset, seats: Sequence[Seat]) -> Seat:
    """The seat of a player; `p1` is the first in blue order."""
    return seats[int(rules.fields.person[int(player[1:]) - 1])]


def names_of(rules: Ruleset, seats: Sequence[Seat]) -> dict[str, str]:
    """The names of the players, for sentences."""
    return {player: seat_of(player, rules, seats).name for player in players_of(rules)}


def colours_of(rules: Ruleset, seats: Sequence[Seat]) -> dict[str, str]:
    """The colour of each player's pieces, Dúli's too."""
    colours = {
        player: seat_of(player, rules, seats).colours[number // rules.people]
        for number, player in enumerate(players_of(rules))
    }
    return colours | ({"duli": DULIS_COLOUR} if rules.has_duli else {})


def players_of(rules: Ruleset) -> list[str]:
    """The players as the notation names them: `p1`, `p2` and so on."""
    return [f"p{number + 1}" for number in range(rules.players)]
