"""Paints the maps of the board: `make map` writes `map.svg` and `map-narrow.svg` in `web/static`."""
