"""Sentences in the reader's language, by the functions of gettext.

`say("…")` translates a sentence where it is used. A sentence that stands in a table is marked by `N_("…")`, by
`NN_("one …", "{n} …")` if a number changes it, or by `NP_("context", "word")`, and is translated later. `make messages`
collects all of them.
"""

from gettext import NullTranslations

from ..errors import N_, NN_, Plural, Say


def NP_(context: str, text: str) -> str:  # noqa: N802 - in the manner of N_
    """Mark a word that means different things in different places; `say.pgettext` translates it later."""
    return text


class Translator:
    """A `Say` of one language."""

    def __init__(self, translations: NullTranslations) -> None:
        self._translations = translations

    def __call__(self, message: str) -> str:
        """The sentence in this language; English if it has no translation."""
        return self._translations.gettext(message) if message else ""  # gettext's "" is the header of the catalog

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The sentence for this number: each language has its own plural forms."""
        return self._translations.ngettext(singular, plural, number)

    def pgettext(self, context: str, message: str) -> str:
        """A word that means different things in different places; the context tells which is meant."""
        return self._translations.pgettext(context, message)

    def npgettext(self, context: str, singular: str, plural: str, number: int) -> str:
        """A sentence for a number, where a context tells which sentence is meant."""
        return self._translations.npgettext(context, singular, plural, number)


as_written: Say = Translator(NullTranslations())
"""Says everything in English."""

__all__ = ["NN_", "NP_", "N_", "Plural", "Say", "as_written"]
