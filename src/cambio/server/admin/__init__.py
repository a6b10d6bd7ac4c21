"""cambio admin: what an operator sees and does on the database, beside servers that run or without one."""
