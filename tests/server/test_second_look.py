"""Second looks: a review blames nobody for the move that a hint recommends, and still lists blunders."""

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import cast

import pytest

from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.bots import Budget, Considered, bot_named
from teahorse.bots.analysis import Analysis, advise, first_choice
from teahorse.bots.transcript import GameTranscript
from teahorse.game import Game
from teahorse.server.history.history import GameHistory
from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService
from teahorse.server.thinking import worker_main
from teahorse.server.thinking.pool import WorkerPool
from teahorse.server.thinking.review import Review, Reviews
from teahorse.server.thinking.review_points import Point, points_of, positions_of
from teahorse.server.thinking.second_look import LEAST_LOSS, MOST_COSTLY, SecondLooks

SIMULATIONS = 1000  # as a server has
OPENING = ("bank", "bid school 5", "bid school 7", "bid school 9", "bid horse 7")
HINTED = "pass"  # a hint recommends it after the opening; a short search prefers the bank
BLUNDER = "pass"


class Here:
    """Thinks in this process, and notes the second looks."""

    def __init__(self) -> None:
        self.looks: list[int] = []

    async def analyse(
        self, game_id: str, told: GameTranscript, positions: list[int], simulations: int | None, _: object
    ) -> list[Analysis]:
        if simulations is None:
            self.looks += positions
        return worker_main.analyse(game_id, told, positions, simulations)


def test_a_hints_move_is_not_blamed_and_a_blunder_is(tables: TableService, storage: Database) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    before = play_moves(tables, table_id, key, *OPENING)
    assert _hint(before.history) == HINTED
    table = play_moves(tables, table_id, key, HINTED, BLUNDER)
    positions = positions_of(table.history)
    told = GameTranscript.of(table.history.game)
    at_first = points_of(table.history, positions, worker_main.analyse("", told, positions, SIMULATIONS))
    hinted, blunder = len(OPENING), len(OPENING) + 1
    assert at_first[hinted].loss > LEAST_LOSS  # the short search blames it
    here = Here()

    async def run() -> Review:
        reviews = Reviews(storage, cast(WorkerPool, here), SIMULATIONS, 12)
        await reviews.start()
        review = reviews.find_or_start(table)
        await asyncio.sleep(0)
        await asyncio.gather(*reviews._tasks)
        return review

    points = asyncio.run(run()).points
    assert (points[hinted].best, points[hinted].loss) == (HINTED, 0)
    assert points[blunder].loss > LEAST_LOSS and points[blunder].best != BLUNDER
    dearest = sorted(positions[:-1], key=lambda number: -at_first[number].loss)
    assert here.looks == dearest[: len(here.looks)]
    assert [point.values for point in points] == [point.values for point in at_first]  # the curve


def _hint(history: GameHistory) -> str:
    game = history.game
    return first_choice(game, advise(game), int(str(game.to_move)[1:]) - 1).move


# --- Which moves are looked at, and which stand -------------------------------------------------------------------


@pytest.fixture
def history(tables: TableService) -> GameHistory:
    """A game of four moves."""
    return play_moves(tables, *tables.create(config_for(PERSON, PERSON, PERSON)), *OPENING[:4]).history


def looks_at(history: GameHistory, losses: tuple[float, ...], *looks: Analysis, most: int = 12) -> SecondLooks:
    points = [
        Point(step.row, 1, step.player, step.move, (0.4, 0.3, 0.3), "pass", loss)
        for step, loss in zip(history.steps, losses, strict=True)
    ]
    return SecondLooks(history, range(len(points)), points, looks, most)


def look(best: float, made: float | None, move: str = "market") -> Analysis:
    def values(chance: float) -> tuple[float, ...]:
        return (chance,) * 3  # for every player alike

    return Analysis(values(0.3), move, values(best), None if made is None else values(made), values(0.1))


def test_the_dearest_is_looked_at_first_and_what_cost_little_not_at_all(history: GameHistory) -> None:
    losses = (0.3, 0.01, 0.5, 0.1)
    seen = looks_at(history, losses)
    assert (seen.next, seen.of) == (2, 3)
    seen = looks_at(history, losses, look(0.5, None))
    assert seen.next == 0
    assert [point.loss for point in seen.points] == [0, 0.01, 0.5, 0]  # what is unseen does not count
    assert looks_at(history, losses, look(0.5, None), look(0.5, None), most=2).next is None


def test_a_loss_counts_as_far_as_both_searches_see_it(history: GameHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.server.thinking.second_look.shown_chances", lambda values, *_: values)
    losses = (0.5, 0.4, 0.3, 0.2)
    seen = looks_at(history, losses, look(0.5, 0.4), look(0.5, 0.495), look(0.9, 0.1), look(0.5, 0.2, OPENING[3]))
    assert [point.loss for point in seen.points] == pytest.approx([0.1, 0.005, 0.3, 0])
    assert [point.best for point in seen.points] == ["market", "market", "market", OPENING[3]]
    assert seen.next is None


def test_ten_that_stand_are_enough(tables: TableService) -> None:
    history = play_greedily(tables, *tables.create(config_for(PERSON, PERSON, PERSON)), MOST_COSTLY + 2).history
    losses, stands = (0.3,) * len(history.steps), look(0.5, None)
    fell = look(0.5, None, history.steps[0].move)
    assert looks_at(history, losses, fell, *[stands] * (MOST_COSTLY - 1)).next == MOST_COSTLY
    assert looks_at(history, losses, fell, *[stands] * MOST_COSTLY).next is None


def test_the_first_choice_is_the_best_of_the_moves_that_were_looked_at_often() -> None:
    ranked = [Considered("a", 100, (0.4, 0.6)), Considered("b", 20, (0.5, 0.5)), Considered("c", 5, (0.9, 0.1))]
    game = Game.new(players=2)
    assert first_choice(game, ranked, 0).move == "b" and first_choice(game, ranked, 1).move == "a"


@pytest.mark.parametrize(("vp", "advised"), [(70, "convert 15"), (60, "convert 5"), (40, "convert 5")])
def test_a_hint_wins_at_once_where_that_is_sure(vp: int, advised: str) -> None:
    """At 80 VP the game ends (11.1). The search sees no difference, since it wins later, too."""
    game = Game.new(players=3)
    bids = ("bid school 9", "bid yard 9", "bid guild 9", "pass", "pass", "pass", "take post at Y")
    for move in (*bids, *("go P-Y", "go P-Y", "done") * 3):
        game.play(move)
    snapshot = game.snapshot()
    snapshot["players"][game.to_move]["vp"] = vp
    game = Game.from_snapshot(snapshot)
    person = int(str(game.to_move)[1:]) - 1
    surely = tuple(float(each == person) for each in range(3))
    ranked = [Considered(f"convert {part}", 100 if part == 5 else 99, surely) for part in (5, *range(16))]
    assert first_choice(game, ranked, person).move == advised


def test_a_hint_is_sure_of_a_win_that_nobody_can_take_away() -> None:
    """The search also tries bad moves of everyone, so it would say less."""
    game = Game.new(players=3)
    bids = ("bid school 9", "bid yard 9", "bid guild 9", "pass", "pass", "pass", "take post at Y")
    for move in (*bids, *("go P-Y", "go P-Y", "done") * 3):
        game.play(move)
    snapshot = game.snapshot()
    last = snapshot["to_move"]
    snapshot["players"][last]["vp"] = 90
    for rival in {"p1", "p2", "p3"} - {last}:
        snapshot["players"][rival]["vp"] = 70
    game = Game.from_snapshot(snapshot)
    person = int(str(game.to_move)[1:]) - 1
    ranked = advise(game, Budget(200))
    assert len(ranked) > 1 and {each.values[person] for each in ranked} == {1.0}


def incomes(game: Game) -> dict[str, int]:
    """What everyone earns if nobody travels any more."""
    game, found = Game(game.rules, game.position), {}
    while game.phase in ("travel", "displace"):
        game.play("done" if game.phase == "travel" else "spare")
        found |= {event.fields["player"]: event.fields["coins"] for event in game.events if event.name == "income"}
    return found


def journeys_that_cost_income() -> Iterator[tuple[Game, str]]:
    """Positions of a greedy game, and a journey in each."""
    game, greedy = Game.new(players=3), bot_named("greedy", seed=1)
    while not game.is_over:
        for move in game.legal_moves() if game.phase == "travel" else ():
            after = Game(game.rules, game.position)
            after.play(move)
            mover = str(game.to_move)
            if move.startswith("go ") and incomes(after).get(mover, 0) < incomes(game).get(mover, 0):
                yield Game(game.rules, game.position), move
        game.play(greedy.choose(game))


def test_a_journey_that_costs_income_is_recommended_only_if_none_is_as_good() -> None:
    found = list(islice(journeys_that_cost_income(), 5))
    assert len(found) == 5
    for game, journey in found:
        person = int(str(game.to_move)[1:]) - 1

        def chosen(margin: float, game: Game = game, journey: str = journey, person: int = person) -> str:
            values = [tuple(0.5 - less if each == person else 0.2 for each in range(3)) for less in (0, margin)]
            return first_choice(
                game, [Considered(journey, 100, values[0]), Considered("done", 90, values[1])], person
            ).move

        assert (chosen(0.02), chosen(0.01)) == (journey, "done")


def test_a_move_that_brings_nothing_yet_is_recommended_only_if_none_is_as_good() -> None:
    def chosen(game: Game, odd: str, margin: float) -> str:
        ranked = [Considered(odd, 100, (0.5, 0.5)), Considered("bid school 5", 50, (0.5 - margin, 0.5 + margin))]
        return first_choice(game, ranked, 0).move

    game = Game.new(players=3)  # nobody has bid, and nobody has a bridge
    for odd in ("bank", "bid temple 5"):
        assert chosen(game, odd, 0.01) == "bid school 5" and chosen(game, odd, 0.02) == odd
    for move in ("bid horse 5", "bid guild 5", "bid yard 5"):
        game.play(move)
    assert chosen(game, "bank", 0.01) == "bank"  # it would pay for the bids of the others
