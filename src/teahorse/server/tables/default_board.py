"""The board that new games of this server play with unless they choose another."""

import logging
from typing import Any

from ...errors import BoardError
from ...rules.board import check_board
from ..storage.database import Database

log = logging.getLogger(__name__)


def default_board(storage: Database, edition: str) -> dict[str, Any] | None:
    """The default board of an edition; one that the checks of this version refuse counts as none."""
    try:
        return check_board(edition, storage.default_board(edition))
    except BoardError as error:
        log.warning("The default board of %s is not used: %s", edition, error)
        return None
