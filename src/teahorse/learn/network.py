"""The network in PyTorch. `bots/network` has the same in compiled code, for play."""

from typing import NamedTuple

import torch
from torch import nn
from torch.nn.functional import one_hot, relu

from ..bots.network.shape import TEMPERS, NetworkShape, facts_slices
from ..rules.state import BUILDINGS, MAX_PLAYERS, SCORES

ILLEGAL = -1e9  # the logit of an illegal move


class Facts(NamedTuple):
    """What the network says beside the moves, for players from the mover on."""

    utility: torch.Tensor  # (n, 5)
    win: torch.Tensor  # (n, 5), logits
    points: torch.Tensor  # (n, 5, SCORES)
    rounds: torch.Tensor  # (n, 1)
    outbid: torch.Tensor  # (n, 5, BUILDINGS), logits


class Network(nn.Module):
    """Position, rules and temper in; a logit per move and the facts out."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.shape = shape
        layers = {name: nn.Linear(*size, bias=name not in ("rules", "temper")) for name, size in shape.layers().items()}
        self.position, self.rules, self.temper = layers["position"], layers["rules"], layers["temper"]
        self.blocks = nn.ModuleList(
            nn.ModuleList((layers[f"blocks.{block}.0"], layers[f"blocks.{block}.1"])) for block in range(shape.blocks)
        )
        self.moves, self.facts = layers["moves"], layers["facts"]
        nn.init.normal_(self.moves.weight, std=0.005)
        nn.init.zeros_(self.facts.weight)
        nn.init.zeros_(self.facts.bias)
        for name in ("rules", "temper"):
            nn.init.normal_(layers[name].weight, std=0.02)

    def forward(
        self, positions: torch.Tensor, rules_rows: torch.Tensor, rules_of: torch.Tensor, tempers: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of moves, and facts. `rules_rows` are the rules of all tables, `rules_of` says which apply."""
        # Products with one-hot rows: the backward pass of an index would add up its rows one by one.
        which = one_hot(rules_of, len(rules_rows)).to(positions.dtype)
        temper = one_hot(tempers, len(TEMPERS)).to(positions.dtype)
        hidden = relu(self.position(positions) + which @ self.rules(rules_rows) + self.temper(temper))
        for first, second in self.blocks:
            hidden = relu(hidden + second(relu(first(hidden))))
        return self.moves(hidden), self.facts(hidden)


SLICES = facts_slices()


def read_facts(facts: torch.Tensor) -> Facts:
    """The facts by name."""
    return Facts(
        facts[:, SLICES["utility"]],
        facts[:, SLICES["win"]],
        facts[:, SLICES["points"]].unflatten(1, (MAX_PLAYERS, SCORES)),
        facts[:, SLICES["rounds"]],
        facts[:, SLICES["outbid"]].unflatten(1, (MAX_PLAYERS, BUILDINGS)),
    )


def log_policy(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """The logarithms of the policy; illegal moves have almost no chance."""
    return torch.log_softmax(logits.float().masked_fill(~legal, ILLEGAL), -1)


def win_chances(win: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Each player's chance to win; empty seats have none."""
    empty = torch.arange(MAX_PLAYERS, device=win.device) >= players[:, None]
    return torch.softmax(win.float().masked_fill(empty, ILLEGAL), -1)


def by_number(values: torch.Tensor, to_move: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Turn values of players counted from the mover into values by player number; empty seats get 0."""
    return _seats(values, -to_move, players)


def from_mover(values: torch.Tensor, to_move: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Turn values by player number into values of players counted from the mover; empty seats get 0."""
    return _seats(values, to_move, players)


def _seats(values: torch.Tensor, shift: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    seats = torch.arange(MAX_PLAYERS, device=values.device)
    source = (seats + shift[:, None]) % players[:, None]
    taken = seats < players[:, None]
    while source.dim() < values.dim():
        source, taken = source.unsqueeze(-1), taken.unsqueeze(-1)
    return values.gather(1, source.expand_as(values)) * taken
