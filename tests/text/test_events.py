"""Events become sentences, in the words of the edition."""

import string

import pytest

from position_builder import position
from teahorse import Game
from teahorse.game import Event
from teahorse.rules.events import EVENTS
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.verdicts import REFUSALS
from teahorse.text.events import (
    BY_STRUCTURE,
    DETAILS,
    REASONS,
    SCORES,
    TEMPLATES,
    Template,
    tell,
    tell_all,
    tell_refusal,
)
from teahorse.text.refusal_sentences import BY_VALUE, COUNTED, SENTENCES
from translations import say_by


def test_every_kind_of_event_has_a_sentence_that_names_only_its_fields() -> None:
    assert sorted([*TEMPLATES, *BY_STRUCTURE]) == sorted(kind.name for kind in EVENTS)
    assert set(TEMPLATES) >= DETAILS
    for kind in EVENTS:
        template = TEMPLATES.get(kind.name, Template(""))
        forms = [template.sentence] if isinstance(template.sentence, str) else template.sentence
        for sentence in filter(None, (*forms, template.none, *BY_STRUCTURE.get(kind.name, {}).values())):
            named = {field for _, field, _, _ in string.Formatter().parse(sentence) if field}
            assert named <= set(kind.fields), kind
            assert sentence.endswith(".")
        assert template.counts in ("", *kind.fields)


def test_every_reason_and_score_has_words() -> None:
    from teahorse.rules import names

    assert tuple(REASONS) == names.REASON
    assert tuple(SCORES) == names.SCORE


@pytest.mark.parametrize(
    ("edition", "event", "sentence"),
    [
        ("2023", Event("passed", {"player": "p1", "to_market": 0}), "p1 passes."),
        (
            "2023",
            Event("passed", {"player": "p1", "to_market": 1}),
            "p1 passes; one trader goes from the supply to the market.",
        ),
        ("2023", Event("horse-advanced", {"player": "p2", "place": "K"}), "The horse of Bob reaches Kang."),
        ("2013", Event("horse-advanced", {"player": "p2", "place": "K"}), "The horse of Bob reaches Qamdo."),
        (
            "2013",
            Event("bid", {"player": "p1", "building": "guild", "price": 9, "source": "S"}),
            "p1 bids 9 in the Dragon House, with a trader from Sichuan.",
        ),
        (
            "2023",
            Event("displaced", {"player": "duli", "start": "Y", "end": "P", "by": "p1"}),
            "p1 displaces a trader of Dúli from Yunnan to Pu'er.",
        ),
        ("2023", Event("ranked", {"rank": 1, "person": "p2+p4", "vp": 9}), "Bob comes in at number 1 with 9 VP."),
        (
            "2023",
            Event("structure-built", {"player": "p1", "structure": "bridge", "where": "YK"}),
            "p1 builds a bridge at YK.",
        ),
    ],
)
def test_a_sentence_for_an_event(edition: str, event: Event, sentence: str) -> None:
    assert tell(event, Ruleset.of(edition, 3), {"p2": "Bob"}) == sentence


def test_a_whole_round_is_told_without_a_blank_left() -> None:
    game = position(
        people=3,
        phase="travel",
        to_move="p1",
        players={
            "p1": {"horse": "K", "provinces": {"Y": 1, "K": 2}, "market": 1, "influence": 2},
            "p2": {"horse": "S", "provinces": {"S": 2}},
        },
    )
    game.play("done")
    told = tell_all(game.events, game.rules)
    assert "The inspector visits Sichuan, where the revenue is highest." in told
    assert "2 traders of p1 in Kang have no route to Pu'er and go to the market." in told
    assert not any("{" in sentence for sentence in told)


def test_games_of_all_kinds_are_told_from_start_to_end() -> None:
    for edition, people, options in (("2023", 2, {"expert": True}), ("2013", 2, {"debt": True})):
        game = Game.new(edition, people, options, seed=3)
        while not game.is_over and game.round < 6:
            legal = game.legal_moves()
            game.play(legal[len(game.moves) * 7 % len(legal)])
            assert all(tell_all(game.events, game.rules))


# --- In other languages -------------------------------------------------------------------------------


@say_by
def in_capitals(text: str) -> str:
    """A language that anyone can check: capitals, but for the blanks."""
    parts = string.Formatter().parse(text)
    return "".join(words.upper() + (f"{{{blank}}}" if blank else "") for words, blank, _, _ in parts)


def test_every_refusal_has_one_sentence() -> None:
    assert sorted([*SENTENCES, *COUNTED, *BY_VALUE]) == sorted(refusal.code for refusal in REFUSALS[1:])


def test_an_event_is_told_in_another_language_with_names_left_alone() -> None:
    event = Event("bid", {"player": "p1", "building": "guild", "price": 9, "source": "K"})
    told = tell(event, Ruleset.of("2013", 3), {"p1": "Ann"}, in_capitals)
    assert told == "Ann BIDS 9 IN THE DRAGON HOUSE, WITH A TRADER FROM QAMDO."
    built = Event("structure-built", {"player": "duli", "structure": "teahouse", "where": "Y"})
    assert tell_all([built], Ruleset.of("2023", 2), {}, in_capitals) == ["DÚLI BUILDS A TEAHOUSE AT YUNNAN."]
    ended = Event("game-ended", {"reason": "presents"})
    assert tell(ended, Ruleset.of(), {}, in_capitals) == "THE GAME IS OVER: HARDLY ANY PRESENTS ARE LEFT."


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("build post Q", "Bob HAS NO POST IN THE SUPPLY TO BUILD."),
        ("go Y-S", "Bob HAS NO TRADER IN YUNNAN."),
        ("bid school 9", "NOW Bob IS TO BUILD AND TRAVEL; THIS MOVE BELONGS TO ANOTHER PART OF THE ROUND."),
        ("go P-K", "TRADERS GO NO FARTHER THAN THE HORSE, AND Bob'S IS IN SICHUAN."),
    ],
)
def test_a_refusal_is_told_in_another_language_with_names_left_alone(move: str, sentence: str) -> None:
    game = position(phase="travel", to_move="p2", players={"p2": {"horse": "S", "market": 1}})
    why = game.why_not(move)
    assert why is not None
    assert tell_refusal(why, game.rules, {"p2": "Bob"}, in_capitals) == sentence
    assert tell_refusal(why, game.rules) == why.sentence


def test_what_a_refusal_mentions_is_in_the_notation() -> None:
    game = position("2013", players={"p1": {"provinces": {"K": 1}, "horse": "K"}}, buildings={"guild": {"9": "p2"}})
    why = game.why_not("bid guild 7 from K")
    assert why is not None
    assert why.parameters["building"] == "guild"
    assert (why.parameters["source"], why.parameters["sources"]) == ("K", ("K",))
    assert (why.parameters["higher"], why.parameters["prices"]) == ("p2", (5, 7, 9, 12, 15))
    assert tell_refusal(why, game.rules, {"p2": "Bob"}).endswith("Bob stands on 9.")


def test_a_number_changes_the_sentence_of_a_refusal() -> None:
    for coins, sentence in ((1, "p1 has 1 coin; with this bid"), (2, "p1 has 2 coins; with this bid")):
        why = position(players={"p1": {"coins": coins}}).why_not("bid school 5")
        assert why is not None and why.sentence.startswith(sentence)
