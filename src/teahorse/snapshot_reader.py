"""Read a snapshot back into a position; one that no game can reach is refused, with the reason."""

import json
from collections.abc import Mapping
from typing import Any

from .errors import SnapshotError, TeahorseError
from .invariants import why_unreachable
from .parsing import LONGEST_SNAPSHOT, ParsingError, check_levels_of, read_json
from .rules import ending, names
from .rules.ruleset import Ruleset
from .rules.state import (
    BLOCK,
    BRIDGE,
    CARDS,
    CLOSED,
    DISPLACE,
    DULI,
    GUARDS_GONE,
    GUARDS_IN_RESERVE,
    LONGEST_GAME,
    LOW,
    MOST_INFLUENCE,
    MOST_PASSES,
    NEEDS_START,
    NOBODY,
    OVER,
    PASSES_AT_START,
    PLACES,
    POST,
    PROVINCES,
    PUER,
    STRUCTURES,
    STRUCTURES_OF_A_KIND,
    TAKE,
    TEAHOUSE,
    TRADERS,
    TRAVEL,
    YUNNAN,
)
from .snapshot import Snapshot, difference, new_game_record, take_snapshot

MOST_NUMBER = 1_000_000  # of coins or VP; far beyond any game, far below any overflow
_PROVINCES = names.PLACE[1:]


class Reader:
    """A value in a snapshot, with its path for error messages."""

    def __init__(self, value: Any, where: str = "") -> None:
        self.value = value
        self.where = where

    def fail(self, wanted: str) -> SnapshotError:
        """The error for this value."""
        return SnapshotError(f"`{self.where or 'snapshot'}` must be {wanted}, not {self.value!r:.200}.")

    def __getitem__(self, key: str) -> "Reader":
        if not isinstance(self.value, Mapping):
            raise self.fail("a set of named values")
        if key not in self.value:
            raise SnapshotError(f"`{self.where or 'snapshot'}` has no {key!r}.")
        return Reader(self.value[key], f"{self.where}.{key}".lstrip("."))

    def keys(self, *wanted: str) -> None:
        """Require these keys and no others."""
        if not isinstance(self.value, Mapping) or list(self.value) != list(wanted):
            raise self.fail(f"a set of {', '.join(wanted)}, in this order")

    def number(self, least: int, most: int) -> int:
        """A whole number in a range."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fail(f"a whole number from {least} to {most}")
        return value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.fail("true or false")
        return self.value

    def one_of(self, choices: tuple[str | None, ...]) -> int:
        """One of some words, by its number."""
        if not isinstance(self.value, str | None) or self.value not in choices:
            raise self.fail("one of " + ", ".join("null" if c is None else c for c in choices))
        return choices.index(self.value)

    def words(self, choices: tuple[str, ...]) -> list[int]:
        """A list of different words, by their numbers."""
        value = self.value
        if not isinstance(value, list) or any(not isinstance(w, str) or w not in choices for w in value):
            raise self.fail("a list of some of " + ", ".join(choices))
        if len(set(value)) != len(value):
            raise self.fail("a list without repetition")
        return [choices.index(word) for word in value]


def read_snapshot(source: str | Snapshot) -> tuple[Any, Ruleset]:
    """The position of a snapshot and its rules; an error says what is wrong with it."""
    if isinstance(source, str):
        try:
            source = read_json(source, LONGEST_SNAPSHOT)
        except ParsingError as error:
            raise SnapshotError(f"The snapshot can't be read as JSON: {error}.") from None
    try:
        check_levels_of(source)
        json.dumps(source)
    except (TypeError, ValueError) as error:
        raise SnapshotError(f"The snapshot holds something that JSON can't express: {error}.") from None
    reader = Reader(source)
    rules = _read_rules(reader)
    g = new_game_record()
    _read_position(reader, rules, g)
    reason = why_unreachable(g, rules)
    if reason is not None:
        raise SnapshotError(f"No game can reach this position: {reason}")
    wrong = difference(source, take_snapshot(g, rules))
    if wrong is not None:
        raise SnapshotError(wrong)
    return g, rules


def _read_rules(reader: Reader) -> Ruleset:
    edition, options, board = reader["edition"].value, reader["options"].value, reader["board"].value
    if not isinstance(edition, str):
        raise reader["edition"].fail("the name of an edition")
    if not isinstance(options, Mapping):
        raise reader["options"].fail("a set of switches")
    try:
        return Ruleset.of(edition, reader["people"].value, options, board)
    except TeahorseError as error:
        raise SnapshotError(str(error)) from None


def _read_position(reader: Reader, rules: Ruleset, g: Any) -> None:
    seats = (*names.PLAYER[: rules.players], *(["duli"] if rules.has_duli else []))
    g.round_number = reader["round"].number(1, LONGEST_GAME)
    g.phase = reader["phase"].one_of(names.PHASE)
    blue = [names.PLAYER.index(seats[number]) for number in reader["blue"].words(seats)]
    if len(blue) != len(seats):
        raise reader["blue"].fail("all of " + ", ".join(seats))
    g.blue[: len(blue)] = blue
    g.teahouse[:] = NOBODY
    g.arrived = NOBODY
    g.reason = NOBODY
    reader["players"].keys(*names.PLAYER[: rules.players])
    for player in range(rules.players):
        _read_player(reader["players"][names.PLAYER[player]], rules, g, player)
    _read_city(reader, rules, g)
    for place in range(YUNNAN + 1, PLACES):
        start = int(rules.record.presents_at_start[place])
        g.presents[place] = reader["presents"][names.PLACE[place]].number(0, start)
    blocked = reader["blocked"].one_of((None, *rules.gorges))
    g.blocked = NOBODY if blocked == 0 else names.GORGE.index(rules.gorges[blocked - 1])
    if rules.has_duli:
        _read_duli(reader["duli"], g)
    _read_turn(reader, g)
    _read_travel(reader["travel"], g)
    if g.phase == OVER:
        g.reason = ending.reason_to_end(g, rules.record)


def _read_turn(reader: Reader, g: Any) -> None:
    """The turn is an index into the blue order; when chance is to move, it is Dúli's turn, or the game begins."""
    if names.PHASE[g.phase] == "chance":
        seats = [names.PLAYER[player] for player in g.blue]
        g.turn = 0 if g.needs == NEEDS_START or "duli" not in seats else seats.index("duli")
    elif g.phase == OVER:
        g.turn = 0
    else:
        mover = reader["to_move"].value
        players = [names.PLAYER[player] for player in g.blue if player != DULI]
        if mover not in players:
            raise reader["to_move"].fail("a player")
        g.turn = players.index(mover)
        if g.phase in (TAKE, BLOCK):
            g.committed[g.blue[g.turn]] = 0  # what still stands is paid already (4.2)


def _read_player(reader: Reader, rules: Ruleset, g: Any, player: int) -> None:
    g.coins[player] = reader["coins"].number(0, MOST_NUMBER)
    vp = reader["vp"].number(-MOST_NUMBER if rules.switches["debt"] else 0, MOST_NUMBER)
    person = rules.record.person[player]
    if person < player and g.vp[person] != vp:
        raise reader["vp"].fail(f"the one marker of the person, {g.vp[person]}")
    g.vp[person] = vp
    g.held_presents[player] = reader["presents"].number(0, 14)
    g.supply[player] = reader["supply"].number(0, TRADERS)
    g.reserve[player] = reader["reserve"].number(0, TRADERS)
    g.traders[player, PUER] = reader["market"].number(0, TRADERS)
    _read_provinces(reader["provinces"], g.traders[player])
    g.passes[player] = reader["passes"].number(PASSES_AT_START, MOST_PASSES)
    g.influence[player] = reader["influence"].number(0, MOST_INFLUENCE)
    g.horse[player] = YUNNAN + reader["horse"].one_of(_PROVINCES)
    for kind in range(STRUCTURES):
        name = names.STRUCTURE[kind]
        g.structures[player, kind] = reader["structures"]["supply"][name].number(0, STRUCTURES_OF_A_KIND)
        g.structures_reserve[player, kind] = reader["structures"]["reserve"][name].number(0, STRUCTURES_OF_A_KIND)
    _read_built(reader, rules, g, player)
    g.passed[player] = reader["passed"].flag()
    g.income[player] = reader["income"].number(0, MOST_NUMBER)


def _read_provinces(reader: Reader, counts: Any) -> None:
    for number in range(PROVINCES):
        counts[YUNNAN + number] = reader[_PROVINCES[number]].number(0, TRADERS)


def _read_built(reader: Reader, rules: Ruleset, g: Any, player: int) -> None:
    posts = reader["posts"]
    if not isinstance(posts.value, Mapping) or any(place not in _PROVINCES for place in posts.value):
        raise posts.fail("a set of provinces")
    for place in posts.value:
        g.posts[player, names.PLACE.index(place)] = posts[place].number(1, int(rules.record.posts_per_province))
    for number in reader["bridges"].words(tuple(rules.gorges)):
        g.bridges[player] |= 1 << names.GORGE.index(rules.gorges[number])
    _read_teahouses(reader["teahouses"], g, player)
    if rules.switches["guards"]:
        choices = ("reserve", *_PROVINCES, "gone")
        g.guards[player] = reader["guards"].one_of(choices)
        assert choices[GUARDS_IN_RESERVE] == "reserve" and choices[GUARDS_GONE] == "gone"


def _read_teahouses(reader: Reader, g: Any, player: int) -> None:
    for number in reader.words(_PROVINCES):
        if g.teahouse[YUNNAN + number] != NOBODY:
            other = names.PLAYER[g.teahouse[YUNNAN + number]]
            raise SnapshotError(f"No game can reach this position: {other} has a teahouse there too ({reader.where}).")
        g.teahouse[YUNNAN + number] = player


def _read_city(reader: Reader, rules: Ruleset, g: Any) -> None:
    seats = (None, *names.PLAYER[: rules.players], *(["duli"] if rules.has_duli else []))
    g.bids[:] = NOBODY
    for building, prices in enumerate(rules.prices):
        for space, price in enumerate(prices):
            if price:
                spot = reader["buildings"][names.BUILDING[building]][str(price)]
                owner = seats[spot.one_of(seats)]
                if owner is not None:
                    player = names.PLAYER.index(owner)
                    g.bids[building, space] = player
                    g.committed[player] += price
    bank = reader["bank"].value
    if not isinstance(bank, list) or len(bank) != 2:
        raise reader["bank"].fail("a list of two")
    for space, owner in enumerate(bank):
        spot = Reader(owner, f"bank[{space}]")
        if rules.has_duli and space == LOW:
            spot.one_of(("closed",))
            g.bank[space] = CLOSED
        else:
            number = spot.one_of((None, *names.PLAYER[: rules.players]))
            g.bank[space] = NOBODY if number == 0 else number - 1


def _read_travel(reader: Reader, g: Any) -> None:
    if g.phase not in (TRAVEL, DISPLACE):
        return
    g.passes_left = reader["passes_left"].number(0, MOST_PASSES)
    moved = reader["moved"]
    if not isinstance(moved.value, Mapping) or any(place not in names.PLACE for place in moved.value):
        raise moved.fail("a set of places")
    for place in moved.value:
        g.moved[names.PLACE.index(place)] = moved[place].number(1, TRADERS)
    if g.phase == DISPLACE:
        g.arrived = YUNNAN + reader["at"].one_of(_PROVINCES)


def _read_duli(reader: Reader, g: Any) -> None:
    g.supply[DULI] = reader["supply"].number(0, TRADERS)
    g.traders[DULI, PUER] = reader["market"].number(0, TRADERS)
    _read_provinces(reader["provinces"], g.traders[DULI])
    g.influence[DULI] = reader["influence"].number(0, MOST_INFLUENCE)
    g.held_presents[DULI] = reader["presents"].number(0, 14)
    for number in reader["posts"].words(_PROVINCES):
        g.posts[DULI, YUNNAN + number] = 1
    _read_teahouses(reader["teahouses"], g, DULI)
    g.needs = reader["needs"].one_of(names.NEEDS)
    cards = tuple(range(1, CARDS + 1))
    both = reader["discard"].value, reader["pile"].value
    if not all(isinstance(part, list) and all(type(card) is int for card in part) for part in both):
        raise reader["pile"].fail("a list of cards, as is `discard`")
    deck = [*both[0], *both[1]]
    if deck and tuple(sorted(deck)) != cards:
        raise reader["pile"].fail(f"together with `discard` all {CARDS} cards, each once")
    if deck:
        g.deck[:] = deck
        g.drawn = len(both[0])


assert tuple(range(STRUCTURES)) == (POST, BRIDGE, TEAHOUSE)
