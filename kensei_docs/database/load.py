"""The one door in: reading ``data/`` into a database, with every fault as a problem."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from kensei_docs.database.cache import read_cached
from kensei_docs.database.errata import put_in_force
from kensei_docs.database.model import Citation, Database, Edition, Record, Sections, Vocabulary
from kensei_docs.database.schema import EditionSchema, citations_of, faults_of_record, validate
from kensei_docs.database.tables.spreadsheet import SUFFIXES
from kensei_docs.database.yamlfile import Tree
from kensei_docs.discover import files_of
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import Project

MANIFEST, VOCABULARY = "edition.yaml", "vocabulary.yaml"


def load(project: Project, only: Collection[str] = ()) -> tuple[Database, list[Problem]]:
    """Read a project's data, or of its editions ``only`` some; the database holds whatever
    could be read.

    A user's edition of the same id takes the place of the shipped one as a whole. A folder of
    that name without an edition.yaml adds its records to it, and may replace single ones.
    """
    problems: list[Problem] = []
    cache = project.parsed
    database = Database(_vocabulary(project, cache, problems), _glossary(project, cache, problems))
    folders = project.named_folders("data", "editions")
    problems += _misplaced(database.vocabulary, folders)
    for name in folders:
        if only and name not in only:
            continue
        edition = _edition(project.folders("data", "editions", name), database, cache, problems)
        if edition:
            database.editions[edition.id] = edition
            problems += put_in_force(project, edition, database.vocabulary, cache)
    if not folders:
        problems.append(
            Problem(
                Place(str(project.layers[0] / "data" / "editions")),
                "holds no edition; add a folder with an edition.yaml",
                "data",
            )
        )
    return database, problems


def _vocabulary(project: Project, cache: Path | None, problems: list[Problem]) -> Vocabulary:
    vocabulary = Vocabulary()
    for tree in _mappings(project, cache, problems, "data", VOCABULARY):
        vocabulary.trees.append(tree)
        for name, into in vocabulary.lists.items():
            part = tree.value.get(name, {})
            if isinstance(part, dict):
                into.update(part)
            else:
                problems.append(Problem(tree.place(name), f"'{name}' should be a mapping", "data"))
    return vocabulary


def _misplaced(vocabulary: Vocabulary, editions: Collection[str]) -> Iterator[Problem]:
    """Yield a warning for each section of the common vocabulary that says something of editions by name."""
    for tree in vocabulary.trees:
        for name, entries in tree.value.items():
            if isinstance(entries, dict) and entries and entries.keys() <= set(editions):
                for edition in entries:
                    yield Problem(
                        tree.place(f"{name}.{edition}"),
                        f"'{name}' of {edition} is not read here; move it to data/editions/{edition}/{VOCABULARY}, "
                        f"below '{name}:'",
                        "data",
                        "warning",
                    )


def _glossary(project: Project, cache: Path | None, problems: list[Problem]) -> dict[str, dict[str, str]]:
    return {
        term: entry
        for tree in _mappings(project, cache, problems, "data", "glossary.yaml")
        for term, entry in tree.value.items()
        if isinstance(entry, dict)
    }


def _mappings(project: Project, cache: Path | None, problems: list[Problem], *parts: str) -> Iterator[Tree]:
    """Yield a file of every layer that has it, the topmost last: what it says counts."""
    files = project.files(*parts)
    if not files:
        missing = project.layers[-1].joinpath(*parts)
        problems.append(Problem(Place(str(missing)), "is missing; restore it", "data"))
    for file in files:
        yield from _mapping(file, cache, problems)


def _mapping(file: Path, cache: Path | None, problems: list[Problem]) -> Iterator[Tree]:
    """Yield the tree of a file where that holds a mapping."""
    tree, faults = read_cached(file, cache)
    problems += faults
    if isinstance(tree.value, dict):
        yield tree
    elif not faults:
        problems.append(Problem(Place(str(file)), "holds no mapping; it should", "data"))


def _edition(folders: list[Path], database: Database, cache: Path | None, problems: list[Problem]) -> Edition | None:
    """Read an edition from the topmost of its folders that is whole, and what lies over that."""
    base = next((i for i, folder in enumerate(folders) if (folder / MANIFEST).is_file()), 0)
    folder = folders[base]
    tree, faults = read_cached(folder / MANIFEST, cache)
    problems += faults
    if faults:
        return None
    sheet = validate(EditionSchema, tree, "", problems)
    if sheet is None:
        return None
    if sheet.id != folder.name:
        problems.append(
            Problem(tree.place("id"), f"the id is '{sheet.id}' but the folder '{folder.name}'; let them agree", "data")
        )
    edition = Edition(
        folder.name,
        sheet.name,
        sheet.game,
        sheet.language,
        sheet.units,
        tuple(sheet.documents),
        tree,
        Sections(file=str(folder / VOCABULARY)),
        tuple(sheet.scope.elsewhere),
    )
    for layer in reversed(folders[: base + 1]):
        if (layer / VOCABULARY).is_file():
            edition.vocabulary.trees += _mapping(layer / VOCABULARY, cache, problems)
        # Those of one layer may not bear one id; those of a layer above take their place.
        here: dict[str, Record] = {}
        for file in (file for suffix in (".yaml", *SUFFIXES) for file in files_of(layer, suffix)):
            # A spreadsheet that is open has a file of that name beside it.
            if file.name not in (MANIFEST, VOCABULARY) and not file.name.startswith(("~$", ".")):
                _records(file, edition, here, database, cache, problems)
        if layer != folder:
            # What a user adds is his own: it was read where he wrote it.
            for record in here.values():
                record.citations = record.citations or (Citation(record.tree.file.name),)
        edition.records.update(here)
    return edition


def _records(
    file: Path,
    edition: Edition,
    here: dict[str, Record],
    database: Database,
    cache: Path | None,
    problems: list[Problem],
) -> None:
    kind = database.vocabulary.kinds.get(file.stem)
    if kind is None:
        problems.append(
            Problem(
                Place(str(file)),
                f"'{file.stem}' is no kind of record"
                f"{closest(file.stem, database.vocabulary.kinds)}; name it under "
                "'kinds' in vocabulary.yaml",
                "data",
            )
        )
        return
    if file.suffix in SUFFIXES:
        from kensei_docs.database.tables.records import read_records

        tree: Tree
        tree, faults = read_records(file, kind, database, edition)
    else:
        tree, faults = read_cached(file, cache)
    problems += faults
    if tree.value is None:
        return
    if not isinstance(tree.value, dict):
        problems.append(Problem(tree.place(), "should hold records by id", "data"))
        return
    beside = {"rulings": edition.rulings, "statements": edition.statements}.get(file.stem)
    for slug, data in tree.value.items():
        record = _record(slug, data, kind, edition, tree, problems)
        if record is None:
            continue
        if beside is not None:
            from kensei_docs.database.rulings import faults_of_ruling

            beside[record.id] = record
            problems += faults_of_ruling(record)
            continue
        if record.id in here:
            problems.append(
                Problem(
                    record.place(),
                    f"'{record.id}' stands in {here[record.id].tree.file.name} already; give it another id",
                    "data",
                )
            )
            continue
        here[record.id] = record
        problems += faults_of_record(record, database.vocabulary)


def _record(slug: str, data: Any, kind: str, edition: Edition, tree: Tree, problems: list[Problem]) -> Record | None:
    if not isinstance(data, dict):
        problems.append(Problem(tree.place(slug), f"'{slug}' should be a mapping of fields", "data"))
        return None
    citations: tuple[Citation, ...] = citations_of(tree, slug, data, problems)
    for i, citation in enumerate(citations):
        # An edition that names no document was written by hand, and cites as it likes.
        if edition.documents and citation.document not in edition.documents:
            problems.append(
                Problem(
                    tree.place(f"{slug}.from.{i}.document"),
                    f"'{citation.document}' is no document of "
                    f"{edition.id}{closest(citation.document, edition.documents)}; mend the name, or "
                    f"add it to 'documents' in {MANIFEST}",
                    "data",
                )
            )
    return Record(kind, slug, edition.id, data, tree, citations)
