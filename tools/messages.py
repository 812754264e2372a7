"""Collect the sentences that people read, and bring the catalogs of all languages up to date (`make messages`).

With a code (`tools/messages.py pl`) a language is added.
"""

import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

import teahorse.web.app  # noqa: F401 - defines every error that a page may show
from teahorse.errors import TeahorseError

ROOT = Path(__file__).parents[1]
PACKAGE = "src/teahorse"
LOCALE = ROOT / PACKAGE / "text" / "locale"
DOMAIN = "teahorse"

# Errors of these are shown in the terminal only, which is English.
NOT_ON_PAGES = (
    "arena",
    "benchmark",
    "bulk",
    "cli",
    "envs",
    "lab",
    "terminal",
    "validation",
    "server.storage.backup",
    "server.turn_messages.mail",
)
# Functions whose argument is a message, besides gettext's own.
KEYWORDS = ("say", "NN_:1,2", "NP_:1c,2", "Message", "__init__")


def keywords() -> list[str]:
    """All functions whose argument is a message; the first argument of our errors is one, too."""
    return [*KEYWORDS, *sorted(error.__name__ for error in (TeahorseError, *_kinds_of(TeahorseError)))]


def _kinds_of(error: type[TeahorseError]) -> Iterator[type[TeahorseError]]:
    for kind in error.__subclasses__():
        package, _, module = kind.__module__.partition(".")
        if package == "teahorse" and not module.startswith(NOT_ON_PAGES):  # and none that a test made
            yield kind
            yield from _kinds_of(kind)


def extract(template: Path) -> None:
    """Write a template with all messages, each with the files it stands in."""
    arguments = [argument for keyword in keywords() for argument in ("-k", keyword)]
    options = ["-F", "pyproject.toml", "--add-location=file", "--no-wrap", "--sort-by-file"]
    _pybabel("extract", *options, *arguments, "--project=teahorse", "-o", str(template), PACKAGE)


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


def add(template: Path, code: str, locale: Path = LOCALE) -> None:
    """Make an empty catalog for a new language."""
    _pybabel("init", "--no-wrap", "-i", str(template), "-d", str(locale), "-D", DOMAIN, "-l", code)


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
