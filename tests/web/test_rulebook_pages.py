"""Learning: the rulebook as pages, its pictures and tables, and the page to learn from."""

import re
from typing import Any

import pytest

from teahorse.rules.edition_files import EDITIONS, edition_data
from teahorse.server.tables.service import TableService
from teahorse.text import rulebook, rulings
from teahorse.text.translation import as_written
from teahorse.web.learning import rule_pictures as pictures
from teahorse.web.learning.lessons import lesson_named
from teahorse.web.learning.rulebook_pages import (
    html_of,
    rule_with_neighbours,
    rules_that_cite,
    shown_sections,
)
from teahorse.web.presenters.edition_tables import shown_tables
from teahorse.web.routes import learn
from teahorse.web.routes import rulebook as routes
from teahorse.web.routes import table as table_routes
from translations import known_texts
from visitor import Visitor, page_text

LANGUAGES = ("en", "de")


@pytest.fixture
def browser(tables: TableService) -> Visitor:
    """Someone who reads."""
    browser = Visitor(tables)
    browser.app.router.routes.extend(learn.router.routes)
    browser.app.router.routes.extend(routes.router.routes)
    return browser


def in_german(browser: Visitor, path: str) -> str:
    return browser.get(path, headers={"accept-language": "de"}).text


# --- The book ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_book_has_every_rule_with_an_anchor_and_every_section_in_its_contents(browser: Visitor, language: str):
    html = browser.get("/rules", headers={"accept-language": language}).text
    for section in rulebook.sections(language):
        assert f'href="#section-{section.number}"' in html
        assert f'id="section-{section.number}"' in html
        assert section.title in page_text(html)
        for rule in section.rules:
            assert f'id="{rule.id}"' in html


def test_book_is_read_in_german_too(browser: Visitor):
    german = rulebook.find_rule("3.7", "de")
    assert german is not None
    assert german.title in page_text(in_german(browser, "/rules/3.7"))


def test_rule_stands_on_its_page_with_its_neighbours_and_the_way_back(browser: Visitor):
    html = browser.get("/rules/3.7").text
    assert "goes back to its owner's supply" in page_text(html)
    assert 'href="/rules/3.6" rel="prev"' in html
    assert 'href="/rules/3.8" rel="next"' in html
    assert 'href="/rules#3.7"' in html
    assert 'href="/rules/3"' in html


def test_first_and_last_rule_have_one_neighbour():
    rules = [rule.id for section in rulebook.sections() for rule in section.rules]
    first, last = rule_with_neighbours(rules[0], "en"), rule_with_neighbours(rules[-1], "en")
    assert first is not None and first[0] is None and first[2] is not None
    assert last is not None and last[0] is not None and last[2] is None


def test_rule_tells_which_others_name_it(browser: Visitor):
    assert [rule.id for rule in rules_that_cite("3.7", "en")] == ["2.1", "3.9", "14.5", "V1", "V2"]
    html = browser.get("/rules/3.7").text
    assert all(f'href="/rules/{named}"' in html for named in ("2.1", "V2"))


def test_ids_of_rules_in_texts_are_links_and_other_numbers_are_not():
    assert 'href="/rules/15.18"' in html_of("for two, see 15.18.")
    assert 'href="/rules/V8"' in html_of("as in V8")
    assert 'href="/rules/V7b"' in html_of("as in V7b")
    assert 'href="/rules/21"' in html_of("Section 21 lists them.")
    assert 'href="/rules/21"' in html_of("In Abschnitt 21 stehen sie.")
    assert "<a" not in html_of("There is no section 99, and 21 is only a number.")
    assert "<a" not in html_of("There is no rule 99.9, and 3.7x is none.")
    assert "<a" not in html_of("the move `bid 3.7`")


def test_every_link_to_a_rule_leads_somewhere():
    known = {rule.id for section in rulebook.sections() for rule in section.rules}
    known |= {section.number for section in rulebook.sections()}
    for language in LANGUAGES:
        for section in shown_sections(language):
            for rule in section.rules:
                assert set(re.findall(r'href="/rules/([^"]+)"', rule.html)) <= known


def test_text_brings_no_elements_of_its_own():
    assert "<script" not in html_of("Bid <script>alert(1)</script> now.")


def test_tables_of_the_book_are_tables():
    nearby = rule_with_neighbours("16.2", "en")
    assert nearby is not None
    assert '<div class="scroll" tabindex="0"><table>' in nearby[1].html
    assert "<td>95 and more</td>" in nearby[1].html


def test_section_has_a_page(browser: Visitor):
    html = browser.get("/rules/3").text
    assert "Bidding: in a building" in page_text(html)
    assert 'id="3.1"' in html and 'id="4.1"' not in html


def test_section_leads_to_the_one_before_and_the_one_after(browser: Visitor):
    html = browser.get("/rules/3").text
    assert 'href="/rules/2" rel="prev"' in html and 'href="/rules/4" rel="next"' in html
    first, last = browser.get("/rules/0").text, browser.get("/rules/21").text
    assert 'rel="prev"' not in first and 'rel="next"' in first
    assert 'rel="prev"' in last and 'rel="next"' not in last


def test_unknown_rule_is_answered_with_a_sentence_and_a_search(browser: Visitor):
    answer = browser.get("/rules/99.9")
    assert answer.status_code == 404
    assert "There is no rule 99.9." in page_text(answer.text)
    assert 'name="q"' in answer.text


def test_unknown_rule_is_written_as_text(browser: Visitor):
    assert "<b>" not in browser.get("/rules/<b>x").text.replace("<body", "")


# --- Rulings -------------------------------------------------------------------------------------------


def test_every_ruling_stands_on_its_page_with_links_to_its_rules(browser: Visitor):
    html = browser.get("/rules/rulings").text
    assert ".md" not in html  # the files of the repository are pages here
    for section in rulings.sections():
        assert section.title in html
        for ruling in section.rulings:
            assert f'id="ruling-{ruling.number}"' in html
            assert all(f'href="/rules/{rule}"' in html for rule in ruling.rules)


def test_rule_leads_to_the_rulings_about_it(browser: Visitor):
    html = browser.get("/rules/5.10").text
    (ruling,) = rulings.rulings_on("5.10")
    assert f'href="/rules/rulings#ruling-{ruling.number}"' in html
    assert "Can a trader be displaced from Yunnan?" in page_text(html)
    assert "/rules/rulings#" not in browser.get("/rules/3.2").text


def test_reader_of_german_is_told_that_the_rulings_are_in_english(browser: Visitor):
    note = "Diese Liste gibt es nur auf Englisch."
    assert note in page_text(in_german(browser, "/rules/rulings"))
    assert note not in page_text(browser.get("/rules/rulings").text)


# --- Tables --------------------------------------------------------------------------------------------


def test_every_table_is_shown_with_its_source(browser: Visitor):
    html = browser.get("/rules/data").text
    for edition in EDITIONS:
        data = edition_data(edition)
        for name, table in (data["fixed"] | data["tables"]).items():
            shown = re.search(rf'<section class="card data-table[^"]*" id="{name}">.*?</section>', html, re.DOTALL)
            assert shown is not None, name
            assert table["source"] in page_text(shown[0])
            assert f'href="/rules/{table["rule"]}"' in shown[0]


def test_reconstructed_tables_say_so_everywhere(browser: Visitor):
    wanted = {
        name
        for edition in EDITIONS
        for room in ("fixed", "tables")
        for name, table in edition_data(edition)[room].items()
        if table["source"] == "reconstructed"
    }
    assert wanted == {table.name for table in shown_tables(as_written) if table.reconstructed}
    html = browser.get("/learn").text
    assert all(f'href="/rules/data#{name}"' in html for name in wanted)
    assert 'href="/rules/data"' in browser.get("/rules/16").text


def test_notes_of_tables_are_there_for_translators():
    assert any(note.startswith("Implied: a 5 or a 9") for note in known_texts())


# --- Pictures ------------------------------------------------------------------------------------------


def events_of(scene: str) -> list[tuple[Any, ...]]:
    history = pictures.SCENES[scene].play()
    return [(event.name, *event.fields.values()) for event in history.steps[-1].events]


@pytest.mark.parametrize("scene", pictures.SCENES)
def test_picture_is_drawn_with_words_and_all_its_rules_exist(scene: str):
    shown = pictures._picture(scene, as_written)
    assert shown.caption and shown.words
    assert len(shown.boards) == len(pictures.SCENES[scene].frames)
    assert all(board.pieces or board.labels for board in shown.boards)
    assert all(rulebook.find_rule(rule) is not None for rule in pictures.SCENES[scene].rules)


def test_no_two_pictures_are_for_the_same_rule():
    rules = [rule for scene in pictures.SCENES.values() for rule in scene.rules]
    assert len(rules) == len(set(rules))


def test_picture_stands_on_the_page_of_its_rule_with_words_for_those_who_can_not_see_it(browser: Visitor):
    html = browser.get("/rules/3.7").text
    assert 'class="board still"' in html and "<figcaption>Red stands on the 5." in html
    assert html.count('role="img"') == 2
    assert 'aria-label="The school twice' in html
    part = browser.get("/rules/3.7/picture").text
    assert part.strip().startswith("<figure") and "<html" not in part
    assert browser.get("/rules/3.2/picture").status_code == 404


def test_outbid_picture_tells_the_truth():
    before, after = pictures._picture("outbid", as_written).boards
    on_spaces = [{piece.colour for piece in board.pieces if piece.symbol == "trader"} for board in (before, after)]
    assert on_spaces == [{"red"}, {"blue"}]
    assert ("outbid", "p1", "school", 5, "p2") in events_of("outbid")


def test_displacement_picture_tells_the_truth():
    assert events_of("displaced") == [("displaced", "p2", "S", "Y", "p1")]


def test_bridge_picture_tells_the_truth():
    game = pictures.SCENES["bridge"].play().game
    game.play("done")
    assert "done" in {event.name for event in game.events}
    assert "sent-home" not in {event.name for event in game.events}


def test_inspector_picture_tells_the_truth():
    told = events_of("inspector")
    assert ("revenue", "S", 42) in told and ("revenue", "K", 42) in told
    assert ("inspected", "K") in told and ("banished", "p2", "K") in told


def test_presents_picture_tells_the_truth():
    in_sichuan = [event[1] for event in events_of("presents") if event[0] == "present" and event[2] == "S"]
    assert {player: in_sichuan.count(player) for player in ("p1", "p2", "p3", "p4")} == {
        "p1": 2,
        "p2": 2,
        "p3": 1,
        "p4": 0,
    }


def test_gap_picture_tells_the_truth():
    told = events_of("gap")
    assert ("traders-earned", "p1", "K", 1, 1, 9) in told
    assert ("posts-earned", "p1", "K", 1, 1, 0) in told


def test_what_lies_outside_of_a_picture_is_not_drawn():
    (board,) = pictures._picture("presents", as_written).boards
    assert {piece.at.x > 780 for piece in board.pieces} == {True}


# --- Learn ---------------------------------------------------------------------------------------------


def test_page_to_learn_from_starts_the_guided_game(browser: Visitor, tables: TableService):
    html = browser.get("/learn").text
    assert '<form method="post" action="/learn" class="begin">' in html
    assert f"After {lesson_named('first-game').length} moves" in page_text(html)
    begun = browser.post("/learn")
    assert begun.status_code == 303
    address = re.fullmatch(r"/t/(\w{10})/sit/(\w{22})", begun.headers["location"])
    assert address is not None
    table = tables.open(address[1])
    assert table.lesson == "first-game" and table.kind == "lesson"
    assert table.players_of([address[2]]) == {"p1"}
    assert "Start the guided game" in browser.get("/learn").text
    browser.app.router.routes.extend(table_routes.router.routes)
    browser.get(begun.headers["location"])
    unfinished = browser.get("/learn").text
    assert f'href="/t/{address[1]}">Continue the guided game' in unfinished and "Start it anew" in unfinished


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_to_learn_from_has_the_tips_and_leads_to_the_words_of_the_box(browser: Visitor, language: str):
    html = browser.get("/learn", headers={"accept-language": language}).text
    tips = rulebook.find_section("20", language)
    assert tips is not None and len(tips.rules) > 5
    assert all(tip.title in page_text(html) for tip in tips.rules)
    assert 'href="/rules/0.5"' in html and 'href="/rules/21"' in html


def test_book_leads_from_its_top_to_tips_names_and_words(browser: Visitor):
    header = browser.get("/rules").text.partition('<nav class="rules-contents"')[0]
    assert all(f'href="#{place}"' in header for place in ("section-20", "0.5", "section-21"))


def test_page_to_learn_from_has_a_round_in_pictures_the_keys_and_the_notation(browser: Visitor):
    html = browser.get("/learn").text
    assert html.count('class="board still"') == len(pictures.OVERVIEW)
    assert "<kbd>" in html and "<code>bid B N</code>" in html
