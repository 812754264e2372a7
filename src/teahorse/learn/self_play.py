"""Self-play: the network moves for all players, in some lanes against earlier versions. All steps are kept."""

from dataclasses import dataclass
from typing import Protocol

import torch

from ..bots.network.shape import TEMPERS
from ..rules.state import MAX_PLAYERS
from .habits import COUNT, Habits
from .lookahead import Lookahead, Tried
from .network import Network, by_number, log_policy, read_facts, win_chances
from .recipe import Recipe
from .tempers import move_bonuses, progress, progress_bonuses
from .training_games import TrainingGames

LANES_PER_BLOCK = 64


class Opponents(Protocol):
    """Networks that don't learn, each for a group of lanes."""

    def __call__(
        self, positions: torch.Tensor, rules_rows: torch.Tensor, rules_of: torch.Tensor, tempers: torch.Tensor
    ) -> torch.Tensor:
        """Logits of moves. All is by group and lane; `rules_rows` are the rules of all tables."""


@dataclass
class Steps:
    """What happened, by step and lane. `utility`, `win`, `points` and `reward` are by player number."""

    observations: torch.Tensor
    legal: torch.Tensor
    to_move: torch.Tensor
    tempers: torch.Tensor
    actions: torch.Tensor
    log_probs: torch.Tensor
    learns: torch.Tensor  # whether the learning network drew the move from its policy
    explores: torch.Tensor  # whether the move was drawn from a flatter policy
    reward: torch.Tensor
    ended: torch.Tensor
    # What the network expected, and for `utility` to `rounds` one row more: after the last step.
    utility: torch.Tensor
    win: torch.Tensor
    points: torch.Tensor
    rounds: torch.Tensor
    # The result, where a game ended.
    final_win: torch.Tensor
    final_points: torch.Tensor
    final_rounds: torch.Tensor


class SelfPlay:
    """Games of the network against itself and its earlier versions."""

    def __init__(self, recipe: Recipe, network: Network, opponents: Opponents, device: str, seed: int) -> None:
        self.recipe, self.network, self.opponents, self.device = recipe, network, opponents, device
        rulesets = [table.rules for table in recipe.tables]
        lanes_each = recipe.lanes_each(LANES_PER_BLOCK if device == "cuda" else 1)
        self.games = TrainingGames(rulesets, lanes_each, seed, device)
        self.generator = torch.Generator(device)
        self.generator.manual_seed(seed)
        self._move_bonuses, self._progress_bonuses = move_bonuses(device), progress_bonuses(device)
        self._progress = self._progress_now()
        lanes = torch.arange(self.games.n, device=device)
        # Lanes with opponents from the pool lie evenly among all rules. One seat there is always the learner's.
        every = max(1, round(1 / max(recipe.pool_share, 1e-6)))
        each = self.games.n // (every * recipe.pool_groups)
        # Which lanes play against which opponent: by group and number in the group.
        self._pool_lanes = lanes[: each * every * recipe.pool_groups : every].view(each, recipe.pool_groups).T
        self.learner_seat = torch.full_like(lanes, -1)
        in_group = torch.arange(each, device=device).expand(recipe.pool_groups, -1)
        self.learner_seat[self._pool_lanes] = in_group % self.games.players[self._pool_lanes]
        self._learner_has = torch.zeros(self.games.n, MAX_PLAYERS, dtype=torch.bool, device=device)
        self._tempers = torch.zeros(self.games.n, MAX_PLAYERS, dtype=torch.int64, device=device)
        self._habits = Habits(device, self.generator)
        self._habit_of = torch.zeros_like(self._tempers)
        self._draw_characters(torch.ones(self.games.n, dtype=torch.bool, device=device))
        self.steps = self._new_steps()
        self.lookahead = Lookahead(recipe, self.games, device, self.generator) if recipe.lookahead_share > 0 else None
        self.finished = 0

    @property
    def tried(self) -> Tried | None:
        """The moves that were tried at some of the decisions; None without looking ahead."""
        return self.lookahead.tried if self.lookahead else None

    def _new_steps(self) -> Steps:
        steps, n = self.recipe.steps, self.games.n
        kept = torch.float16 if self.device == "cuda" else torch.float32

        def zeros(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros(shape, dtype=dtype, device=self.device)

        scores = self.games.scores.shape[1:]
        return Steps(
            observations=zeros(steps, n, self.games.observations.shape[1], dtype=kept),
            legal=zeros(steps, n, self.games.legal.shape[1], dtype=torch.bool),
            to_move=zeros(steps + 1, n, dtype=torch.int64),
            tempers=zeros(steps, n, dtype=torch.int64),
            actions=zeros(steps, n, dtype=torch.int64),
            log_probs=zeros(steps, n),
            learns=zeros(steps, n, dtype=torch.bool),
            explores=zeros(steps, n, dtype=torch.bool),
            reward=zeros(steps, n, MAX_PLAYERS),
            ended=zeros(steps, n, dtype=torch.bool),
            utility=zeros(steps + 1, n, MAX_PLAYERS),
            win=zeros(steps + 1, n, MAX_PLAYERS),
            points=zeros(steps + 1, n, *scores, dtype=kept),
            rounds=zeros(steps + 1, n),
            final_win=zeros(steps, n, MAX_PLAYERS),
            final_points=zeros(steps, n, *scores, dtype=kept),
            final_rounds=zeros(steps, n),
        )

    def _draw_characters(self, where: torch.Tensor) -> None:
        """Draw new tempers and habits for all players of some lanes, and which seats the learner has."""
        self._tempers = torch.where(where[:, None], self._draw(len(TEMPERS), self.recipe.temper_share), self._tempers)
        self._habit_of = torch.where(where[:, None], self._draw(COUNT, self.recipe.habit_share), self._habit_of)

        self._learner_has = torch.where(where[:, None], self._draw_seats(), self._learner_has)

    def _draw_seats(self) -> torch.Tensor:
        """Which seats the learner has: all, or in lanes with opponents its own and a share of the others."""
        shape = self._learner_has.shape
        drawn = torch.rand(shape, device=self.device, generator=self.generator) < self.recipe.company_share
        own = torch.arange(MAX_PLAYERS, device=self.device) == self.learner_seat[:, None]
        return drawn | own | (self.learner_seat < 0)[:, None]

    def _draw(self, count: int, share: float) -> torch.Tensor:
        """A number below `count` for every player: for a share of them another than 0."""
        shape = self._tempers.shape
        drawn = torch.randint(1, count, shape, device=self.device, generator=self.generator)
        return torch.where(torch.rand(shape, device=self.device, generator=self.generator) < share, drawn, 0)

    def _progress_now(self) -> torch.Tensor:
        games = self.games
        return progress(games.observations, games.to_move.long(), games.players, self._progress_bonuses)

    def _keep_progress(self, step: int) -> None:
        """Reward what players got by the last move, according to their tempers."""
        before, self._progress = self._progress, self._progress_now()
        gained = (self._progress - before).gather(2, self._tempers[:, :, None])[:, :, 0]
        self.steps.reward[step] += gained * ~self.games.ended[:, None]

    def play(self) -> Steps:
        """Make `recipe.steps` moves in every lane."""
        with torch.no_grad():
            self._play()
        self.finished = int(self.steps.ended.sum())
        return self.steps

    def _play(self) -> None:
        kept, games = self.steps, self.games
        for step in range(self.recipe.steps):
            to_move = games.to_move.long()
            tempers = self._tempers.gather(1, to_move[:, None])[:, 0]
            logits = self._look(step, to_move, tempers)
            learns = self._learner_has.gather(1, to_move[:, None])[:, 0]
            logits = self._with_opponents(logits, learns, tempers)
            log_probs = log_policy(logits, games.legal)
            if self.lookahead:
                self.lookahead.look(self.network, step, log_probs, self._tempers)
            explores = torch.rand(games.n, device=self.device, generator=self.generator) < self.recipe.explore_share
            actions = self._draw_moves(log_probs, explores)
            kept.observations[step], kept.legal[step] = games.observations, games.legal
            kept.tempers[step], kept.actions[step], kept.learns[step] = tempers, actions, learns & ~explores
            kept.explores[step] = explores
            kept.log_probs[step] = log_probs.gather(1, actions[:, None])[:, 0]
            kept.reward[step] = 0
            kept.reward[step].scatter_(1, to_move[:, None], self._move_bonuses[tempers, actions][:, None])
            games.step(actions)
            self._keep_progress(step)
            self._keep_results(step)
        to_move = games.to_move.long()
        self._look(self.recipe.steps, to_move, self._tempers.gather(1, to_move[:, None])[:, 0])

    def _draw_moves(self, log_probs: torch.Tensor, explores: torch.Tensor) -> torch.Tensor:
        """Draw a legal move in every lane, by the policy or, where a lane explores, by a flatter one."""
        flatter = torch.where(explores, 1 / self.recipe.explore_temperature, 1.0)[:, None]
        noise = torch.empty_like(log_probs).exponential_(generator=self.generator).log_()
        return (log_probs * flatter - noise).masked_fill_(~self.games.legal, -torch.inf).argmax(-1)

    def _look(self, step: int, to_move: torch.Tensor, tempers: torch.Tensor) -> torch.Tensor:
        """Ask the network about all lanes; keep what it expects, and return its logits."""
        games, kept = self.games, self.steps
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            logits, raw = self.network(games.observations, games.rules_rows, games.rules_of, tempers)
        facts = read_facts(raw.float())
        kept.to_move[step] = to_move
        kept.utility[step] = by_number(facts.utility, to_move, games.players)
        kept.win[step] = by_number(win_chances(facts.win, games.players), to_move, games.players)
        kept.points[step] = by_number(facts.points, to_move, games.players)
        kept.rounds[step] = facts.rounds[:, 0]
        return logits

    def _with_opponents(self, logits: torch.Tensor, learns: torch.Tensor, tempers: torch.Tensor) -> torch.Tensor:
        """Replace the logits where an opponent is to move."""
        games, lanes = self.games, self._pool_lanes
        logits = logits.float()  # the best of two moves may be only a little better
        theirs = self.opponents(games.observations[lanes], games.rules_rows, games.rules_of[lanes], tempers[lanes])
        habits = self._habit_of[lanes, games.to_move[lanes].long()]
        changed = self._habits.change(theirs.float(), habits)
        logits[lanes] = torch.where(learns[lanes][..., None], logits[lanes], changed)
        return logits

    def _keep_results(self, step: int) -> None:
        """Keep the results and rewards of the games that ended, and draw characters for the next ones."""
        games, kept = self.games, self.steps
        ended = games.ended
        seats = torch.arange(MAX_PLAYERS, device=self.device) < games.players[:, None]
        won = (games.rank == 1) & seats
        win = won / won.sum(1, keepdim=True).clamp(min=1)
        last = games.rank.amax(1, keepdim=True).clamp(min=2)
        rank = (last - games.rank) / (last - 1) * seats
        share = self.recipe.rank_share
        scores = games.scores.float()
        waited = self.recipe.round_discount ** (games.rounds.float() - 1)
        kept.reward[step] += ((1 - share) * won + share * rank) * (waited * ended)[:, None]
        kept.ended[step], kept.final_win[step] = ended, win
        kept.final_points[step], kept.final_rounds[step] = scores, games.rounds.float()
        self._draw_characters(ended)
