"""The rulings by section: `docs/rulings.md`, which is in English only."""

import re
from dataclasses import dataclass
from functools import cache

from .rulebook import document

FILE = "rulings.md"
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_RULE_ID = re.compile(r"V\d+b?|\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Ruling:
    """One ruling: the rules it is about, the question, our answer, and the reasons by what they are."""

    number: int  # from 1, through the whole list
    rules: tuple[str, ...]
    question: str
    answer: str
    reasons: tuple[tuple[str, str], ...]  # the heading of the column, and the reason


@dataclass(frozen=True)
class Rulings:
    """A section of the list: its title, what it says before its first ruling, and its rulings."""

    title: str
    introduction: str
    rulings: tuple[Ruling, ...]


@cache
def introduction() -> str:
    """What the list says before its first section, without its title."""
    return _SECTION.split(document(FILE))[0].split("\n", 1)[1].strip()


@cache
def sections() -> tuple[Rulings, ...]:
    """The whole list."""
    parts = _SECTION.split(document(FILE))[1:]
    found: list[Rulings] = []
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        first = 1 + sum(len(section.rulings) for section in found)
        found.append(_section(title, body, first))
    return tuple(found)


def rulings_on(rule: str) -> list[Ruling]:
    """The rulings about a rule."""
    return [ruling for section in sections() for ruling in section.rulings if rule in ruling.rules]


def _section(title: str, body: str, first: int) -> Rulings:
    lines = body.strip().splitlines()
    words = [line for line in lines if not line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    heads, _, *rest = rows
    return Rulings(title, "\n".join(words).strip(), tuple(_ruling(first + n, heads, row) for n, row in enumerate(rest)))


def _ruling(number: int, heads: list[str], row: list[str]) -> Ruling:
    rules, question, answer, *reasons = row
    return Ruling(number, tuple(_RULE_ID.findall(rules)), question, answer, tuple(zip(heads[3:], reasons, strict=True)))
