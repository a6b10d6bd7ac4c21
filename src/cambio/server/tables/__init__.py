"""Tables while people play at them: the log, what it adds up to, snap races, bots, and what each person is told."""
