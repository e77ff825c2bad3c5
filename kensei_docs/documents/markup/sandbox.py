"""The sandbox in which templates are filled in: a template of another person runs no program and reads no file.

A template may call the functions of its environment, its own macros, and methods that only read. Everything else, such
as the methods of paths and the attributes of functions, raises a ``SecurityError``.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from jinja2 import BytecodeCache, FileSystemBytecodeCache, StrictUndefined, Undefined
from jinja2.bccache import Bucket
from jinja2.runtime import LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment

from kensei_docs.database import Edition, Record
from kensei_docs.files import digest_of, digest_of_code


class ForTemplates:
    """The base of classes for templates, which may call their public methods."""


class Collected(list[Any], ForTemplates):
    """A list to which a template can ``add`` values; the lists of the data can't be changed."""

    def add(self, value: Any) -> str:
        """Add a value; return nothing to print."""
        self.append(value)
        return ""


# The methods of strings that only read, without ``format``, which can access attributes of its arguments.
_OF_STRINGS = (
    *("capitalize", "lower", "title", "upper", "strip", "lstrip", "rstrip", "replace"),
    *("split", "splitlines", "partition", "rpartition", "join", "startswith", "endswith"),
    *("isalpha", "isdecimal", "isdigit", "islower", "isupper"),
)
# The methods of values that templates may call.
_METHODS: dict[type, frozenset[str]] = {
    str: frozenset(_OF_STRINGS),
    Mapping: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    LoopContext: frozenset({"changed", "cycle"}),
    Record: frozenset({"borrowed", "condition", "figure", "get"}),
    Edition: frozenset({"errata_on", "leaves_out", "records_of", "rulings_on"}),
}
# The global functions of Jinja that templates use.
_JINJA_FUNCTIONS = ("dict", "namespace", "range")


class _CompiledTemplates(FileSystemBytecodeCache):
    """The cache of compiled templates, in Jinja's default folder for temporary files, which only this user can write.

    Compiled code in a folder of a project would never be run.
    """

    def __init__(self) -> None:
        super().__init__(pattern="kensei-docs-%s.cache")
        # Another version of this module may compile differently.
        self._version = digest_of_code(__file__)

    def get_source_checksum(self, source: str) -> str:
        return digest_of(source, self._version)

    def dump_bytecode(self, bucket: Bucket) -> None:
        # If the disk is full, a template is compiled again the next time.
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _compiled_templates() -> BytecodeCache | None:
    """Return the cache of compiled templates; None if no folder is safe from other users."""
    try:
        return _CompiledTemplates()
    except (OSError, RuntimeError):
        return None


# All sandboxes compile in the same way, so they share compiled templates.
_COMPILED = _compiled_templates()


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of every template; templates can call functions in ``globals``, and methods in ``_METHODS``."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=_COMPILED,
            **settings,
        )
        self.globals = {name: self.globals[name] for name in _JINJA_FUNCTIONS}
        self.globals["collected"] = Collected
        self._safe: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may read an attribute; Jinja's rules depend only on the type and the name."""
        key = (type(obj), attr)
        if key not in self._safe:
            self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return self._safe[key]

    @cached_property
    def _given(self) -> dict[int, Any]:
        """The values of ``globals`` when the first template was filled in, by ``id()``."""
        return {id(given): given for given in self.globals.values()}

    def is_safe_callable(self, obj: Any) -> bool:
        """Return whether a template may call an object."""
        if isinstance(obj, Macro | Undefined):
            # An undefined name raises its own exception.
            return True
        if id(obj) in self._given:
            # The object is alive, so no other object has its id.
            return True
        owner = getattr(obj, "__self__", None)
        name = str(getattr(obj, "__name__", "_"))
        if isinstance(owner, ForTemplates):
            return not name.startswith("_")
        if any(name in names for kind, names in _METHODS.items() if isinstance(owner, kind)):
            return True
        return any(obj is given for given in self.globals.values())
