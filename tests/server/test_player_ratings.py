"""Ratings: which games count, each once, and that they can be computed again."""

import asyncio
import threading
from dataclasses import replace

import pytest

from people_apart import TableApart, table_apart
from table_setup import PERSON, config_for, free_seats, play_greedily
from teahorse.bots import bot_named
from teahorse.server.accounts.ratings import (
    Ratings,
    new_skills,
    rate_game,
    rated_game,
    recompute,
    seats_that_leave_as_last,
)
from teahorse.server.storage.accounts import StoredAccount
from teahorse.server.storage.database import Database, now
from teahorse.server.storage.ratings import RatedGame, Skill
from teahorse.server.tables import asking
from teahorse.server.tables.game_config import KIND_OPENED
from teahorse.server.tables.hosting import Hosting
from teahorse.server.tables.keys import hash_of, new_id
from teahorse.server.tables.people import People
from teahorse.server.tables.service import TableService

START = Skill(25.0, 25 / 3)


def account(storage: Database, name: str, is_public: bool = True) -> str:
    added = StoredAccount(new_id(), name, name.casefold(), "", is_public, now())
    storage.accounts.add(added)
    return added.id


def finished(tables: TableService, holders: dict[int, str], *bots: str | None, **config: object) -> str:
    """A game played to its end, with these accounts on its seats."""
    wished = config_for(*bots)
    table_id, key = tables.create(replace(wished, **config))  # type: ignore[arg-type]  # options of any kind
    for seat, holder in holders.items():
        tables.storage.add_key(holder, {table_id: [seat]}, 100)
    play_greedily(tables, table_id, key)
    return table_id


def standing(storage: Database, holder: str) -> tuple[str, int, int]:
    (found,) = storage.ratings.standings(holder)
    return found.edition, found.people, found.games


def test_people_with_accounts_are_rated_among_each_other_bots_and_guests_are_not(tables: TableService) -> None:
    storage = tables.storage
    ann, bo = account(storage, "Ann"), account(storage, "Bo")
    table_id = finished(tables, {0: ann, 3: bo}, PERSON, "novice", PERSON, PERSON)
    ranking = [line["player"] for line in tables.open(table_id).history.game.standings()]
    best = ann if ranking.index("p1") < ranking.index("p4") else bo
    assert rate_game(storage, table_id)
    skills = {each: storage.ratings.standings(each)[0].skill for each in (ann, bo)}
    worst = bo if best == ann else ann
    assert skills[best].mu > START.mu > skills[worst].mu
    assert skills == new_skills({ann: None, bo: None}, {best: 1, worst: 2})  # as if only they had played
    assert standing(storage, ann) == standing(storage, bo) == ("2023", 4, 1)


def test_a_game_is_rated_once_by_however_many_processes(database: str, tables: TableService) -> None:
    storage = tables.storage
    ann, bo = account(storage, "Ann"), account(storage, "Bo")
    table_id = finished(tables, {0: ann, 1: bo}, PERSON, PERSON, PERSON)
    others = [Database(database) for _ in range(4)]
    game = rated_game(storage, table_id)
    assert game is not None
    rated: list[bool] = []
    threads = [threading.Thread(target=lambda on=on: rated.append(on.ratings.rate(game, new_skills))) for on in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(rated) == [False, False, False, True] and not rate_game(storage, table_id)
    assert standing(storage, ann)[2] == 1
    for other in others:
        other.close()


def test_games_that_end_at_once_in_several_processes_all_count(database: str, storage: Database) -> None:
    people = [account(storage, name) for name in ("Ann", "Bo", "Cy")]
    others = [Database(database) for _ in range(3)]

    def rate(on: Database, nth: int) -> None:
        for number in range(5):
            places = {people[(nth + place) % 3]: place + 1 for place in range(2 + number % 2)}
            on.ratings.rate(RatedGame(new_id(), "2023", 3, now(), places), new_skills)

    threads = [threading.Thread(target=rate, args=(on, nth)) for nth, on in enumerate(others)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    before = {each: storage.ratings.standings(each) for each in people}
    assert sum(found[0].games for found in before.values()) == 3 * (2 + 3 + 2 + 3 + 2)
    assert recompute(storage) == 15
    assert {each: storage.ratings.standings(each) for each in people} == before
    for other in others:
        other.close()


def test_ratings_are_computed_again_from_the_results_also_of_people_who_left(storage: Database) -> None:
    ann, bo, cy = (account(storage, name) for name in ("Ann", "Bo", "Cy"))
    for places in ({ann: 1, bo: 2}, {bo: 1, cy: 2, ann: 3}, {cy: 1, bo: 2}, {ann: 1, cy: 2}):
        storage.ratings.rate(RatedGame(new_id(), "2013", 3, now(), places), new_skills)
    storage.accounts.remove(bo)
    before = [storage.ratings.standings(each) for each in (ann, cy)]
    assert recompute(storage) == 4
    assert [storage.ratings.standings(each) for each in (ann, cy)] == before
    assert storage.ratings.standings(bo) == [] and len(storage.ratings.results(ann)) == 3


@pytest.mark.parametrize(
    ("holders", "config"),
    [
        ({0: 0}, {}),  # one person only
        ({}, {}),
        ({0: 0, 1: 1}, {"kind": KIND_OPENED}),
        ({0: 0, 1: 1}, {"rules": config_for(PERSON, PERSON, PERSON, vp_end=40).rules}),  # a house rule
    ],
)
def test_games_that_do_not_count(tables: TableService, holders: dict[int, int], config: dict[str, object]) -> None:
    people = [account(tables.storage, name) for name in ("Ann", "Bo")]
    table_id = finished(tables, {seat: people[nth] for seat, nth in holders.items()}, PERSON, PERSON, PERSON, **config)
    assert rated_game(tables.storage, table_id) is None


def test_someone_with_two_seats_from_the_beginning_is_not_rated(tables: TableService) -> None:
    storage = tables.storage
    ann, bo = (account(storage, name) for name in ("Ann", "Bo"))
    table_id = finished(tables, {0: ann, 1: bo}, PERSON, PERSON, PERSON)
    assert rated_game(storage, table_id) is not None
    storage.add_key(bo, {table_id: [2]}, 100)
    assert rated_game(storage, table_id) is None


def seated(tables: TableService, *holders: str, bots: int = 0) -> TableApart:
    at = table_apart(tables, *[PERSON for _ in holders], *["novice"] * bots)
    for seat, holder in enumerate(holders):
        tables.storage.add_key(holder, {at.id: [seat]}, 100)
    return at


def test_nobody_escapes_a_rating_by_a_second_seat_or_a_second_account(tables: TableService) -> None:
    storage, people = tables.storage, People(tables)
    ann, bo, zoe = (account(storage, name) for name in ("Ann", "Bo", "Zoe"))
    at = seated(tables, ann, bo, bots=1)
    people.offer(at.id, at.key(0), 2)
    Hosting(tables).set_listed(at.id, at.key(0), True)
    people.join(at.id, None, 2, "Ann again", at.keys[0])
    storage.add_key(ann, {at.id: [2]}, 100)
    storage.add_key(zoe, {at.id: [0]}, 100)  # by Ann's link for another device
    people.leave(at.id, at.key(0), 0, "novice")
    assert storage.departures.at(at.id) == {ann: 0, zoe: 0}
    play_to_the_end(at)
    game = rated_game(storage, at.id)
    assert game is not None and game.places == {bo: 1, ann: 2, zoe: 2}


def test_accounts_that_share_a_seat_share_its_place(tables: TableService) -> None:
    storage = tables.storage
    ann, bo, zoe = (account(storage, name) for name in ("Ann", "Bo", "Zoe"))
    table_id = finished(tables, {0: ann, 1: bo}, PERSON, PERSON, PERSON)
    storage.add_key(zoe, {table_id: [0]}, 100)
    game = rated_game(storage, table_id)
    assert game is not None and game.places[ann] == game.places[zoe] != game.places[bo]
    storage.remove_key(table_id, bo)
    assert rated_game(storage, table_id) is None  # nobody to be rated against


@pytest.mark.parametrize("does_leave", [False, True])
def test_the_one_who_stays_may_close_the_table_and_comes_first(tables: TableService, does_leave: bool) -> None:
    storage = tables.storage
    ann, bo = account(storage, "Ann"), account(storage, "Bo")
    at = seated(tables, ann, bo, bots=1)
    People(tables).leave(at.id, at.key(1), 1, "novice")
    assert rated_game(storage, at.id) is None and seats_that_leave_as_last(storage, at.open()) == frozenset()
    if does_leave:
        People(tables).leave(at.id, at.key(0), 0, "novice")
    else:
        Hosting(tables).close(at.id, at.key(0))
    assert at.open().is_closed
    game = rated_game(storage, at.id)
    assert game is not None and game.places == {ann: 1, bo: 2}


def test_a_game_closed_by_consent_is_not_rated(tables: TableService) -> None:
    storage = tables.storage
    ann, bo, cy = (account(storage, name) for name in ("Ann", "Bo", "Cy"))
    at = seated(tables, ann, bo, cy)
    People(tables).leave(at.id, at.key(2), 2, "novice")
    request = Hosting(tables).close(at.id, at.key(0)).open_request("close")
    assert request is not None
    assert asking.agree(tables, at.id, at.key(1), request.number).is_closed
    assert rated_game(storage, at.id) is None


def play_to_the_end(at: TableApart) -> None:
    greedy = bot_named("greedy", 1)
    while (table := at.open()).to_move is not None:
        at.play(greedy.choose(table.history.game))


def test_whoever_leaves_a_game_or_is_voted_out_is_rated_as_last(tables: TableService) -> None:
    storage, people = tables.storage, People(tables)
    names = ("Ann", "Bo", "Cy", "Di")
    ann, bo, cy, di = accounts = [account(storage, name) for name in names]
    at = table_apart(tables, PERSON, PERSON, PERSON, PERSON)
    for seat, holder in enumerate(accounts):
        storage.add_key(holder, {at.id: [seat]}, 100)
    people.leave(at.id, at.key(1), 1, "novice")
    for voter in (0, 2):
        people.vote(at.id, at.key(voter), 3)
    play_to_the_end(at)
    game = rated_game(storage, at.id)
    assert game is not None
    assert sorted(game.places[each] for each in (ann, cy)) == [1, 2]
    assert game.places[bo] == game.places[di] == 3
    assert at.id in storage.ratings.unrated(0) and rate_game(storage, at.id)
    skills = [storage.ratings.standings(each)[0].skill for each in accounts]
    assert skills[1] == skills[3] and max(skills[1].mu, skills[3].mu) < min(skills[0].mu, skills[2].mu)


def test_with_two_people_the_one_who_stays_gains_what_the_one_who_leaves_loses(tables: TableService) -> None:
    storage = tables.storage
    ann, bo = account(storage, "Ann"), account(storage, "Bo")
    at = table_apart(tables, PERSON, PERSON, "novice")
    for seat, holder in enumerate((ann, bo)):
        storage.add_key(holder, {at.id: [seat]}, 100)
    People(tables).leave(at.id, at.key(0), 0, "novice")
    play_to_the_end(at)
    assert storage.ratings.unrated(0) == [at.id]  # though one account only is left
    game = rated_game(storage, at.id)
    assert game is not None and game.places == {bo: 1, ann: 2}
    storage.accounts.remove(ann)
    assert rated_game(storage, at.id) is None


def test_whoever_takes_over_a_seat_is_not_rated_and_whoever_comes_back_is(tables: TableService) -> None:
    storage, people = tables.storage, People(tables)
    ann, bo, cy = (account(storage, name) for name in ("Ann", "Bo", "Cy"))
    at = table_apart(tables, PERSON, PERSON, PERSON)
    for seat, holder in enumerate((ann, bo)):
        storage.add_key(holder, {at.id: [seat]}, 100)
    Hosting(tables).set_listed(at.id, at.key(0), True)
    people.leave(at.id, at.key(1), 1, None)
    people.join(at.id, None, 1, "Cy", at.keys[1])
    storage.add_key(cy, {at.id: [1]}, 100)
    others = storage.departures.at(at.id)
    assert others == {bo: 1}
    people.leave(at.id, at.key(1), 1, None)  # Cy helped out, and owes nothing
    assert storage.departures.at(at.id) == others
    people.join(at.id, None, 1, "Cy", at.keys[1])
    storage.add_key(cy, {at.id: [1]}, 100)
    play_to_the_end(at)
    game = rated_game(storage, at.id)
    assert game is not None and game.places == {ann: 1, bo: 2}
    storage.remove_key(at.id, cy)
    storage.add_key(bo, {at.id: [1]}, 100)  # had Bo come back instead
    ranking = [line["player"] for line in tables.open(at.id).history.game.standings()]
    best, worst = (ann, bo) if ranking.index("p1") < ranking.index("p2") else (bo, ann)
    game = rated_game(storage, at.id)
    assert game is not None and game.places == {best: 1, worst: 2}


def test_whoever_signs_in_during_the_game_is_not_rated(tables: TableService) -> None:
    storage = tables.storage
    ann, bo, _, di = accounts = [account(storage, name) for name in ("Ann", "Bo", "Cy", "Di")]
    at = table_apart(tables, PERSON, PERSON, PERSON, PERSON)

    def sign_in(seat: int) -> None:
        hashed = hash_of(at.keys[seat])  # the same token for the browser and its session, so that the seat's key stays
        storage.accounts.begin_session(accounts[seat], hashed)
        storage.accounts.take_over(hashed, accounts[seat], hashed)

    for seat in (0, 1):
        sign_in(seat)
    at.play("bid school 5")
    for seat in (2, 3):
        sign_in(seat)
    assert seats_that_leave_as_last(storage, at.open()) == {0, 1}
    People(tables).leave(at.id, at.key(3), 3, "novice")
    assert di not in storage.departures.at(at.id)
    play_to_the_end(at)
    game = rated_game(storage, at.id)
    assert game is not None and game.places.keys() == {ann, bo}


def test_before_the_start_anyone_may_leave(tables: TableService) -> None:
    storage = tables.storage
    ann = account(storage, "Ann")
    table_id, key = tables.create(free_seats(config_for(PERSON, PERSON, PERSON), 2))
    storage.add_key(ann, {table_id: [1]}, 100)
    People(tables).leave(table_id, [key], 1, None)
    assert storage.departures.at(table_id) == {}


def test_a_running_game_does_not_count(tables: TableService) -> None:
    ann, bo = account(tables.storage, "Ann"), account(tables.storage, "Bo")
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    for seat, holder in enumerate((ann, bo)):
        tables.storage.add_key(holder, {table_id: [seat]}, 100)
    assert not rate_game(tables.storage, table_id)


def test_a_game_is_rated_when_it_ends_and_after_a_restart_if_its_end_was_missed(tables: TableService) -> None:
    storage = tables.storage
    ann, bo = account(storage, "Ann"), account(storage, "Bo")
    missed = finished(tables, {0: ann, 1: bo}, PERSON, PERSON, PERSON)

    async def serve() -> None:
        ratings = Ratings(tables)
        await ratings.start()
        await asyncio.to_thread(finished, tables, {1: ann, 2: bo}, PERSON, PERSON, PERSON)
        ratings._thread.submit(lambda: None).result()  # what came before is done
        await ratings.stop()

    asyncio.run(serve())
    assert storage.ratings.is_rated(missed) and standing(storage, ann) == ("2023", 3, 2)


def test_a_game_that_ends_while_the_server_stops_is_rated_at_its_next_start(tables: TableService) -> None:
    storage = tables.storage
    ann, bo = account(storage, "Ann"), account(storage, "Bo")

    async def serve(ratings: Ratings) -> None:
        await ratings.start()
        ratings._thread.submit(lambda: None).result()  # it has caught up
        await ratings.stop()

    stopped = Ratings(tables)
    asyncio.run(serve(stopped))
    table_id = finished(tables, {0: ann, 1: bo}, PERSON, PERSON, PERSON)
    table = tables.open(table_id)
    stopped._check(table_id, len(table.history.rows), table.state.number)  # by a thread that was told of it before
    assert not storage.ratings.is_rated(table_id)
    asyncio.run(serve(Ratings(tables)))
    assert standing(storage, ann) == ("2023", 3, 1)


def test_a_leaderboard_leaves_out_those_who_like_to_be_private(storage: Database) -> None:
    ann, bo, cy = account(storage, "Ann"), account(storage, "Bo", is_public=False), account(storage, "Cy")
    for _ in range(3):
        storage.ratings.rate(RatedGame(new_id(), "2023", 3, now(), {bo: 1, cy: 2, ann: 3}), new_skills)
    assert [line.name for line in storage.ratings.leaderboard("2023", 3, 10, 2)] == ["Cy", "Ann"]
    assert storage.ratings.groups() == [("2023", 3)]
    assert storage.ratings.leaderboard("2023", 4, 10, 2) == []
