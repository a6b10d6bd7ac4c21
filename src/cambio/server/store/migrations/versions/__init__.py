"""Each revision is a file here, which Alembic finds by its folder."""
