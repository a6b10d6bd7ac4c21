"""Players: what a bot remembers and believes, how it values actions, and how whole rounds between bots are played."""
