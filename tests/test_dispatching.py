"""Compiled functions that call each other: machine code is made only where Python enters."""

import subprocess
import sys

import numpy as np
import pytest
from numba.core import types

from teahorse.rules import code_cache
from teahorse.rules.dispatching import Entry, Inner, InnerFor, InnerLibrary


def as_rule(function):
    function.__module__ = "teahorse.rules.engine"
    return function


@Inner
@as_rule
def add_one(number):
    return number + 1


@Inner
@as_rule
def add_two(number):
    return add_one(add_one(number))


@Entry
@as_rule
def add_three(number):
    return add_one(add_two(number))


@Entry
@as_rule
def add_six(number):
    return add_three(add_three(number))


@pytest.fixture(autouse=True)
def no_code_kept(monkeypatch):
    """Compile each time."""
    monkeypatch.setattr(code_cache, "read_code", lambda file, key: None)
    monkeypatch.setattr(code_cache, "write_code", lambda file, key, reduced: None)


def test_an_entry_has_all_it_calls_directly_or_not():
    assert add_six(1) == 7


def test_code_that_calls_an_entry_does_not_make_machine_code_of_it():
    add_six(np.int8(1))
    assert (types.int8,) in add_six.overloads
    assert (types.int8,) not in add_three.overloads
    inner = add_three.inner.overloads[types.int8,]
    assert isinstance(inner.library, InnerLibrary)


def test_an_inner_function_can_be_called_from_python_too():
    assert add_two(5) == 7


def test_a_function_for_fixed_types_is_compiled_at_its_first_call_and_only_for_these():
    @as_rule
    def half(number):
        return number / 2

    halved = InnerFor(half, [types.float64(types.float64)])

    @Entry
    @as_rule
    def halve(number):
        return halved(number)

    assert not halved.overloads
    assert halve(5) == halve(np.int8(5)) == 2.5
    assert list(halved.overloads) == [(types.float64,)]


def test_importing_the_rules_compiles_nothing():
    program = (
        "import gc, teahorse.game, teahorse.bots, teahorse.envs.vector\n"
        "from teahorse.rules.dispatching import CPUDispatcher\n"
        "assert not [each for each in gc.get_objects() if isinstance(each, CPUDispatcher) and each.overloads]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)
