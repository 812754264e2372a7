"""Draws the board of a position on top of the painted map."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ...server.history.history import GameHistory
from ..presenters import sign_cards
from ..presenters.card_text import About
from ..presenters.position_view import PositionView
from . import pieces, signs
from .labels import Words
from .layout import Layout, layout_for
from .narrow import Narrow
from .parts import Board, Boards
from .piece_ids import Cast, cast_of, seats_of
from .sign_spots import sign_spots
from .spots import all_spots
from .wide import Wide

__all__ = ["Board", "Boards", "draw", "draw_both"]


def draw(history: GameHistory, view: PositionView, colours: Mapping[str, str]) -> Board:
    """Draw the latest position of a game; `colours` are by player, with Dúli's where she plays."""
    return _scene(history, view, colours).drawn(Wide)


def draw_both(
    history: GameHistory, view: PositionView, colours: Mapping[str, str], marked: Collection[str] = frozenset()
) -> Boards:
    """Draw it for wide and for narrow screens. The pieces `marked` moved since the reader's last move."""
    scene = _scene(history, view, colours, marked)
    return Boards(scene.drawn(Wide), scene.drawn(Narrow), len(seats_of(view.rules)))


def _scene(
    history: GameHistory, view: PositionView, colours: Mapping[str, str], marked: Collection[str] = frozenset()
) -> "_Scene":
    cast = cast_of(history)
    return _Scene(history, Words(view, colours), cast, pieces.figures(cast, colours), sign_cards.signs(view), marked)


@dataclass(frozen=True)
class _Scene:
    """What is the same in every layout."""

    history: GameHistory
    words: Words
    cast: Cast
    figures: list[pieces.Figure]
    signs: Mapping[str, About]
    marked: Collection[str]

    def drawn(self, layout: type[Layout]) -> Board:
        """The board in one layout."""
        words, rules, g, colours = self.words, self.words.rules, self.words.g, self.words.colours
        places = layout_for(layout, len(seats_of(rules)))
        placed = [
            *pieces.placed(self.figures, rules, places),
            *pieces.horses(g, rules, places, colours),
            *pieces.order_markers(g, rules, places, colours),
            *pieces.point_markers(g, rules, words.view.points, places, colours),
            pieces.inspector(g, self.history.steps, places),
            *([pieces.blocker(g, places)] if rules.switches["temple"] else []),
        ]
        return Board(
            words=words.say("The board: five provinces, the city of Pu'er, and the camps of the players."),
            walks=signs.walks(words, places),
            lines=signs.lines(words, places),
            icons=signs.icons(words, places),
            spots=[*all_spots(words, places, self.cast), *sign_spots(words, self.signs, places, placed)],
            labels=signs.labels(words, places),
            pieces=[p._replace(states=(*p.states, "since")) if p.id in self.marked else p for p in placed],
        )
