"""Events become sentences, in the words of the edition."""

import re
import string

import pytest

from position_builder import position
from teahorse import Game
from teahorse.game import Event
from teahorse.rules import names
from teahorse.rules.events import EVENTS, EventKind, FieldType
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.verdicts import REFUSALS
from teahorse.text.endings import reason_told, result_told
from teahorse.text.event_sentences import TEMPLATES, Template
from teahorse.text.event_sentences_to_you import TO_YOU
from teahorse.text.events import DETAILS, SCORES, tell, tell_all, tell_refusal
from teahorse.text.people import NamesForReader
from teahorse.text.refusal_sentences import BY_VALUE, COUNTED, SENTENCES
from translations import say_by


def test_every_kind_of_event_has_a_sentence_that_names_only_its_fields() -> None:
    assert set(TEMPLATES) >= DETAILS
    for key, template in TEMPLATES.items():
        kind = kind_of(key)
        for form in (template, *TO_YOU.get(key, {}).values()):
            assert {blank for sentence in sentences_of(form) for blank in blanks(sentence)} <= set(kind.fields) | GORGE
            assert form.counts in ("", *kind.fields)
    assert {kind_of(key).name for key in TEMPLATES} == {kind.name for kind in EVENTS}


GORGE = {"low", "high"}  # the two provinces of a gorge
YOU = NamesForReader({"p1": "Ann", "p2": "Bob"}, {"p1"})


def kind_of(key: str) -> EventKind:
    """The kind of event that a sentence is for: the key begins with its name."""
    return max((kind for kind in EVENTS if f"{key}-".startswith(f"{kind.name}-")), key=lambda kind: len(kind.name))


def sentences_of(template: Template) -> list[str]:
    """All forms of a sentence."""
    forms = [template.sentence] if isinstance(template.sentence, str) else template.sentence
    assert all(form.endswith(".") for form in forms)
    return [*forms, *filter(None, [template.none])]


def blanks(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field}


def test_every_score_has_words() -> None:
    assert tuple(SCORES) == names.SCORE


# --- To the reader ------------------------------------------------------------------------------------


def test_every_sentence_about_players_has_a_form_for_each_of_them_as_the_reader() -> None:
    for key, template in TEMPLATES.items():
        fields = kind_of(key).fields
        named = {blank for sentence in sentences_of(template) for blank in blanks(sentence)}
        players = {blank for blank in named if fields.get(blank) in (FieldType.PLAYER, FieldType.PERSON)}
        assert set(TO_YOU.get(key, {})) == players, key
        for field, form in TO_YOU.get(key, {}).items():
            for sentence in sentences_of(form):
                assert field not in blanks(sentence), sentence
                assert re.search(r"\b[Yy]our?\b", sentence), sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Event("bid", {"player": "p1", "building": "school", "price": 9, "source": "supply"}),
            "You bid 9 at the school.",
        ),
        (
            Event("bid", {"player": "p2", "building": "school", "price": 9, "source": "supply"}),
            "Bob bids 9 at the school.",
        ),
        (
            Event("outbid", {"player": "p1", "building": "guild", "price": 5, "by": "p2"}),
            "Bob outbids you at the guild: your trader on 5 returns to your supply.",
        ),
        (
            Event("outbid", {"player": "p2", "building": "guild", "price": 5, "by": "p1"}),
            "You outbid Bob at the guild: the trader on 5 returns to the supply.",
        ),
        (
            Event("outbid", {"player": "p1", "building": "guild", "price": 5, "by": "p1"}),
            "You raise your bid at the guild: the trader on 5 returns to your supply.",
        ),
        (Event("bids-paid", {"player": "p1", "coins": 1}), "You pay 1 coin for your bids."),
        (Event("passed", {"player": "p1", "to_market": 0}), "You pass."),
        (
            Event("traders-earned", {"player": "p1", "place": "K", "traders": 2, "gaps": 0, "coins": 20}),
            "Your 2 traders in Kang earn 20.",
        ),
        (Event("ranked", {"person": "p1", "rank": 1, "vp": 91}), "You win with 91 VP."),
    ],
)
def test_the_reader_is_you(event: Event, sentence: str) -> None:
    assert tell(event, Ruleset.of("2023", 3), YOU) == sentence


def test_a_refusal_speaks_to_the_reader() -> None:
    game = position(players={"p1": {"coins": 10}, "p2": {"coins": 30}}, buildings={"yard": {"9": "p1"}})
    for move, sentence in (
        ("bid guild 9", "You have 10 coins; with this bid your standing bids would come to 18."),
        ("bid yard 12", "You have a trader at the yard already and may not bid there again."),
        ("bid yard 9", "Your own trader is on that space."),
        ("done", "Now you are to bid; this move belongs to another part of the round."),
        ("market from Y", "You have no trader in Yunnan."),
    ):
        why = game.why_not(move)
        assert why is not None and tell_refusal(why, game.rules, YOU) == sentence
        assert "You" not in tell_refusal(why, game.rules, {"p1": "Ann"})


# --- The end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "reached", "options", "words"),
    [
        ("vp", ["p2"], {}, "Bob reached 80 VP"),
        ("vp", ["p1"], {"vp_end": 60}, "you reached 60 VP"),
        ("vp", ["p2", "p1"], {}, "you and Bob reached 80 VP"),
        ("vp", ["p2", "p1", "p3"], {}, "you, Bob and p3 reached 80 VP"),
        ("vp", ["p2", "p3"], {}, "Bob and p3 reached 80 VP"),
        ("vp", [], {}, "the limit of 80 VP is reached"),
        ("presents", [], {}, "the last present is gone"),
        ("presents", [], {"presents_end": 1}, "no more than 1 present is left"),
        ("presents", [], {"presents_end": 2}, "no more than 2 presents are left"),
        ("both", ["p2"], {}, "Bob reached 80 VP, and the last present is gone"),
        ("cap", [], {}, "round 60 is the last one"),
    ],
)
def test_the_reason_of_the_end_is_told_with_the_numbers_of_the_rules(
    reason: str, reached: list[str], options: dict[str, object], words: str
) -> None:
    assert reason_told(reason, Ruleset.of("2023", 3, options), reached, YOU) == words


def test_the_events_of_the_end_say_who_reached_the_limit() -> None:
    ended = [
        Event("game-ended", {"reason": "vp"}),
        Event("scored", {"person": "p1", "score": "track", "vp": 60}),
        Event("scored", {"person": "p2", "score": "track", "vp": 83}),
        Event("scored", {"person": "p1", "score": "presents", "vp": 90}),
    ]
    assert tell_all(ended, Ruleset.of("2023", 3), YOU)[0] == "The game is over: Bob reached 80 VP."


@pytest.mark.parametrize(
    ("totals", "sentence"),
    [
        ([("p1", 90), ("p2", 82)], "You won with 90 VP, 8 ahead of Bob."),
        ([("p1", 90), ("p2", 90)], "You won: Bob has 90 VP, too, but you win the tie."),
        ([("p2", 90), ("p1", 89)], "You came second, 1 VP behind Bob."),
        ([("p2", 90), ("p3", 80), ("p1", 70)], "You came third, 20 VP behind Bob."),
        ([("p2", 90), ("p1", 90)], "You came second, with as many VP as Bob."),
        ([("p2", 90), ("p3", 80)], "Bob won with 90 VP, 10 ahead of p3."),
    ],
)
def test_the_result_is_told_to_the_reader(totals: list[tuple[str, int]], sentence: str) -> None:
    assert result_told(totals, YOU) == sentence


# --- In the words of the edition ----------------------------------------------------------------------


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
            "p1 bids 9 at the Dragon House, with a trader from Sichuan.",
        ),
        (
            "2023",
            Event("displaced", {"player": "duli", "start": "Y", "end": "P", "by": "p1"}),
            "p1 displaces a trader of Dúli from Yunnan to Pu'er.",
        ),
        ("2023", Event("ranked", {"rank": 1, "person": "p2+p4", "vp": 9}), "Bob wins with 9 VP."),
        (
            "2023",
            Event("structure-built", {"player": "p1", "structure": "bridge", "where": "YK"}),
            "p1 builds a bridge between Yunnan and Kang.",
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
    assert told == "Ann BIDS 9 AT THE DRAGON HOUSE, WITH A TRADER FROM QAMDO."
    built = Event("structure-built", {"player": "duli", "structure": "teahouse", "where": "Y"})
    assert tell_all([built], Ruleset.of("2023", 2), {}, in_capitals) == ["DÚLI BUILDS A TEAHOUSE IN YUNNAN."]
    ended = Event("game-ended", {"reason": "presents"})
    assert tell(ended, Ruleset.of(), {}, in_capitals) == "THE GAME IS OVER: THE LAST PRESENT IS GONE."


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
