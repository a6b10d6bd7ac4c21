"""What a running server does for its operator: it keeps out who is banned, and notices what was changed beside it."""
