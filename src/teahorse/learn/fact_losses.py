"""How wrong a network is about the facts of a game: who wins, the points, the last round, whose bids are outbid."""

from dataclasses import dataclass

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, huber_loss, mse_loss

from .network import Facts, from_mover, win_chances
from .self_play import Steps
from .targets import Targets

# How much each loss counts.
SHARES = {"utility": 0.5, "win": 0.25, "points": 0.1, "rounds": 0.25, "outbid": 0.1}


@dataclass(frozen=True)
class RightFacts:
    """What the network should have said at some decisions. Players are counted from the mover."""

    players: torch.Tensor
    utility: torch.Tensor
    win: torch.Tensor
    points: torch.Tensor
    rounds: torch.Tensor
    outbid: torch.Tensor
    outbid_known: torch.Tensor

    @classmethod
    def at(
        cls, step: torch.Tensor, lane: torch.Tensor, steps: Steps, targets: Targets, players: torch.Tensor
    ) -> "RightFacts":
        """The targets of these decisions; `players` is by lane."""
        to_move, here = steps.to_move[step, lane], players[lane]
        return cls(
            here,
            from_mover(targets.utility[step, lane], to_move, here),
            from_mover(targets.win[step, lane], to_move, here),
            from_mover(targets.points[step, lane].float(), to_move, here),
            targets.rounds[step, lane],
            from_mover(targets.outbid[step, lane].float(), to_move, here),
            from_mover(targets.outbid_known[step, lane].float(), to_move, here),
        )


def fact_losses(facts: Facts, right: RightFacts) -> dict[str, torch.Tensor]:
    """The losses by name."""
    taken = (torch.arange(facts.win.shape[1], device=facts.win.device) < right.players[:, None]).float()
    chances = win_chances(facts.win, right.players)
    outbid = binary_cross_entropy_with_logits(facts.outbid, right.outbid, reduction="none") * right.outbid_known
    return {
        "utility": (((facts.utility - right.utility) ** 2) * taken).sum(1).mean(),
        "win": -(right.win * chances.clamp(min=1e-6).log()).sum(1).mean(),
        # Where only presents end the game, points go to hundreds; squared, they would drown everything else.
        "points": (huber_loss(facts.points, right.points, reduction="none", delta=0.5).sum(2) * taken).sum(1).mean(),
        "rounds": mse_loss(facts.rounds[:, 0], right.rounds),
        "outbid": outbid.sum() / right.outbid_known.sum().clamp(min=1),
    }
