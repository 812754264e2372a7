"""Receipts of requests, so that a repeated one is not carried out again."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the table of receipts."""
    op.create_table(
        "receipts",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("content", sa.String(64), nullable=False),
        sa.Column("table", sa.String(10), nullable=False),
        sa.Column("row", sa.Integer, nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("receipts_by_time", "receipts", ["made_at"])
