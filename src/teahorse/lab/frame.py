"""Tables: the figures behind a plot. The plot, the page, the CSV and the JSON all show the same one."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

DECIMALS = 4  # more would pretend to be exact
MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"

FORMATS = {
    "count": "{:,}",
    "number": "{:.1f}",
    "share": "{:.1%}",
    "change": "{:+.1%}",  # of a share
    "points": "{:+.1f}",
    "rating": "{:+.0f}",
}

Value = str | int | float | None


@dataclass(frozen=True)
class Column:
    """A column: its name for programs, its heading for people, and what its values are."""

    name: str
    heading: str
    kind: str = "text"  # or one of FORMATS


def interval_columns(name: str, heading: str, kind: str) -> tuple[Column, Column, Column]:
    """A figure and the two ends of its 95% interval."""
    return Column(name, heading, kind), Column(f"{name}_low", "from", kind), Column(f"{name}_high", "to", kind)


class Frame:
    """Columns and rows; what is not known is None."""

    def __init__(self, columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> None:
        self.columns = tuple(columns)
        self.rows = [tuple(_rounded(value) for value in row) for row in rows]
        assert all(len(row) == len(self.columns) for row in self.rows)

    def records(self) -> list[dict[str, Value]]:
        """The rows by the names of the columns."""
        return [dict(zip((column.name for column in self.columns), row, strict=True)) for row in self.rows]

    def only(self, wanted: Callable[[dict[str, Value]], bool]) -> "Frame":
        """The rows that are wanted."""
        rows = [row for row, record in zip(self.rows, self.records(), strict=True) if wanted(record)]
        return Frame(self.columns, rows)

    def csv(self) -> str:
        """The table as CSV, with its names in the first line."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(column.name for column in self.columns)
        writer.writerows(self.rows)
        return text.getvalue()

    def shown(self) -> list[list[str]]:
        """The rows as people read them."""
        return [
            [shown(value, column.kind) for value, column in zip(row, self.columns, strict=True)] for row in self.rows
        ]


def shown(value: Value, kind: str) -> str:
    """A value as people read it."""
    if value is None:
        return DASH
    if isinstance(value, str):
        return value
    return FORMATS[kind].format(value).replace("-", MINUS)


def _rounded(value: Any) -> Value:
    if value is None or isinstance(value, str):
        return value
    return int(value) if isinstance(value, int) else round(float(value), DECIMALS)
