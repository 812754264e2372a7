"""Data for display: what one reader sees of a position. No HTML."""
