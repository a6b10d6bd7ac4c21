"""A rule sheet: the rules of a table on one printed page, as a summary, in pictures and in full."""

from .page import rule_sheet

__all__ = ["rule_sheet"]
