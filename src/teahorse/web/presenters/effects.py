"""The effects of legal moves, computed by the rules on a copy of the game."""

from typing import Any

from ...bank import bank_pays
from ...rules import names as notation
from ...rules.state import NOBODY
from ...text.words import listed, traders_counted
from .candidate_moves import Candidate
from .position_view import PositionView
from .what_if import events_from, income_if_all_were_done, tried


class Effects:
    """Describes the effects of the legal moves in one position; shared facts are computed once."""

    def __init__(self, view: PositionView) -> None:
        self._view, self._game, self.say = view, view.game, view.say
        self._now = view.record
        self._mover = str(view.to_move)
        self._player = notation.PLAYER.index(self._mover)
        self._placements: dict[str, str] = {}
        self._income: int | None = None

    def of(self, candidate: Candidate) -> str:
        """The effect of a move in a sentence or two; empty if there is nothing to add."""
        kind = candidate.words[0]
        if kind in ("bid", "bank"):
            # Where the trader comes from changes neither coins nor rivals.
            placement = str(candidate.target)
            if placement not in self._placements:
                self._placements[placement] = self._bid(candidate) if kind == "bid" else self._bank(candidate)
            return self._placements[placement]
        if kind == "convert":
            return self._convert(int(candidate.words[1]))
        tellers = {
            "pass": self._pass,
            "market": self._market,
            "take": self._take,
            "block": self._block,
            "build": self._build,
            "go": self._go,
            "done": self._done,
            "displace": self._displace,
        }
        return tellers[kind](candidate) if kind in tellers else ""

    # --- In the city ----------------------------------------------------------------------------------

    def _bid(self, candidate: Candidate) -> str:
        say, coins = self.say, int(self._now.coins[self._player])
        outbid = [event.fields for event in tried(self._game, candidate.move).events if event.name == "outbid"]
        mine = [fields for fields in outbid if fields["by"] == self._mover]
        committed = int(self._now.committed[self._player]) + int(candidate.words[2])
        committed -= sum(fields["price"] for fields in mine if fields["player"] == self._mover)
        if committed <= coins:
            sentences = [
                say.ngettext(
                    "Leaves you {free} of your {coins} coin free.",
                    "Leaves you {free} of your {coins} coins free.",
                    coins,
                ).format(free=coins - committed, coins=coins)
            ]
        else:
            short = committed - coins
            sentences = [
                say.ngettext(
                    "Makes you {short} coin short, which costs VP.",
                    "Makes you {short} coins short, which costs VP.",
                    short,
                ).format(short=short)
            ]
        rivals = [self._view.player(fields["player"]) for fields in mine if fields["player"] != self._mover]
        if rivals:
            sentences.append(say("Outbids {players}.").format(players=listed(rivals, say)))
        if any(fields["player"] == self._mover for fields in mine):
            sentences.append(say("Outbids your own lower bid."))
        return " ".join(sentences)

    def _bank(self, candidate: Candidate) -> str:
        say, rules = self.say, self._game.rules
        # Going to the bank gives up one's own bids, so they no longer count in the total.
        given_up = int(self._now.committed[self._player])
        total = self._view.total_of_bids - given_up
        coins = bank_pays(self._game, int(str(candidate.target)[-1]), total)
        if given_up:
            sentence = say.ngettext(
                "Pays you {coins} coin when the bidding is over, as the other bids stand now; your own are given up.",
                "Pays you {coins} coins when the bidding is over, as the other bids stand now; your own are given up.",
                coins,
            )
        else:
            sentence = say.ngettext(
                "Pays you {coins} coin when the bidding is over, as the bids stand now.",
                "Pays you {coins} coins when the bidding is over, as the bids stand now.",
                coins,
            )
        if rules.switches["bank"] == "high-low":
            then = say("After that you may only use the market or pass.")
        else:
            then = say("Your bidding ends.")
        return f"{sentence.format(coins=coins)} {then}"

    def _market(self, candidate: Candidate) -> str:
        return self.say("It is safe there and may travel this round.")

    def _pass(self, candidate: Candidate) -> str:
        traders = int(self._now.supply[self._player])
        if traders == 0:
            return self.say("Your bids stand.") if self._now.committed[self._player] else ""
        sentence = self.say.ngettext(
            "Your last trader goes from the supply to the market.",
            "{traders} traders go from your supply to the market.",
            traders,
        ).format(traders=traders)
        return f"{self.say('Your bids stand.')} {sentence}" if self._now.committed[self._player] else sentence

    def _take(self, candidate: Candidate) -> str:
        structure = candidate.words[1]
        if len(candidate.words) == 2:
            return self.say("It goes to your supply; you can build it when you travel.")
        if structure == "guards":
            return self.say("Nobody can displace your traders there this round.")
        return self._built(structure, candidate.words[-1])

    def _built(self, structure: str, site: str) -> str:
        record = self._game.rules.record
        if structure == "post":
            earns = int(record.post_values[notation.PLACE.index(site)])
            return self.say("A post there earns {coins} a round if its road has no gap, and holds your route.").format(
                coins=earns
            )
        if structure == "teahouse":
            vp = int(record.teahouse_vp[notation.PLACE.index(site)])
            return self.say("Keeps your traders there safe from the inspector and scores {vp} VP in the end.").format(
                vp=vp
            )
        return self.say("Your traders can cross that gorge.")

    def _block(self, candidate: Candidate) -> str:
        gorge = notation.GORGE.index(candidate.words[1])
        owners = [player for number, player in enumerate(notation.PLAYER) if self._now.bridges[number] >> gorge & 1]
        if not owners:
            return self.say("Nobody has a bridge there.")
        others = [self._view.player(player) for player in owners if player != self._mover]
        sentences = [self.say("Closes your own bridge.")] if self._mover in owners else []
        if others:
            sentences.append(self.say("Closes the bridges of {players}.").format(players=listed(others, self.say)))
        return " ".join(sentences)

    # --- On the road ----------------------------------------------------------------------------------

    def _income_now(self) -> int:
        if self._income is None:
            self._income = income_if_all_were_done(self._game.table, self._game.rules, self._mover)
        return self._income

    def _earned(self, after: Any) -> str:
        income, now = income_if_all_were_done(after, self._game.rules, self._mover), self._income_now()
        if income == now:
            return self.say("Your income would stay {income}.").format(income=now)
        change = f"{income - now:+d}".replace("-", "\N{MINUS SIGN}")
        return self.say("Your income would be {income} ({change}).").format(income=income, change=change)

    def _build(self, candidate: Candidate) -> str:
        structure = candidate.words[1]
        if structure == "teahouse":
            return self._built(structure, candidate.words[-1])
        return self._earned(tried(self._game, candidate.move).table)

    def _go(self, candidate: Candidate) -> str:
        say = self.say
        after = tried(self._game, candidate.move).table
        left = int(after["passes_left"][0])
        used = int(self._now.passes_left) - left
        sentences = [
            say("Border passes: uses {used}, leaves {left}.").format(used=used, left=left),
            *self._lost_traders(after),
            self._earned(after),
        ]
        if after["arrived"][0] != NOBODY:
            sentences.append(say("You may displace a trader there."))
        return " ".join(sentences)

    def _lost_traders(self, after: Any) -> list[str]:
        """5.12, 6: traders that would lose their way home or be banished, where the move earns nothing."""
        if income_if_all_were_done(after, self._game.rules, self._mover) > self._income_now():
            return []
        sentences = {
            "sent-home": self.say("No route from {place} to Pu'er: traders there go back to the market."),
            "banished": self.say("The inspector would banish your trader in {place}."),
        }
        return [
            sentences[event.name].format(place=self._view.place(event.fields["place"]))
            for event in events_from(after, self._game.rules)
            if event.name in sentences and event.fields["player"] == self._mover
        ]

    def _done(self, candidate: Candidate) -> str:
        say = self.say
        home = [
            say("{traders} from {place} would go home to the market.").format(
                traders=traders_counted(event.fields["traders"], say),
                place=self._view.place(event.fields["place"]),
            )
            for event in tried(self._game, candidate.move).events
            if event.name == "sent-home"
        ]
        return " ".join([*home, say("Your income would be {income}.").format(income=self._income_now())])

    def _displace(self, candidate: Candidate) -> str:
        events = tried(self._game, candidate.move).events
        (displaced,) = (event for event in events if event.name == "displaced")
        end = self._view.place(displaced.fields["end"])
        return self.say("The trader goes to {place}.").format(place=end)

    def _convert(self, vp: int) -> str:
        coins = int(self._now.income[self._player]) - vp
        return self.say.ngettext("{vp} VP and {coins} coin.", "{vp} VP and {coins} coins.", coins).format(
            vp=vp, coins=coins
        )
