"""The time that each player has left, for the panels and beside the question."""

from dataclasses import dataclass

from ...server.storage.stored import now
from ...server.tables.seats import players_of
from ...server.tables.table import Table
from ...server.tables.timing.control import A_DAY, TimeControl
from ...server.tables.timing.turns import seat_number
from ...text.translation import Say

SHORT = 30  # seconds; so little time is marked


@dataclass(frozen=True)
class PlayerClock:
    """The clock of one player."""

    seconds: int  # left
    at: int  # the time of the server; a script counts on from there
    is_running: bool
    is_away: bool  # a bot moves, because the time was used up
    text: str

    @property
    def is_short(self) -> bool:
        """Whether little time is left."""
        return self.seconds <= SHORT


def player_clocks(table: Table, say: Say) -> dict[str, PlayerClock]:
    """The clocks of people by player; none at a table without limits or after the end."""
    clock = table.clock
    if clock is None or table.history.game.is_over:
        return {}
    moment = now()
    found: dict[str, PlayerClock] = {}
    for player in players_of(table.rules):
        seat = seat_number(player, table.rules)
        if seat is None or table.seats[seat].bot is not None or table.seats[seat].is_free:
            continue
        seconds = int(clock.left_at(seat, moment))
        is_running = clock.running == seat and table.to_move == player
        found[player] = PlayerClock(seconds, moment, is_running, seat in clock.away, time_text(seconds, say))
    return found


def time_text(seconds: int, say: Say) -> str:
    """A time in short: `9:05`, `2:09:05`, or from a day on in days and hours."""
    days, hours = seconds // A_DAY, seconds % A_DAY // 3600
    if days:
        return say("{days} d {hours} h").format(days=days, hours=hours) if hours else say("{days} d").format(days=days)
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def control_text(control: TimeControl, say: Say) -> str:
    """A time control in words."""
    if not control.is_budget:
        days = control.seconds // A_DAY
        return say.ngettext("{days} day per move", "{days} days per move", days).format(days=days)
    minutes = control.seconds // 60
    if not control.increment:
        return say.ngettext("{minutes} minute each", "{minutes} minutes each", minutes).format(minutes=minutes)
    return say("{minutes} min each, and {seconds} s more for each turn").format(
        minutes=minutes, seconds=control.increment
    )
