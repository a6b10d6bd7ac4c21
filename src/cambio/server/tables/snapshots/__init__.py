"""Snapshots: a table's whole state in a few kilobytes, so that waking it does not read its whole log."""
