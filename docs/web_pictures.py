"""Makes docs/web/*.png, the pictures of the browser game: `python docs/web_pictures.py`.

`--only NAME --out FOLDER` makes some of them elsewhere. It needs Chromium and Pillow. The positions are always the
same: games between bots with fixed seeds, in a database of their own.
"""

import argparse
import io
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from system_chromium import find_chromium

from teahorse.bots import bot_named
from teahorse.rules.ruleset import Ruleset
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService

FOLDER = Path(__file__).parent / "web"
MOST_BYTES = 250_000
PALETTES = (216, 160, 112, 80)  # numbers of colours to try, until the picture is small enough
BRIGHT = 40  # colours more for what is small and bright, as pieces are
SECONDS_TO_REVIEW = 300
NAMES = ("Ann", "Tashi", "Bartholomäus", "Dorje", "Mei")
SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 720},
    "phone": {"width": 390, "height": 844},
}


@dataclass(frozen=True)
class Picture:
    """One picture: its name, what is shown, on which screen, in which theme and language."""

    name: str
    path: str
    screen: str = "desktop"
    theme: str = "light"
    language: str = "en"
    before: Callable[[Page], None] | None = None  # what is done on the page first


@dataclass(frozen=True)
class Sitting:
    """A table, by the address at which one sits down, and the one at which anyone may watch."""

    door: str
    path: str


def main() -> None:
    """Set the tables up, open every page, and photograph it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="the names of some pictures")
    parser.add_argument("--out", type=Path, default=FOLDER)
    given = parser.parse_args()
    chromium = find_chromium()
    given.out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        with server(database) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for picture in pictures(database, given.only):
                if given.only is None or picture.name in given.only:
                    save(given.out / f"{picture.name}.png", photograph(browser, address, picture))
            browser.close()


def pictures(database: Path, only: list[str] | None) -> list[Picture]:
    """All pictures; the tables are set up for those that are wanted."""
    storage = Database(sqlite_url(database))
    tables = TableService(storage)

    def shown(names: str, *wish: Any) -> Sitting:
        wanted = only is None or any(name.startswith(names) for name in only)
        return table(tables, *wish) if wanted else Sitting("/", "/")

    # Novices play by mood, so that there is much to see after a while.
    bidding = shown("bidding", (None, "merchant", "official", "caravaner"), "novice", 20950, 144)
    travelling = shown("travelling", (None,) * 5, "novice", 16000, 195)
    finished = shown("re", (None,) * 3, "greedy", 1)
    ended = shown("ending", (None, "merchant", "official", "caravaner"), "greedy", 4)
    storage.close()
    return [
        Picture("home", "/"),
        Picture("home-phone-dark", "/", "phone", "dark"),
        Picture("bidding", bidding.door, before=point_at("guild-9")),
        Picture("bidding-dark", bidding.door, theme="dark"),
        Picture("bidding-phone", bidding.door, "phone"),
        Picture("travelling", travelling.door),
        Picture("travelling-phone-dark", travelling.door, "phone", "dark"),
        Picture("new", "/new"),
        Picture("replay-german", f"{finished.path}/at/40", language="de"),
        Picture("ending", ended.door),
        Picture("review", finished.door, before=review(finished)),
        Picture("learn", "/learn"),
        Picture("rule-phone", "/rules/3.7", "phone"),
    ]


def table(
    tables: TableService, bots: tuple[str | None, ...], player: str, seed: int, moves: int | None = None
) -> Sitting:
    """A table at which bots of one kind, each with its own seed, made this number of moves, or played to the end."""
    seats = tuple(Seat(NAMES[number], (COLOURS[number],), bot) for number, bot in enumerate(bots))
    table_id, key = tables.create(GameConfig(Ruleset.of("2023", len(bots)), seats, seed))
    choosers = {f"p{number + 1}": bot_named(player, seed + number) for number in range(len(bots))}
    while (at := tables.open(table_id)).to_move is not None and len(at.history.rows) != moves:
        move = choosers[at.to_move].choose(at.history.game)
        if at.bot_of(at.to_move) is None:
            tables.play(table_id, [key], move, at.next_number)
        else:
            tables.play_for_bot(table_id, move, at.next_number)
    if moves is not None and at.to_move is None:
        raise RuntimeError(f"The game of {player} with seed {seed} ended before move {moves}. Choose another.")
    return Sitting(f"/t/{table_id}/sit/{key}", f"/t/{table_id}")


def point_at(spot: str) -> Callable[[Page], None]:
    """Rest the pointer on a spot of the board."""

    def point(page: Page) -> None:
        page.hover(f'#board [data-spot="{spot}"]')
        page.wait_for_selector("#card:not([hidden])")

    return point


def review(table: Sitting) -> Callable[[Page], None]:
    """Open the review of a table, which its players start so, and wait until it is done."""

    def wait(page: Page) -> None:
        page.goto(urljoin(page.url, f"{table.path}/review"))
        page.wait_for_selector(".chart", timeout=1000 * SECONDS_TO_REVIEW)

    return wait


@contextmanager
def server(database: Path) -> Iterator[str]:
    """`teahorse web` on a database; gives its address."""
    command = [sys.executable, "-m", "teahorse", "web", "--no-browser", "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split("http://", 1)[1].split("/", 1)[0].join(("http://", ""))
        finally:
            process.terminate()


def photograph(browser: Browser, address: str, picture: Picture) -> bytes:
    """Open a page as someone who has seen all tips, and take its picture."""
    is_phone = picture.screen == "phone"
    context = browser.new_context(
        viewport=SIZES[picture.screen], reduced_motion="reduce", has_touch=is_phone, is_mobile=is_phone
    )
    chosen = {"theme": picture.theme, "language": picture.language, "speed": "off"}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in chosen.items()])
    context.add_init_script("""localStorage.setItem("tips", '["all"]')""")
    page = context.new_page()
    page.goto(address + picture.path)
    page.wait_for_function("() => document.fonts.status === 'loaded' && document.readyState === 'complete'")
    if picture.before is not None:
        picture.before(page)
    taken = page.screenshot()
    context.close()
    return taken


def save(path: Path, taken: bytes) -> None:
    """Write a picture with as many colours as its size allows."""
    image = Image.open(io.BytesIO(taken)).convert("RGB")
    for colours in PALETTES:
        file = io.BytesIO()
        palette = Image.new("P", (1, 1))
        palette.putpalette(colours_of(image, colours, "MEDIANCUT") + colours_of(image, BRIGHT, "MAXCOVERAGE"))
        image.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if file.tell() <= MOST_BYTES:
            break
    path.write_bytes(file.getvalue())
    print(f"{path.stem}: {file.tell() // 1000} KB, {colours} colours")


def colours_of(image: Image.Image, count: int, way: str) -> list[int]:
    """A palette of this size for a picture: red, green and blue of each colour in a row."""
    return list(image.quantize(count, Image.Quantize[way]).getpalette() or ())[: 3 * count]


if __name__ == "__main__":
    main()
