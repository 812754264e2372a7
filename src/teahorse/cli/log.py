"""The log in the terminal: what happened, and in smaller print how it came about."""

from collections.abc import Iterable

from ..game import Event
from ..rules.ruleset import Ruleset
from ..telling import DETAILS, Names, tell
from .console import say


def show_log(events: Iterable[Event], rules: Ruleset, names: Names) -> None:
    """Show a line for each event."""
    for event in events:
        sentence = tell(event, rules, names)
        if event.name in DETAILS:
            say(f"    {sentence}", "dim")
        else:
            say(f"  {sentence}", "bold" if event.name in ("round", "game-ended") else "")
