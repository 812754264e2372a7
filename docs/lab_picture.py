"""Makes docs/lab.png, the picture in lab.md: `python docs/lab_picture.py`, with Chromium and Pillow at hand.

`--games N --out FILE` makes another one, of fewer games.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

from PIL import Image
from system_chromium import find_chromium

from teahorse.arena import Settings, play_series
from teahorse.lab import Report, load_dataset, open_series

BOTS = ("greedy", "greedy/racer", "novice", "search:50")
GAMES = 400
WIDTH, HEIGHT = 1180, 3000
TOP, BOTTOM = 1378, 2420  # what is worth showing: buildings and the bank
SHOWN = 900  # pixels across


def main() -> None:
    """Play a short series, study it, and photograph the middle of the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("lab.png"))
    given = parser.parse_args()
    browser = find_chromium()
    with tempfile.TemporaryDirectory() as folder:
        games, page, picture = (Path(folder) / name for name in ("games.jsonl", "lab.html", "lab.png"))
        play_series(Settings.of(BOTS, seed=1), given.games, games, cores=1)
        report = Report.of(load_dataset(open_series([games])), f"teahorse lab {games.name}")
        page.write_text(report.page(), encoding="utf-8")
        wishes = ["--headless", "--no-sandbox", "--hide-scrollbars", "--blink-settings=preferredColorScheme=1"]
        size = [f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={picture}"]
        subprocess.run([browser, *wishes, *size, page.as_uri()], check=True, capture_output=True)
        middle = Image.open(picture).convert("RGB").crop((0, TOP, WIDTH, BOTTOM))
        small = middle.resize((SHOWN, round(middle.height * SHOWN / middle.width)), Image.Resampling.LANCZOS)
        small.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(given.out, optimize=True)


if __name__ == "__main__":
    main()
