"""Texts of the board: names, and descriptions of spots for screen readers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from ...errors import N_
from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import BID, CHANCE, NOBODY
from ...text.translation import Say
from ...text.words import begun, building_called, place_called
from ..presenters.position_view import PositionView
from ..presenters.province_text import province_text
from .parts import MOST_GROUPS

STRUCTURES_AT_HOME = {
    "post": N_("Posts: {ready} ready, {reserve} in reserve."),
    "bridge": N_("Bridges: {ready} ready, {reserve} in reserve."),
    "teahouse": N_("Teahouses: {ready} ready, {reserve} in reserve."),
}


@dataclass(frozen=True)
class Words:
    """Says things about a position in a reader's language."""

    view: PositionView
    colours: Mapping[str, str]

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return self.view.rules

    @property
    def g(self) -> Any:
        """The fields of the GAME record."""
        return self.view.record

    @property
    def say(self) -> Say:
        """The reader's language."""
        return self.view.say

    def who(self, player: str) -> str:
        """A player's name. A person's two colours already have different names (`distinct_names`)."""
        return self.view.player(player)

    def place(self, place: str) -> str:
        """What a place is called."""
        return place_called(place, self.rules, self.say)

    @cached_property
    def buildings(self) -> tuple[str, ...]:
        """What each building is called, as it stands on its sign."""
        return tuple(begun(building_called(building, self.rules, self.say)) for building in names.BUILDING)

    def building(self, building: str) -> str:
        """What a building is called, as it stands on its sign."""
        return self.buildings[names.BUILDING.index(building)]

    @cached_property
    def bids(self) -> tuple[tuple[int, ...], ...]:
        """Who stands on each space of each building."""
        return tuple(map(tuple, self.g.bids.tolist()))

    def _counted(self, counts: Mapping[str, int]) -> str:
        told = [f"{self.view.listed_player(player)} {count}" for player, count in counts.items() if count]
        return ", ".join(told)

    def _listed(self, players: list[str]) -> str:
        return ", ".join(self.view.listed_player(player) for player in players)

    def _seats(self) -> list[int]:
        return [*range(self.rules.players), *([names.PLAYER.index("duli")] if self.rules.has_duli else [])]

    def _of(self, counts: Any) -> dict[str, int]:
        return {names.PLAYER[seat]: int(counts[seat]) for seat in self._seats()}

    def spaces(self) -> tuple[str, ...]:
        """Each space of each building."""
        free, taken = self.say("{building}, space {price}: free."), self.say("{building}, space {price}: {player}.")
        return space_texts(free, taken, self.rules, self.buildings, self.listed_players, self.bids)

    @cached_property
    def listed_players(self) -> tuple[str, ...]:
        """What each player is called in a list."""
        return tuple(map(self.view.listed_player, names.PLAYER))

    def bank(self, space: int, owner: int, pays: int) -> str:
        """A space of the bank."""
        if owner == NOBODY and self.g.phase not in (BID, CHANCE):
            return self.say("Bank, space {space}: free.").format(space=space + 1)
        if owner == NOBODY:
            text = self.say.ngettext(
                "Bank, space {space}: free; it would pay {coins} coin now.",
                "Bank, space {space}: free; it would pay {coins} coins now.",
                pays,
            )
            return text.format(space=space + 1, coins=pays)
        if owner < NOBODY:
            return self.say("Bank, space {space}: closed.").format(space=space + 1)
        text = self.say.ngettext(
            "Bank, space {space}: {player}; it would pay {coins} coin now.",
            "Bank, space {space}: {player}; it would pay {coins} coins now.",
            pays,
        )
        return text.format(space=space + 1, player=self.view.listed_player(names.PLAYER[owner]), coins=pays)

    def market(self) -> str:
        """The market and who waits there."""
        there = self._counted(self._of(self.g.traders[:, 0]))
        told = [self.say("Market of Pu'er.")]
        if there:
            told.append(self.say("Traders: {players}.").format(players=there))
        return " ".join(told)

    def province(self, place: str) -> str:
        """A province and all that stands in it, in whole sentences."""
        return province_text(self.view, place)

    def gorge(self, gorge: str) -> str:
        """A gorge and who can cross it."""
        number, say = names.GORGE.index(gorge), self.say
        low, high = (self.place(place) for place in gorge)
        told = [say("Gorge between {low} and {high}.").format(low=low, high=high)]
        bridges = self._listed([player for player, bits in self._of(self.g.bridges).items() if bits >> number & 1])
        if bridges:
            told.append(say("Bridges: {players}.").format(players=bridges))
        if self.g.blocked == number:
            told.append(say("It is blocked this round."))
        return " ".join(told)

    def camp(self, player: str) -> str:
        """A player's camp: what is ready, and what is still in reserve."""
        g, seat = self.g, names.PLAYER.index(player)
        coins = int(g.coins[seat])
        if self.view.is_you(player):
            sentence = self.say.ngettext(
                "Your camp: {coins} coin; traders: {ready} ready, {reserve} in reserve.",
                "Your camp: {coins} coins; traders: {ready} ready, {reserve} in reserve.",
                coins,
            )
        else:
            sentence = self.say.ngettext(
                "Camp of {player}: {coins} coin; traders: {ready} ready, {reserve} in reserve.",
                "Camp of {player}: {coins} coins; traders: {ready} ready, {reserve} in reserve.",
                coins,
            )
        return sentence.format(
            player=self.who(player),
            coins=coins,
            ready=int(g.supply[seat]),
            reserve=int(g.reserve[seat]),
        )

    def traders(self, place: str, player: str, count: int) -> str:
        """A player's traders at one place."""
        who, where = self.who(player), self.place(place)
        if self.view.is_you(player):
            text = self.say.ngettext("Your trader in {place}.", "Your {number} traders in {place}.", count)
        else:
            text = self.say.ngettext(
                "{number} trader of {player} in {place}.", "{number} traders of {player} in {place}.", count
            )
        return text.format(number=count, player=who, place=where)

    def structures(self, player: str, kind: str) -> str:
        """The mover's structures of one kind."""
        seat = names.PLAYER.index(player)
        if kind == "guards":
            return self.say("Your guards marker.")
        at = names.STRUCTURE.index(kind)
        ready, reserve = int(self.g.structures[seat, at]), int(self.g.structures_reserve[seat, at])
        return self.say(STRUCTURES_AT_HOME[kind]).format(ready=ready, reserve=reserve)


@lru_cache(maxsize=MOST_GROUPS)
def space_texts(
    free: str,
    taken: str,
    rules: Ruleset,
    buildings: tuple[str, ...],
    players: tuple[str, ...],
    bids: tuple[tuple[int, ...], ...],
) -> tuple[str, ...]:
    """The spaces of all buildings, by sentences for free and taken ones; `buildings` and `players` are their names."""
    return tuple(
        free.format(building=building, price=price)
        if owner == NOBODY
        else taken.format(building=building, price=price, player=players[owner])
        for building, prices, owners in zip(buildings, rules.prices, bids, strict=True)
        for price, owner in zip(prices, owners, strict=True)
        if price > 0
    )
