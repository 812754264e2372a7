"""The tips that fit a position: about what happened to the reader, and what comes next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ...game_events import Event
from ...server.history.history import Step
from ...text.tips import TIPS
from .position_view import PositionView

HAPPENED = ("outbid", "displaced", "banished", "sent-home", "present")
NEAR_THE_END = 25  # points
FEW_PRESENTS = 3


@dataclass(frozen=True)
class Tip:
    """A tip, by the name under which a browser remembers it."""

    name: str
    text: str


def tips(view: PositionView, steps: Sequence[Step]) -> list[Tip]:
    """The tips for the player to move, the most urgent first; a browser shows the first that it has not shown yet."""
    fitting = {*_about_events(view, steps), *_about_position(view)}
    return [Tip(name, view.say(text)) for name, text in TIPS.items() if name in fitting]


def _about_events(view: PositionView, steps: Sequence[Step]) -> Iterator[str]:
    """What happened to the player to move, since their last move and by it."""
    for event in _since_last_move(str(view.to_move), steps):
        if event.name not in HAPPENED or event.fields["player"] != view.to_move:
            continue
        if event.name == "outbid" and (view.phase != "bid" or event.fields["by"] == view.to_move):
            continue
        yield event.name


def _since_last_move(player: str, steps: Sequence[Step]) -> list[Event]:
    later = list(takewhile(lambda step: step.player != player, reversed(steps)))
    since = steps[max(0, len(steps) - len(later) - 1) :]
    return [event for step in since for event in step.events]


def _about_position(view: PositionView) -> Iterator[str]:
    if view.phase != "bid":
        yield view.phase
    else:
        yield from _about_bidding(view)
    if view.phase == "convert" and _is_end_near(view):
        yield "end"


def _about_bidding(view: PositionView) -> Iterator[str]:
    yield "bid"
    kinds = {move.split(" ")[0] for move in view.legal_moves}
    if "bank" in kinds and "bid" not in kinds:
        yield "bank"
    if view.snapshot["round"] > 1:
        yield "order"
    bids = (owner for spaces in view.snapshot["buildings"].values() for owner in spaces.values())
    if view.to_move in bids:
        yield "pass"


def _is_end_near(view: PositionView) -> bool:
    points = max(int(player["vp"]) for player in view.snapshot["players"].values())
    end = int(view.rules.fields.vp_end)
    presents = sum(map(int, view.snapshot["presents"].values())) - int(view.rules.fields.presents_end)
    return (end > 0 and points >= end - NEAR_THE_END) or presents <= FEW_PRESENTS
