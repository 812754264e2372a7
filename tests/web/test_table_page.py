"""The table's page: what is shown to whom, and what comes of a click."""

import json
import re
from typing import Any

import pytest
from table_visits import html_of, offers_in, post, sit_down, told, visit

from table_setup import PERSON, play_greedily, play_moves
from teahorse.errors import IllegalMove
from teahorse.game import Game
from teahorse.rules.ruleset import Ruleset
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.seats import Seat
from teahorse.server.tables.service import TableService
from teahorse.server.thinking.work_queue import Urgency
from teahorse.text.language import language_named
from teahorse.web.story import LONGEST_STORY
from teahorse.web.table_page import view_of
from visitor import page_text

say = language_named("en").say


# --- Who sees what ----------------------------------------------------------------------------------------


def test_the_player_to_move_is_asked_and_offered_every_move(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    page = visit(tables, held).get(f"/t/{held.table}").text
    assert "Person 1's turn: bid," in page_text(page)
    legal = {move for move, *_, why in offers_in(page)["offers"] if why < 0}
    assert legal == set(tables.open(held.table).history.game.legal_moves())


def test_a_spectator_sees_the_same_and_is_offered_nothing(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    page = visit(tables).get(f"/t/{held.table}").text
    assert "Person 1 is bidding." in page_text(page)
    assert offers_in(page)["offers"] == []
    assert 'data-does="move"' not in page


def test_a_reader_with_one_seat_is_you_and_sees_the_own_forecast_while_others_move(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "merchant", "novice")
    visitor = visit(tables, held)
    assert "Your turn: bid," in page_text(visitor.get(f"/t/{held.table}").text)
    play_moves(tables, *held, "bid school 9")
    words = page_text(visitor.get(f"/t/{held.table}").text)
    assert "Person 2 is bidding. Undo Your coins 9 of 9 committed, 0 free" in words
    assert "You bid 9 at the school." in words
    watched = page_text(visit(tables).get(f"/t/{held.table}").text)
    assert "Person 2 is bidding. Coins 0 of 9 committed, 9 free" in watched
    assert "Person 1 bids 9 at the school." in watched and "You are watching." in watched


def test_a_reader_with_two_colours_has_names_for_both(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "novice", two_players="two-colours")
    words = page_text(visit(tables, held).get(f"/t/{held.table}").text)
    assert re.search(r"Your turn as Person 1 \(\w+\): bid,", words)


def test_names_can_not_end_the_element_they_stand_in(tables: TableService) -> None:
    seats = tuple(
        Seat(name, (colour,))
        for name, colour in zip(("</script><b>", '"Quo"te', "Ann"), ("red", "blue", "black"), strict=True)
    )
    held = ListedKey(*tables.create(GameConfig(Ruleset.of("2023", 3), seats, 1)))
    page = visit(tables, held).get(f"/t/{held.table}").text
    assert "<b>" not in page and "</script><b>" not in page
    assert offers_in(page)["offers"]


def test_a_part_is_the_table_without_the_page_around_it(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON)
    part = visit(tables, held).get(f"/t/{held.table}?part=1").text
    assert "<html" not in part and part.lstrip().startswith('<main id="table"')


def test_sitting_down_with_a_key_puts_it_into_the_browser_and_out_of_the_address(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON)
    visitor = visit(tables)
    answer = visitor.get(f"/t/{held.table}/sit/{held.key}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{held.table}")
    assert offers_in(visitor.get(f"/t/{held.table}").text)["offers"]
    other = visit(tables)
    other.get(f"/t/{held.table}/sit/{'x' * 22}")
    assert offers_in(other.get(f"/t/{held.table}").text)["offers"] == []


def test_the_menu_leads_to_where_a_file_is_opened(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON)
    visitor = visit(tables, held)
    (part,) = re.findall(r'href="/#([^"]+)"', visitor.get(f"/t/{held.table}").text)
    assert f'id="{part}"' in visitor.get("/").text


# --- Moves ------------------------------------------------------------------------------------------------


def test_a_move_is_answered_with_its_story(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    answer = post(visit(tables, held), held, "moves", move="bid school 9", number=1, after=0)
    (chapter,) = story = answer.json()["story"]
    assert chapter["row"] == 1
    (beat,) = chapter["beats"]
    (act,) = beat["acts"]
    assert (beat["part"], beat["player"], beat["numbers"]) == ("bid", "p1", {"supply-p1": 2, "free-p1": 0})
    assert act == {
        **{"kind": "bid", "player": "p1", "start": "camp-p1", "end": "school-9", "amount": 9},
        "pieces": ["trader-p1-3"],
    }
    assert "Person 2's turn: bid," in page_text(html_of(story))


def test_changing_the_language_after_a_move_leads_back_to_the_table(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    moved = post(visitor, held, "moves", move="bid school 9", number=1, after=0).json()["story"]
    asked = visitor.get(f"/t/{held.table}/story?after=0").json()
    for part in (html_of(moved), html_of(asked)):
        assert f'<input type="hidden" name="back" value="/t/{held.table}">' in part
    assert f'name="back" value="/t/{held.table}/at/1"' in visitor.get(f"/t/{held.table}/at/1?part=1").text


def test_a_plain_form_is_sent_back_to_the_table(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    answer = visit(tables, held).post(f"/t/{held.table}/moves", data={"move": "pass", "number": 1})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{held.table}")
    assert len(tables.open(held.table).history.rows) == 1


def test_a_refusal_is_told_with_names_and_its_rule_in_the_readers_language(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    play_moves(tables, *held, "bid school 9")
    visitor = visit(tables, held)
    answer = post(visitor, held, "moves", move="bid school 9", number=2)
    assert answer.status_code == 422
    assert answer.json()["sentence"] == "That space is taken by Person 1." and answer.json()["rule"] == "3.2"
    visitor.cookies.set("language", "de")
    german = post(visitor, held, "moves", move="bid school 9", number=2).json()["sentence"]
    assert "Person 1" in german and german != answer.json()["sentence"]


def test_a_refusal_tells_of_the_position_in_which_the_move_was_judged(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    play = TableService.play

    def play_and_be_overtaken(tables: TableService, *arguments: Any) -> Any:
        try:
            return play(tables, *arguments)
        except IllegalMove:
            play(tables, held.table, [held.key], "bid school 9", 1)  # sent at the same time from another window
            raise

    monkeypatch.setattr(TableService, "play", play_and_be_overtaken)
    answer = post(visit(tables, held), held, "moves", move="done", number=1)
    assert answer.json()["sentence"].startswith("Now Person 1 is to bid;") and answer.json()["rule"] == "1.6"


@pytest.mark.parametrize("text", ["", "bid schol 9", "☃" * 300, "convert", "deck 1"])
def test_an_invalid_move_gets_a_sentence_and_stores_nothing(tables: TableService, text: str) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    answer = post(visit(tables, held), held, "moves", move=text, number=1)
    assert answer.status_code == 422 and answer.json()["sentence"]
    assert tables.open(held.table).history.rows == []


def test_a_move_or_undo_that_is_sent_again_gets_its_story_again(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    for address, values in (("moves", {"move": "bid school 9"}), ("undo", {"whole": "step"})):
        number = tables.open(held.table).next_number
        answers = [post(visit(tables, held), held, address, number=number, after=number - 1, **values) for _ in "twice"]
        assert {answer.status_code for answer in answers} == {200}
        assert [[told["row"] for told in answer.json()["story"]] for answer in answers] == [[number]] * len(answers)
        assert len(tables.open(held.table).history.rows) == number
    stranger = visit(tables, ListedKey(held.table, "x" * 22))
    assert post(stranger, held, "moves", move="bid school 9", number=1, after=0).status_code == 409


def test_a_late_move_is_refused_and_the_page_catches_up(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    play_moves(tables, *held, "bid school 9")
    answer = post(visit(tables, held), held, "moves", move="bid horse 9", number=1, after=0)
    assert answer.status_code == 409
    assert [chapter["row"] for chapter in answer.json()["story"]] == [1]


def test_a_spectators_move_is_refused(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    answer = post(visit(tables), held, "moves", move="pass", number=1)
    assert answer.status_code == 422 and "not your turn" in answer.json()["sentence"]
    assert tables.open(held.table).history.rows == []


def test_undo_is_offered_until_someone_else_has_moved(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    assert 'id="undo-step"' not in visitor.get(f"/t/{held.table}").text
    play_moves(tables, *held, "bid school 9")
    assert 'id="undo-step"' in visitor.get(f"/t/{held.table}").text
    answer = post(visitor, held, "undo", number=2, whole="step", after=1)
    assert [chapter["beats"] for chapter in answer.json()["story"]] == [[]]
    assert tables.open(held.table).history.steps == []


def test_what_happened_since_ones_last_move_is_marked_divided_in_the_log_and_told_again(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "novice", "novice")
    visitor = visit(tables, held)
    first = visitor.get(f"/t/{held.table}").text
    assert 'class="since"' not in first and 'id="again"' not in first
    play_greedily(tables, *held, rows=3)
    page = visitor.get(f"/t/{held.table}").text
    assert page.count('<li class="since">') == 1
    assert page.index('id="entry-2"') < page.index('<li class="since">') < page.index('id="entry-1"')
    assert page.count('class="since-mark"') >= 2 and 'data-again="1"' in page
    assert 'id="again"' not in visit(tables).get(f"/t/{held.table}").text
    story = visitor.get(f"/t/{held.table}/again?row=1").json()
    assert [(chapter["row"], len(chapter["beats"])) for chapter in story] == [(1, 0), (2, 1), (3, 1)]
    assert 'id="again"' in "\n".join(told(story)[-1])


def test_a_pass_that_ended_the_bidding_is_told_again_with_all_that_followed(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "novice", "novice")
    visitor = visit(tables, held)
    play_moves(tables, *held, "bid school 9", "pass", "pass", "pass")
    page = visitor.get(f"/t/{held.table}").text
    assert 'data-again="3"' in page
    assert page.index('id="entry-4-1"') < page.index('<li class="since">') < page.index('id="entry-4"')
    story = visitor.get(f"/t/{held.table}/again?row=3").json()
    assert [chapter["row"] for chapter in story] == [3, 4]
    assert {beat["part"] for beat in story[1]["beats"]} == {"bid", "resolve"}


def test_moves_that_were_taken_back_are_not_told_again(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "novice", "novice")
    visitor = visit(tables, held)
    play_moves(tables, *held, "bid school 5", "bid horse 7", "bid yard 7", "market")
    post(visitor, held, "undo", number=5, whole="step", after=4)
    assert 'data-again="1"' in visitor.get(f"/t/{held.table}").text
    story = visitor.get(f"/t/{held.table}/again?row=1").json()
    assert [(chapter["row"], len(chapter["beats"])) for chapter in story] == [(1, 0), (2, 1), (5, 1)]


# --- Looking back -----------------------------------------------------------------------------------------


def test_a_link_to_a_position_shows_it_whatever_was_undone_since(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    visitor = visit(tables, held)
    play_moves(tables, *held, "bid school 9")
    there = f"/t/{held.table}/at/1"
    shown = re.findall(r'id="trader-p1-\d"[^>]*>', visitor.get(there).text)
    post(visitor, held, "undo", number=2)
    play_moves(tables, *held, "bid guild 5")
    assert re.findall(r'id="trader-p1-\d"[^>]*>', visitor.get(there).text) == shown
    assert offers_in(visitor.get(there).text)["offers"] == []


def test_positions_of_a_finished_game_lead_to_its_review(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    play_moves(tables, *held, "bid school 9")
    button = f'<a href="/t/{held.table}/review" class="button small">Review</a>'
    assert button not in visit(tables, held).get(f"/t/{held.table}/at/1").text
    play_greedily(tables, *held)
    assert button in visit(tables, held).get(f"/t/{held.table}/at/1").text


def test_positions_beyond_either_end_are_the_ends(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    play_moves(tables, *held, "bid school 9")
    visitor = visit(tables, held)
    assert 'data-row="1"' in visitor.get(f"/t/{held.table}/at/99").text
    assert 'data-row="0"' in visitor.get(f"/t/{held.table}/at/-5").text


def test_older_rounds_of_the_log_come_when_asked_for(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    table = play_greedily(tables, *held)
    last = table.history.steps[-1].round
    assert last > 2
    visitor = visit(tables, held)
    page = visitor.get(f"/t/{held.table}").text
    assert f'hx-get="/t/{held.table}/log/1"' in page and f'<section id="round-{last}">' in page
    assert '<section id="round-1">' in visitor.get(f"/t/{held.table}/log/1").text
    assert visitor.get(f"/t/{held.table}/log/{last + 1}").status_code == 404


def test_the_log_of_each_table_links_to_its_own_positions(tables: TableService) -> None:
    for held in (sit_down(tables, None, None, None), sit_down(tables, None, None, None)):
        play_moves(tables, held.table, held.key, "bid school 5")
        for language in ("en", "de"):
            page = visit(tables, held).get(f"/t/{held.table}", headers={"Accept-Language": language}).text
            assert f'href="/t/{held.table}/at/1"' in page and ("bietet 5" in page_text(page)) == (language == "de")


def test_the_log_tells_what_a_move_did_to_coins_and_points(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    play_moves(tables, *held, "bid school 9", "bank", "pass", "pass")
    words = page_text(visit(tables, held).get(f"/t/{held.table}").text)
    assert "Person 1 \N{MINUS SIGN}9 coins" in words and re.search(r"Person 2 \+\d+ coins", words)


def test_the_record_can_be_saved_and_replays_to_the_same_position(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    table = play_greedily(tables, *held, rows=20)
    answer = visit(tables).get(f"/t/{held.table}/record")
    assert answer.headers["content-disposition"].endswith('.yunnan"')
    assert Game.from_record(answer.text).snapshot() == table.history.game.snapshot()


def test_who_is_far_behind_is_shown_only_the_latest_position(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    play_greedily(tables, *held, rows=LONGEST_STORY + 5)
    visitor = visit(tables, held)
    assert len(visitor.get(f"/t/{held.table}/story?after=0").json()) == 1
    assert len(visitor.get(f"/t/{held.table}/story?after=5").json()) == LONGEST_STORY


# --- What is shown ----------------------------------------------------------------------------------------


def test_every_position_of_a_game_can_be_shown(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON)
    table = play_greedily(tables, *held)
    visitor = visit(tables, held)
    for row in range(0, len(table.history.rows) + 1, 3):
        assert visitor.get(f"/t/{held.table}/at/{row}?part=1").status_code == 200


def test_the_order_of_dulis_pile_is_nowhere_to_be_found(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON)
    pile = tables.open(held.table).history.game.snapshot()["duli"]["pile"]
    page = visit(tables, held).get(f"/t/{held.table}").text
    story = json.dumps(visit(tables, held).get(f"/t/{held.table}/story?after=0").json())
    for separator in (" ", ",", ", "):
        assert separator.join(map(str, pile[:5])) not in page + story


def test_the_slider_tells_what_ends_the_game(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON, vp_end=1)
    table = tables.open(held.table)
    while table.history.game.phase != "convert":
        table = play_greedily(tables, *held, rows=len(table.history.rows) + 1)
    page = visit(tables, held).get(f"/t/{held.table}").text
    (ways,) = re.findall(r'data-outcomes="(.*?)"', page)
    outcomes = json.loads(ways)
    assert [ends for *_, ends, _ in outcomes] == [False] + [True] * (len(outcomes) - 1)
    assert "From 1 on, the game ends after this round." in page_text(page)


def test_the_result_lists_everyone_with_where_their_points_come_from(tables: TableService) -> None:
    held = sit_down(tables, PERSON, PERSON, PERSON)
    table = play_greedily(tables, *held)
    view = view_of(table, table.players_of([held.key]), say)
    outcome = table.history.game.outcome
    assert outcome is not None
    words = page_text(visit(tables, held).get(f"/t/{held.table}").text)
    for place, row in enumerate(outcome["ranking"], 1):
        assert f"{place}. {view.names[row['player']]}" in words
    assert " ".join(str(row["vp"]) for row in outcome["ranking"]) in words


# --- Who is looking -----------------------------------------------------------------------------------------------


def test_bots_think_first_where_a_player_has_just_looked_or_moved(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "novice", "novice")
    for what in ("look", "move"):
        visitor, stranger = visit(tables, held), visit(tables)
        for each in (visitor, stranger):
            if what == "look":
                each.get(f"/t/{held.table}")
            else:
                post(each, held, "moves", move="market", number=1)
        assert visitor.app.state.viewers.urgency(held.table) == Urgency.PLAYED
        assert stranger.app.state.viewers.urgency(held.table) == Urgency.UNWATCHED  # a crawler, say


def test_a_bot_that_has_waited_until_someone_looks_goes_on_when_a_player_does(tables: TableService) -> None:
    held = sit_down(tables, PERSON, "novice", "novice")
    visitor, attended = visit(tables, held), []
    visitor.app.state.bot_host.check_table = attended.append
    visitor.get(f"/t/{held.table}")
    assert attended == []  # it is the player's turn
    play_moves(tables, *held, "market")
    visitor.get(f"/t/{held.table}")
    assert attended == [held.table]
