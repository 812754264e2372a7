"""The versions of rules and tables that a game is played with, and its latest position."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add both. Games that are there already were played with the first versions."""
    op.add_column("tables", sa.Column("rules_version", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("tables_version", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "positions",
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
