"""The position as text: the board, the players and the question, for a terminal and for environments that render."""
