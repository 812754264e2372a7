"""An index that finds the tables of a browser."""

from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add the index."""
    op.create_index("keys_by_hash", "keys", ["hash"])
