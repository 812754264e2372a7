"""`SingleGame`: one game on the records of the rules, for the environments that play a single game."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..bots.compiled.proposals import MOST_PROPOSALS, PROPOSAL
from ..bots.tempers import tempers_of
from ..errors import IllegalMove, TeahorseError
from ..game import Game
from ..notation import move_text
from ..observation import blank_rows
from ..observation.position import observe_game
from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.rng import STREAM_WORDS
from ..rules.ruleset import Ruleset
from ..rules.state import GAME, MAX_PLAYERS, OVER
from ..why_not import refusal_of
from .compiled import single_game as compiled
from .rewards import Reward, Standings, reward_kind


class SingleGame:
    """A game that deals Dúli's cards by itself, and refuses an illegal move with its rule."""

    def __init__(
        self,
        edition: str = "2023",
        players: int = 4,
        options: Mapping[str, object] | None = None,
        board: Mapping[str, Any] | None = None,
        observe_rules: bool = True,
    ) -> None:
        self._use_rules(Ruleset.of(edition, players, options, board))
        self._blank = blank_rows(1, self.rules, observe_rules)[0]
        self._stream = np.zeros(STREAM_WORDS, np.int64)
        self._scratch = as_records(np.zeros(1, GAME))
        self._proposals = as_records(np.zeros(MOST_PROPOSALS, PROPOSAL))
        self._verdicts = np.zeros(moves.MOVES, np.uint8)
        self._use_games(as_records(np.zeros(1, GAME)))
        self.begin(0)

    def _use_rules(self, rules: Ruleset) -> None:
        self.rules = rules
        self._rules = as_records(rules.table)

    def _use_games(self, games: npt.NDArray[Any]) -> None:
        self._games = games
        self.position = games.view(np.recarray)[0]  # the same memory, by field names
        # Fields that are read often; reading them from `position` is slower.
        self._phase, self._turn, self._blue = games["phase"], games["turn"], games["blue"]

    # --- Playing ------------------------------------------------------------------------------------

    def begin(self, seed: int) -> None:
        """Begin a game; the seed decides its chance."""
        compiled.begin(self._games, self._rules, seed, self._stream, self._verdicts, NO_EVENTS)

    def check(self, action: object) -> int:
        """Return the id of a legal move; anything else raises an error, with the rule."""
        if isinstance(action, bool) or not isinstance(action, int | np.integer) or not 0 <= action < moves.MOVES:
            raise TeahorseError(f"{action!r} is not a move; moves are the whole numbers 0 to {moves.MOVES - 1}.")
        move = int(action)
        if self._verdicts[move]:
            refusal = refusal_of(self.position, self.rules, move)
            assert refusal is not None
            text = move_text(move, self.rules)
            raise IllegalMove(text, refusal.rule, refusal.code, refusal.sentence, refusal.parameters)
        return move

    def make(self, action: object) -> None:
        """Make a move; an illegal one raises an error and changes nothing."""
        compiled.make(self._games, self._rules, self.check(action), self._stream, self._verdicts, NO_EVENTS)

    def play_opponents(self, person: int, policy: int) -> None:
        """Let a policy of `bulk.game_loop.POLICIES` play everyone but one person, until that person is to move."""
        compiled.play_opponents(
            self._games,
            self._rules,
            tempers_of(),
            person,
            policy,
            self._stream,
            self._verdicts,
            self._proposals,
            self._scratch,
            NO_EVENTS,
        )

    # --- Reading ------------------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        """The player to move, from 0."""
        return int(self._blue[0, self._turn[0]])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._phase[0] == OVER)

    def mask(self) -> npt.NDArray[np.int8]:
        """A new array with 1 for each legal move. When the game is over, only `pass` is set, which is refused."""
        mask = np.empty(moves.MOVES, np.int8)
        compiled.write_mask(self._verdicts, mask)
        return mask

    def observe(self, player: int) -> npt.NDArray[np.float32]:
        """A player's observation, in a new array; `teahorse.observation.layout()` describes it."""
        row: npt.NDArray[np.float32] = self._blank.copy()
        observe_game(self._games, self._rules, player, row)
        return row

    def standings(self) -> Standings:
        """Everyone's points, rank and lead."""
        players = self.rules.players
        points, rank, lead = (
            np.empty(MAX_PLAYERS, np.int32),
            np.empty(MAX_PLAYERS, np.int8),
            np.empty(MAX_PLAYERS, np.float32),
        )
        compiled.write_standings(self._games, self._rules, points, rank, lead)
        return Standings(points[:players], rank[:players], lead[:players], np.array(self.is_over))

    def rewards(self, reward: Reward, before: Standings, after: Standings) -> list[float]:
        """Each player's reward for the change from one standing to the next."""
        if callable(reward):
            values = np.broadcast_to(np.asarray(reward(before, after), np.float64), after.points.shape)
            return list(map(float, values))
        rewards = np.empty(self.rules.players)
        compiled.write_rewards(
            self._games, self._rules, reward_kind(reward), after.rank, after.lead - before.lead, rewards
        )
        return list(map(float, rewards))

    def as_game(self) -> Game:
        """A copy of the position as a game, for bots and for drawing."""
        return Game(self.rules, self.position)

    # --- Copying ------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """A copy of the game; both share the rules, which never change."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._stream = self._stream.copy()
        other._scratch = as_records(np.zeros(1, GAME))
        other._proposals = as_records(np.zeros(MOST_PROPOSALS, PROPOSAL))
        other._verdicts = self._verdicts.copy()
        other._use_games(self._games.copy())
        return other

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        views = ("position", "_phase", "_turn", "_blue", "_rules", "rules")
        kept = {name: value for name, value in self.__dict__.items() if name not in views}
        rules = self.rules
        return kept | {"rules": (rules.edition, rules.people, dict(rules.options), rules.board)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use_rules(Ruleset.of(*kept["rules"]))
        self._use_games(kept["_games"])
