"""Dispatchers for functions that call each other a lot: optimised and translated once, where Python enters.

Numba makes machine code of every compiled function with all that it calls in it, and a wrapper for Python around it. In
a tree of calls as deep as the rules, the leaves are thus optimised and translated again at every level above them. Here
a function that compiled code calls, an *inner* one, stays as it was lowered. What Python calls is an *entry*: it is
linked with all that it calls, directly or not, and then optimised and translated as a whole.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from .code_cache import CodeCache

# No lock is held and nothing is raised.
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
# As nothing is allocated, nothing needs counting of references, which would cost a tenth of the time.
INNER_OPTIONS = OPTIONS | {"_nrt": False}


class InnerLibrary(JITCodeLibrary):
    """The lowered code of one function, for the libraries that link it."""

    def finalize(self) -> None:
        """End changes; nothing is linked, optimised or translated here."""
        self._finalize_dynamic_globals()
        self._finalized = True


class EntryLibrary(JITCodeLibrary):
    """The code of an entry and of all that it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Link a library and, as inner ones are not linked themselves, those that it needs."""
        if library in self._linking_libraries:
            return
        super().add_linking_library(library)
        if isinstance(library, InnerLibrary):
            for needed in library._linking_libraries:
                self.add_linking_library(needed)


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):
    """Lowers a function for callers that are compiled themselves."""

    _name = "teahorse_inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower, without a wrapper for Python and without machine code."""
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = state.flags.no_compile = True
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered, library = state["cr"], state.library
        # Numba knows a compiled function by an object; this one can't be called.
        function = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), state.func_id.func_name, "", 0, lowered.env, (library,)
        )
        state.targetctx.insert_user_function(function, lowered.fndesc, [library])
        state["cr"] = lowered._replace(cfunc=function)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lowers a function that Python calls."""

    _name = "teahorse_entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower, with a wrapper for Python only."""
        state.flags.no_cfunc_wrapper = True
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class InnerCompiler(CompilerBase):
    """Numba's usual passes with a lowering of our own."""

    lowering: type[NativeLowering] = InnerLowering

    def define_pipelines(self) -> list[Any]:
        """Give the passes."""
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.add_pass_after(self.lowering, NativeLowering)
        usual.passes = [(kind, name) for kind, name in usual.passes if kind is not NativeLowering]
        usual.finalize()
        return [usual]


class EntryCompiler(InnerCompiler):
    """Compiles an entry."""

    lowering = EntryLowering


class Inner(CPUDispatcher):
    """A function for compiled code to call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=dict(INNER_OPTIONS), pipeline_class=InnerCompiler)

    @cached_property
    def entry(self) -> "Entry":
        """The same for Python."""
        return Entry(self.py_func)

    def __call__(self, *arguments: Any) -> Any:
        """Called from Python after all: as an entry."""
        return self.entry(*arguments)


class InnerFor(Inner):
    """A function for compiled code to call, with these types of arguments only; others are converted."""

    def __init__(self, function: Callable[..., Any], signatures: list[Any]) -> None:
        super().__init__(function)
        self._signatures = signatures

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls it; the first call compiles it."""
        while self._signatures:
            self.compile(self._signatures.pop())
            if not self._signatures:
                self.disable_compile()
        return super().get_call_template(args, kws)


class Entry(CPUDispatcher):
    """A function for Python to call; compiled code that calls it gets its inner form."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=dict(OPTIONS), pipeline_class=EntryCompiler)
        self._cache = CodeCache(function)
        self.inner = Inner(function)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls it."""
        return self.inner.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """What compiled code calls."""
        return self.inner.get_overload(sig)
