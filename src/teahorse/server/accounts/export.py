"""Everything that is stored about a person, as data for a file. No running game tells more than its page does."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from ..storage.accounts import StoredAccount
from ..storage.database import Database
from ..storage.stored import Event
from ..tables.events.chat import MESSAGE, REACTION
from ..tables.results import MOST_GAMES, result_of
from ..tables.summary import TableSummary, summaries


def export_of(storage: Database, account: StoredAccount) -> dict[str, Any]:
    """The account, its sessions, tables with what the person wrote there, and ratings."""
    ids = storage.tables_of(account.id, MOST_GAMES)
    written = {each.table.id: each.events for each in storage.overviews(ids, (MESSAGE, REACTION))}
    return {
        "account": {
            "name": account.name,
            "created": _moment(account.created_at),
            "page": "public" if account.is_public else "private",
        },
        "sessions": [
            {"began": _moment(each.created_at), "last_used": _moment(each.used_at)}
            for each in storage.accounts.sessions_of(account.id)
        ],
        "tables": [
            _table(each, written.get(each.id, ())) for each in summaries(storage, dict.fromkeys(ids, (account.id,)))
        ],
        "left_tables": storage.departures.of(account.id),
        "ratings": [
            {"edition": each.edition, "players": each.people, "games": each.games, **vars(each.skill)}
            for each in storage.ratings.standings(account.id)
        ],
        "rated_games": [
            {
                "table": each.table,
                "ended": _moment(each.ended_at),
                "edition": each.edition,
                "players": each.people,
                "place": each.place,
                "of": each.rated,
                **vars(each.skill),
            }
            for each in storage.ratings.results(account.id)
        ],
    }


def _table(table: TableSummary, written: Sequence[Event]) -> dict[str, Any]:
    own = {number for number, seat in enumerate(table.seats) if seat in table.own}
    return {
        "table": table.id,
        "address": f"/t/{table.id}",
        "record": f"/t/{table.id}/record",
        "kind": table.kind,
        "title": table.title,
        "edition": table.edition,
        "last_played": table.touched_at.isoformat(),
        "seats": [
            {"name": seat.name, "colours": list(seat.colours), "bot": seat.bot, "yours": seat in table.own}
            for seat in table.seats
        ],
        "over": table.game is not None and table.game.is_over,
        "result": list(_result(table)),
        "chat": [
            {"written": _moment(each.made_at), "text": each.data.get("text") or each.data.get("reaction")}
            for each in written
            if each.seat in own
        ],
    }


def _result(table: TableSummary) -> Iterator[dict[str, Any]]:
    result = result_of(table)
    for each in () if result is None else result.ranking:
        yield {"name": each.seat.name, "points": each.points, "rank": each.rank, "yours": each.seat in table.own}


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()
