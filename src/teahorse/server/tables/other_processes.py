"""Connects the table services of several processes: each hears of the rows and events that the others add."""

from ..storage.news import NEWS
from ..storage.notifications import Notifications
from .service import TableService


def connect(service: TableService, notifications: Notifications) -> None:
    """Tell this process's listeners of the rows and events of others. The database announces those of this one."""

    def received(text: str) -> None:
        table_id, row, event = text.split(" ")
        service.pass_on(table_id, int(row), int(event))

    notifications.receive(NEWS, received)
    notifications.on_look_again(service.look_again)
