"""What readers are told of a change in place of its records' words, as the section ``told`` of a lineage has it.

Two rules often differ in a clause. Somebody who has read both documents writes that clause down for either side, so
that a report doesn't make a reader look for it in two whole texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from pydantic import Field

from kensei_docs.database import Citation, Edition
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.yamlfile import Tree
from kensei_docs.problems import Problem
from kensei_docs.versions.changes import Change, End, Telling
from kensei_docs.versions.values import citations_at

TOLD = "told"


class SidesSchema(Schema):
    """Facts or records of either side, which are cited."""

    a: list[str] = Field(default_factory=list)
    b: list[str] = Field(default_factory=list)


class ToldSchema(Schema):
    """The words for the old side (``a``) and the new one (``b``) of a change, one or both; ``cites`` names the facts
    (``record:path``) or records whose places in the documents are given, in place of the change's own."""

    a: str | None = None
    b: str | None = None
    cites: SidesSchema = Field(default_factory=SidesSchema)


@dataclass(frozen=True)
class Told:
    """One entry: the words of both sides, None where a side has none, and what is cited for them."""

    a: Telling | None = None
    b: Telling | None = None
    cites_a: tuple[Citation, ...] = field(default=())
    cites_b: tuple[Citation, ...] = field(default=())

    def mirrored(self) -> Told:
        """Return the entry of the opposite direction."""
        return Told(self.b, self.a, self.cites_b, self.cites_a)


def read_told(
    tree: Tree, section: Any, domain: str, editions: Sequence[Edition], problems: list[Problem]
) -> Iterator[tuple[str, Told]]:
    """Yield the entries of a section by the fact, or the record, whose change they tell of.

    ``domain`` is the catalogue of their words, ``editions`` are the old and the new one.
    """
    for name, value in section.items() if isinstance(section, dict) else ():
        entry = validate(ToldSchema, tree, f"{TOLD}.{name}", problems, value=value)
        if entry is None:
            continue
        for side, names in zip(editions, (entry.cites.a, entry.cites.b), strict=True):
            for cited in (one for one in names if not _cited(side, one)):
                message = f"'{name}' cites '{cited}', which {side.id} has no place in a document for; mend it"
                problems.append(Problem(tree.place(f"{TOLD}.{name}"), message, "lineage"))
        words = [
            Telling(domain, f"{domain}/{name}.{side}", text) if text else None
            for side, text in (("a", entry.a), ("b", entry.b))
        ]
        cites = [
            tuple(dict.fromkeys(place for one in names for place in _cited(side, one)))
            for side, names in zip(editions, (entry.cites.a, entry.cites.b), strict=True)
        ]
        yield name, Told(words[0], words[1], cites[0], cites[1])


def _cited(edition: Edition, name: str) -> tuple[Citation, ...]:
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    if record is None:
        return ()
    return (citations_at(record, path) if path else ()) or record.citations


def with_told(change: Change, told: Mapping[str, Told], a: Edition, b: Edition) -> Change:
    """Return a change from edition ``a`` to ``b`` with what the lineage tells of it.

    An entry has the name of the fact of either side. Where a fact of one edition became several, or several one, the
    fact that the other edition hasn't is the one that this change alone is about.
    """
    names = [(name, _has(other, name)) for end, other in ((change.b, a), (change.a, b)) if (name := _name(end))]
    entry = next((told[name] for name, _ in sorted(names, key=itemgetter(1)) if name in told), None)
    if entry is None:
        return change
    old = replace(change.a, told=entry.a, citations=entry.cites_a or change.a.citations)
    new = replace(change.b, told=entry.b, citations=entry.cites_b or change.b.citations)
    return replace(change, a=old, b=new)


def _has(edition: Edition, name: str) -> bool:
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    return record is not None and (not path or record.get(path) is not None)


def _name(end: End) -> str:
    """Return the fact that a side of a change is about, as a lineage names it; empty where it is about none."""
    if end.record is None or end.value is None:
        return ""
    return f"{end.record.id}:{end.path}" if end.path else end.record.id
