"""Finds the system's Chromium, which takes the pictures."""

import shutil
import sys

COMMANDS = ("chromium", "chromium-headless-shell", "google-chrome")


def find_chromium() -> str:
    """The path of the program; ends with a sentence if there is none."""
    found = next((path for command in COMMANDS if (path := shutil.which(command))), None)
    return found or sys.exit("The pictures need Chromium: install your system's package, and try again.")
