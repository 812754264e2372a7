"""The layout for phones: the same parts as on a wide screen, within the board, and spaces that a finger hits."""

import re
from itertools import combinations

import pytest
from board_pages import WEB, boards_of, page_of, played_at_random

from teahorse.rules.names import BUILDING, STRUCTURE
from teahorse.web.drawing.narrow import FIRST_SPACE, Narrow
from teahorse.web.drawing.parts import Area
from teahorse.web.drawing.shapes import Point
from variants import ALL_NAMED, Table

UNIT = 360 / Narrow.width  # pixels on a narrow phone
LEAST = 44  # pixels that a finger needs
CSS = (WEB / "static" / "table" / "phone_board.css").read_text(encoding="utf-8")


def overlap(one: Area, other: Area) -> bool:
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return across > 0 and down > 0


def around(at: Point, width: float, height: float) -> Area:
    return Area(at.x - width / 2, at.y - height / 2, width, height)


def areas(seats: int) -> dict[str, Area]:
    """What can be tapped in the city and the camps."""
    places = Narrow(seats)
    spaces = {
        f"{building}-{number}": around(at, places.large_side, places.large_side)
        for building in BUILDING
        for number, at in enumerate(places.building_spaces(building, 5))
    }
    bank = {f"bank-{space}": around(places.bank_space(space), *places.bank_size) for space in (0, 1)}
    camps = {f"camp-{rank}": places.camp(rank) for rank in range(seats)}
    return spaces | bank | camps | {"market": places.market}


def test_fingers_find_every_space_on_a_small_phone() -> None:
    assert 2 * Narrow.small_radius >= Narrow.large_side
    for name, area in areas(5).items():
        assert min(area.width, area.height) * UNIT >= LEAST, name
    for kind in STRUCTURE:
        _, _, area = Narrow.camp_structures[kind]
        assert min(area.width, area.height) * UNIT >= LEAST, kind


def test_nothing_in_city_and_camps_overlaps_or_leaves_the_board() -> None:
    found = areas(5)
    for one, other in combinations(found, 2):
        assert not overlap(found[one], found[other]), (one, other)
    for area in found.values():
        assert area.left >= 0 and area.left + area.width <= Narrow.width
        assert area.top + area.height <= Narrow.height
    assert all(house.x + 60 < FIRST_SPACE - Narrow.small_radius for house in Narrow.houses.values())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_page_is_as_high_as_its_camps_need(seats: int) -> None:
    found = dict(re.findall(r'(?:data-seats="(\d)"\])? \{\n    (?:[^}]*?)aspect-ratio: 600 / (\d+)', CSS))
    last = Narrow(seats).camp(seats - 1)
    assert (
        int(found[str(seats) if seats < 5 else ""]) == last.top + last.height + 8 == Narrow(5).height - 80 * (5 - seats)
    )


@pytest.mark.parametrize("table", ALL_NAMED, ids=str)
def test_both_layouts_have_the_same_parts_and_all_are_on_the_board(table: Table) -> None:
    boards = boards_of(played_at_random(table, seed=3, most=160))
    wide, narrow = boards.wide, boards.narrow
    assert [(piece.id, piece.states) for piece in wide.pieces] == [(piece.id, piece.states) for piece in narrow.pieces]
    assert [(spot.name, spot.words) for spot in wide.spots] == [(spot.name, spot.words) for spot in narrow.spots]
    assert [(label.text, label.kind) for label in wide.labels] == [(label.text, label.kind) for label in narrow.labels]
    for part in (*narrow.pieces, *narrow.labels, *narrow.icons):
        assert 0 <= part.at.x <= Narrow.width and 0 <= part.at.y <= Narrow.height, part


def test_every_element_of_a_page_knows_its_place_on_a_phone() -> None:
    boards = boards_of(played_at_random(Table(people=5), seed=3, most=100))
    board = next(element for element in page_of(boards).iter() if element.get("id") == "board")
    placed = [element for element in board.iter() if re.search(r"\b(piece|icon|label)\b", element.get("class", ""))]
    assert len(placed) == len(boards.wide.pieces) + len(boards.wide.icons) + len(boards.wide.labels)
    place = r"-?[\d.]+px,-?[\d.]+px"
    style = re.compile(rf"--w:{place};--n:{place}(;--r:-?[\d.]+deg)?")
    assert all(style.fullmatch(element.get("style", "")) for element in placed)
    assert not any(icon.turned for icon in boards.narrow.icons)  # `--r` is for wide screens
    spots = [element for element in board.iter() if element.get("data-spot")]
    outlines = {spot.name: spot.outline for spot in boards.wide.spots}
    on_phones = {spot.name: spot.outline for spot in boards.narrow.spots}
    for spot in spots:
        name = str(spot.get("data-spot"))
        assert [path.get("d") for path in spot] == [outlines[name], on_phones[name]]
