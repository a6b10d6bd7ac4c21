"""Which schema a SQLite file has."""

from __future__ import annotations

from sqlite3 import Connection

from ..migrations.revisions import FoundSchema, Standing
from .sqlite_steps import HAS_REVISION


def find_schema(db: Connection) -> FoundSchema:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version == HAS_REVISION:
        (revision,) = db.execute("SELECT version_num FROM alembic_version").fetchone()
        return FoundSchema.at(revision)
    standing = Standing.NEWER if version > HAS_REVISION else Standing.OLDER if version else Standing.EMPTY
    return FoundSchema(standing, f"version {version}")
