"""A change of a later Cambio, for tests: a column with a value for each row, and a table."""

from __future__ import annotations

from alembic import op

from cambio.server.store.migrations.revisions import REVISIONS

revision = "9001"
down_revision = max(each for each in REVISIONS if each != revision)


def upgrade() -> None:
    op.execute("ALTER TABLE person ADD COLUMN greeting TEXT NOT NULL DEFAULT ''")
    op.execute("UPDATE person SET greeting = 'Hello ' || name")
    op.execute("CREATE TABLE medal (person_id TEXT NOT NULL REFERENCES person, name TEXT NOT NULL)")
