"""Faults in the rules; `tests/rules` must notice each."""

from fault import Fault

RULES_FAULTS = [
    # 1 Setup
    Fault("rules/setup.py", "g.supply[DULI] = TRADERS - 1", "g.supply[DULI] = TRADERS", "14.4: Dúli has eight traders"),
    Fault("rules/setup.py", "DULI_STARTS_ON = 2", "DULI_STARTS_ON = 1", "14.4: Dúli starts on the 7"),
    Fault(
        "rules/setup.py", "        g.phase = CHANCE\n", "        g.phase = BID\n", "14.3: bidding begins without cards"
    ),
    # 2, 3 Bidding
    Fault(
        "rules/bidding.py",
        "some = LEGAL if r.recall_any or not in_supply else SUPPLY_FIRST",
        "some = LEGAL",
        "15.3: traders come from provinces at will in 2013",
    ),
    Fault(
        "rules/bidding.py",
        "if price > budget and not r.debt else LEGAL",
        "if price >= budget and not r.debt else LEGAL",
        "3.6: all coins can't be bid",
    ),
    Fault(
        "rules/bidding.py",
        "if price > budget and not r.debt else LEGAL",
        "if price > budget else LEGAL",
        "15.16: no debts",
    ),
    Fault(
        "rules/bidding.py",
        "budget = g.coins[player] - g.committed[player] + own_small",
        "budget = g.coins[player] - g.committed[player]",
        "13.3: a bid that outbids oneself counts twice",
    ),
    Fault(
        "rules/bidding.py",
        "if own > 0 and left < 2:",
        "if own > 1 and left < 2:",
        "13.2: a second bid for what is there once",
    ),
    Fault(
        "rules/bidding.py",
        "return MOST_PASSES - g.passes[player]",
        "return MOST_PASSES - g.passes[player] + 1",
        "3.8: a seventh pass",
    ),
    Fault("rules/bidding.py", "return QINGHAI - g.horse[player]", "return 1", "3.8: the horse is never used up"),
    Fault(
        "rules/bidding.py",
        "left = 1 if r.guards and g.guards[player] == GUARDS_IN_RESERVE else 0",
        "left = 0",
        "13.5: the guards don't count for the yard",
    ),
    Fault(
        "rules/bidding.py",
        "        to_market += g.supply[player]\n",
        "",
        "2.5: traders in the supply vanish at the bank",
    ),
    Fault(
        "rules/bidding.py",
        "        g.passed[player] = 1\n    g.traders[player, PUER] += to_market",
        "    g.traders[player, PUER] += to_market",
        "2.5: the bank does not end the bidding",
    ),
    Fault(
        "rules/bidding.py", "elif g.bank[space] == CLOSED:", "elif False:", "14.3: the closed space is told as taken"
    ),
    Fault("rules/bidding.py", "    g.traders[player, PUER] += g.supply[player]\n", "", "2.7: passing loses traders"),
    Fault(
        "rules/bidding.py",
        "g.turn = (g.turn + 1) % r.seats",
        "g.turn = (g.turn + r.seats - 1) % r.seats",
        "2.1: bidding goes backward",
    ),
    Fault(
        "rules/spaces.py",
        "if space < highest and r.small[building, space]",
        "if space < highest",
        "3.5: a higher bid closes large spaces",
    ),
    Fault(
        "rules/spaces.py",
        "if owner != NOBODY and r.small[building, lower]:",
        "if owner != NOBODY:",
        "3.7: large spaces are outbid",
    ),
    Fault("rules/spaces.py", "                g.passed[owner] = 0\n", "", "3.7: who is outbid stays passed"),
    Fault(
        "rules/spaces.py",
        "            g.committed[owner] -= r.prices[building, lower]\n",
        "",
        "3.6: an outbid trader still costs",
    ),
    # 4 Resolving
    Fault(
        "rules/resolving.py",
        "min(total, MAX_BANK_TOTAL)",
        "min(total, 90)",
        "4.1: the total is cut at 90",
    ),
    Fault(
        "rules/resolving.py",
        "emit(events, BANK_PAID, player, total, coins)",
        "emit(events, BANK_PAID, player, min(total, MAX_BANK_TOTAL), coins)",
        "4.1: the event tells the total as it is paid, not as it is",
    ),
    Fault(
        "rules/resolving.py",
        "        g.supply[player] += 1\n        g.bank[space] = NOBODY",
        "        g.bank[space] = NOBODY",
        "4.1: bankers don't come back",
    ),
    Fault(
        "rules/resolving.py",
        "vp_each = max(r.debt_least, r.debt_base - g.round_number)",
        "vp_each = r.debt_base - g.round_number",
        "15.16: late debts cost nothing",
    ),
    Fault(
        "rules/resolving.py",
        "g.traders[player, PUER] += 1\n        emit(events, TRADER_HIRED",
        "g.supply[player] += 1\n        emit(events, TRADER_HIRED",
        "4.4: the new trader can't travel",
    ),
    Fault(
        "rules/resolving.py",
        "if structure != TEAHOUSE and not r.yard_builds_any:",
        "if not r.yard_builds_any:",
        "15.6: no teahouse at once",
    ),
    Fault(
        "rules/resolving.py",
        "    for space in range(SPACES):\n        if g.bids[number, space] == player:\n            return",
        "    for space in range(SPACES - 1, -1, -1):\n        if g.bids[number, space] == player:\n            return",
        "4.2: the dearer yard bid goes first",
    ),
    # 5 Build and travel
    Fault("rules/structures.py", "if g.blocked == gorge:", "if False:", "4.9: bridges over the blocked gorge"),
    Fault("rules/structures.py", "if g.bridges[player] >> gorge & 1:", "if False:", "5.4: two bridges over one gorge"),
    Fault(
        "rules/structures.py",
        "if g.teahouse[province] != NOBODY:",
        "if g.teahouse[province] == player:",
        "5.5: a teahouse is taken over",
    ),
    Fault(
        "rules/travel.py", "if g.traders[player, start] == g.moved[start]:", "if False:", "5.6: a trader journeys twice"
    ),
    Fault(
        "rules/travel.py",
        "if end > g.horse[player]:",
        "if end > g.horse[player] + 1:",
        "5.7: one province beyond the horse",
    ),
    Fault(
        "rules/travel.py", "    g.passes_left -= steps\n", "    g.passes_left -= 1\n", "5.9: any journey takes one pass"
    ),
    Fault(
        "rules/travel.py",
        "if traders > 0 and r.gaps[bridges, held, province] > 0:",
        "if traders > 0 and r.gaps[bridges, held, province] > 1:",
        "5.12: one gap is no gap",
    ),
    Fault(
        "rules/displacement.py",
        "if g.influence[victim] >= g.influence[player]:",
        "if g.influence[victim] > g.influence[player]:",
        "5.10: equals are displaced",
    ),
    Fault(
        "rules/displacement.py",
        "if r.guards and g.guards[victim] == province:",
        "if False:",
        "13.6: guards protect nobody",
    ),
    Fault(
        "rules/displacement.py",
        "    g.traders[victim, province - 1] += 1\n",
        "    g.traders[victim, 0] += 1\n",
        "5.10: displaced traders go home",
    ),
    Fault(
        "rules/routes.py",
        "return g.bridges[player] & ~(1 << g.blocked)",
        "return g.bridges[player]",
        "4.9: a blocked bridge counts",
    ),
    Fault(
        "rules/routes.py",
        "if g.traders[player, province] > 0 or g.posts[player, province] > 0:",
        "if g.traders[player, province] > 0:",
        "5.12: posts hold nothing",
    ),
    Fault(
        "rules/routes.py",
        "own = 0 if held & province_bit(start) else 1",
        "own = 0 if held & province_bit(start) or start == YUNNAN else 1",
        "8.3: Yunnan is never a gap",
    ),
    # 6, 7 Inspector and presents
    Fault("rules/inspector.py", "if revenue >= highest:", "if revenue > highest:", "6.1: of equals the nearest"),
    Fault(
        "rules/inspector.py",
        "if banished == NOBODY or g.influence[player] > g.influence[banished]:",
        "if banished == NOBODY or g.influence[player] >= g.influence[banished]:",
        "6.2: of equals the last in gray",
    ),
    Fault(
        "rules/inspector.py",
        "g.influence[player] == MOST_INFLUENCE or g.teahouse[province] == player",
        "g.influence[player] == MOST_INFLUENCE",
        "6.2: a teahouse protects nobody",
    ),
    Fault(
        "rules/presents.py",
        "for influence in range(MOST_INFLUENCE, -1, -1):",
        "for influence in range(MOST_INFLUENCE + 1):",
        "7.1: lowest influence first",
    ),
    Fault("rules/presents.py", "        served += 1\n", "        served += 2\n", "7.2: every second trader goes empty"),
    Fault(
        "rules/presents.py",
        "for seat in range(r.seats - 1, -1, -1):",
        "for seat in range(r.seats):",
        "7.2: in blue order",
    ),
    # 8 to 10 Income
    Fault("rules/income.py", "if gaps == 0 else 0", "if gaps <= 1 else 0", "8.3: a post earns over a gap"),
    Fault("rules/income.py", "(traders if r.market_pays_each else 1)", "1", "15.12: the market pays once in 2013"),
    Fault(
        "rules/income.py",
        "while position > 0 and g.income[g.blue[position - 1]] >= g.income[player]:",
        "while position > 0 and g.income[g.blue[position - 1]] > g.income[player]:",
        "9.1: equals keep their order",
    ),
    Fault(
        "rules/income.py",
        "LEGAL if vp <= income else MORE_THAN_INCOME",
        "LEGAL if vp < income else MORE_THAN_INCOME",
        "10.1: not all income becomes VP",
    ),
    # 11, 12 The end
    Fault(
        "rules/ending.py",
        "by_presents = presents <= r.presents_end",
        "by_presents = presents < r.presents_end",
        "11.1: one present fewer",
    ),
    Fault("rules/ending.py", "g.vp[person] >= r.vp_end", "g.vp[person] > r.vp_end", "11.1: 80 VP don't end the game"),
    Fault(
        "rules/ending.py",
        "return BY_CAP if g.round_number >= LONGEST_GAME else NOBODY",
        "return NOBODY",
        "11.2: no end after 60 rounds",
    ),
    Fault(
        "rules/ending.py",
        "            g.guards[player] = GUARDS_GONE\n",
        "            g.guards[player] = GUARDS_IN_RESERVE\n",
        "13.6: guards come back",
    ),
    Fault(
        "rules/ending.py",
        "    g.blocked = NOBODY\n    g.round_number += 1",
        "    g.round_number += 1",
        "11.3: the blocker stays",
    ),
    Fault("rules/ending.py", "coins += g.coins[player]", "coins = g.coins[player]", "15.18: coins are not pooled"),
    Fault(
        "rules/ending.py",
        "difference = place_in_gray(g, r, other) - place_in_gray(g, r, person)",
        "difference = place_in_gray(g, r, person) - place_in_gray(g, r, other)",
        "12.4: ties to the last in gray",
    ),
    # 14 Dúli
    Fault(
        "rules/duli.py",
        "if building == GUILD and g.influence[DULI] < MOST_INFLUENCE:",
        "if building == GUILD:",
        "14.7: influence 5",
    ),
    Fault(
        "rules/duli.py",
        "for province in range(YUNNAN, farthest + 1):",
        "for province in range(YUNNAN, PLACES):",
        "14.9: beyond the farthest horse",
    ),
    Fault(
        "rules/duli.py",
        "if g.traders[player, province] > g.traders[victim, province]:",
        "if g.traders[player, province] < g.traders[victim, province]:",
        "14.10: the one with fewer traders",
    ),
    Fault(
        "rules/duli.py",
        "if victim == NOBODY or g.influence[player] < g.influence[victim]:",
        "if victim == NOBODY or g.influence[player] > g.influence[victim]:",
        "14.10: the stronger one",
    ),
    Fault(
        "rules/duli.py",
        "for province in range(highest_held(g, r), YUNNAN - 1, -1):",
        "for province in range(YUNNAN, highest_held(g, r) + 1):",
        "14.8: from Yunnan upward",
    ),
]
