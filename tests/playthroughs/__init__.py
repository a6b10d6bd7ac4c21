"""Recorded rounds that fail on any change of behaviour: ``make docs`` writes them anew, and the diff is reviewed."""
