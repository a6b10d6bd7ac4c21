"""Recorded rounds that fail on any change of behaviour: ``make docs`` tells them anew, and the diff is reviewed."""
