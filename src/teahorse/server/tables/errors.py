"""What can't be done at a table, in sentences that a reader hears in their own language."""

from ...errors import N_, TeahorseError

SENTENCES = {
    "no-such-table": N_("There is no table at this address."),
    "not-your-seat": N_("It is not your turn: this seat belongs to someone else."),
    "game-over": N_("The game is over."),
    "too-late": N_("Something else has happened at the table meanwhile."),
    "nothing-to-undo": N_("There is no move of yours that can be taken back."),
    "too-many-undos": N_(
        "At this table {most} moves have been taken back, and no more can be. Play on, or save the game "
        "as a file and open that as a new table."
    ),
    "too-many-browsers": N_(
        "The seats of this table are in use in {most} browsers, and no more can be added. Play on in one that has them."
    ),
    "other-rules": N_("This game can't be opened: it was played by rules that this version doesn't know."),
    "stopped": N_(
        "Move {row} of this game is not allowed by the rules of this version. The game is shown as it stood "
        "before that move, and it can't go on."
    ),
}


class TableError(TeahorseError):
    """Something that can't be done at a table."""

    code = ""

    def __init__(self, **mentioned: object) -> None:
        super().__init__(SENTENCES[self.code], **mentioned)


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


class OtherRules(TableError):
    """A table whose rules this version can't make."""

    code = "other-rules"


class Stopped(TableError):
    """A game that can't go on, as one of its stored moves is not allowed any more."""

    code = "stopped"


class NothingToUndo(TableError):
    """No move of one's own that can be taken back."""

    code = "nothing-to-undo"


class TooManyUndos(TableError):
    """More moves taken back at a table than it keeps."""

    code = "too-many-undos"


class TooManyBrowsers(TableError):
    """More browsers with seats at a table than it keeps."""

    code = "too-many-browsers"
