"""Messages to people who are away: it is your turn. By Web Push, e-mail and webhook."""
