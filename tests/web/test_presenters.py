"""What all sights have in common: no blanks left, every word sayable, and nobody sees Dúli's cards."""

from hypothesis import given

from random_histories import history, position_view, positions, seats_for, texts_in
from teahorse import Game
from teahorse.server.tables.seats import colours_of
from teahorse.text.translation import Say, as_written
from teahorse.web.drawing.board import draw
from teahorse.web.presenters.animation import acts
from teahorse.web.presenters.forecast import ahead
from teahorse.web.presenters.log import rounds
from teahorse.web.presenters.offered_moves import offers
from teahorse.web.presenters.player_names import distinct_names
from teahorse.web.presenters.player_panels import panels
from teahorse.web.presenters.prompt import phase_title, question, round_steps
from teahorse.web.presenters.screen_reader import reading
from teahorse.web.presenters.spot_cards import spots
from translations import say_by
from variants import Table, over_games, policies, seeds, tables


def all_sights(game: Game, say: Say) -> list[object]:
    seats = seats_for(game.rules)
    view = position_view(game, distinct_names(game.rules, seats, say), say)
    shown = panels(view, seats)
    parts = [part(view) for part in (offers, spots, ahead, question, phase_title, round_steps)]
    return [*parts, shown, reading(view, shown)]


def log_and_acts(table: Table, seed: int, policy: str, say: Say) -> list[object]:
    game = history(table, seed, policy)
    names = distinct_names(table.rules, seats_for(table.rules), say)
    return [
        rounds(game.steps, table.rules, names, say),
        [acts(step, table.rules, names, say) for step in game.steps],
    ]


@over_games(15)
@given(tables(), seeds(), policies())
def test_no_sentence_has_a_blank_left(table: Table, seed: int, policy: str) -> None:
    sights = [all_sights(game, as_written) for game in positions(table, seed, policy, 13)]
    for text in texts_in([sights, log_and_acts(table, seed, policy, as_written)]):
        assert "{" not in text and "}" not in text and "None" not in text


@over_games(10)
@given(tables(), seeds(), policies())
def test_everything_said_goes_through_say(table: Table, seed: int, policy: str) -> None:
    """A language that marks what it is given shows what it was not given."""

    @say_by
    def marked(text: str) -> str:
        return f"<{text}>"

    for game in positions(table, seed, policy, 13):
        for offer in offers(position_view(game, {}, marked)):
            assert all(text == "" or text.startswith("<") for text in (offer.label, offer.effect, offer.why or ""))
        for spot in spots(position_view(game, {}, marked)).values():
            assert spot.title.startswith("<") and spot.text.startswith("<")
        view = position_view(game, {"p1": "<Ann>"}, marked)
        for heading, lines in reading(view, panels(view, seats_for(game.rules)))[:4]:
            assert all(line.startswith("<") for line in [heading, *lines])
        assert question(position_view(game, {}, marked)).startswith("<")


@over_games(4)
@given(seeds(), policies())
def test_nothing_shows_the_order_of_dulis_pile(seed: int, policy: str) -> None:
    for options in ({}, {"expert": True}):
        for game in positions(Table("2023", 2, options), seed, policy, 9):
            other = game.position
            other.deck[other.drawn :] = other.deck[other.drawn :][::-1].copy()
            assert all_sights(game, as_written) == all_sights(Game(game.rules, other), as_written)


def test_the_log_does_not_tell_how_the_cards_were_shuffled() -> None:
    (first, *_) = history(Table("2023", 2), 1, "uniform", 1).steps
    (round_one,) = rounds([first], Table("2023", 2).rules, {}, as_written)
    entry = round_one.parts[0].entries[0]
    assert len(first.move.split(" ")) == 17
    assert (entry.move, entry.sentences) == ("deck", ("Dúli's cards are shuffled.",))


@over_games(15)
@given(tables(), seeds(), policies())
def test_every_spot_on_the_board_has_a_label(table: Table, seed: int, policy: str) -> None:
    whole = history(table, seed, policy)
    seats = seats_for(table.rules)
    names = distinct_names(table.rules, seats, as_written)
    for row in range(0, len(whole.rows), 7):
        then = whole.as_of(row)
        view = position_view(then.game, names)
        assert {spot.name for spot in draw(then, view, colours_of(table.rules, seats)).spots} <= set(spots(view))
