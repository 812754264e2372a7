"""Pictures for the rules: real positions, drawn like any board and cropped."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ...errors import N_
from ...game import Game
from ...provenance import reconstructed
from ...rules.ruleset import Ruleset
from ...rules.state import TRADERS, TRADERS_AT_START
from ...server.history.history import MOVE, GameHistory, Row
from ...server.tables.seats import COLOURS, players_of
from ...text.translation import Say
from ...text.words import COLOUR_NAMES
from ..drawing.board import Board, draw
from ..drawing.shapes import Point
from ..presenters.edition_tables import TITLES
from ..presenters.position_view import PositionView
from .lessons import lesson_named

Players = Mapping[str, Mapping[str, Any]]
"""Changes to the starting position by player, as in a snapshot."""

EDITION = "2023"
ENLARGED = 1.5  # at most
WIDE = 2.4  # if the width is more than this times the height
MARGIN = 30  # things this close outside of the crop may still reach into it
FIRST_GAME = "first-game"


@dataclass(frozen=True)
class Crop:
    """The part of the board in a picture."""

    left: float
    top: float
    width: float
    height: float

    @property
    def box(self) -> str:
        """The crop as `viewBox` of an SVG."""
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"

    def has(self, at: Point) -> bool:
        """Whether something at this point is visible."""
        return -MARGIN <= at.x - self.left <= self.width + MARGIN and -MARGIN <= at.y - self.top <= self.height + MARGIN


PROVINCES = Crop(28, 28, 1144, 590)
CITY = Crop(648, 624, 522, 174)
SCHOOL = Crop(164, 632, 264, 164)
LOWER_ROAD = Crop(432, 240, 664, 330)
MIDDLE = Crop(432, 232, 738, 172)
SICHUAN = Crop(828, 226, 340, 180)
EAST_GORGE = Crop(700, 90, 470, 312)
CAMPS = Crop(203, 796, 794, 80)
# These have the same shape, because they stand side by side.
PART_CITY = Crop(646, 624, 400, 174)
PART_ROAD = Crop(365, 242, 731, 318)
PART_SICHUAN = Crop(818, 232, 380, 165)
PART_CAMP = Crop(203, 784, 266, 115)

# CAPTIONS stand below the pictures, WORDS describe them to screen readers.
CAPTIONS = {
    "map": N_("The Tea Horse Road leads from Pu'er through five provinces. Over the four gorges you need bridges."),
    "camps": N_("The camps at the start: supply and, paler, reserve; below them the structures, all in reserve."),
    "city": N_("Round spaces are small, square ones are large. The temple has small spaces only."),
    "large": N_("Red stands on the 9, Blue on the 12: large spaces stand side by side."),
    "outbid": N_("Red stands on the 5. Blue bids 9, and Red's trader is back in the camp."),
    "displaced": N_("Red has more influence. A red trader journeys to Sichuan and displaces a blue one to Yunnan."),
    "bridge": N_("Red's posts in Yunnan and Sichuan and the bridge to Qinghai hold the route for both traders."),
    "blocked": N_("The blocker stands on the gorge, so this round Red's bridge does not count."),
    "inspector": N_(
        "Sichuan and Kang are worth 42 each, so the inspector visits Kang, which is farther. Red is immune "
        "with influence 4; Blue, with influence 2, loses a trader."
    ),
    "presents": N_(
        "Blue has the highest influence and gets 2 presents. Red and Black are equal and take turns: Red gets "
        "2, Black 1. Yellow gets none."
    ),
    "gap": N_("Red has nothing in Sichuan: that gap costs the trader in Kang 3, and the post there earns nothing."),
    "bidding": N_("Bid in the city, with your traders and your coins."),
    "travelling": N_("Send traders up the road, as far as your horse and your border passes reach."),
    "settling": N_("The inspector visits the richest province, then traders find presents."),
    "earning": N_("Your income becomes victory points or coins for the next bids."),
}
WORDS = {
    "map": N_("The map: Yunnan below, Sichuan on the right, Kang in the middle, Tibet on the left, Qinghai on top."),
    "camps": N_("Three camps with three traders ready and four in reserve each."),
    "city": N_(
        "Four buildings of the city: horse, guild and yard with two round and three square spaces each, and the "
        "temple with five round ones."
    ),
    "large": N_("The school, with a red trader on the 9 and a blue one on the 12."),
    "outbid": N_("The school twice: first with a red trader on the 5, then with only a blue one on the 9."),
    "displaced": N_(
        "Yunnan and Sichuan twice: first with a blue trader in Sichuan, then with a red one there and the "
        "blue one in Yunnan."
    ),
    "bridge": N_(
        "Red has posts in Yunnan and Sichuan, traders in Tibet and Qinghai, and a bridge over the gorge between "
        "Sichuan and Qinghai."
    ),
    "blocked": N_("The gorge between Sichuan and Qinghai, with a red bridge and the blocker beside it."),
    "inspector": N_(
        "Kang and Sichuan twice: first with all traders, then with the inspector in Kang and one blue trader less."
    ),
    "presents": N_("Sichuan with 5 presents and the traders of four players."),
    "gap": N_("Red has a trader and a post in Yunnan, none in Sichuan, a trader and a post in Kang."),
    "bidding": N_("Horse, guild and yard during the bidding, with red traders in the guild and the yard."),
    "travelling": N_("Yunnan and Sichuan with the traders of three players."),
    "settling": N_("Sichuan with a teahouse, the inspector, and the presents that are left."),
    "earning": N_("The camp of Red, with coins, border passes and influence, above the track of victory points."),
}


@dataclass(frozen=True)
class Scene:
    """A picture to draw: its rules, its game, and the positions that it shows."""

    rules: tuple[str, ...]
    crop: Crop
    play: Callable[[], GameHistory]
    frames: tuple[int, ...] = (0,)  # counted in moves before the end
    tables: tuple[str, ...] = ()  # tables whose numbers are visible and may be reconstructed


@dataclass(frozen=True)
class Picture:
    """A picture for a page: one board, or two, before and after."""

    name: str
    box: str
    width: float  # at most, in pixels
    is_wide: bool  # a second board then stands below the first
    caption: str
    words: str
    boards: tuple[Board, ...]
    reconstructed: dict[str, str]  # reconstructed tables whose numbers are visible, with their titles


# --- Positions ------------------------------------------------------------------------------------------


def _from_start(*moves: str) -> Callable[[], GameHistory]:
    """A game of three from its beginning."""
    return lambda: _played_on(GameHistory(Ruleset.of(EDITION, 3)), *moves)


def _from_lesson(title: str) -> Callable[[], GameHistory]:
    """The guided first game at a step."""
    lesson = lesson_named(FIRST_GAME)
    moves = next(made for made, step in lesson.steps.items() if step.title == title)
    return lambda: _played_on(GameHistory(Ruleset.of(EDITION, 3)), *lesson.script[:moves])


def _from_position(people: int, players: Players, *moves: str, **changes: Any) -> Callable[[], GameHistory]:
    """A game from a position, given by its changes to the starting position."""

    def play() -> GameHistory:
        history = GameHistory(Ruleset.of(EDITION, people))
        snapshot = history.game.snapshot() | changes
        for player, pieces in players.items():
            _arrange(snapshot["players"][player], pieces)
        if snapshot["phase"] == "travel":
            passes = snapshot["players"][snapshot["to_move"]]["passes"]
            snapshot["travel"] = {"passes_left": passes, "moved": {}}
        history.game = Game.from_snapshot(snapshot)
        return _played_on(history, *moves)

    return play


def _arrange(into: dict[str, Any], pieces: Mapping[str, Any]) -> None:
    """Change a player's pieces; those not on the board are in the camp."""
    into |= {**pieces, "provinces": into["provinces"] | pieces.get("provinces", {})}
    placed = sum(into["provinces"].values()) + into["market"]
    into["reserve"] = min(TRADERS - TRADERS_AT_START, TRADERS - placed)
    into["supply"] = TRADERS - placed - into["reserve"]
    built = {"post": sum(into["posts"].values()), "bridge": len(into["bridges"]), "teahouse": len(into["teahouses"])}
    into["structures"]["reserve"] = {kind: 2 - count for kind, count in built.items()}


def _played_on(history: GameHistory, *moves: str) -> GameHistory:
    for number, move in enumerate(moves, len(history.rows) + 1):
        history.add(Row(number, MOVE, move))
    return history


_HOLDING: dict[str, Any] = {"horse": "Q", "provinces": {"T": 1, "Q": 1}, "posts": {"Y": 1, "S": 1}, "bridges": ["SQ"]}
_V7: Players = {
    "p1": {"horse": "K", "influence": 4, "provinces": {"Y": 1, "S": 2, "K": 1}},
    "p2": {"horse": "K", "influence": 2, "provinces": {"Y": 1, "S": 1, "K": 1}, "posts": {"S": 1, "K": 1}},
    "p3": {"horse": "K", "influence": 1, "provinces": {"Y": 1, "S": 1, "K": 1}, "posts": {"S": 1}},
}
_V8: Players = {
    "p1": {"horse": "Q", "influence": 2, "provinces": {"S": 2, "Q": 3}},
    "p2": {"horse": "Q", "influence": 3, "provinces": {"S": 2}, "posts": {"Y": 1}},
    "p3": {"horse": "Q", "influence": 2, "provinces": {"S": 3}},
    "p4": {"horse": "Q", "influence": 1, "provinces": {"S": 4, "Q": 3}},
}
_PUSH: Players = {
    "p1": {"horse": "S", "influence": 1, "provinces": {"Y": 2}},
    "p2": {"horse": "S", "provinces": {"Y": 1, "S": 1}},
}
_GAP: dict[str, Any] = {
    "horse": "K",
    "influence": 4,
    "provinces": {"Y": 1, "K": 1},
    "posts": {"Y": 1, "K": 1},
    "market": 3,
}
_TRAVEL = {"phase": "travel", "to_move": "p1"}
_BLUE_LAST = {"phase": "travel", "to_move": "p2"}  # in gray order, so that the others have travelled already

SCENES = {
    "map": Scene(("0.1", "0.2", "0.3", "16.4"), PROVINCES, _from_start()),
    "camps": Scene(("0.4", "1.2", "1.3"), CAMPS, _from_start()),
    "city": Scene(("0.5", "3.1"), CITY, _from_start(), tables=("temple",)),
    "large": Scene(("3.5", "V1"), SCHOOL, _from_start("bid school 9", "pass", "bid school 12")),
    "outbid": Scene(("3.4", "3.7", "V2"), SCHOOL, _from_start("bid school 5", "bid school 9"), (1, 0)),
    "displaced": Scene(
        ("5.10", "5.11", "V5"), LOWER_ROAD, _from_position(3, _PUSH, "go Y-S", "displace p2", **_TRAVEL), (2, 0)
    ),
    "bridge": Scene(("5.4", "5.12", "V6", "V9"), PROVINCES, _from_position(3, {"p1": _HOLDING}, **_TRAVEL)),
    "blocked": Scene(("4.9", "V9b"), EAST_GORGE, _from_position(3, {"p1": _HOLDING}, blocked="SQ", **_TRAVEL)),
    "inspector": Scene(("6.1", "6.2", "6.3", "V7"), MIDDLE, _from_position(3, _V7, "done", **_TRAVEL), (1, 0)),
    "presents": Scene(
        ("7.1", "7.2", "V8"), SICHUAN, _from_position(4, _V8, "done", blue=["p2", "p3", "p1", "p4"], **_BLUE_LAST), (1,)
    ),
    "gap": Scene(
        ("0.8", "5.13", "8.3", "V10"),
        LOWER_ROAD,
        _from_position(3, {"p1": _GAP}, "done", blue=["p2", "p3", "p1"], **_BLUE_LAST),
        (1,),
    ),
    "bidding": Scene((), PART_CITY, _from_lesson("Traders are wanted everywhere")),
    "travelling": Scene((), PART_ROAD, _from_lesson("Influence")),
    "settling": Scene((), PART_SICHUAN, _from_lesson("How it ends")),
    "earning": Scene((), PART_CAMP, _from_lesson("A new round")),
}
# A round in four pictures, each with the section of its rules.
OVERVIEW = {"bidding": "2", "travelling": "5", "settling": "6", "earning": "10"}
OVERVIEW_WORDS = {
    "bidding": N_(
        "School: one more trader. Customs: a border pass. Horse: it moves on. Guild: influence. Yard: a "
        "structure. On small spaces you can be outbid. The more the others bid, the more the bank pays."
    ),
    "travelling": N_(
        "The farther up, the more a trader earns. All of them need a route home: a trader or a post of yours "
        "in every province on the way. With more influence you push others down the road."
    ),
    "settling": N_(
        "The inspector banishes a trader of the most influential player there; influence 4 or a teahouse protects. "
        "Every trader beside presents takes one, the most influential first."
    ),
    "earning": N_(
        "The player who earned most bids last and travels first in the next round. Coins buy progress, "
        "points win the game. The art is to know when to change from one to the other."
    ),
}


# --- For pages ------------------------------------------------------------------------------------------


@cache
def picture_ids() -> frozenset[str]:
    """The rules that have a picture in the book; rules that share one have it at the first."""
    return frozenset(scene.rules[0] for scene in SCENES.values() if scene.rules)


def picture_for(rule_id: str, say: Say) -> Picture | None:
    """The picture of a rule, if there is one."""
    return next((_picture(name, say) for name, scene in SCENES.items() if rule_id in scene.rules), None)


@dataclass(frozen=True)
class Part:
    """A part of the round: its picture, caption, description and section of the rules."""

    picture: Picture | None
    caption: str
    words: str
    section: str


def overview(say: Say) -> list[Part]:
    """A round in four pictures."""
    return [
        replace(part, picture=_picture(name, say)) for name, part in zip(OVERVIEW, overview_in_words(say), strict=True)
    ]


def overview_in_words(say: Say) -> list[Part]:
    """A round without pictures."""
    return [Part(None, say(CAPTIONS[name]), say(OVERVIEW_WORDS[name]), section) for name, section in OVERVIEW.items()]


def _picture(name: str, say: Say) -> Picture:
    scene = SCENES[name]
    history = scene.play()
    boards = tuple(_drawn(_earlier(history, moves), scene.crop, say) for moves in scene.frames)
    is_wide = scene.crop.width > WIDE * scene.crop.height
    width = ENLARGED * scene.crop.width * (1 if is_wide else len(boards))
    sources = {table: say(TITLES[table]) for table in scene.tables if table in reconstructed(history.rules)}
    return Picture(name, scene.crop.box, width, is_wide, say(CAPTIONS[name]), say(WORDS[name]), boards, sources)


def _earlier(history: GameHistory, moves: int) -> GameHistory:
    """The game some moves earlier."""
    if not moves:
        return history
    earlier = GameHistory(history.rules)
    earlier.game = Game(history.rules, history.steps[-moves].before)
    return earlier


def _drawn(history: GameHistory, crop: Crop, say: Say) -> Board:
    """The board, without everything outside of the crop."""
    players = players_of(history.rules)
    colours = dict(zip(players, COLOURS, strict=False))
    names = {player: say(COLOUR_NAMES[colours[player]]) for player in players}
    board = draw(history, PositionView(history.game, names, say), colours)
    return replace(
        board,
        icons=[icon for icon in board.icons if crop.has(icon.at)],
        labels=[label for label in board.labels if crop.has(label.at)],
        pieces=[piece for piece in board.pieces if crop.has(piece.at)],
    )
