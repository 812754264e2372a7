"""Events at a table: everything that happens there except moves and undos, and the state that follows from them."""
