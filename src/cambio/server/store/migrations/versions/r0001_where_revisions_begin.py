"""Where revisions begin: the schema of SQLite files that have taken every step, and of PostgreSQL before revisions."""

from __future__ import annotations

from alembic import op
from sqlalchemy import inspect

from cambio.server.store.errors import StoreFailed
from cambio.server.store.sqlite.sqlite_steps import take_steps

revision, down_revision = "0001", None
#: What a database of PostgreSQL has that can be taken for one of Cambio.
TABLES = {
    *("ban", "daily_key", "daily_try", "event", "figures", "finished", "match", "match_player", "notice", "person"),
    *("player", "reaction", "seated", "session", "share", "snapshot", "summary", "table", "worker"),
}


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name == "sqlite":
        db = bind.connection.driver_connection
        assert db is not None
        take_steps(db)
        return
    missing = TABLES - set(inspect(bind).get_table_names())
    if missing:
        raise StoreFailed(
            f"expected a database of Cambio, but it has no table {', '.join(sorted(missing))}: "
            "name another one by DATABASE_URL"
        )
