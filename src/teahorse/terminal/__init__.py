"""A position as text: the board, the players and the question, for terminals and for environments that render."""
