"""Yunnan keeps to OpenSpiel's ways, and its chance nodes are Dúli's cards."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

from teahorse import Game
from teahorse.envs.openspiel import TINY  # registers the game, too
from teahorse.errors import IllegalMove, SwitchError
from teahorse.notation import move_text
from teahorse.observation import layout, size_of
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import CARDS

SHORT = "options=vp_end:25;presents_end:12"  # the rules are the same, but a game is over sooner
VARIANTS = {
    "three": f"players=3,{SHORT}",
    "four": f"players=4,{SHORT}",
    "five": f"players=5,{SHORT}",
    "duli": f"players=2,{SHORT}",
    "duli-expert": f"players=2,expert=True,{SHORT};posts_per_province:2",
    "2013": f"edition=2013,players=3,{SHORT}",
    "two-colours": f"edition=2013,players=2,{SHORT}",
    "two-colours-2023": f"players=2,two_players=two-colours,profi=True,{SHORT}",
}


def load(parameters: str) -> Any:
    return pyspiel.load_game(f"python_yunnan({parameters})")


def play_at_random(state: Any, seed: int, actions: int = 10**6) -> None:
    """Play on, to the end or for this number of actions."""
    rng = np.random.default_rng(seed)
    while not state.is_terminal() and actions > 0:
        state.apply_action(int(rng.choice(state.legal_actions())))
        actions -= 1


@pytest.mark.parametrize("parameters", VARIANTS.values(), ids=VARIANTS)
def test_passes_the_simulation_test(parameters: str) -> None:
    pyspiel.random_sim_test(load(parameters), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("parameters", ["players=2", "edition=2013,players=4"])
def test_passes_the_simulation_test_with_serializing_in_a_full_game(parameters: str) -> None:
    pyspiel.random_sim_test(load(parameters), num_sims=1, serialize=True, verbose=False)


def test_parameters_choose_edition_people_and_switches() -> None:
    game = load("edition=2013,players=2,profi=True,options=vp_end:60; horse_vp:0 2 4 6 8")
    rules = game.new_initial_state().game.rules
    assert (rules.edition, rules.people, game.num_players()) == ("2013", 2, 2)
    assert rules.options == {"debt": True, "vp_end": 60, "horse_vp": (0, 2, 4, 6, 8)}


def test_invalid_parameters_are_refused() -> None:
    with pytest.raises(SwitchError, match="for 2 to 5 people, not 7"):
        load("players=7")
    with pytest.raises(SwitchError, match="there is no value in 'guards'"):
        load("options=guards")


def test_without_duli_there_is_no_chance() -> None:
    modes = pyspiel.GameType.ChanceMode
    assert load("players=3").get_type().chance_mode == modes.DETERMINISTIC
    assert load("players=2").get_type().chance_mode == modes.EXPLICIT_STOCHASTIC


def test_chance_turns_up_each_card_once_before_the_pile_is_new() -> None:  # 14.3
    state = load("players=2").new_initial_state()
    assert not state.is_chance_node()
    rng, left, piles = np.random.default_rng(3), set(range(CARDS)), 0
    while not state.is_terminal():
        action = int(rng.choice(state.legal_actions()))
        if state.is_chance_node():
            if not left:
                left, piles = set(range(CARDS)), piles + 1
            assert {card for card, _ in state.chance_outcomes()} == left
            assert {chance for _, chance in state.chance_outcomes()} == {1 / len(left)}
            left.remove(action)
        state.apply_action(action)
    assert piles >= 1


@pytest.mark.parametrize("seed", range(3))
def test_cards_drawn_one_by_one_play_like_a_shuffled_pile(seed: int) -> None:  # 14.3
    state = load("players=2").new_initial_state()
    play_at_random(state, seed)
    cards = [step.action + 1 for step in state.full_history() if step.player == pyspiel.PlayerId.CHANCE]
    made = [step.action for step in state.full_history() if step.player != pyspiel.PlayerId.CHANCE]
    game = Game.before_dealing(state.game.rules)
    while made or game.to_move == "chance":
        if game.to_move == "chance":
            pile, cards = cards[:CARDS], cards[CARDS:]
            game.make((*pile, *sorted(set(range(1, CARDS + 1)) - set(pile))))
        else:
            game.make(made.pop(0))
    position = game.snapshot()
    assert Game.from_snapshot(str(state)).snapshot() == position
    assert position["result"] is not None


def test_history_leads_to_the_same_position() -> None:
    game = load("players=2")
    state = game.new_initial_state()
    play_at_random(state, seed=4, actions=150)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    assert state.information_state_string(0) == " ".join(map(str, state.history()))


def test_clone_goes_its_own_way() -> None:
    state = load("players=2").new_initial_state()
    play_at_random(state, seed=5, actions=40)
    before, clone = str(state), state.clone()
    assert str(clone) == before
    play_at_random(clone, seed=6)
    assert clone.is_terminal() and str(state) == before
    play_at_random(state, seed=6)
    assert str(state) == str(clone)


def test_state_can_be_kept_while_a_move_waits_for_a_card() -> None:
    game = load("players=2")
    state = game.new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    copy = pickle.loads(pickle.dumps(state.game))
    assert again.chance_outcomes() == state.chance_outcomes() and copy.cards_left() == state.game.cards_left()
    for other in (state, again):
        other.apply_action(other.legal_actions()[0])
    assert str(again) == str(state)


def test_players_are_people_who_decide_for_both_their_colours() -> None:  # 15.18
    state = load(VARIANTS["two-colours"]).new_initial_state()
    rng, deciding = np.random.default_rng(8), set()
    assert state.returns() == [0, 0]
    while not state.is_terminal():
        deciding.add((state.current_player(), state.game.mover))
        row = state.game.observe(state.game.mover)
        assert state.observation_tensor(state.current_player()) == pytest.approx(row)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert deciding == {(0, 0), (1, 1), (0, 2), (1, 3)}
    first, second = state.returns()
    assert first == -second and abs(first) == 1


def test_reward_can_be_for_the_winner_alone() -> None:
    state = load(f"players=3,reward=win,{SHORT}").new_initial_state()
    play_at_random(state, seed=3)
    assert sorted(state.returns()) == [-0.5, -0.5, 1]
    with pytest.raises(SwitchError, match="The reward is rank, win, margin, not 'points'"):
        load("players=3,reward=points")


@pytest.mark.parametrize("players", [2, 3])  # with chance and without
def test_margin_pays_the_growth_of_the_lead_in_every_step(players: int) -> None:
    game = load(f"players={players},reward=margin,{SHORT}")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    state, rng, total = game.new_initial_state(), np.random.default_rng(1), np.zeros(players)
    assert state.returns() == state.rewards() == [0] * players
    start = state.game.standings().lead
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        total += state.rewards()
        growth = (state.game.standings().lead - start) / 100
        if not state.is_terminal():
            assert total == pytest.approx(growth, abs=1e-5)
    rank = 1 - 2 * (state.game.standings().rank - 1) / (players - 1)
    assert state.returns() == pytest.approx(total, abs=1e-5) == growth + rank


def test_tiny_game_is_over_soon() -> None:
    for seed in range(5):
        state = pyspiel.load_game(TINY).new_initial_state()
        play_at_random(state, seed, actions=200)
        assert state.is_terminal() and state.game.position.round_number <= 3


def test_tensor_is_the_row_of_the_player() -> None:
    state = load("players=3").new_initial_state()
    play_at_random(state, seed=9, actions=60)
    for player in range(3):
        row = state.game.observe(player)
        assert state.observation_tensor(player) == pytest.approx(row)
        assert state.information_state_tensor(player) == pytest.approx(row)
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 1)
    assert len(observer.tensor) == size_of() and set(observer.dict) == set(layout())


def test_position_as_text_does_not_tell_the_order_of_the_pile() -> None:  # 14.3
    state = load("players=2").new_initial_state()
    play_at_random(state, seed=2, actions=30)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    pile = Game.from_snapshot(str(state)).snapshot()["duli"]["pile"]
    assert pile == sorted(pile)


def test_illegal_action_names_the_rule_and_changes_nothing() -> None:
    state = load("players=3").new_initial_state()
    bid = state.legal_actions()[0]
    state.apply_action(bid)
    before = str(state)
    with pytest.raises(IllegalMove, match=r"\(3\.2\): That space is taken by p1\."):
        state.apply_action(bid)
    assert str(state) == before


def test_actions_are_written_in_the_notation() -> None:
    state = load("players=3").new_initial_state()
    rules = Ruleset.of("2023", 3)
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        move_text(action, rules) for action in state.legal_actions()
    ]


def test_openspiels_search_finds_a_move() -> None:
    game = load(VARIANTS["duli"])
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()
