"""The editions as data: each file in the folder `editions` is one."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from .errors import SwitchError

FOLDER = resources.files(__package__) / "editions"
INHERITED = ("words", "switches", "fixed", "tables")  # an edition may be based on another, and differ in parts of these

EDITIONS = tuple(
    sorted((file.name.removesuffix(".toml") for file in FOLDER.iterdir() if file.name.endswith(".toml")), reverse=True)
)
"""The names of all editions, the newest first."""
DEFAULT_EDITION = "2023"


@cache
def edition_data(edition: str) -> dict[str, Any]:
    """Read the file of an edition; parts that it leaves out come from the edition it is based on."""
    if edition not in EDITIONS:
        editions = ", ".join(EDITIONS)
        raise SwitchError(
            "There is no edition {edition!r}; the editions are {editions}.", edition=edition, editions=editions
        )
    data = tomllib.loads((FOLDER / f"{edition}.toml").read_text(encoding="utf-8"))
    if "based_on" not in data:
        return data
    base = edition_data(data["based_on"])
    return data | {part: base[part] | data.get(part, {}) for part in INHERITED}
