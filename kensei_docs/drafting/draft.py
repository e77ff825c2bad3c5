"""The draft of a document: proposed records, and the reading profile that reads their figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kensei_docs.catalogues.numbers_and_nouns import with_forms, with_one_counted
from kensei_docs.database import Record
from kensei_docs.database.yaml_reading import parse
from kensei_docs.drafting.outline import Section


@dataclass
class Proposal:
    """A proposed record: its kind, slug and name, and its figures by name; with ``columns`` it is a table of ``rows``.

    ``labels`` are the printed names of its figures, by their names. ``text`` is the text of the record: names beside
    its figures. ``is_complete``: the figures and the text are all that the document says of the record.
    ``prose_columns`` are the headings of the columns whose sentences nobody has rewritten, separated by commas.
    ``rows`` are (name, values by column) by key.
    """

    kind: str
    slug: str
    name: str
    figures: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    is_complete: bool = False
    text: str = ""
    prose_columns: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    rows: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the record, ``kind/slug``."""
        return f"{self.kind}/{self.slug}"

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the value of each figure."""
        yield from ((f"figures.{name}", value) for name, value in self.figures.items())
        for row, (_, cells) in self.rows.items():
            yield from ((f"rows.{row}.{column}", value) for column, value in cells.items())

    def remove_figure(self, fact: str) -> None:
        """Remove a figure by its path (``figures.NAME``); a text that contains it is left for a person to write."""
        group, _, name = fact.partition(".")
        if group == "figures":
            self.figures.pop(name, None)
            if f"%({name})s" in self.text:
                self.add_prose_column(self.text)
                self.text = ""

    def count_in_rows(self, language: str) -> None:
        """Give the names of rows both forms of a noun that a figure counts: ``%(sides)s {side|sides}``."""
        record = Record(self.kind, self.slug, "", {"figures": self.figures}, parse(Path(), b"")[0])
        for key, (name, cells) in self.rows.items():
            self.rows[key] = with_one_counted(with_forms(name, record, language), record, language), cells

    def add_prose_column(self, heading: str) -> None:
        """Add the heading of a column that a person has to rewrite; the record is not complete then."""
        self.prose_columns = ", ".join(filter(None, (self.prose_columns, heading)))
        self.is_complete = False


@dataclass(frozen=True)
class ReadSection:
    """A reading that was proposed for a section: the section's offset, the file of the profile, and what it reads."""

    start: int
    stem: str
    records: int
    figures: int


@dataclass
class Draft:
    """The records and readings that are proposed for a document.

    ``kind_by_file`` has the kind of the records of each file (without .yaml), ``new_kinds`` those kinds that the tool
    doesn't have, ``titles`` the heading of the document after which a new kind is named, by kind. ``readings`` has the
    entries of the reading profile by file. ``sections_read`` has an entry for each reading; ``sections_unread`` are the
    sections with a part that can't be read: no phrase marks its place, or two rows have the same label.
    """

    kind_by_file: dict[str, str] = field(default_factory=dict)
    new_kinds: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    records: dict[str, Proposal] = field(default_factory=dict)
    readings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    sections_read: list[ReadSection] = field(default_factory=list)
    sections_unread: list[Section] = field(default_factory=list)
