"""The guided first game is true to the rules, to its own words, and helps a learner who strays."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from teahorse.errors import IllegalMove, TeahorseError
from teahorse.rules.ruleset import Ruleset
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.text import rulebook
from teahorse.text.translation import as_written
from teahorse.web.learning import lessons
from teahorse.web.learning.lessons.placeholders import placeholder_values
from translations import known_texts, say_by

FIRST = "first-game"
MOST_WORDS = 62  # of a step
LESSON = lessons.lesson_named(FIRST)
NUMBER_WORDS = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|thrice)\b", re.IGNORECASE
)


english = as_written


@say_by
def german(text: str) -> str:
    return f"«{text}»"


def positions() -> Iterator[GameHistory]:
    """The game of the lesson before each move of its script, and after the last one."""
    history = GameHistory(Ruleset.of(LESSON.edition, len(LESSON.people)))
    yield history
    for number, move in enumerate(LESSON.script, 1):
        history.add(Row(number, MOVE, move))
        yield history


def at(title: str) -> tuple[lessons.Step, GameHistory]:
    """The step of a title, and the position in which it is shown."""
    for history in positions():
        step = LESSON.step_for(history)
        if step is not None and step.title == title:
            return step, history
    raise AssertionError(f"No step is called {title}.")


def events_before(title: str) -> set[tuple[Any, ...]]:
    """What the others did since the learner's last move, and what came of that move itself."""
    _, history = at(title)
    own = [number for number, step in enumerate(history.steps) if step.player == LESSON.learner]
    return {told(event) for step in history.steps[own[-1] if own else 0 :] for event in step.events}


def events_after(title: str) -> set[tuple[Any, ...]]:
    """What happens when the learner follows a step, and till it is the learner's turn again."""
    _, history = at(title)
    made = len(history.steps)
    later = min(number for number in LESSON.steps if number > made)
    for move in LESSON.script[made:later]:
        history.add(Row(len(history.rows) + 1, MOVE, move))
    return {told(event) for step in history.steps[made:] for event in step.events}


def told(event: Any) -> tuple[Any, ...]:
    return (event.name, *event.fields.values())


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[TableService]:
    storage = Database(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield TableService(storage, check_move=lessons.check_lesson_move)
    storage.close()


class Learner:
    """Someone who acts out the lesson at a table; the others move as the table's host lets them."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables
        self.id, self.key = tables.create(lessons.lesson_config(FIRST, english))

    @property
    def table(self) -> Table:
        return self.tables.open(self.id)

    def play(self, move: str) -> None:
        self.tables.play(self.id, [self.key], move, self.table.next_number)

    def watch(self) -> None:
        while self.table.bot_of(self.table.to_move) is not None:
            move = lessons.scripted_move(self.table.lesson, self.table.history)
            if move is None:
                break
            self.tables.play_for_bot(self.id, move, self.table.next_number)

    def follow(self, steps: int) -> None:
        for _ in range(steps):
            self.watch()
            step = self.shown()
            assert step is not None and step.move is not None
            self.play(step.move)
        self.watch()

    def shown(self) -> lessons.ShownStep | None:
        return lessons.lesson_step(self.table, self.table.history, english)


# --- The script and its words --------------------------------------------------------------------------


def test_learner_makes_exactly_the_moves_that_are_explained():
    for history in positions():
        step = LESSON.step_for(history)
        makes_it = history.game.to_move == LESSON.learner
        assert makes_it == (step is not None), history.game.moves
        if step is not None:
            assert LESSON.next_move(history) == step.move


def test_every_text_fits_and_every_blank_is_filled():
    for history in positions():
        step = LESSON.step_for(history)
        if step is not None:
            filled = placeholder_values(LESSON, history, step.move)
            words = " ".join(paragraph.format(**filled) for paragraph in step.paragraphs)
            assert len(words.split()) <= MOST_WORDS, step.title
            assert "{" not in words


def test_numbers_are_never_typed_by_hand():
    for step in LESSON.steps.values():
        for paragraph in step.paragraphs:
            plain = re.sub(r"\{[^}]*\}", "", paragraph)
            assert not NUMBER_WORDS.search(plain), (step.title, plain)


def test_every_rule_that_a_step_cites_exists():
    for step in LESSON.steps.values():
        assert step.rules
        for cited in step.rules:
            assert rulebook.find_rule(cited) is not None, (step.title, cited)


def test_every_text_is_there_for_translators():
    assert LESSON.title in known_texts()
    for step in LESSON.steps.values():
        assert {step.title, *step.paragraphs} <= known_texts()


HAS_HAPPENED = {
    "Outbid!": [("outbid", "p1", "school", 5, "p3")],
    "Enough for now": [("outbid", "p2", "horse", 7, "p3"), ("unpassed", "p2"), ("outbid", "p3", "school", 7, "p1")],
    "Off to Yunnan": [("bank", "p2", 0, "supply", 0), ("trader-hired", "p1")],
    "VP or coins": [("inspected", "Y"), ("banished", "p3", "Y"), ("new-order", 1, "p1")],
    "A new round": [("round", 2), ("bid", "p2", "horse", 7, "supply"), ("traders-came-back", "p1", 1)],
    "Side by side": [("passed", "p3", 1), ("bid", "p2", "horse", 12, "supply"), ("outbid", "p2", "horse", 7, "p1")],
    "A bid stands": [("passed", "p2", 0)],
    "Presents in Sichuan": [("horse-advanced", "p1", "S"), ("trader-hired", "p1"), ("bids-paid", "p1", 14)],
    "Pushed down the road": [
        ("displaced", "p1", "S", "Y", "p3"),
        ("inspected", "Y"),
        ("banished", "p3", "Y"),
        ("traders-earned", "p3", "S", 1, 1, 6),
    ],
    "Two can do that": [("bid", "p3", "guild", 5, "supply")],
    "The yard": [("bid", "p2", "yard", 5, "supply"), ("outbid", "p3", "guild", 5, "p1")],
    "Traders are wanted everywhere": [
        ("outbid", "p2", "yard", 5, "p1"),
        ("bid", "p2", "school", 9, "supply"),
    ],
    "And another": [("displaced", "p2", "S", "Y", "p1")],
    "How it ends": [("inspected", "S"), ("banished", "p3", "S"), ("present", "p1", "S", 1)],
    "To the bank": [("bid", "p3", "horse", 9, "supply"), ("bid", "p2", "customs", 5, "supply")],
    "Now play on by yourself": [("bank-paid", "p1", 30, 15)],
}
WILL_HAPPEN = {
    "The inspector": [("inspected", "Y"), ("banished", "p3", "Y"), ("market-earned", "p1", 1, 3)],
    "A new round": [("outbid", "p2", "horse", 7, "p1")],
    "Influence": [("displaced", "p1", "S", "Y", "p3")],
    "Under your roof": [("inspected", "S"), ("banished", "p3", "S")],
    "A roof in Sichuan": [("structure-built", "p1", "teahouse", "S")],
}


@pytest.mark.parametrize("title", HAS_HAPPENED)
def test_what_a_step_says_has_happened_has_happened(title: str):
    earlier = events_before(title)
    if title == "The yard":  # it speaks of a bid that was made before the learner's last one
        earlier |= events_before("Two can do that")
    assert set(HAS_HAPPENED[title]) <= earlier


@pytest.mark.parametrize("title", WILL_HAPPEN)
def test_what_a_step_says_will_happen_happens(title: str):
    assert set(WILL_HAPPEN[title]) <= events_after(title)


Claim = Callable[[SimpleNamespace], bool]
CLAIMS: dict[str, Claim] = {
    "Outbid!": lambda at: at.number == at.you.coins,
    "Enough for now": lambda at: at.you.free == 0,
    "Off to Yunnan": lambda at: at.you.market == at.you.passes_left + 1,
    "How far you may go": lambda at: at.you.passes_left == 1,
    "The inspector": lambda at: (
        at.you.market == 1 and at.you.influence == at.mei.influence == at.tenzin.influence and at.you.passes_left == 0
    ),
    "VP or coins": lambda at: at.you.income > max(at.mei.income, at.tenzin.income) and at.left == 9 + 5,
    "Side by side": lambda at: at.mei.free >= 7 and at.tenzin.passed and at.you.free >= at.number,
    "A bid stands": lambda at: at.you.supply == 0 and at.you.committed == at.you.coins,
    "The way home": lambda at: at.you.Y == 1 and at.you.S == 1,
    "Influence": lambda at: at.tenzin.influence > at.you.influence,
    "Pushed down the road": lambda at: at.you.presents == 0 and at.left == 7 + 7,
    "Two can do that": lambda at: at.tenzin.influence == at.you.influence + 1 and at.mei.influence == 0,
    "Traders are wanted everywhere": lambda at: at.you.supply == 0 and at.you.free == 0,
    "Back to Sichuan": lambda at: at.mei.S == at.tenzin.S == 1,
    "Now you push": lambda at: at.mei.influence < at.you.influence == at.tenzin.influence,
    "And another": lambda at: at.mei.S == 0 and at.you.Y > 1,
    "Under your roof": lambda at: at.you.influence == at.tenzin.influence and at.you.Y == 1,
    "How it ends": lambda at: at.number == at.you.income,
    "A waiting move": lambda at: at.you.coins == 0 and at.you.supply > 1,
    "To the bank": lambda at: at.bank == 15 and at.bids == 30,
    "Now play on by yourself": lambda at: at.you.coins == 15,
}


@pytest.mark.parametrize("title", CLAIMS)
def test_what_a_step_says_of_the_position_holds(title: str):
    step, history = at(title)
    assert CLAIMS[title](SimpleNamespace(**placeholder_values(LESSON, history, step.move)))


def test_bank_is_empty_when_the_learner_waits():
    _, history = at("A waiting move")
    assert history.game.snapshot()["bank"] == [None, None]


# --- At a table ----------------------------------------------------------------------------------------


def test_whole_lesson_can_be_acted_out_and_played_on(tables: TableService):
    learner = Learner(tables)
    learner.follow(LESSON.length)
    farewell = learner.shown()
    assert farewell is not None and farewell.over and farewell.move is None
    assert learner.table.history.game.moves == list(LESSON.script)
    assert learner.table.to_move == LESSON.learner
    legal = learner.table.history.game.legal_moves()
    assert len(legal) > 1
    for move in legal:  # whatever it is, the lesson allows it
        lessons.check_lesson_move(learner.table, move)
    learner.play(legal[0])
    assert learner.shown() is None
    assert all(seat.bot in (None, "novice") for seat in learner.table.seats)


def test_another_move_is_refused_kindly_and_changes_nothing(tables: TableService):
    learner = Learner(tables)
    with pytest.raises(lessons.NotInThisLesson, match="something else comes next: Bid 5 at the school"):
        learner.play("bid school 9")
    assert learner.table.history.steps == []
    learner.play("bid school 5")
    assert len(learner.table.history.steps) == 1


def test_another_conversion_is_refused_with_a_word_about_the_slider():
    _, history = at("VP or coins")
    assert str(lessons.NotInThisLesson(LESSON.name, history, "convert 1")).endswith("Move the slider.")


def test_refusal_of_a_lesson_is_said_in_the_readers_language(tables: TableService):
    learner = Learner(tables)
    with pytest.raises(lessons.NotInThisLesson) as refused:
        learner.play("pass")
    assert refused.value.translated(german).startswith("«In this lesson")


def test_move_that_the_rules_refuse_is_refused_by_the_rules(tables: TableService):
    learner = Learner(tables)
    with pytest.raises(IllegalMove) as refused:
        learner.play("bid school 12")
    assert refused.value.rule == "3.6"


def test_step_comes_back_when_the_learner_takes_a_move_back(tables: TableService):
    learner = Learner(tables)
    learner.follow(3)
    learner.play("go P-Y")
    assert learner.shown().title == "How far you may go"
    learner.tables.undo(learner.id, [learner.key], learner.table.next_number, whole=False)
    assert learner.shown().title == "Off to Yunnan"
    learner.play("go P-Y")
    assert learner.shown().title == "How far you may go"


def test_panel_says_whom_to_watch_while_others_move(tables: TableService):
    learner = Learner(tables)
    learner.play("bid school 5")
    waiting = learner.shown()
    assert waiting is not None and waiting.is_waiting and waiting.move is None
    assert waiting.number == 1 and waiting.total == LESSON.length
    assert "Mei" in waiting.paragraphs[0]


def test_table_without_a_lesson_has_neither_script_nor_step(tables: TableService):
    assert lessons.scripted_move(None, GameHistory(Ruleset.of("2023", 3))) is None


def test_a_lesson_that_does_not_exist_is_named():
    with pytest.raises(TeahorseError, match="There is no lesson 'second-game'; there is first-game"):
        lessons.lesson_named("second-game")
