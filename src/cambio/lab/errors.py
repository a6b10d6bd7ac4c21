"""The laboratory's error, which says what can't be measured, and what to ask for instead."""

from __future__ import annotations


class LabError(ValueError):
    """Something that can't be measured so: what was expected, what came, and what would do."""
