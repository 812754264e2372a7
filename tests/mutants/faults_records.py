"""Faults in files and figures: records, notation, snapshots, parsing, the arena, the lab, the rulebook."""

from fault import Fault

RECORD = ("tests/test_record.py",)
NOTATION = ("tests/test_notation.py",)
SNAPSHOT = ("tests/test_snapshot.py",)
READER = (
    "tests/test_invariants.py",
    "tests/test_snapshot_reader.py::test_an_error_names_the_place_of_the_wrong_value",
)
PARSING = ("tests/test_parsing.py",)
REPLAY = ("tests/test_replay.py",)
CUSTOM_BOARDS = ("tests/test_custom_boards.py",)
PROVENANCE = ("tests/web/test_provenance.py",)
RATINGS = ("tests/arena/test_ratings.py",)
SCHEDULE = ("tests/arena/test_schedule.py",)
RESULTS = ("tests/arena/test_results_file.py",)
GAME_REPLAY = ("tests/lab/test_game_replay.py",)
SECTIONS = ("tests/lab/test_sections.py",)
REGRESSION = ("tests/lab/test_regression.py",)
RULINGS = ("tests/text/test_rulings.py",)
RULE_SEARCH = ("tests/web/test_rule_search.py",)
GERMAN_RULES = ("tests/text/test_rulebook_german.py",)

RECORDS_FAULTS = [
    # Records
    Fault("record.py", '.replace("\\n", "\\\\n")', "", "a line break in a header splits it", RECORD),
    Fault(
        "record.py",
        'headers.get("Tables", "1")',
        'headers.get("Tables", str(TABLES_VERSION))',
        "a record without tables is replayed with today's",
        RECORD,
    ),
    Fault(
        "record.py",
        "if name in headers:",
        "if False:",
        "of a header given twice the second counts",
        RECORD,
    ),
    Fault(
        "record.py",
        " or name in _OF_THE_RULES or name.startswith(_OPTION):",
        ":",
        "a header of a player overrides the rules",
        RECORD,
    ),
    Fault(
        "record.py",
        "if unseen and move is last_deck:",
        "if False:",
        "the record of a running game tells the cards to come",
        RECORD,
    ),
    Fault(
        "record.py",
        "# {to_move(before)}",
        "#",
        "no comment says who made a move",
        RECORD,
    ),
    Fault(
        "game.py",
        "if self._position.drawn > known:",
        "if False:",
        "a record draws a card that it leaves out",
        RECORD,
    ),
    Fault(
        "game.py",
        "return CARDS - int(self._position.drawn)",
        "return CARDS - int(self._position.drawn) - 1",
        "a running game's record tells the next card",
        RECORD,
    ),
    # Notation, snapshots, parsing
    Fault(
        "notation.py",
        ' and not (text.startswith("bid") and " 0" in text)',
        "",
        "a bid of 0 is a move",
        NOTATION,
    ),
    Fault(
        "notation.py",
        "if len(set(words)) != len(words) or not set(words) <",
        "if not set(words) <",
        "a deck names a card twice",
        RECORD,
    ),
    Fault(
        "snapshot_reader.py",
        "    reason = why_unreachable(g, rules)\n",
        "    reason = None\n",
        "a position that no game can reach is accepted",
        READER,
    ),
    Fault(
        "snapshot_reader.py",
        "            g.committed[g.blue[g.turn]] = 0",
        "            pass",
        "bids that are paid are paid again after loading",
        READER,
    ),
    Fault(
        "snapshot_reader.py",
        "if isinstance(value, bool) or not isinstance(value, int)",
        "if not isinstance(value, int)",
        "true is a number",
        READER,
    ),
    Fault(
        "invariants.py",
        "if any(rules.fields.small[building, space] for space in standing[:-1]):",
        "if False:",
        "a small bid stands under a higher one",
        READER,
    ),
    Fault(
        "invariants.py",
        "if incomes != sorted(incomes):",
        "if False:",
        "a turn order that the incomes don't give",
        READER,
    ),
    Fault(
        "snapshot.py",
        '"pile": cards[g.drawn :]',
        '"pile": cards[g.drawn + 1 :]',
        "a card is missing from Dúli's pile",
        SNAPSHOT,
    ),
    Fault("parsing.py", "            depth -= 1\n", "            pass\n", "brackets are counted, not nesting", PARSING),
    Fault(
        "parsing.py",
        "    _check_keys(tokens)\n",
        "",
        "a long dotted key takes all memory",
        PARSING,
    ),
    Fault(
        "parsing.py",
        "if len(text) > limit:",
        "if False:",
        "a text of any length is parsed",
        PARSING,
    ),
    Fault(
        "replay.py",
        "if self._verdicts[engine.move_id(move)] != LEGAL:",
        "if False:",
        "a replay makes illegal moves",
        REPLAY,
    ),
    Fault(
        "custom_boards.py",
        "if not steps or steps[-1][1] != pays:",
        "if True:",
        "a board lists bank steps that change nothing",
        CUSTOM_BOARDS,
    ),
    Fault(
        "provenance.py",
        " and name not in replaced",
        "",
        "a table from the user's box is called reconstructed",
        PROVENANCE,
    ),
    Fault(
        "provenance.py",
        '"temple": bool(switches["temple"])',
        '"temple": True',
        "a table that is not in play is mentioned",
        PROVENANCE,
    ),
    # Arena
    Fault(
        "arena/ratings.py",
        "key=lambda item: -item[1].points",
        "key=lambda item: item[1].points",
        "the weakest bot comes first",
        RATINGS,
    ),
    Fault(
        "arena/ratings.py",
        "return self.points - self.margin, self.points + self.margin",
        "return self.points - self.margin / 2, self.points + self.margin / 2",
        "the interval of a rating is too narrow",
        RATINGS,
    ),
    Fault(
        "arena/ratings.py",
        "np.maximum(np.diag(by_model), np.diag(by_games))",
        "np.diag(by_model)",
        "ranks in one game count as independent",
        RATINGS,
    ),
    Fault("arena/summary.py", "z * z / 4", "z / 4", "Wilson's interval is too wide", RATINGS),
    Fault(
        "arena/schedule.py",
        "return line_up[turn:] + line_up[:turn]",
        "return line_up",
        "bots don't rotate through the seats",
        SCHEDULE,
    ),
    Fault(
        "arena/schedule.py",
        "circle[(first + seat) % len(circle)]",
        "circle[seat % len(circle)]",
        "some bots play more often than others",
        SCHEDULE,
    ),
    Fault(
        "arena/settings.py",
        'data.get("tables", 1)',
        'data.get("tables", TABLES_VERSION)',
        "an old series is read with today's tables",
        RESULTS,
    ),
    Fault(
        "arena/results_file.py",
        "            _refuse_another(series.settings, settings, path)\n",
        "",
        "games of two series are mixed in one file",
        RESULTS,
    ),
    Fault(
        "arena/results_file.py",
        "if header[MARK] != FORMAT:",
        "if False:",
        "results in another format are read",
        ("tests/arena/test_results_file.py::test_a_file_that_is_no_results_file_is_an_error",),
    ),
    Fault(
        "arena/results_file.py",
        "len(data) - series.torn",
        "len(data)",
        "a series goes on after half a line",
        RESULTS,
    ),
    # Lab
    Fault(
        "lab/game_replay.py",
        'self._bids[player, fields["building"]].remove(fields["price"])',
        "pass",
        "a bid that was outbid counts as a purchase's price",
        GAME_REPLAY,
    ),
    Fault(
        "lab/game_replay.py",
        'names.PLACE.index(fields["end"])',
        'names.PLACE.index(fields["start"])',
        "a journey counts where it began",
        GAME_REPLAY,
    ),
    Fault(
        "lab/game_replay.py",
        'raise NotReplayable("does not end as its line says.")',
        "pass",
        "a result that its moves don't give is believed",
        GAME_REPLAY,
    ),
    Fault(
        "lab/win_rates.py",
        "expected = sum(rates[bot] for bot, _ in of_it) / len(of_it)",
        "expected = sum(rates.values()) / len(rates)",
        "win rates are compared with those of other bots",
        SECTIONS,
    ),
    Fault(
        "lab/endings.py",
        "np.delete(points, game.winner).mean()",
        "points.mean()",
        "the winner is compared with a mean that includes the winner",
        SECTIONS,
    ),
    Fault(
        "lab/regression.py",
        "    group_of, game_of = _numbered(groups), _numbered(games)\n",
        "    group_of, game_of = _numbered(groups), _numbered(np.arange(len(games)))\n",
        "the people of one game are drawn separately",
        REGRESSION,
    ),
    # Rulebook
    Fault(
        "text/rulings.py",
        "first = 1 + sum(len(section.rulings) for section in found)",
        "first = 1",
        "rulings are numbered anew in each section",
        RULINGS,
    ),
    Fault(
        "text/rulebook.py",
        "document(FILES[language_of(language)])",
        "document(FILES[ENGLISH])",
        "German readers get the English rules",
        GERMAN_RULES,
    ),
    Fault(
        "text/rule_search.py",
        "            return 0\n",
        "            return 2\n",
        "a section with the word in its title does not come first",
        RULE_SEARCH,
    ),
    Fault(
        "text/rule_search.py",
        "return 1 if occurs(texts.title) else 2",
        "return 2 if occurs(texts.title) else 1",
        "rules with the word in their title come last",
        RULE_SEARCH,
    ),
]
