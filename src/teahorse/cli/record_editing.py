"""Add and remove moves in the text of a record; everything else in the file stays as it is."""

import re

from ..game import UNSEEN_CARDS, Game
from ..notation import UNSEEN
from ..record import read_record

HEADING = re.compile(r"# round \d+: [a-z]+")  # as `Game.record` writes them
RESULT = "[Result "
UNSEEN_HEADER = f"[{UNSEEN_CARDS} "


def with_new_moves(text: str, before: str, game: Game) -> str:
    """Add the moves that are not in the earlier record `before`, and the result if the game is over."""
    added = _moves_in(game.record()).removeprefix(_moves_in(before))
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = _with_all_cards(text, game, newline)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += newline
    if lines and lines[-1].startswith("["):
        lines.append(newline)
    lines.append(added.replace("\n", newline))
    return "".join(_with_result(lines, game.result_text(), newline) if game.is_over else lines)


def _with_all_cards(text: str, game: Game, newline: str) -> list[str]:
    """The lines of a record; secret cards of Dúli are replaced by the order in which they were shuffled."""
    lines = text.splitlines(keepends=True)
    for (number, written), made in zip(read_record(text).moves, game.moves, strict=False):
        if written.endswith(UNSEEN):
            lines[number - 1] = made + newline
    return [line for line in lines if not line.startswith(UNSEEN_HEADER)]


def without_last_moves(text: str, count: int) -> str:
    """Remove the lines of the last moves, a heading left without moves, and the result."""
    dropped = {line for line, _ in read_record(text).moves[-count:]}
    lines = [line for number, line in enumerate(text.splitlines(keepends=True), 1) if number not in dropped]
    if lines and HEADING.fullmatch(lines[-1].strip()):
        lines.pop()
        if len(lines) > 1 and not lines[-1].strip() and not lines[-2].startswith("["):
            lines.pop()
    return "".join(line for line in lines if not line.startswith(RESULT))


def _moves_in(record: str) -> str:
    return record.partition("\n\n")[2]


def _with_result(lines: list[str], result: str, newline: str) -> list[str]:
    kept = [line for line in lines if not line.startswith(RESULT)]
    after_headers = max(number for number, line in enumerate(kept) if line.lstrip("\ufeff").startswith("[")) + 1
    return [*kept[:after_headers], f'{RESULT}"{result}"]{newline}', *kept[after_headers:]]
