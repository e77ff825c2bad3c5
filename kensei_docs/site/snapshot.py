"""A database as it was loaded, with its translations, in one file, which one function writes and one reads.

A browser has neither the files nor the time to parse them. A snapshot is data alone, JSON that is compressed in two
parts: all that is computed with, and the places of values in files, which only messages about faults need. Its first
line has the version of its form and the digest of the rest.

Errata are applied, spreadsheets read and records borrowed from before it is written, and read back as they were. Left
out are the problems that loading found, stale translations, and the languages' lists of words.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path, PurePath
from typing import Any

from kensei_docs.catalogues.messages import REPORTS, TEMPLATES, VOCABULARY
from kensei_docs.catalogues.po import ONE_FORM, Catalogue, PluralForms, Translation
from kensei_docs.catalogues.translator import ProjectTexts, Texts, Translator
from kensei_docs.database import Citation, Database, Edition, Record
from kensei_docs.database.model import Erratum, Sections, Vocabulary
from kensei_docs.database.record_sheets import ListTree
from kensei_docs.database.schema import ErratumSchema, ScopeSchema
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.database.yaml_files import LazyPlaces, Spot, Tree
from kensei_docs.files import digest_of
from kensei_docs.languages import file_values, use_values
from kensei_docs.problems import Place, Problem, unusable
from kensei_docs.project import Project

# The version of the form of snapshots; one of another version is not read.
_FORM = "kensei-docs snapshot 1"
# The kinds of document of whose templates the messages are kept: traces are told with them.
_SHARED = "_shared"
_RECORDS = ("records", "rulings", "statements", "turn", "headlines", "errata", "errata_to_come", "withdrawn")
_PLAIN = ("id", "name", "game", "language", "units", "base_version", "look", "written_in", "about")


@dataclass(frozen=True)
class Snapshot:
    """What a snapshot has: a database, and the texts of each language that it was written with."""

    database: Database
    texts: dict[str, Texts]
    digest: str

    @cached_property
    def translators(self) -> dict[str, Translator]:
        """A translator into each language."""
        return {language: Translator(texts, self.database, language) for language, texts in self.texts.items()}


def write_snapshot(project: Project, database: Database, languages: Iterable[str]) -> bytes:
    """Return the snapshot of a database of a project, with its translations into some languages."""
    writer = _Writer(project, database)
    values = {
        "vocabulary": [writer.tree(tree) for tree in database.vocabulary.trees],
        "glossary": database.glossary,
        "labels": database.labels,
        "editions": [writer.edition(edition) for edition in database.editions.values()],
        "texts": {language: writer.texts(ProjectTexts(project, database, language)) for language in languages},
        "languages": file_values(),
    }
    everything = _text({**values, "trees": writer.trees, "lenders": writer.lenders})
    parts = [zlib.compress(text.encode(), 9) for text in (everything, "\n".join(map(_text, writer.places)))]
    body = b"".join(parts)
    return f"{_FORM} {digest_of(body)} {len(parts[0])}\n".encode() + body


def read_snapshot(content: bytes) -> Snapshot:
    """Return what a snapshot has; raises Unusable where it is none, another version's, or not whole."""
    head, _, body = content.partition(b"\n")
    form, _, rest = head.decode("utf-8", "replace").partition(f"{_FORM} ")
    digest, _, length = rest.partition(" ")
    if form or digest != digest_of(body) or not length.isdecimal():
        raise unusable("snapshot", "is of another version, or not whole; make the site anew", "snapshot")
    reader = _Reader(json.loads(zlib.decompress(body[: int(length)])), body[int(length) :])
    return Snapshot(reader.database(), reader.texts(), digest)


def _text(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), default=_refuse)


def _refuse(value: object) -> None:
    raise TypeError(f"a snapshot holds no {type(value).__name__}")


class _Writer:
    """Writes the objects of a database; a tree that several records share is written once, and named by its number."""

    def __init__(self, project: Project, database: Database) -> None:
        self.trees: list[Any] = []
        self.places: list[Any] = []
        # Records that lend figures to others, and are not in the database.
        self.lenders: list[Any] = []
        self._layers, self._database = project.layers, database
        self._numbers: dict[int, int] = {}
        self._kept: list[Tree] = []

    def tree(self, tree: Tree) -> int:
        """Return the number of a tree."""
        if id(tree) not in self._numbers:
            self._numbers[id(tree)] = len(self.trees)
            # As long as it is kept, no other object gets its id.
            self._kept.append(tree)
            if isinstance(tree, ListTree):
                self.trees.append([self._file(tree.file), tree.value, tree.kind])
                self.places.append({path: self._place(place) for path, place in tree.cells.items()})
            else:
                self.trees.append([self._file(tree.file), tree.value])
                self.places.append(_places_of(tree))
        return self._numbers[id(tree)]

    def edition(self, edition: Edition) -> dict[str, Any]:
        return {
            **{name: getattr(edition, name) for name in _PLAIN},
            "documents": edition.documents,
            "tree": self.tree(edition.tree),
            "vocabulary": [[self.tree(tree) for tree in edition.vocabulary.trees], self._file(edition.vocabulary.file)],
            "scope": edition.scope.model_dump(by_alias=True),
            **{
                group: [[key, self._record(record)] for key, record in getattr(edition, group).items()]
                for group in _RECORDS
            },
            "sheets": [[self._place(one.place), one.message, one.check, one.severity] for one in edition.sheets],
        }

    def texts(self, texts: Texts) -> dict[str, Any]:
        catalogues: dict[str, Any] = {}
        for domain in (*self._database.editions, VOCABULARY, REPORTS, TEMPLATES):
            entries = texts.catalogue(domain).translations.items()
            catalogues[domain] = [
                [context, one, words.strings, *((words.many, *words.forms) if words.many else ())]
                for (context, one), words in entries
                if domain != TEMPLATES or context == _SHARED
            ]
        return {
            "catalogues": catalogues,
            "kinds": dict(texts.kinds),
            "own-glossary": self.tree(texts.own_glossary),
            "own-editions": sorted(texts.own_editions),
            "has-templates": texts.has_templates,
        }

    def _record(self, record: Record) -> list[Any]:
        entries = record.tree.value if isinstance(record.tree.value, dict) else {}
        is_whole_tree = record.data is record.tree.value
        # Data that an erratum or a person's own copy changed are no longer those of the file.
        data = None if is_whole_tree or entries.get(record.slug) is record.data else record.data
        citations = [[one.document, one.lines, one.page, one.digest, one.covers] for one in record.citations]
        lender: Any = None
        if record.lender:
            lender = [record.lender.edition, record.lender.id]
            edition = self._database.editions.get(record.lender.edition)
            if edition is None or edition.records.get(record.lender.id) is not record.lender:
                lender = len(self.lenders)
                self.lenders.append(None)
                self.lenders[lender] = self._record(record.lender)
        copied = self.tree(record.copied) if record.copied else None
        more = [record.content.model_dump(by_alias=True), record.layer] if isinstance(record, Erratum) else []
        whole = 1 if is_whole_tree else 0
        tree = self.tree(record.tree)
        return [
            record.kind,
            record.slug,
            record.edition,
            whole,
            data,
            tree,
            citations,
            record.errata,
            lender,
            copied,
            *more,
        ]

    def _file(self, file: Path | str) -> str:
        """Return the path of a file in its layer; those below the topmost begin with their place in the stack."""
        path = Path(file)
        for number, layer in enumerate(self._layers):
            if path.is_relative_to(layer):
                return PurePath(*(["shipped"] if number else []), path.relative_to(layer)).as_posix()
        return path.as_posix()

    def _place(self, place: Place) -> list[Any]:
        sheet = [place.sheet] if isinstance(place, CellPlace) else []
        return [self._file(place.file), place.line, place.column, *sheet]


@dataclass
class _KeptTexts:
    """The texts of one language that a snapshot has."""

    language: str
    kinds: Mapping[str, str]
    own_glossary: Tree
    own_editions: frozenset[str]
    has_templates: bool
    entries: Mapping[str, list[Any]]
    icons: None = None
    _catalogues: dict[str, Catalogue] = field(default_factory=dict)

    def catalogue(self, domain: str) -> Catalogue:
        if domain not in self._catalogues:
            translations = {
                (context, one): Translation(tuple(strings), *_forms(*more))
                for context, one, strings, *more in self.entries.get(domain, ())
            }
            self._catalogues[domain] = Catalogue.kept(self.language, translations)
        return self._catalogues[domain]

    def place_in_templates(self, kind: str, message: str) -> Place:
        return Place(f"{TEMPLATES}/{kind}")


def _forms(many: str = "", number: int = 1, rule: str = "") -> tuple[str, PluralForms]:
    return many, PluralForms(number, rule) if many else ONE_FORM


def _cell(at: list[Any]) -> CellPlace:
    file, line, column, sheet = at
    return CellPlace(file, line, column, sheet)


def _paths_in(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of a value and of all in it, in their order."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from _paths_in(part, f"{path}.{key}" if path else str(key))


def _places_of(tree: Tree) -> Any:
    """Return line and column of each part of a tree: numbers in the order of its parts, each line from the one before.

    Where a tree has other paths than its value, as one that is a part of another, they are by path.
    """
    places = {path: tree.place(path) for path in tree.spots}
    if list(places) != list(_paths_in(tree.value)):
        return {path: [place.line, place.column] for path, place in places.items()}
    numbers, before = [], 0
    for place in places.values():
        numbers += [(place.line or 0) - before, place.column or 0]
        before = place.line or 0
    return numbers


def _spots(value: Any, places: Any) -> dict[str, Spot]:
    """Return the spots that ``_places_of`` has told; no text is there for them to be a part of."""
    if isinstance(places, dict):
        return {path: Spot(line, column, 0, 0) for path, (line, column) in places.items()}
    lines = accumulate(places[::2])
    return {
        path: Spot(line, column, 0, 0) for path, line, column in zip(_paths_in(value), lines, places[1::2], strict=True)
    }


class _Reader:
    """Makes the objects of a database anew, from the values of a snapshot."""

    def __init__(self, values: Mapping[str, Any], places: bytes) -> None:
        self._values = values
        self._packed_places = places
        self._tree = cache(self._read_tree)
        self._lent: dict[int, Record] = {}

    def database(self) -> Database:
        """Return the database; its languages are those of the snapshot from now on."""
        values = self._values
        use_values(values["languages"])
        vocabulary = Vocabulary([self._tree(number) for number in values["vocabulary"]])
        database = Database(vocabulary, values["glossary"], values["labels"])
        lenders: list[tuple[Record, Any]] = []
        for written in values["editions"]:
            database.editions[written["id"]] = self._edition(written, lenders)
        for record, lender in lenders:
            if isinstance(lender, int):
                record.lender = self._lender(lender)
            else:
                edition, name = lender
                record.lender = database.editions[edition].records[name]
        return database

    def texts(self) -> dict[str, Texts]:
        return {
            language: _KeptTexts(
                language,
                written["kinds"],
                self._tree(written["own-glossary"]),
                frozenset(written["own-editions"]),
                written["has-templates"],
                written["catalogues"],
            )
            for language, written in self._values["texts"].items()
        }

    @cached_property
    def _places(self) -> list[str]:
        """The places of each tree as text: those of most trees are never asked for."""
        return zlib.decompress(self._packed_places).decode().split("\n")

    def _read_tree(self, number: int) -> Tree:
        file, value, *kind = self._values["trees"][number]
        places = cache(lambda: json.loads(self._places[number]))
        if kind:
            cells = LazyPlaces(lambda: {path: _cell(at) for path, at in places().items()})
            return ListTree(Path(file), value, kind=kind[0], cells=cells)
        return Tree(Path(file), value, LazyPlaces(lambda: _spots(value, places())))

    def _lender(self, number: int) -> Record:
        if number not in self._lent:
            lenders: list[tuple[Record, Any]] = []
            self._lent[number] = self._record(self._values["lenders"][number], lenders)
        return self._lent[number]

    def _edition(self, written: dict[str, Any], lenders: list[tuple[Record, Any]]) -> Edition:
        trees, file = written["vocabulary"]
        groups: dict[str, Any] = {
            group: {key: self._record(one, lenders) for key, one in written[group]} for group in _RECORDS
        }
        return Edition(
            **{name: written[name] for name in _PLAIN},
            documents=tuple(written["documents"]),
            tree=self._tree(written["tree"]),
            vocabulary=Sections([self._tree(number) for number in trees], file),
            scope=ScopeSchema.model_validate(written["scope"]),
            **groups,
            sheets=[
                Problem(_cell(at) if at[3:] else Place(*at), message, check, severity)
                for at, message, check, severity in written["sheets"]
            ],
        )

    def _record(self, written: list[Any], lenders: list[tuple[Record, Any]]) -> Any:
        kind, slug, edition, whole, data, number, citations, errata, lender, copied, *more = written
        tree = self._tree(number)
        if data is None:
            data = tree.value if whole else tree.value[slug]
        cited = tuple(
            Citation(document, lines and tuple(lines), page, digest, tuple(covers))
            for document, lines, page, digest, covers in citations
        )
        fields = (kind, slug, edition, data, tree, cited, errata)
        if more:
            content, layer = more
            return Erratum(*fields, content=ErratumSchema.model_validate(content), layer=layer)
        record = Record(*fields, copied=None if copied is None else self._tree(copied))
        if lender is not None:
            lenders.append((record, lender))
        return record
