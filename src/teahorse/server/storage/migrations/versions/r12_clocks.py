"""Clocks of tables, and when servers were running."""

import sqlalchemy as sa
from alembic import op

revision = "12"
down_revision = "11"


def upgrade() -> None:
    """Add both tables."""
    op.create_table(
        "clocks",
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("due_at", sa.BigInteger, nullable=False),
    )
    op.create_index("clocks_by_time", "clocks", ["due_at"])
    op.create_table(
        "uptimes",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
