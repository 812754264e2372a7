"""Connects the table services of several processes: each tells the others of the rows that it adds."""

from ..storage.notifications import Notifications
from .service import TableService

ROWS = "rows"  # the kind of message


def connect(service: TableService, notifications: Notifications) -> None:
    """Tell other processes of new rows, and tell this one's listeners of theirs."""

    def heard(text: str) -> None:
        table_id, number = text.split(" ")
        service.pass_on(table_id, int(number))

    service.subscribe(lambda table_id, number: notifications.send(ROWS, f"{table_id} {number}"))
    notifications.receive(ROWS, heard)
    notifications.on_look_again(service.look_again)
