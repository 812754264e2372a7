"""The log: as text or as JSON lines, without secrets, and without floods.

Messages are written without what opens something or names someone: keys, links, cookies, passwords, e-mail addresses.
Of a table's id only the first letters are written, since its address is a link, too.
"""

import json
import logging
import re
from datetime import UTC, datetime

from .quiet_log import REQUEST, RepeatFilter

_HIDDEN = (
    (re.compile(r"(?i)\b(authorization|cookie|set-cookie)(['\"]?\s*[:=]\s*).*"), r"\1\2…"),
    (re.compile(r"(?i)\bbearer\s+\S+"), "Bearer …"),
    (re.compile(r"(\w+://[^\s:/@]*):[^\s/@]+@"), r"\1:…@"),  # a password in a URL
    (re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+"), "…@…"),
    (re.compile(r"(/t/|\btables? |/tables/)([A-Za-z0-9]{4})[A-Za-z0-9]{6}\b"), r"\1\2…"),
)
_WORD = re.compile(r"(?<![\w-])[A-Za-z0-9_-]{22,}(?![\w-])")  # keys have at least 22 characters
TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
MOST_CAPITALS = 5  # in the name of a class; a key has more, or digits


def without_secrets(text: str) -> str:
    """A text without keys, links, cookies, passwords and e-mail addresses."""
    for pattern, instead in _HIDDEN:
        text = pattern.sub(instead, text)
    return _WORD.sub(lambda word: "…" if _looks_random(word[0]) else word[0], text)


def _looks_random(word: str) -> bool:
    capitals = sum(letter.isupper() for letter in word)
    has_digits = any(letter.isdigit() for letter in word)
    return any(letter.islower() for letter in word) and (capitals > MOST_CAPITALS or (capitals > 0 and has_digits))


class TextFormatter(logging.Formatter):
    """A line of text: time, level, message."""

    def __init__(self) -> None:
        super().__init__(TEXT)

    def format(self, record: logging.LogRecord) -> str:
        """The record as text, with a traceback if there is one."""
        return without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **getattr(record, REQUEST, {}),
        }
        if record.exc_info:
            fields["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def set_up_log(form: str, level: str) -> None:
    """Write everything from this level on to standard error, as `text` or `json`."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    handler.addFilter(RepeatFilter())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for library in ("asyncio", "httpx", "httpcore", "uvicorn"):  # they tell of every connection
        logging.getLogger(library).setLevel(logging.WARNING)
    # It reports each job, and lost connections with a traceback; the queue says what matters in a sentence.
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
