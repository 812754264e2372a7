"""English and German: which one, how it is said, and the catalogue."""
