"""The position as text for screen readers: everything on the board, in a fixed order."""

from collections.abc import Iterable
from typing import Any

from ...rules import names as notation
from ...snapshot import Snapshot, is_blue
from ...text.words import begun, colour_called, gorge_called, listed, structures_counted, traders_counted
from .goal import goal
from .player_panels import Panel
from .position_view import PositionView
from .prompt import phase_title, question
from .province_text import province_text

Reading = list[tuple[str, list[str]]]


def reading(view: PositionView, panels: Iterable[Panel]) -> Reading:
    """Headings with their lines: the turn, the order, the road, the city, and every player."""
    reader, say = _Reader(view), view.say
    return [
        (say("Now"), reader.now()),
        (say("Provinces"), reader.provinces()),
        (say("Gorges"), reader.gorges()),
        (say("City of Pu'er"), reader.city()),
        *(
            (say("{name} (you)").format(name=panel.name) if panel.is_you else panel.name, reader.player(panel))
            for panel in panels
        ),
    ]


class _Reader:
    """Reads one position out."""

    def __init__(self, view: PositionView) -> None:
        self._view, self._rules, self.say = view, view.rules, view.say
        self._position: Snapshot = view.snapshot
        self._pieces: dict[str, dict[str, Any]] = dict(self._position["players"])
        if self._position["duli"]:
            self._pieces["duli"] = self._position["duli"]

    def _called(self, player: str) -> str:
        return self._view.listed_player(player)

    def now(self) -> list[str]:
        """The round, the question, the turn order, and the remaining presents."""
        say = self.say
        order = listed([self._called(player) for player in self._view.turn_order], say)
        return [
            say("Round {number}: {part}.").format(number=self._position["round"], part=phase_title(self._view)),
            question(self._view),
            (
                say("Blue order, for bidding and resolving: {players}.")
                if is_blue(self._position)
                else say("Gray order, for all after resolving: {players}.")
            ).format(players=order),
            say("Presents left in all provinces: {count}.").format(count=sum(self._position["presents"].values())),
            *([] if self._view.snapshot["result"] else goal(self._view).sentences),
        ]

    # --- The road -------------------------------------------------------------------------------------

    def provinces(self) -> list[str]:
        """Every province in a line, from Yunnan up the road."""
        return [province_text(self._view, letter) for letter in notation.PLACE[1:]]

    def _counts(self, counts: dict[str, int]) -> list[str]:
        return [f"{self._called(player)} {count}" for player, count in counts.items() if count]

    def _with(self, kind: str, site: str) -> list[str]:
        return [self._called(player) for player, pieces in self._pieces.items() if site in pieces.get(kind, ())]

    def gorges(self) -> list[str]:
        """Every gorge in a line: its bridges, and whether it is blocked."""
        say, lines = self.say, []
        for gorge in self._rules.gorges:
            owners = self._with("bridges", gorge)
            blanks = {"gorge": begun(gorge_called(gorge, self._rules, say)), "players": ", ".join(owners)}
            sentence = (say("{gorge}, bridges: {players}.") if owners else say("{gorge}: no bridge.")).format(**blanks)
            if self._position["blocked"] == gorge:
                sentence += " " + say("Blocked till the end of the round.")
            lines.append(sentence)
        return lines

    # --- The city -------------------------------------------------------------------------------------

    def city(self) -> list[str]:
        """Every building in a line, then the bank and the market."""
        say = self.say
        lines = [self._building(building, spaces) for building, spaces in self._position["buildings"].items()]
        bank = [self._called(owner) for owner in self._position["bank"] if owner not in (None, "closed")]
        lines.append((say("Bank: {players}.") if bank else say("Bank: nobody.")).format(players=", ".join(bank)))
        market = self._counts({player: pieces["market"] for player, pieces in self._pieces.items()})
        lines.append(
            (say("Market: {players}.") if market else say("Market: nobody.")).format(players=", ".join(market))
        )
        return lines

    def _building(self, building: str, spaces: dict[str, str | None]) -> str:
        say = self.say
        bids = [
            say("{player} on {price}").format(player=self._called(owner), price=price)
            for price, owner in spaces.items()
            if owner
        ]
        name = begun(self._view.building(building))
        return (say("{building}: {bids}.") if bids else say("{building}: no bids.")).format(
            building=name, bids=", ".join(bids)
        )

    # --- The players ----------------------------------------------------------------------------------

    def player(self, panel: Panel) -> list[str]:
        """What a player has."""
        say = self.say
        lines = [say("Colour: {colour}.").format(colour=colour_called(panel.colour, say))]
        if panel.player != "duli":
            lines += self._numbers(panel)
        lines.append(say("Influence {influence}.").format(influence=panel.influence))
        lines.append(say("Presents: {count}.").format(count=panel.presents))
        ready = [traders_counted(panel.traders["supply"], say), *self._structures(panel.structures.ready)]
        lines.append(say("In the supply: {pieces}.").format(pieces=", ".join(ready)))
        reserve = [traders_counted(panel.traders["reserve"], say)] if panel.traders["reserve"] else []
        reserve += self._structures(panel.structures.reserve)
        if reserve:
            lines.append(say("In reserve: {pieces}.").format(pieces=", ".join(reserve)))
        if panel.guards_called is not None:
            lines.append(say("Guards: {place}.").format(place=panel.guards_called))
        if panel.cards is not None:
            lines.append(say("Cards left in the pile: {count}.").format(count=panel.cards))
        if panel.passed:
            lines.append(say("Has passed."))
        return lines

    def _numbers(self, panel: Panel) -> list[str]:
        say, income = self.say, self._pieces[panel.player]["income"]  # of this round only
        return [
            say("Coins: {coins}, committed to bids: {committed}.").format(coins=panel.coins, committed=panel.committed),
            say("VP: {vp}; if the game ended now {total}, which is place {rank}.").format(
                vp=panel.vp, total=panel.if_ended, rank=panel.rank
            ),
            say("Border passes: {passes}.").format(passes=panel.passes),
            say("The horse stands in {place}.").format(place=panel.horse_called),
            *([say("Income: {coins}.").format(coins=income)] if income else []),
        ]

    def _structures(self, counts: dict[str, int]) -> list[str]:
        return [structures_counted(kind, count, self.say) for kind, count in counts.items() if count]
