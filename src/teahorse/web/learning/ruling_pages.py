"""The rulings for pages, with their texts as HTML."""

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from ...text import rulings
from ...text.rulings import Ruling
from .rulebook_pages import html_of, html_of_line


@dataclass(frozen=True)
class ShownRuling:
    """A ruling for a page."""

    number: int
    rules: tuple[str, ...]
    question: Markup
    answer: Markup
    reasons: tuple[tuple[str, Markup], ...]


@dataclass(frozen=True)
class ShownRulings:
    """A section of rulings for a page."""

    title: str
    introduction: Markup
    rulings: tuple[ShownRuling, ...]


@cache
def introduction() -> Markup:
    """The introduction of the list."""
    return html_of(rulings.introduction().replace("](rules.md)", "](/rules)"))


@cache
def shown_rulings() -> tuple[ShownRulings, ...]:
    """The whole list."""
    return tuple(
        ShownRulings(section.title, html_of(section.introduction), tuple(map(_shown, section.rulings)))
        for section in rulings.sections()
    )


def rulings_on(rule: str) -> list[ShownRuling]:
    """The rulings about a rule."""
    return [_shown(ruling) for ruling in rulings.rulings_on(rule)]


def _shown(ruling: Ruling) -> ShownRuling:
    reasons = tuple((head, html_of_line(reason)) for head, reason in ruling.reasons)
    question, answer = html_of_line(ruling.question), html_of_line(ruling.answer)
    return ShownRuling(ruling.number, ruling.rules, question, answer, reasons)
