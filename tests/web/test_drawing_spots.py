"""What must be seen with a spot: a card beside it covers neither the other spaces of a building nor a province."""

import pytest
from board_pages import board_of, boards_of, page_of, played_at_random, played_moves

from teahorse.web.drawing.layout import PROVINCES
from teahorse.web.drawing.parts import Area
from teahorse.web.drawing.shapes import Point
from teahorse.web.drawing.wide import CAMPS_TOP, CITY_BOTTOM, FRAME, WIDTH, Wide
from variants import ALL_NAMED, Table


def holds(area: Area | None, at: Point) -> bool:
    assert area is not None
    return area.left <= at.x <= area.left + area.width and area.top <= at.y <= area.top + area.height


@pytest.mark.parametrize("building", Wide.houses)
def test_a_space_is_seen_with_all_spaces_of_its_building(building: str) -> None:
    spots = [spot for spot in board_of(played_moves(Table(), [])).spots if spot.name.startswith(f"{building}-")]
    bank = [Wide(3).bank_space(space) for space in (0, 1)]
    spaces = bank if building == "bank" else Wide(3).building_spaces(building, len(spots))
    assert len(spots) == len(spaces) >= 2
    assert all(holds(spot.sight, at) for spot in spots for at in spaces)


@pytest.mark.parametrize("table", ALL_NAMED, ids=str)
def test_a_province_is_seen_with_every_trader_in_it(table: Table) -> None:
    whole = played_at_random(table, 5, 230)
    boards = [board_of(whole.as_of(row)) for row in range(40, 231, 10) if row <= len(whole.rows)]
    assert any("abroad" in piece.states for board in boards for piece in board.pieces)
    for board in boards:
        sights = {spot.name: spot.sight for spot in board.spots}
        for piece in board.pieces:
            if "abroad" in piece.states:
                assert any(holds(sights[f"province-{place}"], piece.at) for place in PROVINCES)
        for name, sight in sights.items():
            if name.startswith("traders-") and name[8] in PROVINCES:
                assert sight == sights[f"province-{name[8]}"]


def test_pages_tell_scripts_what_must_be_seen() -> None:
    page = page_of(boards_of(played_moves(Table(), [])))
    (market,) = [element for element in page.iter() if element.get("data-spot") == "market"]
    left, top, width, height = (float(part) for part in str(market.get("data-sight")).split())
    assert top < CITY_BOTTOM < CAMPS_TOP < top + height
    assert left <= FRAME and left + width >= WIDTH - FRAME
