"""Replay a game of an arena, and count from its events what each person did."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from ..arena import Result, Settings
from ..arena.game_result import BETWEEN_MOVES
from ..errors import TeahorseError
from ..game import Event, Game
from ..notation import read_move
from ..rules import names
from ..rules.state import STRUCTURES, STRUCTURES_OF_A_KIND, TRADERS
from ..snapshot import person_name
from .game_stats import ACTS, BANK, STANDINGS, GameStats


class NotReplayable(TeahorseError):
    """A game whose moves or result are wrong; the message continues a sentence that begins with the game."""


def replay_stats(settings: Settings, result: Result, called: Callable[[str], str] = str) -> GameStats:
    """Replay a finished game and return its statistics; `called` gives the names of bots."""
    try:
        counter = _replayed(settings, result)
        return GameStats(
            bots=[called(bot) for bot in result.seats],
            ranking=list(result.ranking),
            totals=np.array(result.totals, np.int16),
            points=np.array([[points[score] for score in names.SCORE] for points in result.points], np.int16),
            reason=result.reason,
            acts=np.stack(counter.acts, axis=1),
            prices=np.stack(counter.prices, axis=1),
            standings=np.stack(counter.standings, axis=1),
            converted=np.stack(counter.converted, axis=1),
            farthest=counter.farthest,
        )
    except NotReplayable:
        raise
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):  # the line may be made by hand
        raise NotReplayable("has an incomplete line.") from None


def _replayed(settings: Settings, result: Result) -> "_EventCounter":
    """Make all moves of a game, and check that it ends as its line says."""
    rules = settings.rules
    game = Game.before_dealing(rules)
    counter = _EventCounter(game)
    try:
        for move in result.moves.split(BETWEEN_MOVES):
            game.make(read_move(move, rules))
            counter.count()
    except TeahorseError as error:
        raise NotReplayable(f"can't be replayed by this teahorse: {error}") from None
    outcome = game.outcome
    if outcome is None:
        raise NotReplayable("is not over where its moves end.")
    persons = [person_name(person, rules) for person in range(rules.people)]
    rows = {row["player"]: row for row in outcome["ranking"]}
    ends = {
        "ranking": [persons.index(player) for player in rows],
        "totals": [rows[person]["vp"] for person in persons],
        "points": [rows[person]["from"] for person in persons],
        "reason": outcome["reason"],
    }
    if any(getattr(result, name) != end for name, end in ends.items()) or len(result.seats) != rules.people:
        raise NotReplayable("does not end as its line says.")
    return counter


class _EventCounter:
    """Counts the events of a game, round by round."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._people = game.rules.people
        self._person = {
            names.PLAYER[player]: int(game.rules.record.person[player]) for player in range(game.rules.players)
        }
        # The prices of standing bids, by player and building.
        self._bids: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._income = np.zeros(self._people, np.int16)
        self.acts: list[Any] = []
        self.prices: list[Any] = []
        self.standings: list[Any] = []
        self.converted: list[Any] = []
        self.farthest = [0] * self._people
        self._begin_round()

    def count(self) -> None:
        """Count the events of the last move."""
        begins = False
        for event in self._game.events:
            if event.name == "round":
                begins = True
            elif event.fields.get("player") in self._person:  # not Dúli
                self._note(event)
        if begins:
            self._begin_round()

    def _begin_round(self) -> None:
        self.acts.append(np.zeros((self._people, len(ACTS)), np.int16))
        self.prices.append(np.zeros((self._people, len(names.BUILDING)), np.int16))
        self.converted.append(np.zeros((self._people, 2), np.int16))
        self.standings.append(self._standings())
        self._income[:] = 0
        self._bids.clear()

    def _note(self, event: Event) -> None:
        fields = event.fields
        player = fields["player"]
        match event.name:
            case "bid":
                self._bids[player, fields["building"]].append(fields["price"])
            case "outbid":
                self._bids[player, fields["building"]].remove(fields["price"])
            case "bank":  # 2.5: bids that are given up return no trader, so they can stay in the list
                self.acts[-1][self._person[player], ACTS.index(BANK)] += 1
            case "trader-returned":
                self._buy(player, fields["building"])
            case "journey":
                person = self._person[player]
                self.farthest[person] = max(self.farthest[person], names.PLACE.index(fields["end"]))
            case "income":
                self._income[self._person[player]] += fields["coins"]
            case "converted":
                self.converted[-1][self._person[player]] += (fields["vp"], fields["coins"])

    def _buy(self, player: str, building: str) -> None:
        """4.2: a bid succeeded; of two in a building, the cheaper one resolves first."""
        prices = self._bids[player, building]
        price = min(prices)
        prices.remove(price)
        person, number = self._person[player], names.BUILDING.index(building)
        self.acts[-1][person, number] += 1
        self.prices[-1][person, number] += price

    def _standings(self) -> Any:
        """What everyone has at the start of a round; two colours of one person are added up (15.18)."""
        g = self._game.position
        standings = np.zeros((self._people, len(STANDINGS)), np.int16)
        blue = [int(player) for player in g.blue]
        for name, person in self._person.items():
            player = names.PLAYER.index(name)
            standings[person] += (
                *(0, g.coins[player], 0, blue.index(player), TRADERS - g.reserve[player]),
                *(g.passes[player], g.influence[player], g.horse[player]),
                STRUCTURES * STRUCTURES_OF_A_KIND - int(g.structures_reserve[player].sum()),
                g.held_presents[player],
            )
        standings[:, STANDINGS.index("vp")] = g.vp[: self._people]
        standings[:, STANDINGS.index("income")] = self._income
        return standings
