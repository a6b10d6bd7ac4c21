"""A server of several workers on this machine, to try it and to test it: PostgreSQL, workers and a proxy."""
