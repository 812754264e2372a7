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
    nearest_rules,
    rule_with_neighbours,
    rules_that_cite,
    search_rules,
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


# --- Looking for something -----------------------------------------------------------------------------


def test_search_finds_titles_first_and_marks_the_words(browser: Visitor):
    hits = search_rules("outbid", "en")
    assert hits[0].id == "3.7"
    assert hits[0].title == "<mark>Outbid</mark>"
    assert all("<mark>" in hit.title + hit.excerpt for hit in hits)
    html = browser.get("/rules", params={"q": "outbid"}).text
    assert "Rules for “outbid”" in page_text(html)
    assert 'value="outbid"' in html


@pytest.mark.parametrize(
    ("wanted", "language", "first"),
    [("inspector", "en", ["6.1", "6.2", "6.3"]), ("geschenke", "de", ["7.1", "7.2", "7.3"])],
)
def test_search_begins_with_the_section_that_is_named_so(wanted: str, language: str, first: list[str]):
    assert [hit.id for hit in search_rules(wanted, language)][:3] == first


def test_search_wants_all_words():
    both = {hit.id for hit in search_rules("teahouse inspector", "en")}
    assert both and both <= {hit.id for hit in search_rules("teahouse", "en")} & {
        hit.id for hit in search_rules("inspector", "en")
    }


@pytest.mark.parametrize(("wanted", "rule"), [("3.7", "3.7"), (" 3.7 ", "3.7"), ("v8", "V8"), ("V7b", "V7b")])
def test_search_by_id_has_that_rule_first(wanted: str, rule: str):
    assert search_rules(wanted, "en")[0].id == rule


def test_search_as_one_types_answers_only_the_results(browser: Visitor):
    part = browser.get("/rules", params={"q": "teahouse"}, headers={"HX-Request": "true"}).text
    assert part.lstrip().startswith('<div id="rules-found"')
    assert "<html" not in part and 'href="/rules/5.5"' in part


def test_search_needs_no_accents_and_takes_the_apostrophe_of_a_phone():
    assert [hit.id for hit in search_rules("duli", "de")] == [hit.id for hit in search_rules("Dúlì", "de")] != []
    assert search_rules("Pu\N{RIGHT SINGLE QUOTATION MARK}er", "en")
    title = next(hit.title for hit in search_rules("duli", "de") if hit.id == "14.2")
    assert title == "Was <mark>Dúlì</mark> hat"


@pytest.mark.parametrize(
    ("wanted", "language", "rule", "row"),
    [
        ("Provinzkommissar", "en", "21.2", "<mark>Provinzkommissar</mark> · province commissioner, Province Inspector"),
        ("Gastgeschenke", "de", "21.2", "<mark>Gastgeschenke</mark> · gifts for guests, Presents · Geschenke (7.1)"),
        ("Construction", "en", "21.2", "Bauhof · <mark>Construction</mark> Yard · yard (4.8)"),
        ("yuan", "de", "21.3", "<mark>Yuán</mark> · <mark>Yuan</mark> · Münzen (1.3)"),
        ("Dianmu", "en", "0.5", "temple · <mark>Dianmu</mark> Temple · <mark>Dianmu</mark>-Tempel"),
        ("grüne", "en", "21.1", "<mark>grüne</mark> Bietskala · green auction track"),
    ],
)
def test_search_finds_the_words_of_the_box_and_shows_their_row(wanted: str, language: str, rule: str, row: str):
    hit = next(hit for hit in search_rules(wanted, language) if hit.id == rule)
    assert hit.excerpt.startswith(row)


def test_search_finds_tips(browser: Visitor):
    assert "20.5" in {hit.id for hit in search_rules("short journeys", "en")}


@pytest.mark.parametrize(
    ("question", "language", "first"),
    [
        ("How does the game end?", "en", "11.1"),
        ("what happens when I am outbid", "en", "3.7"),
        ("Can I bid with a trader from a province?", "en", "2.2"),
        ("How many presents are there?", "en", "7.1"),
        ("wie endet das Spiel?", "de", "11.1"),
        ("How much does the market pay per trader?", "en", "8.1"),
        ("Does every trader in the market earn 3?", "en", "8.1"),
        ("Can I bid twice in the same building?", "en", "3.3"),
        ("May I have two traders in one building?", "en", "3.3"),
        ("When does the bank pay?", "en", "4.1"),
        ("Who can push my traders?", "en", "5.10"),
        ("Can I bid with a trader who is on the road?", "en", "2.2"),
        ("How much do three traders in the market earn?", "en", "8.1"),
        ("Can I move a trader back down the road?", "en", "5.8"),
        ("What are my coins worth at the end?", "en", "12.1"),
        ("Wann zahlt die Bank?", "de", "4.1"),
        ("Kann ich zweimal im selben Gebäude bieten?", "de", "3.3"),
        ("Was macht der Inspektor?", "de", "6.1"),
    ],
)
def test_search_answers_a_question_as_one_would_ask_a_person(question: str, language: str, first: str):
    assert search_rules(question, language)[0].id == first


def test_to_a_question_other_ways_to_play_come_after_the_standard_game_and_are_named(browser: Visitor):
    hits = {hit.id: hit.way_to_play for hit in search_rules("What does the market earn?", "en")}
    assert list(hits).index("8.1") < list(hits).index("15.12") and hits["15.12"] == "The 2013 edition"
    assert hits["8.1"] == ""
    assert "The 2013 edition" in page_text(browser.get("/rules", params={"q": "What does the market earn?"}).text)
    assert search_rules("market income", "en")[0].id == "15.12"  # no question: the rule of that name
    # Only another way to play has such a rule, so it is no answer by itself.
    assert not search_rules("Where do I find a second guards marker?", "en")


def test_where_no_rule_has_all_words_the_nearest_ones_are_shown(browser: Visitor):
    assert not search_rules("habits short journeys", "en")
    html = browser.get("/rules", params={"q": "habits short journeys"}).text
    assert "These rules come closest to “habits short journeys”:" in page_text(html)
    assert 'href="/rules/20.5"' in html and "<mark>journeys</mark>" in html
    assert next(hit.id for hit in nearest_rules("building a bridge", "en")) == "5.4"
    assert "No rule speaks of “xyzzy”." in page_text(browser.get("/rules", params={"q": "xyzzy"}).text)
    assert not nearest_rules("xyzzy", "en") and not nearest_rules("outbid", "en")


def test_to_few_rules_with_all_words_the_nearest_ones_are_added(browser: Visitor) -> None:
    wanted = "teahouse post end"
    found, near = ({hit.id for hit in look(wanted, "en")} for look in (search_rules, nearest_rules))
    assert found <= {"16.5", "16.6", "17.2"} and "12.3" in near  # tables and formats have nearly every word
    html = page_text(browser.get("/rules", params={"q": wanted}).text)
    assert html.index("17.2") < html.index("These come close, too:") < html.index("Teahouses and horse")
    assert search_rules("horse points", "en")[0].id == "12.3"  # points are VP
    assert not nearest_rules("3.7", "en")


def test_a_mistyped_word_is_taken_for_one_of_the_rules(browser: Visitor):
    html = browser.get("/rules", params={"q": "What does the inspecter do?"}).text
    assert "Rules for “What does the inspector do?”" in page_text(html) and 'href="/rules/6.1"' in html
    assert "No rule has the words “What does the inspecter do?”" in page_text(html)
    assert "No rule has" not in page_text(browser.get("/rules", params={"q": "insp"}).text)


def test_search_that_finds_nothing_says_so(browser: Visitor):
    html = page_text(browser.get("/rules", params={"q": "submarine"}).text)
    assert "No rule speaks of “submarine”." in html


def test_question_is_written_as_text(browser: Visitor):
    html = browser.get("/rules", params={"q": "<img src=x>"}).text
    assert "<img src=x>" not in html and "&lt;img" in html


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
