"""How strong the bots are: each against a table full of the next weaker one, in a row of series.

    python bench/strength.py --folder strength            # all of it; stop and go on as you like
    python bench/strength.py --folder strength --only "search:8000"
    python bench/strength.py --folder strength --table    # only the table for docs/strength.md, of what is there
    python bench/strength.py --folder strength --again 2  # play the first two games of each series again, and compare

A challenger sits with rivals of one kind and is rotated through all seats; an even share of the wins is one in as many
as sit at the table. Results are files of the arena, one for each row: `teahorse arena FILE` tells more about any.
"""

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from teahorse.arena.match import play_match
from teahorse.arena.results_file import read_series
from teahorse.arena.runner import play_series
from teahorse.arena.settings import Settings
from teahorse.arena.summary import summarise


@dataclass(frozen=True)
class Row:
    """One challenger against rivals."""

    challenger: str
    rival: str
    games: int
    title: str = "2023, 4 players"
    edition: str = "2023"
    people: int = 4
    options: dict[str, object] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The series of the row."""
        bots = [self.challenger, *[self.rival] * (self.people - 1)]
        return Settings.of(bots, self.edition, self.people, self.options, seed=1)


VARIANTS: tuple[tuple[str, str, int, dict[str, object]], ...] = (
    ("2023, 3 players", "2023", 3, {}),
    ("2023, 5 players", "2023", 5, {}),
    ("2013, 4 players", "2013", 4, {}),
    ("2023 expert, 4 players", "2023", 4, {"expert": True}),
    ("2023 with Dúli, 2 players", "2023", 2, {}),
    ("2013, two colours each, 2 players", "2013", 2, {}),
)
ROWS = [
    Row("greedy", "random", 400),
    Row("search:500", "greedy", 400),
    Row("search:2000", "greedy", 400),
    Row("search:2000", "search:500", 400),
    Row("search:8000", "search:2000", 200),
    Row("novice", "random", 400),
    Row("apprentice", "novice", 400),
    Row("caravaner", "apprentice", 400),
    Row("merchant", "caravaner", 400),
    Row("official", "merchant", 300),
    Row("master", "official", 200),
    *(
        Row(challenger, rival, games, *variant)
        for variant in VARIANTS
        for challenger, rival, games in (
            ("greedy", "random", 120),
            ("search:500", "greedy", 120),
            ("search:4000", "search:500", 60),
        )
    ),
]


def told(row: Row, summary: dict[str, Any]) -> str:
    """A row of the table."""
    of = {bot["bot"]: bot for bot in summary["ranking"]}[row.challenger]
    low, high = of["win_rate_interval"]
    return (
        f"| {row.title} | {row.challenger} | {row.people - 1} {row.rival} | {summary['games']} "
        f"| **{of['win_rate']:.1%}** | {low:.1%} to {high:.1%} | {1 / row.people:.1%} | {of['vp']:.0f} |"
    )


def main() -> None:
    """Play what is missing, row by row, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("strength"))
    parser.add_argument("--only", default="", help="rows whose challenger or title is this")
    parser.add_argument("--games", type=int, help="the most games for each row")
    parser.add_argument("--table", action="store_true", help="play nothing")
    parser.add_argument("--again", type=int, default=0, metavar="N", help="play N games of each series again")
    parser.add_argument("--json", type=Path, help="write all figures here too")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    figures = []
    print("| table | challenger | against | games | wins | 95 % | even | mean VP |\n|---|---|---|---|---|---|---|---|")
    for row in ROWS:
        file = given.folder / row.settings.file_name()
        if given.only not in ("", row.challenger, row.title) or (given.table and not file.exists()):
            continue
        print(f"{row.challenger} against {row.rival}: {row.title} ...", file=sys.stderr, flush=True)
        games = min(row.games, given.games or row.games)
        series = read_series(file) if given.table else play_series(row.settings, games, file)
        summary = summarise(series)
        figures.append({"title": row.title, "challenger": row.challenger, "rival": row.rival, **summary})
        print(told(row, summary), flush=True)
        for result in series.results[: given.again]:
            if play_match(row.settings, result.number).moves != result.moves:
                sys.exit(f"Game {result.number} of {file} is another game here.")
    if given.json is not None:
        given.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
