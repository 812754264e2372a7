"""The buttons of a decision, each with a picture: what can be answered beside the map."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...text.move_labels import KEEP_IT
from ...text.spot_texts import PIECES
from ...text.words import begun, gorge_called
from . import spot_names as where
from .offered_moves import Offer
from .position_view import PositionView

DOORS = {"take": "yard", "block": "temple"}  # the building in which a phase asks for a decision
SYMBOLS = {"pass": "act-pass", "done": "act-done", "spare": "act-spare"}


@dataclass(frozen=True)
class Picture:
    """A symbol of the drawing: a piece in a player's colour, a sign, or the outline of a place on a small map."""

    symbol: str
    player: str = ""
    is_place: bool = False


@dataclass(frozen=True)
class Answer:
    """A button: the move it makes, its words, what the move leads to, and its picture."""

    move: str
    label: str
    name: str  # the whole name, for screen readers
    effect: str
    picture: Picture
    is_prominent: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of structure, which is chosen before the place where it goes."""

    source: str
    title: str
    picture: Picture
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Answers:
    """All buttons: kinds of structures with their places, decisions with their effects, and short answers."""

    kinds: tuple[Kind, ...]
    decisions: tuple[Answer, ...]
    short: tuple[Answer, ...]


def answers(view: PositionView, legal: Sequence[Offer]) -> Answers:
    """The buttons for the legal moves. Bids and journeys have none: they are made on the map."""
    kinds: dict[str, list[Answer]] = {}
    decisions: list[Answer] = []
    short: list[Answer] = []
    for offer in legal:
        words = offer.move.split(" ")
        if words[0] in ("take", "build"):
            kinds.setdefault(str(offer.source), []).append(_site(view, offer, words))
        elif words[0] == "block":
            label = begun(gorge_called(words[1], view.rules, view.say))
            picture = Picture(f"outline-{words[1]}", is_place=True)
            decisions.append(Answer(offer.move, label, offer.label, offer.effect, picture))
        elif words[0] == "displace":
            decisions.append(Answer(offer.move, offer.label, offer.label, offer.effect, Picture("trader", words[1])))
        elif words[0] in SYMBOLS:
            only = len(legal) == 1
            picture = Picture(SYMBOLS[words[0]])
            short.append(Answer(offer.move, offer.label, offer.label, offer.effect, picture, only))
    return Answers(tuple(_kind(view, *each) for each in kinds.items()), tuple(decisions), tuple(short))


def _site(view: PositionView, offer: Offer, words: list[str]) -> Answer:
    """Where a structure goes: a province, a gorge, or the camp."""
    if len(words) == 2:
        label, picture = view.say(KEEP_IT), Picture("tent", str(view.to_move))
    elif words[1] == "bridge":
        label = begun(gorge_called(words[-1], view.rules, view.say))
        picture = Picture(f"outline-{words[-1]}", is_place=True)
    else:
        label, picture = view.place(words[-1]), Picture(f"outline-{words[-1]}", is_place=True)
    return Answer(offer.move, label, offer.label, offer.effect, picture)


def _kind(view: PositionView, source: str, sites: list[Answer]) -> Kind:
    structure = source.removeprefix(where.piece(""))
    return Kind(source, view.say(PIECES[structure]), Picture(structure, str(view.to_move)), tuple(sites))


def doors(view: PositionView) -> list[str]:
    """The spots that ask for the decision, too: the building that gives it, and the space of the mover's trader."""
    building = DOORS.get(view.phase)
    if building is None:
        return []
    spaces = view.snapshot["buildings"][building].items()
    return [where.house(building), *(where.space(building, price) for price, owner in spaces if owner == view.to_move)]
