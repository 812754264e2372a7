"""Accounts, their sessions and ratings, and counters of attempts to sign in."""

import sqlalchemy as sa
from alembic import op

revision = "11"
down_revision = "10"


def upgrade() -> None:
    """Add the tables of accounts and ratings."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("sign_in_name", sa.String(120), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(10), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_by_account", "sessions", ["account"])
    op.create_table(
        "rate_counters",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("table", sa.String(10), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("edition", sa.String(10), nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rated_seats",
        sa.Column("table", sa.String(10), sa.ForeignKey("rated_games.table"), primary_key=True),
        sa.Column("account", sa.String(10), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )
    op.create_index("rated_seats_by_account", "rated_seats", ["account"])
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(10), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("edition", sa.String(10), primary_key=True),
        sa.Column("people", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
