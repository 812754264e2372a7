"""Finished games of every variant, number of people and ending, replayed; `games/make.py` made them.

`games/first` has those that were played with the first tables (16); they stay as they were written.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from teahorse import Game
from teahorse.rules.board import with_tables
from teahorse.rules.ruleset import Ruleset
from teahorse.snapshot import to_text
from variants import NAMED, legal_in_all

FOLDER = Path(__file__).parent / "games"
FILES = sorted(FOLDER.glob("*.yunnan"))
RESULTS = json.loads((FOLDER / "results.json").read_text(encoding="utf-8"))
FIRST_FOLDER = FOLDER / "first"
FIRST_FILES = sorted(FIRST_FOLDER.glob("*.yunnan"))
FIRST_RESULTS = json.loads((FIRST_FOLDER / "results.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_finished_game_ends_as_it_did(file: Path) -> None:
    game = Game.from_record(file.read_text(encoding="utf-8"))
    assert game.is_over
    assert game.result_text() == game.headers["Result"]
    final = RESULTS[file.stem]["final"]
    assert to_text(game.snapshot()) == to_text(final)
    assert Game.from_snapshot(final).standings() == final["result"]["ranking"]
    assert legal_in_all(game) == RESULTS[file.stem]["legal"]


@pytest.mark.parametrize("file", FIRST_FILES, ids=lambda file: file.stem)
def test_a_game_of_the_first_tables_ends_as_it_did(file: Path) -> None:  # 16, 17
    game = Game.from_record(file.read_text(encoding="utf-8"))
    assert game.result_text() == game.headers["Result"]
    final = FIRST_RESULTS[file.stem]["final"]
    # Its snapshot shows the first tables as a board, with what the game's own board replaced still replaced.
    board = with_tables(1, final["edition"], final["board"])
    assert to_text(game.snapshot()) == to_text(final | {"board": Ruleset.of(board=board).board})
    assert legal_in_all(game) == FIRST_RESULTS[file.stem]["legal"]
    again = Game.from_record(game.record())
    assert '[Tables "2"]' in game.record() and again.snapshot() == game.snapshot()


def test_no_game_of_the_first_tables_is_lost() -> None:
    assert {file.stem for file in FIRST_FILES} == set(FIRST_RESULTS) and len(FIRST_FILES) == 124


@pytest.mark.parametrize("name", RESULTS)
def test_final_points_add_up_by_the_score_sheet(name: str) -> None:  # 12, 15.14, 15.18
    """The score sheet, reckoned anew from what the players have."""
    snapshot = RESULTS[name]["final"]
    sheet = {row["player"]: row for row in snapshot["result"]["ranking"]}
    for person, row in sheet.items():
        colours = [snapshot["players"][player] for player in person.split("+")]
        assert row["from"] == _score_sheet(colours, snapshot)
        assert row["vp"] == sum(row["from"].values())
    gray = snapshot["blue"][::-1]

    def order(person: str) -> tuple[int, int, int]:
        players = person.split("+")
        influence = sum(snapshot["players"][player]["influence"] for player in players)
        return -sheet[person]["vp"], -influence, min(gray.index(player) for player in players)

    assert list(sheet) == sorted(sheet, key=order)  # 12.4
    assert snapshot["result"]["reason"] == _why_it_ended(snapshot)


def _score_sheet(colours: list[dict[str, Any]], snapshot: dict[str, Any]) -> dict[str, int]:
    is_2013 = snapshot["edition"] == "2013"
    teahouse_vp = dict(zip("YSKTQ", [12] * 5 if is_2013 else [1, 3, 6, 10, 15], strict=True))
    horses = snapshot["options"].get("horse_vp", [0] * 5 if is_2013 else [0, 1, 4, 9, 16])
    squares = [0, 1, 4, 9, 16]
    return {
        "track": colours[0]["vp"],
        "coins": sum(colour["coins"] for colour in colours) // 3,
        "presents": 3 * sum(colour["presents"] for colour in colours),
        "passes": sum(squares[colour["passes"] - 2] for colour in colours),
        "influence": sum(squares[colour["influence"]] for colour in colours),
        "teahouses": sum(teahouse_vp[place] for colour in colours for place in colour["teahouses"]),
        "horse": sum(horses["YSKTQ".index(colour["horse"])] for colour in colours),
    }


def _why_it_ended(snapshot: dict[str, Any]) -> str:  # 11.1, 11.2, 13.7, 15.18
    options, two_colours = snapshot["options"], snapshot["people"] == 2 and len(snapshot["players"]) == 4
    expert = options.get("double_bidding") or options.get("guards")
    vp_end = options.get("vp_end", None if expert else 100 if two_colours else 80)
    presents_end = options.get("presents_end", 2 if two_colours else 0)
    by_vp = vp_end is not None and max(player["vp"] for player in snapshot["players"].values()) >= vp_end
    by_presents = sum(snapshot["presents"].values()) <= presents_end
    if by_vp or by_presents:
        return "both" if by_vp and by_presents else "vp" if by_vp else "presents"
    assert snapshot["round"] == 60
    return "cap"


def test_there_is_a_game_for_every_ending() -> None:
    names = {file.stem for file in FILES}
    assert names == set(RESULTS)
    for variant, tables in NAMED.items():
        for table in tables:
            ends = {"presents", "cap"} | (set() if table.rules.switches["vp_end"] is None else {"vp", "both"})
            assert {f"{variant}-{table.people}-{end}" for end in ends} <= names


def test_result_header_is_no_part_of_the_moves() -> None:
    text = FILES[0].read_text(encoding="utf-8")
    wrong = re.sub(r'\[Result ".*"\]', '[Result "p1 1 (vp)"]', text)
    game = Game.from_record(wrong)
    assert f'[Result "{game.result_text()}"]' in game.record()
