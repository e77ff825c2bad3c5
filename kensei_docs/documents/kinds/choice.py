"""What one order wants of a kind's faces: only some of them, each as often as it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.kinds.rows import Row


@dataclass(frozen=True)
class Choice:
    """Faces to print, in place of all that a kind has.

    ``copies`` is by a record's id and, for faces of parts of a record, the path of the part (else
    empty). ``filled`` gives what a sheet is filled in with, in a language, by the name that a kind
    of document knows it by (``filled`` in its manifest); its face is named ``name``.
    """

    name: str
    copies: Mapping[tuple[str, str], int]
    filled: Mapping[str, Callable[[Translator], Mapping[str, Any]]] = field(default_factory=dict)

    def of(self, kind: Kind, edition: Edition, rows: Sequence[Row], translator: Translator) -> Iterator[Row]:
        """Yield the rows that are wanted of a kind, as often as they are."""
        fill = self.filled.get(kind.filled or "")
        if fill:
            yield Row(self.name, edition, None, fill(translator), 1)
            return
        for row in rows:
            many = self.copies.get((row.record.id, row.path), 0) if row.record else 0
            if many:
                yield replace(row, copies=many)

    def left(self, rows: Sequence[Row]) -> set[tuple[str, str]]:
        """Return what is wanted and not among some rows."""
        return set(self.copies) - {(row.record.id, row.path) for row in rows if row.record}
