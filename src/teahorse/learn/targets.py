"""Training targets: the advantages of the moves made, and the facts as the rest of the game showed them."""

from dataclasses import dataclass

import torch

from ..bots.network.shape import POINTS_SCALE, ROUNDS_SCALE
from ..observation import layout
from ..observation.fields import PLAYER_SIZE
from ..rules.state import BID, BUILDINGS, MAX_PLAYERS, SPACES
from .network import by_number
from .recipe import Recipe
from .self_play import Steps

_LAYOUT = layout(rules=False)
_BIDS, _PHASE = _LAYOUT["me.bids"], _LAYOUT["game.phase"]


@dataclass
class Targets:
    """Targets by step and lane; players by number."""

    advantage: torch.Tensor  # of the move made
    utility: torch.Tensor
    win: torch.Tensor
    points: torch.Tensor
    rounds: torch.Tensor
    outbid: torch.Tensor  # 1 where a standing bid was outbid in that bidding
    outbid_known: torch.Tensor  # whether there was such a bid, and the end of the bidding was seen


def targets_of(steps: Steps, players: torch.Tensor, recipe: Recipe) -> Targets:
    """Compute all targets, from the last step to the first.

    Where the steps end before the game does, the network's own expectation stands in for the rest. So it does where a
    move explored: what followed says nothing about how the game would have gone.
    """
    count = len(steps.actions)
    outbid, known = _outbid(steps, players)
    targets = Targets(
        torch.zeros_like(steps.log_probs),
        torch.zeros_like(steps.reward),
        torch.zeros_like(steps.final_win),
        torch.zeros_like(steps.final_points),
        torch.zeros_like(steps.final_rounds),
        outbid,
        known,
    )
    advantage = torch.zeros_like(steps.reward[0])
    win, points, rounds = steps.win[count], steps.points[count].float(), steps.rounds[count]
    kept = recipe.facts_trace
    for step in reversed(range(count)):
        ended, explores = steps.ended[step], steps.explores[step]
        goes_on = (~ended).float()[:, None]
        error = steps.reward[step] + steps.utility[step + 1] * goes_on - steps.utility[step]
        advantage = (error + recipe.trace * goes_on * advantage) * ~explores[:, None]
        targets.advantage[step] = advantage.gather(1, steps.to_move[step][:, None])[:, 0]
        targets.utility[step] = advantage + steps.utility[step]

        win = torch.where(ended[:, None], steps.final_win[step], torch.lerp(steps.win[step + 1], win, kept))
        final = steps.final_points[step].float() / POINTS_SCALE
        points = torch.where(ended[:, None, None], final, torch.lerp(steps.points[step + 1].float(), points, kept))
        last_round = steps.final_rounds[step] / ROUNDS_SCALE
        rounds = torch.where(ended, last_round, torch.lerp(steps.rounds[step + 1], rounds, kept))
        win = torch.where(explores[:, None], steps.win[step], win)
        points = torch.where(explores[:, None, None], steps.points[step].float(), points)
        rounds = torch.where(explores, steps.rounds[step], rounds)
        targets.win[step], targets.points[step], targets.rounds[step] = win, points.to(targets.points.dtype), rounds
    return targets


def _outbid(steps: Steps, players: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Which standing bids were outbid later in the same bidding, and where that is known."""
    bids = torch.stack(
        [_bids(row, mover, players) for row, mover in zip(steps.observations, steps.to_move, strict=False)]
    )
    bidding = (steps.observations[:, :, _PHASE.start + BID] > 0)[:, :, None, None]
    outbid = torch.zeros_like(bids, dtype=torch.bool)
    known = torch.zeros_like(outbid)
    for step in reversed(range(len(bids) - 1)):
        goes_on = bidding[step + 1] & ~steps.ended[step][:, None, None]
        outbid[step] = bidding[step] & goes_on & ((bids[step + 1] < bids[step]) | outbid[step + 1])
        # A bid that was outbid is known to be; one that stands, only when the end of the bidding was seen.
        known[step] = bidding[step] & (outbid[step] | ~goes_on | known[step + 1])
    return outbid, known & (bids > 0)


def _bids(row: torch.Tensor, to_move: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """How many bids each player has in each building."""
    seats = row[:, : MAX_PLAYERS * PLAYER_SIZE].unflatten(1, (MAX_PLAYERS, PLAYER_SIZE))[:, :, _BIDS]
    return by_number(seats.unflatten(2, (BUILDINGS, SPACES)).sum(-1), to_move, players).to(torch.int8)
