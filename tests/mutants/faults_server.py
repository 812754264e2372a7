"""Faults in the server: storage, keys, tables, undo, limits, thinking."""

from fault import Fault

DATABASE = ("tests/server/test_database.py",)
MIGRATION = ("tests/server/test_migration.py",)
BACKUP = ("tests/server/test_backup.py",)
KEYS = ("tests/server/test_keys.py",)
BROWSERS = ("tests/server/test_browsers.py",)
TABLES = ("tests/server/test_table_service.py",)
GAME_CONFIG = ("tests/server/test_game_config.py",)
UNDO = ("tests/server/test_table_undo.py",)
SHUFFLED_ANEW = ("tests/server/test_secret_cards.py::test_opening_a_running_game_shuffles_the_cards_to_come_anew",)
AFTER_THE_END = (
    "tests/server/test_secret_cards.py::test_after_the_end_no_move_is_taken_back_as_the_record_has_shown_all_cards",
)
HISTORY = ("tests/server/test_history.py",)
NEW_TABLES = ("tests/server/test_new_table_limit.py",)
RATE_LIMITS = ("tests/server/test_rate_limits.py",)
WORK_QUEUE = ("tests/server/test_work_queue.py",)
HINTS = ("tests/server/test_hints.py",)
REVIEWS = ("tests/server/test_review.py",)
SECOND_LOOKS = ("tests/server/test_second_look.py",)
LIVE_UPDATES = ("tests/server/test_live_updates.py",)
QUIET_LOG = ("tests/server/test_quiet_log.py",)

SERVER_FAULTS = [
    # Storage
    Fault(
        "server/storage/schema.py",
        'Column("text", Text, nullable=False)',
        'Column("text", Text, primary_key=True)',
        "two rows have the same number",
        DATABASE,
    ),
    Fault(
        "server/storage/engine.py",
        '    event.listen(engine, "begin", _begin)\n',
        "",
        "no transaction is begun, so half of the rows may be stored",
        DATABASE,
    ),
    Fault(
        "server/storage/engine.py",
        "PRAGMA synchronous=FULL",
        "PRAGMA synchronous=NORMAL",
        "a power failure loses the last moves",
        DATABASE,
    ),
    Fault(
        "server/storage/migration.py",
        "version_num=str(shape)",
        "version_num=str(shape + 1)",
        "an upgrade leaves out its first step",
        MIGRATION,
    ),
    Fault(
        "server/storage/migrations/versions/r2_versions_and_positions.py",
        'sa.Column("tables_version", sa.Integer, nullable=False, server_default="1")',
        'sa.Column("tables_version", sa.Integer, nullable=False, server_default="2")',
        "old games count as played with later tables",
        MIGRATION,
    ),
    Fault(
        "server/storage/backup.py",
        "base64.b64decode(values[column])",
        "values[column].encode()",
        "a backup brings stored positions back in another form",
        BACKUP,
    ),
    Fault(
        "server/storage/backup.py",
        'if line.get("rows") != count:',
        'if line.get("rows", count) != count and not count:',
        "a backup that lost a line is restored",
        BACKUP,
    ),
    Fault(
        "server/storage/rows.py",
        "set_=columns, where=not_older",
        "set_=columns",
        "an older position replaces a newer one",
        DATABASE,
    ),
    Fault(
        "server/storage/database.py",
        ".having(latest >= since).order_by(latest.desc())",
        ".having(latest >= since).order_by(latest)",
        "the tables touched last come last",
        DATABASE,
    ),
    Fault(
        "server/history/latest_position.py",
        " or kept.seal != _seal(rules, last, kept.data)",
        "",
        "the latest position is trusted over the rows",
        ("tests/server/test_old_databases.py::test_a_position_that_was_kept_is_not_trusted_over_the_rows",),
    ),
    # Keys and seats
    Fault(
        "server/tables/keys.py",
        'return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()',
        "return key",
        "the database holds the keys themselves",
        KEYS,
    ),
    Fault(
        "server/storage/database.py",
        'KEYS.c.table == bindparam("table"), OPENED)',
        'KEYS.c.table == bindparam("table"))',
        "any key opens every seat of a table",
        TABLES,
    ),
    Fault(
        "server/storage/database.py",
        'KEYS.c.table == bindparam("table"), ',
        "",
        "the key of one table opens another",
        TABLES,
    ),
    Fault(
        "server/storage/database.py",
        "if tables[key.hash] == key.table:",
        "if True:",
        "a listed key opens another table than its own",
        BROWSERS,
    ),
    Fault(
        "server/tables/keys.py",
        "_LISTED_KEY.fullmatch(word)",
        "_LISTED_KEY.search(word)",
        "part of a word is a key",
        KEYS,
    ),
    Fault("server/tables/keys.py", "[:TABLES_IN_LIST]", "", "a list of keys has no end", KEYS),
    Fault(
        "server/tables/keys.py",
        "for table, key in listed_keys(request) if table == table_id",
        "for table, key in listed_keys(request)",
        "the keys of all tables are tried at each table",
        KEYS,
    ),
    Fault("server/tables/keys.py", "httponly=True", "httponly=False", "scripts can read the browser's id", BROWSERS),
    # Tables
    Fault(
        "server/tables/service.py",
        "if table.to_move not in players:",
        "if not players:",
        "people with a seat may move for everyone",
        TABLES,
    ),
    Fault(
        "server/tables/table.py",
        "return number == self.next_number",
        "return number <= self.next_number",
        "a second click makes a second move",
        TABLES,
    ),
    Fault(
        "server/tables/table.py",
        "are_moves and len(since) <= self._passed_over()",
        "are_moves",
        "an undo that comes too late takes back another move",
        UNDO,
    ),
    Fault(
        "server/tables/game_config.py",
        "return BOTS if people == 1 else TURN",
        "return BOTS if people else TURN",
        "with several people an undo goes past bots by default",
        UNDO,
    ),
    Fault(
        "server/tables/subscriptions.py",
        "(*self._by_table.get(table_id, ()), *self._by_table.get(EVERYWHERE, ()))",
        "[each for every in self._by_table.values() for each in every]",
        "the bell of a table rings for other tables",
        LIVE_UPDATES,
    ),
    Fault(
        "server/tables/game_config.py",
        " or len(set(colours)) != len(colours)",
        "",
        "two seats have the same colour",
        GAME_CONFIG,
    ),
    Fault(
        "server/tables/game_config.py",
        "if is_from_file(name) or ",
        "if ",
        "anyone may run a bot from a file on the server",
        GAME_CONFIG,
    ),
    Fault(
        "server/tables/append.py",
        "    RNG.shuffle(to_come)\n",
        "",
        "an opened record tells Dúli's cards to come",
        SHUFFLED_ANEW,
    ),
    # Undo
    Fault(
        "server/tables/table.py",
        " or self._turn(step) != self._turn(steps[-1])",
        "",
        "an undo goes back into the turn before",
        UNDO,
    ),
    Fault(
        "server/tables/table.py",
        "return step.player in players and not revealed_chance(step)",
        "return not revealed_chance(step)",
        "an undo takes back another player's move",
        UNDO,
    ),
    Fault(
        "server/tables/table.py",
        "return step.player in players and not revealed_chance(step)",
        "return step.player in players",
        "an undo takes back a move that revealed a card",
        UNDO,
    ),
    Fault(
        "server/tables/table.py",
        "return passed + own if own else 0",
        "return own",
        "an undo past bots takes back too few moves",
        UNDO,
    ),
    Fault(
        "server/tables/table.py",
        "names.PART_OF_ROUND[phase]",
        "phase",
        "an undo of a turn stops at a displacement",
        UNDO,
    ),
    Fault(
        "server/tables/table.py",
        "if self.rules.has_duli and self.history.game.is_over:\n            return 0",
        "if False:\n            return 0",
        "after the end moves are taken back though all cards were shown",
        AFTER_THE_END,
    ),
    Fault(
        "server/tables/service.py",
        "if table.history.undone + steps > MOST_UNDOS:",
        "if table.history.undone > MOST_UNDOS:",
        "an undo of several moves goes beyond the limit",
        UNDO,
    ),
    # History
    Fault(
        "server/history/history.py",
        "return (len(self.rows) - len(self.steps)) // 2",
        "return len(self.rows) - len(self.steps)",
        "each undo counts twice",
        UNDO,
    ),
    Fault(
        "server/history/history.py",
        "if [row.number for row in standing] != [step.row for step in steps]:",
        "if len(standing) != len(steps):",
        "a link to an undone position shows the moves that replaced it",
        HISTORY,
    ),
    Fault(
        "server/history/history.py",
        "            self.game.undo_one()\n            self.steps.pop()\n",
        "            self.steps.pop()\n",
        "an undo leaves the position as it is",
        HISTORY,
    ),
    # Limits
    Fault(
        "server/http/rate_limits.py",
        "if end <= now:",
        "if end < now:",
        "a limit is still in force when its time is over",
        NEW_TABLES,
    ),
    Fault(
        "server/http/rate_limits.py",
        "max(1, amount // self.rates.servers)",
        "amount",
        "each of several servers allows the whole limit",
        RATE_LIMITS,
    ),
    Fault(
        "web/security.py",
        "                self._count(request)",
        "                pass",
        "requests are not counted",
        RATE_LIMITS,
    ),
    Fault(
        "server/http/addresses.py",
        "IPV6_PREFIX_BITS = 64",
        "IPV6_PREFIX_BITS = 128",
        "an IPv6 host counts anew with each of its addresses",
        NEW_TABLES,
    ),
    Fault(
        "server/http/quiet_log.py",
        "return count < MOST_REPEATS",
        "return True",
        "a message that repeats fills the log",
        QUIET_LOG,
    ),
    # Thinking
    Fault(
        "server/thinking/work_queue.py",
        "        self._served[work.table] = next(self._count)\n",
        "",
        "tables don't take turns in the queue",
        WORK_QUEUE,
    ),
    Fault(
        "server/thinking/work_queue.py",
        "if dropped.urgency() <= work.urgency():",
        "if dropped.urgency() < work.urgency():",
        "new work displaces work that is as urgent",
        WORK_QUEUE,
    ),
    Fault(
        "server/thinking/hints.py",
        "if len(self._by_table) >= self._most:",
        "if len(self._by_table) > self._most:",
        "one hint more than the limit",
        HINTS,
    ),
    Fault(
        "server/thinking/hints.py",
        "            if not hint.readers:\n                self._end(table.id, hint)\n",
        "",
        "a hint goes on after its last reader has left",
        HINTS,
    ),
    Fault(
        "server/thinking/review.py",
        "if self._is_watched(self._jobs[oldest]):",
        "if False:",
        "a new review ends one that someone watches",
        REVIEWS,
    ),
    Fault(
        "server/thinking/review_points.py",
        "if revealed_chance(history.steps[made]):",
        "if False:",
        "the luck of a card counts as a mistake",
        REVIEWS,
    ),
    Fault(
        "server/thinking/second_look.py",
        "if is_made(self.history, position, look.best):",
        "if False:",
        "a review blames someone for the move that a hint recommends",
        SECOND_LOOKS,
    ),
]
