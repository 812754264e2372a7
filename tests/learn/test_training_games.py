"""The lanes of a training play by the rules, each by its own."""

import numpy as np
import pytest
import torch

from teahorse import Game
from teahorse.learn.training_games import TrainingGames
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import SCORES

TABLES = (("2023", 4, {}), ("2023", 3, {"expert": True}), ("2013", 2, {}), ("2013", 5, {"profi": True}))
LANES = 3


def new_games() -> TrainingGames:
    return TrainingGames([Ruleset.of(*table) for table in TABLES], [LANES] * len(TABLES), seed=7, device="cpu")


def random_moves(games: TrainingGames, rng: np.random.Generator) -> torch.Tensor:
    return torch.tensor([rng.choice(np.flatnonzero(row)) for row in games.legal.numpy()])


def test_every_lane_plays_by_its_own_rules() -> None:
    games, rng = new_games(), np.random.default_rng(1)
    played = [Game.new(*table, seed=7) for table in TABLES for _ in range(LANES)]  # without Dúli there is no chance
    for _ in range(150):
        for lane, game in enumerate(played):
            assert (games.legal[lane].numpy() == game.legal_mask()).all()
            assert (games.observations[lane].numpy() == game.observe(rules=False)).all()
            assert game.to_move == f"p{int(games.to_move[lane]) + 1}"
        moves = random_moves(games, rng)
        for lane, game in enumerate(played):
            game.play(game.action_text(int(moves[lane])))
        games.step(moves)
        for lane, game in enumerate(played):
            assert bool(games.ended[lane]) == game.is_over
            if game.is_over:
                played[lane] = Game.new(*TABLES[lane // LANES], seed=7)


def test_the_end_of_a_game_is_labelled_with_its_score_sheet() -> None:
    games, rng = new_games(), np.random.default_rng(2)
    played = [Game.new(*table, seed=7) for table in TABLES for _ in range(LANES)]
    ends = 0
    while ends < 4:
        moves = random_moves(games, rng)
        for lane, game in enumerate(played):
            game.play(game.action_text(int(moves[lane])))
        games.step(moves)
        for lane, game in enumerate(played):
            if not game.is_over:
                continue
            ends += 1
            assert games.rounds[lane] == game.round
            ranking = game.outcome["ranking"]
            for rank, row in enumerate(ranking, 1):
                player = int(row["player"].partition("+")[0][1:]) - 1
                assert games.rank[lane, player] == rank
                assert games.scores[lane, player].sum() == row["vp"]
                assert games.scores[lane, player].tolist() == list(row["from"].values())
            played[lane] = Game.new(*TABLES[lane // LANES], seed=7)
    assert games.scores.shape[-1] == SCORES


def test_a_lane_has_the_rules_of_its_table() -> None:
    games = new_games()
    assert games.rules_of.tolist() == [number for number in range(len(TABLES)) for _ in range(LANES)]
    assert games.players.tolist() == [players for players in (4, 3, 4, 5) for _ in range(LANES)]
    assert len(games.rules_rows) == len(TABLES)
    assert pytest.approx(1.0) == float(games.rules_rows.abs().max())
