"""Everything that is said to a person, collected into the catalogue of translations (`make messages`).

Texts stand in the code as `say("…")`, in pages as `_("…")`, in the errors that a page may show, and in tables: those
that a module says by `say(TABLE[key])`, and those of rooms that know nothing of languages.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from ..bots.levels import levels
from ..bots.tempers import tempers
from ..rules import names
from ..rules.edition_files import EDITIONS, edition_data
from ..rules.switches import SWITCHES
from ..rules.verdicts import REFUSALS
from ..web.learning import edition_tables
from ..web.learning.lessons import lesson
from . import events as telling
from . import refusals as sentences
from .language import CATALOGUES
from .said import PACKAGE, said_in_code, said_in_page, texts_of

ROOMS = [Path(__file__).parents[1] / room for room in ("server", "web")]
# Outside of this room, whose errors come to pages: of typed moves, opened files, house rules and boards.
WITH_ERRORS = (
    "board_files.py",
    "custom_boards.py",
    "errors.py",
    "game.py",
    "notation.py",
    "parsing.py",
    "record.py",
    "rules/board.py",
    "rules/edition_files.py",
    "rules/code_cache.py",
    "rules/switches.py",
)
PARTLY_SPLIT = ("not-enough-passes",)  # refusals whose own sentence is still said, for other values
CATALOGUE = CATALOGUES / "de.po"
HEADER = r"""# German texts by their English ones; `make messages` keeps them in step with what is said.
msgid ""
msgstr ""
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def messages() -> dict[str, list[str]]:
    """Every text with the places where it is said, in the order in which they are found."""
    found: dict[str, list[str]] = {}
    for place, texts in _places():
        for text in texts:
            places = found.setdefault(text, [])
            if place not in places:
                places.append(place)
    return found


def _places() -> Iterator[tuple[str, Iterable[str]]]:
    yield "text/events.py", _told()
    yield "text/refusals.py", _refused()
    yield "rules", _of_the_rules()
    yield "bots", _of_bots()
    yield "rules/editions", edition_tables.notes()
    yield "web/learning/lessons", lesson.texts()
    for name in WITH_ERRORS:
        yield name, said_in_code(PACKAGE / name)
    for path in sorted(path for room in ROOMS for path in room.rglob("*.py")):
        yield _place(path), said_in_code(path)
    for path in sorted((PACKAGE / "web" / "templates").rglob("*.html")):
        yield _place(path), said_in_page(path)


def _place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def _told() -> Iterator[str]:
    """The sentences of the log, with the words that fill them."""
    for name, template in telling.TEMPLATES.items():
        if name not in telling.BY_STRUCTURE:
            yield from filter(None, (template.sentence, template.one, template.none))
    yield from texts_of((telling.BY_STRUCTURE, telling.BANK_PAID_OVER, telling.REASONS, telling.SCORES))


def _refused() -> Iterator[str]:
    """The sentences of refusals, with the words that fill them."""
    for refusal in REFUSALS:
        if refusal.code not in sentences.SPLIT or refusal.code in PARTLY_SPLIT:
            yield refusal.sentence
    yield from (text for _, by_value in sentences.SPLIT.values() for text in by_value.values())
    yield from (sentences.SUPPLY, sentences.NOBODYS_NAME, sentences.DULI, sentences.A_POST, sentences.POSTS)


def _of_the_rules() -> Iterator[str]:
    """What places and pieces are called in either edition, and what the switches do."""
    yield from sentences.PROVINCE_NAMES.values()
    yield from (*names.BUILDING, *names.STRUCTURE, *names.BANK_SPACE)
    for edition in EDITIONS:
        yield from edition_data(edition)["words"].values()
        yield edition_data(edition)["summary"]
    for switch in SWITCHES.values():
        yield from (switch.takes, switch.word)


def _of_bots() -> Iterator[str]:
    """The levels and tempers, each with its word."""
    for level in levels().values():
        yield from (level.name, level.word)
    for temper in tempers().values():
        yield from (temper.name, temper.word)


def translations() -> dict[str, str]:
    """The German texts that the catalogue has, left over or not."""
    with CATALOGUE.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def catalogue_text(said: Mapping[str, list[str]], german: Mapping[str, str]) -> str:
    """The catalogue as a file: everything that is said, with its German text where there is one."""
    catalogue = Catalog(locale="de")
    for text, places in said.items():
        catalogue.add(text, german.get(text, ""), [(place, 1) for place in places])
    written = BytesIO()
    write_po(written, catalogue, width=0, omit_header=True, include_lineno=False)
    return HEADER + written.getvalue().decode().rstrip("\n") + "\n"


def main() -> None:
    """Bring the catalogue in step with what is said, and tell what is missing."""
    said, german = messages(), translations()
    CATALOGUE.write_text(catalogue_text(said, german), encoding="utf-8")
    missing = [text for text in said if not german.get(text)]
    print(f"{len(said)} texts, {len(missing)} of them not translated, {len(german.keys() - said.keys())} dropped.")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
