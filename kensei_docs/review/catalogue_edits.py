"""Changes of catalogues and glossary: the translations of a record, and the names of its figures, go with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from kensei_docs.catalogues.catalogue_files import read_po_file
from kensei_docs.catalogues.po_lines import PoEntry, PoFile
from kensei_docs.database import Record
from kensei_docs.database.yaml_writing import YamlText
from kensei_docs.project import CATALOGUES, DATA, Project

GLOSSARY = Path(DATA, "glossary.yaml")


class CatalogueEdits:
    """Changes of the project's catalogues of an edition; ``texts`` are the new texts of the files that change."""

    def __init__(self, project: Project, edition: str) -> None:
        self._project = project
        self._edition = edition
        self.texts: dict[Path, str] = {}

    def move(self, old: str, new: str | None) -> None:
        """Move the translations of a record to its new id; if it is None, they are kept as obsolete entries."""
        start = f"{self._edition}/{old}"

        def change(entry: PoEntry) -> PoEntry:
            moved = f"{self._edition}/{new}{entry.context.removeprefix(start)}"
            return entry.moved(moved) if new else entry.retired()

        self._change(old, change)

    def rename(self, record: str, name: str) -> None:
        """Change the message of a record's name, and its translation if that is the same text as the old name.

        A draft has the names of the document as their own translations. Another translation becomes fuzzy.
        """

        def change(entry: PoEntry) -> PoEntry:
            if entry.context != f"{self._edition}/{record}.name":
                return entry
            if entry.translation == (entry.text[0],):
                return PoEntry.made(entry.context, (name, ""), (name,), 1)
            return entry.changed(entry.context, (name, ""), 1)

        self._change(record, change)

    def add_title(self, kind: str, title: str, language: str) -> None:
        """Add the title of the cards of a new kind to the catalogue of the document's language, as its translation."""
        file = self._project.layers[0].joinpath(*CATALOGUES, language, "templates.po")
        catalogue = read_po_file(file, language)
        context = f"{kind}-cards"
        if not any(entry.context == context for entry in catalogue.entries):
            catalogue.entries.append(PoEntry.made(context, (title, ""), (title,), 1))
            self.texts[file] = catalogue.written()

    def substitute(self, record: str, pattern: re.Pattern[str], new: str) -> None:
        """Replace every match of a pattern in the messages and translations of a record."""
        self._change(record, lambda entry: replace(entry, lines=tuple(pattern.sub(new, line) for line in entry.lines)))

    def _change(self, record: str, change: Callable[[PoEntry], PoEntry]) -> None:
        """Replace the entries of a record, those that are not obsolete, in all catalogues of the edition."""
        start = f"{self._edition}/{record}."
        folders = self._project.folders(*CATALOGUES)[:1]
        files = [file for folder in folders for file in sorted(folder.glob(f"*/{self._edition}.po"))]
        for file in filter(self._project.holds, files):
            known = self.texts.get(file)
            catalogue = PoFile.parsed(known) if known is not None else read_po_file(file, file.parent.name)
            before = catalogue.written()
            catalogue.entries = [
                change(entry) if entry.context.startswith(start) and not entry.obsolete else entry
                for entry in catalogue.entries
            ]
            if catalogue.written() != before:
                self.texts[file] = catalogue.written()


def remove_terms(
    glossary: YamlText, record: Record, records: Iterable[Record], figures: Iterable[str] | None = None
) -> None:
    """Remove the names of a record's figures, or of some, from a glossary, except those that other records have too."""
    others = (other.data.get("figures") or {} for other in records if other.id != record.id)
    removed = record.data.get("figures") or {} if figures is None else figures
    for figure in sorted(set(removed).difference(*others)):
        if glossary.get(figure) is not None:
            glossary.remove(figure)
