"""What hints and reviews know of positions: from the network where its weights name the table, else from a search.

Both come as the same data. The network adds what it expects (`Expectation`), and compares moves on equal terms: the
positions after the best move and after the one that was made get searches of the same length.
"""

from dataclasses import dataclass, replace

from ..game import Game
from ..rules import names
from .bot import UNWATCHED, Budget, Considered, Watch
from .levels import levels
from .network.expectation import expectation
from .network.network_search import NetworkSearchBot
from .network.tables import uses_network
from .search_bot import SearchBot

ADVISER = "master"  # the level of hints
MOST_SECONDS = 10.0  # for a hint; on a slow machine it makes fewer simulations
NETWORK_SIMULATIONS = 3000  # of a hint: a third of a second on one core
LINES = 4  # moves of a hint that come with the moves and results expected after them
GLANCE, LOOK = 48, 240  # simulations of a review: for every position, and where a move seems to have cost something
WORTH_A_LOOK = 0.02  # of the chance to win

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
    with_network = uses_network(game.rules)
    bot = NetworkSearchBot() if with_network else SearchBot()
    simulations = NETWORK_SIMULATIONS if with_network else levels()[ADVISER].simulations
    ranked = bot.consider(game, budget or Budget(simulations, MOST_SECONDS), watch)
    told = bot.lines(game, ranked[:LINES])
    if with_network:
        player = names.PLAYER.index(str(game.to_move))
        told = [replace(each, expects=expectation(_after(game, each.move), player)) for each in told]
    return told + ranked[LINES:]


def analyse(game: Game, made: str | None, simulations: int, seed: int, watch: Watch = UNWATCHED) -> Analysis:
    """An estimate of a position for a review, and of the move that was made there, if there was one."""
    if uses_network(game.rules):
        return _analyse_with_network(game, made, watch)
    return _summary(SearchBot(seed, Budget(simulations)).consider(game, watch=watch), made)


def _analyse_with_network(game: Game, made: str | None, watch: Watch) -> Analysis:
    ranked = NetworkSearchBot().consider(game, Budget(GLANCE), watch)
    analysis = _summary([each for each in ranked if each.visits] or ranked[:1], made)
    if made is None or made == analysis.best or _is_chance_after(game, made):
        return replace(analysis, loss=0.0 if made == analysis.best else None)
    player = names.PLAYER.index(str(game.to_move))
    me = int(game.rules.record.person[player])
    best, instead = _after(game, analysis.best), _after(game, made)

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
        people = range(game.rules.people)
        winner = int(game.rules.record.person[names.PLAYER.index(game.standings()[0]["player"].split("+")[0])])
        return tuple(float(person == winner) for person in people)
    ranked = NetworkSearchBot().consider(game, Budget(simulations), watch)
    return _summary([each for each in ranked if each.visits], None).values


def _after(game: Game, move: str) -> Game:
    """A copy of the game after a move."""
    after = Game(game.rules, game.position)
    after.play(move)
    return after


def _is_chance_after(game: Game, move: str) -> bool:
    return game.rules.has_duli or _after(game, move).to_move == "chance"


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
