"""The examples: each is run as a stranger would run it, in a folder of its own, against the installed package."""
