"""How strongly a network has each temper: the file of its weights says it.

Training with a bonus can make a temper too eager, so that it loses, or too faint to see. What a temper adds to the
first layer is a direction away from balanced: at strength 1 as far as in training, at 0 balanced, above 1 further.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import TeahorseError
from .about import write_about
from .shape import TEMPERS

STRENGTHS = "strengths"
MOST = 5.0
BALANCED, *OTHERS = TEMPERS


def with_strengths(tempers: npt.NDArray[np.float32], about: Mapping[str, Any]) -> npt.NDArray[np.float32]:
    """What each temper adds to the first layer, a row each, as strong as the file says; 1 where it says nothing."""
    balanced = tempers[0]
    strengths = np.array([about.get(STRENGTHS, {}).get(temper, 1.0) for temper in TEMPERS], np.float32)
    stronger: npt.NDArray[np.float32] = balanced + strengths[:, None] * (tempers - balanced)
    return stronger


def write_strengths(file: Path, strengths: Mapping[str, float]) -> None:
    """Say in a file of weights how strong the tempers are, in place of what it said before."""
    for temper, strength in strengths.items():
        if temper not in OTHERS:
            raise TeahorseError(f"The strength of {temper!r} can't be set; the tempers are {', '.join(OTHERS)}.")
        if not 0 <= strength <= MOST:
            raise TeahorseError(f"A strength is from 0 (balanced) to {MOST:g}, and 1 as in training, not {strength:g}.")
    write_about(file, {STRENGTHS: dict(strengths)})


def read_strengths(texts: Sequence[str]) -> dict[str, float]:
    """Strengths as people write them: `builder=0.65`."""
    strengths = {}
    for text in texts:
        temper, _, number = text.partition("=")
        try:
            strengths[temper] = float(number)
        except ValueError:
            raise TeahorseError(f"A strength is written as in builder=0.65, not {text!r}.") from None
    return strengths
