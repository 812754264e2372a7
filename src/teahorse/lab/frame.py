"""Data frames: the numbers of a plot, which the page, the CSV and the JSON show, too."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

DECIMALS = 4  # more would suggest too much precision
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
    """A column: its name for programs, its heading for people, and the kind of its values."""

    name: str
    heading: str
    kind: str = "text"  # or one of FORMATS


def interval_columns(name: str, heading: str, kind: str) -> tuple[Column, Column, Column]:
    """The columns of a number and the ends of its 95% interval."""
    return Column(name, heading, kind), Column(f"{name}_low", "from", kind), Column(f"{name}_high", "to", kind)


class Frame:
    """Columns and rows; unknown values are None."""

    def __init__(self, columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> None:
        self.columns = tuple(columns)
        self.rows = [tuple(_rounded(value) for value in row) for row in rows]
        assert all(len(row) == len(self.columns) for row in self.rows)

    def records(self) -> list[dict[str, Value]]:
        """The rows as dictionaries by column name."""
        return [dict(zip((column.name for column in self.columns), row, strict=True)) for row in self.rows]

    def only(self, wanted: Callable[[dict[str, Value]], bool]) -> "Frame":
        """A frame with the rows for which `wanted` is true."""
        rows = [row for row, record in zip(self.rows, self.records(), strict=True) if wanted(record)]
        return Frame(self.columns, rows)

    def csv(self) -> str:
        """The frame as CSV, with the column names in the first line."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(column.name for column in self.columns)
        writer.writerows(self.rows)
        return text.getvalue()

    def shown(self) -> list[list[str]]:
        """The rows as texts for people."""
        return [
            [shown(value, column.kind) for value, column in zip(row, self.columns, strict=True)] for row in self.rows
        ]


def shown(value: Value, kind: str) -> str:
    """A value as text for people."""
    if value is None:
        return DASH
    if isinstance(value, str):
        return value
    return FORMATS[kind].format(value).replace("-", MINUS)


def _rounded(value: Any) -> Value:
    if value is None or isinstance(value, str):
        return value
    return int(value) if isinstance(value, int) else round(float(value), DECIMALS)
