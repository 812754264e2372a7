"""A ledger that follows a game by its events alone.

A `Ledger` starts from a snapshot and applies each event. It must always agree with the snapshot of the game: then the
events report every change of a position, and nothing that did not happen.
"""

from collections import Counter
from typing import Any

from teahorse import Game
from teahorse.game import Event

ROAD = ("P", "Y", "S", "K", "T", "Q")
KINDS = ("post", "bridge", "teahouse")


class Ledger:
    """All that can be counted in a position, by whom and where."""

    def __init__(self, snapshot: dict[str, Any]) -> None:
        self.people = snapshot["people"]
        self.high_low = snapshot["options"].get("bank", "equal" if snapshot["edition"] == "2023" else "high-low")
        self.round = snapshot["round"]
        self.blue = [player for player in snapshot["blue"] if player != "duli"]
        self.numbers: Counter[tuple[str, str]] = Counter()  # coins, passes, ... of a player; VP of a person
        self.traders: Counter[tuple[str, str]] = Counter()  # by player and place: a letter, a building, supply ...
        self.bids: Counter[tuple[str, str, int]] = Counter()  # that stand, by player, building and price
        self.structures: Counter[tuple[str, str, str]] = Counter()  # by player, kind, and reserve, supply or built
        self.built: set[tuple[str, str, str, int]] = set()  # by player, kind, where, and which of the two
        self.horses: dict[str, str] = {}
        self.guards: dict[str, str | None] = {}
        self.presents = Counter(snapshot["presents"])
        self.blocked = snapshot["blocked"]
        self.drawn: list[int] = []
        self.passes_used = 0  # in this turn of travel (5.9)
        self.reason: str | None = None
        self.scores: dict[str, dict[str, int]] = {}
        self.ranking: list[tuple[str, int]] = []
        self._earned: Counter[str] = Counter()
        self._order: list[str] = []
        self._open(snapshot)

    def _open(self, snapshot: dict[str, Any]) -> None:
        for player, pieces in snapshot["players"].items():
            for number in ("coins", "presents", "passes", "influence", "income"):
                self.numbers[player, number] = pieces[number]
            self.numbers[self.person(player), "vp"] = pieces["vp"]
            self._open_traders(player, pieces)
            self.traders[player, "reserve"] = pieces["reserve"]
            for kind in KINDS:
                for place in ("supply", "reserve"):
                    self.structures[player, kind, place] = pieces["structures"][place][kind]
            for place, count in pieces["posts"].items():
                for _ in range(count):
                    self._build(player, "post", place)
            for gorge in pieces["bridges"]:
                self._build(player, "bridge", gorge)
            self._open_teahouses(player, pieces)
            self.horses[player] = pieces["horse"]
            self.guards[player] = pieces["guards"]
        if snapshot["duli"] is not None:
            duli = snapshot["duli"]
            for number in ("presents", "influence"):
                self.numbers["duli", number] = duli[number]
            self._open_traders("duli", duli)
            self._open_teahouses("duli", duli)
            self.drawn = list(duli["discard"])
        for building, spaces in snapshot["buildings"].items():
            for price, owner in spaces.items():
                if owner is not None:
                    self.traders[owner, building] += 1
                    self.bids[owner, building, int(price)] += 1
        for owner in snapshot["bank"]:
            if owner not in (None, "closed"):
                self.traders[owner, "bank"] += 1
        if snapshot["result"] is not None:
            self.reason = snapshot["result"]["reason"]
            self.scores = {row["player"]: row["from"] for row in snapshot["result"]["ranking"]}
            self.ranking = [(row["player"], row["vp"]) for row in snapshot["result"]["ranking"]]

    def _open_traders(self, player: str, pieces: dict[str, Any]) -> None:
        self.traders[player, "supply"] = pieces["supply"]
        self.traders[player, "P"] = pieces["market"]
        for place, count in pieces["provinces"].items():
            self.traders[player, place] = count

    def _open_teahouses(self, player: str, pieces: dict[str, Any]) -> None:
        for place in pieces["teahouses"]:
            self._build(player, "teahouse", place)

    def _build(self, player: str, kind: str, where: str) -> None:
        number = sum(entry[:3] == (player, kind, where) for entry in self.built)
        self.built.add((player, kind, where, number))

    def person(self, player: str) -> str:
        """Whose marker on the VP track a player moves (15.18)."""
        return f"person {(int(player[1:]) - 1) % self.people}"

    def move(self, player: str, start: str, end: str, traders: int = 1) -> None:
        """Traders go from one place to another; at least as many must be there."""
        assert self.traders[player, start] >= traders, f"{player} has no {traders} traders in {start}"
        self.traders[player, start] -= traders
        self.traders[player, end] += traders

    def rise(self, player: str, number: str, to: int) -> None:
        """Progress is made step by step."""
        self.numbers[player, number] += 1
        assert self.numbers[player, number] == to

    def books(self) -> dict[str, Any]:
        """What is compared: everything that is not zero."""
        return {
            "round": self.round,
            "blue": self.blue,
            "numbers": {key: count for key, count in self.numbers.items() if count},
            "traders": {key: count for key, count in self.traders.items() if count},
            "structures": {key: count for key, count in self.structures.items() if count},
            "built": sorted(self.built),
            "horses": self.horses,
            "guards": self.guards,
            "presents": {key: count for key, count in self.presents.items() if count},
            "blocked": self.blocked,
            "drawn": self.drawn,
            "reason": self.reason,
            "scores": self.scores,
            "ranking": self.ranking,
        }

    # --- One method per kind of event -----------------------------------------------------------------

    def enter(self, event: Event) -> None:
        """Apply an event; an unknown event is an error."""
        getattr(self, "on_" + event.name.replace("-", "_"))(**event.fields)

    def withdraw(self, player: str, building: str, price: int) -> None:
        """A bid does not stand any more."""
        self.bids[player, building, price] -= 1
        assert self.bids[player, building, price] >= 0
        self.bids += Counter()  # drops those at 0

    def on_bid(self, player: str, building: str, price: int, source: str) -> None:
        assert price > 0
        self.move(player, source, building)
        self.bids[player, building, price] += 1

    def on_outbid(self, player: str, building: str, price: int, by: str) -> None:
        assert price > 0 and by != ""
        self.move(player, building, "supply")
        self.withdraw(player, building, price)

    def on_unpassed(self, player: str) -> None:
        assert player in self.blue

    def on_bank(self, player: str, bank_space: int, source: str, to_market: int) -> None:
        assert bank_space in (0, 1)
        for bid in [bid for bid in self.bids if bid[0] == player]:
            del self.bids[bid]  # 2.5: all other traders go to the market
        self.move(player, source, "bank")
        left = ["school", "customs", "horse", "guild", "yard", "temple"]
        if self.high_low == "equal":
            left.append("supply")
        leaving = {place: self.traders[player, place] for place in left}
        assert sum(leaving.values()) == to_market
        for place, count in leaving.items():
            self.move(player, place, "P", count)

    def on_market(self, player: str, source: str) -> None:
        self.move(player, source, "P")

    def on_passed(self, player: str, to_market: int) -> None:
        assert self.traders[player, "supply"] == to_market
        self.move(player, "supply", "P", to_market)

    def on_bank_paid(self, player: str, total: int, coins: int) -> None:
        assert total == sum(price * count for (_, _, price), count in self.bids.items())
        self.move(player, "bank", "supply")
        self.numbers[player, "coins"] += coins

    def on_bids_paid(self, player: str, coins: int) -> None:
        self.numbers[player, "coins"] -= coins

    def on_debt(self, player: str, short: int, vp_each: int, vp: int) -> None:
        assert vp == short * vp_each > 0 and vp_each == max(2, 9 - self.round)
        assert self.numbers[player, "coins"] == 0
        self.numbers[self.person(player), "vp"] -= vp

    def on_trader_returned(self, player: str, building: str) -> None:
        self.move(player, building, "supply")
        self.withdraw(player, building, min(bid[2] for bid in self.bids if bid[:2] == (player, building)))

    def on_trader_hired(self, player: str) -> None:
        self.move(player, "reserve", "P")

    def on_pass_gained(self, player: str, passes: int) -> None:
        self.rise(player, "passes", passes)

    def on_influence_gained(self, player: str, influence: int) -> None:
        self.rise(player, "influence", influence)

    def on_horse_advanced(self, player: str, place: str) -> None:
        assert ROAD.index(place) == ROAD.index(self.horses[player]) + 1
        self.horses[player] = place

    def on_structure_taken(self, player: str, structure: str) -> None:
        self.structures[player, structure, "reserve"] -= 1
        self.structures[player, structure, "supply"] += 1

    def on_structure_built(self, player: str, structure: str, where: str) -> None:
        if player != "duli":
            assert self.structures[player, structure, "supply"] > 0
            self.structures[player, structure, "supply"] -= 1
        self._build(player, structure, where)

    def on_guards_placed(self, player: str, place: str) -> None:
        assert self.guards[player] == "reserve"
        self.guards[player] = place

    def on_guards_left(self, player: str, place: str) -> None:
        assert self.guards[player] == place
        self.guards[player] = "gone"

    def on_gorge_blocked(self, player: str, gorge: str) -> None:
        assert player in self.blue
        self.blocked = gorge

    def on_journey(self, player: str, start: str, end: str, passes: int) -> None:
        assert 1 <= passes <= self.numbers[player, "passes"]
        self.passes_used += passes
        self.move(player, start, end)

    def on_displaced(self, player: str, start: str, end: str, by: str) -> None:
        assert ROAD.index(end) == ROAD.index(start) - 1
        assert self.numbers[by, "influence"] > self.numbers[player, "influence"]
        self.move(player, start, end)

    def on_spared(self, player: str, place: str) -> None:
        assert self.traders[player, place] > 0

    def on_sent_home(self, player: str, place: str, traders: int) -> None:
        assert self.traders[player, place] == traders
        self.move(player, place, "P", traders)

    def on_done(self, player: str) -> None:
        assert player in self.blue
        self.passes_used = 0

    def on_revenue(self, place: str, coins: int) -> None:
        assert place in ROAD[1:] and coins >= 0

    def on_inspected(self, place: str) -> None:
        assert place in ROAD[1:]

    def on_banished(self, player: str, place: str) -> None:
        assert self.numbers[player, "influence"] < 4
        self.move(player, place, "P")

    def on_nobody_banished(self, place: str) -> None:
        assert place in ROAD[1:]

    def on_present(self, player: str, place: str, left: int) -> None:
        self.presents[place] -= 1
        assert self.presents[place] == left >= 0
        self.numbers[player, "presents"] += 1

    def on_traders_earned(self, player: str, place: str, traders: int, gaps: int, coins: int) -> None:
        assert self.traders[player, place] == traders and gaps >= 0
        self._earned[player] += coins

    def on_posts_earned(self, player: str, place: str, posts: int, gaps: int, coins: int) -> None:
        assert sum(entry[:3] == (player, "post", place) for entry in self.built) == posts
        assert coins == 0 or gaps == 0
        self._earned[player] += coins

    def on_market_earned(self, player: str, traders: int, coins: int) -> None:
        assert self.traders[player, "P"] == traders
        self._earned[player] += coins

    def on_income(self, player: str, coins: int) -> None:
        assert self._earned.pop(player, 0) == coins
        self.numbers[player, "income"] = coins

    def on_new_order(self, position: int, player: str) -> None:
        self._order.append(player)
        assert len(self._order) == position
        if position == len(self.blue):
            self.blue, self._order = self._order[::-1], []

    def on_converted(self, player: str, vp: int, coins: int) -> None:
        assert self.numbers[player, "income"] == vp + coins
        self.numbers[player, "income"] = 0
        self.numbers[player, "coins"] += coins
        self.numbers[self.person(player), "vp"] += vp

    def on_deck(self) -> None:
        assert len(self.drawn) in (0, 16)
        self.drawn = []

    def on_card_drawn(self, card: int) -> None:
        assert card not in self.drawn
        self.drawn.append(card)

    def on_card_spent(self, card: int) -> None:
        assert self.drawn[-1] == card

    def on_duli_placed(self, place: str, traders: int) -> None:
        self.move("duli", "supply", place, traders)

    def on_traders_came_back(self, player: str, traders: int) -> None:
        places = ROAD if player == "duli" else ("P",)
        assert sum(self.traders[player, place] for place in places) == traders
        for place in places:
            self.move(player, place, "supply", self.traders[player, place])

    def on_round(self, round: int) -> None:
        self.round += 1
        self.blocked = None
        assert self.round == round

    def on_game_ended(self, reason: str) -> None:
        self.reason = reason

    def on_scored(self, person: str, score: str, vp: int) -> None:
        self.scores.setdefault(person, {})[score] = vp

    def on_ranked(self, rank: int, person: str, vp: int) -> None:
        self.ranking.append((person, vp))
        assert len(self.ranking) == rank and vp == sum(self.scores[person].values())


def audit(ledger: Ledger, game: Game) -> None:
    """Enter what the last move set off, and compare the books with the position."""
    for event in game.events:
        ledger.enter(event)
    snapshot = game.snapshot()
    assert ledger.books() == Ledger(snapshot).books()
    if snapshot["travel"] is not None:
        passes = snapshot["players"][game.to_move]["passes"]
        assert snapshot["travel"]["passes_left"] == passes - ledger.passes_used
