"""The load generator: many tables of a server on this machine, played at a given rate, and how it holds up."""
