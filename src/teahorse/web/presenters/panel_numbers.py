"""The numbers of the players' panels and the presents left in the course of a step, followed from event to event."""

from typing import Any

from ...game import Event
from ...rules import names as notation
from ...rules.ruleset import Ruleset
from ...text.translation import Say
from ...text.words import place_called

SUPPLY, PUER = "supply", "P"
Numbers = dict[str, int | str | None]
"""Numbers by their name and player, as `coins-p1`; None for free coins that are not shown, as nothing is bid."""

# Events that set a number to the value of one of their fields.
_SET = {
    "pass-gained": ("passes", "passes"),
    "influence-gained": ("influence", "influence"),
    "income": ("income", "coins"),
}
_PLACED = ("bid", "bank", "market")  # with a trader from the supply or a province
_INTO_MARKET = ("market", "trader-hired", "banished")


class PanelNumbers:
    """Follows the numbers from the position before a step."""

    def __init__(self, before: Any, rules: Ruleset, say: Say) -> None:
        self._rules = rules
        self._say = say
        self._persons = rules.record.person.tolist()
        self._vp = before.vp.tolist()
        self._counts = {
            "coins": before.coins.tolist(),
            "committed": before.committed.tolist(),
            "supply": before.supply.tolist(),
            "market": before.traders[:, 0].tolist(),
            "presents": before.held_presents.tolist(),
        }
        self._bids = before.bids
        self._presents_left = int(before.presents.sum())

    def see(self, event: Event) -> Numbers:
        """The numbers that an event changes."""
        fields = event.fields
        player = "duli" if event.name == "duli-placed" else fields.get("player")
        if player is None:
            return {}
        changed: Numbers = {}
        seat = notation.PLAYER.index(player)
        for name, by in self._changes(event).items():
            self._counts[name][seat] += by
            if by and name != "committed":
                changed[f"{name}-{player}"] = self._counts[name][seat]
        if event.name in _SET:
            name, field = _SET[event.name]
            changed[f"{name}-{player}"] = fields[field]
        elif event.name == "present":
            self._presents_left -= 1
            changed["presents-left"] = self._presents_left
        elif event.name == "horse-advanced":
            changed[f"horse-{player}"] = place_called(fields["place"], self._rules, self._say)
        elif event.name in ("bid", "outbid", "bank", "bank-paid", "bids-paid") and player != "duli":
            changed[f"free-{player}"] = self._free(seat)
        elif event.name in ("converted", "debt"):
            changed |= self._scored(seat, fields["vp"] if event.name == "converted" else -fields["vp"])
        return changed

    def _changes(self, event: Event) -> dict[str, int]:
        """How much an event adds to each count of its player."""
        name, fields = event.name, event.fields
        placed = int(name in _PLACED and fields["source"] == SUPPLY)
        match name:
            case "bid":
                return {"supply": -placed, "committed": fields["price"]}
            case "bank":  # 2.5: the traders of all bids go to the market, too
                seat = notation.PLAYER.index(fields["player"])
                others = fields["to_market"] - int((self._bids == seat).sum())
                committed = self._counts["committed"][seat]
                return {"supply": -placed - others, "market": fields["to_market"], "committed": -committed}
            case "passed":
                return {"supply": -fields["to_market"], "market": fields["to_market"]}
            case "outbid":
                return {"supply": 1, "committed": -fields["price"]}
            case "bank-paid":
                return {"supply": 1, "coins": fields["coins"]}
            case "bids-paid":
                seat = notation.PLAYER.index(fields["player"])
                return {"coins": -fields["coins"], "committed": -self._counts["committed"][seat]}
            case "converted":
                return {"coins": fields["coins"]}
            case "present":
                return {"presents": 1}
            case "journey" | "displaced":
                return {"market": (fields["end"] == PUER) - (fields["start"] == PUER)}
            case "sent-home":
                return {"market": fields["traders"]}
            case "duli-placed":
                return {"supply": -fields["traders"]}
            case "traders-came-back":
                seat = notation.PLAYER.index(fields["player"])
                return {"supply": fields["traders"], "market": -self._counts["market"][seat]}
        return {"supply": (name == "trader-returned") - placed, "market": int(name in _INTO_MARKET)}

    def _free(self, seat: int) -> int | None:
        committed = self._counts["committed"][seat]
        return self._counts["coins"][seat] - committed if committed else None

    def _scored(self, seat: int, vp: int) -> Numbers:
        """VP are a person's, who may have two colours (15.18)."""
        person = self._persons[seat]
        self._vp[person] += vp
        players = zip(notation.PLAYER[: self._rules.players], self._persons, strict=False)
        return {f"vp-{player}": self._vp[person] for player, whose in players if whose == person}
