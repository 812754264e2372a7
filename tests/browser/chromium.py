"""Chromium for the browser tests: the system's own, installed from the system's packages where it is missing."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = ("/Applications/Chromium.app/Contents/MacOS/Chromium",)
WISH = "TEAHORSE_CHROMIUM"  # a browser of one's own choice

# How each kind of system installs it.
PACKAGES = {
    "apt-get": [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]],
    "dnf": [["dnf", "install", "-y", "-q", "chromium"]],
    "pacman": [["pacman", "-S", "--noconfirm", "chromium"]],
    "apk": [["apk", "add", "chromium"]],
    "brew": [["brew", "install", "--cask", "chromium"]],
}
HELP = (
    "The browser tests need Chromium, and it can't be installed from here. Install your system's package (on Debian or "
    f"Ubuntu: `sudo apt-get install chromium`), or name a browser in {WISH}, and run `make test` again."
)


def find() -> str | None:
    """The browser to test with."""
    wished = os.environ.get(WISH)
    if wished:
        return shutil.which(wished)
    return next((found for name in (*NAMES, *PLACES) if (found := shutil.which(name))), None)


def install() -> None:
    """Install it, if this system's packages have it and we may."""
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
