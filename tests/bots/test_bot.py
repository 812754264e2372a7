"""The interface of all bots: legal moves, rankings, progress, cancelling."""

import threading

import pytest
from sampled_positions import positions

from position_builder import position
from teahorse import Game, TeahorseError
from teahorse.bots import Budget, Cancelled, Progress, Watch, bot_named
from teahorse.bots.levels import levels
from teahorse.bots.tempers import tempers

QUICK = Budget(simulations=6)
KINDS = ("random", *(f"greedy/{temper}" for temper in tempers()), *(f"search/{temper}" for temper in tempers()))
POSITIONS = 10_000


def test_no_bot_makes_an_illegal_move_in_ten_thousand_positions_of_all_variants() -> None:
    bots = [bot_named(kind, seed=number) for number, kind in enumerate(KINDS)]
    for number, game in enumerate(positions(POSITIONS)):
        bot = bots[number % len(bots)]
        move = bot.choose(game, QUICK)
        assert game.why_not(move) is None, (bot.name, move, game.snapshot())


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_ranks_different_legal_moves_the_most_visited_first(kind: str) -> None:
    for game in positions(60, every=7):
        ranked = bot_named(kind, seed=1).consider(game, QUICK)
        moves = [considered.move for considered in ranked]
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(game.legal_moves())
        visits = [considered.visits for considered in ranked]
        assert visits == sorted(visits, reverse=True)
        for considered in ranked:
            assert len(considered.values) == game.rules.people
            if considered.visits:
                assert sum(considered.values) == pytest.approx(1)


def test_every_level_plays_a_whole_game_for_two_with_duli_or_two_colours() -> None:
    for number, level in enumerate(levels()):
        options = {"two_players": "two-colours"} if number % 2 else {}
        game = Game.new("2023", 2, options, seed=number)
        bots = [bot_named(level, seed=person) for person in range(2)]
        while not game.is_over:
            assert game.to_move is not None
            person = game.rules.record.person[int(game.to_move[1:]) - 1]
            game.play(bots[person].choose(game, Budget(simulations=20)))


def test_bots_of_the_same_name_and_seed_play_the_same_moves_and_other_seeds_differ() -> None:
    games = []
    for seed in (3, 3, 4):
        game = Game.new(players=3)
        bots = [bot_named("search:40", seed=seed + 10 * seat) for seat in range(3)]
        while game.round == 1:
            game.play(bots[int(str(game.to_move)[1:]) - 1].choose(game))
        games.append(game.moves)
    assert games[0] == games[1] != games[2]


def test_a_search_reports_its_progress() -> None:
    heard: list[Progress] = []
    bot_named("search").consider(Game.new(players=4), Budget(simulations=3000), Watch(report=heard.append))
    parts = [progress.part for progress in heard]
    assert len(parts) > 2
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert heard[-1].simulations == 3000


def test_a_cancelled_search_ends_at_once() -> None:
    cancel = threading.Event()
    bot = bot_named("search", cores=2)
    with pytest.raises(Cancelled):
        bot.consider(Game.new(players=4), Budget(simulations=10**7), Watch(lambda progress: cancel.set(), cancel))
    assert bot.choose(Game.new(players=4), QUICK)  # and the bot can think on


@pytest.mark.parametrize("kind", ["random", "greedy", "search"])
def test_no_bot_starts_when_it_is_already_cancelled(kind: str) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        bot_named(kind).consider(Game.new(players=4), QUICK, Watch(cancel=cancel))


def test_an_error_in_one_thread_of_a_search_ends_the_others() -> None:
    class Upset(Exception):
        pass

    def report(progress: Progress) -> None:
        raise Upset

    with pytest.raises(Upset):
        bot_named("search", cores=3).consider(Game.new(players=4), Budget(simulations=10**8), Watch(report))


def test_a_budget_without_an_end_is_refused() -> None:
    with pytest.raises(TeahorseError, match="simulations, seconds, or both"):
        Budget()


def test_time_ends_a_search_without_a_number_of_simulations() -> None:
    ranked = bot_named("search:0.05s").consider(Game.new(players=4))
    assert sum(considered.visits for considered in ranked) > 0


def test_asking_for_a_move_after_the_end_or_before_dealing_is_an_error() -> None:
    over = Game.new(players=3, options={"vp_end": 1})
    bots = bot_named("greedy")
    while not over.is_over:
        over.play(bots.choose(over))
    for name in ("random", "greedy", "search"):
        with pytest.raises(TeahorseError, match="the game is over"):
            bot_named(name).choose(over)
        with pytest.raises(TeahorseError, match="deal first"):
            bot_named(name).choose(Game.before_dealing(Game.new(players=2).rules))


def test_a_search_makes_the_only_legal_move_without_simulations() -> None:
    game = position(phase="travel", to_move="p3")
    assert game.legal_moves() == ["done"]
    assert bot_named("search").choose(game, Budget(simulations=10**7)) == "done"
