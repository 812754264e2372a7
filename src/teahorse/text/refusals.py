"""Refusals in sentences: what they mention is gathered from a position, words are chosen at the very end.

`say` translates the sentence into the reader's language, and so the words that fill its blanks.
"""

from collections.abc import Mapping
from typing import Any

from ..rules import moves, names
from ..rules.routes import usable_bridges
from ..rules.ruleset import Ruleset
from ..rules.state import BUILDINGS, CHANCE, FROM_SUPPLY, NOBODY, OVER, PLACES, SPACES, STRUCTURES, YUNNAN
from .people import is_you
from .refusal_sentences import BY_VALUE, COUNTED, SENTENCES
from .refusal_sentences_to_you import BY_VALUE_TO_YOU, COUNTED_TO_YOU, SENTENCES_TO_YOU, YOURS_IN_THE_WAY
from .translation import Say, as_written
from .words import NOBODYS_NAME, Names, building_called, called, gorge_called, place_called

# Run by Python itself: it reads plain attributes as well as records.
_usable_bridges = getattr(usable_bridges, "py_func", usable_bridges)

# --- What a refusal says --------------------------------------------------------------------------------


def refusal_told(
    code: str, parameters: Mapping[str, object], rules: Ruleset, people: Names, say: Say = as_written
) -> str:
    """The sentence of a refusal, with people by their names; the reader is "you"."""
    return _sentence(code, parameters, people, say).format_map(_InWords(parameters, rules, people, say))


def _sentence(code: str, parameters: Mapping[str, object], people: Names, say: Say) -> str:
    is_to_you = is_you(str(parameters.get("player")), people)
    if code in COUNTED:
        parameter, sentence = COUNTED[code]
        return say.ngettext(*(COUNTED_TO_YOU[code] if is_to_you else sentence), int(str(parameters[parameter])))
    if code in BY_VALUE:
        parameter, sentences = BY_VALUE[code]
        value = str(parameters[parameter])
        return say(BY_VALUE_TO_YOU.get(code, sentences)[value] if is_to_you else sentences[value])
    parameter, yours = YOURS_IN_THE_WAY.get(code, ("", ""))
    if yours and is_you(str(parameters.get(parameter)), people):
        return say(yours)
    return say(SENTENCES_TO_YOU.get(code, SENTENCES[code]) if is_to_you else SENTENCES[code])


class _InWords(dict[str, object]):
    """Parameters in words: players by name, places and buildings as the edition calls them, lists with commas.

    A sentence mentions few of them, so each is put into words when it is asked for.
    """

    def __init__(self, parameters: Mapping[str, object], rules: Ruleset, people: Names, say: Say) -> None:
        self._parameters, self._rules, self._people, self._say = parameters, rules, people, say

    def __missing__(self, name: str) -> object:
        return _word(name, self._parameters[name], self._rules, self._people, self._say)


def _word(name: str, value: Any, rules: Ruleset, people: Names, say: Say) -> object:
    if name in ("player", "occupant", "higher", "victim", "teahouse"):
        return say(NOBODYS_NAME) if value is None else called(value, people, say)
    if name in ("horse", "arrived", "start", "source", "place"):
        return place_called(value, rules, say)
    if name == "building":
        return building_called(value, rules, say)
    if name == "sources":
        return ", ".join(place_called(place, rules, say) for place in value)
    if name == "gorge":
        return gorge_called(value, rules, say)
    if name == "gorges":
        return ", ".join(gorge_called(gorge, rules, say) for gorge in value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


# --- What it mentions -----------------------------------------------------------------------------------


def parameters_of(g: Any, rules: Ruleset, move: int) -> dict[str, object]:
    """All that a refusal of this move in this position may want to mention, in the words of the notation."""
    return parameters_of_any_move(g, rules) | parameters_of_move(g, rules, move)


def parameters_of_any_move(g: Any, rules: Ruleset) -> dict[str, object]:
    """What refusals of all moves in this position may mention."""
    filled: dict[str, object] = {"asked": names.PHASE[g.phase]}
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
        "horse": names.PLACE[g.horse[player]],
        "gorges": tuple(rules.gorges),
    }
    if g.arrived != NOBODY:
        filled["arrived"] = names.PLACE[g.arrived]
    return filled


def parameters_of_move(g: Any, rules: Ruleset, move: int) -> dict[str, object]:
    """What only refusals of this move may mention."""
    if g.phase in (CHANCE, OVER):
        return {}
    player = int(g.blue[g.turn])
    if move < moves.PASS:
        return _placement(g, rules, player, move)
    if moves.GO <= move < moves.DONE:
        return _journey(g, rules, player, *divmod(move - moves.GO, PLACES))
    if moves.DISPLACE_TRADER <= move < moves.SPARE:
        victim = move - moves.DISPLACE_TRADER
        return {"victim": names.PLAYER[victim], "victim_influence": int(g.influence[victim])}
    return _structure(g, rules, player, move) if moves.BLOCK_GORGE <= move < moves.GO else {}


def _placement(g: Any, rules: Ruleset, player: int, move: int) -> dict[str, object]:
    placement, source = divmod(move, PLACES)
    filled: dict[str, object] = {
        "source": "supply" if source == FROM_SUPPLY else names.PLACE[source],
        "sources": tuple(names.PLACE[place] for place in range(YUNNAN, PLACES) if g.traders[player, place] > 0),
    }
    if placement < BUILDINGS * SPACES:
        building, space = divmod(placement, SPACES)
        prices = rules.prices[building]
        filled |= {"building": names.BUILDING[building], "prices": tuple(price for price in prices if price)}
        filled["occupant"] = _name_of(g.bids[building, space])
        for higher in range(space + 1, SPACES):
            if g.bids[building, higher] != NOBODY:
                filled |= {"higher": _name_of(g.bids[building, higher]), "higher_price": prices[higher]}
        outbid = sum(
            prices[lower]
            for lower in range(space)
            if g.bids[building, lower] == player and rules.fields.small[building, lower]
        )
        filled["committed"] = int(g.committed[player]) - outbid + prices[space]
    elif placement in (moves.BANK_HIGH, moves.BANK_LOW):
        filled["occupant"] = _name_of(g.bank[placement - moves.BANK_HIGH])
    return filled


def _name_of(owner: int) -> str | None:
    return names.PLAYER[owner] if owner >= 0 else None


def _journey(g: Any, rules: Ruleset, player: int, start: int, end: int) -> dict[str, object]:
    steps = rules.fields.journey[_usable_bridges(g, player), g.horse[player], start, end]
    return {"start": names.PLACE[start], "steps": int(steps)}


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
    return {
        "structure": structure,
        "place": names.PLACE[place],
        "posts": int(g.posts[player, place]),
        "teahouse": _name_of(g.teahouse[place]),
    }
