"""How bots think: compiled code over arrays, no Python in the loop."""
