"""How players find the worker that holds their table, whichever worker they asked."""
