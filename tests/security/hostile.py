"""Hostile text, and what a browser would make of a page."""

from html.parser import HTMLParser

EVIL = "x-evil"  # no element or attribute of ours is called that
TEXTS = (
    f"<{EVIL}>",
    f"</script><{EVIL}>",
    f'"><{EVIL} a="',
    f"' {EVIL}='",
    f'" {EVIL}="1',
    f"--><{EVIL}>",
    f"<svg/{EVIL}>&lt;{EVIL}&gt;",
)


class Elements(HTMLParser):
    """Collects the elements and attributes of a page that hostile text has made."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.evil: list[str] = []
        self.scripts: list[str] = []  # inline ones, other than data
        self.handlers: list[str] = []
        self._in_script = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag.startswith(EVIL) or any(EVIL in name for name in given):
            self.evil.append(self.get_starttag_text() or tag)
        self.handlers += [name for name in given if name.startswith("on")]
        self.handlers += [value for value in given.values() if (value or "").lower().startswith("javascript:")]
        self._in_script = tag == "script" and "src" not in given and given.get("type") != "application/json"

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.scripts.append(data)
        self._in_script = False
