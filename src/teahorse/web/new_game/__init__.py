"""Where games come from: the form of a new game, house rules, and files."""
