"""The maps and where they are kept."""

from pathlib import Path

from . import narrow_map, wide_map

STATIC = Path(__file__).parents[2] / "src" / "teahorse" / "web" / "static"
MAPS = {STATIC / "map.svg": wide_map.paint, STATIC / "map-narrow.svg": narrow_map.paint}
