"""Roles of keys, links, and the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "10"
down_revision = "9"


def upgrade() -> None:
    """Add the role of a key, and the tables of links and of the lobby. The first person at an old table is its host."""
    op.add_column("keys", sa.Column("role", sa.String(10), nullable=False, server_default="player"))
    _name_hosts(op.get_bind())
    op.create_table(
        "links",
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
    )
    op.create_table(
        "lobby",
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("listed_at", sa.BigInteger, nullable=False),
    )


def _name_hosts(connection: sa.Connection) -> None:
    tables = sa.table("tables", sa.column("id"), sa.column("seats", sa.JSON))
    keys = sa.table("keys", sa.column("table"), sa.column("hash"), sa.column("seats", sa.JSON), sa.column("role"))
    first = {}  # the seat of the first person at each table
    for table in connection.execute(sa.select(tables)):
        people = [number for number, seat in enumerate(table.seats) if seat["bot"] is None]
        first[table.id] = people[0] if people else None
    for key in connection.execute(sa.select(keys)).all():
        if first[key.table] in key.seats:
            at = (keys.c.table == key.table) & (keys.c.hash == key.hash)
            connection.execute(sa.update(keys).where(at).values(role="host"))
