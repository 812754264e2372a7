"""A checkpoint: a folder with everything that training needs to go on. Files stay under 16 MB each."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from .network import Network
from .pool import Pool, load, weights_of
from .update import Updater

NETWORK, OPTIMIZER, REFERENCE, PROGRESS = "network.pt", "optimizer.pt", "reference.pt", "progress.pt"
SNAPSHOT, EXPLOITER = "snapshot", "exploiter"


@dataclass
class Progress:
    """How long a network has been trained."""

    seconds: float = 0.0
    decisions: int = 0
    games: int = 0
    updates: int = 0
    stretches: int = 0


def save(folder: Path, network: Network, updater: Updater, pool: Pool, progress: Progress) -> None:
    """Write a checkpoint; each file is replaced in one step."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / NETWORK, network.state_dict())
    _write(folder / OPTIMIZER, _moments(updater.optimizer))
    _write(folder / REFERENCE, weights_of(updater.reference))
    _write_all(folder, SNAPSHOT, pool.snapshots)
    _write_all(folder, EXPLOITER, pool.exploiters)
    _write(folder / PROGRESS, vars(progress))


def restore(folder: Path, network: Network, updater: Updater, pool: Pool) -> Progress:
    """Go on from a checkpoint, or begin where there is none."""
    if not (folder / NETWORK).is_file():
        return Progress()
    device = next(network.parameters()).device
    network.load_state_dict(_read(folder / NETWORK, device))
    load(updater.reference, _read(folder / REFERENCE, device))
    if (folder / OPTIMIZER).is_file():
        _restore_moments(updater.optimizer, _read(folder / OPTIMIZER, device))
    pool.snapshots = _read_all(folder, SNAPSHOT, device)
    pool.exploiters = _read_all(folder, EXPLOITER, device)
    return Progress(**_read(folder / PROGRESS, device))


def _moments(optimizer: torch.optim.Optimizer) -> list[dict[str, torch.Tensor]]:
    """The state of Adam, at half the size."""
    return [
        {
            "step": state["step"],
            "exp_avg": state["exp_avg"].bfloat16(),
            "exp_avg_sq": state["exp_avg_sq"].bfloat16(),
        }
        for state in optimizer.state_dict()["state"].values()
    ]


def _restore_moments(optimizer: torch.optim.Optimizer, moments: list[dict[str, torch.Tensor]]) -> None:
    state = optimizer.state_dict()
    state["state"] = {
        number: {name: value.float() for name, value in kept.items()} for number, kept in enumerate(moments)
    }
    optimizer.load_state_dict(state)


def _write_all(folder: Path, kind: str, data: Sequence[Any]) -> None:
    """Write numbered files, and remove those with higher numbers."""
    for number, each in enumerate(data):
        _write(folder / f"{kind}-{number}.pt", each)
    for old in _numbered(folder, kind)[len(data) :]:
        old.unlink()


def _read_all(folder: Path, kind: str, device: torch.device) -> list[Any]:
    return [_read(file, device) for file in _numbered(folder, kind)]


def _numbered(folder: Path, kind: str) -> list[Path]:
    return sorted(folder.glob(f"{kind}-*.pt"), key=lambda file: int(file.stem.partition("-")[2]))


def _write(file: Path, data: Any) -> None:
    new = file.with_suffix(".new")
    torch.save(data, new)
    new.replace(file)


def _read(file: Path, device: torch.device) -> Any:
    return torch.load(file, map_location=device, weights_only=True)
