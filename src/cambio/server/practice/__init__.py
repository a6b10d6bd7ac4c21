"""Practice: tables with bots and one person, in the page itself, where no server can be reached."""
