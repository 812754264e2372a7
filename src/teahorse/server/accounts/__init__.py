"""Optional accounts: passwords, sessions, ratings, one's own data."""
