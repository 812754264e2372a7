"""The cache of compiled code: what names it, who shares it, and which folders are trusted."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import llvmlite.binding
import numba
import pytest
from numba.core import types

from teahorse.rules import code_cache
from teahorse.rules.code_cache import COMPILED_PACKAGES, CodeCache, read_code, write_code

AS_OTHERS_CACHE = """
import llvmlite.binding
import numba
before = numba.core.config.CACHE_DIR
import teahorse.game, teahorse.bots
assert numba.core.config.CACHE_DIR == before
"""

ONLY_LOADS = """
import sys
from teahorse import Game
assert Game.new(seed=1).legal_moves
assert "numba.np.linalg" not in sys.modules
"""


def twice(number):
    return 2 * number


twice.__module__ = "teahorse.rules.twice"  # as if it were a rule


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """Forget what was found, and look for caches in an empty home with an empty folder for temporary files."""
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setenv("TEAHORSE_CACHE", "")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    found = (code_cache.caches, code_cache.cache_folder, code_cache.code_key)
    for function in found:
        function.cache_clear()
    yield tmp_path
    for function in found:
        function.cache_clear()


@pytest.fixture
def no_home(fresh, monkeypatch):
    """A home that can't be written to; this gives the folder that stands in for it."""
    (fresh / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(fresh / "file"))
    return fresh / "temporary" / f"teahorse-{os.getuid()}"


def compiled():
    dispatcher = numba.njit(twice)
    dispatcher._cache = CodeCache(twice)
    dispatcher.compile((types.int64,))
    return dispatcher


def test_importing_teahorse_leaves_the_folder_of_others_compiled_code_alone(tmp_path):
    for setting in ({}, {"NUMBA_CACHE_DIR": str(tmp_path)}):
        subprocess.run([sys.executable, "-c", AS_OTHERS_CACHE], env=os.environ | setting, check=True, timeout=300)


def test_code_is_compiled_once_and_then_loaded(fresh):
    assert not compiled().stats.cache_hits
    assert compiled().stats.cache_hits
    assert compiled()(21) == 42


def test_a_process_that_only_loads_code_does_not_load_what_compiling_needs():
    subprocess.run([sys.executable, "-c", ONLY_LOADS], check=True, timeout=300)


def test_damaged_code_is_compiled_again(fresh):
    folder = Path(compiled().stats.cache_path)
    (file,) = folder.glob("*.code")
    whole = file.read_bytes()
    for damaged in (b"", whole[:100], whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1])):
        file.write_bytes(damaged)
        again = compiled()
        assert not again.stats.cache_hits
        assert again(21) == 42


def test_a_file_is_only_read_for_its_own_key(tmp_path):
    write_code(tmp_path / "code", "key", ["code"])
    assert read_code(tmp_path / "code", "key") == ["code"]
    assert read_code(tmp_path / "code", "other key") is None
    assert [file.name for file in tmp_path.iterdir()] == ["code"]


def test_the_same_sources_in_another_folder_share_their_code(fresh, monkeypatch):
    key = code_cache.code_key("envs")
    monkeypatch.setattr(code_cache, "PACKAGE", copy_of_sources(fresh))
    code_cache.code_key.cache_clear()
    assert code_cache.code_key("envs") == key


@pytest.mark.parametrize("changed", COMPILED_PACKAGES)
def test_a_changed_source_names_new_code_for_its_room_and_those_that_build_on_it(fresh, monkeypatch, changed):
    before = {package: code_cache.code_key(package) for package in COMPILED_PACKAGES}
    monkeypatch.setattr(code_cache, "PACKAGE", copy_of_sources(fresh))
    source = next((code_cache.PACKAGE / changed).glob("*.py"))
    source.write_text(source.read_text() + "\n# changed\n")
    code_cache.code_key.cache_clear()
    differs = [package for package in COMPILED_PACKAGES if code_cache.code_key(package) != before[package]]
    assert differs == list(COMPILED_PACKAGES[COMPILED_PACKAGES.index(changed) :])


@pytest.mark.parametrize("module", ["numba", "np", "llvmlite"])
def test_another_version_of_what_compiles_names_new_code(fresh, monkeypatch, module):
    before = code_cache.code_key("rules")
    monkeypatch.setattr(getattr(code_cache, module), "__version__", "0.0.0")
    code_cache.code_key.cache_clear()
    assert code_cache.code_key("rules") != before


def copy_of_sources(folder):
    for package in COMPILED_PACKAGES:
        shutil.copytree(
            code_cache.PACKAGE / package, folder / "copy" / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    for source in (folder / "copy").glob("**/*.py"):
        os.utime(source, (0, 0))
    return folder / "copy"


def test_the_users_cache_is_made_for_the_user_alone(fresh):
    folder = code_cache.cache_folder("rules")
    assert folder.parent == fresh / "home" / "teahorse"
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


def test_a_cache_of_the_users_that_others_could_write_to_is_closed(fresh):
    (fresh / "home" / "teahorse").mkdir()
    (fresh / "home" / "teahorse").chmod(0o775)
    assert code_cache.caches() == fresh / "home" / "teahorse"
    assert stat.S_IMODE(code_cache.caches().stat().st_mode) == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners and modes here")
class TestWithoutAHome:
    """Where the user's cache can't be written, a folder for temporary files holds it, open to all but for this."""

    def test_a_private_folder_is_made_and_found_again(self, no_home):
        assert code_cache.caches() == no_home
        assert stat.S_IMODE(no_home.stat().st_mode) == 0o700
        code_cache.caches.cache_clear()
        assert code_cache.caches() == no_home

    @pytest.mark.parametrize("mode", [0o777, 0o770, 0o755])
    def test_a_folder_open_to_others_is_not_trusted(self, no_home, mode):
        no_home.mkdir()
        no_home.chmod(mode)
        self.expect_another_than(no_home)

    def test_a_folder_of_someone_else_is_not_trusted(self, no_home, monkeypatch):
        no_home.mkdir(mode=0o700)
        user = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: user + 1)
        no_home.rename(no_home.with_name(f"teahorse-{user + 1}"))
        self.expect_another_than(no_home.with_name(f"teahorse-{user + 1}"))

    def test_a_link_is_not_trusted(self, no_home):
        (no_home.parent / "elsewhere").mkdir(mode=0o700)
        no_home.symlink_to(no_home.parent / "elsewhere")
        self.expect_another_than(no_home)

    def expect_another_than(self, untrusted):
        folder = code_cache.caches()
        assert folder != untrusted
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert os.environ["TEAHORSE_CACHE"] == str(folder), "the processes that this one starts use the same"


def test_a_folder_of_code_that_others_could_write_to_is_not_trusted(fresh):
    planted = code_cache.caches() / code_cache.code_key("rules")
    planted.mkdir()
    planted.chmod(0o777)
    folder = code_cache.cache_folder("rules")
    assert folder != planted
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.fixture
def wheel(fresh, monkeypatch):
    """An installed wheel with code that was compiled for a plain processor; gives its manifest."""
    reduced = []
    with monkeypatch.context() as patched:
        patched.setattr(code_cache, "write_code", lambda file, key, code: reduced.append(code))
        compiled()
    monkeypatch.setattr(code_cache, "PACKAGE", copy_of_sources(fresh))
    code_cache.code_key.cache_clear()
    triple = llvmlite.binding.get_process_triple()
    kept, folder = CodeCache(twice), code_cache.packaged_folder("rules")
    folder.mkdir(parents=True)
    key = kept._key((types.int64,), (triple, "plain", ""))
    write_code(folder / kept._file_name(key), key, reduced[0])
    yield {"triple": triple, "cpu": "plain", "features": "", "needs": []}
    code_cache.packaged_processor.cache_clear()


def installed(manifest):
    (code_cache.PACKAGE / "precompiled" / "processor.json").write_text(json.dumps(manifest))
    code_cache.packaged_processor.cache_clear()


def test_the_code_of_a_wheel_is_used_whatever_this_processor_is_called(wheel):
    installed(wheel)
    assert compiled().stats.cache_hits
    assert compiled()(21) == 42
    assert not list(code_cache.cache_folder("rules").iterdir()), "nothing was compiled"


@pytest.mark.parametrize("unlike", [{"needs": ["telepathy"]}, {"triple": "abacus-unknown-none"}])
def test_the_code_of_a_wheel_for_other_processors_or_systems_is_not_used(wheel, unlike):
    installed(wheel | unlike)
    assert not compiled().stats.cache_hits
    assert compiled()(21) == 42


def test_the_code_of_a_wheel_is_not_used_after_a_source_has_changed(wheel):
    installed(wheel)
    source = next((code_cache.PACKAGE / "rules").glob("*.py"))
    source.write_text(source.read_text() + "\n# changed\n")
    code_cache.code_key.cache_clear()
    assert not compiled().stats.cache_hits
