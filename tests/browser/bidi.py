"""A small client for WebDriver BiDi, by which the system's Firefox is driven.

Playwright drives stock Firefox over BiDi, too, but sends commands that releases of Firefox don't know yet, and Selenium
needs geckodriver, which Debian does not package.
"""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PAUSE = 0.1
TIMEOUT = 120  # seconds for one command; the machine may be busy
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.aboutwelcome.enabled": False,
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class BidiError(Exception):
    """The browser refused a command."""


class Bidi:
    """A connection to a browser: commands and their answers, and the events that came meanwhile."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command, and wait for its answer."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=TIMEOUT))
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise BidiError(f"{method}: {answer['error']}: {answer['message']}")
                return dict(answer["result"])
            self.events.append(answer)


@contextmanager
def firefox(path: str, profile: Path) -> Iterator[Bidi]:
    """Start Firefox without a window and with a new profile; gives a session."""
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    log = profile / "stderr.txt"
    with log.open("w") as said, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said) as process:
        try:
            with connect(f"{_address(process, log)}/session", max_size=None) as socket:
                session = Bidi(socket)
                session.command("session.new", capabilities={})
                yield session
                with suppress(ConnectionClosed, TimeoutError):  # it may be gone before it has answered
                    session.command("browser.close")
        finally:
            process.terminate()


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    """Where the browser listens, as it says after its start."""
    while process.poll() is None:
        found = LISTENING.search(log.read_text(encoding="utf-8", errors="replace"))
        if found:
            return found[1]
        time.sleep(PAUSE)
    raise BidiError(f"Firefox did not start: {log.read_text(encoding='utf-8', errors='replace')}")
