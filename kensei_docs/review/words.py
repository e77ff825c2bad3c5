"""Translations of a record that is renamed, moved or taken away, and the names of its figures: they go with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kensei_docs.catalogues.po_file import PoEntry, PoFile
from kensei_docs.catalogues.translations import read_po_file
from kensei_docs.database import Record
from kensei_docs.database.edit import YamlText
from kensei_docs.project import CATALOGUES, DATA, Project

GLOSSARY = Path(DATA, "glossary.yaml")


class Words:
    """The catalogues of a project with words of an edition; ``texts`` are those that change."""

    def __init__(self, project: Project, edition: str) -> None:
        self._project, self._edition = project, edition
        self.texts: dict[Path, str] = {}

    def move(self, old: str, new: str | None) -> None:
        """Move the translations of a record to its new id; without one they are kept as obsolete."""
        start = f"{self._edition}/{old}"

        def change(entry: PoEntry) -> PoEntry:
            moved = f"{self._edition}/{new}{entry.context.removeprefix(start)}"
            return entry.moved(moved) if new else entry.retired()

        self._change(old, change)

    def rename(self, record: str, name: str) -> None:
        """Give the name of a record its new words: a draft has them in the rulebook's language as they stand there.

        A translation that says something else is marked as one of the former name.
        """

        def change(entry: PoEntry) -> PoEntry:
            if entry.context != f"{self._edition}/{record}.name":
                return entry
            if entry.translation == (entry.text[0],):
                return PoEntry.made(entry.context, (name, ""), (name,), 1)
            return entry.changed(entry.context, (name, ""), 1)

        self._change(record, change)

    def add_title(self, kind: str, title: str, language: str) -> None:
        """Add the title of the cards of a new kind, in the rulebook's language as it stands there."""
        file = self._project.layers[0].joinpath(*CATALOGUES, language, "templates.po")
        found = read_po_file(file, language)
        context = f"{kind}-cards"
        if not any(entry.context == context for entry in found.entries):
            found.entries.append(PoEntry.made(context, (title, ""), (title,), 1))
            self.texts[file] = found.written()

    def substitute(self, record: str, pattern: re.Pattern[str], new: str) -> None:
        """Replace what fits a pattern in the messages and translations of a record."""
        self._change(record, lambda one: replace(one, lines=tuple(pattern.sub(new, line) for line in one.lines)))

    def _change(self, record: str, change: Callable[[PoEntry], PoEntry]) -> None:
        start = f"{self._edition}/{record}."
        for file, language in self._files():
            found = PoFile.parsed(self.texts[file]) if file in self.texts else read_po_file(file, language)
            before = found.written()
            found.entries = [
                change(one) if one.context.startswith(start) and not one.obsolete else one for one in found.entries
            ]
            if found.written() != before:
                self.texts[file] = found.written()

    def _files(self) -> Iterator[tuple[Path, str]]:
        for folder in self._project.folders(*CATALOGUES)[:1]:
            for file in sorted(folder.glob(f"*/{self._edition}.po")):
                if self._project.holds(file):
                    yield file, file.parent.name


def forget_terms(glossary: YamlText, record: Record, records: Iterable[Record]) -> None:
    """Take the names of a record's figures out of a glossary, but those of figures that other records have too."""
    others = (one.data.get("figures") or {} for one in records if one.id != record.id)
    for figure in sorted(set(record.data.get("figures") or {}).difference(*others)):
        if glossary.get(figure) is not None:
            glossary.remove(figure)
