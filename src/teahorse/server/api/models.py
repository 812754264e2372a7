"""The objects that programs send and receive."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from ...rules.edition_files import DEFAULT_EDITION, EDITIONS
from ..tables.events.chat import REACTIONS
from ..tables.game_config import LONGEST_TITLE, MOST_SEED
from ..tables.player_names import LONGEST_NAME
from ..tables.timing.control import MOST_DAYS, MOST_INCREMENT, MOST_MINUTES, TimeControl

LONGEST_MOVE = 200  # characters; a `deck` has fewer
MOST_ROWS = 1_000_000  # more than any table can have


class SeatRequest(BaseModel):
    """A seat of a new table."""

    name: str = Field("", max_length=LONGEST_NAME, description="The player's name.", examples=["Ann"])
    bot: str | None = Field(
        None, max_length=LONGEST_NAME, description="A bot by its name, such as merchant/racer; null for a person."
    )
    colours: list[str] | None = Field(None, max_length=2, description="One colour, or two where two people play four.")
    is_free: bool = Field(False, description="Whether someone takes it later, by a link. It has no name then.")


class TimeRequest(BaseModel):
    """How much time everyone has: either minutes for the whole game, or days for each move."""

    minutes: int | None = Field(None, ge=1, le=MOST_MINUTES, description="For each player, for the whole game.")
    increment: int = Field(0, ge=0, le=MOST_INCREMENT, description="Seconds more for each turn, with `minutes`.")
    days: int | None = Field(None, ge=1, le=MOST_DAYS, description="For each move.")
    bot: str = Field(
        "merchant", max_length=LONGEST_NAME, description="The bot that moves for someone whose time is used up."
    )

    def control(self) -> TimeControl:
        """The same as a time control; an impossible one if it has both kinds or none."""
        if self.minutes is not None and self.days is None:
            return TimeControl.budget(self.minutes, self.increment, self.bot)
        return TimeControl.days(self.days if self.days is not None and self.minutes is None else 0, self.bot)


class NewTableRequest(BaseModel):
    """A table to create."""

    edition: str = Field(DEFAULT_EDITION, max_length=LONGEST_NAME, description=f"One of {', '.join(EDITIONS)}.")
    seats: list[SeatRequest] = Field(min_length=2, max_length=5, description="The people and bots, p1 first.")
    options: dict[str, Any] = Field({}, description="Switches of the rules, by their names (rule 16.6).")
    board: dict[str, Any] | None = Field(
        None,
        description="Tables that replace those of the edition (rule 18.7). Null stands for the server's default board, "
        "{} for the tables of the edition.",
    )
    seed: int | None = Field(
        None, ge=0, lt=MOST_SEED, description="Makes the bots repeatable; Dúli's cards are always shuffled in secret."
    )
    title: str = Field("", max_length=LONGEST_TITLE)
    take_back: Literal["turn", "bots"] | None = Field(
        None,
        description="`turn`: undo stops at the last move of another player. `bots`: it also goes past moves of bots. "
        "Null stands for `bots` if one person plays against bots, otherwise for `turn`.",
    )
    time: TimeRequest | None = Field(None, description="Null: no limit.")


class NewTable(BaseModel):
    """A new table."""

    id: str
    key: str = Field(
        description="The host's token. It opens the seats of the people who are named. Shown only once, and not stored."
    )


class SeatView(BaseModel):
    """A seat."""

    name: str
    bot: str | None
    colours: list[str]
    is_free: bool = Field(description="Whether someone may take it.")


class TimeView(BaseModel):
    """The clocks of a table."""

    kind: Literal["budget", "days"]
    increment: int = Field(description="Seconds that a turn adds.")
    bot: str = Field(description="The bot that moves for someone whose time is used up.")
    left: list[int] = Field(description="The seconds that each seat has left now.")
    running: int | None = Field(description="The seat whose time runs.")
    away: list[int] = Field(description="The seats for which the bot moves.")
    is_paused: bool


class RequestView(BaseModel):
    """A request of a player that others must agree to."""

    number: int = Field(description="To agree or to refuse.")
    what: str = Field(description="`undo`, `pause`, `resume`, or `close`.")
    seats: list[int] = Field(description="Who asks; empty for a host without a seat.")
    needed: list[int] = Field(description="Who must still agree.")
    moves: int = Field(description="How many moves an undo would take back.")


class TableView(BaseModel):
    """The current state of a table."""

    id: str
    kind: str
    title: str
    seats: list[SeatView]
    rows: int = Field(description="The number of rows; the next row gets the number after it.")
    changes: int = Field(description="The number of the last change: everything that is not a move or an undo.")
    to_move: str | None = Field(description="Who moves next; null if the game has not started, is over or stopped.")
    is_over: bool
    is_closed: bool = Field(description="Whether the host has closed the table.")
    stopped: str | None = Field(
        None, description="Why the game can't continue though it is not over: a stored move is no longer legal."
    )
    yours: list[str] = Field(description="The players that your keys may move for.")
    legal_moves: list[str]
    undo_step: int = Field(description="How many moves an undo of your last move takes back.")
    undo_turn: int = Field(description="How many moves an undo of your whole turn takes back.")
    time: TimeView | None = Field(description="Null at a table without limits.")
    requests: list[RequestView]
    snapshot: dict[str, Any] = Field(description="The position (rule 18); Dúli's coming cards are sorted.")


class MoveRequest(BaseModel):
    """A move to make."""

    move: str = Field(max_length=LONGEST_MOVE, examples=["bid school 9"])
    number: int = Field(ge=1, le=MOST_ROWS, description="The number of the new row: `rows` + 1.")


class UndoRequest(BaseModel):
    """An undo of a move or a turn."""

    number: int = Field(ge=1, le=MOST_ROWS, description="The number of the new row: `rows` + 1.")
    whole: Literal["step", "turn"] = "step"


class AskRequest(BaseModel):
    """A request to the others."""

    what: Literal["undo", "pause", "resume"]
    number: int = Field(0, ge=0, le=MOST_ROWS, description="For an undo, the number of the next row: `rows` + 1.")


class AnswerRequest(BaseModel):
    """An answer to a request."""

    request: int = Field(ge=1, le=MOST_ROWS, description="Its number.")


class WhyNotAnswer(BaseModel):
    """Whether a move is legal now, and if not, why."""

    allowed: bool
    rule: str | None = None
    code: str | None = None
    sentence: str | None = Field(default=None, description="In English.")


class Problem(BaseModel):
    """An error, in a sentence."""

    sentence: str
    rule: str | None = None


class LegalMoves(BaseModel):
    """The legal moves of the player to move."""

    rows: int
    to_move: str | None
    legal_moves: list[str]


class RowEvent(BaseModel):
    """A move or an undo, as an event."""

    number: int
    kind: str = Field(description="`move` or `undo`.")
    move: str = Field(description="The move; of an undo, the move that is taken back. Dúli's cards are left out.")
    player: str | None = Field(description="Who made the move; null if it was taken back since.")


class ChangeEvent(BaseModel):
    """Something that is not a move or an undo, as an event."""

    number: int
    kind: str
    seat: int | None = Field(description="The seat that it is about, counted from 0.")
    data: dict[str, Any]
    after_row: int
    made_at: int = Field(description="Seconds since 1970.")


class Links(BaseModel):
    """The links of a table, as paths on this server."""

    invitation: str = Field(description="For any free seat.", examples=["/t/abcdefghij/join/KEY"])
    seats: dict[str, str] = Field(description="For each free seat, by its number, counted from 0.")
    spectators: str | None = Field(description="Null unless the host lets only those watch who have a link.")


class JoinRequest(BaseModel):
    """Taking a seat."""

    invitation: str | None = Field(
        None, max_length=40, description="The key at the end of an invitation link; null at a table of the lobby."
    )
    name: str = Field(min_length=1, max_length=LONGEST_NAME, examples=["Ann"])
    seat: int | None = Field(None, ge=0, le=4, description="Counted from 0; null for the first that is free.")


class Joined(BaseModel):
    """A seat that was taken."""

    seat: int
    token: str = Field(description="Opens the seat: send it as `Authorization: Bearer TOKEN`. It is shown only once.")


class LeaveRequest(BaseModel):
    """Leaving a seat."""

    seat: int | None = Field(None, ge=0, le=4, description="Counted from 0; null for all that you have.")
    bot: str | None = Field(
        None, max_length=LONGEST_NAME, description="The bot that plays on; null leaves the seat free for someone else."
    )


class StartRequest(BaseModel):
    """Starting with bots."""

    bot: str = Field("merchant", max_length=LONGEST_NAME, description="The bot that takes all free seats.")


class MessageRequest(BaseModel):
    """A message to write: a text or a reaction."""

    text: str = Field("", max_length=2000, examples=["Well played!"])
    reaction: Literal[*REACTIONS] | None = None  # type: ignore[valid-type]  # made of the list, which mypy can't follow


class Written(BaseModel):
    """A message that was written."""

    number: int = Field(description="Its number among the changes of the table.")


class ChatMessage(BaseModel):
    """A message or a reaction."""

    number: int
    seat: int
    name: str = Field(description="The writer's name at that time.")
    text: str
    reaction: str | None
    is_removed: bool = Field(description="Whether the host has removed it.")
    made_at: int = Field(description="Seconds since 1970.")


class ChatView(BaseModel):
    """The latest messages of a chat, the oldest first."""

    messages: list[ChatMessage]
