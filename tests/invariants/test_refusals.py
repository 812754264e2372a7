"""Legality is the absence of a refusal, and every refusal says why."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from teahorse import Game
from teahorse.errors import IllegalMove
from teahorse.notation import move_text, read_move
from teahorse.rules import moves
from teahorse.rules.verdicts import LEGAL, REFUSALS
from variants import Chooser, Table, over_games, policies, seeds, tables

pytestmark = pytest.mark.slow

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
RULE_IDS = set(re.findall(r"^\*\*([0-9.]+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE))
CODES = {refusal.code for refusal in REFUSALS[1:]}
DECK = "deck 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"


def _table_of_moves(game: Game) -> dict[str, int]:
    """Every move that can be written, with its id; spaces that the board does not have can't be."""
    texts = {move_text(move, game.rules): move for move in range(moves.DECK)}
    return {text: move for text, move in texts.items() if not re.fullmatch("bid [a-z]+ 0( from .)?", text)}


def _check_verdicts(game: Game) -> None:
    legal = set(game.legal_moves())
    for text, move in _table_of_moves(game).items():
        assert read_move(text, game.rules) == move
        why = game.why_not(text)
        assert (why is None) == (text in legal) == (game.verdicts()[move] == LEGAL)
        if why is None:
            continue
        assert why.rule in RULE_IDS and why.code in CODES
        assert why.sentence.endswith(".") and "{" not in why.sentence
        assert not re.search(r"\b(None|nobody)\b|  | ,|: \.|-1", why.sentence), why.sentence


@given(tables(), seeds(), policies())
@over_games(12)
def test_legal_moves_are_those_without_a_refusal(table: Table, seed: int, policy: str) -> None:
    game, chooser = table.new_game(seed), Chooser(seed, policy)
    seen = set()
    while not game.is_over:
        # One position of each phase, early, in the middle and late in the game: each has hundreds of moves.
        kind = (game.phase, game.round // 6)
        if kind not in seen:
            seen.add(kind)
            _check_verdicts(game)
        game.play(move_text(chooser.choose(game.position, game.verdicts()), game.rules))
    _check_verdicts(game)
    assert game.legal_moves() == []


@given(tables(), seeds(), policies())
@over_games(15)
def test_refused_move_changes_nothing(table: Table, seed: int, policy: str) -> None:
    game, chooser = table.new_game(seed), Chooser(seed, policy)
    while not game.is_over:
        refused = np.flatnonzero(game.verdicts()[: moves.DECK] != LEGAL)
        move = int(refused[chooser.below(len(refused))])
        position, played, events = game.position.tobytes(), game.moves, game.events
        with pytest.raises(IllegalMove):
            game.make(move)
        with pytest.raises(IllegalMove) as refusal:
            game.play(DECK)
        assert refusal.value.code == "no-cards-needed" and refusal.value.rule == "14.3"
        assert game.position.tobytes() == position
        assert game.moves == played and game.events is events
        game.play(move_text(chooser.choose(game.position, game.verdicts()), game.rules))


@given(tables().filter(lambda table: table.rules.has_duli), seeds())
@over_games(5)
def test_nobody_moves_before_the_cards_are_shuffled(table: Table, seed: int) -> None:  # 14.3
    game = Game.before_dealing(table.rules, seed)
    assert game.phase == game.to_move == "chance"
    _check_verdicts(game)
    assert game.why_not(DECK) is None
    with pytest.raises(IllegalMove, match="must be shuffled first"):
        game.play("pass")
    game.play(DECK)
    assert game.to_move == "p1"


def test_refusals_cite_rules_that_exist() -> None:
    assert len(RULE_IDS) > 100
    for refusal in REFUSALS[1:]:
        assert refusal.rule in RULE_IDS
    assert len(CODES) == len(REFUSALS) - 1
