"""What tests of translations need: all messages as Babel finds them, and languages that are easy to check."""

from collections.abc import Callable
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

import messages
from teahorse.errors import Say
from teahorse.text.translation import Translator


@cache
def template() -> Catalog:
    """All messages, as `make messages` finds them."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "teahorse.pot"
        messages.extract(file)
        with file.open("rb") as found:
            return read_po(found)


def as_template_file(file: Path) -> Path:
    """All messages in a file."""
    with file.open("wb") as written:
        write_po(written, template())
    return file


def catalog_of(code: str, locale: Path = messages.LOCALE) -> Catalog:
    """The catalog of a language."""
    with (locale / code / "LC_MESSAGES" / "teahorse.po").open("rb") as file:
        return read_po(file, locale=code)


def texts_of(message: Message) -> list[str]:
    """The English of a message: one text, or the singular and the plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


@cache
def known_texts() -> frozenset[str]:
    """The English of all messages."""
    return frozenset(text for message in template() if message.id for text in texts_of(message))


class _Changed(NullTranslations):
    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self._change = change

    def gettext(self, message: str) -> str:
        return self._change(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._change(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self._change(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._change(msgid1 if n == 1 else msgid2)


def say_by(change: Callable[[str], str]) -> Say:
    """A language that changes every English text by a function."""
    return Translator(_Changed(change))
