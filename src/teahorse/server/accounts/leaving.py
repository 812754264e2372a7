"""What happens to the seats of someone who deletes their account."""

from contextlib import suppress

from ..tables.errors import TableError
from ..tables.people import People
from ..tables.results import MOST_GAMES
from ..tables.service import TableService


def leave_all_tables(service: TableService, account: str, token: str) -> None:
    """Leave all running games, so that others can take the seats. A host hands over; the last person closes the table.

    `token` is that of a session of the account. The seats of games that are over just lose their owner.
    """
    people = People(service)
    for table_id in service.storage.tables_of(account, MOST_GAMES):
        for seat in sorted(people.rights(table_id, [token]).seats):
            with suppress(TableError):  # the game is over or closed, or a bot sits there
                people.leave(table_id, [token], seat, None)
