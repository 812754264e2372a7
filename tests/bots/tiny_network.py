"""A tiny network with random weights, for tests that run interpreted code."""

from functools import cache

import numpy as np

from teahorse.bots.network.shape import NetworkShape
from teahorse.bots.network.weights import Weights

SHAPE = NetworkShape(width=8, blocks=1)


@cache
def tiny_weights() -> Weights:
    """Always the same weights."""
    rng = np.random.default_rng(5)
    arrays = {}
    for name, size in SHAPE.layers().items():
        arrays[f"{name}.weight"] = rng.normal(size=size).astype(np.float32)
        arrays[f"{name}.bias"] = rng.normal(size=size[1]).astype(np.float32)
    return Weights(arrays, {})
