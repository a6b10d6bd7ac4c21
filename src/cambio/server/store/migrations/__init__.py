"""Revisions: how the schema changes from one version of Cambio to the next, on SQLite and PostgreSQL, by Alembic.

There is one history without branches. A new database gets the whole schema at once (`sqlite_schema.py` and
`postgres_schema.py`, which say how it is now) and the number of the last revision; an older one takes the revisions
that it lacks, all or none. A server reads that number at its start and compares it with `REVISIONS`; Alembic, which
takes longer to load than most of the server, is imported only if there is something to do.

To add a revision:

1. Write the change into `SCHEMA` of `sqlite_schema.py` and of `postgres_schema.py`, as a new database is to have it. A
   column goes behind those that are there: that is where `ALTER TABLE` puts it.
2. Write `versions/r0002_what_it_does.py` like this, with the numbers that follow::

       from alembic import op

       revision, down_revision = "0002", "0001"

       def upgrade() -> None:
           op.execute("ALTER TABLE worker ADD COLUMN lobby TEXT NOT NULL DEFAULT ''")

   `op.get_bind().dialect.name` is `sqlite` or `postgresql`, where they differ. Plain SQL is best: what Alembic derives
   from a table that it looks at is neither STRICT nor WITHOUT ROWID. Revisions are read from their files, so what they
   import is named in full.
3. Append the number to `REVISIONS` in `revisions.py`.

Tests in tests/server/test_migrations.py then take every revision on both databases with rows in all tables, and compare
what comes of it with the whole schema.

On PostgreSQL servers of the version before may still run: a revision adds, and what nobody needs any more goes by a
later one. There is no way back but a backup: a `downgrade` that nobody has ever run is no promise.
"""
