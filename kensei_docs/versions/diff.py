"""The differences of two versions: of each edition that both have, or of two editions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kensei_docs.database import Database, Edition
from kensei_docs.problems import unusable
from kensei_docs.project import Project
from kensei_docs.versions.change import Change
from kensei_docs.versions.compare import compare
from kensei_docs.versions.history import Version, pairs
from kensei_docs.versions.lineage import Lineage, load_lineage


def diff(project: Project, a: Version, b: Version, words: bool = False) -> list[Change]:
    """Return every change from version ``a`` to ``b``, edition by edition.

    States of one edition are matched by the ids of their records, two editions by the lineage
    in ``project``. Raises Unusable where two editions have none.
    """
    return [
        change
        for ours, theirs in pairs(a, b)
        for change in _of_editions(project, a.database, b.database, ours, theirs, words)
    ]


def _of_editions(
    project: Project, first: Database, second: Database, a: Edition | None, b: Edition | None, words: bool
) -> Iterator[Change]:
    whole = b or a
    if whole is None:
        return
    a, b = a or replace(whole, records={}), b or replace(whole, records={})
    lineage = _lineage(project, first, second, a, b) if a.id != b.id else None
    found = compare(a, b, second, lineage, words)
    if not (lineage and lineage.situation):
        yield from found
        return
    from kensei_docs.versions.consequence import Reckoner

    reckoner = Reckoner((first, a), (second, b), lineage.situation)
    told: set[tuple[str, str]] = set()
    for change in found:
        # One effect comes to one thing, however many of its fields have changed.
        effect = (change.record.id, change.path.rpartition(".")[0])
        consequence = reckoner.of(change) if effect not in told else None
        if consequence:
            told.add(effect)
        yield replace(change, consequence=consequence)


def _lineage(project: Project, first: Database, second: Database, a: Edition, b: Edition) -> Lineage:
    both = Database(second.vocabulary, second.glossary, {a.id: a, b.id: b})
    lineage = load_lineage(project, both, a.id, b.id)
    if lineage is None:
        raise unusable(
            f"data/lineage/{a.id}--{b.id}.yaml",
            "is missing, and records of two "
            "editions are never matched by their looks; 'kensei-docs lineage suggest "
            f"{a.id} {b.id}' drafts one to review",
            "lineage",
        )
    return lineage
