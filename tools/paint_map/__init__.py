"""Paints the map of the board: `make map` writes `src/teahorse/web/static/map.svg`."""
