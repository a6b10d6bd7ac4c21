"""Backups: a checked copy of everything, taken while the server runs, and the way back."""
