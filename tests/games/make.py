"""Makes the finished games of this folder: `PYTHONPATH=tests/helpers python tests/games/make.py` (some minutes).

For every variant that has a name, every number of people and every way a game can end there, one record. Games are
found among random ones, the shortest of the first that end so, always the same; those that run to the cap (11.2) are
played by people who hardly do anything. An ending that no game of the search has is left out and told.

The Result header of each record is what the rules gave when the games were made. `results.json` has more of it: the
final snapshot with every point itemised, and how many moves were legal in all decisions together, so that rules that
allow too much are noticed too. After a change of the rules that is meant to change games, make them anew and
look through the differences; after any other change they stay as they are.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from teahorse import Game
from teahorse.bulk.simulate import simulate
from teahorse.notation import move_text
from teahorse.record import header_text
from teahorse.rules import names
from teahorse.snapshot import Snapshot, to_text
from variants import NAMED, Chooser, Table, legal_in_all

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "results.json"
POLICIES = ("busy", "random")
SEARCHED = (4000, 60_000)  # games per policy: first a few, more where an ending is not among them
SHORTEST_OF = 40


def idle(table: Table) -> Game:
    """A game of people who pass, stay at home and keep their coins, and once in a while use the market."""
    game, chooser = Game.new(table.edition, table.people, table.options, 1, table.board), Chooser(1, "uniform")
    while not game.is_over:
        if game.phase == "bid":
            market = chooser.below(20) == 0 and "market" in game.legal_moves()
            game.play("market" if market else "pass")
        else:
            game.play("done" if game.phase == "travel" else "convert 0")
    return game


def search(table: Table, reason: str) -> Game | None:
    """The shortest of the first random games that end so."""
    for games in SEARCHED:
        for policy in POLICIES:
            series = simulate(games, table.edition, table.people, policy, options=table.options, board=table.board)
            found = np.flatnonzero(series.games["reason"] == names.REASON.index(reason))[:SHORTEST_OF]
            if len(found) > 0:
                return Game.from_record(series.record(int(min(found, key=lambda number: series.decisions[number]))))
    return None


def endings(table: Table) -> Iterator[tuple[str, Game]]:
    """A game for each way of ending that can be found."""
    yield "cap", idle(table)
    for reason in ["presents"] if table.rules.switches["vp_end"] is None else ["vp", "presents", "both"]:
        game = search(table, reason)
        if game is None:
            print(f"no game of {table} ends by {reason}")
        else:
            yield reason, game


def compact(game: Game, event: str) -> str:
    """The record, with a blank line between rounds and no comments, to be small."""
    lines, round_number = [], 1
    for move, before in game._history:
        if before.round_number != round_number:
            lines.append("")
            round_number = before.round_number
        lines.append(move_text(move, game.rules))
    headers = header_text(game.rules, {"Event": event, "Result": game.result_text()})
    return headers + "\n" + "\n".join(lines) + "\n"


def main() -> None:
    """Make all games."""
    for old in FOLDER.glob("*.yunnan"):
        old.unlink()
    results: dict[str, Snapshot] = {}
    legal: dict[str, int] = {}
    for variant, tables in NAMED.items():
        for table in tables:
            for reason, game in endings(table):
                assert game.outcome is not None and game.outcome["reason"] == reason
                name = f"{variant}-{table.people}-{reason}"
                (FOLDER / f"{name}.yunnan").write_text(compact(game, name), encoding="utf-8")
                results[name] = game.snapshot()
                legal[name] = legal_in_all(game)
                print(f"{name}: {len(game.moves)} moves, {game.result_text()}")
    lines = [
        f'{json.dumps(name)}:{{"legal":{legal[name]},"final":{to_text(final)}}}' for name, final in results.items()
    ]
    RESULTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
