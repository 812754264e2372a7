"""Finds the system's browsers for the tests. Run as a program, it installs those that are missing."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

# How each package manager begins to install a package.
MANAGERS = {
    "apt-get": [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq"]],
    "dnf": [["dnf", "install", "-y", "-q"]],
    "pacman": [["pacman", "-S", "--noconfirm"]],
    "apk": [["apk", "add"]],
    "brew": [["brew", "install", "--cask"]],
}


@dataclass(frozen=True)
class SystemBrowser:
    """A browser from the system's packages."""

    title: str
    commands: tuple[str, ...]  # and places of programs
    variable: str  # names another program to test with
    package: str
    packages: dict[str, tuple[str, ...]]  # by package manager, where it is called otherwise; the first is tried first

    @property
    def help(self) -> str:
        """What to do where it can't be installed."""
        return (
            f"The browser tests need {self.title}, and it can't be installed from here. Install your system's package "
            f"(on Debian or Ubuntu: `sudo apt-get install {self.package}`), or name a program in {self.variable}, and "
            "run `make test` again."
        )

    def find(self) -> str | None:
        """The path of the program to test with, or None."""
        chosen = os.environ.get(self.variable)
        if chosen:
            return shutil.which(chosen)
        return next((found for name in self.commands if (found := shutil.which(name))), None)

    def install(self) -> None:
        """Install the system's package, if there is one and we have the rights."""
        manager = next((name for name in MANAGERS if shutil.which(name)), None)
        if manager is None:
            return
        may = [] if manager == "brew" or os.geteuid() == 0 else ["sudo", "-n"]
        if may and not shutil.which("sudo"):
            return
        print(f"Installing {self.title} for the browser tests ({manager}) ...", flush=True)
        *before, install = MANAGERS[manager]
        for command in before:
            _run([*may, *command])
        for package in self.packages.get(manager, (self.package,)):
            if _run([*may, *install, package]):
                return


def _run(command: list[str]) -> bool:
    return subprocess.run(command, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}).returncode == 0


# The headless shell is Chromium without windows. It opens pages with a sixth of the work.
CHROMIUM = SystemBrowser(
    title="Chromium",
    commands=(
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ),
    variable="TEAHORSE_CHROMIUM",
    package="chromium",
    packages={"apt-get": ("chromium-headless-shell", "chromium")},
)
FIREFOX = SystemBrowser(
    title="Firefox",
    commands=("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"),
    variable="TEAHORSE_FIREFOX",
    package="firefox-esr",
    packages={"dnf": ("firefox",), "pacman": ("firefox",), "brew": ("firefox",)},
)


def main() -> None:
    """Install what is missing; ends with a sentence if that is impossible."""
    for browser in (CHROMIUM, FIREFOX):
        if browser.find() is None:
            browser.install()
        if browser.find() is None:
            sys.exit(browser.help)


if __name__ == "__main__":
    main()
