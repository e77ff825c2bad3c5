"""The shapes of the entries of a vocabulary: a section of names, of lists, or of mappings.

Code reads the sections without looking at each value, so an entry of another shape is reported and taken out where the
vocabulary is loaded. Sections that are not here have a schema where they are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from kensei_docs.database.yaml_reading import Tree
from kensei_docs.problems import Place

# Sections that are lists of names; all others are mappings.
LISTS = frozenset({"units", "whole-things"})

_Names = list[str] | str | None
_Values = list[str | bool | None] | dict[str, Any] | str | bool | None


class _Atom(BaseModel):
    model_config = ConfigDict(extra="allow")

    values: str | list[str | bool] | None = None
    phrase: dict[str, str] | None = None
    words: dict[str, list[str] | None] | None = None


class _Column(BaseModel):
    model_config = ConfigDict(extra="allow")

    words: list[str]
    takes: str | None = None
    at: str | None = None
    of: _Names = None
    option: str | None = None


class _Bringing(BaseModel):
    model_config = ConfigDict(extra="allow")

    kinds: list[str]


_NAME = (str, "a name")
_NAME_OR_NULL = (str | None, "a text, or null")
_LIST = (list[str] | None, "a list of names")
_NAMES = (dict[str, str], "a mapping of names")
_SHAPES: dict[str, tuple[Any, str]] = {
    "kinds": _NAME,
    "system-names": _NAME_OR_NULL,
    "trace-names": _NAME_OR_NULL,
    "fact-names": _NAME_OR_NULL,
    "value-names": _NAME_OR_NULL,
    "cell-names": _NAME_OR_NULL,
    "counterparts": _NAME,
    "hooks": _NAMES,
    "rolls": _NAMES,
    "systems": _NAMES,
    "atoms": (_Atom | None, "a mapping such as {values: boolean, phrase: {true: when mounted}}"),
    "columns": (_Column, "a mapping such as {words: [move], at: figures.move}"),
    "brings": (_Bringing | None, "a mapping such as {kinds: [ability]}"),
    "quantities": (dict[str, Any] | None, "a mapping, {} at least"),
    "answers": (list[str | bool], "a list of words"),
    "shapes": (dict[str, list[str]] | list[str], "a list of names"),
    "references": (_Names, "a list of kinds"),
    "definitions": (_Names, "a list of kinds"),
    "whose": _LIST,
    "fields": _LIST,
    "parameters": (_Names, "a list of facts"),
    "within": (dict[str, _Names] | None, "a mapping of fields to the names in each, such as {prices: [low, high]}"),
    "assumed": (_Values, "a value"),
    "stands-for": (dict[str, _Values], "a mapping of values to the values that each stands for"),
}


def malformed(tree: Tree) -> Iterator[tuple[str, str | None, Place, str]]:
    """Yield (section, entry, place, message) for each section of a file, and each entry, that has another shape than it
    should; the entry is None for a section as a whole."""
    for section, entries in tree.value.items():
        form = list if section in LISTS else dict
        if entries is not None and not isinstance(entries, form):
            yield section, None, tree.place(section), f"'{section}' should be a {'list' if form is list else 'mapping'}"
        elif form is list and not all(isinstance(name, str) for name in entries or ()):
            yield section, None, tree.place(section), f"'{section}' should be a list of names"
        elif isinstance(entries, dict) and section in _SHAPES:
            for name, entry in entries.items():
                try:
                    _adapter(section).validate_python(entry)
                except ValidationError as fault:
                    # The steps of a path that a file has; pydantic also names the alternatives of a type.
                    path = f"{section}.{name}"
                    for step in map(str, fault.errors()[0]["loc"]):
                        path = inner if (inner := f"{path}.{step}") in tree.spots else path
                    message = f"'{section}.{name}' should be {_SHAPES[section][1]}"
                    yield section, name, tree.place(path), message


@cache
def _adapter(section: str) -> TypeAdapter[Any]:
    return TypeAdapter(_SHAPES[section][0])
