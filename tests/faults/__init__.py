"""Faults: workers and a PostgreSQL that are killed, frozen and cut off, while people play and a checker keeps books."""
