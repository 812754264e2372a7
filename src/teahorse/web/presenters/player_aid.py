"""The player aid: the numbers and the course of a game by the rules in force, without any position."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...provenance import bank_table, reconstructed
from ...rules import names as notation
from ...rules.ruleset import Ruleset
from ...rules.state import (
    BANK_SPACES,
    LONGEST_GAME,
    MAX_BANK_TOTAL,
    MOST_INFLUENCE,
    MOST_PASSES,
    PASSES_AT_START,
    PUER,
    TRADERS,
    YUNNAN,
)
from ...text import player_aid as texts
from ...text.events import SCORES
from ...text.prompts import STEP, STEP_TITLES
from ...text.spot_texts import BANKS, MARKETS, PIECES, WHAT_PIECES_DO, what_it_gives
from ...text.translation import Say
from ...text.words import begun, building_called, place_called
from .spot_cards import RULES_OF_BUILDINGS, RULES_OF_PIECES

DASH = "\N{EN DASH}"


@dataclass(frozen=True)
class Line:
    """A line of the aid: a title, a text, its rule, and the table of its numbers if that is reconstructed."""

    title: str
    text: str
    rule: str = ""
    reconstructed: str = ""
    icon: str = ""


@dataclass(frozen=True)
class Spaces:
    """The prices of a building, the small ones apart."""

    small: tuple[int, ...]
    large: tuple[int, ...]


@dataclass(frozen=True)
class Building:
    """A building: what it gives, how often, and its prices if they are not the usual ones."""

    line: Line
    limit: str
    spaces: Spaces | None


@dataclass(frozen=True)
class Bank:
    """A space of the bank, or both: from which total of bids on it pays how much."""

    title: str
    pays: tuple[tuple[int, int], ...]
    reconstructed: str


@dataclass(frozen=True)
class Province:
    """The numbers of a province."""

    name: str
    trader: int
    post: int
    teahouse: int
    horse: int
    presents: int


@dataclass(frozen=True)
class Scoring:
    """A line of the final scoring: a text, or points by steps."""

    title: str
    text: str
    steps: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class PlayerAid:
    """Everything that the player aid shows."""

    round: tuple[Line, ...]
    spaces: Spaces
    buildings: tuple[Building, ...]
    banks: tuple[Bank, ...]
    city: tuple[Line, ...]
    provinces: tuple[Province, ...]
    has_horse_vp: bool
    gorges: Line
    pieces: tuple[Line, ...]
    variants: tuple[Line, ...]
    endings: tuple[str, ...]
    scoring: tuple[Scoring, ...]
    ties: str


def player_aid(rules: Ruleset, say: Say) -> PlayerAid:
    """The player aid for these rules."""
    return _Aid(rules, say).made()


class _Aid:
    """Makes the parts of the aid."""

    def __init__(self, rules: Ruleset, say: Say) -> None:
        self._rules, self._say, self._record = rules, say, rules.record
        self._switches = rules.switches
        self._reconstructed = frozenset(reconstructed(rules))

    def made(self) -> PlayerAid:
        say = self._say
        return PlayerAid(
            round=tuple(self._round()),
            spaces=self._spaces(0),
            buildings=tuple(self._buildings()),
            banks=tuple(self._banks()),
            city=tuple(self._city()),
            provinces=tuple(self._provinces()),
            has_horse_vp=self._switches["horse_vp"] is not None,
            gorges=self._gorges(),
            pieces=tuple(self._pieces()),
            variants=tuple(self._variants()),
            endings=tuple(self._endings()),
            scoring=tuple(self._scoring()),
            ties=say(texts.TIES),
        )

    def _if_reconstructed(self, table: str) -> str:
        return table if table in self._reconstructed else ""

    def _round(self) -> Iterator[Line]:
        say = self._say
        for step, title in STEP_TITLES.items():
            text = say(texts.ROUND[step]).format(most=MOST_INFLUENCE, gap=int(self._record.gap_cost))
            if step == "bid":
                text = f"{text} {say(texts.RECALL[str(self._switches['recall'])])}"
            yield Line(say.pgettext(STEP, title), text, texts.RULES_OF_THE_ROUND[step])

    # --- The city ---------------------------------------------------------------------------------------

    def _spaces(self, building: int) -> Spaces:
        are_small = self._record.small.tolist()[building]
        priced = [(price, small) for price, small in zip(self._rules.prices[building], are_small, strict=True) if price]
        return Spaces(
            tuple(price for price, small in priced if small), tuple(price for price, small in priced if not small)
        )

    def _buildings(self) -> Iterator[Building]:
        say, usual = self._say, self._spaces(0)
        for number, building in enumerate(notation.BUILDING):
            spaces = self._spaces(number)
            if spaces == Spaces((), ()):
                continue  # not in play
            name = begun(building_called(building, self._rules, say))
            source = self._if_reconstructed(building)
            line = Line(name, what_it_gives(building, self._rules, say), RULES_OF_BUILDINGS[building], source)
            yield Building(line, self._limit(building), None if spaces == usual else spaces)

    def _limit(self, building: str) -> str:
        if building not in texts.LIMITS:
            return ""
        most = {"school": TRADERS, "customs": MOST_PASSES, "guild": MOST_INFLUENCE}.get(building, 0)
        place = place_called(notation.PLACE[-1], self._rules, self._say)
        limit = texts.LIMITS[building]
        form = self._say(limit) if isinstance(limit, str) else self._say.ngettext(*limit, most)
        return form.format(most=most, place=place)

    def _banks(self) -> Iterator[Bank]:
        say, differ = self._say, self._switches["bank"] == "high-low"
        titles = (say("Bank, high"), say("Bank, low")) if differ else (say("Bank"),)
        for space, title in zip(range(BANK_SPACES), titles, strict=False):
            pays = self._record.bank_pays[space].tolist()
            changes = [total for total in range(MAX_BANK_TOTAL + 1) if total == 0 or pays[total] != pays[total - 1]]
            source = self._if_reconstructed(bank_table(self._rules, space))
            yield Bank(title, tuple((total, pays[total]) for total in changes), source)

    def _city(self) -> Iterator[Line]:
        say, coins = self._say, int(self._record.trader_values[PUER])
        bank = str(self._switches["bank"])
        yield Line(say("Bank"), say(BANKS[bank]), "2.5" if bank == "equal" else "15.4")
        yield Line(say("Market"), say(MARKETS[str(self._switches["market_income"])]).format(coins=coins), "8.1")

    # --- The road ---------------------------------------------------------------------------------------

    def _provinces(self) -> Iterator[Province]:
        r = self._record
        for place, letter in enumerate(notation.PLACE):
            if place < YUNNAN:
                continue
            yield Province(
                name=place_called(letter, self._rules, self._say),
                trader=int(r.trader_values[place]),
                post=int(r.post_values[place]),
                teahouse=int(r.teahouse_vp[place]),
                horse=int(r.horse_vp[place]),
                presents=int(r.presents_at_start[place]),
            )

    def _gorges(self) -> Line:
        say = self._say
        ends = [[place_called(place, self._rules, say) for place in gorge] for gorge in self._rules.gorges]
        gorges = ", ".join(DASH.join(places) for places in ends)
        return Line(say("Gorges"), gorges, "0.3", self._if_reconstructed("gorges"))

    def _pieces(self) -> Iterator[Line]:
        for piece in notation.STRUCTURE:
            if piece != "guards" or self._switches["guards"]:
                text = self._say(WHAT_PIECES_DO[piece])
                yield Line(self._say(PIECES[piece]), text, RULES_OF_PIECES[piece], icon=piece)

    # --- Variants, the end ------------------------------------------------------------------------------

    def _variants(self) -> Iterator[Line]:
        two = str(self._switches["two_players"]) if self._rules.people == 2 else ""
        base, least = int(self._record.debt_base), int(self._record.debt_least)
        for variant, text in texts.VARIANTS.items():
            if variant == two or self._switches.get(variant) is True:
                told = self._say(text).format(base=base, least=least)
                source = self._if_reconstructed("duli") if variant == "duli" else ""
                yield Line("", told, texts.RULES_OF_VARIANTS[variant], source)

    def _endings(self) -> Iterator[str]:
        say, vp, presents = self._say, self._switches["vp_end"], int(self._record.presents_end)
        if vp is not None:
            yield say(texts.ENDS_BY_VP).format(vp=vp)
        if presents:
            yield say.ngettext(*texts.ENDS_BY_PRESENTS, presents).format(presents=presents)
        else:
            yield say(texts.ENDS_WITHOUT_PRESENTS)
        yield say(texts.ENDS_AT_LAST).format(round=LONGEST_GAME)

    def _score(self, score: str) -> str:
        return begun(self._say(SCORES[score]))

    def _scoring(self) -> Iterator[Scoring]:
        say, r = self._say, self._record
        teahouses = {int(vp) for vp in r.teahouse_vp[YUNNAN:]}
        each = say(texts.TEAHOUSES).format(vp=max(teahouses)) if len(teahouses) == 1 else say(texts.BY_PROVINCE)
        passes = tuple((count, int(r.passes_vp[count])) for count in range(PASSES_AT_START, MOST_PASSES + 1))
        influence = tuple((level, int(r.influence_vp[level])) for level in range(MOST_INFLUENCE + 1))
        yield Scoring(self._score("coins"), say(texts.COINS).format(coins=int(r.coins_per_vp)))
        yield Scoring(self._score("presents"), say(texts.PRESENTS).format(vp=int(r.vp_per_present)))
        yield Scoring(self._score("passes"), "", passes)
        yield Scoring(self._score("influence"), "", influence)
        yield Scoring(self._score("teahouses"), each)
        if self._switches["horse_vp"] is not None:
            yield Scoring(self._score("horse"), say(texts.BY_PROVINCE))
