"""Search: the processes in which bots search, and the queue of tables that wait for them."""
