"""Draws the board of a position on top of the painted map."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ...server.history.history import GameHistory
from ..presenters import sign_cards
from ..presenters.position_view import PositionView
from . import pieces, signs
from .labels import Words
from .layout import Layout, layout_for
from .narrow import Narrow
from .parts import Board, Boards, Layers, board_of
from .piece_ids import cast_of, seats_of
from .sign_spots import sign_spots, sign_texts
from .spots import SpotTexts, all_spots, spot_texts
from .wide import Wide

__all__ = ["Board", "Boards", "draw", "draw_both"]


def draw(history: GameHistory, view: PositionView, colours: Mapping[str, str]) -> Board:
    """Draw the latest position of a game; `colours` are by player, with Dúli's where she plays."""
    scene = _scene(history, view, colours)
    return board_of(scene.described(), scene.drawn(Wide))


def draw_both(
    history: GameHistory, view: PositionView, colours: Mapping[str, str], marked: Collection[str] = frozenset()
) -> Boards:
    """Draw it for wide and for narrow screens. The pieces `marked` moved since the reader's last move."""
    scene = _scene(history, view, colours, marked)
    return Boards(scene.described(), len(seats_of(view.rules)), scene.drawn(Wide), scene.drawn(Narrow))


def _scene(
    history: GameHistory, view: PositionView, colours: Mapping[str, str], marked: Collection[str] = frozenset()
) -> "_Scene":
    cast = cast_of(history)
    words = Words(view, colours)
    return _Scene(
        words,
        spot_texts(words, cast),
        sign_texts(sign_cards.signs(view)),
        pieces.all_pieces(history, words, cast),
        frozenset(marked),
    )


@dataclass(frozen=True)
class _Scene:
    """What is the same in every layout."""

    words: Words
    spot_texts: SpotTexts
    sign_texts: tuple[tuple[str, str], ...]
    pieces: pieces.Pieces
    marked: frozenset[str]

    def described(self) -> str:
        """What the whole board is, for screen readers."""
        return self.words.say("The board: five provinces, the city of Pu'er, and the camps of the players.")

    def drawn(self, layout: type[Layout]) -> Layers:
        """The board in one layout."""
        words, rules = self.words, self.words.rules
        places, limit = layout_for(layout, len(seats_of(rules))), int(rules.fields.vp_end)
        placed = pieces.placed(self.pieces, rules, places)
        return {
            "walks": signs.walks(words, places),
            "lines": signs.lines(words, places),
            "icons": signs.icons(words, places),
            "spots": [*all_spots(self.spot_texts, rules, places), sign_spots(self.sign_texts, limit, placed, places)],
            "labels": signs.labels(words, places),
            "pieces": [pieces.with_marks(group, self.marked) for group in placed.groups()],
        }
