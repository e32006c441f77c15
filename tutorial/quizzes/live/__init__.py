"""Questions before a room: screen, phones, remote."""
