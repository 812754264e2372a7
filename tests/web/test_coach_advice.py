"""What the coach says: golden sentences of hints over all phases, and of the review."""

from collections.abc import Sequence

import pytest

from table_setup import PERSON, config_for, play_moves
from teahorse.bots import Considered, bot_named
from teahorse.bots.chances import shown_chances
from teahorse.game import Game
from teahorse.server.tables.service import TableService
from teahorse.server.thinking.review_points import Point
from teahorse.text.language import language_named
from teahorse.text.people import NamesForReader
from teahorse.text.translation import as_written
from teahorse.web.presenters.coach.advice import MOST_MOVES, advice, best_first, chance_of, reason
from teahorse.web.presenters.coach.retrospect import Retrospect
from teahorse.web.presenters.coach.thought import Thought
from teahorse.web.presenters.position_view import PositionView

NAMES = {"p1": "Ann", "p2": "Mei", "p3": "Lan"}
TRADER = "A fourth trader is one more bid or journey in every round. "
AT_THE_YARD = ("bid school 9", "bid yard 9", "bid guild 9", "pass", "pass", "pass")
ON_THE_ROAD = (*AT_THE_YARD, "take post at Y")
CONVERTING = (*ON_THE_ROAD, "go P-Y", "go P-Y", "done", "go P-Y", "go P-Y", "done", "go P-Y", "go P-Y", "done")


def said(moves: Sequence[str], move: str, line: Sequence[str] = (), otherwise: Sequence[str] = ()) -> str:
    """What the coach says about a move after these moves; `otherwise` is a move with its expected line."""
    game = Game.new(players=3)
    for each in moves:
        game.play(each)
    assert game.why_not(move) is None, game.legal_moves()
    return reason(Thought(PositionView(game, NAMES, as_written), move, line, [otherwise] if otherwise else []))


def test_a_second_bid_in_a_building_counts_after_the_first() -> None:
    game = Game.new("2023", 3, {"double_bidding": True, "debt": True})
    for move in ("bid school 9", "bid yard 5", "bid guild 5"):
        game.play(move)
    view = PositionView(game, NAMES, as_written)
    assert reason(Thought(view, "bid school 12", (), [])).startswith("A fifth trader is one more bid or journey")
    game = Game.new("2023", 3, {"double_bidding": True})
    for move in ("bid school 5", "bid yard 5", "bid guild 5"):
        game.play(move)
    view = PositionView(game, NAMES, as_written)
    outbid = reason(Thought(view, "bid school 7", (), []))  # it sends one's own trader home
    assert outbid.startswith("A fourth trader is one more bid or journey")


@pytest.mark.parametrize(
    ("moves", "move", "sentence"),
    [
        # 3.1, 3.7: a large space is safe, a small one is not; 3.6 decides who can outbid it.
        ((), "bid school 9", TRADER + "It can't be outbid, but it takes all your coins."),
        (
            ("bid yard 5", "bid guild 5"), "bid school 9",
            TRADER + "It can't be outbid, and leaves you 3 coins, too few for another bid.",
        ),
        (
            (), "bid school 5",
            TRADER + "Mei and Lan can still outbid it; then your trader comes back, and you bid again.",
        ),
        (
            ("bid school 9", "bid yard 9"), "bid guild 7",
            "Influence 1 is more than Ann and Mei have: first at the presents, and able to displace. "
            "None of the others can outbid it.",
        ),
        (
            ("bid horse 5",), "bid horse 9",
            "The horse opens Sichuan, where a trader earns 9 a round. It sends the trader of Ann home.",
        ),
        (
            ("bid school 9", "bid yard 9"), "bid customs 5",
            "With 3 border passes, the traders can take one more step in every round. None of the others can outbid "
            "it.",
        ),
        # 2.5 to 2.7: bank, market and passing.
        (
            ("bid school 9", "bid horse 9"), "bank",  # with 3 coins each, the others can't bid any more
            "The bank would pay 10 coins as the bids stand. Your other traders can travel this round.",
        ),
        (
            ("bank", "pass"), "bank",  # 4.1: its trader comes back
            "The bank pays nothing now, as none of the others can bid any more, but your trader is back in your supply "
            "for the next bidding. Your other traders can travel this round.",
        ),
        (
            (), "bank",
            "The bank pays for the bids of the others, and they have made none yet. "
            "Every further bid raises what it pays, and your other traders can travel.",
        ),
        (
            ("bid school 9", "bid horse 9"), "market",
            "A trader in the market can travel this round, and the bidding goes on. "
            "You see first what Ann and Mei will do.",
        ),
        (
            ("bid school 5", "bid horse 9", "bid guild 5"), "pass",
            "2 traders go to the market, ready to travel. Lan can still outbid you; then you are back in the bidding.",
        ),
        (
            ("bid school 7", "bid horse 9", "bid guild 9"), "pass",
            "2 traders go to the market, ready to travel. None of the others can outbid you any more.",
        ),
        # 4.8: structures.
        (
            AT_THE_YARD, "take post at Y",
            "A post in Yunnan earns 1 coin a round if its road has no gap, and holds the road there without a trader.",
        ),
        (AT_THE_YARD, "take bridge", "In the supply it can wait for a better place."),
        (
            AT_THE_YARD, "take teahouse at Y",
            "A teahouse in Yunnan scores 1 VP in the end, and the inspector leaves its owner's traders there alone.",
        ),
        # 5, 6: on the road.
        (
            ON_THE_ROAD, "go P-Y",
            "In Yunnan the trader earns 6 if the inspector goes elsewhere. As it stands he would come there, and then "
            "a trader only goes back to the market.",
        ),
        (ON_THE_ROAD, "done", "No journey would raise this round's income of 3."),
        ((*ON_THE_ROAD, "go P-Y"), "go P-Y", "This round's income rises from 3 to 9."),
        (
            (*ON_THE_ROAD, "go P-Y"), "done",
            "Another journey could bring 6 more this round, but from the market a trader is back in your supply for "
            "the next bidding.",
        ),
    ],
)  # fmt: skip
def test_a_hint_says_what_a_move_gains_and_risks(moves: Sequence[str], move: str, sentence: str) -> None:
    assert said(moves, move) == sentence


def test_a_hint_to_the_last_traveller_knows_where_the_inspector_goes() -> None:
    game = Game.new(players=3)
    for move in (*ON_THE_ROAD, "done", "done"):
        game.play(move)
    first = reason(Thought(PositionView(game, NAMES, as_written), "go P-Y"))
    assert first.startswith(
        "The inspector comes to Yunnan and banishes one of your traders there. Send another one, too"
    )
    snapshot = game.snapshot()
    snapshot["travel"]["passes_left"] = 1
    alone = reason(Thought(PositionView(Game.from_snapshot(snapshot), NAMES, as_written), "go P-Y"))
    assert alone.endswith("sends the trader back to the market. This round's income is then 3.")


def test_a_hint_says_which_trader_a_rival_might_displace() -> None:
    moves = ("bid guild 9", "bid yard 9", "bid school 9", "pass", "pass", "pass", "take post at Y")
    line = ("done", "done", "go P-Y", "displace p3")
    assert said(moves, "go P-Y", line).endswith("But Ann might displace a trader of yours in Yunnan.")


def test_a_hint_says_what_a_rival_would_do() -> None:
    outbid = said((), "bid school 5", line=("bid school 9",))
    assert outbid == TRADER + "Mei might outbid it with 9: that costs Mei more, and you bid again."
    wanted = said((), "bid school 9", otherwise=("bid horse 5", "bid school 9"))
    assert wanted == TRADER + "If you leave it, Mei might bid there first."
    last = said(("bid school 9", "bank"), "bank", otherwise=("market", "bank"))
    assert last.endswith("If you wait, Ann might take the last space.")


@pytest.mark.parametrize("edition", ["2023", "2013"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_there_is_a_reason_for_every_legal_move_of_a_game(edition: str, language: str) -> None:
    say = language_named(language).say
    for seed in range(2):
        game = Game.new(edition=edition, players=3, options={"guards": True} if edition == "2023" else {}, seed=seed)
        kinds = set()
        bots = [bot_named(f"novice/{temper}", seed) for temper in ("builder", "diplomat", "pusher")]
        while not game.is_over:
            legal = game.legal_moves()
            for move in legal[:: max(1, len(legal) // 4)]:
                sentences = reason(Thought(PositionView(game, NAMES, say), move))
                assert sentences.endswith(".") and "{" not in sentences
                kinds.add(move.split(" ")[0])
            game.play(bots[int(str(game.to_move)[1:]) - 1].choose(game))
        assert {"bid", "pass", "go", "done", "convert", "take"} <= kinds


# --- Which moves are shown ------------------------------------------------------------------------------


def test_of_the_moves_that_were_searched_well_the_one_that_wins_most_comes_first() -> None:
    ranked = [
        Considered("bank", 600, (0.27, 0.4, 0.33)),
        Considered("bid yard 5", 300, (0.52, 0.3, 0.18)),
        Considered("bid school 9", 60, (0.40, 0.3, 0.30)),
        Considered("bid horse 5", 20, (0.99, 0.0, 0.01)),  # hardly looked at: not to be trusted
        Considered("bid school 5", 20, (0.30, 0.4, 0.30)),
        Considered("pass", 0, (0.0, 0.0, 0.0)),
    ]
    view = PositionView(Game.new(players=3), NAMES, as_written)
    assert [each.move for each in best_first(view, ranked)] == ["bid yard 5", "bid school 9", "bid school 5", "bank"]
    told = advice(view, ranked, {"bid yard 5": "Bid 5 at the yard"})
    assert len(told) == MOST_MOVES
    shown = shown_chances(ranked[1].values, view.game.position, view.game.rules)[0]
    assert (told[0].label, told[0].chance) == ("Bid 5 at the yard", f"{shown:.0%}".replace("%", " %"))
    assert shown < ranked[1].values[0]
    assert told[0].reason.startswith("The yard gives a structure")


def test_moves_that_the_search_can_hardly_tell_apart_are_about_as_good() -> None:
    ranked = [
        Considered("bank", 600, (0.5, 0.25, 0.25)),
        Considered("bid yard 5", 300, (0.49, 0.26, 0.25)),
        Considered("bid school 9", 60, (0.30, 0.4, 0.30)),
    ]
    view = PositionView(Game.new(players=3), NAMES, as_written)
    assert [each.is_as_good for each in advice(view, ranked, {})] == [False, True, False]


def test_the_alternatives_come_in_the_order_of_the_chances_shown() -> None:
    ranked = [
        Considered("bank", 600, (0.6, 0.3, 0.1)),
        Considered("bid yard 5", 300, (0.30, 0.35, 0.35)),  # even rivals leave less than a rival far ahead does
        Considered("bid school 9", 60, (0.29, 0.7, 0.01)),
    ]
    view = PositionView(Game.new(players=3), NAMES, as_written)
    told = advice(view, ranked, {})
    assert [each.move for each in told] == ["bank", "bid school 9", "bid yard 5"]
    percent = [int(each.chance.removesuffix(" %")) for each in told]
    assert percent == sorted(percent, reverse=True)


def test_a_chance_is_right_early_and_late_without_another_order() -> None:
    sure = [Considered("bank", 600, (0.999, 0.001, 0.0)), Considered("pass", 300, (0.9, 0.1, 0.0))]
    view = PositionView(Game.new(players=3), NAMES, as_written)
    told = advice(view, sure, {})
    assert [each.move for each in told] == ["bank", "pass"]
    assert int(told[0].chance.removesuffix(" %")) < 95  # nobody is sure of anything at the first move


def test_the_same_placement_with_another_trader_is_shown_once() -> None:
    game = Game.new(players=3)
    for move in (*CONVERTING, "convert 0", "convert 0", "convert 0"):
        game.play(move)
    ranked = [
        Considered("bid school 9", 60, (0.5, 0.5, 0.5)),
        Considered("bid school 9 from Y", 40, (0.4, 0.4, 0.4)),
        Considered("pass", 40, (0.3, 0.3, 0.3)),
    ]
    view = PositionView(game, NAMES, as_written)
    assert [each.move for each in best_first(view, ranked)] == ["bid school 9", "pass"]


def test_a_search_is_never_sure() -> None:
    chances = [chance_of(value, as_written) for value in (0.0, 0.004, 0.5, 0.999)]
    assert chances == ["less than 1 %", "less than 1 %", "50 %", "more than 99 %"]


# --- Converting -----------------------------------------------------------------------------------------


def converting(vp: int, coins: int, move: str) -> str:
    """What the coach says to a player with these points and coins."""
    game = Game.new(players=3)
    for each in CONVERTING:
        game.play(each)
    snapshot = game.snapshot()
    snapshot["players"][game.to_move] |= {"vp": vp, "coins": coins}
    return reason(Thought(PositionView(Game.from_snapshot(snapshot), NAMES, as_written), move))


@pytest.mark.parametrize(
    ("vp", "coins", "move", "sentence"),
    [
        (0, 0, "convert 0", "The 15 coins are for the next round's bids."),
        (0, 9, "convert 15", "With 9 coins there is enough for the next bids; the rest is safer as VP."),
        (
            0,
            3,
            "convert 15",
            "VP can't be lost again. With 3 coins there is no bid next round, but the bank can bring more.",
        ),
        (0, 6, "convert 15", "VP can't be lost again, and 6 coins are enough for a small bid."),
        (
            0,
            0,
            "convert 15",
            "VP can't be lost again. Without coins there is no bid next round, but the bank can bring new ones.",
        ),
        (50, 0, "convert 15", "That leaves you 15 VP from the end, so VP count more than coins now."),
        (75, 0, "convert 15", "That makes 90 VP and ends the game, ahead of everyone else: 90 VP in all."),
    ],
)
def test_a_hint_says_why_to_turn_income_into_points(vp: int, coins: int, move: str, sentence: str) -> None:
    assert converting(vp, coins, move) == sentence


# --- The review -----------------------------------------------------------------------------------------


def looked_back(tables: TableService, moves: Sequence[str], number: int, best: str, loss: float = 0.2) -> str:
    """What the coach says to Ann about a move of a game, which is counted from 0."""
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    history = play_moves(tables, table_id, key, *moves).history
    step = history.steps[number]
    before = Point(max(1, step.row - 1), 1, "p1", "pass", (0.5, 0.3, 0.2), "pass", 0.0)
    point = Point(step.row, step.round, step.player, step.move, (0.4, 0.45, 0.15), best, loss)
    names = NamesForReader(NAMES, {"p1"})
    return Retrospect(history, [before, point], 1, names, as_written).sentence()


LOST_SCHOOL = ("bid horse 9", "bid school 9", "bid guild 9", "pass", "pass", "pass")
OUTBID = ("bid school 5", "bid school 9", "bid guild 9", "pass", "pass", "pass")


@pytest.mark.parametrize(
    ("moves", "number", "best", "sentence"),
    [
        (
            LOST_SCHOOL, 0, "bid school 9",
            "Here 9 at the school would have kept you the favourite: Mei got a fourth trader.",
        ),
        (
            LOST_SCHOOL, 0, "bid school 5",  # which Mei would have outbid
            "Here 5 at the school would have kept you the favourite. "
            "A fourth trader is one more bid or journey in every round.",
        ),
        (OUTBID, 0, "bid school 9", "Here 9 at the school would have kept you the favourite: Mei outbid your 5."),
        (
            LOST_SCHOOL, 2, "bid horse 12",
            "Here 12 at the horse trader would have been much better. "
            "The horse opens Sichuan, where a trader earns 9 a round.",
        ),
        (
            LOST_SCHOOL, 2, "bid guild 5",
            "Here 5 at the guild would have been much better: it would have cost 4 coins less.",
        ),
        (
            CONVERTING, 6, "take teahouse",
            "Here keeping a structure for later would have been much better. In the supply it can wait for a "
            "better place.",
        ),
        (
            (*CONVERTING, "convert 6"), 16, "convert 12",
            "Here turning 12 into VP would have kept you the favourite: 6 more VP were to be had.",
        ),
        (
            (*CONVERTING, "convert 12"), 16, "convert 0",
            "Here keeping the whole income as coins would have kept you the favourite: only 3 coins were there for the "
            "next round's bids.",
        ),
    ],
)  # fmt: skip
def test_the_review_says_what_would_have_been_better_and_what_happened_instead(
    tables: TableService, moves: Sequence[str], number: int, best: str, sentence: str
) -> None:
    assert looked_back(tables, moves, number, best) == sentence


def test_the_review_does_not_say_that_a_better_bank_would_pay_nothing_yet(tables: TableService) -> None:
    assert looked_back(tables, LOST_SCHOOL, 0, "bank", 0.05) == "Here the bank would have kept you the favourite."
    assert looked_back(tables, LOST_SCHOOL, 2, "bank", 0.05) == (
        "Here the bank would have been better. The bank would pay 10 coins as the bids stand."
    )


def test_the_review_counts_what_the_bank_would_have_paid_without_ones_own_bids(tables: TableService) -> None:
    moves = ("bid school 5", "bid horse 9", "bank", "pass", "pass")  # the bank pays 8 for 14, and 6 for 9
    assert looked_back(tables, moves, 0, "bank").endswith(
        "kept you the favourite: in the end it would have paid 6 coins."
    )
    assert looked_back(tables, moves, 3, "bank").endswith(
        "The bank would pay 6 coins as the bids stand; the bids made so far are given up for it."
    )


def test_a_small_loss_is_only_better(tables: TableService) -> None:
    assert looked_back(tables, LOST_SCHOOL, 2, "bank", 0.05).startswith("Here the bank would have been better")
