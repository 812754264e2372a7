"""Who must agree to an undo or a pause: exactly those whom it concerns."""

from hypothesis import given
from hypothesis import strategies as st

from teahorse.server.tables.consent import IMPOSSIBLE, Played, needed_for_pause, undo_terms

PEOPLE = frozenset({0, 1, 2})


def played(*seats: int | None) -> list[Played]:
    return [Played(seat, seat is None) for seat in seats]


def test_those_who_moved_since_must_agree_and_nobody_else() -> None:
    assert undo_terms(played(0, 1, 2), {0}, PEOPLE) == (3, {1, 2})
    assert undo_terms(played(2, 0, 1), {0}, PEOPLE) == (2, {1})
    assert undo_terms(played(1, 0), {0}, PEOPLE) == (1, frozenset())


def test_bots_always_agree() -> None:
    assert undo_terms(played(0, 1, 2), {0}, {0, 2}) == (3, {2})


def test_a_revealed_card_stays_revealed() -> None:
    assert undo_terms(played(0, 1, None, 2), {0}, PEOPLE) == IMPOSSIBLE
    assert undo_terms([Played(0, True), Played(1, False)], {0}, PEOPLE) == IMPOSSIBLE
    assert undo_terms(played(None, 0, 1), {0}, PEOPLE) == (2, {1})


MOVES = st.lists(st.builds(Played, st.none() | st.integers(0, 4), st.sampled_from([False] * 9 + [True])), max_size=30)
SEATS = st.frozensets(st.integers(0, 4))


@given(MOVES, SEATS, SEATS)
def test_the_terms_of_any_undo(moves: list[Played], own: frozenset[int], people: frozenset[int]) -> None:
    steps, needed = undo_terms(moves, own, people)
    if steps:
        taken_back = moves[-steps:]
        assert taken_back[0].seat in own and not any(move.seat in own for move in taken_back[1:])
        assert not any(move.reveals for move in taken_back)
        assert needed == {move.seat for move in taken_back[1:]} & people
    else:
        own_moves = [number for number, move in enumerate(moves) if move.seat in own]
        assert not own_moves or any(move.reveals for move in moves[own_moves[-1] :])


def test_a_pause_needs_everyone_else_who_plays() -> None:
    assert needed_for_pause({0}, PEOPLE) == {1, 2}
    assert needed_for_pause(PEOPLE, PEOPLE) == frozenset()
