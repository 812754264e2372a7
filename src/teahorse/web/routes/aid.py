"""The player aid of a table: as a page, or as the part that a drawer on the table shows."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...server.visits import open_table, players_here
from ..new_game.house_rules import options_in_words
from ..presenters.player_aid import player_aid
from ..rendering import page, say_of

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/aid")
def show(request: Request, table_id: str, part: bool = False) -> HTMLResponse:
    """The player aid for the rules of a table."""
    table, say = open_table(request, table_id), say_of(request)
    mine = sorted(players_here(request, table))
    edition = say("Edition {edition}").format(edition=table.edition)
    return page(
        request,
        "parts/aid.html" if part else "aid.html",
        table=table,
        colour=table.colours[mine[0]] if mine else "blue",
        aid=player_aid(table.rules, say),
        subtitle=" · ".join((edition, *options_in_words(table.rules.options, say))),
    )
