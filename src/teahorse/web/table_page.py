"""Everything that the page of a table shows, collected from `presenters` and `drawing`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..provenance import bank_table, reconstructed
from ..rules.state import HIGH
from ..server.history.history import GameHistory, Step
from ..server.tables.game_config import KIND_LESSON
from ..server.tables.table import Table
from ..text.people import NamesForReader
from ..text.prompts import WAITING, YOUR_TURN
from ..text.translation import Say
from .between_players import BetweenPlayers
from .drawing.board import Boards, draw_both
from .drawing.since_last_move import SinceLastMove, since_last_move
from .learning.lessons import lesson_step
from .new_game.house_rules import options_in_words
from .presenters.answers import Answers, answers
from .presenters.conversion_scale import Scale, scale
from .presenters.ending import Ending, TurningPoint, ending
from .presenters.forecast import Ahead, ahead
from .presenters.forecast_bidding import FreeCoins
from .presenters.forecast_travelling import Income, inspection_told
from .presenters.goal import Goal, goal
from .presenters.log import Round, rounds
from .presenters.offered_moves import Offer, offers
from .presenters.player_names import names_for_reader
from .presenters.player_panels import Panel, last_incomes, panels
from .presenters.position_view import PositionView
from .presenters.prompt import end_told, question, result, round_steps, waiting
from .presenters.rematch import Rematch, rematch_of
from .presenters.review_page import CostlyMove
from .presenters.review_remark import Remark, remark
from .presenters.score_preview import Standing
from .presenters.screen_reader import reading
from .presenters.seat_events import seat_lines
from .presenters.tips import Tip, tips
from .script_data import script_data

MOST_FROM_REVIEW = 2  # turning points


@dataclass(frozen=True)
class View:
    """A table as one person sees it, at one row."""

    table: Table
    history: GameHistory  # as it stood after the row that is shown
    mine: frozenset[str]
    say: Say
    replay: bool = False
    costly: tuple[CostlyMove, ...] = ()  # moves that a review found, when the game is over

    # --- Where we are -----------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    @property
    def row(self) -> int:
        """The row that is shown."""
        return len(self.history.rows)

    @property
    def latest(self) -> int:
        """The last row there is."""
        return len(self.table.history.rows)

    @property
    def event(self) -> int:
        """The number of the last event at the table."""
        return self.table.state.number

    @property
    def title(self) -> str:
        """What the window is called: short, because a tab shows little of it."""
        if self.may_move and self.position.is_you(str(self.position.to_move)):
            return f"{self.say(YOUR_TURN)} · Yunnan"
        return f"{self.question} · Yunnan"

    @property
    def subtitle(self) -> str:
        """The edition, and the house rules in force."""
        rules = self.table.rules
        told = self.say("Edition {edition}").format(edition=rules.edition)
        return " · ".join((told, *options_in_words(rules.options, self.say)))

    @cached_property
    def names(self) -> NamesForReader:
        """What everyone is called, and who is the reader."""
        return names_for_reader(self.table.rules, self.table.seats, self.mine, self.say)

    @cached_property
    def position(self) -> PositionView:
        """The position that is shown."""
        return PositionView(self.history.game, self.names, self.say)

    @property
    def colours(self) -> dict[str, str]:
        """The colours of the pieces."""
        return self.table.colours

    @property
    def mover_colour(self) -> str:
        """The colour of the player to move."""
        return self.colours.get(str(self.position.to_move), "")

    @cached_property
    def between(self) -> BetweenPlayers:
        """Chat, notices and clocks."""
        return BetweenPlayers(self.table, self.mine, self.say)

    # --- Whose turn, and what can be done ---------------------------------------------------------------

    @property
    def is_latest(self) -> bool:
        """Whether this is the position in which the game goes on."""
        return not self.replay and self.row == self.latest

    @property
    def may_move(self) -> bool:
        """Whether the reader is to move now."""
        to_move = self.table.to_move
        return self.is_latest and to_move in self.mine and self.table.bot_of(to_move) is None

    @property
    def mover_is_free(self) -> bool:
        """Whether nobody sits on the seat that is to move."""
        mover = self.table.to_move
        return self.is_latest and mover in self.table.names and self.table.seat_of(str(mover)).is_free

    @property
    def is_watching(self) -> bool:
        """Whether the reader has no seat at a table where the game goes on."""
        return not self.mine and self.is_latest and not self.is_over and not self.table.is_closed

    @property
    def stopped(self) -> str | None:
        """Why the game can't go on, though it is not over, in a sentence."""
        return None if self.table.stopped is None else self.table.stopped.translated(self.say)

    @cached_property
    def question(self) -> str:
        """Whose turn, and what to do; those who only look on are told what is going on."""
        position = self.position
        return waiting(position) if not self.may_move and position.phase in WAITING else question(position)

    @property
    def why_over(self) -> str | None:
        """Why the game ended, when it is over."""
        return end_told(self.position) if self.is_over else None

    @property
    def outcome(self) -> str | None:
        """How the game ended, when it is over."""
        return result(self.position) if self.is_over else None

    @property
    def round_steps(self) -> Any:
        """The parts of the round, the present one marked."""
        return round_steps(self.position)

    @cached_property
    def offers(self) -> list[Offer]:
        """Every move of the phase, legal or not; none where nobody here is to move."""
        return offers(self.position) if self.may_move else []

    @cached_property
    def legal(self) -> list[Offer]:
        """What can be done."""
        return [offer for offer in self.offers if offer.why is None]

    @cached_property
    def answers(self) -> Answers:
        """The buttons of the decision."""
        return answers(self.position, self.legal)

    @property
    def offers_json(self) -> str:
        """The same for the scripts of the page."""
        return script_data(self.history, self.position, self.offers)

    @cached_property
    def undo_step(self) -> int:
        """How many rows an undo would take back; 0 if there is none. A story has it in every row, so that it stays."""
        return 0 if self.replay else self.table.undoable_step(self.mine)

    @cached_property
    def undo_turn(self) -> int:
        """How many rows the undo of a whole turn would take back."""
        return 0 if self.replay else self.table.undoable(self.mine)

    @property
    def undo_words(self) -> str:
        """What an undo takes back, where that is more than the reader's last move."""
        bots = (self.undo_step or self.between.undo_terms.steps) - 1
        if bots <= 0:
            return ""
        return self.say.ngettext(
            "Takes back your last move, and {bots} move that a bot made since.",
            "Takes back your last move, and {bots} moves that bots made since.",
            bots,
        ).format(bots=bots)

    # --- What lies on the table -------------------------------------------------------------------------

    @cached_property
    def boards(self) -> Boards:
        """The drawing, for wide and for narrow screens."""
        return draw_both(self.history, self.position, self.colours, self.since.pieces if self.since else ())

    @cached_property
    def since(self) -> SinceLastMove | None:
        """What happened since the reader's last move; None if nothing did, and in a replay."""
        return None if self.replay else since_last_move(self.history, self.mine)

    @cached_property
    def ahead(self) -> Ahead:
        """What lies ahead."""
        return ahead(self.position)

    @property
    def goal(self) -> Goal:
        """What ends the game, and how near that is."""
        return goal(self.position)

    @cached_property
    def panels(self) -> list[Panel]:
        """The players, in the order in force."""
        incomes = last_incomes(self.history.steps)
        return panels(self.position, self.table.seats, incomes)

    @cached_property
    def standing(self) -> dict[str, Standing]:
        """What everyone would have if it ended now, by player; two colours in one hand have the same."""
        return {player: standing for standing in self.position.standings for player in standing.players}

    @property
    def reconstructed_bank(self) -> bool:
        """Whether what the bank pays is reconstructed, unless the lesson's step says it already."""
        table = bank_table(self.table.rules, HIGH)
        told = self.lesson is not None and table in self.lesson.reconstructed
        return table in reconstructed(self.table.rules) and not told

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.history.game.is_over

    @cached_property
    def ending(self) -> Ending | None:
        """The result, when the game is over."""
        told = [TurningPoint(move.row, move.round, move.told) for move in self.costly[:MOST_FROM_REVIEW]]
        return ending(self.position, self.history, told) if self.is_over else None

    @property
    def may_rematch(self) -> bool:
        """Whether the reader can start the same game again."""
        return bool(self.mine) and self.table.kind != KIND_LESSON

    @cached_property
    def rematch(self) -> Rematch | None:
        """The rematch that someone has started."""
        return rematch_of(self.table, self.table.seats_of(self.mine), self.say)

    @property
    def may_share(self) -> bool:
        """Whether there is a picture of the result."""
        return self.table.kind != KIND_LESSON

    @property
    def subject(self) -> str | None:
        """The player whose coins, route and income are foretold: the reader, or else the player to move."""
        return next((player for player in self.mine if self.position.is_you(player)), self.position.to_move)

    @property
    def free_coins(self) -> FreeCoins | None:
        """The coins of `subject`, during bidding."""
        everyone = self.ahead.bidding.free_coins if self.ahead.bidding else ()
        return next((each for each in everyone if each.player == self.subject), None)

    @property
    def own_income(self) -> Income | None:
        """What `subject` would earn, during travel."""
        incomes = self.ahead.travelling.incomes if self.ahead.travelling else ()
        return next((income for income in incomes if income.player == self.subject), None)

    @property
    def inspection(self) -> str | None:
        """Where the inspector would go and whom he would banish, in short, while someone travels."""
        road = self.ahead.travelling
        return None if road is None else inspection_told(road, self.position)

    @property
    def scale(self) -> Scale | None:
        """The scale for converting income, when it is being converted."""
        told = self.ahead.converting
        return None if told is None else scale(self.position, told)

    # --- The log ----------------------------------------------------------------------------------------

    @property
    def _told(self) -> list[Step]:
        """The steps of the log; in a replay the whole game's, so that one can go on."""
        return self.table.history.steps if self.replay else self.history.steps

    @cached_property
    def round_numbers(self) -> list[int]:
        """All rounds of which there is something to tell, the last first."""
        return sorted({step.round for step in self._told}, reverse=True)

    @cached_property
    def rounds(self) -> dict[int, Round]:
        """The rounds that are told at once: the present one and the one before; older ones when asked for."""
        here = self.history.game.round
        return {number: self.round(number) for number in self.round_numbers if here - 1 <= number <= here}

    def round(self, number: int) -> Round:
        """One round of the log."""
        steps = [step for step in self._told if step.round == number]
        return next(iter(rounds(steps, self.table.rules, self.names, self.say)))

    @cached_property
    def seat_lines(self) -> Mapping[int, list[str]]:
        """What happened at the seats, by the row after which it happened."""
        return seat_lines(self.table, self._told, self.say) if self.table.events else {}

    @property
    def reading(self) -> Any:
        """The position in words."""
        return reading(self.position, self.panels)

    # --- Lessons ----------------------------------------------------------------------------------------

    @cached_property
    def lesson(self) -> Any:
        """What a lesson says now; None at any other table."""
        return lesson_step(self.table, self.history, self.say) if self.table.kind == KIND_LESSON else None

    @property
    def lesson_move(self) -> str | None:
        """The move that a lesson asks for."""
        return self.lesson.move if self.lesson and self.may_move else None

    @cached_property
    def tips(self) -> list[Tip]:
        """Tips that fit the position; none in a lesson, which explains everything itself."""
        return tips(self.position, self.history.steps) if self.may_move and self.lesson is None else []

    # --- Replay -----------------------------------------------------------------------------------------

    @cached_property
    def remark(self) -> Remark | None:
        """What a review says about the move that was made in this position."""
        return remark(self.costly, self.row, self.position) if self.replay else None

    @cached_property
    def replay_rows(self) -> list[int]:
        """The row after each move that stands, the beginning first."""
        return [0, *(step.row for step in self.table.history.steps)]

    @property
    def replay_index(self) -> int:
        """Which of these is shown; of a position that was undone, the one before it."""
        return len([row for row in self.replay_rows if row <= self.row]) - 1

    @property
    def replay_last(self) -> int:
        """The number of the last one."""
        return len(self.replay_rows) - 1

    def replay_row(self, by: int) -> int:
        """The row of the position this number of moves later; earlier if it is negative."""
        return self.replay_rows[min(max(0, self.replay_index + by), self.replay_last)]


def view_of(
    table: Table,
    mine: frozenset[str],
    say: Say,
    row: int | None = None,
    replay: bool = False,
    costly: tuple[CostlyMove, ...] = (),
) -> View:
    """What the person who has these players sees of a table, now or after a row; `costly` is what a review found."""
    return View(table, history_as_of(table, row), mine, say, replay, costly)


def history_as_of(table: Table, row: int | None) -> GameHistory:
    """The game after a row; the latest position is the table's own, which has been judged already."""
    latest = row is None or row >= len(table.history.rows)
    return table.history if latest else table.history.as_of(row or 0)
