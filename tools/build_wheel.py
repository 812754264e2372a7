"""Builds a wheel with compiled code for this platform: `make wheel`, or `python tools/build_wheel.py [ROOM...]`.

The code is made for any processor of the platform from the last ten years, not only for this one. On another, and with
other versions of Python, NumPy or Numba, the game compiles for itself as it does from a clone.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import llvmlite
import llvmlite.binding
import numba
import numpy as np

from teahorse.precompile import TARGETS

ROOT = Path(__file__).parent.parent
PRECOMPILED = ROOT / "build" / "precompiled"
DIST = ROOT / "dist"
# By machine: the processor to compile for, and the features it must have.
PROCESSORS = {
    "x86_64": ("x86-64-v3", ["avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"]),
    "AMD64": ("x86-64-v3", ["avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"]),
}
ANY_OTHER: tuple[str, list[str]] = ("generic", [])


def main(targets: list[str]) -> None:
    """Compile, then build."""
    cpu, needs = PROCESSORS.get(platform.machine(), ANY_OTHER)
    shutil.rmtree(PRECOMPILED, ignore_errors=True)
    PRECOMPILED.mkdir(mode=0o700, parents=True)
    compiling = os.environ | {"TEAHORSE_CACHE": str(PRECOMPILED), "NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}
    subprocess.run([sys.executable, "-m", "teahorse.precompile", *targets], env=compiling, check=True)
    for marker in PRECOMPILED.glob("*/ready-*"):
        marker.unlink()
    manifest = {
        "triple": llvmlite.binding.get_process_triple(),
        "cpu": cpu,
        "features": "",
        "needs": needs,
        "versions": {"numba": numba.__version__, "llvmlite": llvmlite.__version__, "numpy": np.__version__},
    }
    (PRECOMPILED / "processor.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    building = os.environ | {"TEAHORSE_PRECOMPILED": str(PRECOMPILED)}
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(DIST), str(ROOT)], env=building, check=True)
    newest = max(DIST.glob("teahorse-*.whl"), key=lambda wheel: wheel.stat().st_mtime)
    print(f"{newest.relative_to(ROOT)}: install it with  pip install '{newest.name}[web]'")


if __name__ == "__main__":
    main(sys.argv[1:] or list(TARGETS))
