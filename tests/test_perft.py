"""Perft: how many sequences of moves there are. The counts in `perft/` are for comparing with other programs.

Each file has a comment with the table, then a line per depth: the depth, and the number of sequences of so many moves
from the start. Laying Dúli's cards is no move; they lie in the order 1 to 16. The first depths of most files were
found by an independent program too.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from teahorse import Game
from teahorse.notation import read_move
from teahorse.rules.perft import count_sequences
from variants import Table

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
CARDS = tuple(range(1, 17))
SLOW_COUNT = 2500  # sequences that are also walked through with Game


def _read(file: Path) -> tuple[Table, list[int]]:
    comment, *lines = file.read_text(encoding="utf-8").splitlines()
    words: dict[str, Any] = dict(word.split("=", 1) for word in comment.removeprefix("# ").split(" "))
    edition, people, board = words.pop("edition"), int(words.pop("people")), json.loads(words.pop("board", "null"))
    depths, counts = zip(*(map(int, line.split()) for line in lines), strict=True)
    assert list(depths) == list(range(1, len(lines) + 1))
    return Table(edition, people, words, board), list(counts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_perft(file: Path) -> None:
    table, counts = _read(file)
    assert count_sequences(table.rules, len(counts)) == counts


def _walk(game: Game, depth: int) -> int:
    if game.phase == "chance":
        game.make(CARDS)
    legal = game.legal_moves()
    if depth == 1 or not legal:
        return len(legal)
    count = 0
    for move in legal:
        after = Game(game.rules, game.position)
        after.make(read_move(move, game.rules))
        count += _walk(after, depth - 1)
    return count


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_perft_agrees_with_a_walk_through_the_game(file: Path) -> None:
    table, counts = _read(file)
    for depth, count in enumerate(counts, 1):
        if count <= SLOW_COUNT:
            assert _walk(Game.before_dealing(table.rules), depth) == count


def test_every_kind_of_table_has_its_counts() -> None:
    tables = [_read(file)[0] for file in FILES]
    assert {(table.edition, table.people) for table in tables} == {
        (e, p) for e in ("2023", "2013") for p in range(2, 6)
    }
    assert any(table.board for table in tables)
