"""What is checked: a project, with the database of those of its editions that are meant, and its own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kensei_docs.database import Database, Record, load
from kensei_docs.discover import files_of
from kensei_docs.documents.products.product import Product, load_products
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import SHARED_TEMPLATES, Project


@dataclass(frozen=True)
class CheckedProject:
    """A project, and the database of those of its editions that are checked; ``alone``: of no others.

    ``folders`` are those of the kinds of document that are checked; None: all.
    """

    project: Project
    database: Database
    alone: bool = False
    folders: tuple[Path, ...] | None = None

    @cached_property
    def whole_database(self) -> Database:
        """The database of all editions of the project itself, for what they share, such as templates."""
        if self.alone:
            return self.database
        missing = set(self.project.own_editions) - self.database.editions.keys()
        return load(self.project, self.project.own_editions)[0] if missing else self.database

    @cached_property
    def records(self) -> list[Record]:
        """The records and rulings of all editions of the project itself."""
        return records_of(self.whole_database)

    def holds(self, folder: Path) -> bool:
        """Return whether a folder is the project's own: not a link to one that is checked elsewhere."""
        return self.project.holds(folder) and folder.resolve().is_relative_to(self.project.layers[0].resolve())

    @cached_property
    def products(self) -> list[Product]:
        """The checked kinds of document of the project itself."""
        return [
            product
            for product in load_products(self.project)[0].values()
            if self.holds(product.folder) and (self.folders is None or product.folder in self.folders)
        ]


def records_of(database: Database) -> list[Record]:
    """Return the records and rulings of all editions."""
    editions = database.editions.values()
    return [record for edition in editions for record in (*edition.records.values(), *edition.rulings.values())]


def text_of(file: Path) -> str:
    """Return the text of a template; what is not UTF-8 is reported where its messages are read."""
    return file.read_text(encoding="utf-8", errors="replace")


def own_files(checked: CheckedProject, endings: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of the checked kinds of document, and of ``templates/_shared``, that are the project's own."""
    shared = (folder for folder in checked.project.folders(*SHARED_TEMPLATES) if checked.holds(folder))
    for folder in (*(product.folder for product in checked.products), *shared):
        for file in (file for ending in endings for file in files_of(folder, ending)):
            if checked.holds(file):
                yield file


def collected(read: Callable[..., object], *arguments: object) -> Iterator[Problem]:
    """Yield the problems for which reading something fails."""
    try:
        read(*arguments)
    except Unusable as unusable:
        yield from unusable.problems
