"""A small picture of a position for lists of games: who has how many traders in which province."""

from collections.abc import Iterable

from markupsafe import Markup

# Where the first trader stands in each province of the painted map.
PROVINCES = {"Y": (476, 524), "S": (864, 336), "K": (476, 322), "T": (72, 326), "Q": (476, 114)}
STEP, SIZE = 66, 3  # from one colour to the next, and how much larger than on the board


def small_board(traders: Iterable[tuple[str, str, int]]) -> Markup:
    """The traders, given by province, colour and number, as SVG elements on the painted map."""
    there: dict[str, int] = {}
    drawn = []
    for place, colour, count in traders:
        nth = there[place] = there.get(place, -1) + 1
        x, y = PROVINCES[place]
        drawn.append(
            f'<g class="colour-{colour}" transform="translate({x + nth * STEP} {y})">'
            f'<use href="#trader" transform="scale({SIZE})"/><text class="small-count" y="82">{count}</text></g>'
        )
    return Markup("\n".join(drawn))
