"""What can't be done at a table, in sentences that a reader hears in their own language."""

from ...errors import TeahorseError

SENTENCES = {
    "no-such-table": "There is no table at this address.",
    "not-your-seat": "It is not your turn: this seat belongs to someone else.",
    "game-over": "The game is over.",
    "too-late": "Something else has happened at the table meanwhile.",
    "nothing-to-undo": "There is no move of yours that can be taken back.",
}


class TableError(TeahorseError):
    """Something that can't be done at a table."""

    code = ""

    def __init__(self) -> None:
        super().__init__(SENTENCES[self.code])


class NoSuchTable(TableError):
    """An address that no table has."""

    code = "no-such-table"


class NotYourSeat(TableError):
    """Someone else's turn."""

    code = "not-your-seat"


class GameOver(TableError):
    """A move after the last one."""

    code = "game-over"


class TooLate(TableError):
    """A row that was to have a number which another row has."""

    code = "too-late"


class NothingToUndo(TableError):
    """No move of one's own that can be taken back."""

    code = "nothing-to-undo"
