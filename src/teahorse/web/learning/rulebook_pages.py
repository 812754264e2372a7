"""The rulebook for pages: each rule as HTML with links to other rules, and search."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, TypeVar

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from ...text import rule_search, rulebook
from ...text.rule_search import folded
from ...text.rulebook import Rule

RULE_ID = re.compile(r"\b(?:V\d+b?|\d{1,2}\.\d{1,2})\b")
RULE_OR_SECTION = re.compile(rf"{RULE_ID.pattern}|(?<=[Ss]ection )\d{{1,2}}\b|(?<=Abschnitt )\d{{1,2}}\b")
Part = TypeVar("Part")
SHORTEST_WORD = 2  # that is searched for
ENOUGH = 3  # rules with all the words; to fewer the nearest ones are added
WORDS_AROUND = 12  # a match, in an excerpt


@dataclass(frozen=True)
class ShownRule:
    """A rule for a page."""

    id: str
    title: str
    section: str
    html: Markup


@dataclass(frozen=True)
class ShownSection:
    """A section for a page."""

    number: str
    title: str
    introduction: Markup
    rules: tuple[ShownRule, ...]


@dataclass(frozen=True)
class SearchResult:
    """A rule that contains all words: its title and an excerpt, with the words marked."""

    id: str
    title: Markup
    excerpt: Markup
    way_to_play: str  # the title of its section, where that is not about the standard game; else empty


@cache
def shown_sections(language: str) -> tuple[ShownSection, ...]:
    """The whole rulebook."""
    return tuple(
        ShownSection(
            section.number, section.title, html_of(section.introduction), tuple(_shown(rule) for rule in section.rules)
        )
        for section in rulebook.sections(language)
    )


def shown_section(number: str, language: str) -> ShownSection | None:
    """A section by its number."""
    return next((section for section in shown_sections(language) if section.number == number), None)


def shown_rules(language: str) -> list[ShownRule]:
    """All rules in the order of the book."""
    return [rule for section in shown_sections(language) for rule in section.rules]


def rule_with_neighbours(rule_id: str, language: str) -> tuple[ShownRule | None, ShownRule, ShownRule | None] | None:
    """A rule with the one before it and the one after it; None if there is no such rule."""
    rules = shown_rules(language)
    return _with_neighbours(rules, next((at for at, rule in enumerate(rules) if rule.id == rule_id), None))


def section_with_neighbours(
    number: str, language: str
) -> tuple[ShownSection | None, ShownSection, ShownSection | None] | None:
    """A section with the one before it and the one after it; None if there is no such section."""
    sections = shown_sections(language)
    return _with_neighbours(sections, next((at for at, each in enumerate(sections) if each.number == number), None))


def _with_neighbours(parts: Sequence[Part], at: int | None) -> tuple[Part | None, Part, Part | None] | None:
    if at is None:
        return None
    return parts[at - 1] if at else None, parts[at], parts[at + 1] if at + 1 < len(parts) else None


@lru_cache(maxsize=1000)  # ids come from outside; there are about 300 rules, in two languages
def rules_that_cite(rule_id: str, language: str) -> tuple[Rule, ...]:
    """The rules and examples whose text names a rule."""
    rules = (rule for section in rulebook.sections(language) for rule in section.rules)
    return tuple(rule for rule in rules if rule_id in RULE_ID.findall(rule.text))


# --- Search ---------------------------------------------------------------------------------------------


def search_rules(wanted: str, language: str) -> list[SearchResult]:
    """The rules that contain all words; a rule with the id itself comes first."""
    by_id = rulebook.find_rule(wanted.strip().capitalize(), language)
    words = _words(wanted)
    rules = [by_id] if by_id else []
    rules += [rule for rule in _with_all_words(wanted, language) if rule is not by_id]
    return _results(rules, words, language)


def nearest_rules(wanted: str, language: str) -> list[SearchResult]:
    """The rules that contain most of the words, where few contain all."""
    words = _words(wanted)
    found = _with_all_words(wanted, language)
    answers = [rule for rule in found if not rule_search.is_reference(rule)]
    if len(answers) >= ENOUGH or rulebook.find_rule(wanted.strip().capitalize()):
        return []
    return _results([rule for rule in rule_search.nearest(words, language) if rule not in found], words, language)


def _with_all_words(wanted: str, language: str) -> list[Rule]:
    """The rules that contain all words; to a question none, if the standard game has no such rule.

    Without an answer of the standard game, that of another way to play would look like one.
    """
    found = rule_search.search(_words(wanted), language)
    has_answer = any(not rule_search.is_special(rule) and not rule_search.is_reference(rule) for rule in found)
    return found if has_answer or not rule_search.is_question(wanted.split(), language) else []


def _words(wanted: str) -> list[str]:
    return [word for word in wanted.split() if len(word) >= SHORTEST_WORD]


def _results(rules: Sequence[Rule], words: list[str], language: str) -> list[SearchResult]:
    marked = rule_search.asked_for(words, language)
    titles = {section.number: section.title for section in rulebook.sections(language)}
    return [
        SearchResult(
            rule.id,
            _marked(rule.title, marked),
            _excerpt(rule.text, marked),
            titles[rule.section] if rule_search.is_special(rule) else "",
        )
        for rule in rules
    ]


def _excerpt(text: str, words: Sequence[str]) -> Markup:
    """The words around the first match, without Markdown signs; in a table, the row."""
    lines = re.sub(r"[`*]", "", text).splitlines()
    first_line = next((line for line in lines if _has_any(line, words)), "")
    if first_line.startswith("|"):
        return _marked(" · ".join(cell.strip() for cell in first_line.split("|") if cell.strip()), words)
    plain = " ".join(line for line in lines if not line.startswith("|")).split()
    hits = [at for at, each in enumerate(plain) if _has_any(each, words)]
    first = max(0, (hits[0] if hits else 0) - WORDS_AROUND)
    part = plain[first : first + 3 * WORDS_AROUND]
    ends = ("… " if first else "", " …" if first + len(part) < len(plain) else "")
    return Markup(ends[0]) + _marked(" ".join(part), words) + Markup(ends[1])


def _has_any(text: str, words: Sequence[str]) -> bool:
    return any(folded(word) in folded(text) for word in words)


def _marked(text: str, words: Sequence[str]) -> Markup:
    """The text with the words marked. Accents are ignored when matching."""
    wanted = "|".join(f"{re.escape(folded(word))}s?" for word in words)  # a plural is found by its singular
    if not wanted:
        return escape(text)
    letters = [folded(letter) for letter in text]
    origin = [at for at, letter in enumerate(letters) for _ in letter]
    marked, end = Markup(""), 0
    for hit in re.finditer(wanted, "".join(letters)):
        start, after = origin[hit.start()], origin[hit.end() - 1] + 1
        marked += escape(text[end:start]) + Markup("<mark>{}</mark>").format(text[start:after])
        end = after
    return marked + escape(text[end:])


# --- From Markdown --------------------------------------------------------------------------------------


def _shown(rule: Rule) -> ShownRule:
    return ShownRule(rule.id, rule.title, rule.section, html_of(rule.text))


def html_of(text: str) -> Markup:
    """Markdown as HTML. Raw HTML in the text is escaped."""
    return Markup(_markdown().render(text))


def html_of_line(text: str) -> Markup:
    """A line of Markdown as HTML, without a paragraph around it."""
    return Markup(_markdown().renderInline(text))


@cache
def _markdown() -> MarkdownIt:
    """Markdown with tables. Rule ids become links, and wide tables can be scrolled on a phone."""
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    markdown.core.ruler.push("rule_links", lambda state: _link_rules(state.tokens))
    return markdown


class _Renderer(RendererHTML):
    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return '<div class="scroll" tabindex="0"><table>\n'

    # The empty corner of a table is a plain cell, not a heading.
    def th_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return "<th>" if tokens[idx + 1].content else "<td>"

    def th_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return "</th>\n" if tokens[idx - 1].content else "</td>\n"

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return "</table></div>\n"


def _link_rules(tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = [linked for child in token.children for linked in _linked(child)]


def _linked(token: Token) -> list[Token]:
    """A stretch of text, cut where it names a rule or a section; code and links stay as they are."""
    if token.type != "text":
        return [token]
    parts: list[Token] = []
    end = 0
    for named in RULE_OR_SECTION.finditer(token.content):
        if rulebook.find_rule(named[0]) is None and rulebook.find_section(named[0]) is None:
            continue
        parts += [
            _text(token.content[end : named.start()]),
            Token("link_open", "a", 1, attrs={"href": f"/rules/{named[0]}", "class": "rule"}),
            _text(named[0]),
            Token("link_close", "a", -1),
        ]
        end = named.end()
    return [*parts, _text(token.content[end:])]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
