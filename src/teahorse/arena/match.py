"""One game of a series, from the first move to the result."""

import time
from dataclasses import dataclass, field

from ..bots import Bot, bot_named
from ..bots.subprocess_bot import BotFailed, describe_error, shorten
from ..errors import IllegalMove, NotationError
from ..game import Game
from ..rules import names
from ..snapshot import person_name
from .game_result import BETWEEN_MOVES, Forfeit, Result
from .schedule import derived_seed, seats_of
from .seated_bots import seat_bots
from .settings import Settings

SECONDS_PER_MOVE = 60.0
STRIKES = 3  # forfeits, after which greedy plays the rest of the game: a bot that hangs must not hold up a series


def play_match(settings: Settings, number: int, limit: float = SECONDS_PER_MOVE) -> Result:
    """Play a game of the series. It depends only on the settings and its number."""
    begun = time.perf_counter()
    settings.check_files()
    seats = seats_of(settings, number)
    bots = seat_bots(seats, [derived_seed(settings.seed, number, person) for person in range(settings.players)], limit)
    seed = derived_seed(settings.seed, number, "luck")
    game = Game.new(settings.edition, settings.players, settings.options, seed, settings.board)
    table = _Match(settings, number, game, seats, bots)
    while not game.is_over:
        table.play_move()
    return table.result(time.perf_counter() - begun)


@dataclass
class _Match:
    """A game in progress and its players."""

    settings: Settings
    number: int
    game: Game
    seats: list[str]
    bots: list[Bot]
    forfeits: list[Forfeit] = field(default_factory=list)

    def play_move(self) -> None:
        """Make the move of the bot whose turn it is; if it fails, greedy moves in its place."""
        person = int(self.game.rules.record.person[names.PLAYER.index(str(self.game.to_move))])
        if self._strikes(person) < STRIKES:
            try:
                self._try(self.bots[person])
                return
            except BotFailed as failed:
                self._forfeit(person, str(failed))
        seed = derived_seed(self.settings.seed, self.number, person, len(self.game.history))
        self.game.play(bot_named("greedy", seed).choose(self.game))

    def _try(self, bot: Bot) -> None:
        """Make the move of a bot, or raise `BotFailed` with the reason."""
        try:
            move = bot.choose(self.game)
        except BotFailed:
            raise
        except Exception as error:  # an error in a bot must not end the series
            raise BotFailed(describe_error(error)) from error
        try:
            self.game.play(move)
        except IllegalMove as error:
            raise BotFailed(f"chose a move that is not allowed: {error}") from None
        except NotationError as error:
            raise BotFailed(f"chose something that is not a move: {error}") from None

    def _strikes(self, person: int) -> int:
        return sum(forfeit.person == person for forfeit in self.forfeits)

    def _forfeit(self, person: int, why: str) -> None:
        why = f"it {shorten(why)}".rstrip(".")
        self.forfeits.append(Forfeit(person, self.seats[person], len(self.game.history) + 1, why))

    def result(self, seconds: float) -> Result:
        """The result of the finished game."""
        outcome = self.game.outcome
        assert outcome is not None
        persons = [person_name(person, self.game.rules) for person in range(self.settings.players)]
        rows = {row["player"]: row for row in outcome["ranking"]}
        return Result(
            number=self.number,
            seats=self.seats,
            ranking=[persons.index(player) for player in rows],
            totals=[rows[player]["vp"] for player in persons],
            points=[rows[player]["from"] for player in persons],
            rounds=self.game.round,
            reason=outcome["reason"],
            decisions=len(self.game.history),
            seconds=round(seconds, 3),
            forfeits=self.forfeits,
            moves=BETWEEN_MOVES.join(self.game.moves),
        )
