"""Sentences of refusals, filled in from a position."""

from typing import Any

from .rules import moves, names
from .rules.routes import usable_bridges
from .rules.ruleset import Ruleset
from .rules.state import (
    BUILDINGS,
    CHANCE,
    FROM_SUPPLY,
    NOBODY,
    OVER,
    PLACES,
    SPACES,
    STRUCTURES,
    YUNNAN,
)

PROVINCE_NAMES = {"P": "Pu'er", "Y": "Yunnan", "S": "Sichuan", "K": "Kang", "T": "Tibet", "Q": "Qinghai"}
ASKED = ("bid", "take a structure", "block a gorge", "build and travel", "displace or spare", "convert", "deal", "")


def place_name(place: int, rules: Ruleset) -> str:
    """The name of a place in the words of the edition."""
    letter = names.PLACE[place]
    return rules.words.get(letter, PROVINCE_NAMES[letter])


def building_name(building: int, rules: Ruleset) -> str:
    """The name of a building in the words of the edition."""
    return rules.words.get(names.BUILDING[building], names.BUILDING[building])


def blanks(g: Any, rules: Ruleset, move: int) -> dict[str, object]:
    """All that a refusal of this move in this position may want to mention."""
    filled: dict[str, object] = {"asked": ASKED[g.phase]}
    if g.phase in (CHANCE, OVER):
        return filled | {"player": "chance"}
    player = int(g.blue[g.turn])
    filled |= {
        "player": names.PLAYER[player],
        "coins": int(g.coins[player]),
        "supply": int(g.supply[player]),
        "influence": int(g.influence[player]),
        "income": int(g.income[player]),
        "passes_left": int(g.passes_left),
        "horse": place_name(g.horse[player], rules),
        "gorges": ", ".join(rules.gorges),
    }
    if g.arrived != NOBODY:
        filled["arrived"] = place_name(g.arrived, rules)
    if move < moves.PASS:
        filled |= _placement(g, rules, player, move)
    elif moves.GO <= move < moves.DONE:
        filled |= _journey(g, rules, player, *divmod(move - moves.GO, PLACES))
    elif moves.DISPLACE_TRADER <= move < moves.SPARE:
        victim = move - moves.DISPLACE_TRADER
        filled |= {"victim": names.PLAYER[victim], "victim_influence": int(g.influence[victim])}
    elif moves.BLOCK_GORGE <= move < moves.GO:
        filled |= _structure(g, rules, player, move)
    return filled


def _placement(g: Any, rules: Ruleset, player: int, move: int) -> dict[str, object]:
    placement, source = divmod(move, PLACES)
    with_traders = [p for p in range(YUNNAN, PLACES) if g.traders[player, p] > 0]
    filled: dict[str, object] = {
        "source": "the supply" if source == FROM_SUPPLY else place_name(source, rules),
        "sources": ", ".join(f"`from {names.PLACE[place]}`" for place in with_traders),
    }
    if placement < BUILDINGS * SPACES:
        building, space = divmod(placement, SPACES)
        prices = rules.prices[building]
        filled |= {"building": building_name(building, rules), "prices": ", ".join(str(p) for p in prices if p)}
        filled["occupant"] = _name_of(g.bids[building, space])
        for higher in range(space + 1, SPACES):
            if g.bids[building, higher] != NOBODY:
                filled |= {"higher": _name_of(g.bids[building, higher]), "higher_price": prices[higher]}
        outbid = sum(
            prices[lower]
            for lower in range(space)
            if g.bids[building, lower] == player and rules.record.small[building, lower]
        )
        filled["committed"] = int(g.committed[player]) - outbid + prices[space]
    elif placement in (moves.BANK_HIGH, moves.BANK_LOW):
        filled["occupant"] = _name_of(g.bank[placement - moves.BANK_HIGH])
    return filled


def _name_of(owner: int) -> str:
    return names.PLAYER[owner] if owner >= 0 else "nobody"


def _journey(g: Any, rules: Ruleset, player: int, start: int, end: int) -> dict[str, object]:
    steps = rules.record.journey[usable_bridges(g, player), g.horse[player], start, end]
    return {"start": place_name(start, rules), "steps": int(steps)}


def _structure(g: Any, rules: Ruleset, player: int, move: int) -> dict[str, object]:
    """The structure, and the province or gorge, that a move of the yard, temple or travel names."""
    groups = (
        (moves.BLOCK_GORGE, None, "gorge"),
        (moves.TAKE_TO_SUPPLY, None, "structure"),
        (moves.TAKE_POST, "post", "place"),
        (moves.TAKE_BRIDGE, "bridge", "gorge"),
        (moves.TAKE_TEAHOUSE, "teahouse", "place"),
        (moves.TAKE_GUARDS, "guards", "place"),
        (moves.BUILD_POST, "post", "place"),
        (moves.BUILD_BRIDGE, "bridge", "gorge"),
        (moves.BUILD_TEAHOUSE, "teahouse", "place"),
    )
    first, structure, of = [group for group in groups if group[0] <= move][-1]
    number = move - first
    if of == "structure":
        return {"structure": names.STRUCTURE[:STRUCTURES][number]}
    if of == "gorge":
        return {"structure": structure, "gorge": names.GORGE[number]}
    place = YUNNAN + number
    posts = int(g.posts[player, place])
    return {
        "structure": structure,
        "place": place_name(place, rules),
        "posts": "a post" if posts == 1 else f"{posts} posts",
        "teahouse": _name_of(g.teahouse[place]),
    }
