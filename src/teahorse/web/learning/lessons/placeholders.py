"""The values of placeholders in a step's text: numbers of the position and of the rules."""

from types import SimpleNamespace
from typing import Any

from ....rules import names
from ....rules.state import HIGH, MAX_BANK_TOTAL, PLACES, YUNNAN
from ....server.history.history import GameHistory
from ....snapshot import take_snapshot
from .lesson import Lesson


def placeholder_values(lesson: Lesson, history: GameHistory, move: str | None) -> dict[str, Any]:
    """All values by placeholder, such as `{you.coins}`, `{mei.income}`, `{trader.S}` or `{number}`."""
    g, rules = history.game.position, history.rules.record
    people = _people(lesson, history)
    bids = min(int(g.committed.sum()), MAX_BANK_TOTAL)
    filled: dict[str, Any] = people | {
        "bids": bids,
        "bank": int(rules.bank_pays[HIGH, bids]),
        "presents": _by_province(g.presents),
        "trader": _by_province(rules.trader_values),
        "teahouse": _by_province(rules.teahouse_vp),
        "market": int(rules.trader_values[0]),
        "gap": int(rules.gap_cost),
        "present_vp": int(rules.vp_per_present),
        "coins_per_vp": int(rules.coins_per_vp),
        "vp_end": int(rules.vp_end),
    }
    return filled | _of_move(move, people["you"])


def _people(lesson: Lesson, history: GameHistory) -> dict[str, SimpleNamespace]:
    """Everyone by name, the learner as `you`: tracks, coins, and traders by their place."""
    g = history.game.position
    snapshot = take_snapshot(g, history.rules)
    people = {}
    for number, (player, data) in enumerate(snapshot["players"].items()):
        person = SimpleNamespace(**{key: value for key, value in data.items() if isinstance(value, int)})
        person.__dict__.update(data["provinces"])
        person.committed = int(g.committed[number])
        person.free = person.coins - person.committed
        person.passes_left = int(g.passes_left) if player == snapshot["to_move"] else person.passes
        people["you" if player == lesson.learner else lesson.people[number].lower()] = person
    return people


def _by_province(numbers: Any) -> SimpleNamespace:
    return SimpleNamespace(**{names.PLACE[place]: int(numbers[place]) for place in range(YUNNAN, PLACES)})


def _of_move(move: str | None, you: SimpleNamespace) -> dict[str, int]:
    """The number in a move, and what it leaves: free coins, or income to be taken as coins."""
    kind, *words = (move or "none").split()
    numbers = [int(word) for word in words if word.isdigit()]
    if not numbers:
        return {}
    return {"number": numbers[0], "left": (you.income if kind == "convert" else you.free) - numbers[0]}
