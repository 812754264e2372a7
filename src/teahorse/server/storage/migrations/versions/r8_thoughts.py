"""What workers of several machines have thought: hints, and reviews in progress."""

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """Add the tables of hints and of reviews in progress."""
    op.create_table(
        "hints",
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("rows_count", sa.Integer, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "review_progress",
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("rows_count", sa.Integer, nullable=False),
        sa.Column("looked_at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
