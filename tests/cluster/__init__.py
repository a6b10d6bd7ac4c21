"""Several workers on one PostgreSQL, behind a proxy."""
