"""Who signed in during a game, because that counts for ratings."""

import sqlalchemy as sa
from alembic import op

revision = "14"
down_revision = "13"


def upgrade() -> None:
    """Add the column. Everyone who has a seat now is rated, as before."""
    op.add_column("keys", sa.Column("is_late", sa.Boolean, nullable=False, server_default=sa.false()))
