"""Search in the rules: by words, by number, and by questions as one would ask a person."""

import pytest

from teahorse.server.tables.service import TableService
from teahorse.web.learning.rulebook_pages import nearest_rules, search_rules
from teahorse.web.routes import rulebook as routes
from visitor import Visitor, page_text


@pytest.fixture
def browser(tables: TableService) -> Visitor:
    """Someone who looks something up."""
    browser = Visitor(tables)
    browser.app.router.routes.extend(routes.router.routes)
    return browser


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
