"""The Tea Horse Road, drawn from left to right: gorges as arcs under it, a row for each player."""

from typing import Any

from rich.text import Text

from ..game import Game
from ..rules import names
from ..snapshot import Snapshot
from ..text.words import place_called
from .symbols import (
    BLOCKER,
    DASH,
    GUARDS,
    HORSE,
    LEGEND,
    MARKS,
    POST,
    PRESENT,
    QUIET,
    STYLES,
    TEAHOUSE,
    compact_mark,
    heading,
    row,
    row_label,
    traders,
)

PROVINCES = names.PLACE[1:]
WIDTH_OF_LABEL, WIDTH_OF_RESERVE, WIDTH_OF_SUPPLY, WIDTH_OF_MARKET = 9, 8, 8, 9
LEFT = WIDTH_OF_LABEL + WIDTH_OF_RESERVE + WIDTH_OF_SUPPLY
FIRST_GORGE = 3  # the line after the heading, the names and the road


def draw_road(game: Game, snapshot: Snapshot, width: int) -> list[Text]:
    """Everything along the road, line by line."""
    step = (width - LEFT - WIDTH_OF_MARKET) // len(PROVINCES)
    lines = [heading("The Tea Horse Road", width), _places(game, step), _stretch(step)]
    lines += [_gorge(snapshot, gorge, step) for gorge in game.rules.gorges]
    lines[FIRST_GORGE] = Text.assemble(("  gorges", QUIET), lines[FIRST_GORGE][len("  gorges") :])
    lines += [_values(game, step), _presents(snapshot, step)]
    lines += [_player(snapshot, player, step) for player in _seats(snapshot)]
    return [*lines, _legend(snapshot)]


def _seats(snapshot: Snapshot) -> list[str]:
    return [*snapshot["players"], *(["duli"] if snapshot["duli"] else [])]


def _along(step: int, first: list[tuple[Text, int]], market: Text, cells: list[Text]) -> Text:
    return row([*first, (market, WIDTH_OF_MARKET), *((cell, step) for cell in cells)])


def _left(words: str) -> list[tuple[Text, int]]:
    return [(Text(words, QUIET), LEFT)]


def _places(game: Game, step: int) -> Text:
    first = [
        (Text(), WIDTH_OF_LABEL),
        (Text("reserve", QUIET), WIDTH_OF_RESERVE),
        (Text("supply", QUIET), WIDTH_OF_SUPPLY),
    ]
    cells = [Text(place_called(place, game.rules), "bold") for place in names.PLACE]
    return _along(step, first, cells[0], cells[1:])


def _stretch(step: int) -> Text:
    """The road itself, with a dot under each name."""
    road = "◉" + "═" * (WIDTH_OF_MARKET - 1) + ("◉" + "═" * (step - 1)) * (len(PROVINCES) - 1) + "◉"
    return Text(" " * LEFT) + Text(road, "yellow")


def _gorge(snapshot: Snapshot, gorge: str, step: int) -> Text:
    """An arc from the lower to the higher province, with the owners of bridges over it, and the blocker."""
    low, high = (PROVINCES.index(province) for province in gorge)
    start, length = LEFT + WIDTH_OF_MARKET + low * step, (high - low) * step - 1
    style = "red" if snapshot["blocked"] == gorge else "cyan"
    owners = [player for player, pieces in snapshot["players"].items() if gorge in pieces["bridges"]]
    inside = _over_gorge(snapshot, gorge, [compact_mark(player) for player in owners])
    if inside.cell_len + 2 > length:  # a short arc with many bridges has room for the marks alone
        marks = [Text(MARKS[player], STYLES[player]) for player in owners]
        inside = _over_gorge(snapshot, gorge, [Text().join(marks)])
    arc = "─" * (length - 2 - inside.cell_len)
    return Text(" " * start) + Text("╰──", style) + inside + Text(arc + "╯", style)


def _over_gorge(snapshot: Snapshot, gorge: str, bridges: list[Text]) -> Text:
    blocker = [Text(BLOCKER, "bold red")] if snapshot["blocked"] == gorge else []
    return Text(" ").join([Text(), Text(gorge, "bold"), *bridges, *blocker, Text()])


def _values(game: Game, step: int) -> Text:
    r = game.rules.record
    cells = [Text(f"{r.trader_values[place]} / {r.post_values[place]}") for place in range(1, len(names.PLACE))]
    return _along(step, _left("  trader / post earns"), Text(str(r.trader_values[0])), cells)


def _presents(snapshot: Snapshot, step: int) -> Text:
    cells = [Text(PRESENT * snapshot["presents"].get(place, 0) or DASH, "yellow") for place in PROVINCES]
    return _along(step, _left("  presents"), Text(), cells)


def _player(snapshot: Snapshot, player: str, step: int) -> Text:
    pieces = snapshot["duli"] if player == "duli" else snapshot["players"][player]
    first = [
        (row_label(player, snapshot["to_move"]), WIDTH_OF_LABEL),
        (_count(pieces.get("reserve", 0)), WIDTH_OF_RESERVE),
        (_count(pieces["supply"]), WIDTH_OF_SUPPLY),
    ]
    market = traders(player, pieces["market"]) or Text("·", QUIET)
    return _along(step, first, market, [_cell(pieces, player, place, step) for place in PROVINCES])


def _count(number: int) -> Text:
    return Text(str(number)) if number else Text("·", QUIET)


def _cell(pieces: dict[str, Any], player: str, place: str, step: int) -> Text:
    """What a player has in a province: traders, then post, horse, teahouse and guards."""
    there = traders(player, pieces["provinces"][place])
    posts = pieces["posts"].count(place) if isinstance(pieces["posts"], list) else pieces["posts"].get(place, 0)
    fixed = POST * posts
    fixed += HORSE if pieces.get("horse") == place else ""
    fixed += TEAHOUSE if place in pieces["teahouses"] else ""
    fixed += GUARDS if pieces.get("guards") == place else ""
    if not there and not fixed:
        return Text("·", QUIET)
    gap = " " if there and fixed and there.cell_len + len(fixed) + 2 <= step else ""
    return Text.assemble(there, (gap + fixed, STYLES[player]))


def _legend(snapshot: Snapshot) -> Text:
    guards = any(pieces["guards"] for pieces in snapshot["players"].values())
    signs = [f"{sign} {word}" for sign, word in LEGEND if sign != GUARDS or guards]
    blocker = [f"{BLOCKER} blocker"] if "temple" in snapshot["buildings"] else []
    return Text("  " + "   ".join(signs + blocker), QUIET)
