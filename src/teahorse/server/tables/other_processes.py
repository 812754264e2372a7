"""Connects the table services of several processes: each tells the others of the rows and events that it adds."""

from ..storage.notifications import Notifications
from .service import TableService

NEWS = "news"  # the kind of message


def connect(service: TableService, notifications: Notifications) -> None:
    """Tell other processes of new rows and events, and tell this one's listeners of theirs."""

    def received(text: str) -> None:
        table_id, row, event = text.split(" ")
        service.pass_on(table_id, int(row), int(event))

    service.subscribe(lambda table_id, row, event: notifications.send(NEWS, f"{table_id} {row} {event}"))
    notifications.receive(NEWS, received)
    notifications.on_look_again(service.look_again)
