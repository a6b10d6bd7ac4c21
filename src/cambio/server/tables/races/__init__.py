"""Snap races: windows, who reacts in them and how fast, and the verdict."""
