"""What the network is taught, computed by hand on small examples."""

from dataclasses import replace

import pytest
import torch
from opponent_copies import against_copies

from teahorse.learn.network import Network, by_number, from_mover
from teahorse.learn.recipe import read_recipe
from teahorse.learn.self_play import Steps
from teahorse.learn.targets import targets_of
from teahorse.learn.update import scaled_by_table
from teahorse.observation import layout
from teahorse.rules.state import BID, MAX_PLAYERS

RECIPE = replace(read_recipe("small"), lanes=8, steps=400, batch=100)


@pytest.fixture(scope="module")
def played() -> tuple[Steps, torch.Tensor]:
    torch.manual_seed(3)
    network = Network(RECIPE.shape)
    play = against_copies(RECIPE, network)
    return play.play(), play.games.players


def test_players_are_counted_from_the_mover_and_back() -> None:
    values = torch.arange(10.0).view(2, 5)
    movers, players = torch.tensor([2, 1]), torch.tensor([5, 3])
    assert from_mover(values, movers, players).tolist() == [[2, 3, 4, 0, 1], [6, 7, 5, 0, 0]]
    back = by_number(from_mover(values, movers, players), movers, players)
    assert back.tolist() == [[0, 1, 2, 3, 4], [5, 6, 7, 0, 0]]


def test_before_an_end_the_targets_lead_to_the_result(played: tuple[Steps, torch.Tensor]) -> None:
    steps, players = played
    targets = targets_of(steps, players, RECIPE)
    assert steps.ended.any()
    for step, lane in steps.ended.nonzero().tolist():
        assert targets.win[step, lane].tolist() == steps.final_win[step, lane].tolist()
        assert targets.win[step, lane].sum() == pytest.approx(1.0)
        assert targets.rounds[step, lane] * 20 == pytest.approx(float(steps.final_rounds[step, lane]))
        assert torch.allclose(targets.points[step, lane] * 50, steps.final_points[step, lane])
        assert torch.allclose(targets.utility[step, lane], steps.reward[step, lane], atol=1e-5)
        if step and not steps.ended[step - 1, lane]:
            expected = torch.lerp(steps.win[step, lane], steps.final_win[step, lane], RECIPE.facts_trace)
            assert torch.allclose(targets.win[step - 1, lane], expected)


def test_the_winner_gets_more_than_the_others(played: tuple[Steps, torch.Tensor]) -> None:
    steps, players = played
    for step, lane in steps.ended.nonzero().tolist():
        rewards, won = steps.reward[step, lane], steps.final_win[step, lane] > 0
        taken = torch.arange(MAX_PLAYERS) < players[lane]
        assert rewards[won].min() >= 0.8
        assert rewards[taken & ~won].max() < rewards[won].min() + 0.5


def test_a_bid_is_outbid_when_it_disappears_while_bidding_goes_on(played: tuple[Steps, torch.Tensor]) -> None:
    steps, players = played
    targets = targets_of(steps, players, RECIPE)
    phase = layout(rules=False)["game.phase"]
    bids = _bids(steps, players)
    bidding = steps.observations[:, :, phase.start + BID] > 0
    outbid = 0
    for lane in range(len(players)):
        for step in range(len(steps.actions)):
            for player in range(int(players[lane])):
                for building in range(6):
                    if not targets.outbid_known[step, lane, player, building]:
                        continue
                    assert bids[step, lane, player, building] > 0 and bidding[step, lane]
                    later, was_outbid = step, False
                    while not was_outbid and not steps.ended[later, lane] and bidding[later + 1, lane]:
                        was_outbid = bool(bids[later + 1, lane, player, building] < bids[later, lane, player, building])
                        later += 1
                    assert bool(targets.outbid[step, lane, player, building]) == was_outbid
                    outbid += was_outbid
    assert outbid > 20


def _bids(steps: Steps, players: torch.Tensor) -> torch.Tensor:
    """Bids by player and building, read from the observations' own layout."""
    slices = layout(rules=False)
    names = ["me", "next1", "next2", "next3", "next4"]
    bids = torch.zeros(*steps.actions.shape, MAX_PLAYERS, 6)
    for step in range(len(steps.actions)):
        for lane in range(len(players)):
            for seat in range(int(players[lane])):
                player = (int(steps.to_move[step, lane]) + seat) % int(players[lane])
                row = steps.observations[step, lane, slices[f"{names[seat]}.bids"]]
                bids[step, lane, player] = row.view(6, -1).sum(1)
    return bids


def test_only_the_learner_learns_where_earlier_selves_play(played: tuple[Steps, torch.Tensor]) -> None:
    steps, _ = played
    share = steps.learns.float().mean(0)
    assert (share == 1).any() and (share < 0.7).any()
    assert (share > 0).all()


def test_what_follows_a_move_that_explores_teaches_nothing_about_the_moves_before() -> None:
    recipe = replace(RECIPE, explore_share=0.1, facts_trace=1.0)
    torch.manual_seed(3)
    network = Network(recipe.shape)
    torch.nn.init.normal_(network.facts.weight, std=0.1)
    play = against_copies(recipe, network)
    steps = play.play()
    targets = targets_of(steps, play.games.players, recipe)
    assert 0.05 < steps.explores.float().mean() < 0.15
    assert not (steps.explores & steps.learns).any()
    for name in ("utility", "win", "rounds"):
        expected, target = getattr(steps, name), getattr(targets, name)
        assert torch.allclose(target[steps.explores], expected[:-1][steps.explores], atol=1e-6), name
    for step, lane in steps.explores.nonzero().tolist():
        if step and not steps.ended[step - 1, lane] and not steps.explores[step - 1, lane]:
            assert torch.allclose(targets.win[step - 1, lane], steps.win[step, lane], atol=1e-6)
            gained = steps.reward[step - 1, lane] + steps.utility[step, lane]
            assert torch.allclose(targets.utility[step - 1, lane], gained, atol=1e-5)


def test_moves_that_explore_are_drawn_from_a_flatter_policy() -> None:
    play = against_copies(RECIPE, Network(RECIPE.shape))
    log_probs = torch.full((play.games.n, play.games.legal.shape[1]), -8.0)
    best = play.games.legal.int().argmax(1)
    log_probs[torch.arange(play.games.n), best] = 0.0
    everywhere = torch.ones(play.games.n, dtype=torch.bool)
    drawn = torch.stack([play._draw_moves(log_probs, everywhere) for _ in range(50)])
    usual = torch.stack([play._draw_moves(log_probs, ~everywhere) for _ in range(50)])
    assert play.games.legal.gather(1, drawn.T).all()
    assert (usual == best).float().mean() > 0.95 and (drawn == best).float().mean() < 0.7


def test_advantages_are_scaled_at_each_table() -> None:
    rules_of = torch.tensor([0, 0, 1, 1, 2])
    advantage = torch.tensor([[1.0, 3.0, 0.01, 0.03, 9.0], [2.0, 50.0, 0.02, 0.02, 9.0]])
    learns = torch.tensor([[True, True, True, True, False], [True, False, True, True, False]])
    scaled = scaled_by_table(advantage, learns, rules_of, 3)
    for table in (0, 1):
        here = (rules_of == table).expand_as(learns) & learns
        assert scaled[here].mean() == pytest.approx(0.0, abs=1e-5)
        assert scaled[here].std(correction=0) == pytest.approx(1.0, abs=1e-4)
    assert torch.isfinite(scaled).all()  # nobody learns at the last table


def test_a_win_that_comes_later_is_worth_less() -> None:
    recipe = replace(RECIPE, round_discount=0.5, rank_share=0.0, temper_share=0.0)
    steps = against_copies(recipe, Network(recipe.shape)).play()
    assert steps.ended.any()
    for step, lane in steps.ended.nonzero().tolist():
        winners = steps.final_win[step, lane] > 0
        expected = 0.5 ** (float(steps.final_rounds[step, lane]) - 1)
        assert steps.reward[step, lane][winners].tolist() == pytest.approx([expected] * int(winners.sum()))
