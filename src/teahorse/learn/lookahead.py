"""Looking one move ahead: the win chances after several of the moves that a player could have made.

Whether a game was won says little about one move among a hundred. The network's own view of the next position
says more: it doesn't depend on how the rest of the game was played. So at some decisions several moves are tried on
copies of the game, and the policy learns from all of them.
"""

from dataclasses import dataclass

import torch

from ..rules.state import MAX_PLAYERS
from .network import Network, by_number, read_facts, win_chances
from .recipe import Recipe
from .training_games import TrainingGames


@dataclass
class Tried:
    """Moves tried at some decisions, by step, decision and move."""

    lanes: torch.Tensor  # by step and decision
    moves: torch.Tensor
    gain: torch.Tensor  # the win chance after a move, less the mean over the tried moves
    weight: torch.Tensor  # 0 where nothing was tried


class Lookahead:
    """Tries moves in a part of the lanes, another part at each step."""

    def __init__(self, recipe: Recipe, games: TrainingGames, device: str, generator: torch.Generator) -> None:
        self._games, self._device, self._generator = games, device, generator
        self._every = max(1, round(1 / recipe.lookahead_share))
        decisions, moves = games.n // self._every, recipe.lookahead_moves
        self._moves_each = moves
        self._trials = games.room_for_trials(decisions * moves)
        self._lanes, self._observations, self._to_move, self._ended, self._rank = (
            torch.as_tensor(getattr(self._trials, name), device=device)
            for name in ("lanes", "observations", "to_move", "ended", "rank")
        )
        shape = (recipe.steps, decisions, moves)
        self.tried = Tried(
            torch.zeros(shape[:2], dtype=torch.int64, device=device),
            torch.zeros(shape, dtype=torch.int64, device=device),
            torch.zeros(shape, device=device),
            torch.zeros(shape, device=device),
        )

    def look(self, network: Network, step: int, log_probs: torch.Tensor, tempers: torch.Tensor) -> None:
        """Try moves in a part of the lanes, where a balanced player is to move. `tempers` are those of all players.

        Other tempers also play for bonuses, and the network can't tell those of a player who isn't to move.
        """
        games, tried = self._games, self.tried
        lanes = torch.arange(step % self._every, games.n, self._every, device=self._device)[: len(tried.lanes[step])]
        chances = log_probs[lanes].masked_fill(~games.legal[lanes], -torch.inf)
        # Gumbel noise: each draw is by the policy, flattened, and none comes twice.
        noise = torch.empty_like(chances).exponential_(generator=self._generator).log_()
        drawn, moves = (chances / 2 - noise).topk(self._moves_each, -1)
        legal = drawn > -torch.inf
        moves = torch.where(legal, moves, moves[:, :1])
        whose = lanes.repeat_interleave(self._moves_each)
        self._lanes.copy_(whose)
        games.try_moves(self._trials, moves.flatten())
        win = self._win_chances(network, whose, tempers[whose]).view_as(moves)
        balanced = tempers[lanes].gather(1, games.to_move[lanes].long()[:, None]) == 0
        policy = chances.gather(1, moves).exp() * legal
        mean = (policy * win).sum(1, keepdim=True) / policy.sum(1, keepdim=True).clamp(min=1e-9)
        tried.lanes[step], tried.moves[step], tried.gain[step] = lanes, moves, win - mean
        tried.weight[step] = legal & balanced

    def _win_chances(self, network: Network, lanes: torch.Tensor, tempers: torch.Tensor) -> torch.Tensor:
        """The chance to win of the player who moved, after each trial."""
        games = self._games
        players, mover, to_move = games.players[lanes], games.to_move[lanes].long(), self._to_move.long()
        temper = tempers.gather(1, to_move[:, None])[:, 0]
        with torch.autocast(self._device, torch.bfloat16, enabled=self._device == "cuda"):
            _, raw = network(self._observations, games.rules_rows, games.rules_of[lanes], temper)
        expected = by_number(win_chances(read_facts(raw.float()).win, players), to_move, players)
        seats = torch.arange(MAX_PLAYERS, device=self._device) < players[:, None]
        won = (self._rank == 1) & seats
        final = won / won.sum(1, keepdim=True).clamp(min=1)
        win = torch.where(self._ended[:, None], final, expected)
        return win.gather(1, mover[:, None])[:, 0]
