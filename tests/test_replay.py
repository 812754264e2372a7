"""A game replayed quickly is the game that was played."""

from pathlib import Path

import pytest

from teahorse.errors import IllegalMove, NotationError, TeahorseError
from teahorse.game import Game
from teahorse.replay import Replay
from teahorse.rules.ruleset import Ruleset

GAMES = sorted((Path(__file__).parent / "games").glob("**/*-vp.yunnan"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_replay_leads_through_the_same_positions_as_the_game(path: Path) -> None:
    game = Game.from_record(path.read_text())
    replay = Replay(game.rules, len(game.moves))
    for move in game.moves:
        replay.make(move)
    again = replay.game()
    assert again.history == game.history and again.record().splitlines()[-1] == game.record().splitlines()[-1]
    before = [position for _, position in game._history]
    assert [position.tobytes() for position in replay.positions] == [p.tobytes() for p in [*before, game.position]]
    assert again.undo_one() == game.undo_one() and again.snapshot() == game.snapshot()


def test_a_replay_refuses_what_the_rules_refuse_and_stays_as_it_was() -> None:
    replay = Replay(Ruleset.of("2023", 3), 3)
    replay.make("bid school 9")
    with pytest.raises(IllegalMove, match="That space is taken by p1"):
        replay.make("bid school 9")
    with pytest.raises(NotationError):
        replay.make("tea")
    replay.make("market")
    assert replay.game().moves == ["bid school 9", "market"]


def test_a_replay_takes_moves_back_as_far_as_there_are_any() -> None:
    replay = Replay(Ruleset.of("2023", 3), 1)
    first = replay.game().snapshot()
    replay.make("bid school 9")
    replay.undo()
    assert replay.game().snapshot() == first and replay.game().moves == []
    with pytest.raises(TeahorseError, match="no move to take back"):
        replay.undo()
