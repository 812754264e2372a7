"""Sentences in TOML files, for Babel's extraction of messages."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a text: lines are joined, and a blank line ends a paragraph."""
    return tuple(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))


def extract(
    file: IO[bytes], keywords: Iterable[str], comment_tags: Iterable[str], options: Mapping[str, str]
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Find the messages of a TOML file; a Babel extraction method.

    The option `keys` names the keys whose values are messages, `tables` the tables all of whose values are, and
    `names = "yes"` says that the names of the tables at the top are messages, too.
    """
    data = tomllib.load(file)
    keys, tables = options.get("keys", "").split(), options.get("tables", "").split()
    names = [name for name, value in data.items() if isinstance(value, dict)] if "names" in options else []
    for message in (*names, *_messages(data, keys, tables)):
        yield 1, None, message, []


def _messages(data: Any, keys: list[str], tables: list[str]) -> Iterator[str]:
    if isinstance(data, list):
        for item in data:
            yield from _messages(item, keys, tables)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in tables:
                yield from value.values()
            elif key in keys and isinstance(value, str):
                yield from paragraphs(value)
            else:
                yield from _messages(value, keys, tables)
