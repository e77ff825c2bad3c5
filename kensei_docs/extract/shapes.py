"""The shape of a reading: the keys that its recipe knows, and what may stand under each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kensei_docs.extract.findings import Reading
from kensei_docs.problems import Problem, closest

# What may stand under a key, in the words in which its lack is told.
TEXT = "a text"
TEXTS = "a text, or a list of texts"
LIST = "a list of texts"
MAPPING = "a mapping of names to texts"
MAPPINGS = "a mapping of names to mappings"
FACT = "where a cell goes, such as table/ranges:rows.{row}.{column}"

PASSAGE = {"from": TEXT, "to": TEXT, "after": TEXTS}

_BRACES = re.compile(r"\{(?:row|column)\}")


def faults_of(reading: Reading, recipe: str, keys: Mapping[str, str]) -> Iterator[Problem]:
    """Yield what keeps a reading from being run: a key that its recipe hasn't, or other content."""
    for key, content in reading.content.items():
        if key not in keys:
            yield reading.problem(
                key, f"'{key}' is no key of the recipe '{recipe}'{closest(key, keys)}; rename it or take it out"
            )
        elif not _is(keys[key], content):
            yield reading.problem(key, f"'{key}' should be {keys[key]}; mend it")
    if keys.get("fact") and "fact" not in reading.content:
        yield reading.problem("", f"has no 'fact'; say {FACT}")


def _is(shape: str, content: Any) -> bool:
    if content is None:
        return shape != FACT
    if shape in (MAPPING, MAPPINGS):
        return isinstance(content, dict) and all(
            inner is None or (_is(MAPPING, inner) if shape == MAPPINGS else _plain(inner)) for inner in content.values()
        )
    if isinstance(content, list):
        return shape in (TEXTS, LIST) and all(map(_plain, content))
    if shape == FACT:
        return _plain(content) and not set("{}") & set(_BRACES.sub("", str(content)))
    return shape in (TEXT, TEXTS) and _plain(content)


def _plain(content: Any) -> bool:
    return content is not None and not isinstance(content, dict | list)
