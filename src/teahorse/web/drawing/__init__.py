"""The drawing of the board: coordinates, pieces with stable ids, signs and spots."""
