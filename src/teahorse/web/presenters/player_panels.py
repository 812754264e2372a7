"""The players' panels, in the current turn order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...rules import names as notation
from ...rules.state import DISPLACE, STRUCTURES, STRUCTURES_OF_A_KIND, TRAVEL
from ...server.history.history import Step
from ...server.tables.seats import Seat, colours_of, seat_of
from ...snapshot import Snapshot
from ...text.people import is_yours
from .position_view import PositionView


@dataclass(frozen=True)
class Structures:
    """Posts, bridges and teahouses: ready in the supply, still in reserve, and built, the last by their sites."""

    ready: dict[str, int] = field(hash=False)
    reserve: dict[str, int] = field(hash=False)
    built: dict[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True)
class Panel:
    """The panel of one player. What Dúli doesn't have is None or empty. It can be a key of a cache."""

    player: str
    name: str
    is_you: bool
    colour: str
    bot: str | None
    is_to_move: bool
    passed: bool
    coins: int | None
    committed: int | None
    free: int | None
    vp: int | None
    if_ended: int | None
    rank: int | None
    traders: dict[str, int] = field(hash=False)  # by place: supply, market, Y to Q, buildings, bank, reserve
    passes: int | None
    influence: int
    horse: str | None
    horse_called: str | None
    structures: Structures
    presents: int
    income: int | None  # of this round, until it is converted; else of the last one, if it is known
    guards: str | None  # `reserve`, a province or `gone`; None without guards
    guards_called: str | None
    cards: int | None  # how many Dúli has left to draw


def panels(view: PositionView, seats: Sequence[Seat], last_incomes: Mapping[str, int] | None = None) -> list[Panel]:
    """Everyone in the order of the track in force: blue while bidding and resolving, then gray.

    `last_incomes` (see `last_incomes`) are shown where this round's income is not there yet.
    """
    snapshot, rules = view.snapshot, view.rules
    colours = colours_of(rules, seats)
    ended = {player: row for row in view.standings for player in row.players}
    found: list[Panel] = []
    for player in view.turn_order:
        if player == "duli":
            found.append(_duli(view, colours[player]))
            continue
        pieces = snapshot["players"][player]
        committed = int(view.record.committed[notation.PLAYER.index(player)])
        found.append(
            Panel(
                player=player,
                name=view.player(player),
                is_you=is_yours(player, view.names),
                colour=colours[player],
                bot=seat_of(player, rules, seats).bot,
                is_to_move=snapshot["to_move"] == player,
                passed=pieces["passed"],
                coins=pieces["coins"],
                committed=committed,
                free=pieces["coins"] - committed,
                vp=ended[player].total if view.game.is_over else pieces["vp"],
                if_ended=ended[player].total,
                rank=ended[player].rank,
                traders=_traders(snapshot, player, pieces),
                passes=pieces["passes"],
                influence=pieces["influence"],
                horse=pieces["horse"],
                horse_called=view.place(pieces["horse"]),
                structures=_structures(pieces),
                presents=pieces["presents"],
                income=pieces["income"] or (last_incomes or {}).get(player),
                guards=pieces["guards"],
                guards_called=_guards_called(pieces["guards"], view),
                cards=None,
            )
        )
    return found


def last_incomes(steps: Sequence[Step]) -> dict[str, int]:
    """Everyone's income in the latest round, from the events of the step that ended its travelling."""
    for step in reversed(steps):
        if step.before.phase in (TRAVEL, DISPLACE) and step.after.phase not in (TRAVEL, DISPLACE):
            incomes = [event.fields for event in step.events if event.name == "income"]
            if incomes:
                return {fields["player"]: fields["coins"] for fields in incomes}
    return {}


def _traders(snapshot: Snapshot, player: str, pieces: Mapping[str, Any]) -> dict[str, int]:
    in_buildings = sum(list(spaces.values()).count(player) for spaces in snapshot["buildings"].values())
    return {
        "supply": pieces["supply"],
        "market": pieces["market"],
        **pieces["provinces"],
        "buildings": in_buildings,
        "bank": snapshot["bank"].count(player),
        "reserve": pieces.get("reserve", 0),
    }


def _structures(pieces: Mapping[str, Any]) -> Structures:
    posts = tuple(place for place, count in pieces["posts"].items() for _ in range(count))
    built = {"post": posts, "bridge": tuple(pieces["bridges"]), "teahouse": tuple(pieces["teahouses"])}
    return Structures(pieces["structures"]["supply"], pieces["structures"]["reserve"], built)


def _guards_called(guards: str | None, view: PositionView) -> str | None:
    if guards is None:
        return None
    say = view.say
    words = {"reserve": say("in reserve"), "gone": say("used")}
    return words.get(guards) or view.place(guards)


def _duli(view: PositionView, colour: str) -> Panel:
    duli = view.snapshot["duli"]
    built = {"post": tuple(duli["posts"]), "bridge": (), "teahouse": tuple(duli["teahouses"])}
    none = dict.fromkeys(notation.STRUCTURE[:STRUCTURES], 0)
    return Panel(
        player="duli",
        name=view.player("duli"),
        is_you=False,
        colour=colour,
        bot=None,
        is_to_move=False,
        passed=False,
        coins=None,
        committed=None,
        free=None,
        vp=None,
        if_ended=None,
        rank=None,
        traders=_traders(view.snapshot, "duli", duli),
        passes=None,
        influence=duli["influence"],
        horse=None,
        horse_called=None,
        structures=Structures(none, none | {"teahouse": STRUCTURES_OF_A_KIND - len(duli["teahouses"])}, built),
        presents=duli["presents"],
        income=None,
        guards=None,
        guards_called=None,
        cards=len(duli["pile"]),
    )
