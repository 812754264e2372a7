"""Faults in what people see and send: security, preferences, the panels, forecasts, log and offered moves of a page."""

from fault import Fault

SECURITY = ("tests/web/test_security.py",)
OTHER_SITES = ("tests/server/test_api.py::test_requests_from_other_sites_are_refused",)
PREFERENCES = ("tests/web/test_preferences.py",)
PANELS = ("tests/web/test_player_panels.py",)
STANDINGS = ("tests/web/test_forecast.py::test_standings_are_those_of_the_rules",)
SLIDER = ("tests/web/test_forecast.py::test_the_slider_marks_where_the_game_ends",)
ANSWERS = ("tests/web/test_answers.py",)
GHOSTS = ("tests/web/test_drawing_ghosts.py",)
BANK_OFFER = ("tests/web/test_offered_moves.py::test_the_bank_pays_for_the_bids_that_stay",)
REFUSALS = (
    "tests/web/test_offered_moves.py::test_every_legal_move_has_one_offer_and_every_refusal_is_the_one_of_the_rules",
)
LOG_OF_CARDS = ("tests/web/test_presenters.py::test_the_log_does_not_tell_how_the_cards_were_shuffled",)
LOG_ENTRY = ("tests/web/test_log.py::test_a_move_and_what_each_player_gets_from_it_are_entries_of_their_own",)
NUMBERS_TOLD = ("tests/web/test_beats.py",)
SINCE_LAST_MOVE = ("tests/web/test_since_last_move.py",)
LOG_OF_DEBT = ("tests/web/test_log.py::test_what_a_debt_costs_is_in_the_log",)

WEB_FAULTS = [
    # Security
    Fault(
        "server/http/hosts.py",
        'host.endswith(f".{LOCAL}")',
        "LOCAL in host",
        "localhost.evil.example is taken for this machine",
        SECURITY,
    ),
    Fault("server/http/hosts.py", '.rstrip(".").lower() if found', " if found", "CLUB.example is refused", SECURITY),
    Fault(
        "web/security.py",
        "return site not in OUR_OWN",
        'return site == "cross-site"',
        "a page of a neighbouring site may send orders",
        OTHER_SITES,
    ),
    Fault(
        "web/security.py",
        'return urlsplit(origin).netloc != headers.get("host")',
        "return False",
        "a page of another site may send orders from an old browser",
        SECURITY,
    ),
    Fault(
        "web/security.py",
        '        send = with_headers(send, scope["scheme"])\n',
        "",
        "answers carry no security headers",
        SECURITY,
    ),
    Fault(
        "web/security.py",
        "while more and not is_too_long and len(body) <= self.most:",
        "while more and not is_too_long:",
        "a body without end is read to its end",
        SECURITY,
    ),
    Fault(
        "web/security.py",
        "self.held -= len(body)",
        "pass",
        "bodies that were answered still count as held",
        SECURITY,
    ),
    Fault(
        "web/preferences.py",
        "return value if value in choices",
        "return value if value is not None",
        "any text in a cookie is a preference",
        PREFERENCES,
    ),
    # Panels and names
    Fault(
        "snapshot.py",
        'snapshot["blue"] if is_blue(snapshot) else snapshot["blue"][::-1]',
        'snapshot["blue"]',
        "panels stay in blue order after resolving",
        PANELS,
    ),
    Fault(
        "web/presenters/player_panels.py",
        'free=pieces["coins"] - committed',
        'free=pieces["coins"]',
        "coins that are bid count as free",
        PANELS,
    ),
    Fault(
        "web/presenters/player_names.py",
        "if shared[name] > 1:",
        "if False:",
        "two players have the same name",
        PANELS,
    ),
    Fault(
        "web/presenters/screen_reader.py",
        'if self._position["blocked"] == gorge:',
        "if False:",
        "the screen reader omits the blocked gorge",
        PANELS,
    ),
    Fault(
        "web/presenters/province_text.py",
        'if letter in has["teahouses"]]',
        "if False]",
        "the screen reader omits teahouses",
        PANELS,
    ),
    # Forecasts
    Fault(
        "bank.py",
        "min(total, MAX_BANK_TOTAL)",
        "min(total + 1, MAX_BANK_TOTAL)",
        "the bank is forecast for another total",
        BANK_OFFER,
    ),
    Fault(
        "web/presenters/score_preview.py",
        "enumerate(ranking, 1)",
        "enumerate(ranking)",
        "the leader has place 0",
        STANDINGS,
    ),
    Fault(
        "web/presenters/forecast_converting.py",
        "ending.reason_to_end(after, r) in (BY_VP, BY_BOTH)",
        "ending.reason_to_end(after, r) == BY_BOTH",
        "converting does not show that it ends the game",
        SLIDER,
    ),
    # Offered moves
    Fault(
        "web/presenters/effects.py",
        "self._view.total_of_bids - given_up",
        "self._view.total_of_bids",
        "one's own bids count for the bank that gives them up",
        BANK_OFFER,
    ),
    Fault(
        "web/presenters/offered_moves.py",
        "key: Hashable = (verdict, candidate.move)",
        "key: Hashable = verdict",
        "a refused move gets the reason of another",
        REFUSALS,
    ),
    # Answers
    Fault(
        "web/presenters/answers.py",
        "only = len(legal) == 1",
        "only = True",
        "Done stands out though something else can be done",
        ANSWERS,
    ),
    Fault(
        "web/presenters/conversion_scale.py",
        "if part is None or part >= ends:",
        "if part is None:",
        "a bid is marked that can be paid whatever is converted",
        ANSWERS,
    ),
    Fault(
        "web/drawing/ghosts.py",
        "for station in stations if station.place == place}",
        "for station in stations}",
        "a ghost stands beside the place of its piece",
        GHOSTS,
    ),
    # Log
    Fault(
        "web/presenters/log.py",
        '"deck" if step.player == "chance" else step.move',
        "step.move",
        "the log shows the order of Dúli's cards",
        LOG_OF_CARDS,
    ),
    Fault(
        "web/presenters/log.py",
        'return fields["coins"], 0',
        "return 0, 0",
        "the log omits changes of coins",
        LOG_ENTRY,
    ),
    Fault(
        "web/presenters/log.py",
        'return 0, -fields["vp"]',
        'return 0, fields["vp"]',
        "a debt adds points in the log",
        LOG_OF_DEBT,
    ),
    # What is told
    Fault(
        "web/presenters/panel_numbers.py",
        'return {"coins": -fields["coins"], "committed"',
        'return {"coins": fields["coins"], "committed"',
        "while bids are paid, the panel shows more coins",
        NUMBERS_TOLD,
    ),
    Fault(
        "web/drawing/since_last_move.py",
        "steps[number - 1].player in mine",
        "steps[number - 1].player not in mine",
        "what moved since another player's last move is marked",
        SINCE_LAST_MOVE,
    ),
    # Hints and lists
    Fault(
        "bots/analysis.py",
        "return max(winning, key=",
        "return min(winning, key=",
        "a hint keeps coins where the game can be won at once",
        ("tests/server/test_second_look.py::test_a_hint_wins_at_once_where_that_is_sure",),
    ),
    Fault(
        "bots/analysis.py",
        "_brings_nothing_yet(game, move) or _costs_income(game, move)",
        "_brings_nothing_yet(game, move)",
        "a hint gives income away for nothing",
        ("tests/server/test_second_look.py::test_a_journey_that_costs_income_is_recommended_only_if_none_is_as_good",),
    ),
    Fault(
        "bots/analysis.py",
        "given_up[:FAIRLY_LOOKED_AT]",
        "given_up[:0]",
        "a hint shows the rough chances of moves that its search gave up",
        ("tests/bots/test_analysis.py::test_a_move_that_the_search_gave_up_has_a_fair_chance_in_a_hint",),
    ),
    Fault(
        "web/presenters/player_panels.py",
        "ended[player].total if view.game.is_over else",
        "pieces['vp'] if view.game.is_over else",
        "after the end the panels show the points of the track",
        ("tests/web/test_player_panels.py::test_after_the_end_panels_show_the_final_points",),
    ),
    Fault(
        "bots/worth_naming.py",
        "if bid in legal and not _can_be_outbid(",
        "if bid in legal and _can_be_outbid(",
        "a hint bids more than it must, or less than is safe",
        ("tests/bots/test_analysis.py",),
    ),
    Fault(
        "bots/analysis.py",
        "return replace(found, made_values=_values_after(game, made, watch))",
        "return found",
        "a review thinks too badly of a move that its search gave up early",
        ("tests/bots/test_analysis.py::test_a_second_look_is_fair_to_a_move_that_the_search_gave_up",),
    ),
    Fault(
        "web/presenters/panel_numbers.py",
        "self._presents_left -= 1",
        "self._presents_left -= 0",
        "the number of presents left stays while they are dealt",
        NUMBERS_TOLD,
    ),
    Fault(
        "web/presenters/ending.py",
        "all(line.points[person] > points for",
        "all(line.points[person] >= points for",
        "who is level leads",
        ("tests/web/test_game_end.py",),
    ),
    Fault(
        "text/rule_search.py",
        "if word not in small] or plain",
        "if word] or plain",
        "a question to the rules finds only rules with all its small words",
        ("tests/web/test_rule_search.py",),
    ),
    Fault(
        "web/presenters/position_view.py",
        "self.record.traders[player][YUNNAN:].any()",
        "self.record.traders[player].any()",
        "the bank makes an offer to players who have no trader to place",
        ("tests/web/test_forecast.py",),
    ),
    Fault(
        "web/presenters/my_games.py",
        "frozenset({TableStatus.WAITING, TableStatus.RUNNING})",
        "frozenset({TableStatus.RUNNING})",
        "a game that waits for its reader isn't among those that are running",
        ("tests/server/test_my_turns.py",),
    ),
    # Training
    Fault(
        "learn/update.py",
        "(advantage - mean[rules_of]) / spread[rules_of]",
        "(advantage - mean[rules_of])",
        "advantages of long games are small beside those of short ones",
        ("tests/learn/test_targets.py::test_advantages_are_scaled_at_each_table",),
    ),
    Fault(
        "learn/self_play.py",
        "(waited * ended)[:, None]",
        "ended[:, None]",
        "waiting costs nothing",
        ("tests/learn/test_targets.py::test_a_win_that_comes_later_is_worth_less",),
    ),
    Fault(
        "bots/network/strengths.py",
        "strengths[:, None] * (tempers - balanced)",
        "(tempers - balanced)",
        "tempers are as strong as in training, whatever the file says",
        ("tests/bots/test_temper_strengths.py",),
    ),
    Fault(
        "learn/judging.py",
        "network.facts.requires_grad_(True).parameters()",
        "network.moves.requires_grad_(True).parameters()",
        "judging teaches moves and not facts",
        ("tests/learn/test_judging.py",),
    ),
]
