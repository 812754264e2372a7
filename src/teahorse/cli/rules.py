"""`teahorse rules`: the rulebook, and the tables behind it."""

import re
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from ..rules.edition_files import EDITIONS, edition_data
from ..text import rule_search, rulebook
from .app import NO, command, fail
from .console import console, say, show, write_json
from .options import AsJson

RULE_ID = re.compile(r"V?\d+(\.\d+)?[a-z]?")
LONGEST_ON_LINE = 30
Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID|WORDS...]", help="A rule (3.7), a section (3), or words to search for."),
]
Data = Annotated[bool, typer.Option("--data", help="Show every table of all editions, and its source.")]


@command("teahorse rules 3.7", "teahorse rules 3", "teahorse rules gorge blocker", "teahorse rules --data")
def rules(words: Words = None, data: Data = False, json: AsJson = False) -> None:
    """Look something up in the rules: a rule by its id, a section, or words; by default the table of contents.

    With --data, show the tables of all editions: each is printed in the rule documents, implied by them, or
    reconstructed. A custom board can replace those under "tables" (`teahorse board new`, `--board FILE`).
    """
    if data:
        _show_data(json)
    elif not words:
        _show_contents(json)
    elif len(words) == 1 and RULE_ID.fullmatch(words[0]):
        _show_by_id(words[0], json)
    else:
        _show_found(words, json)


def _show_by_id(wanted: str, json: bool) -> None:
    section, rule = rulebook.find_section(wanted), rulebook.find_rule(wanted)
    if section is not None:
        if json:
            write_json(_section_data(section))
            return
        _show_markdown(f"## {section.number}. {section.title}\n\n{section.introduction}")
        for each in section.rules:
            _show_rule(each)
    elif rule is not None:
        if json:
            write_json(_rule_data(rule))
            return
        _show_rule(rule)
    else:
        fail(f"There is no rule {wanted}; `teahorse rules` shows the table of contents.", NO)


def _show_found(words: list[str], json: bool) -> None:
    found = rule_search.search(words)
    if json:
        write_json([_rule_data(rule) for rule in found])
    elif found:
        for rule in found:
            _show_rule(rule)
    if not found:
        near = ", ".join(f"{rule.id} ({rule.title})" for rule in rule_search.nearest(words))
        fail(f"No rule mentions {' '.join(words)!r}." + (f" Nearest: {near}." if near else ""), NO)


def _show_contents(json: bool) -> None:
    if json:
        write_json([_section_data(section) for section in rulebook.sections()])
        return
    for section in rulebook.sections():
        say(f"{section.number:>2}  {section.title}")
    say("`teahorse rules 3` shows a section, `teahorse rules 3.7` a rule, `teahorse rules outbid` all rules about it.")


def _show_rule(rule: rulebook.Rule) -> None:
    gap = "\n\n" if rule.text.startswith("|") else " "  # a table needs a paragraph of its own
    _show_markdown(f"**{rule.id}** *{rule.title}.*{gap}{rule.text}\n")


def _show_markdown(text: str) -> None:
    from rich.markdown import Markdown  # slow to import, and nothing else needs it

    target = console()
    target.print(Markdown(text), width=min(target.width, 100))
    target.print()


def _rule_data(rule: rulebook.Rule) -> dict[str, Any]:
    return {"id": rule.id, "title": rule.title, "section": rule.section, "text": rule.text}


def _section_data(section: rulebook.Section) -> dict[str, Any]:
    parts = {"section": section.number, "title": section.title, "introduction": section.introduction}
    return parts | {"rules": [_rule_data(rule) for rule in section.rules]}


def _show_data(json: bool) -> None:
    editions = {edition: edition_data(edition) for edition in EDITIONS}
    if json:
        write_json({edition: {part: data[part] for part in ("fixed", "tables")} for edition, data in editions.items()})
        return
    for edition, data in editions.items():
        for part, words in (("fixed", "that never change"), ("tables", "that a custom board can replace")):
            show(Text(f"\nTables of {edition} {words}", "bold"))
            for name, table in data[part].items():
                _show_table(name, table)


def _show_table(name: str, table: dict[str, Any]) -> None:
    """Show a line with the rule and the source; a long value goes below it."""
    value = value_in_words(table["value"])
    is_short = len(value) <= LONGEST_ON_LINE
    line = f"{name:<18} {table['rule']:<6} {table['source']:<14} {value if is_short else ''}"
    show(Text(f"  {line.rstrip()}"))
    if not is_short:
        show(Padding(Text(value), (0, 0, 0, 6)))
    if "note" in table:
        show(Padding(Text(table["note"], "dim"), (0, 0, 0, 6)))


def value_in_words(value: Any) -> str:
    """A table on one line; Dúli's cards on one line each."""
    if not isinstance(value, list):
        return str(value)
    if isinstance(value[0], list):
        return ", ".join(f"{total}: {pays}" for total, pays in value)
    if isinstance(value[0], dict):
        return "\n".join(f"{number}: {_card_in_words(card)}" for number, card in enumerate(value, 1))
    return " ".join(map(str, value))


def _card_in_words(card: dict[str, Any]) -> str:
    words = f"{' '.join(card['bids'])}; {' '.join(map(str, card['traders']))}"
    return f"{words}; teahouse" if card["teahouse"] else words
