"""Adds compiled code to a wheel, where the variable `TEAHORSE_PRECOMPILED` names a folder of it (`make wheel`)."""

import json
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PrecompiledCode(BuildHookInterface):
    """Makes the wheel one for this Python and platform, with the versions that its code was compiled with."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder; without one the wheel is for every platform, and compiles when it first runs."""
        folder = os.environ.get("TEAHORSE_PRECOMPILED")
        if not folder or version == "editable":
            return
        manifest = json.loads((Path(folder) / "processor.json").read_text(encoding="utf-8"))
        build_data["force_include"][folder] = "teahorse/precompiled"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["dependencies"] = [f"{name}=={number}" for name, number in manifest["versions"].items()]
