"""Shuffles that anybody can check."""
