"""Experts for rules of your own: traits from files, and a warning or new traits where the ladder has none."""
