"""What code and pages say to a person: `say("…")`, `say(TABLE[key])`, errors, and `_("…")` in a page."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from jinja2 import Environment, nodes

from ..errors import Message, TeahorseError

PACKAGE = Path(__file__).parent.parent
KEYWORDS = ("_", "say", "_say")


def said_in_code(path: Path) -> list[str]:
    """What a Python file says: literals, and all texts of a table out of which it says one, `say(TABLE[key])`.

    Where it says what it was handed, `say(sentence)`, all its sentences may be meant. The texts of errors and of
    `Message` are translated later, for a known reader.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said: list[str] = []
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        now = _callee(node) in KEYWORDS
        for part in _choices(node.args[0]) if now or _is_said_later(node, path) else ():
            if isinstance(part, ast.Constant):
                said.append(str(part.value))
            elif table := _table(part):
                said += texts_of(getattr(_module(path), table))
            elif now:
                said += _sentences(tree)
    return said


def _is_said_later(call: ast.Call, path: Path) -> bool:
    """Whether a call makes an error or words out of a template; an error hands it on by `super().__init__("…")`."""
    name = _callee(call)
    if not name[:1].isupper():
        return name == "__init__"
    made = getattr(_module(path), name, None)
    return getattr(made, "__init__", None) in (Message.__init__, TeahorseError.__init__)


def _table(part: ast.expr) -> str:
    """The table out of which something is said: `TABLE[key]`, `TABLE.get(key)`, `TABLE[key].title`."""
    while not isinstance(part, ast.Name):
        if isinstance(part, ast.Call):
            part = part.func
        elif isinstance(part, ast.Attribute | ast.Subscript):
            part = part.value
        else:
            return ""
    return part.id if part.id.isupper() else ""


def _sentences(tree: ast.Module) -> list[str]:
    """The literals of a module that are more than a word: no docstrings, no keys, no parts of something longer."""
    others: set[ast.AST | None] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            others.add(node.value)
        elif isinstance(node, ast.Dict):
            others.update(node.keys)
        elif isinstance(node, ast.JoinedStr):
            others.update(node.values)
    literals = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in others)
    return [text for text in literals if isinstance(text, str) and " " in text.strip()]


def _callee(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _choices(argument: ast.expr) -> list[ast.expr]:
    """What may be said, where one of two things is."""
    if isinstance(argument, ast.IfExp):
        return _choices(argument.body) + _choices(argument.orelse)
    return [argument]


def said_in_page(path: Path) -> list[str]:
    """The literals that a page says."""
    said: list[str] = []
    for call in Environment().parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in KEYWORDS:
            said += [part.value for part in _choices_in_page(call.args[0]) if isinstance(part, nodes.Const)]
    return said


def _choices_in_page(argument: nodes.Expr) -> list[nodes.Expr]:
    if isinstance(argument, nodes.CondExpr):
        return [part for choice in (argument.expr1, argument.expr2) if choice for part in _choices_in_page(choice)]
    return [argument]


def _module(path: Path) -> ModuleType:
    return import_module(".".join(("teahorse", *path.relative_to(PACKAGE).with_suffix("").parts)))


def texts_of(table: object) -> Iterator[str]:
    """The texts of a table, however deep; its keys are names for programs."""
    if isinstance(table, str):
        if any(letter.isalpha() for letter in table):
            yield table
    elif isinstance(table, Mapping):
        for value in table.values():
            yield from texts_of(value)
    elif isinstance(table, Iterable):
        for value in table:
            yield from texts_of(value)
