"""Jinja environments, one for each language.

A call in a template that has the same result every time is made when the template is compiled: `_("Log")` is then a
part of the text around it. The page of a table has more than 200 of them. What often stays as it is from page to page
is a fragment, which is rendered once.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from ..text.language import Language
from .drawing import svg
from .drawing.small_board import small_board
from .static_files import static_url

HERE = Path(__file__).parent
MOST_LANGUAGES = 32
MOST_FRAGMENTS = 2048  # of each language


@lru_cache(maxsize=MOST_LANGUAGES)
def environment_of(language: Language) -> Environment:
    """The environment of a language."""
    say = language.say
    constant: dict[str, Callable[..., str]] = {"_": say, "pgettext": say.pgettext, "static": static_url}
    environment = _TemplateEnvironment(
        constant,
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # templates don't change while a server runs
    )
    environment.globals |= constant | {
        "ngettext": say.ngettext,
        "svg": svg,
        "small_board": small_board,
        "fragment": _fragments(environment),
        "list_items": _list_items,
    }
    return environment


def _list_items(lines: Iterable[str]) -> Markup:
    """The items of a list, quicker than a loop in a template."""
    return Markup("".join(f"<li>{escape(line)}</li>" for line in lines))


def _fragments(environment: Environment) -> Callable[..., Markup]:
    @lru_cache(maxsize=MOST_FRAGMENTS)
    def fragment(template: str, **values: Hashable) -> Markup:
        """A template that sees nothing but these values, so it is rendered once for them."""
        return Markup(environment.get_template(template).render(values))

    return fragment


class _TemplateEnvironment(Environment):  # type: ignore[misc]  # Jinja is not typed here
    """Compiles templates in which these functions have been called wherever all arguments are constants."""

    def __init__(self, constant: Mapping[str, Callable[..., str]], **options: Any) -> None:
        super().__init__(**options)
        self._constant_calls = _ConstantCalls(constant)

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> str:
        """Jinja's hook for another way of generating code."""
        code: str = super()._generate(self._constant_calls.visit(source), *args, **options)
        return code


class _ConstantCalls(NodeTransformer):  # type: ignore[misc]  # Jinja is not typed here
    """Replaces calls of these functions by their results."""

    def __init__(self, functions: Mapping[str, Callable[..., str]]) -> None:
        self._functions = functions

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802 - named after the node
        """The result of a call, or the call itself if it depends on anything."""
        self.generic_visit(call)
        function = self._functions.get(call.node.name) if isinstance(call.node, nodes.Name) else None
        constants = [argument.value for argument in call.args if isinstance(argument, nodes.Const)]
        is_constant = len(constants) == len(call.args) and not (call.kwargs or call.dyn_args or call.dyn_kwargs)
        return nodes.Const(function(*constants), lineno=call.lineno) if function and is_constant else call
