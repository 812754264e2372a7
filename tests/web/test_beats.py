"""What is told and shown at the same time, and the panels at that moment."""

from hypothesis import given

from random_histories import history
from teahorse.rules import names as notation
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.text.translation import as_written
from teahorse.text.words import place_called
from teahorse.web.presenters.animation import acts
from teahorse.web.presenters.beats import Beat, beats
from variants import Table, over_games, policies, seeds, tables

PEOPLE = {"p1": "Ann", "p2": "Bob", "p3": "Cid"}


def story(*moves: str, table: Table | None = None) -> list[list[Beat]]:
    """The beats of each step of a game."""
    rules = (table or Table("2023", 3)).rules
    game = GameHistory(rules, [Row(number, MOVE, move) for number, move in enumerate(moves, 1)])
    return [beats(step, rules, PEOPLE, as_written) for step in game.steps]


@over_games(20)
@given(tables(), seeds(), policies())
def test_the_numbers_of_all_beats_lead_to_the_position_after_the_step(table: Table, seed: int, policy: str) -> None:
    rules = table.rules
    for step in history(table, seed, policy, 300).steps:
        told = beats(step, rules, PEOPLE, as_written)
        assert [act for beat in told for act in beat.acts] == acts(step, rules, PEOPLE, as_written)
        shown = {name: value for beat in told for name, value in beat.numbers.items()}
        for position, is_after in ((step.before, False), (step.after, True)):
            for player in [*notation.PLAYER[: rules.players], *(["duli"] if rules.has_duli else [])]:
                seat = notation.PLAYER.index(player)
                numbers = {
                    "supply": position.supply[seat],
                    "market": position.traders[seat, 0],
                    "presents": position.held_presents[seat],
                    "influence": position.influence[seat],
                }
                if player != "duli":
                    free = position.coins[seat] - position.committed[seat]
                    numbers |= {
                        "coins": position.coins[seat],
                        "free": free if position.committed[seat] else None,
                        "vp": position.vp[rules.record.person[seat]],
                        "passes": position.passes[seat],
                        "horse": place_called(notation.PLACE[position.horse[seat]], rules, as_written),
                    }
                for name, value in numbers.items():
                    if is_after and f"{name}-{player}" in shown:
                        assert shown.pop(f"{name}-{player}") == value, (name, player, step.move)
                    elif not is_after:
                        shown.setdefault(f"{name}-{player}", value)
        if int(step.before.presents.sum()) != int(step.after.presents.sum()):
            assert shown.pop("presents-left") == step.after.presents.sum()
        assert all(name.startswith("income-") for name in shown)


def test_paying_and_progress_are_told_player_by_player_with_the_coins_of_that_moment() -> None:
    (passes, bank, paid, hired) = story("bid school 9", "bank", "pass", "pass")[-1]
    assert (passes.part, bank.part, paid.part) == ("bid", "resolve", "resolve")
    assert [beat.heading for beat in (passes, bank, paid, hired)] == ["", "Resolving", "Resolving", "Resolving"]
    assert (bank.player, bank.lines) == ("p2", ["The bank pays Bob 6 coins, for standing bids of 9."])
    assert bank.numbers == {"supply-p2": 1, "coins-p2": 15, "free-p2": None}
    assert paid.numbers == {"coins-p1": 0, "free-p1": None}
    assert [act.kind for act in hired.acts] == ["trader-hired", "trader-returned"]


def test_what_follows_a_decision_is_told_under_the_name_of_its_part() -> None:
    told = story("bid yard 9", "bid school 9", "pass", "pass", "pass", "take post")[-1]
    assert [(beat.player, beat.heading) for beat in told][:2] == [("p1", ""), ("p2", "Resolving")]


def test_an_outbid_trader_goes_home_while_the_higher_bid_is_made() -> None:
    (beat,) = story("bid school 5", "bid school 9")[-1]
    assert [act.kind for act in beat.acts] == ["bid", "outbid"] and len(beat.lines) == 2
    assert beat.at == ["school-9"]
    assert beat.numbers["free-p1"] is None and beat.numbers["free-p2"] == 0


def test_inspector_income_and_order_come_one_after_the_other() -> None:
    """6, 8, 9."""
    told = story("pass", "pass", "pass", "go P-Y", "go P-Y", "done", "done", "done")[-1]
    parts = [beat.part for beat in told]
    assert parts == ["travel", "inspector", "inspector", "income", "income", "income", "order"]
    assert [beat.title for beat in told] == ["", "Inspector", "Inspector", "Income", "Income", "Income", "Turn order"]
    assert [beat.numbers.get("income-p3") for beat in told] == [None, None, None, 9, None, None, None]
    assert told[-1].order == ["p3", "p1", "p2"]
    assert told[-1].lines == ["New turn order, by income: 1. Cid, 2. Ann, 3. Bob. Bidding goes the other way round."]
    assert all(len(beat.lines) == 1 for beat in told)
    assert [beat.at for beat in told[1:4]] == [["province-Y"], ["traders-Y-p3"], ["camp-p3"]]
