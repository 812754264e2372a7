"""Caches whose keys come from outside have a bound."""

import ast
from pathlib import Path

import teahorse
from teahorse import Game, notation
from teahorse.text import language
from teahorse.web.learning.rulebook_pages import rules_that_cite

PACKAGE = Path(teahorse.__file__).parent
# Functions with arguments that keep every answer for good, and why there can't be many answers.
FEW = {
    "bulk/gpu.py:_kernel": "one for each policy",
    "text/rulebook.py:sections": "one for each language; others raise",
    "text/rule_search.py:_folded_rules": "one for each language; others raise",
    "text/rule_search.py:_vocabulary": "one for each language; others raise",
    "rules/edition_files.py:edition_data": "one for each edition; others raise",
    "learn/training_kernels.py:kernels": "one, for the module of CUDA",
    "rules/code_cache.py:cache_folder": "one for each package",
    "rules/code_cache.py:code_key": "one for each package",
    "server/storage/rows.py:_upsert_into": "one for each kind of statement",
    "web/drawing/layout.py:bridge": "one for each gorge and seat",
    "web/drawing/wide.py:building_spaces": "one for each building and number of its spaces",
    "web/drawing/layout.py:camp_at": "one for each seat and place in a camp",
    "web/drawing/layout.py:gorge_outline": "one for each gorge",
    "web/drawing/layout.py:layout_for": "one for each number of seats and layout",
    "web/drawing/layout.py:outline": "one for each province; others raise",
    "web/drawing/layout.py:road": "one for each stretch of the road; others raise",
    "web/drawing/layout.py:trader": "one for each place, seat and trader",
    "web/drawing/layout.py:walk": "one for each stretch of the road; others raise",
    "text/language.py:_language": "one for each language",
    "web/drawing/signs.py:_along_the_track": "one for each number of seats",
    "web/drawing/signs.py:_numbers_on_the_track": "one for each number of seats",
    "web/drawing/signs.py:_of_orders": "one for each number of seats",
    "web/drawing/signs.py:_of_provinces": "one for each number of seats",
    "web/drawing/signs.py:_terrace": "one for each place and seat",
    "web/learning/lessons/lesson.py:lesson_named": "one for each lesson; others raise",
    "web/learning/rulebook_pages.py:shown_sections": "one for each language; others raise",
    "web/static_files.py:static_url": "one for each file; others raise",
}


def caches_without_a_bound() -> set[str]:
    """Functions with arguments that have `@cache`, or `lru_cache` with no size."""
    found = set()
    for path in PACKAGE.glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (node.args.args or node.args.kwonlyargs or node.args.vararg):
                decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
                if decorators & {"cache", "functools.cache", "lru_cache(None)", "lru_cache(maxsize=None)"}:
                    found.add(f"{path.relative_to(PACKAGE).as_posix()}:{node.name}")
    return found


def test_every_cache_has_a_bound_or_few_keys() -> None:
    assert caches_without_a_bound() == set(FEW)


def test_texts_of_moves_are_kept_for_some_boards_only() -> None:
    for price in range(1, 200):
        game = Game.new(players=3, board={"temple": [price]})
        game.play(f"bid temple {price}" if price <= 9 else "pass")
        assert game.moves
    for kept in (notation._texts, notation._ids):
        assert kept.cache_info().currsize == kept.cache_info().maxsize == notation._MOST_BOARDS


def test_unknown_languages_and_rules_are_not_kept() -> None:
    for number in range(2000):
        assert language.language_named(f"x{number}").code == "en"
        assert rules_that_cite(f"{number}.{number}.{number}", "en") == ()
    assert language._language.cache_info().currsize <= len(language.languages())
    most = rules_that_cite.cache_info().maxsize
    assert most is not None and rules_that_cite.cache_info().currsize <= most
