"""Why a card isn't what it was: the errata in force since, or the revisions in git."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.errata import ErratumSchema, dated, read_erratum
from kensei_docs.documents.reprint.since import Since
from kensei_docs.figures import localise
from kensei_docs.project import Project
from kensei_docs.versions.history import subjects_since


class Causes:
    """Knows what was decided about an edition since a state."""

    def __init__(self, project: Project, since: Since, edition: Edition, translator: Translator) -> None:
        before = since.database.editions.get(edition.id)
        self._project, self._since, self._translator = project, since, translator
        self._edition = edition
        self._errata = [
            erratum for name, erratum in edition.errata.items() if before is None or name not in before.errata
        ]

    def of(self, record: Record | None, path: str, values: str) -> list[str]:
        """Return why a record's card changed, or one that shows these ``values``: each erratum
        with its day and reason, or each revision that touched the record's file."""
        sheets = [(erratum, read_erratum(erratum)) for erratum in self._errata]
        found = [erratum for erratum, sheet in sheets if record and _names(sheet, record, path)]
        if not found:
            found = [erratum for erratum, sheet in sheets if self._shows(sheet, values)]
        if not found and self._since.revision is None:
            found = self._errata
        if found:
            return [self._said(erratum) for erratum in found]
        if self._since.revision is None:
            return []
        root = self._project.layers[0]
        own = record.tree.file if record and Path(record.tree.file).is_relative_to(root) else ""
        # Where nobody touched its record, a translation or a template changed.
        other = [str(root / "data/locale" if own else root / "data"), str(root / "templates")]
        return list(
            (_subjects(self._project, self._since.revision, (own,)) if own else ())
            or _subjects(self._project, self._since.revision, tuple(other))
        )

    def _said(self, erratum: Record) -> str:
        day = dated(erratum.slug)
        return f"{self._translator.name(erratum)} ({day}): {self._translator.text(erratum, 'reason')}"

    def _shows(self, sheet: ErratumSchema, values: str) -> bool:
        words = values.split()
        return any(
            localise(part, self._translator.language) in words
            for change in sheet.changes.values()
            if change.after
            for part in change.after.split()
        )


def _names(sheet: ErratumSchema, record: Record, path: str) -> bool:
    return record.id in (*sheet.add, *sheet.withdraw) or any(
        change.record == record.id and f"{change.fact}.".startswith(f"{path}." if path else "")
        for change in sheet.changes.values()
    )


@cache
def _subjects(project: Project, revision: str, files: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(subjects_since(project, revision, files))
