"""A user of Firefox at the table: opens pages, clicks, taps and waits."""

import time
from typing import Any

from bidi import Bidi
from browser_user import OPEN_PLACE

TIMEOUT = 60  # seconds
PAUSE = 0.1
LOADED = "document.readyState === 'complete' && document.fonts.status === 'loaded'"


class FirefoxUser:
    """One tab of Firefox, and what a user does with it."""

    def __init__(self, session: Bidi, address: str) -> None:
        self._session = session
        self._address = address
        self._tab = session.command("browsingContext.create", type="tab")["context"]
        session.command("session.subscribe", events=["log.entryAdded"])

    @property
    def errors(self) -> list[str]:
        """The errors of pages so far."""
        logged = [event["params"] for event in self._session.events if event["method"] == "log.entryAdded"]
        return [str(entry["text"]) for entry in logged if entry["level"] == "error"]

    def visit(self, path: str) -> None:
        """Open a page of the server, and wait until it is loaded.

        The page before is loaded first: if it is left earlier, Firefox reports an error for each file that was still on
        its way through the service worker.
        """
        self.wait_until(LOADED)
        self._session.command("browsingContext.navigate", context=self._tab, url=self._address + path, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        viewport = {"width": width, "height": height}
        self._session.command("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def ask(self, expression: str) -> Any:
        """The value of an expression on the page: text, a number, or a list of these."""
        answer = self._session.command(
            "script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=True
        )
        assert answer["type"] == "success", answer.get("exceptionDetails", {}).get("text")
        return _plain(answer["result"])

    def wait_until(self, expression: str) -> None:
        """Wait until an expression is true on the page, also while it loads another one."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if self._is_true(expression):
                return
            time.sleep(PAUSE)
        raise AssertionError(f"this did not become true: {expression}")

    def _is_true(self, expression: str) -> bool:
        answer = self._session.command(
            "script.evaluate", expression=f"Boolean({expression})", target={"context": self._tab}, awaitPromise=True
        )
        return answer["type"] == "success" and bool(answer["result"].get("value"))

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until an element is there, visible, with this text in it."""
        found = f"document.querySelector({selector!r})"
        self.wait_until(f"{found}?.checkVisibility() && {found}.textContent.includes({text!r})")

    def click(self, selector: str, touch: bool = False) -> None:
        """Click or tap an element where nothing covers it."""
        self.sees(selector)
        self.ask(f"document.querySelector({selector!r}).scrollIntoView({{ block: 'nearest' }})")
        place = self.ask(f"({OPEN_PLACE})(document.querySelector({selector!r}))")
        if place is None:  # its content covers it
            box = f"document.querySelector({selector!r}).getBoundingClientRect()"
            place = self.ask(f"[{box}.left + {box}.width / 2, {box}.top + {box}.height / 2]")
        x, y = (round(each) for each in place)
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        pointer = {
            "type": "pointer",
            "id": "touch" if touch else "mouse",
            "parameters": {"pointerType": "touch" if touch else "mouse"},
            "actions": [*steps, {"type": "pointerUp", "button": 0}],
        }
        self._session.command("input.performActions", context=self._tab, actions=[pointer])


def _plain(value: dict[str, Any]) -> Any:
    if value["type"] == "array":
        return [_plain(each) for each in value["value"]]
    return value.get("value")
