"""The cards beside spots: what each spot is and does, with the numbers of this table."""

from collections.abc import Iterator
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached

from ...provenance import bank_table, reconstructed
from ...rules import names as notation
from ...rules.ruleset import Ruleset
from ...snapshot import Snapshot
from ...text.spot_texts import BANKS, MARKETS, PIECES, SIZES, WHAT_PIECES_DO, what_it_gives
from ...text.translation import Say
from ...text.words import begun, building_called, gorge_called, structures_counted, traders_counted
from . import spot_names as where
from .card_text import About
from .forecast_bidding import bank_title
from .position_view import PositionView
from .province_text import province_contents, province_values
from .sign_cards import signs

RULES_OF_BUILDINGS = {
    "school": "4.4",
    "customs": "4.5",
    "horse": "4.6",
    "guild": "4.7",
    "yard": "4.8",
    "temple": "4.9",
}
MOST_BOARDS = 64  # whose cards of empty spaces are kept
BANK_RULES = {"equal": "2.5", "high-low": "15.4"}
IN_TOWN = (*(where.space(building, "") for building in notation.BUILDING), where.house(""), where.bank(0)[:-1])
PROVINCES = frozenset(where.place(letter) for letter in notation.PLACE[1:])
RULES_OF_PIECES = {"post": "5.3", "bridge": "5.4", "teahouse": "5.5", "guards": "13.5"}


def spots(view: PositionView) -> dict[str, About]:
    """Every spot of the board by its name."""
    described = dict(_Spots(view).all())
    return {**{spot: _with_time(about, spot, view) for spot, about in described.items()}, **signs(view)}


def _with_time(about: About, spot: str, view: PositionView) -> About:
    """A card that also says when its place is used, if that is not now."""
    say, when = view.say, ""
    if spot.startswith(IN_TOWN) and view.phase not in ("bid", "chance", "over"):
        when = say("The bidding is over.")
    if spot in PROVINCES and view.phase in ("bid", "take", "block"):
        when = say("Journeys come after the bidding.") if view.phase == "bid" else say("Journeys come next.")
    return about._replace(text=f"{about.text} {when}") if when else about


class _Spots:
    """Describes the spots of one position."""

    def __init__(self, view: PositionView) -> None:
        self._view, self._rules, self.say = view, view.rules, view.say
        self._position: Snapshot = view.snapshot
        self._reconstructed = reconstructed(view.rules)
        self._players = list(self._position["players"]) + (["duli"] if self._position["duli"] else [])

    def all(self) -> Iterator[tuple[str, About]]:
        yield from self._spaces()
        yield from self._bank()
        yield where.MARKET, self._market()
        for letter in notation.PLACE[1:]:
            yield where.place(letter), self._province(letter)
        for gorge in self._rules.gorges:
            yield where.gorge(gorge), self._gorge(gorge)
        for player in self._players:
            yield where.camp(player), self._camp(player)
            yield from self._groups(player)
        yield from self._pieces()

    def _called(self, player: str) -> str:
        return self._view.player(player)

    def _if_reconstructed(self, table: str) -> str:
        return table if table in self._reconstructed else ""

    def _place(self, letter: str) -> str:
        return self._view.place(letter)

    def _pieces_of(self, player: str) -> dict[str, Any]:
        pieces: dict[str, Any] = self._position["duli"] if player == "duli" else self._position["players"][player]
        return pieces

    # --- The city -------------------------------------------------------------------------------------

    def _spaces(self) -> Iterator[tuple[str, About]]:
        owners = self._position["buildings"]
        for spot, building, price, about in _empty_spaces(self._rules, self.say):
            owner = owners[building][price] if price else None
            yield spot, about._replace(text=f"{about.text} {self._stands_here(owner)}") if owner else about

    def _stands_here(self, player: str) -> str:
        if self._view.is_you(player):
            return self.say("You stand here.")
        return self.say("{player} stands here.").format(player=self._called(player))

    def _bank(self) -> Iterator[tuple[str, About]]:
        say, switch = self.say, str(self._rules.switches["bank"])
        total = self._view.total_of_bids
        pays, rule = say("Pays by the total of all standing bids, when bidding ends."), BANK_RULES[switch]
        yield where.house("bank"), About(say("Bank"), f"{pays} {say(BANKS[switch])}", rule)
        for space, owner in enumerate(self._position["bank"]):
            source = ""
            if owner == "closed":
                sentences, of_space = [say("This space is closed in a game with Dúli.")], "14.3"
            else:
                coins = self._view.bank_pays[space]
                is_same = self._view.bank_offers[space] == coins  # for the reader; else the move says what it would pay
                sentences = [
                    say.ngettext(
                        "Would pay {coins} coin now, for standing bids of {total}.",
                        "Would pay {coins} coins now, for standing bids of {total}.",
                        coins,
                    ).format(coins=coins, total=total)
                    if self._position["phase"] == "bid" and is_same
                    else pays,
                    self._stands_here(owner) if owner else say(BANKS[switch]),
                ]
                of_space = rule
                source = self._if_reconstructed(bank_table(self._rules, space))
            yield where.bank(space), About(bank_title(self._view, space), " ".join(sentences), of_space, source)

    def _market(self) -> About:
        say = self.say
        coins = int(self._rules.fields.trader_values[notation.PLACE.index(where.PUER)])
        sentences = [say(MARKETS[str(self._rules.switches["market_income"])]).format(coins=coins)]
        sentences += self._who_stands("market")
        return About(say("Market of Pu'er"), " ".join(sentences), "8.1")

    # --- The road -------------------------------------------------------------------------------------

    def _who_stands(self, letter: str) -> list[str]:
        counts = {player: self._traders(player, letter) for player in self._players}
        there = [f"{self._view.listed_player(player)} {count}" for player, count in counts.items() if count]
        return [self.say("Traders: {players}.").format(players=", ".join(there))] if there else []

    def _traders(self, player: str, letter: str) -> int:
        pieces = self._pieces_of(player)
        return int(pieces["market"] if letter == "market" else pieces["provinces"][letter])

    def _province(self, letter: str) -> About:
        trader, post = province_values(self._view, letter)
        contents = province_contents(self._view, letter)
        sentences = [self.say("A trader earns {trader} here, a post {post}.").format(trader=trader, post=post)]
        sentences += [contents[kind] for kind in ("presents", "traders", "posts", "teahouse") if kind in contents]
        return About(self._place(letter), " ".join(sentences), "8.2")

    def _gorge(self, gorge: str) -> About:
        say = self.say
        owners = [
            self._view.listed_player(player)
            for player, pieces in self._position["players"].items()
            if gorge in pieces["bridges"]
        ]
        sentences = [say("You cross it only over a bridge of your own.")]
        if owners:
            sentences.append(say("Bridges: {players}.").format(players=", ".join(owners)))
        if self._position["blocked"] == gorge:
            sentences.append(say("It is blocked till the end of the round."))
        title = begun(gorge_called(gorge, self._rules, say))
        return About(title, " ".join(sentences), "4.9" if self._position["blocked"] == gorge else "5.4")

    # --- The players ----------------------------------------------------------------------------------

    def _camp(self, player: str) -> About:
        say = self.say
        pieces = self._pieces_of(player)
        ready = [traders_counted(pieces["supply"], say)] if pieces["supply"] else []
        reserve: list[str] = []
        if player != "duli":
            ready += self._counted(pieces["structures"]["supply"])
            reserve = [traders_counted(pieces["reserve"], say)] if pieces["reserve"] else []
            reserve += self._counted(pieces["structures"]["reserve"])
            reserve += [say("guards")] if pieces["guards"] == "reserve" else []
        sentences = [(say("Ready: {pieces}.") if ready else say("Nothing is ready.")).format(pieces=", ".join(ready))]
        if reserve:
            sentences.append(say("In reserve: {pieces}.").format(pieces=", ".join(reserve)))
        is_yours = self._view.is_you(player)
        title = say("Your camp") if is_yours else say("Camp of {player}").format(player=self._called(player))
        return About(title, " ".join(sentences), "0.4")

    def _counted(self, structures: dict[str, int]) -> list[str]:
        return [structures_counted(kind, count, self.say) for kind, count in structures.items() if count]

    def _groups(self, player: str) -> Iterator[tuple[str, About]]:
        for letter in notation.PLACE:
            traders = self._traders(player, "market" if letter == where.PUER else letter)
            if traders:
                yield where.traders(letter, player), self._group(player, letter, traders)

    def _group(self, player: str, letter: str, traders: int) -> About:
        say, travel = self.say, self._position["travel"]
        influence = self._pieces_of(player)["influence"]
        place = say("the market") if letter == where.PUER else self._place(letter)
        if self._view.is_you(player):
            title = say("Your traders: {place}").format(place=place)
        else:
            title = say("{player}: {place}").format(player=self._called(player), place=place)
        sentences = [say("Traders: {count}, with influence {influence}.").format(count=traders, influence=influence)]
        if letter != where.PUER and player != "duli":
            record = self._rules.fields
            earns = int(record.trader_values[notation.PLACE.index(letter)])
            sentences.append(
                say("Each earns {coins}, less {gap} for every gap on the way.").format(
                    coins=earns, gap=int(record.gap_cost)
                )
            )
        if travel and player == self._position["to_move"]:
            left = traders - travel["moved"].get(letter, 0)
            sentences.append(say("Of these may still travel: {count}.").format(count=left))
        return About(title, " ".join(sentences), "5.6")

    def _pieces(self) -> Iterator[tuple[str, About]]:
        """The mover's structures, including kinds of which none is left."""
        if self._position["to_move"] not in self._position["players"]:
            return
        for structure in notation.STRUCTURE:
            if structure == "guards" and not self._rules.switches["guards"]:
                continue
            about = About(self.say(PIECES[structure]), self.say(WHAT_PIECES_DO[structure]), RULES_OF_PIECES[structure])
            yield where.piece(structure), about


@cached(LRUCache(MOST_BOARDS), lock=Lock())
def _empty_spaces(rules: Ruleset, say: Say) -> list[tuple[str, str, str, About]]:
    """The cards of the buildings, and of their spaces where nobody stands, in a language: spot, building, price."""
    found, are_small, sources = [], rules.fields.small.tolist(), reconstructed(rules)
    for number, building in enumerate(notation.BUILDING):
        title, gives = begun(building_called(building, rules, say)), what_it_gives(building, rules, say)
        rule, source = RULES_OF_BUILDINGS[building], building if building in sources else ""
        prices = [price for price in rules.prices[number] if price]
        if prices:
            found.append((where.house(building), building, "", About(title, gives, rule)))
        for space, price in enumerate(prices):
            about = say("{building}, {price}").format(building=title, price=price)
            text = f"{gives} {say(SIZES[bool(are_small[number][space])])}"
            found.append((where.space(building, price), building, str(price), About(about, text, rule, source)))
    return found
