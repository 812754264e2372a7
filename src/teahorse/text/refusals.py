"""Refusals in sentences: what they mention is gathered from a position, words are chosen at the very end.

A sentence is written here in English and handed to `say`, which gives it in the reader's language; so are the words
that fill its blanks. Sentences are whole: where a word would change the grammar around it, each has its own.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..rules import moves, names
from ..rules.routes import usable_bridges
from ..rules.ruleset import Ruleset
from ..rules.state import BUILDINGS, CHANCE, FROM_SUPPLY, NOBODY, OVER, PLACES, SPACES, STRUCTURES, YUNNAN
from ..rules.verdicts import REFUSALS, Refusal

Say = Callable[[str], str]
"""Gives an English text, blanks and all, in the language of the reader."""

Names = Mapping[str, str]
"""What people are called, by player: `{"p1": "Ann"}`. Whoever is missing goes by their number."""

PROVINCE_NAMES = {"P": "Pu'er", "Y": "Yunnan", "S": "Sichuan", "K": "Kang", "T": "Tibet", "Q": "Qinghai"}
SUPPLY = "the supply"
NOBODYS_NAME = "nobody"
DULI = "Dúli"
A_POST, POSTS = "a post", "{posts} posts"

ASKED = (  # by the number of the phase
    "Now {player} is to bid; this move belongs to another part of the round.",
    "Now {player} is to take a structure; this move belongs to another part of the round.",
    "Now {player} is to block a gorge; this move belongs to another part of the round.",
    "Now {player} is to build and travel; this move belongs to another part of the round.",
    "Now {player} is to displace or spare; this move belongs to another part of the round.",
    "Now {player} is to convert; this move belongs to another part of the round.",
)

# Sentences of refusals that a parameter changes as a whole: the parameter, and the sentence for each of its values;
# for any other value the refusal's own.
SPLIT: dict[str, tuple[str, dict[str, str]]] = {
    "wrong-phase": ("asked", dict(zip(names.PHASE, ASKED, strict=False))),
    "none-left": (
        "structure",
        {
            "post": "{player} has no post left in reserve.",
            "bridge": "{player} has no bridge left in reserve.",
            "teahouse": "{player} has no teahouse left in reserve.",
        },
    ),
    "yard-builds-teahouses": (
        "structure",
        {
            "post": "At the yard only a teahouse may be built at once; a post goes to the supply.",
            "bridge": "At the yard only a teahouse may be built at once; a bridge goes to the supply.",
        },
    ),
    "no-structure": (
        "structure",
        {
            "post": "{player} has no post in the supply to build.",
            "bridge": "{player} has no bridge in the supply to build.",
            "teahouse": "{player} has no teahouse in the supply to build.",
        },
    ),
    "not-enough-passes": (
        "steps",
        {"1": "That journey takes one border pass, and {player} has {passes_left} left."},
    ),
}
_BY_CODE = {refusal.code: refusal for refusal in REFUSALS}


def as_written(text: str) -> str:
    """Say a text in English."""
    return text


# --- Words --------------------------------------------------------------------------------------------


def called(player: str, people: Names, say: Say = as_written) -> str:
    """What a player is called: a name, or the number; of two colours in one hand the first has the name."""
    if player == "duli":
        return say(DULI)
    return people.get(player) or people.get(player.split("+")[0]) or player


def place_called(place: str, rules: Ruleset, say: Say = as_written) -> str:
    """What a place is called; gorges go by their letters, and traders may come from the supply."""
    if place == "supply":
        return say(SUPPLY)
    name = rules.words.get(place, PROVINCE_NAMES.get(place))
    return place if name is None else say(name)


def building_called(building: str, rules: Ruleset, say: Say = as_written) -> str:
    """What a building is called in the words of the edition."""
    return say(rules.words.get(building, building))


def place_name(place: int, rules: Ruleset) -> str:
    """The name of a place in the words of the edition."""
    letter = names.PLACE[place]
    return rules.words.get(letter, PROVINCE_NAMES[letter])


def building_name(building: int, rules: Ruleset) -> str:
    """The name of a building in the words of the edition."""
    return rules.words.get(names.BUILDING[building], names.BUILDING[building])


# --- What a refusal says --------------------------------------------------------------------------------


def refusal_told(
    code: str, parameters: Mapping[str, object], rules: Ruleset, people: Names, say: Say = as_written
) -> str:
    """The sentence of a refusal, with people by their names."""
    template = _template(_BY_CODE[code], parameters)
    return say(template).format(**in_words(parameters, rules, people, say))


def _template(refusal: Refusal, parameters: Mapping[str, object]) -> str:
    if refusal.code not in SPLIT:
        return refusal.sentence
    parameter, sentences = SPLIT[refusal.code]
    return sentences.get(str(parameters[parameter]), refusal.sentence)


def in_words(
    parameters: Mapping[str, object], rules: Ruleset, people: Names, say: Say = as_written
) -> dict[str, object]:
    """Parameters in words: players by name, places and buildings as the edition calls them, lists with commas."""
    return {name: _word(name, value, rules, people, say) for name, value in parameters.items()}


def _word(name: str, value: Any, rules: Ruleset, people: Names, say: Say) -> object:
    if name in ("player", "occupant", "higher", "victim", "teahouse"):
        return say(NOBODYS_NAME) if value is None else called(value, people, say)
    if name in ("horse", "arrived", "start", "source", "place"):
        return place_called(value, rules, say)
    if name == "building":
        return building_called(value, rules, say)
    if name == "posts":
        return say(A_POST) if value == 1 else say(POSTS).format(posts=value)
    if name == "sources":
        return ", ".join(f"`from {place}`" for place in value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


# --- What it mentions -----------------------------------------------------------------------------------


def parameters_of(g: Any, rules: Ruleset, move: int) -> dict[str, object]:
    """All that a refusal of this move in this position may want to mention, in the words of the notation."""
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
            if g.bids[building, lower] == player and rules.record.small[building, lower]
        )
        filled["committed"] = int(g.committed[player]) - outbid + prices[space]
    elif placement in (moves.BANK_HIGH, moves.BANK_LOW):
        filled["occupant"] = _name_of(g.bank[placement - moves.BANK_HIGH])
    return filled


def _name_of(owner: int) -> str | None:
    return names.PLAYER[owner] if owner >= 0 else None


def _journey(g: Any, rules: Ruleset, player: int, start: int, end: int) -> dict[str, object]:
    steps = rules.record.journey[usable_bridges(g, player), g.horse[player], start, end]
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
