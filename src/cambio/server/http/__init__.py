"""What comes in over HTTP and WebSockets: routes, sessions, limits and connections."""
