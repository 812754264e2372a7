"""What the coach says about placing traders."""

from collections.abc import Iterator
from itertools import takewhile

from ....bank import bank_pays
from ....game_events import Event
from ....next_turn import may_bid_above
from ....rules import names as notation
from ....rules.state import BUILDINGS, MOST_INFLUENCE, NOBODY, SPACES, TRADERS
from ....text import coach
from ..position_view import PositionView
from .expected import outbid_chance
from .thought import Thought


def gain(thought: Thought) -> str:
    """What a placement or passing brings, in a sentence without a person."""
    return {"bid": _bid_gains, "bank": _bank_gains, "market": _market_gains, "pass": _pass_gains}[thought.words[0]](
        thought
    )


def outlook(thought: Thought) -> str:
    """What it risks, and what the rivals would do."""
    return {"bid": _bid_risks, "bank": _bank_risks, "market": _market_risks, "pass": _pass_risks}[thought.words[0]](
        thought
    )


# --- Bids ---------------------------------------------------------------------------------------------


def _bid_gains(thought: Thought) -> str:
    gained = _building_gains(thought)
    is_for_bank = any(event.name == "bank" and event.fields["player"] == thought.mover for event in _bidding(thought))
    return f"{gained} {thought.view.say(coach.BANK_LATER)}" if is_for_bank else gained


def _bidding(thought: Thought) -> Iterator[Event]:
    """What the search expects until the bidding ends."""
    return takewhile(lambda event: event.name not in ("bank-paid", "bids-paid", "round"), thought.expected)


def _building_gains(thought: Thought) -> str:
    view, player, building = thought.view, thought.player, thought.words[1]
    say, now, rules = view.say, view.record, view.rules.fields
    bids = int((thought.position_after.bids[notation.BUILDING.index(building)] == player).sum())  # two by expert rules
    if building == "school":
        traders = TRADERS - int(now.reserve[player]) + bids
        return say(coach.TRADER_GAINED[min(traders, TRADERS)])
    if building == "customs":
        passes = int(now.passes[player]) + bids
        return say.ngettext(*coach.PASS_GAINED, passes).format(passes=passes)
    if building == "horse":
        place = int(now.horse[player]) + bids
        name, coins = view.place(notation.PLACE[place]), int(rules.trader_values[place])
        return say(coach.HORSE_ADVANCED).format(place=name, coins=coins)
    if building == "guild":
        return _influence_gains(thought, int(now.influence[player]) + bids)
    if building == "yard":
        return say(coach.YARD_GAINED)
    owners = [rival for rival in thought.rivals if now.bridges[rival]]
    return say(coach.TEMPLE_GAINED if owners else coach.TEMPLE_QUIET).format(players=thought.named(owners))


def _influence_gains(thought: Thought, influence: int) -> str:
    view, now = thought.view, thought.view.record
    lower = [rival for rival in thought.rivals if now.influence[rival] < influence]
    level = [rival for rival in thought.rivals if now.influence[rival] == influence]
    if lower and influence < MOST_INFLUENCE:
        sentence = coach.INFLUENCE_OVER if len(lower) == 1 else coach.INFLUENCE_OVER_SEVERAL
        return view.say(sentence).format(influence=influence, players=thought.named(lower))
    if level:
        return view.say(coach.INFLUENCE_LEVEL).format(influence=influence, players=thought.named(level))
    table = view.rules.fields.influence_vp
    vp = int(table[influence]) - int(table[influence - 1])
    return view.say.ngettext(*coach.INFLUENCE_GAINED, vp).format(influence=influence, vp=vp)


def _bid_risks(thought: Thought) -> str:
    view, building, price = thought.view, thought.words[1], int(thought.words[2])
    say, after = view.say, thought.position_after
    free = int(after.coins[thought.player]) - int(after.committed[thought.player])
    if free < 0:
        return say.ngettext(*coach.IN_DEBT, -free).format(coins=-free)
    sent_home = [event.fields["player"] for event in thought.after.events if event.name == "outbid"]
    rivals_sent = [notation.PLAYER.index(player) for player in sent_home if thought.is_rival(player)]
    if rivals_sent:
        return say(coach.OUTBIDS).format(players=thought.named(rivals_sent))
    for event in thought.expected if thought.expects is None else ():
        if event.name == "outbid" and event.fields["player"] == thought.mover and event.fields["building"] == building:
            by, higher = event.fields["by"], _price_of(thought, event.fields["by"], building)
            return say(coach.WOULD_OUTBID).format(player=view.player(by), price=higher)
    wanted = _wanted_by(thought, building)
    if wanted:
        return say(coach.RIVAL_WOULD_TAKE).format(player=view.player(wanted))
    if not _is_small(thought, building, price):
        return _safe_bid(view, free)
    able = able_to_outbid(thought, building, price)
    told = outbid_chance(thought, building, able)
    if told:
        return told
    return say(coach.CAN_OUTBID if able else coach.NOBODY_CAN_OUTBID).format(players=thought.named(able))


def _safe_bid(view: PositionView, free: int) -> str:
    """What is left after a bid that can't be outbid."""
    if free == 0:
        return view.say(coach.IS_SAFE_FOR_ALL_COINS)
    sentence = coach.IS_SAFE if free >= cheapest_bid(view) else coach.IS_SAFE_WITH_CHANGE
    return view.say.ngettext(*sentence, free).format(coins=free)


def cheapest_bid(view: PositionView) -> int:
    """The lowest price of any space."""
    return int(view.rules.fields.prices[view.rules.fields.prices > 0].min())


def _price_of(thought: Thought, player: str, building: str) -> int:
    """The price of the expected bid of a rival in a building."""
    bids = [event.fields for event in thought.expected if event.name == "bid"]
    prices = [int(bid["price"]) for bid in bids if bid["player"] == player and bid["building"] == building]
    return max(prices)


def _wanted_by(thought: Thought, building: str) -> str | None:
    """The rival who would bid in this building if another move were made."""
    for event in thought.expected_otherwise():
        if event.name == "round":
            break
        if event.name == "bid" and event.fields["building"] == building:
            player = str(event.fields["player"])
            return player if thought.is_rival(player) else None
    return None


def _is_small(thought: Thought, building: str, price: int) -> bool:
    number = notation.BUILDING.index(building)
    rules = thought.view.rules.fields
    return bool(rules.small[number][rules.prices[number].tolist().index(price)])


def able_to_outbid(thought: Thought, building: str, price: int) -> list[int]:
    """The rivals who could bid more in a building after this move, by the rules."""
    table, rules, number = thought.after.table, thought.view.rules, notation.BUILDING.index(building)
    return [
        rival
        for rival in thought.rivals
        if not thought.position_after.passed[rival] and may_bid_above(table, rules, rival, number, price)
    ]


# --- Bank, market, pass -------------------------------------------------------------------------------


def bids_of_others(thought: Thought) -> int:
    """The total of all standing bids but those of the player who asks."""
    return thought.view.total_of_bids - int(thought.view.record.committed[thought.player])


def coins_of_bank(thought: Thought, total: int) -> int:
    """What the space of the bank that the move is about pays for a total of bids."""
    space = notation.BANK_SPACE.index(thought.words[1]) if thought.words[1:2] in (["high"], ["low"]) else 0
    return bank_pays(thought.view.game, space, total)


def _bank_gains(thought: Thought) -> str:
    view, coins = thought.view, coins_of_bank(thought, bids_of_others(thought))
    if coins == 0:
        return view.say(coach.BANK_PAYS_NOTHING_YET if _others_may_bid(thought) else coach.BANK_PAYS_NOTHING)
    pays = coach.BANK_PAYS_BUT if view.record.committed[thought.player] else coach.BANK_PAYS
    return view.say.ngettext(*pays, coins).format(coins=coins)


def _bank_risks(thought: Thought) -> str:
    after = thought.position_after
    rival = _bank_wanted_by(thought)
    if rival and (coins_of_bank(thought, bids_of_others(thought)) or _others_may_bid(thought)):
        return thought.view.say(coach.BANK_LAST_SPACE).format(player=thought.view.player(rival))
    if not after.traders[thought.player].any():
        return ""
    return thought.view.say(coach.BANK_MAY_GROW if _others_may_bid(thought) else coach.BANK_LEAVES_TRADERS)


def _others_may_bid(thought: Thought) -> bool:
    """Whether a rival could make another bid after this move."""
    table, rules = thought.after.table, thought.view.rules
    free = -1  # every space costs more
    return any(
        may_bid_above(table, rules, rival, building, free)
        for rival in thought.rivals
        if not thought.position_after.passed[rival]
        for building in range(BUILDINGS)
    )


def _bank_wanted_by(thought: Thought) -> str | None:
    """The rival who would take the last space of the bank if another move were made."""
    if (thought.view.record.bank == NOBODY).sum() != 1:
        return None
    visits = [event.fields["player"] for event in thought.expected_otherwise() if event.name == "bank"]
    return next((player for player in visits if thought.is_rival(player)), None)


def _market_gains(thought: Thought) -> str:
    return thought.view.say(coach.MARKET_GAINED)


def _market_risks(thought: Thought) -> str:
    bidding = [rival for rival in thought.rivals if not thought.view.record.passed[rival]]
    return thought.view.say(coach.MARKET_WAITS).format(players=thought.named(bidding)) if bidding else ""


def _pass_gains(thought: Thought) -> str:
    view = thought.view
    traders = int(view.record.supply[thought.player])
    if traders:
        return view.say.ngettext(*coach.PASS_TRAVELS, traders).format(traders=traders)
    return view.say(coach.PASS_WITH_BIDS)


def _pass_risks(thought: Thought) -> str:
    view, rules = thought.view, thought.view.rules.fields
    bids = [
        (notation.BUILDING[building], int(rules.prices[building][space]))
        for building in range(BUILDINGS)
        for space in range(SPACES)
        if view.record.bids[building][space] == thought.player and rules.small[building][space]
    ]
    if not bids:
        return ""
    able = sorted({rival for building, price in bids for rival in able_to_outbid(thought, building, price)})
    return view.say(coach.PASS_MAY_BE_OUTBID if able else coach.PASS_IS_SAFE).format(players=thought.named(able))
