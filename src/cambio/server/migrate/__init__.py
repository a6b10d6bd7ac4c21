"""The command cambio migrate: bringing a database up to date, and moving from SQLite to PostgreSQL."""
