"""One position for one reader. Facts that several parts of a page need are computed once."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from ...bank import bank_pays, total_of_bids
from ...game import Game
from ...notation import move_text
from ...rules import names as notation
from ...rules.ruleset import Ruleset
from ...rules.state import BANK_SPACES, NOBODY, YUNNAN, unpacked
from ...rules.verdicts import LEGAL
from ...snapshot import Snapshot, turn_order
from ...text.people import in_a_list, is_you, is_yours
from ...text.translation import Say
from ...text.words import Names, building_called, called, place_called
from .score_preview import Standing, standings


@dataclass(frozen=True, eq=False)
class PositionView:
    """A position, the players' names and the reader's language. Presenters are functions of it.

    Nothing in it ever changes. Each value is computed when it is first asked for, and then kept.
    """

    game: Game  # nobody plays on in it
    names: Names
    say: Say
    _made: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)  # by presenters, see `once`

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return self.game.rules

    @cached_property
    def phase(self) -> str:
        """The phase, as `Game` calls it."""
        return self.game.phase

    @cached_property
    def to_move(self) -> str | None:
        """Who moves next: a player, `chance`, or nobody."""
        return self.game.to_move

    @cached_property
    def record(self) -> Any:
        """The fields of the GAME record as plain attributes."""
        return unpacked(self.game.position)

    @cached_property
    def snapshot(self) -> Snapshot:
        """The position as JSON data."""
        return self.game.look()

    @cached_property
    def verdicts(self) -> list[int]:
        """The verdict on each move of the move table; 0 is legal."""
        verdicts: list[int] = self.game.verdicts().tolist()
        return verdicts

    @cached_property
    def legal_moves(self) -> tuple[str, ...]:
        """The legal moves in the notation. When chance is to move there are none."""
        if self.phase == "chance":
            return ()
        legal = np.flatnonzero(self.game.verdicts() == LEGAL).tolist()
        return tuple(move_text(move, self.rules) for move in legal)

    @cached_property
    def turn_order(self) -> tuple[str, ...]:
        """The players in the order in which they act now, Dúli included."""
        return tuple(turn_order(self.snapshot))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The ranking if the game ended now."""
        return standings(self.game.standings(), self.names, self.say)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Everyone's points on the track, by person; when the game is over, with the final scoring."""
        if not self.game.is_over:
            return tuple(self.record.vp[: self.rules.people].tolist())
        totals = {standing.players[0]: standing.total for standing in self.standings}
        return tuple(totals[f"p{person + 1}"] for person in range(self.rules.people))

    @cached_property
    def total_of_bids(self) -> int:
        """4.1: the sum of all standing bids."""
        return total_of_bids(self.game)

    @cached_property
    def bank_pays(self) -> tuple[int, ...]:
        """4.1: what each space of the bank would pay now."""
        return tuple(bank_pays(self.game, space, self.total_of_bids) for space in range(BANK_SPACES))

    @cached_property
    def bank_offers(self) -> tuple[int, ...]:
        """2.5: the same for the reader: on a free space their own bids would no longer count."""
        player = self._bidder_reading
        if self.phase != "bid" or player is None or not self.may_still_place(notation.PLAYER.index(player)):
            return self.bank_pays
        without_own = self.total_of_bids - int(self.record.committed[notation.PLAYER.index(player)])
        return tuple(
            bank_pays(self.game, space, without_own) if self.record.bank[space] == NOBODY else pays
            for space, pays in enumerate(self.bank_pays)
        )

    def may_still_place(self, player: int) -> bool:
        """Whether a player has not passed and has a trader to place."""
        on_the_road = self.record.traders[player][YUNNAN:].any()
        return not self.record.passed[player] and bool(self.record.supply[player] or on_the_road)

    @property
    def _bidder_reading(self) -> str | None:
        """Whose bids are the reader's own: the mover's, or those of the only player whom the reader plays."""
        mover = str(self.to_move)
        if is_yours(mover, self.names):
            return mover
        own = [player for player in notation.PLAYER[: self.rules.players] if self.is_you(player)]
        return own[0] if len(own) == 1 else None

    # --- Names ------------------------------------------------------------------------------------------

    def player(self, player: str) -> str:
        """What a player is called."""
        return called(player, self.names, self.say)

    def is_you(self, player: str) -> bool:
        """Whether a player is the reader."""
        return is_you(player, self.names)

    def listed_player(self, player: str) -> str:
        """A player in a list, or after a colon: the name, or "you"."""
        return in_a_list(player, self.names, self.say)

    def place(self, place: str) -> str:
        """What a place is called."""
        return place_called(place, self.rules, self.say)

    def building(self, building: str) -> str:
        """What a building is called."""
        return building_called(building, self.rules, self.say)


Given = ParamSpec("Given")
Made = TypeVar("Made")


def once(present: Callable[Concatenate[PositionView, Given], Made]) -> Callable[Concatenate[PositionView, Given], Made]:
    """Call a presenter once for each view, though several parts of a page ask for what it makes."""

    @wraps(present)
    def made(view: PositionView, /, *args: Given.args, **kwargs: Given.kwargs) -> Made:
        key = (present, *args)
        if key not in view._made:
            view._made[key] = present(view, *args, **kwargs)
        found: Made = view._made[key]
        return found

    return made
