"""The static files: icons that pages use, and fonts with their licences."""

import re
from pathlib import Path

import pytest
from board_pages import WEB

from teahorse.text.prompts import STEP_TITLES

VENDOR = WEB / "static" / "vendor"
ICONS = set(re.findall(r'<symbol id="([\w-]+)"', (WEB / "static" / "icons.svg").read_text(encoding="utf-8")))
LARGEST_FONT = 30_000  # bytes


def test_every_step_of_the_round_has_an_icon() -> None:
    drawn = {"travel": "horse", "presents": "present"}
    assert {drawn.get(step, step) for step in STEP_TITLES} <= ICONS
    assert len(STEP_TITLES) == 8


def test_every_icon_that_a_template_names_is_there() -> None:
    named = {
        icon
        for template in (WEB / "templates").rglob("*.html")
        for icon in re.findall(r"""(?:icons\.svg'\) }}|{{ icons }})#([\w-]+)""", template.read_text(encoding="utf-8"))
    }
    assert {"menu", "coin"} <= named <= ICONS


@pytest.mark.parametrize("font", sorted(VENDOR.glob("*.woff2")), ids=lambda font: font.stem)
def test_a_font_is_small_and_its_licence_lies_beside_it(font: Path) -> None:
    assert font.stat().st_size < LARGEST_FONT
    family = re.sub(r"-\d{3}$", "", font.stem)
    assert "SIL OPEN FONT LICENSE" in (VENDOR / f"{family}-LICENSE.txt").read_text(encoding="utf-8")
