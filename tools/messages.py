"""Collect the sentences that people read, and bring the catalogs of all languages up to date (`make messages`).

With a code (`tools/messages.py pl`) a language is added.
"""

import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
PACKAGE = "src/teahorse"
LOCALE = ROOT / PACKAGE / "text" / "locale"
DOMAIN = "teahorse"

# Functions whose argument is a message, besides gettext's own. The first argument of an error is one, too.
KEYWORDS = (
    "say",
    "NN_:1,2",
    "Message",
    "__init__",
    "BoardError",
    "GameConfigError",
    "NotationError",
    "ParsingError",
    "RecordError",
    "RowTaken",
    "SnapshotError",
    "StillCompiling",
    "StorageError",
    "SwitchError",
    "SyntaxProblem",
    "TableError",
    "TeahorseError",
    "Unreadable",
    "WorkerDied",
)


def extract(template: Path) -> None:
    """Write a template with all messages, each with the files it stands in."""
    keywords = [argument for keyword in KEYWORDS for argument in ("-k", keyword)]
    options = ["-F", "pyproject.toml", "--add-location=file", "--no-wrap", "--sort-by-file"]
    _pybabel("extract", *options, *keywords, "--project=teahorse", "-o", str(template), PACKAGE)


def update(template: Path, locale: Path = LOCALE) -> None:
    """Add the new messages of a template to the catalogs of all languages, and drop those it doesn't have."""
    options = ["--no-wrap", "--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date"]
    _pybabel("update", *options, "-i", str(template), "-d", str(locale), "-D", DOMAIN)


def untranslated(catalog: Path) -> list[str]:
    """The messages of a catalog that have no translation yet."""
    with catalog.open("rb") as file:
        return [str(message.id) for message in read_po(file) if message.id and not _is_translated(message.string)]


def _is_translated(translation: object) -> bool:
    return all(translation) if isinstance(translation, tuple) else bool(translation)


def _pybabel(*arguments: str) -> None:
    with chdir(ROOT):
        CommandLineInterface().run(["pybabel", "-q", *arguments])


def add(template: Path, code: str) -> None:
    """Make an empty catalog for a new language."""
    _pybabel("init", "--no-wrap", "-i", str(template), "-d", str(LOCALE), "-D", DOMAIN, "-l", code)


def main(new_languages: list[str]) -> None:
    """Bring the catalogs up to date, and tell what is not translated yet."""
    with TemporaryDirectory() as folder:
        template = Path(folder) / f"{DOMAIN}.pot"
        extract(template)
        for code in new_languages:
            add(template, code)
        update(template)
    missing = {path.parts[-3]: untranslated(path) for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}
    for language, messages in missing.items():
        print(f"{language}: {len(messages)} messages are not translated.")
    sys.exit(1 if any(missing.values()) else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
