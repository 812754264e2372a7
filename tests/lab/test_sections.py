"""The figures of each section, on games made up so that the answers are known."""

from typing import Any

import numpy as np
import pytest

from teahorse.lab.bank import bank_and_winning
from teahorse.lab.bots import who_played
from teahorse.lab.buildings import bands_of, value_of_buildings
from teahorse.lab.dataset import Chapter
from teahorse.lab.endings import how_games_end
from teahorse.lab.game_stats import ACTS, STANDINGS, GameStats
from teahorse.lab.habits import habits_of_winners
from teahorse.lab.seats import seat_advantage
from teahorse.lab.section import Section
from teahorse.lab.win_rates import steps_of
from teahorse.rules import names
from teahorse.rules.ruleset import Ruleset

PEOPLE, ROUNDS = 3, 2
SCHOOL, BANK = ACTS.index("school"), ACTS.index("bank")


def made_up(
    totals: list[int], bots: list[str], acts: dict[tuple[int, int, int], int] | None = None, reason: str = "vp"
) -> GameStats:
    """A game with these totals, all from the track, and these acts by person, round and kind."""
    done = np.zeros((PEOPLE, ROUNDS, len(ACTS)), np.int16)
    for place, count in (acts or {}).items():
        done[place] = count
    points = np.zeros((PEOPLE, len(names.SCORE)), np.int16)
    points[:, 0] = totals
    ranking = sorted(range(PEOPLE), key=lambda person: -totals[person])
    standings = np.zeros((PEOPLE, ROUNDS, len(STANDINGS)), np.int16)
    standings[:, 1, STANDINGS.index("traders")] = done[:, 0, SCHOOL]
    converted = np.full((PEOPLE, ROUNDS, 2), 5, np.int16)
    converted[ranking[0]] = (8, 2)
    return GameStats(
        bots=bots,
        ranking=ranking,
        totals=np.array(totals, np.int16),
        points=points,
        reason=reason,
        acts=done,
        prices=done[:, :, :-1] * 9,
        standings=standings,
        converted=converted,
        farthest=[2 if person == ranking[0] else 1 for person in range(PEOPLE)],
    )


def chapter_of(games: list[GameStats], edition: str = "2023") -> Chapter:
    return Chapter(Ruleset.of(edition, PEOPLE), games)


def rows_of(section: Section, name: str) -> list[dict[str, Any]]:
    (figure,) = (figure for figure in section.figures if figure.name == name)
    return figure.table.records()


@pytest.fixture(scope="module")
def planted() -> Chapter:
    """Two hundred games in which a school in round 1 is worth 12 VP, one in round 2 costs 6; `strong` has 10 more."""
    luck = np.random.default_rng(4)
    games = []
    for _ in range(200):
        bots = [str(bot) for bot in luck.permutation(["strong", "weak", "weak"])]
        acts, totals = {}, []
        for person, bot in enumerate(bots):
            first, second = luck.random(2) < (0.8 if bot == "strong" else 0.3)
            acts |= {(person, 0, SCHOOL): int(first), (person, 1, SCHOOL): int(second)}
            totals.append(round(100 + 12 * first - 6 * second + 10 * (bot == "strong") + luck.normal(0, 4)))
        games.append(made_up(totals, bots, acts))
    return chapter_of(games)


def test_the_value_of_a_building_is_found_by_round_and_within_bots(planted: Chapter) -> None:
    rows = {(row["building"], row["round"]): row for row in rows_of(value_of_buildings(planted), "buildings")}
    for number, worth in (("1", 12), ("2", -6)):
        row = rows["school", number]
        assert row["lead"] == pytest.approx(worth, abs=1.2)
        assert row["lead_low"] < worth < row["lead_high"]
        assert row["bought"] == sum(int(game.acts[:, int(number) - 1, SCHOOL].sum()) for game in planted.games)
        assert row["price"] == 9
    assert rows["school", "1"]["win_low"] > 0 > rows["school", "2"]["win"]
    assert rows["customs", "1"]["bought"] == 0 and rows["customs", "1"]["lead"] is None
    assert rows["bank", "1"]["price"] is None


def test_the_chance_to_win_is_that_of_the_buyer_and_not_the_gap_to_the_others() -> None:
    with_school = made_up([9, 5, 1], ["a", "b", "c"], {(0, 0, SCHOOL): 1})
    games = [with_school, with_school, made_up([9, 5, 1], ["a", "b", "c"]), made_up([5, 9, 1], ["a", "b", "c"])] * 20
    row = rows_of(value_of_buildings(chapter_of(games)), "buildings")[0]
    assert (row["building"], row["round"], row["bought"]) == ("school", "1", 40)
    assert row["win"] == pytest.approx(0.5, abs=0.03)  # always with the school, half the time without


def test_the_finding_names_the_clearest_gain_and_the_clearest_loss(planted: Chapter) -> None:
    finding = value_of_buildings(planted).finding
    assert "The school in round 1 had the clearest gain: +1" in finding
    assert "The school in round 2 had the clearest loss: \N{MINUS SIGN}" in finding


def test_buildings_have_the_names_of_their_edition() -> None:
    chapter = chapter_of([made_up([3, 2, 1], ["a", "b", "c"])], "2013")
    named = {row["building"] for row in rows_of(value_of_buildings(chapter), "buildings")}
    assert "temple" not in named  # 15.1
    assert chapter.rules.words["guild"] in named and "guild" not in named


def test_rounds_that_few_games_reach_are_looked_at_together() -> None:
    assert [band.label for band in bands_of([3] * 40)] == ["1", "2", "3"]
    assert [band.label for band in bands_of([3] * 40 + [4, 9])] == ["1", "2", "3+"]
    assert [band.label for band in bands_of([20] * 40)] == ["1", "2", "3", "4", "5", "6", "7", "8+"]
    assert list(bands_of([20] * 40)[-1].rounds(10)) == [7, 8, 9]
    assert [band.label for band in bands_of([3])] == ["1+"]


def test_wins_are_counted_by_visits_to_the_bank_beside_what_the_bots_win() -> None:
    # a wins 3 of 4 games, b 1; a goes once in two games that it wins, b twice in each game.
    games = [
        made_up([9, 5, 1], ["a", "b", "c"], {(0, 0, BANK): 1, (1, 0, BANK): 1, (1, 1, BANK): 1}),
        made_up([9, 5, 1], ["a", "b", "c"], {(0, 1, BANK): 1, (1, 0, BANK): 1, (1, 1, BANK): 1}),
        made_up([9, 5, 1], ["a", "b", "c"], {(1, 0, BANK): 1, (1, 1, BANK): 1}),
        made_up([5, 9, 1], ["a", "b", "c"], {(1, 0, BANK): 1, (1, 1, BANK): 1}),
    ] * 20
    section = bank_and_winning(chapter_of(games))
    rows = {row["visits"]: row for row in rows_of(section, "bank")}
    assert {visits: (row["sat"], row["wins"]) for visits, row in rows.items()} == {
        "0 visits": (120, 20),
        "1 visit": (40, 40),
        "2 visits": (80, 20),
    }
    assert rows["0 visits"]["expected"] == pytest.approx(0.75 / 3)
    assert rows["1 visit"]["expected"] == pytest.approx(0.75)
    assert rows["1 visit"]["win_rate_low"] == pytest.approx(0.9124, abs=1e-4)  # Wilson: 40 / (40 + 1.96²)
    by_bot = {(row["bot"], row["visits"]): (row["sat"], row["wins"]) for row in rows_of(section, "bank-by-bot")}
    assert by_bot["a", "1 visit"] == (40, 40) and by_bot["a", "0 visits"] == (40, 20)
    assert by_bot["c", "2 visits"] == (0, 0)
    one_more = {row["bot"]: row for row in rows_of(section, "one-more-visit")}
    assert one_more["all bots"]["win_low"] > 0
    assert one_more["a"]["win"] == pytest.approx(0.5, abs=0.03)  # it wins always with a visit, and half without
    assert "won more often" in section.finding


def test_the_strongest_is_told_by_how_often_it_finished_ahead_of_the_next() -> None:
    games = [made_up([9, 5, 1], ["a", "b", "c"])] * 30 + [made_up([5, 9, 1], ["a", "b", "c"])] * 10
    assert who_played(chapter_of(games)).finding == (
        "In 40 games a is the strongest; it finished ahead of b, which is second, 75% of the time (95%: 60% to 86%)."
    )
    even = [made_up([9, 5, 1], ["a", "b", "c"])] * 20 + [made_up([5, 9, 1], ["a", "b", "c"])] * 20
    assert "a and b are too close to call" in who_played(chapter_of(even)).finding
    apart = [made_up([9, 5, 1], ["a", "c", "c"])] * 20 + [made_up([9, 5, 1], ["b", "c", "c"])] * 20
    assert "never met" in who_played(chapter_of(apart)).finding


def test_seats_are_compared_with_an_even_share() -> None:
    games = [made_up([9, 5, 1], ["a", "b", "c"])] * 30 + [made_up([9, 5, 1], ["b", "c", "a"])] * 30
    section = seat_advantage(chapter_of(games))
    rows = {row["seat"]: row for row in rows_of(section, "seats")}
    assert [(row["sat"], row["wins"]) for row in rows.values()] == [(60, 60), (60, 0), (60, 0)]
    assert "Seat p1 won 100%" in section.finding and "less than its" in section.finding
    by_bot = {(row["bot"], row["seat"]): row["sat"] for row in rows_of(section, "seats-by-bot")}
    assert by_bot["a", "p1"] == 30 and by_bot["a", "p2"] == 0 and by_bot["a", "p3"] == 30


def test_endings_count_reasons_rounds_points_and_margins() -> None:
    games = [made_up([90, 80, 70], ["a", "b", "c"])] * 30 + [made_up([70, 85, 79], ["a", "b", "c"], reason="both")] * 10
    section = how_games_end(chapter_of(games))
    assert {row["reasons"]: row["games"] for row in rows_of(section, "reasons")} == {
        "victory points": 30,
        "presents gone": 0,
        "both at once": 10,
        "after 60 rounds": 0,
    }
    assert [(row["rounds"], row["games"]) for row in rows_of(section, "rounds")] == [("2 rounds", 40)]
    assert sum(row["games"] for row in rows_of(section, "points")) == 40
    assert {row["margins"]: row["games"] for row in rows_of(section, "margins") if row["games"]} == {
        "6 VP": 10,
        "10 VP": 30,
    }
    sources = {row["source"]: row for row in rows_of(section, "sources")}
    assert sources["track"]["more"] == pytest.approx((30 * (90 - 75) + 10 * (85 - 74.5)) / 40, abs=1e-3)
    assert sources["track"]["winner"] == pytest.approx(88.75) and sources["coins"]["more"] == 0
    assert "75% of games (95%: 60% to 86%) ended by victory points" in section.finding


def test_winners_and_others_are_compared_in_how_they_convert_and_travel() -> None:
    section = habits_of_winners(chapter_of([made_up([9, 5, 1], ["a", "b", "c"])] * 40))
    for row in rows_of(section, "conversion"):
        assert (row["winner"], row["others"]) == (0.8, 0.5)
    farthest = {row["farthest"]: (row["sat"], row["wins"]) for row in rows_of(section, "farthest")}
    assert farthest["Yunnan"] == (80, 0) and farthest["Sichuan"] == (40, 40)
    assert "winners turned 80.0% of their income into VP, the others 50.0%" in section.finding


def test_with_few_games_nothing_is_said(planted: Chapter) -> None:
    few = Chapter(planted.rules, planted.games[:20])
    for study in (value_of_buildings, bank_and_winning, seat_advantage, how_games_end, habits_of_winners):
        assert study(few).finding == "Too few games to say."
    assert all(row["lead"] is None for row in rows_of(value_of_buildings(few), "buildings"))
    assert not any(figure.name == "one-more-visit" for figure in bank_and_winning(few).figures)


def test_counts_that_are_rare_share_a_line() -> None:
    assert steps_of([0] * 50 + [1] * 50 + [2] * 3 + [3] * 2) == [0, 1]
    assert steps_of([4] * 100) == [0, 1, 2, 3, 4]
    assert steps_of([0]) == [0]
