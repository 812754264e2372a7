"""The notation (17): every move both ways, and what is said about a text that is no move."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahorse import Game
from teahorse.errors import NotationError, TeahorseError
from teahorse.notation import FORMS, move_text, read_move
from teahorse.rules import moves
from variants import ALL_NAMED, Table, over_games

DECK = tuple(range(16, 0, -1))
STANDARD = Table()


@pytest.mark.parametrize("table", ALL_NAMED, ids=lambda table: f"{table.edition}-{table.people}")
def test_every_move_is_written_and_read_back(table: Table) -> None:  # 17
    rules = table.rules
    texts = [move_text(move, rules) for move in range(moves.DECK)]
    missing = [text for text in texts if re.fullmatch("bid [a-z]+ 0( from [YSKTQ])?", text)]
    spaces = sum(price > 0 for prices in rules.prices for price in prices)
    assert len(missing) == (30 - spaces) * 6  # spaces that this board does not have can't be written
    written = [text for text in texts if text not in missing]
    assert len(set(written)) == len(written)
    for move, text in enumerate(texts):
        if text in missing:
            assert rules.switches["temple"] is False or _message(text, table).startswith("The ")
        else:
            assert read_move(text, rules) == move
    assert read_move(move_text(DECK, rules), rules) == DECK


def _message(text: object, table: Table = STANDARD) -> str:
    with pytest.raises(NotationError) as error:
        read_move(text, table.rules)
    return str(error.value)


def test_moves_are_written_as_the_rules_say() -> None:  # 17
    rules = Table().rules
    for text in (
        "bid school 5",
        "bid temple 9 from Q",
        "bank",
        "bank from Y",
        "bank high",
        "bank low from T",
        "market",
        "market from K",
        "pass",
        "block SQ",
        "take post",
        "take bridge",
        "take teahouse",
        "take post at Y",
        "take bridge at YK",
        "take teahouse at T",
        "take guards at Q",
        "build post S",
        "build bridge KQ",
        "build teahouse K",
        "go P-Q",
        "go S-P",
        "displace p5",
        "displace duli",
        "spare",
        "done",
        "convert 0",
        "convert 255",
    ):
        assert move_text(read_move(text, rules), rules) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move; moves begin with bid, bank, market, pass, block, take,"),
        (" ", "' ' is not a move; moves begin with"),
        ("fly P-Y", "'fly P-Y' is not a move; moves begin with"),
        ("Bid school 5", "small letters (provinces in capitals) with single spaces"),
        (" pass", "small letters (provinces in capitals) with single spaces"),
        ("pass ", "expected `pass`"),
        ("pass pass", "expected `pass`"),
        ("bid", "expected `bid B N` or `bid B N from X`"),
        ("bid school", "expected `bid B N`"),
        ("bid shop 5", "expected `bid B N`"),
        ("bid school  5", "The school has no space ''; its prices are 5, 7, 9, 12, 15 (3.1)."),
        ("bid school 6", "The school has no space '6'; its prices are 5, 7, 9, 12, 15 (3.1)."),
        ("bid school 0", "The school has no space '0'; its prices are 5, 7, 9, 12, 15 (3.1)."),
        ("bid temple 0", "The temple has no space '0'; its prices are 5, 7, 9, 12, 15 (3.1)."),
        ("bid temple 3", "The temple has no space '3'; its prices are 5, 7, 9, 12, 15 (3.1)."),
        ("bid school 05", "The school has no space '05'"),
        ("bid school 5 from P", "expected `bid B N`"),
        ("bid school 5 from y", "expected `bid B N`"),
        ("bid school 5 from Y please", "expected `bid B N`"),
        ("bank middle", "expected `bank` (or `bank high`, `bank low` where the two differ)"),
        ("bank from P", "expected `bank`"),
        ("market S", "expected `market` or `market from X`"),
        ("block YS", "expected `block G`, such as `block YK`"),
        ("block", "expected `block G`"),
        ("take guards", "`take guards at Y`"),
        ("take post Y", "expected `take post`"),
        ("build post", "expected `build post Y`"),
        ("build guards Y", "expected `build post Y`"),
        ("go P", "expected `go A-X`"),
        ("go P Y", "expected `go A-X`"),
        ("go p-y", "expected `go A-X`"),
        ("displace p6", "expected `displace p2` or `displace duli`"),
        ("displace", "expected `displace p2`"),
        ("spare p2", "expected `spare`"),
        ("done done", "expected `done`"),
        ("convert", "expected `convert N`, N from 0 to 255"),
        ("convert 256", "expected `convert N`, N from 0 to 255"),
        ("convert -1", "expected `convert N`"),
        ("convert 01", "expected `convert N`"),
        ("deck", "expected `deck` and all 16 cards in the order they will be drawn"),
        ("deck 1 2 3", "`deck` takes all 16 cards, 1 to 16, each once, with single spaces between them."),
        ("deck 1 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "each once"),
        ("deck  1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "single spaces between"),
        ("deck 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x", "all 16 cards"),
        (None, "A move is a line of text such as `bid school 9`, not None."),
        (7, "A move is a line of text such as `bid school 9`, not 7."),
    ],
)
def test_wrong_text_says_what_is_right(text: object, message: str) -> None:
    assert message in _message(text)


def test_wrong_text_changes_nothing() -> None:
    game = Game.new(players=3)
    position = game.position.tobytes()
    with pytest.raises(NotationError):
        game.play("bid school 6")
    with pytest.raises(NotationError):
        game.why_not("bid school 6")
    assert game.position.tobytes() == position and game.moves == []


def test_temple_that_is_not_there_is_refused_by_its_rule() -> None:  # 15.1
    game = Game.new("2013", 3)
    for text in ("bid temple 3", "bid temple 9", "bid temple 5 from Y"):
        why = game.why_not(text)
        assert why is not None and why.code == "no-temple" and why.rule == "15.1"
    assert "expected `bid B N`" in _message("bid temple x", Table("2013", 3))


@given(st.text() | st.lists(st.sampled_from([*FORMS, "5", "from", "Y", "at", "school", "P-Y", "0"])).map(" ".join))
@over_games(300)
def test_any_text_is_a_move_or_a_sentence(text: str) -> None:
    for table in (Table("2023", 2), Table("2013", 3), Table("2023", 5)):
        try:
            move = read_move(text, table.rules)
        except TeahorseError as error:
            assert str(error).endswith(".")
        else:
            assert move_text(move, table.rules) == text or text.startswith("bid temple")
