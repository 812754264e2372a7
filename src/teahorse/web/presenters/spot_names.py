"""The names of spots, which drawing, offers and scripts share (docs/web.md)."""

PUER = "P"
MARKET = "market"
INSPECTOR = "inspector"
GOAL = "goal"  # the cell of the track whose points end the game
BLOCKER = "blocker"


def space(building: str, price: int | str) -> str:
    """A space of a building."""
    return f"{building}-{price}"


def bank(number: int) -> str:
    """A space of the bank: 0 is high and 1 low where they differ."""
    return f"bank-{number}"


def place(letter: str) -> str:
    """A province, or for Pu'er the market."""
    return MARKET if letter == PUER else f"province-{letter}"


def gorge(letters: str) -> str:
    """A gorge."""
    return f"gorge-{letters}"


def house(building: str) -> str:
    """A building, without its spaces."""
    return f"house-{building}"


def camp(player: str) -> str:
    """A player's camp."""
    return f"camp-{player}"


def traders(letter: str, player: str) -> str:
    """A player's traders in the market or a province."""
    return f"traders-{letter}-{player}"


def traders_from(source: str, player: str) -> str:
    """The spot of a trader before it is placed: a province, or the camp for the supply."""
    return camp(player) if source == "supply" else traders(source, player)


def piece(structure: str) -> str:
    """The mover's structure of a kind, or the guards."""
    return f"piece-{structure}"


def order(track: str) -> str:
    """The blue or the gray order."""
    return f"order-{track}"


def points(player: str) -> str:
    """A person's marker on the track of VP."""
    return f"points-{player}"


def income(player: str) -> str:
    """A player's income of the round, on the same track."""
    return f"income-{player}"
