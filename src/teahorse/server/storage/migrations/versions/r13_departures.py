"""Who left a game before its end, because that counts for ratings."""

import sqlalchemy as sa
from alembic import op

revision = "13"
down_revision = "12"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "departures",
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("account", sa.String(10), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("departures_by_account", "departures", ["account"])
