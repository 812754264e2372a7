"""Compiling in the background: what is compiled where, how far it is, and that a game needs nothing else."""

import os
import subprocess
import sys

import pytest

from teahorse import background_compilation, precompile
from teahorse.background_compilation import TARGETS, Compilation, plan
from teahorse.precompile import SECONDS
from teahorse.rules import code_cache

# Notes what is precompiled, without compiling it, and then what is loaded or compiled in games, reviews and pictures.
A_GAME = """
from teahorse.precompile import TARGETS
from teahorse.rules.code_cache import CodeCache
from teahorse.rules.dispatching import Entry

prepared, used = set(), set()
compiling = Entry.compile
Entry.compile = lambda self, types: prepared.add((self.__module__, self.__qualname__, str(types)))
for target in ("rules", "bots"):
    for step in TARGETS[target]().values():
        step()
Entry.compile = compiling

loading = CodeCache.load_overload
def load(self, types, context):
    used.add((self._function.__module__, self._function.__qualname__, str(types)))
    return loading(self, types, context)
CodeCache.load_overload = load

from teahorse.bots import Budget, bot_named
from teahorse.game import Game
for people in (2, 3):
    game, bots = Game.new(players=people, seed=1), [bot_named("greedy"), bot_named("search", 1), bot_named("random")]
    while not game.is_over:
        bot = bots[len(game.history) % 3]
        game.legal_moves(), game.why_not("bid school 9"), game.snapshot()
        game.play(bot.choose(game, Budget(20)) if bot is bots[1] else bot.choose(game))
    assert game.outcome
    Game.from_record(game.record())
from teahorse.text.translation import as_written
from teahorse.web.learning.rule_pictures import SCENES, _picture
for name in SCENES:
    _picture(name, as_written)
import sys
from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService
from teahorse.web.table_page import view_of
from table_setup import config_for, play_greedily
tables = TableService(Database(sys.argv[1]))
table_id, key = tables.create(config_for(None, None, None))
for rows in range(0, 60, 3):
    table = play_greedily(tables, table_id, key, rows)
    view = view_of(table, table.players_of([key]), as_written)
    for attribute in dir(view):
        getattr(view, attribute)
missing = used - prepared
assert used and not missing, sorted(f"{module}.{name}" for module, name, _ in missing)
"""


@pytest.fixture
def nothing_done(monkeypatch):
    """As on a new machine."""
    monkeypatch.setattr(background_compilation, "is_done", lambda target, step: False)


@pytest.mark.parametrize("processes", [1, 2, 3, 16])
def test_every_step_is_compiled_by_one_process_and_the_rules_before_the_bots(processes):
    work = plan(processes)
    assert len(work) == min(processes, 3)
    assert sorted(step for steps in work for step in steps) == sorted(
        (target, step) for target in TARGETS for step in SECONDS[target]
    )
    for steps in work:
        assert [target for target, _ in steps] == sorted((target for target, _ in steps), key=TARGETS.index)


def test_each_room_has_the_steps_whose_time_is_given():
    for target, steps in precompile.TARGETS.items():
        assert list(steps()) == list(SECONDS[target])


def test_a_game_with_bots_its_pages_and_all_pictures_need_nothing_that_is_not_precompiled(tmp_path):
    path = os.pathsep.join(sys.path)
    command = [sys.executable, "-c", A_GAME, f"sqlite:///{tmp_path}/games.sqlite"]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, check=True, timeout=600)


def test_what_others_compile_is_not_compiled_here(monkeypatch, tmp_path):
    program = (
        "from teahorse.rules.code_cache import StillCompiling, leave_to_others\n"
        "leave_to_others(lambda target: target == 'rules')\n"
        "from teahorse.game import Game\n"
        "try:\n    Game.new()\nexcept StillCompiling as error:\n    print(error)\n"
    )
    cold = os.environ | {"TEAHORSE_CACHE": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", program], env=cold, check=True, timeout=300, capture_output=True)
    assert said.stdout.decode() == "The rules are still being compiled. Try again in a few seconds.\n"


def test_progress_goes_from_nothing_to_all(nothing_done, monkeypatch):
    at_work = Compilation(2)
    assert (at_work.progress("rules"), at_work.is_ready("rules")) == (0, False)
    now = background_compilation.time.monotonic()
    at_work._begun["rules", "moves"] = now
    monkeypatch.setattr(background_compilation.time, "monotonic", lambda: now + 3)
    some = at_work.progress("rules")
    monkeypatch.setattr(background_compilation.time, "monotonic", lambda: now + 300)
    assert 0 < some < at_work.progress("rules") < 1, "a step that takes longer than thought is not done"
    at_work._done.update(("rules", step) for step in SECONDS["rules"])
    assert (at_work.progress("rules"), at_work.is_ready("rules"), at_work.is_ready("bots")) == (1, True, False)


def test_processes_tell_when_they_are_done(nothing_done):
    at_work = Compilation(2)  # all of it is in the cache, so the processes have nothing to do
    for target in TARGETS:
        precompile.ensure_compiled(target)
    at_work.start()
    try:
        for target in TARGETS:
            assert at_work.wait_for(target, 300)
    finally:
        at_work.stop()


def test_what_a_process_that_dies_leaves_behind_may_be_compiled_here(nothing_done):
    at_work = Compilation(1)
    at_work.start()
    try:
        assert code_cache._others_compile("rules")
        for process in at_work._processes:
            process.kill()
        assert at_work.wait_for("bots", 300)
        assert not code_cache._others_compile("rules")
    finally:
        at_work.stop()
