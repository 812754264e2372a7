"""The board as a drawing: where everything stands, and which piece is which."""
