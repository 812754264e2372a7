"""A new game: what the form says becomes a table, or comes back with a sentence at every field in question."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from plugin_package import plugin_package
from teahorse.bots import bot_named
from teahorse.bots.levels import levels
from teahorse.rules.switches import SWITCHES
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService
from teahorse.text.language import language_named
from teahorse.text.translation import as_written
from teahorse.web.new_game.config_from_form import FormError, config_from_form
from teahorse.web.new_game.form import NewGame, read_form
from teahorse.web.new_game.house_rules import CHOICE_WORDS, choices_of, house_rules
from visitor import Visitor, page_text

BOARD = "temple = [2, 4]\n"


def wished(**fields: str) -> GameConfig:
    """The table that a form makes with these fields; blanks stand for the hyphens in their names."""
    return config_from_form(read_form(_named(fields), 5), as_written)


def problems(**fields: str) -> dict[str, str]:
    with pytest.raises(FormError) as unclear:
        wished(**fields)
    return unclear.value.problems


def _named(fields: dict[str, str]) -> dict[str, str]:
    """Field names as Python can write them: `name_1` is `name-1`, `house_vp_end` is `house-vp_end`."""
    return {re.sub(r"^(who|name|colour|second|temper|house)_", r"\1-", name): value for name, value in fields.items()}


# --- What becomes of the form ---------------------------------------------------------------------------


def test_the_form_as_it_opens_is_you_against_two_bots() -> None:
    wish = wished(order="listed")
    assert (wish.rules.edition, wish.rules.people, wish.rules.options, wish.seed) == ("2023", 3, {}, 5)
    assert wish.seats == (
        Seat("Red", ("red",)),
        Seat("Tashi", ("blue",), "caravaner"),
        Seat("Lan", ("black",), "merchant"),
    )
    assert (wish.kind, wish.take_back) == ("game", None)  # the seats decide


def test_seats_are_filled_as_written() -> None:
    wish = wished(
        people="4", order="listed", name_1="  Ann \u200b B.\t", who_2="master", temper_2="racer", colour_2="purple",
        who_3="person", name_3="Bo", who_4="merchant", temper_4="builder", take_back="bots", seed="77",
    )  # fmt: skip
    assert wish.seats == (
        Seat("Ann B.", ("red",)),
        Seat("Tashi", ("purple",), "master/racer"),
        Seat("Bo", ("black",)),
        Seat("Dorje", ("yellow",), "merchant"),  # building is a merchant's temper anyway
    )
    assert (wish.take_back, wish.seed) == ("bots", 77)


def test_the_form_suggests_undo_past_bots_to_one_person_until_someone_chooses() -> None:
    def checked(**fields: str) -> str:
        form = read_form(_named(fields), 5).adapted()
        return form.take_back or form.suggested_take_back

    assert checked() == "bots"
    assert checked(take_back="bots", take_back_shown="bots", who_2="person") == "turn"
    assert checked(take_back="turn", take_back_shown="bots") == "turn"  # chosen
    assert checked(take_back="bots", take_back_shown="turn", who_2="person") == "bots"


@pytest.mark.parametrize("level", levels())
def test_every_level_can_sit_down(level: str) -> None:
    assert wished(order="listed", who_1=level).seats[0].bot == level


def test_the_grandmaster_is_offered_where_the_network_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.bots.levels.network_plays", lambda rules: rules.people == 5)
    assert wished(people="5", order="listed", who_1="grandmaster", temper_1="racer").seats[0].bot == "grandmaster"
    assert "who-1" in problems(people="4", who_1="grandmaster")
    assert bot_named("grandmaster").name == "grandmaster"


def test_a_grandmaster_makes_room_for_a_master_where_the_network_does_not_play(
    monkeypatch: pytest.MonkeyPatch, tables: TableService
) -> None:
    monkeypatch.setattr("teahorse.bots.levels.network_plays", lambda rules: rules.people == 3)
    seats = {"who-1": "person", "who-2": "grandmaster", "who-3": "merchant"}
    assert read_form(seats | {"people": "3"}, 1).adapted().seats[1].who == "grandmaster"
    seat = read_form(seats | {"people": "5"}, 1).adapted().seats[1]
    assert seat.who == "master" and seat.is_for_grandmaster
    visitor = Visitor(tables)
    said = page_text(visitor.post("/new", data=seats | {"people": "5", "update": "1"}).text)
    assert "No grandmaster plays by these rules, so a master sits here." in said
    assert "Grandmaster (not by these rules)" in said
    assert "(not by these rules)" not in visitor.post("/new", data=seats | {"people": "3", "update": "1"}).text


def test_a_bot_of_an_installed_package_can_sit_down_and_has_no_temper(tmp_path: Path) -> None:
    assert "who-2" in problems(who_2="stubborn")
    with plugin_package(tmp_path):
        seats = wished(order="listed", who_2="stubborn", temper_2="racer").seats
    assert seats[1].bot == "stubborn"


def test_variants_set_their_switches() -> None:
    assert wished(variant="expert").rules.options == {"double_bidding": True, "guards": True}
    assert wished(edition="2013", variant="profi").rules.options == {"debt": True}


def test_house_rules_go_before_the_variant() -> None:
    rules = wished(variant="expert", house_guards="no", house_vp_end="90", house_teahouse_vp="12").rules
    assert rules.options == {"teahouse_vp": (12,) * 5, "double_bidding": True, "vp_end": 90}


def test_two_people_play_with_duli_or_two_colours_each() -> None:
    assert wished(people="2").rules.has_duli
    wish = wished(people="2", house_two_players="two-colours", order="listed", who_2="person")
    assert [seat.colours for seat in wish.seats] == [("red", "black"), ("blue", "yellow")]
    assert [seat.name for seat in wish.seats] == ["Red and Black", "Blue and Yellow"]


def test_how_two_play_is_of_no_interest_to_three() -> None:
    assert wished(people="3", house_two_players="two-colours").rules.options == {}


def test_chance_seats_people_by_the_seed_and_otherwise_the_list_does() -> None:
    listed = wished(people="5", order="listed", seed="1").seats
    orders = {wished(people="5", seed=str(seed)).seats for seed in range(20)}
    assert len(orders) > 10 and all(set(seats) == set(listed) for seats in orders)
    assert wished(people="5", seed="3") == wished(people="5", seed="3")


def test_a_board_of_ones_own_is_played_on() -> None:
    wish = wished(board_name="mine.toml", board_text=BOARD)
    assert wish.rules.board == {"temple": [2, 4]}
    assert wished(board_name="mine.json", board_text='{"temple": [2, 4]}').rules.board == wish.rules.board


def test_names_that_nobody_gave_are_no_one_elses() -> None:
    wish = wished(order="listed", name_1="Tashi", name_2="Lan", who_3="person", colour_3="black")
    assert [seat.name for seat in wish.seats] == ["Tashi", "Lan", "Black"]
    assert wished(order="listed", name_1="tashi").seats[1].name == "Tashi 2"
    assert wished(order="listed", name_3="Red").seats[0].name == "Red 2"


def test_someone_with_an_account_is_called_by_its_name() -> None:
    form = read_form(_named({"who_2": "person", "order": "listed"}), 5)
    assert replace(form, reader="Ann").names(as_written) == ["Ann", "Blue", "Lan"]


def test_names_that_nobody_gave_are_in_the_readers_language() -> None:
    german = language_named("de")
    assert config_from_form(NewGame("1", order="listed"), german.say).seats[0].name == german.say("Red")


# --- What makes no sense ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", "1999"), ("variant", "easy"), ("variant", "profi"), ("order", "me first"), ("take_back", "always"),
        ("people", "1"), ("people", "6"), ("people", "three"), ("people", ""), ("people", "٣"), ("people", "9" * 5000),
        ("seed", "-1"), ("seed", "1.5"), ("seed", "tea"), ("seed", "2147483648"), ("seed", "²"),
        ("who_2", "nobody"), ("who_2", "evil.py:Bot"), ("who_2", "search:99999"), ("temper_2", "angry"),
        ("name_1", "x" * 25), ("colour_1", "green"), ("colour_1", "blue"),
        ("house_vp_end", "0"), ("house_vp_end", "many"), ("house_teahouse_vp", "1 2 3"), ("house_bank", "closed"),
    ],
)  # fmt: skip
def test_a_field_that_makes_no_sense_gets_a_sentence(field: str, value: str) -> None:
    found = problems(**{field: value})
    expected = {"temper_2": "who-2", "colour_1": "colour-2" if value == "blue" else "colour-1"}
    assert set(found) == {expected.get(field, next(iter(_named({field: ""}))))}
    assert all(sentence.endswith(".") for sentence in found.values())


def test_all_problems_are_told_at_once() -> None:
    assert set(problems(edition="1999", seed="x", name_1="x" * 30, colour_3="red")) == {
        "edition", "seed", "name-1", "colour-3",
    }  # fmt: skip


def test_no_two_people_have_the_same_name() -> None:
    assert problems(name_1="Ann", name_3="ANN") == {"name-3": "Someone else is called ANN; choose another name."}
    assert wished(name_1="Ann", name_4="Ann").rules.people == 3  # the fourth seat is empty


def test_no_two_colours_of_two_people_are_the_same() -> None:
    fields = {"people": "2", "house_two_players": "two-colours", "second_2": "red"}
    assert set(problems(**fields)) == {"colour-2"}


def test_names_may_have_24_letters() -> None:
    assert wished(order="listed", name_1="x" * 24).seats[0].name == "x" * 24


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("mine.toml", "temple = [", "mine.toml can't be read as TOML"),
        ("mine.json", "[1]", "mine.json must be a set of named tables"),
        ("mine.toml", "temple = [4, 2]", "goes up from price to price"),
        ("mine.toml", "lake = 1", "no table 'lake'"),
        ("mine.toml", "a." * 20_000 + "a = 1", "a key has more than 10 parts"),
        ("mine.toml", "temple = " + "[" * 970, "nested more than 50 levels deep"),
        ("mine.json", "[" * 970, "nested more than 50 levels deep"),
        ("mine.json", " " * 1_000_000, "longer than 100000 characters"),
        ("mine.json", '{"' + "x" * 99_000 + '": 1}', "no table 'xxx"),
    ],
)
def test_a_board_that_makes_no_sense_gets_a_sentence(name: str, text: str, said: str) -> None:
    sentence = problems(board_name=name, board_text=text)["board"]
    assert said in sentence and len(sentence) < 1500


# --- What follows from a choice -----------------------------------------------------------------------------


def test_another_edition_brings_its_own_ways() -> None:
    form = NewGame("1", edition="2013", variant="expert", people="2", house={"two_players": "duli", "vp_end": "70"})
    adapted = form.adapted()
    assert adapted.variant == "standard"
    assert adapted.house == {"vp_end": "70"}
    assert adapted.has_two_colours


def test_a_way_for_two_that_was_chosen_stays() -> None:
    form = NewGame("1", people="2", house={"two_players": "two-colours"})
    assert form.adapted() == form


@pytest.mark.parametrize("people", ["2", "3", "5"])
@pytest.mark.parametrize("two_players", ["duli", "two-colours"])
def test_after_a_change_no_colour_is_there_twice(people: str, two_players: str) -> None:
    usual = NewGame("1", people=people, house={"two_players": two_players})
    everyone_red = replace(usual, seats=tuple(replace(seat, colours=("red", "red")) for seat in usual.seats))
    wish = config_from_form(everyone_red.adapted(), as_written)
    colours = [colour for seat in wish.seats for colour in seat.colours]
    assert len(set(colours)) == len(colours) and set(colours) <= set(COLOURS)
    assert "red" in colours


# --- House rules ----------------------------------------------------------------------------------------------


def test_every_switch_of_the_rules_is_a_house_rule_with_words() -> None:
    rules = house_rules("2023", 3, {})
    assert [rule.name for rule in rules] == list(SWITCHES)
    for rule in rules:
        assert rule.word and rule.rules
        for choice in rule.choices:
            assert choice.isdigit() or choice in CHOICE_WORDS


def test_switches_that_take_few_words_offer_these() -> None:
    assert choices_of(SWITCHES["temple"]) == ("yes", "no")
    assert choices_of(SWITCHES["posts_per_province"]) == ("1", "2")
    assert choices_of(SWITCHES["vp_end"]) == choices_of(SWITCHES["horse_vp"]) == ()


def test_what_is_usual_follows_from_the_other_choices() -> None:
    def usual(edition: str, people: int, **options: object) -> dict[str, str]:
        return {rule.name: rule.default for rule in house_rules(edition, people, options)}

    assert (usual("2023", 3)["temple"], usual("2013", 3)["temple"]) == ("yes", "no")
    assert usual("2023", 3)["vp_end"] == usual("2023", 3, vp_end="90")["vp_end"] == "80"
    assert usual("2023", 3, guards="yes")["vp_end"] == "none"
    assert usual("2013", 2)["vp_end"] == "100"
    assert usual("2023", 3, vp_end="many", guards="yes")["vp_end"] == "none"


# --- The page ---------------------------------------------------------------------------------------------------


def test_opening_the_page_and_pressing_start_gives_a_table(tables: TableService) -> None:
    visitor = Visitor(tables)
    page = visitor.get("/new").text
    fields = dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]+)"[^>]* checked', page))
    assert fields["edition"] == "2023" and fields["people"] == "3"
    answer = visitor.post("/new", data=fields)
    assert answer.status_code == 303
    found = re.fullmatch(r"/t/(\w{10})/sit/(\w{22})", answer.headers["location"])
    assert found is not None
    table = tables.open(found[1])
    assert table.players_of([found[2]]) and len(table.seats) == 3


def test_a_form_without_a_field_starts_the_usual_game_each_with_its_own_luck(tables: TableService) -> None:
    tables_made = [tables.open(Visitor(tables).post("/new").headers["location"].split("/")[2]) for _ in range(3)]
    assert {table.rules.people for table in tables_made} == {3}
    assert len({table.seed for table in tables_made}) > 1


def test_what_is_wrong_stands_at_its_field_and_nothing_is_lost(tables: TableService) -> None:
    fields = {"name-1": 'A "quoted" <b>', "seed": "tea", "house-vp_end": "many", "people": "4", "who-4": "master"}
    answer = Visitor(tables).post("/new", data=fields)
    assert answer.status_code == 422
    page = answer.text
    assert 'value="A &#34;quoted&#34; &lt;b&gt;"' in page
    assert re.search(r'id="seed"[^>]* value="tea"[^>]* aria-invalid="true" aria-describedby="problem-seed"', page)
    assert re.search(r'id="house-vp_end"[^>]* value="many"[^>]* aria-invalid="true"', page)
    assert re.search(r'<select id="who-4".*?<option value="master" selected>', page, re.DOTALL)
    assert "The seed is a whole number" in page_text(page) and "This takes none, or 1 and more." in page_text(page)
    assert '<details class="card house" id="house-rules" open>' in page


def test_asking_for_an_update_adapts_the_page_and_starts_nothing(tables: TableService) -> None:
    fields = {"update": "1", "edition": "2013", "edition_shown": "2023", "people": "5", "name-5": "Eve", "seed": "x"}
    answer = Visitor(tables).post("/new", data=fields)
    assert answer.status_code == 200 and "problem-seed" not in answer.text
    assert 'name="variant" value="profi"' in answer.text and 'value="expert"' not in answer.text
    assert re.search(r'<li class="seat" id="seat-5" >', answer.text) and 'value="Eve"' in answer.text
    assert "default: high and low" in answer.text


def test_a_script_gets_only_the_form(tables: TableService) -> None:
    answer = Visitor(tables).post("/new", data={"update": "1"}, headers={"hx-request": "true"})
    assert answer.text.lstrip().startswith('<form id="new"')


def test_seats_that_nobody_sits_in_are_hidden_but_kept(tables: TableService) -> None:
    page = Visitor(tables).post("/new", data={"update": "1", "people": "2", "name-4": "Dee"}).text
    hidden = re.findall(r'<li class="seat" id="seat-(\d)" hidden>', page)
    assert hidden == ["3", "4", "5"] and 'value="Dee"' in page


def test_an_uploaded_board_is_kept_while_something_else_is_wrong(tables: TableService) -> None:
    visitor = Visitor(tables)
    answer = visitor.post("/new", data={"seed": "x"}, files={"board": ("mine.toml", BOARD.encode())})
    assert answer.status_code == 422 and "problem-board" not in answer.text
    assert 'name="board_name" value="mine.toml"' in answer.text
    kept = re.search(r'<textarea name="board_text" hidden>\n(.*?)</textarea>', answer.text, re.DOTALL)
    assert kept is not None and kept[1] == BOARD
    fields = {"seed": "1", "board_name": "mine.toml", "board_text": kept[1]}
    table_id = visitor.post("/new", data=fields).headers["location"].split("/")[2]
    assert tables.open(table_id).rules.board == {"temple": [2, 4]}
    without = visitor.post("/new", data=fields | {"no_board": "1"}).headers["location"].split("/")[2]
    assert tables.open(without).rules.board is None


@pytest.mark.parametrize("data", [b"\xff\xfe", b" " * 100_001], ids=["no text", "too large"])
def test_an_unreadable_board_file_gets_a_sentence(tables: TableService, data: bytes) -> None:
    answer = Visitor(tables).post("/new", files={"board": ("mine.toml", data)})
    assert answer.status_code == 422 and 'id="problem-board"' in answer.text


def test_the_switches_of_the_page_are_those_of_the_rules(tables: TableService) -> None:
    page = Visitor(tables).get("/new").text
    fields = re.findall(r'name="house-(\w+)"', page)
    assert fields == [name for name in SWITCHES if name != "two_players"]
    assert 'href="/rules/15.4"' in page


def test_the_page_is_there_in_german(tables: TableService) -> None:
    visitor = Visitor(tables)
    visitor.cookies.set("language", "de")
    page = visitor.get("/new").text
    assert '<html lang="de"' in page and language_named("de").say("Who plays") in page


def test_the_page_offers_the_bots_of_installed_packages(tables: TableService, tmp_path: Path) -> None:
    visitor = Visitor(tables)
    assert "stubborn" not in visitor.get("/new").text
    with plugin_package(tmp_path):
        page = visitor.get("/new?who-2=stubborn").text
        assert '<option value="stubborn" selected>stubborn</option>' in page
        assert "from the package teahorse-stubborn 1.2" in page
        answer = visitor.post("/new", data={"who-2": "stubborn", "order": "listed"})
        assert "teahorse_stubborn" not in sys.modules  # its code does not run in the server
    assert tables.open(answer.headers["location"].split("/")[2]).seats[1].bot == "stubborn"
