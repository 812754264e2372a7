"""The history of a table's game: its rows as stored, and the positions that stand after all undoing."""
