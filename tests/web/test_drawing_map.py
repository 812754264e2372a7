"""The painted map and the colours on it."""

import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from board_pages import WEB

from paint_map import terrain
from paint_map.maps import MAPS
from teahorse.server.tables.seats import COLOURS, DULIS_COLOUR
from teahorse.web.drawing.layout import CELLS
from teahorse.web.drawing.narrow import Narrow
from teahorse.web.drawing.shapes import box, number
from teahorse.web.drawing.wide import Wide

STYLES = (WEB / "static" / "colours.css").read_text(encoding="utf-8")
# How colours look to those who see no red, no green, no blue (Machado, Oliveira and Fernandes, 2009).
EYES = {
    "all three": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
APART = 20  # in CIE Lab; 2 can just be told apart side by side
GROUNDS = [*terrain.WASHES.values(), terrain.PAPER, "#f1e4c4", "#fbf5e6"]  # and the market, and plaques


def light(colour: str) -> np.ndarray:
    channels = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(seen: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(seen, 0, 1) / np.array([0.9505, 1, 1.089])
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(float(light(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def piece_colours() -> dict[str, str]:
    found = dict(re.findall(r"--(red|blue|black|yellow|purple|duli): (#\w{6});", STYLES))
    assert len(found) == len(COLOURS) + 1
    return found


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_a_map_is_as_it_is_painted(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == MAPS[path]()


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_a_map_is_small_and_needs_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < 70_000
    assert set(re.findall(r'https?://[^"]*', text)) == {"http://www.w3.org/2000/svg"}
    ids = {element.get("id") for element in ElementTree.fromstring(text).iter()}
    assert set(re.findall(r'(?:href="|url\()#(\w+)', text)) <= ids


@pytest.mark.parametrize("eyes", EYES)
def test_no_two_players_look_alike_to_anyone(eyes: str) -> None:
    see = np.array(EYES[eyes])
    for one, other in combinations(piece_colours().values(), 2):
        assert np.linalg.norm(lab(see @ light(one)) - lab(see @ light(other))) > APART, (one, other)


def test_what_is_possible_is_shown_in_a_colour_that_no_player_has() -> None:
    (possible,) = re.findall(r"--possible: (#\w{6});", (WEB / "static" / "spots.css").read_text(encoding="utf-8"))
    for colour in piece_colours().values():
        assert np.linalg.norm(lab(light(possible)) - lab(light(colour))) > APART, colour


def test_the_rim_of_a_piece_stands_out_from_every_ground_by_day() -> None:
    rims = re.findall(r"\.colour-\w+ \{[^}]*--rim: (#\w+);", STYLES)
    assert len(rims) == len(COLOURS) + 1
    for rim in rims:
        whole = rim if len(rim) == 7 else "#" + "".join(digit * 2 for digit in rim[1:])
        assert all(contrast(whole, ground) >= 3 for ground in GROUNDS)


def test_the_mark_on_a_piece_stands_out_from_it() -> None:
    pieces = piece_colours()
    signs = dict(re.findall(r"\.colour-\w+ \{\s*--piece: var\(--(\w+)\);[^}]*--sign: (#\w{6});", STYLES))
    assert set(signs) == set(pieces)
    for name, sign in signs.items():
        assert contrast(pieces[name], sign) >= 3, name


@pytest.mark.parametrize("colour", [*COLOURS, DULIS_COLOUR])
def test_lines_in_a_players_colour_can_be_seen_on_the_page_in_both_themes(colour: str) -> None:
    ((by_day, by_night),) = re.findall(rf"\.colour-{colour} \{{[^}}]*--line: light-dark\((#\w+), (#\w+)\)", STYLES)
    assert contrast(by_day, "#fbf7ee") >= 3
    assert contrast(by_night, "#26201a") >= 3


def test_the_track_runs_round_the_board_cell_by_cell() -> None:
    cells = [Wide(3).cell(points) for points in range(CELLS + 1)]
    assert len(set(cells)) == len({Narrow(3).cell(points) for points in range(CELLS)}) == CELLS == 100
    assert all(abs(a.x - b.x) + abs(a.y - b.y) < 50 for a, b in pairwise(cells))


def test_the_drawings_of_provinces_do_not_overlap() -> None:
    for layout in (Wide, Narrow):
        for one, other in combinations(layout.corner.values(), 2):
            apart = abs(one.x - other.x) >= layout.province_width or abs(one.y - other.y) >= layout.province_height
            assert apart, (layout, one, other)


@pytest.mark.parametrize(
    ("value", "written"), [(0.5, ".5"), (-0.5, "-.5"), (-0.04, "0"), (0.04, "0"), (10.0, "10"), (-12.25, "-12.2")]
)
def test_coordinates_are_written_as_short_as_can_be(value: float, written: str) -> None:
    assert number(value) == written


def test_a_box_ends_where_it_begins() -> None:
    assert box(10, 20, 30, 40, 5) == (
        "M15 20h20a5 5 0 0 1 5 5v30a5 5 0 0 1 -5 5h-20a5 5 0 0 1 -5 -5v-30a5 5 0 0 1 5 -5z"
    )
