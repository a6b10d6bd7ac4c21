"""What workers tell one another: their public tables, and the secret that their tickets are signed with."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    """A file has one worker at a time, and nothing to add."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE worker ADD COLUMN lobby BYTEA NOT NULL DEFAULT '[]'")
        op.execute("CREATE TABLE secret (name TEXT PRIMARY KEY, value BYTEA NOT NULL)")
