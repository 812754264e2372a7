"""The default board of new games on this server."""

import logging
from typing import Any

from ...errors import BoardError
from ...rules.board import check_board
from ..storage.database import Database

log = logging.getLogger(__name__)


def default_board(storage: Database, edition: str) -> dict[str, Any] | None:
    """The default board of an edition; None if there is none, or if this version refuses it."""
    try:
        return check_board(edition, storage.default_board(edition))
    except BoardError as error:
        log.warning("The default board of %s is not used: %s", edition, error)
        return None
