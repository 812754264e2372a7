"""Export: the weights of a checkpoint as a file for play, without PyTorch."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ..bots.network.about import ABOUT
from ..bots.network.shape import TEMPERS
from ..observation import VERSION
from .checkpoint import NETWORK, PROGRESS


def export(folder: Path, file: Path, recipe: str, of: str = NETWORK) -> None:
    """Write the weights of a checkpoint, and how they were trained."""
    weights = torch.load(folder / of, map_location="cpu", weights_only=True)
    progress = torch.load(folder / PROGRESS, map_location="cpu", weights_only=True)
    write_weights(file, weights, {"recipe": recipe} | progress)


def write_weights(file: Path, weights: Mapping[str, torch.Tensor], about: Mapping[str, Any]) -> None:
    """Write weights in half precision, with a row for each input of a layer."""
    known = {"observation": VERSION, "tempers": TEMPERS, **about}
    arrays: dict[str, Any] = {
        name: np.ascontiguousarray(value.cpu().half().numpy().T) for name, value in weights.items()
    }
    arrays[ABOUT] = np.array(json.dumps(known))
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as written:
        np.savez(written, allow_pickle=False, **arrays)
