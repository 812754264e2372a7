"""One game of a series, and bots that fail in it."""

from collections.abc import Callable

import pytest

from teahorse import Game
from teahorse.arena import Result, Settings, game_of, seated_bots
from teahorse.arena.match import STRIKES, play_match
from teahorse.arena.seated_bots import close_subprocess_bots
from teahorse.bots.greedy_bot import GreedyBot


@pytest.fixture(autouse=True)
def nobody_stays():
    yield
    close_subprocess_bots()


def same(one: Result, other: Result) -> bool:
    return one.as_data() | {"seconds": 0} == other.as_data() | {"seconds": 0}


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("2023", 4, {}), ("2023", 2, {}), ("2013", 2, {}), ("2013", 5, {"profi": "yes"}), ("2023", 3, {"guards": "yes"})],
)
def test_a_result_holds_the_whole_game(edition: str, players: int, options: dict[str, str]) -> None:
    settings = Settings.of(["greedy", "random"], edition, players, options, seed=8)
    result = play_match(settings, 3)
    game = game_of(settings, result)
    assert game.outcome is not None and game.outcome["reason"] == result.reason
    persons = [row["player"] for row in game.outcome["ranking"]]
    assert persons == [sorted(persons)[person] for person in result.ranking]
    assert [row["vp"] for row in game.outcome["ranking"]] == [result.totals[person] for person in result.ranking]
    assert [sum(points.values()) for points in result.points] == result.totals
    assert (result.rounds, result.decisions) == (game.round, len(game.moves))
    again = Game.from_record(game.record())
    assert again.snapshot() == game.snapshot()
    assert again.headers["Player.p2"] == result.seats[1]
    assert Result.from_data(result.as_data(), players) == result


def test_with_two_colours_one_bot_plays_both_colours_of_a_person() -> None:
    settings = Settings.of(["greedy", "random"], "2013", 2, seed=1)
    game = game_of(settings, play_match(settings, 0))
    bots = [game.headers[f"Player.p{player}"] for player in (1, 2, 3, 4)]
    assert sorted(bots[:2]) == ["greedy", "random"] and bots[2:] == bots[:2]


def test_games_with_the_same_seats_differ() -> None:
    settings = Settings.of(["random"], players=3)
    assert len({play_match(settings, number).moves for number in range(4)}) == 4


def test_a_game_is_the_same_whatever_was_played_before(failing_bot: Callable[[str], str]) -> None:
    settings = Settings.of([failing_bot("Dreamy"), "greedy", "random"], players=3, seed=2)
    fresh = play_match(settings, 5)
    play_match(settings, 1)
    assert same(play_match(settings, 5), fresh)
    assert not fresh.forfeits
    assert not same(play_match(settings, 6), fresh)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Crashes", "it raised ValueError: I have lost my glasses"),
        ("Hangs", "it took longer than 0.3 s"),
        ("Exits", "it ended its process with status 3"),
        ("Leaves", "it raised SystemExit: I go home"),
        ("Segfaults", "it was ended by SIGSEGV"),
        ("Cheats", "it chose a move that is not allowed: `convert 40` is not allowed"),
        ("Mumbles", "it chose something that is not a move: 'whatever"),
        ("Counts", "it gave an int where a move is a text"),
    ],
)
def test_a_bot_that_makes_no_move_forfeits_it_to_greedy(failing_bot: Callable[[str], str], bot: str, why: str) -> None:
    settings = Settings.of(["greedy", "greedy", failing_bot(bot)], players=3, seed=1)
    result = play_match(settings, 0, limit=0.3 if bot == "Hangs" else 60)
    person = result.seats.index(failing_bot(bot))
    assert [forfeit.person for forfeit in result.forfeits] == [person] * STRIKES
    assert all(forfeit.why.startswith(why) and len(forfeit.why) < 210 for forfeit in result.forfeits)
    game = game_of(settings, result)
    assert game.is_over
    for forfeit in result.forfeits:
        before = Game.before_dealing(settings.rules)
        for move in game.history[: forfeit.move - 1]:
            before.make(move)
        assert before.to_move == f"p{person + 1}"


def test_after_a_forfeit_a_bot_goes_on(failing_bot: Callable[[str], str]) -> None:
    settings = Settings.of([failing_bot("CrashesOnce"), "random"], players=3)
    result = play_match(settings, 0)
    sat = result.seats.count(failing_bot("CrashesOnce"))
    assert [forfeit.why for forfeit in result.forfeits] == ["it raised KeyError"] * sat


def test_an_error_in_one_of_our_bots_is_a_forfeit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(GreedyBot):
        def choose(self, game: Game, budget: object = None) -> str:
            raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(seated_bots, "bot_named", lambda name, seed: Broken() if name == "random" else GreedyBot(seed))
    result = play_match(Settings.of(["random", "greedy", "greedy"], players=3), 0)
    assert [forfeit.why for forfeit in result.forfeits] == ["it raised ZeroDivisionError: division by zero"] * STRIKES
