"""Writes the painted maps; a test keeps them in step with what paints them."""

from .maps import MAPS

if __name__ == "__main__":
    for path, paint in MAPS.items():
        path.write_text(paint(), encoding="utf-8")
