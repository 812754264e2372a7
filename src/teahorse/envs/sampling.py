"""Random legal moves for many games at once."""

from typing import Any

import numpy as np
import numpy.typing as npt


def sample_legal(masks: Any, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw one legal move per row of a batch of masks, uniformly."""
    masks = np.asarray(masks, np.bool_)
    numbers = rng.random(masks.shape, np.float32) + 1  # above 0, so that the highest number is a legal move's
    moves: npt.NDArray[np.int64] = np.argmax(numbers * masks, axis=-1)
    return moves
