"""The looks of a project where they are written, in records, ``edition.yaml`` and ``kind.yaml``, with their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kensei_docs.database import Edition, Record
from kensei_docs.database.record_parts import below
from kensei_docs.database.yaml_reading import Tree, read_cached
from kensei_docs.documents.kinds.kind import MANIFEST, Kind
from kensei_docs.problems import Place
from kensei_docs.project import Project


@dataclass(frozen=True)
class WrittenLook:
    """A look where it is written: of a record (at any depth), else in ``edition.yaml`` or ``kind.yaml``."""

    look: Mapping[str, Any]
    path: str
    owner: Record | Tree

    def place(self, part: str) -> Place:
        """Return the place of a part, such as ``art``."""
        path = f"{self.path}.{part}"
        return self.owner.place(path if self.look.get(part) else f"{self.path}.scene")

    def names(self, part: str) -> list[str]:
        """Return the names of a part; a ``scene`` is a list of drawings."""
        scene = self.look.get("scene") if part == "art" else ()
        return [str(name) for name in (self.look.get(part), *(scene or ())) if name]


def looks_of(project: Project, kind: Kind | None, edition: Edition | None) -> Iterator[WrittenLook]:
    """Yield the looks of a kind of document, and of an edition with its records."""
    if kind:
        yield WrittenLook(
            {str(part): name for part, name in kind.look.items()},
            "look",
            read_cached(kind.folder / MANIFEST, project.parsed)[0],
        )
    if edition:
        yield WrittenLook(edition.look, "look", edition.tree)
        for group in ("kinds", "decks"):
            for name, look in (edition.look.get(group) or {}).items():
                yield WrittenLook(look, f"look.{group}.{name}", edition.tree)
        for record in edition.records.values():
            yield from (WrittenLook(look, path, record) for path, look in _looks_in(record.data, ""))


def _looks_in(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (path, look) for each ``look`` in a record, at any depth."""
    for key, value in data.items():
        inner = below(path, key)
        if isinstance(value, dict):
            yield from [(inner, value)] if key == "look" else _looks_in(value, inner)
