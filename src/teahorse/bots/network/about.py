"""What a file of weights says about its network: how it was trained, where it plays, and how strong its tempers are."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

ABOUT = "about"  # the entry in the file


def write_about(file: Path, changes: Mapping[str, Any]) -> None:
    """Change what a file of weights says; the weights stay the same."""
    with np.load(file) as stored:
        arrays = {name: stored[name] for name in stored.files}
    arrays[ABOUT] = np.array(json.dumps(json.loads(str(arrays[ABOUT])) | dict(changes)))
    with file.open("wb") as written:
        np.savez(written, allow_pickle=False, **arrays)
