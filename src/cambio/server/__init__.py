"""The server: tables on the web, fair in a snap race, that lose no accepted move."""
