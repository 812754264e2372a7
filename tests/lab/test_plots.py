"""Plots: what is drawn is where it belongs."""

from xml.etree import ElementTree

import pytest

from teahorse.lab.heat_map import Cell, draw_heat_map
from teahorse.lab.line_plot import Line, Mark, Plot
from teahorse.lab.means import mean_of
from teahorse.lab.svg import ticks

SVG = "{http://www.w3.org/2000/svg}"


def parts(picture: str, tag: str, style: str) -> list[ElementTree.Element]:
    return [part for part in ElementTree.fromstring(picture).iter(SVG + tag) if style in part.get("class", "").split()]


def test_a_mark_stands_on_the_scale_between_the_ends_of_its_interval() -> None:
    picture = Plot([Line("p1", [Mark(0.5, 0.25, 0.75)], expected=0.25)], "share", 0.5).draw("seats")
    (mark,), (whisker,) = parts(picture, "circle", "mark"), parts(picture, "line", "whisker")
    (expected,), (reference,) = parts(picture, "line", "expected"), parts(picture, "line", "reference")
    x, low, high = float(mark.attrib["cx"]), float(whisker.attrib["x1"]), float(whisker.attrib["x2"])
    assert x == pytest.approx((low + high) / 2, abs=0.1)
    assert float(expected.attrib["x1"]) == pytest.approx(low, abs=0.1)
    assert float(reference.attrib["x1"]) == pytest.approx(x, abs=0.1)
    gridlines = [float(line.attrib["x1"]) for line in parts(picture, "line", "grid")]
    labels = [label.text for label in parts(picture, "text", "tick")]
    assert labels == ["0%", "20%", "40%", "60%", "80%"]
    assert gridlines[2] < x < gridlines[3]


def test_a_figure_without_an_interval_and_one_below_zero_are_drawn_too() -> None:
    picture = Plot([Line("coins", [Mark(-3.0, None, None)]), Line("track", [Mark(2.0, 1.0, 3.0)])], "points", 0.0).draw(
        "x"
    )
    assert len(parts(picture, "line", "whisker")) == 1
    assert [number.text for number in parts(picture, "text", "number")] == ["\N{MINUS SIGN}3.0", "+2.0"]


def test_a_long_name_is_cut_and_a_strange_one_does_no_harm() -> None:
    picture = Plot([Line("<b>&" + "x" * 40, [Mark(0.5, 0.4, 0.6)])]).draw('"<&>"')
    assert ElementTree.fromstring(picture).attrib["aria-label"] == '"<&>"'
    (label,) = parts(picture, "text", "label")
    assert label.text is not None and label.text.startswith("<b>&x") and label.text.endswith("…")


def test_a_cell_is_bold_only_where_the_interval_leaves_zero_out() -> None:
    cells = [[Cell(2.0, 1.0, 3.0), Cell(2.0, -1.0, 5.0)], [Cell(-4.0, -6.0, -2.0), Cell(None)]]
    picture = draw_heat_map(["school", "bank"], ["1", "2"], "round", cells, "worth")
    assert [value.get("class") for value in parts(picture, "text", "value")] == [
        "value sure",
        "value unsure",
        "value sure",
    ]
    assert [value.text for value in parts(picture, "text", "margin")] == ["±1.0", "±3.0", "±2.0"]
    ahead, behind = parts(picture, "rect", "ahead"), parts(picture, "rect", "behind")
    assert len(ahead) == 2 and len(behind) == 1 and len(parts(picture, "rect", "nothing")) == 1
    assert float(ahead[0].attrib["fill-opacity"]) < float(behind[0].attrib["fill-opacity"])


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-8, 12, [-5, 0, 5, 10]),
        (0, 0.33, [0, 0.1, 0.2, 0.3]),
        (-450, 450, [-400, -200, 0, 200, 400]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == expected


def test_a_mean_has_an_interval_from_two_values_on() -> None:
    assert mean_of([]) == (None, None, None)
    assert mean_of([4.0]) == (4.0, None, None)
    mean, low, high = mean_of([1.0, 2.0, 3.0])
    assert mean == 2.0
    assert (low, high) == (pytest.approx(2 - 1.959964 / 3**0.5), pytest.approx(2 + 1.959964 / 3**0.5))
