"""Every rule of docs/rules.md has a test that cites it, and no test cites a rule that is not there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECTIONS = range(1, 16)


def rules_there_are() -> list[str]:
    """Every rule and every example is a paragraph that begins with its id."""
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    return re.findall(r"^\*\*(\d+\.\d+|V\d+b?)\*\*", text, re.MULTILINE)


def rules_to_cite() -> list[str]:
    return [name for name in rules_there_are() if name.startswith("V") or int(name.split(".")[0]) in SECTIONS]


def rules_cited() -> dict[str, list[str]]:
    """Each id that some test cites, and which tests do."""
    cited: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").glob("**/test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                    for argument in decorator.args:
                        cited.setdefault(ast.literal_eval(argument), []).append(f"{file.name}::{node.name}")
    return cited


def test_the_rules_are_found():
    rules = rules_to_cite()
    assert {"1.1", "3.9", "5.13", "14.14", "15.18", "V1", "V7b", "V9b", "V17"} <= set(rules)
    assert len(rules) == len(set(rules)) == 102 + 19


def test_every_rule_has_a_test():
    cited = rules_cited()
    missing = [name for name in rules_to_cite() if name not in cited]
    assert not missing, f"no test cites {', '.join(missing)}"


def test_every_cited_rule_is_there():
    rules = set(rules_there_are())
    unknown = {name: tests for name, tests in rules_cited().items() if name not in rules}
    assert not unknown, f"docs/rules.md does not have {unknown}"
