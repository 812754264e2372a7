"""What hints and reviews know of positions: from the network where its weights name the table, else from a search.

Both come as the same data. The network adds what it expects (`Expectation`), and compares moves on equal terms: the
positions after the best move and after the one that was made get searches of the same length.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..bank import total_of_bids
from ..game import Game
from ..rules import names
from .bot import UNWATCHED, Budget, Considered, Watch
from .levels import levels
from .network.expectation import expectation
from .network.network_search import NetworkSearchBot
from .network.search import Settings
from .network.tables import network_advises
from .search_bot import SearchBot
from .worth_naming import events_if_all_are_done, position_after, worth_naming

ADVISER = "master"  # the level of hints
MOST_SECONDS = 10.0  # for a hint; on a slow machine it makes fewer simulations
NETWORK_SIMULATIONS = 3000  # of a hint: a third of a second on one core
ADVISING = Settings(doubt=0.25)  # so that a hint can compare moves that the network would hardly ever make
TRUSTED = 0.1  # of the visits of the most visited move: the chances of these moves can be compared
EQUAL = 0.015  # of the chance to win: two searches of one position differ by about as much
LINES = 4  # moves of a hint that come with the moves and results expected after them
GLANCE, LOOK = 48, 240  # simulations of a review: for every position, and where a move seems to have cost something
WORTH_A_LOOK = 0.02  # of the chance to win
FAIR_LOOK = 5000  # simulations for a move that a hint's search gave up early
FAIRLY_LOOKED_AT = 3  # of these moves: as many as a hint shows beside the best one

Values = tuple[float, ...]
"""Each person's chance to win."""


@dataclass(frozen=True)
class Analysis:
    """An estimate of a position and of the move that was made there.

    The move made has no values if the search did not consider it. `loss` is what the move made cost its player, and
    `gains` how many more points the best move would have brought, by line of the score sheet; only the network says
    so.
    """

    values: Values
    best: str
    best_values: Values
    made_values: Values | None
    lowest_values: Values
    loss: float | None = None
    gains: tuple[float, ...] = ()


def advise(game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
    """A ranking of the moves for a hint; the best ones with what is expected after them."""
    bot = _adviser(game)
    ranked = worth_naming(game, bot.consider(game, budget or hint_budget(game), watch))
    ranked = _with_certain_wins(game, _with_fair_looks(game, ranked, watch))
    told = bot.lines(game, ranked[:LINES])
    if network_advises(game.rules):
        player = names.PLAYER.index(str(game.to_move))
        told = [replace(each, expects=expectation(position_after(game, each.move), player)) for each in told]
    return told + ranked[LINES:]


def hint_budget(game: Game) -> Budget:
    """The budget of a hint, and of a review's second look at a costly move."""
    simulations = NETWORK_SIMULATIONS if network_advises(game.rules) else levels()[ADVISER].simulations
    return Budget(simulations, MOST_SECONDS)


def first_choice(game: Game, ranked: Sequence[Considered], person: int) -> Considered:
    """The move that a hint recommends: of those that the search looked at often, the one that wins most.

    A move that brings nothing by itself, costs income now or only waits is left to those who see why: if another one is
    as good, that is recommended.
    Of conversions that win the game in this round, whatever the others do, the largest one does.
    """
    winning = [each for each in ranked if _wins_this_round(game, each.move, person)]
    if winning:
        return max(winning, key=lambda each: _converted(each.move))
    trusted = [each for each in ranked if is_trusted(each, ranked)]
    best = max(trusted, key=lambda each: each.values[person])
    if not _needs_a_reason(game, best.move):
        return best
    as_good = [each for each in trusted if best.values[person] - each.values[person] < EQUAL]
    plain = [each for each in as_good if not _needs_a_reason(game, each.move)]
    return max(plain, key=lambda each: each.values[person]) if plain else best


def _with_fair_looks(game: Game, ranked: Sequence[Considered], watch: Watch) -> list[Considered]:
    """The same moves; the best of those that the search gave up early get a fair look, as in a review.

    What it says about them is rough: such a move seems as good as the best one, and the next hint knows better. The
    others of them are not worth naming, so they lose their visits.
    """
    if network_advises(game.rules) or game.rules.has_duli:
        return list(ranked)
    person = int(game.rules.record.person[names.PLAYER.index(str(game.to_move))])
    given_up = [each for each in ranked if each.visits and not is_trusted(each, ranked)]
    given_up.sort(key=lambda each: -each.values[person])
    fair = {
        each.move: replace(each, values=_values_after(game, each.move, watch))
        for each in given_up[:FAIRLY_LOOKED_AT]
        if not _is_chance_after(game, each.move)
    }
    unknown = {each.move: replace(each, visits=0) for each in given_up if each.move not in fair}
    return [(fair | unknown).get(each.move, each) for each in ranked]


def _with_certain_wins(game: Game, ranked: Sequence[Considered]) -> list[Considered]:
    """The same moves; those that win the game in this round, whatever the others do, have a chance of 1.

    A search also tries bad moves of the others and of the player later in the round, so it says less.
    """
    person = int(game.rules.record.person[names.PLAYER.index(str(game.to_move))])
    won = tuple(float(each == person) for each in range(game.rules.people))
    return [replace(each, values=won) if _wins_this_round(game, each.move, person) else each for each in ranked]


def _converted(move: str) -> int:
    return int(move.removeprefix("convert "))


def _wins_this_round(game: Game, move: str, person: int) -> bool:
    """Whether a conversion ends the game and wins it even if all others turn everything into VP."""
    if game.phase != "convert":
        return False
    after = position_after(game, move)
    while not after.is_over and after.phase == "convert":
        after.play(max(after.legal_moves(), key=_converted))
    return after.is_over and _winner(after) == person


def is_trusted(each: Considered, ranked: Sequence[Considered]) -> bool:
    """Whether the search looked at a move often enough to compare its chance with others."""
    return each.visits >= TRUSTED * ranked[0].visits


def _needs_a_reason(game: Game, move: str) -> bool:
    """Whether a move looks wrong at first sight."""
    return move == "market" or _brings_nothing_yet(game, move) or _costs_income(game, move)


def _costs_income(game: Game, move: str) -> bool:
    """Whether a journey lowers the income of the round, if nobody else travels."""
    return move.startswith("go ") and _income_if_all_are_done(
        position_after(game, move), game
    ) < _income_if_all_are_done(game, game)


def _income_if_all_are_done(game: Game, asking: Game) -> int:
    """What the player who is to move in `asking` then earns."""
    earned = (event.fields for event in events_if_all_are_done(game) if event.name == "income")
    return sum(fields["coins"] for fields in earned if fields["player"] == asking.to_move)


def _brings_nothing_yet(game: Game, move: str) -> bool:
    """Whether a bid is for the temple while nobody else has a bridge, or for the bank while nobody else has bid."""
    position, player = game.position, names.PLAYER.index(str(game.to_move))
    others = [other for other in range(game.rules.players) if other != player]
    if move.startswith("bid temple"):
        return not any(position.bridges[other] for other in others)
    return move.startswith("bank") and total_of_bids(game) == position.committed[player]


def look_again(game: Game, made: str, watch: Watch = UNWATCHED) -> Analysis:
    """What a hint would have said in a position, and the search behind it about the move that was made there."""
    considered = _adviser(game).consider(game, hint_budget(game), watch)
    ranked = _with_certain_wins(game, worth_naming(game, considered, made))
    player = names.PLAYER.index(str(game.to_move))
    best = first_choice(game, ranked, int(game.rules.record.person[player]))
    summary = _summary([each for each in ranked if each.visits] or ranked[:1], made)
    found = replace(summary, best=best.move, best_values=best.values)
    if made == best.move or _is_chance_after(game, made):
        return found
    if network_advises(game.rules):
        return replace(found, gains=_gains(position_after(game, best.move), position_after(game, made), player))
    if not any(each.move == made and is_trusted(each, ranked) for each in ranked):
        # A search that gave a move up after a few looks thinks too badly of it.
        return replace(found, made_values=_values_after(game, made, watch))
    return found


def _values_after(game: Game, move: str, watch: Watch) -> Values:
    after, unreported = position_after(game, move), Watch(cancel=watch.cancel)
    return _result(after) if after.is_over else search_values(after, FAIR_LOOK, seed=1, watch=unreported)


def _adviser(game: Game) -> SearchBot:
    """The bot that hints ask: a new one, so that it says the same about the same position."""
    return NetworkSearchBot(settings=ADVISING) if network_advises(game.rules) else SearchBot()


def analyse(game: Game, made: str | None, simulations: int, seed: int, watch: Watch = UNWATCHED) -> Analysis:
    """An estimate of a position for a review, and of the move that was made there, if there was one."""
    if network_advises(game.rules):
        return _analyse_with_network(game, made, watch)
    return _summary(SearchBot(seed, Budget(simulations)).consider(game, watch=watch), made)


def search_values(game: Game, simulations: int, seed: int, watch: Watch = UNWATCHED) -> Values:
    """Each person's chance to win as a review's search sees it, before `chances.py` corrects it."""
    return _summary(SearchBot(seed, Budget(simulations)).consider(game, watch=watch), None).values


def _analyse_with_network(game: Game, made: str | None, watch: Watch) -> Analysis:
    ranked = NetworkSearchBot().consider(game, Budget(GLANCE), watch)
    analysis = _summary([each for each in ranked if each.visits] or ranked[:1], made)
    if made is None or made == analysis.best or _is_chance_after(game, made):
        return replace(analysis, loss=0.0 if made == analysis.best else None)
    player = names.PLAYER.index(str(game.to_move))
    me = int(game.rules.record.person[player])
    best, instead = position_after(game, analysis.best), position_after(game, made)

    def loss(simulations: int) -> float:
        return max(0.0, _values(best, simulations, watch)[me] - _values(instead, simulations, watch)[me])

    lost = loss(GLANCE)
    if lost < WORTH_A_LOOK:
        return replace(analysis, loss=lost)
    return replace(analysis, loss=loss(LOOK), gains=_gains(best, instead, player))


def _gains(best: Game, instead: Game, player: int) -> tuple[float, ...]:
    """How many more points a player expects in one position than in another, by line of the score sheet."""
    more, less = expectation(best, player), expectation(instead, player)
    if more is None or less is None:
        return ()
    return tuple(one - other for one, other in zip(more.points, less.points, strict=True))


def _values(game: Game, simulations: int, watch: Watch) -> Values:
    """Everyone's chance to win; the result, if the game is over."""
    if game.is_over:
        return _result(game)
    ranked = NetworkSearchBot().consider(game, Budget(simulations), watch)
    return _summary([each for each in ranked if each.visits], None).values


def _result(game: Game) -> Values:
    """Everyone's chance when the game is over: the winner's is 1."""
    return tuple(float(person == _winner(game)) for person in range(game.rules.people))


def _winner(game: Game) -> int:
    """The person who won a game that is over."""
    return int(game.rules.record.person[names.PLAYER.index(game.standings()[0]["player"].split("+")[0])])


def _is_chance_after(game: Game, move: str) -> bool:
    return game.rules.has_duli or position_after(game, move).to_move == "chance"


def _summary(ranked: list[Considered], made: str | None) -> Analysis:
    visits = sum(each.visits for each in ranked)
    people = range(len(ranked[0].values))
    return Analysis(
        values=tuple(sum(each.values[person] * each.visits for each in ranked) / visits for person in people),
        best=ranked[0].move,
        best_values=ranked[0].values,
        made_values=next((each.values for each in ranked if each.move == made and each.visits), None),
        lowest_values=tuple(min(each.values[person] for each in ranked if each.visits) for person in people),
    )
