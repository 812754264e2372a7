"""Tables: seats, keys, the game, and who may move."""
