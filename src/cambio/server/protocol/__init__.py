"""The protocol: the messages between server and clients, from which the pages and types of the web client are made."""
