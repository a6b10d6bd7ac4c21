"""Answers to requests about rules and new tables, as data: whatever carries them, and wherever the tables run."""
