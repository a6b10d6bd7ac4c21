"""The doctor: looks at a machine, the settings and the database, and says what would keep people from playing."""
