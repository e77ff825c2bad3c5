"""How a document presents its figures: each recipe is a module, named after what the page looks like.

A module is registered by its file. It has ``KEY``, the key of a profile's entry that names the recipe (``passage``),
``KEYS``, what may be under each key of an entry, and ``read(entry, observer)``, which observes what it finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kensei_docs.extract.reading.cues import Expected, parse_cue
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.sources import Source

CHECK = "reading"

# The values that a key may have, in the words of the problem with another value.
TEXT = "a text"
TEXTS = "a text, or a list of texts"
LIST = "a list of texts"
MAPPING = "a mapping of names to texts"
CUES = "a mapping of facts to cues"
CUES_BY_NAME = "a mapping of names to mappings of facts to cues"
# Keys among the cues of an entry: its heading in the document, and the record that it is read for, if not its own.
HEADING, RECORD = "heading", "record"
# The key with other readings for the same figures, for documents that give the words in another order.
OTHERS = "or"
# The key with the headings or labels that belong to no record.
SKIP = "skip"
FACT = "where a cell goes, such as table/ranges:rows.{row}.{column}"

PASSAGE = {"from": TEXT, "to": TEXT, "after": TEXTS}

_BRACES = re.compile(r"\{(?:row|column)\}")


@dataclass(frozen=True)
class ProfileEntry:
    """An entry of a source's reading profile and its place; ``path`` is that of a reading in it (``or.0.``)."""

    source: Source
    stem: str
    index: int
    content: dict[str, Any]
    path: str = ""

    def get(self, key: str, default: Any = None) -> Any:
        return self.content.get(key, default)

    def place(self, key: str = "") -> Place:
        """Return the place of a part of the entry (``read.base``)."""
        return self.source.trees[self.stem].place(f"{self.index}.{self.path}{key}".rstrip("."))

    def with_others(self) -> list[ProfileEntry]:
        """Return the entry without its ``or``, and the readings that stand there, for documents in another order."""
        others = self.content.get(OTHERS) or []
        content = {key: value for key, value in self.content.items() if key != OTHERS}
        if not isinstance(others, list) or not all(isinstance(other, dict) for other in others):
            return [self]
        return [
            replace(self, content=content),
            *(replace(self, content=other, path=f"{OTHERS}.{i}.") for i, other in enumerate(others)),
        ]

    def problem(self, key: str, message: str, record: str | None = None) -> Problem:
        """Return a problem with a part of the entry."""
        return Problem(self.place(key), message, CHECK, edition=self.source.edition, record=record)

    def cues(self, content: Any) -> list[Expected]:
        """Return the cues of a mapping from fact to cue, without invalid ones, which ``faults_of`` reports."""
        return [Expected(fact, cue) for fact, text in (content or {}).items() if (cue := parse_cue(str(text)))]


def faults_of(entry: ProfileEntry, recipe: str, keys: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the problems of an entry: keys that its recipe doesn't have, and wrong content."""
    for key, content in entry.content.items():
        if key not in keys:
            yield entry.problem(
                key, f"'{key}' is not a key of the recipe '{recipe}'{closest(key, keys)}; rename it or take it out"
            )
        elif not _has_shape(keys[key], content):
            yield entry.problem(key, f"'{key}' should be {keys[key]}; mend it")
        elif keys[key] in (CUES, CUES_BY_NAME):
            cues = content or {} if keys[key] == CUES else _cues_by_name(content or {})
            for fact, text in cues.items():
                if parse_cue(str(text)) is None:
                    message = f"'{text}' is not a cue; write a few words and one slot, such as within <length>"
                    yield entry.problem(f"{key}.{fact}", message)
    if keys.get("fact") and "fact" not in entry.content:
        yield entry.problem("", f"has no 'fact'; say {FACT}")


def _cues_by_name(content: dict[str, Any]) -> dict[str, str]:
    parts = ((name, fact, cue) for name, facts in content.items() for fact, cue in (facts or {}).items())
    return {f"{name}.{fact}": cue for name, fact, cue in parts if fact not in (HEADING, RECORD)}


def _has_shape(shape: str, content: Any) -> bool:
    if content is None:
        return shape != FACT
    if shape in (MAPPING, CUES, CUES_BY_NAME):
        return isinstance(content, dict) and all(
            inner is None or (_has_shape(MAPPING, inner) if shape == CUES_BY_NAME else _is_text(inner))
            for inner in content.values()
        )
    if isinstance(content, list):
        return shape in (TEXTS, LIST) and all(map(_is_text, content))
    if shape == FACT:
        return _is_text(content) and not set("{}") & set(_BRACES.sub("", str(content)))
    return shape in (TEXT, TEXTS) and _is_text(content)


def _is_text(content: Any) -> bool:
    return content is not None and not isinstance(content, dict | list)
