"""From clone to first move: seconds until the page, the first own move and the first move of a bot.

    python bench/startup.py dce1cae HEAD                # clones of this repository at these commits, installed by make
    python bench/startup.py dist/teahorse-*.whl         # a wheel, installed into an environment of its own
    python bench/startup.py --installed                 # this environment, with an empty cache

Each has an empty home, so nothing is compiled or kept from earlier. Seconds after the installation count from the
start of the server. Let nothing else run, and bind the run to two cores (`taskset -c 0,1`) to compare with
docs/performance.md.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PEOPLE = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cy"}]
WITH_A_BOT = [{"name": "Bot", "bot": "caravaner"}, *PEOPLE[1:]]
SECONDS = 900
Figures = dict[str, float]


def install_clone(commit: str, folder: Path) -> tuple[list[str], Path, Figures]:
    """Clone and install as the Makefile does for playing; gives the command that starts the server, and where."""
    clone = folder / "clone"
    begun = time.monotonic()
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    commit = subprocess.run(["git", "rev-parse", commit], cwd=ROOT, check=True, text=True, capture_output=True).stdout
    subprocess.run(["git", "checkout", "--quiet", commit.strip()], cwd=clone, check=True)
    cloned = time.monotonic()
    target = ".venv/playable" if ".venv/playable" in (clone / "Makefile").read_text() else ".venv/ready"
    subprocess.run(["make", "--quiet", target], cwd=clone, check=True)
    took = {"clone": cloned - begun, "install": time.monotonic() - cloned}
    return ["make", "--quiet", "play"], clone, took | _size_of(clone / ".venv")


def install_wheel(wheel: Path, folder: Path) -> tuple[list[str], Path, Figures]:
    """Install a wheel into an environment of its own."""
    begun = time.monotonic()
    subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
    python = folder / "env" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), f"{wheel.resolve()}[web]"], check=True)
    took = {"install": time.monotonic() - begun}
    return [str(python), "-m", "teahorse", "web", "--no-browser"], folder, took | _size_of(folder / "env")


def _size_of(environment: Path) -> Figures:
    packages = len(list(environment.glob("lib/python*/site-packages/*.dist-info")))
    size = sum(file.lstat().st_size for file in environment.rglob("*") if file.is_file())
    return {"packages": packages, "MB": round(size / 1e6)}


def measure_start(command: list[str], folder: Path, home: Path, cache: Path | None) -> Figures:
    """Start the server, and play as soon as it lets us."""
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_DATA_HOME": str(home / "data")}
    kept = {"TEAHORSE_CACHE": str(cache)} if cache else {}
    # No browser is opened, and what is measured is what was installed.
    hidden = ("DISPLAY",) if command[0] == sys.executable else ("DISPLAY", "PYTHONPATH")
    surroundings = {name: value for name, value in os.environ.items() if name not in hidden} | places | kept
    begun = time.monotonic()
    server = subprocess.Popen(
        command, cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert server.stdout is not None
        found = None
        while found is None:
            line = server.stdout.readline()
            assert line, "The server has ended."
            found = re.search(r"http://\S+", line)
        address = found[0].rstrip("/")
        with urllib.request.urlopen(address) as page:
            page.read()
        took = {"page": time.monotonic() - begun}
        table = _ask(address, "/api/v1/tables", {"seats": PEOPLE})
        move = {"move": "bid school 9", "number": 1}
        _ask(address, f"/api/v1/tables/{table['id']}/moves", move, table["key"])
        took["own move"] = time.monotonic() - begun
        table = _ask(address, "/api/v1/tables", {"seats": WITH_A_BOT})
        while _ask(address, f"/api/v1/tables/{table['id']}")["rows"] == 0:
            time.sleep(0.05)
        return took | {"bot's move": time.monotonic() - begun}
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(60)


def _ask(address: str, path: str, data: Any = None, key: str = "") -> Any:
    """Ask the server, again and again while it compiles."""
    body = None if data is None else json.dumps(data).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    until = time.monotonic() + SECONDS
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(address + path, body, headers)) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 503 or time.monotonic() > until:
                raise
        time.sleep(0.05)


def main() -> None:
    """Measure each in turn, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="commits of this repository, or wheels")
    parser.add_argument("--installed", action="store_true", help="measure this environment, too")
    parser.add_argument("--cache", type=Path, help="a cache to use instead of an empty one")
    parser.add_argument("--json", type=Path, help="write the figures here, too")
    chosen = parser.parse_args()
    all_figures: dict[str, Figures] = {}
    for what in [*chosen.what, *(["installed"] if chosen.installed else [])]:
        with tempfile.TemporaryDirectory(prefix="startup-") as name:
            folder = Path(name)
            if what == "installed":
                command = [sys.executable, "-m", "teahorse", "web", "--no-browser"]
                figures, where = {}, folder
            else:
                install = install_wheel if what.endswith(".whl") else install_clone
                command, where, figures = install(Path(what) if what.endswith(".whl") else what, folder)
            all_figures[what] = figures | measure_start(command, where, folder / "home", chosen.cache)
        print(f"{what}: " + ", ".join(f"{label} {value:.1f}" for label, value in all_figures[what].items()), flush=True)
    if chosen.json:
        chosen.json.write_text(json.dumps(all_figures, indent=1))


if __name__ == "__main__":
    main()
