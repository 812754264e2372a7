"""The default board of each edition."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the table of boards."""
    op.create_table(
        "boards",
        sa.Column("edition", sa.String(10), primary_key=True),
        sa.Column("board", sa.JSON, nullable=False),
    )
