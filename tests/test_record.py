"""Records (17): what is written is read, and what can't be read is told with its line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahorse import Game
from teahorse.errors import NotationError, RecordError, TeahorseError
from teahorse.rules.ruleset import Ruleset
from variants import OTHER_CARDS, Table, over_games

HEADERS = '[Edition "2023"]\n[People "3"]\n[Tables "2"]\n[Rules "1"]\n'
FIRST_HEADERS = '[Edition "2023"]\n[People "3"]\n'  # as they were before there were versions


def _message(text: object) -> str:
    with pytest.raises(RecordError) as error:
        Game.from_record(text)
    return str(error.value)


# --- What is written ----------------------------------------------------------------------------------


def test_record_is_written_for_people() -> None:
    game = Game.new("2023", 3, {"guards": True, "vp_end": 70, "teahouse_vp": [1, 2, 3, 4, 5], "horse_vp": None})
    game.headers |= {"p1": "Anna", "Date": "2024-05-01"}
    for move in ("bid guild 5", "pass", "pass", "pass", "done"):
        game.play(move)
    assert game.record() == (
        HEADERS + '[Option.teahouse_vp "1 2 3 4 5"]\n[Option.horse_vp "none"]\n'
        '[Option.guards "true"]\n[Option.vp_end "70"]\n[p1 "Anna"]\n[Date "2024-05-01"]\n\n'
        "# round 1: bid\n"
        "bid guild 5              # p1\n"
        "pass                     # p2\n"
        "pass                     # p3\n"
        "pass                     # p1\n"
        "\n# round 1: travel\n"
        "done                     # p3\n"
    )


def test_record_of_a_game_not_begun_has_only_headers() -> None:
    assert Game.new("2023", 3).record() == HEADERS + "\n"
    assert Game.from_record(HEADERS).moves == []


def test_record_holds_the_board_and_the_cards() -> None:
    game = Game.new("2023", 2, {}, 1, OTHER_CARDS)
    text = game.record()
    assert text.count("\ndeck ") == 1 and '[Board "{\\"temple\\":[1],' in text
    again = Game.from_record(text)
    assert again.rules is game.rules and again.snapshot() == game.snapshot()


# --- Versions (16, 17) --------------------------------------------------------------------------------


def test_a_record_without_tables_is_replayed_with_the_first_ones() -> None:
    game = Game.from_record(FIRST_HEADERS + "bid temple 3\nbank\npass\npass\n")
    board = game.snapshot()["board"]
    assert list(board) == ["bank_high", "bank_low", "temple", "duli"] and board["temple"] == [3, 5, 7, 9]
    assert game.snapshot()["players"]["p2"]["coins"] == 9 + 9  # what the first bank paid for so little
    with pytest.raises(RecordError, match="The temple has no space '3'"):
        Game.from_record(HEADERS + "bid temple 3\n")


def test_a_board_of_ones_own_stays_in_a_record_without_tables() -> None:
    game = Game.from_record(FIRST_HEADERS + '[Board "{\\"temple\\":[1]}"]\n')
    assert game.snapshot()["board"]["temple"] == [1] and game.snapshot()["board"]["bank_high"][0] == [0, 9]


def test_a_record_of_the_first_tables_is_written_with_them_as_its_board() -> None:
    game = Game.from_record(FIRST_HEADERS + "bid temple 3\n")
    again = Game.from_record(game.record())
    assert '[Tables "2"]' in game.record() and again.snapshot() == game.snapshot() and again.rules is game.rules


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ('[Tables "3"]\n', "version 3 of the tables, and this program knows only versions 1 to 2"),
        ('[Tables "new"]\n', "The header Tables must be a number, not 'new'."),
        ('[Rules "x"]\n', "The header Rules must be a number, not 'x'."),
        (
            '[Rules "9"]\n\nbid temple 3\n',
            "The record was made with version 9 of the rules; this program has version 1.",
        ),
        ('[Board "[]"]\n', "A board is a set of named tables"),
    ],
)
def test_versions_that_this_program_does_not_know_are_told(headers: str, message: str) -> None:
    text = FIRST_HEADERS + headers
    assert message in _message(text.replace("bid temple 3", "bid temple 33"))


def test_game_begun_from_a_snapshot_has_no_record() -> None:
    game = Game.from_snapshot(Game.new(players=3).snapshot())
    with pytest.raises(RecordError, match="begun from a snapshot has no record"):
        game.record()


@pytest.mark.parametrize(
    "name",
    ['Anna "the fox"', "C:\\names\\new", "Jürgen Müßig", "茶馬", "two\nlines", "[Edition]", "# none", '\\"', "\\", ""],
)
def test_names_survive(name: str) -> None:
    game = Game.new(players=3)
    game.headers["p1"] = name
    again = Game.from_record(game.record())
    assert again.headers == {"p1": name}
    assert again.record() == game.record()


@given(st.text())
@over_games(200)
def test_any_text_survives_in_a_header(name: str) -> None:
    game = Game.new(players=3)
    game.headers["Event"] = name
    assert Game.from_record(game.record()).headers == {"Event": name}


# --- What is read -------------------------------------------------------------------------------------

MOVES = "bid school 9\nbid guild 5\npass\n"


@pytest.mark.parametrize(
    "text",
    [
        HEADERS + MOVES,
        HEADERS + "\n\n" + MOVES,
        "\ufeff" + HEADERS + "\n" + MOVES,
        (HEADERS + "\n" + MOVES).replace("\n", "\r\n"),
        (HEADERS + "\n" + MOVES).rstrip("\n"),
        "# a game\n" + HEADERS + "# begins\n\n" + MOVES.replace("\n", "   # who?\n\n \t\n"),
        HEADERS + "  bid school 9\n\tbid guild 5#no space needed\npass\t\n# the end",
        '[People "3"]\n\n[Edition "2023"]\n' + MOVES,
        '[People "003"]\n[Edition "2023"]\n' + MOVES,
    ],
    ids=["plain", "blank lines", "BOM", "CRLF", "no end", "comments", "indented", "order", "zeros"],
)
def test_what_is_for_people_does_not_matter(text: str) -> None:
    game = Game.from_record(text)
    assert game.moves == MOVES.split("\n")[:-1]
    assert game.to_move == "p1" and game.rules.edition == "2023" and game.rules.people == 3


def test_options_of_a_record_are_read_as_on_the_command_line() -> None:
    game = Game.from_record(HEADERS + '[Option.expert "yes"]\n[Option.horse_vp "0,1,2,3,4"]\n[Option.vp_end "90"]\n')
    assert game.rules.options == {
        "horse_vp": (0, 1, 2, 3, 4),
        "double_bidding": True,
        "guards": True,
        "vp_end": 90,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The record has no header Edition; it needs at least"),
        (MOVES, "The record has no header Edition"),
        ('[Edition "2023"]\n', "The record has no header People"),
        ('[Edition "1999"]\n[People "3"]\n', "There is no edition '1999'; the editions are 2023, 2013."),
        ('[Edition "2023"]\n[People "6"]\n', "Yunnan is for 2 to 5 people, not 6."),
        ('[Edition "2023"]\n[People "1"]\n', "Yunnan is for 2 to 5 people, not 1."),
        ('[Edition "2023"]\n[People "three"]\n', "The header People must be a number, not 'three'."),
        ('[Edition "2023"]\n[People "-3"]\n', "The header People must be a number, not '-3'."),
        ('[Edition "2023"]\n[People ""]\n', "The header People must be a number, not ''."),
        (FIRST_HEADERS + '[Option.luck "yes"]\n', "There is no switch 'luck'; the switches are temple, bank,"),
        (FIRST_HEADERS + '[Option.guards "perhaps"]\n', "The switch `guards` takes yes or no, not 'perhaps'."),
        (FIRST_HEADERS + '[Option.vp_end "0"]\n', "The switch `vp_end` takes none, or 1 and more, not '0'."),
        (FIRST_HEADERS + '[Option.presents_end "14"]\n', "The switch `presents_end` takes 0 to 13, not '14'."),
        (FIRST_HEADERS + '[Board "{"]\n', "The header Board can't be read as JSON:"),
        (FIRST_HEADERS + '[Board "[]"]\n', "A board is a set of named tables"),
        (FIRST_HEADERS + '[Board "{\\"sea\\":1}"]\n', "A board has no table 'sea'"),
        (FIRST_HEADERS + '[Board "' + "[" * 100_000 + '"]\n', "The header Board can't be read as JSON:"),
        (FIRST_HEADERS + '[Edition "2023"]\n', "Line 3: the header Edition appears twice."),
        (FIRST_HEADERS + "[Date 2024]\n", "Line 3: can't read the header '[Date 2024]'; expected [Name \"value\"]."),
        (FIRST_HEADERS + '[Date "2024"\n', "Line 3: "),
        (FIRST_HEADERS + '[Date "20"24"]\n', "Line 3: "),
        (FIRST_HEADERS + '[The date "2024"]\n', "Line 3: "),
        (FIRST_HEADERS + "[]\n", "Line 3: can't read the header '[]'"),
        (FIRST_HEADERS + "pass\n" + '[Date "2024"]\n', "Line 4: headers come before the moves, but"),
        (FIRST_HEADERS + "pass\nfly\n", "Line 4, move 2: 'fly' is not a move; moves begin with"),
        (FIRST_HEADERS + "bid  school 9\n", "Line 3, move 1: "),
        (
            FIRST_HEADERS + "\n# one\nbid school 9\n\nbid school 9\n",
            "Line 7, move 2: `bid school 9` is not allowed (3.2): ",
        ),
        (FIRST_HEADERS + "deck " + " ".join(map(str, range(1, 17))), "Line 3, move 1: `deck 1 2 "),
        (HEADERS.replace("3", "2") + "pass\n", "The headers of the record: There is no edition '2022'"),
        ('[Edition "2023"]\n[People "2"]\npass\n', "Line 3, move 1: `pass` is not allowed (14.3): "),
        (None, "A record is text."),
        (b"[Edition]", "A record is text."),
    ],
)
def test_broken_record_says_where_and_what(text: object, message: str) -> None:
    assert message in _message(text)


def test_moves_after_the_end_are_refused() -> None:
    game = Game.new("2023", 3, {"vp_end": 1})
    while not game.is_over:
        game.play("convert 3" if game.phase == "convert" else game.legal_moves()[-1])
    text = game.record()
    assert Game.from_record(text).outcome == game.outcome
    lines = text.count("\n")
    number = len(game.moves) + 1
    assert _message(text + "pass\n").startswith(f"Line {lines + 1}, move {number}: `pass` is not allowed (11.1)")


# --- Damage -------------------------------------------------------------------------------------------


WISHES = ("bid yard 9", "bid temple 2", "take guards at Q", "block KQ", "market", "pass", "go P-Y", "done", "convert 3")


def _whole_record() -> str:
    """A short game with a board, Dúli's cards and guards, in which everyone does the first they can of the wishes."""
    game = Table("2023", 2, {"expert": True, "vp_end": 1}, {"temple": [2, 4]}).new_game(3)
    game.headers["p1"] = 'Jür"gen\\'
    while not game.is_over:
        game.play(next(wish for wish in WISHES if wish in game.legal_moves()))
    return game.record()


def test_record_cut_anywhere_is_read_or_refused() -> None:
    whole = _whole_record().encode()
    read = 0
    for end in range(len(whole)):
        try:
            game = Game.from_record(whole[:end].decode(errors="replace"))
        except RecordError as error:
            assert re.match(r"Line \d+|The (record|header)", str(error))
        else:
            read += 1
            assert not game.is_over or end > len(whole) - 40
    assert read > 200
    assert Game.from_record(whole.decode()).is_over


@given(st.data())
@over_games(300)
def test_damaged_record_is_read_or_refused(data: st.DataObject) -> None:
    whole = _whole_record()
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 12)))
    put = data.draw(st.text(max_size=3) | st.sampled_from(["\n", '"', "[", "#", " from Y", "\\", "9"]))
    try:
        game = Game.from_record(whole[:start] + put + whole[end:])
    except TeahorseError as error:
        assert isinstance(error, RecordError)
    else:
        assert Game.from_record(game.record()).snapshot() == game.snapshot()


@pytest.mark.parametrize(
    "name", ["Edition", "People", "Tables", "Rules", "Board", "Option.guards", "two words", "", "1st"]
)
def test_headers_of_ones_own_cannot_pretend_to_be_rules(name: str) -> None:
    game = Game.new("2023", 3)
    game.headers[name] = "2013"
    with pytest.raises(RecordError, match="can't be used as a header"):
        game.record()


def test_a_deeply_nested_board_is_refused_in_a_sentence() -> None:
    text = '[Edition "2023"]\n[People "3"]\n[Board "' + "[" * 100_000 + '"]\n'
    with pytest.raises(RecordError, match="Board can't be read as JSON"):
        Game.from_record(text)


# --- Cards that nobody has seen yet -------------------------------------------------------------------


def duli_begun() -> Game:
    """A game with Dúli in which some of her cards were drawn."""
    game = Game.new("2023", 2, seed=3)
    while len(game.snapshot()["duli"]["discard"]) < 2:
        game.play(game.legal_moves()[0])
    return game


def test_the_public_record_of_a_running_game_leaves_out_the_cards_to_come() -> None:
    game = duli_begun()
    drawn = " ".join(map(str, game.snapshot()["duli"]["discard"]))
    text = game.public_record()
    assert f"\ndeck {drawn} ? #" in text and '[Unseen "14"]' in text
    assert text != game.record() and "?" not in game.record() and "Unseen" not in game.record()


def test_a_record_that_leaves_cards_out_opens_as_the_position_so_far() -> None:
    game = duli_begun()
    for _ in range(3):
        again = Game.from_record(game.public_record())
        now, then = again.snapshot(), game.snapshot()
        assert sorted(now["duli"].pop("pile")) == sorted(then["duli"].pop("pile"))
        assert now == then and again.moves[1:] == game.moves[1:]
        again.play(again.legal_moves()[0])
        assert Game.from_record(again.record()).snapshot() == again.snapshot()
        assert "Unseen" not in again.record()


def test_a_record_may_not_draw_a_card_that_it_leaves_out() -> None:
    text = duli_begun().public_record()
    known = re.search(r"^deck ([0-9]+) [0-9]+ [?]", text, re.MULTILINE)
    assert known is not None
    with pytest.raises(RecordError, match=r"Line \d+, move \d+: This move draws one of Dúli's cards that"):
        Game.from_record(text.replace(known[0], f"deck {known[1]} ?"))


@pytest.mark.parametrize("deck", ["deck 1 1 ?", "deck 17 ?", "deck x ?", "deck ? ?", "deck 1  2 ?", "deck 01 ?"])
def test_a_deck_with_cards_left_out_is_read_strictly(deck: str) -> None:
    with pytest.raises(RecordError, match="Line 4, move 1: A `deck` with secret cards names the drawn ones"):
        Game.from_record(f'[Edition "2023"]\n[People "2"]\n\n{deck}\n')


def test_nobody_shuffles_with_cards_left_out() -> None:
    game = Game.before_dealing(Ruleset.of("2023", 2))
    with pytest.raises(NotationError, match="takes all 16 cards"):
        game.play("deck ?")
