"""The pages of players, and the leaderboards."""

from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from ...server.accounts.errors import NoSuchPlayer
from ...server.accounts.service import sign_in_name
from ...server.storage.database import Database
from ...server.tables.browsers import Browser
from ..presenters.leaderboard import leaderboard
from ..presenters.player_page import player_page
from ..rendering import language_of, page

router = APIRouter(include_in_schema=False)
SEE_OTHER = 303


@router.get("/players")
def show_leaderboard(request: Request, edition: str = "", people: int = 0) -> HTMLResponse:
    """The leaderboard of an edition and a number of players."""
    storage: Database = request.app.state.table_service.storage
    account = Browser(request, storage).account
    own = None if account is None else account.name
    shown = leaderboard(storage.ratings, edition, people, language_of(request))
    return page(request, "leaderboard.html", shown=shown, own=own)


@router.get("/players/{name}")
def show_player(request: Request, name: str) -> Response:
    """The page of a player. One that isn't shown to others looks to them like one that doesn't exist."""
    storage: Database = request.app.state.table_service.storage
    reader, player = Browser(request, storage).account, storage.accounts.named(sign_in_name(name))
    is_own = player is not None and reader is not None and reader.id == player.id
    if player is None or not (player.is_public or is_own):
        raise NoSuchPlayer
    if player.name != name:
        return RedirectResponse(f"/players/{quote(player.name, safe='')}", SEE_OTHER)
    shown = player_page(storage.ratings, player, language_of(request))
    return page(request, "player.html", shown=shown, is_own=is_own)
