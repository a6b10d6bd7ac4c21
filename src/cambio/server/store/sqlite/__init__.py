"""The embedded store: one SQLite file, and no other service."""
