"""Finds the system's Chromium for the browser tests. Run as a program, it installs it where it is missing."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = ("/Applications/Chromium.app/Contents/MacOS/Chromium",)
VARIABLE = "TEAHORSE_CHROMIUM"  # names another browser to test with

# How each package manager installs it.
PACKAGES = {
    "apt-get": [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]],
    "dnf": [["dnf", "install", "-y", "-q", "chromium"]],
    "pacman": [["pacman", "-S", "--noconfirm", "chromium"]],
    "apk": [["apk", "add", "chromium"]],
    "brew": [["brew", "install", "--cask", "chromium"]],
}
HELP = (
    "The browser tests need Chromium, and it can't be installed from here. Install your system's package (on Debian or "
    f"Ubuntu: `sudo apt-get install chromium`), or name a browser in {VARIABLE}, and run `make test` again."
)


def find() -> str | None:
    """The path of the browser to test with, or None."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return shutil.which(chosen)
    return next((found for name in (*NAMES, *PLACES) if (found := shutil.which(name))), None)


def install() -> None:
    """Install the system's package, if there is one and we have the rights."""
    manager = next((name for name in PACKAGES if shutil.which(name)), None)
    if manager is None:
        return
    may = [] if manager == "brew" or os.geteuid() == 0 else ["sudo", "-n"]
    if may and not shutil.which("sudo"):
        return
    print(f"Installing Chromium for the browser tests ({manager}) ...", flush=True)
    for command in PACKAGES[manager]:
        if subprocess.run([*may, *command], env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}).returncode:
            return


if __name__ == "__main__":
    if find() is None:
        install()
    sys.exit(None if find() else HELP)
