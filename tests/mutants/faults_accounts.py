"""Faults in accounts, ratings, and what hides Dúli's cards."""

from fault import Fault

ACCOUNTS = "tests/server/test_accounts.py"
RATINGS = "tests/server/test_player_ratings.py"
PAGES = "tests/web/test_account_pages.py"
HIDDEN = "tests/server/test_hidden_cards.py"

ACCOUNT_FAULTS = [
    Fault(
        "server/accounts/passwords.py",
        "return self._hasher.verify(hashed or self._decoy, normalized(password)) and hashed is not None",
        "return hashed is not None and self._hasher.verify(hashed, normalized(password))",
        "an unknown name is refused without work, which the time tells",
        (f"{ACCOUNTS}::test_an_unknown_name_gets_the_same_answer_after_the_same_work",),
    ),
    Fault(
        "server/storage/accounts.py",
        "OPENED = or_(KEYS.c.hash.in_(_HASHES), KEYS.c.hash.in_(_SIGNED_IN))",
        "OPENED = KEYS.c.hash.in_(_HASHES) | KEYS.c.hash.in_(select(SESSIONS.c.account).where(bindparam('since') > 0))",
        "whoever is signed in opens the seats of everyone who is",
        (f"{ACCOUNTS}::test_the_id_of_an_account_opens_no_seat",),
    ),
    Fault(
        "server/storage/accounts.py",
        "connection.execute(delete(SESSIONS).where(SESSIONS.c.account == account, SESSIONS.c.hash != keep))",
        "pass",
        "a thief stays signed in when the password is changed",
        (f"{ACCOUNTS}::test_a_changed_password_ends_all_other_sessions",),
    ),
    Fault(
        "server/accounts/ratings.py",
        "if seat not in taken_later or left.get(account) == seat",
        "",
        "someone who is about to lose takes a second seat, and is not rated",
        (f"{RATINGS}::test_nobody_escapes_a_rating_by_a_second_seat_or_a_second_account",),
    ),
    Fault(
        "web/strict_cookies.py",
        "if not (is_opening and is_from_other_site(request)):",
        "if True:",
        "who follows a link in a chat program looks like a spectator",
        (f"{PAGES}::test_a_link_on_another_site_leads_to_the_page_of_someone_who_is_signed_in",),
    ),
    Fault(
        "web/routes/players.py",
        "if player is None or not (player.is_public or is_own):",
        "if player is None:",
        "a private page is shown to everyone",
        (f"{PAGES}::test_a_private_page_looks_to_others_like_one_that_does_not_exist",),
    ),
    Fault(
        "server/api/views.py",
        'snapshot["duli"]["pile"].sort()',
        "pass",
        "the API tells in which order Dúli's cards come",
        (f"{HIDDEN}::test_every_address_below_a_table_answers_the_same",),
    ),
    Fault(
        "server/tables/loading.py",
        "return game.public_record()",
        "return game.record()",
        "the record of a running game tells the cards to come",
        (f"{HIDDEN}::test_every_address_below_a_table_answers_the_same",),
    ),
]
