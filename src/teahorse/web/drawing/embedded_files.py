"""Our style sheets, fonts and the map as text, for a picture that must not need any other file."""

import re
from base64 import b64encode
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"
STYLES = ("base.css", "colours.css", "board.css", "spots.css")
_URL = re.compile(r"url\(([^)]+)\)")
TYPES = {".woff2": "font/woff2", ".svg": "image/svg+xml"}


def data_url(name: str) -> str:
    """A static file as an address that contains it."""
    path = STATIC / name
    return f"data:{TYPES[path.suffix]};base64,{b64encode(path.read_bytes()).decode('ascii')}"


@cache
def map_url() -> str:
    """The painted map."""
    return data_url("map.svg")


@cache
def styles() -> str:
    """What the board looks like, with the fonts in it."""
    text = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES)
    return _URL.sub(lambda found: f"url({data_url(found[1])})", text)
