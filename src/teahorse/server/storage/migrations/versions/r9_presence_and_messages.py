"""Who is at which table, and who is told of their turn."""

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("beats", sa.BigInteger, nullable=False),
        sa.Column("changes", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(22), sa.ForeignKey("processes.id"), primary_key=True),
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
        sa.Column("is_on", sa.Boolean, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_by_holder", "subscriptions", ["holder"])
    op.create_table(
        "turn_messages",
        sa.Column("subscription", sa.String(22), sa.ForeignKey("subscriptions.id"), primary_key=True),
        sa.Column("table", sa.String(10), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("claimed_at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent_at", sa.BigInteger),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
