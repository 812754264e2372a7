"""SECURITY.md and the security suite fit together: every line has its test, and every test its line."""

import re
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "SECURITY.md"


def test_every_line_of_the_threat_model_has_a_test_and_every_test_a_line() -> None:
    named = set(re.findall(r"`(test_\w+)` \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))
    files = [path for path in HERE.glob("test_*.py") if path.name != Path(__file__).name]
    defined = {name for path in files for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)}
    assert named == defined
