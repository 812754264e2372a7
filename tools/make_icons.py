"""Make the icons of the installed game, PNG files, from our seal: `python tools/make_icons.py`. It needs Chromium."""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "src" / "teahorse" / "web" / "static"
PAPER = "#f5eedf"
# The file, its size, and how much of it the seal takes. Systems may cut a maskable icon to a circle.
ICONS = (
    ("icon-192", 192, 1.0),
    ("icon-512", 512, 1.0),
    ("icon-maskable-512", 512, 0.62),
    ("apple-touch-180", 180, 0.82),
)
PAGE = """<!doctype html><style>
body {{ margin: 0; display: grid; place-items: center; height: 100vh; background: {paper} }}
svg {{ width: {share}%; height: {share}% }}
</style>{seal}"""


def main() -> None:
    """Photograph the seal in every size."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("The icons need Chromium: install your system's package, and try again.")
    seal = (STATIC / "seal.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size, share in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            paper = "transparent" if share == 1 else PAPER
            page.set_content(PAGE.format(paper=paper, share=100 * share, seal=seal))
            page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
