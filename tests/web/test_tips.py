"""Tips appear when what they are about happens, the most urgent first."""

from collections.abc import Callable, Sequence

import pytest

from table_setup import PERSON, config_for, play_moves
from teahorse.server.tables.service import TableService
from teahorse.text.tips import TIPS
from teahorse.text.translation import as_written
from teahorse.web.presenters.position_view import PositionView
from teahorse.web.presenters.tips import tips

AT_THE_YARD = ("bid school 9", "bid yard 9", "bid guild 9", "pass", "pass", "pass")
ON_THE_ROAD = (*AT_THE_YARD, "take post at Y")
Find = Callable[[Sequence[str]], list[str]]
BANISHED = (*ON_THE_ROAD, "go P-Y", "done", "done", "done")  # p3 travels first, and the inspector finds only p3


@pytest.fixture
def named(tables: TableService) -> Find:
    """The names of the tips for the player to move after some moves."""

    def find(moves: Sequence[str]) -> list[str]:
        table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
        history = play_moves(tables, table_id, key, *moves).history if moves else tables.open(table_id).history
        return [tip.name for tip in tips(PositionView(history.game, {}, as_written), history.steps)]

    return find


@pytest.mark.parametrize(
    ("moves", "first"),
    [
        ((), "bid"),
        (("bid school 5", "bid school 9", "pass"), "outbid"),
        (("bid school 9", "bid horse 9", "bid guild 5", "pass", "pass"), "pass"),
        (AT_THE_YARD, "take"),
        (ON_THE_ROAD, "travel"),
        ((*ON_THE_ROAD, "go P-Y", "go P-Y", "done", "go P-Y"), "travel"),
    ],
)
def test_the_most_urgent_tip_comes_first(named: Find, moves: Sequence[str], first: str) -> None:
    assert named(moves)[0] == first


def test_what_happened_before_ones_own_last_move_is_told_no_more(named: Find) -> None:
    outbid = ("bid school 5", "bid school 9", "market")
    assert "outbid" in named(outbid)
    assert "outbid" not in named((*outbid, "market", "pass", "pass"))


def test_the_inspectors_victim_is_told_what_happened(named: Find) -> None:
    assert "banished" not in named(BANISHED)
    assert named((*BANISHED, "convert 0", "convert 0"))[:2] == ["banished", "convert"]


def test_a_bid_that_nobody_can_afford_brings_up_the_bank(named: Find) -> None:
    assert "bank" in named(("bid school 9", "bid horse 9", "bid guild 9"))


def test_the_new_order_is_explained_from_the_second_round_on(named: Find) -> None:
    assert "order" not in named(())
    assert "order" in named((*BANISHED, "convert 0", "convert 0", "convert 0"))


def test_every_tip_is_short_enough_to_be_read_at_a_glance() -> None:
    assert all(len(text) <= 110 for text in TIPS.values())
