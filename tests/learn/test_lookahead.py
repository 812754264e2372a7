"""Moves tried one move ahead: on copies of the games, by the rules, and good ones become more likely."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from teahorse import Game
from teahorse.learn.lookahead import Lookahead
from teahorse.learn.network import Network, log_policy
from teahorse.learn.recipe import read_recipe
from teahorse.learn.train import Stretch, Training
from teahorse.learn.training_games import TrainingGames
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import MAX_PLAYERS

TABLES = (("2023", 3, {}), ("2013", 4, {"profi": True}))
LANES = 4
TINY = replace(read_recipe("small"), lanes=16, steps=8, batch=64, width=16, lookahead_share=0.5, lookahead_moves=3)


def test_a_tried_move_leads_where_the_rules_say_and_leaves_the_game_alone() -> None:
    games = TrainingGames([Ruleset.of(*table) for table in TABLES], [LANES] * len(TABLES), seed=7, device="cpu")
    played = [Game.new(*table, seed=7) for table in TABLES for _ in range(LANES)]
    trials = games.room_for_trials(games.n)
    trials.lanes[:] = np.arange(games.n)[::-1]
    rng, ends = np.random.default_rng(1), 0
    while ends < 3:
        moves = np.array([rng.choice(np.flatnonzero(row)) for row in games.legal.numpy()])
        before = games.observations.clone()
        games.try_moves(trials, torch.tensor(moves[::-1].copy()))
        assert torch.equal(games.observations, before)
        for lane, game in enumerate(played):
            game.play(game.action_text(int(moves[lane])))
            trial = games.n - 1 - lane
            assert bool(trials.ended[trial]) == game.is_over
            if game.is_over:
                winner = int(game.outcome["ranking"][0]["player"][1:]) - 1
                assert trials.rank[trial, winner] == 1
                played[lane], ends = Game.new(*TABLES[lane // LANES], seed=7), ends + 1
            else:
                assert (trials.observations[trial] == game.observe(rules=False)).all()
        games.step(torch.tensor(moves))


def test_only_balanced_players_try_moves_each_legal_and_none_twice() -> None:
    games = TrainingGames([Ruleset.of(*table) for table in TABLES], [LANES] * len(TABLES), seed=7, device="cpu")
    lookahead = Lookahead(TINY, games, "cpu", torch.Generator().manual_seed(1))
    network = Network(TINY.shape)
    torch.nn.init.normal_(network.facts.weight, std=0.1)
    tempers = torch.zeros(games.n, MAX_PLAYERS, dtype=torch.int64)
    tempers[0] = 1
    log_probs = log_policy(torch.zeros_like(games.legal, dtype=torch.float32), games.legal)
    with torch.no_grad():
        lookahead.look(network, 0, log_probs, tempers)
    tried = lookahead.tried
    assert tried.lanes[0].tolist() == [0, 2, 4, 6]
    assert not tried.weight[0, 0].any() and tried.weight[0, 1:].all()
    for lane, moves, gain in zip(tried.lanes[0], tried.moves[0], tried.gain[0], strict=True):
        assert games.legal[lane][moves].all() and len(set(moves.tolist())) == TINY.lookahead_moves
        assert abs(float(gain.sum())) < 1e-5 < float(gain.abs().sum())  # all moves are equally likely here


def test_moves_that_gain_become_more_likely(tmp_path: Path) -> None:
    training = Training(replace(TINY, entropy=0.0, pull=0.0, learning_rate=0.01), tmp_path, "cpu", seed=1)
    updater, lookahead = training.updater, training.play.lookahead
    assert lookahead
    torch.nn.init.normal_(training.network.facts.weight, std=1.0)
    steps, tried = training.play.play(), lookahead.tried
    batch = next(updater._tried_batches(steps, tried))
    before = float(updater._lookahead(batch).detach())
    for _ in range(10):
        loss = -updater._lookahead(batch)
        updater.optimizer.zero_grad()
        loss.backward()
        updater.optimizer.step()
    assert float(updater._lookahead(batch).detach()) > before + 1e-4


def test_a_training_with_lookahead_runs(tmp_path: Path) -> None:
    lines: list[dict[str, float]] = []
    Training(TINY, tmp_path, "cpu", seed=1).run(Stretch(0.1), lines.append)
    assert "lookahead" in lines[0]
