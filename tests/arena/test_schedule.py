"""The schedule of a series."""

from collections import Counter

import pytest

from teahorse.arena.schedule import derived_seed, even_after, seats_of
from teahorse.arena.settings import Settings

LINE_UPS = [
    ("a", 4),
    ("a,b", 4),
    ("a,b,c", 4),
    ("a,b,c,d", 4),
    ("a,b,c,d,e,f,g", 4),
    ("a,b,c,d,e", 3),
    ("a,b", 2),
    ("a,b,b,b", 4),
]


@pytest.mark.parametrize(("bots", "players"), LINE_UPS)
def test_every_bot_sits_in_every_seat_equally_often(bots: str, players: int) -> None:
    settings = Settings.of(bots.split(","), players=players, seed=5)
    games = even_after(settings)
    sat = Counter((seat, bot) for number in range(3 * games) for seat, bot in enumerate(seats_of(settings, number)))
    names = bots.split(",")
    for bot in set(names):
        assert [sat[seat, bot] for seat in range(players)] == [3 * games * names.count(bot) // len(names)] * players


def test_a_list_as_long_as_the_table_is_the_line_up_of_every_game() -> None:
    settings = Settings.of(["greedy", "random", "random", "random"])
    for number in range(40):
        assert sorted(seats_of(settings, number)) == ["greedy", "random", "random", "random"]


def test_more_bots_than_seats_never_sit_twice_and_all_meet() -> None:
    settings = Settings.of("abcdefg", players=3)
    games = [seats_of(settings, number) for number in range(20 * even_after(settings))]
    assert all(len(set(seats)) == 3 for seats in games)
    met = {(one, other) for seats in games for one in seats for other in seats if one != other}
    assert len(met) == 7 * 6


def test_neighbours_change_from_block_to_block() -> None:
    def circle(seats: list[str]) -> list[str]:
        return seats[seats.index("a") :] + seats[: seats.index("a")]

    settings = Settings.of("abcd")
    for first in range(0, 20, 4):
        assert len({tuple(circle(seats_of(settings, 4 * block))) for block in range(first, first + 4)}) > 1
    assert len({tuple(circle(seats_of(settings, 4 * block))) for block in range(100)}) == 6


def test_copies_sit_side_by_side_in_some_blocks_and_apart_in_others() -> None:
    games = [seats_of(Settings.of("ab"), 4 * block) for block in range(20)]
    assert {seats[0] == seats[2] for seats in games} == {True, False}


def test_seeds_differ_by_every_part_and_stay_what_they_are() -> None:
    seeds = {derived_seed(seed, number, person) for seed in range(5) for number in range(50) for person in range(5)}
    assert len(seeds) == 5 * 50 * 5
    assert all(0 <= seed < 2**62 for seed in seeds)
    # Another number here would make other games of every series that was ever begun.
    assert derived_seed(0, 1, 2) == 4351604795481313122


def test_a_game_depends_only_on_the_seed_and_its_number() -> None:
    assert seats_of(Settings.of("abcd", seed=3), 17) == seats_of(Settings.of("abcd", seed=3), 17)
    series = [[seats_of(Settings.of("abcd", seed=seed), number) for number in range(12)] for seed in range(5)]
    assert all(series[0] != other for other in series[1:])
