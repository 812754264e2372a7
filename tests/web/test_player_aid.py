"""The player aid: the numbers of the rules in force, and what is reconstructed."""

from hypothesis import given

from position_builder import position
from random_histories import position_view
from rule_marker import rule
from table_setup import PERSON, config_for
from teahorse.rules.ruleset import Ruleset
from teahorse.server.tables.service import TableService
from teahorse.text.language import language_named
from teahorse.text.translation import as_written
from teahorse.web.presenters.player_aid import PlayerAid, player_aid
from teahorse.web.presenters.sign_cards import signs
from teahorse.web.routes import aid as aid_route
from variants import Table, over_games
from variants import tables as all_tables
from visitor import Visitor, page_text


def aid_for(
    edition: str = "2023", people: int = 3, board: dict[str, object] | None = None, **options: object
) -> PlayerAid:
    return player_aid(Ruleset.of(edition, people, options, board), as_written)


@rule("8.2", "12.3", "1.4")
def test_the_provinces_have_the_numbers_of_the_edition() -> None:
    provinces = {each.name: each for each in aid_for().provinces}
    assert list(provinces) == ["Yunnan", "Sichuan", "Kang", "Tibet", "Qinghai"]
    kang = provinces["Kang"]
    assert (kang.trader, kang.post, kang.teahouse, kang.horse, kang.presents) == (12, 6, 6, 4, 4)
    older = aid_for("2013")
    assert [each.name for each in older.provinces][2] == "Qamdo"
    assert not older.has_horse_vp


@rule("3.1", "16.3")
def test_the_buildings_say_what_they_give_and_where_prices_are_reconstructed() -> None:
    aid = aid_for()
    assert (aid.spaces.small, aid.spaces.large) == ((5, 7), (9, 12, 15))
    by_name = {building.line.title: building for building in aid.buildings}
    assert by_name["Customs"].limit == "up to 6 passes"
    temple = by_name["Temple"]
    assert temple.spaces is not None and temple.spaces.small == (5, 7, 9, 12, 15)
    assert temple.line.reconstructed == "temple"
    assert "Temple" not in {building.line.title for building in aid_for("2013").buildings}


@rule("4.1", "15.5")
def test_the_bank_is_shown_once_or_for_each_space() -> None:
    (bank,) = aid_for().banks
    assert bank.pays[0] == (0, 0) and dict(bank.pays)[70] == 23 and bank.reconstructed == "bank_high"
    high, low = aid_for("2013").banks
    assert (high.title, low.title, dict(low.pays)[75], low.reconstructed) == ("Bank, high", "Bank, low", 14, "bank_low")


def test_numbers_of_a_printed_board_are_not_reconstructed() -> None:
    aid = aid_for(board={"temple": [9, 12, 15]})
    temple = aid.buildings[-1]
    assert temple.spaces is not None and temple.spaces.small == (9, 12, 15)
    assert temple.line.reconstructed == ""
    assert aid.gorges.reconstructed == "gorges"


@rule("11.1", "13.7", "15.18")
def test_the_endings_are_those_in_force() -> None:
    assert aid_for().endings[:2] == ("Someone has 80 VP or more.", "No presents are left in the provinces.")
    assert aid_for(expert=True).endings == ("No presents are left in the provinces.", "Round 60 is over.")
    two = aid_for("2013", 2)
    assert two.endings[:2] == ("Someone has 100 VP or more.", "At most 2 presents are left in the provinces.")


@rule("12.1", "12.2", "15.14")
def test_the_final_scoring_has_every_source_of_points() -> None:
    by_title = {line.title: line for line in aid_for().scoring}
    assert by_title["Coins"].text == "1 VP for every 3"
    assert by_title["Border passes"].steps == ((2, 0), (3, 1), (4, 4), (5, 9), (6, 16))
    assert by_title["Teahouses"].text == "by province, as above"
    older = {line.title: line for line in aid_for("2013").scoring}
    assert older["Teahouses"].text == "12 VP each, in any province"
    assert "The horse" not in older


def test_variants_are_told_in_their_games_only() -> None:
    assert aid_for().variants == ()
    assert [line.rule for line in aid_for(expert=True).variants] == ["13.1", "13.5"]
    (profi,) = aid_for("2013", profi=True).variants
    assert "9 VP less the number of the round, but at least 2" in profi.text
    assert [line.rule for line in aid_for(people=2).variants] == ["14"]


@over_games(10)
@given(all_tables())
def test_every_table_has_an_aid_in_german(table: Table) -> None:
    aid = player_aid(table.rules, language_named("de").say)
    assert all(line.text and "{" not in line.text for line in (*aid.round, *aid.pieces, *aid.city, *aid.variants))


def test_the_aid_is_a_page_of_its_own_and_a_part_for_the_drawer(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON, expert=True))
    visitor = Visitor(tables)
    visitor.app.router.routes.extend(aid_route.router.routes)
    page, part = visitor.get(f"/t/{table_id}/aid"), visitor.get(f"/t/{table_id}/aid?part=1")
    assert "<html" in page.text and "<html" not in part.text
    assert "Edition 2023 · Expert" in page_text(part.text)
    assert '<a class="provenance" href="/rules/data#bank_high"' in part.text


# --- Signs on the board -----------------------------------------------------------------------------------


@rule("0.9", "11.1")
def test_signs_on_the_board_say_what_they_are() -> None:
    game = position(phase="convert", to_move="p3", players={"p3": {"market": 1, "income": 3}, "p1": {"vp": 12}})
    told = signs(position_view(game, {"p1": "Ann", "p2": "Bob", "p3": "Cid"}))
    assert told["inspector"].rule == "6.2" and told["blocker"].rule == "4.9"
    assert told["order-blue"].text == "For bidding and resolving: Ann, Bob and Cid."
    assert told["order-gray"].text.endswith("reversed: Cid, Bob and Ann.")
    assert told["points-p1"].title == "Ann: 12 VP" and "With 80 VP the game ends" in told["points-p1"].text
    assert told["income-p3"].title == "Cid: income 3" and "income-p1" not in told


def test_there_is_no_blocker_without_a_temple_and_no_limit_without_one() -> None:
    assert "blocker" not in signs(position_view(position("2013", 3)))
    expert = signs(position_view(position("2023", 3, {"expert": True})))
    assert "ends after the round" not in expert["points-p1"].text
