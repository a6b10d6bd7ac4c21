"""Opening a table: what whoever opens it may want, and the tables of the tutorial."""
