"""Learning the game: lessons, the rulebook as pages, and its pictures."""
