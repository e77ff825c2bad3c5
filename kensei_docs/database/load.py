"""Reads ``data/editions/``, errata, the vocabulary and the glossary into a database, with every fault as a problem.

Files that nothing reads, though their names say that something should, are faults too: a spreadsheet in another format,
a name that ends in ``.CSV`` or ``.yml``, a file one folder too high, a folder with the name of a file. Each is named,
with the way out.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kensei_docs.database.errata import apply_errata
from kensei_docs.database.model import Citation, Database, Edition, Record, Sections, Vocabulary
from kensei_docs.database.record_sheets import EDITORIAL, ListTree, labels_in, note_on, read_records, settle_names
from kensei_docs.database.records import editorial_problems, read_citations, record_problems
from kensei_docs.database.schema import EditionSchema, malformed, validate
from kensei_docs.database.worksheets import SHEETS, SUFFIXES
from kensei_docs.database.yaml_files import Tree, read_cached
from kensei_docs.discover import files_inside, files_of, folders_of
from kensei_docs.languages import codes, is_language
from kensei_docs.problems import Place, Problem, Severity, Unusable, closest
from kensei_docs.project import (
    CATALOGUES,
    COVERAGE,
    DATA,
    EDITIONS,
    ERRATA,
    LINEAGES,
    OWN_COPY,
    PROOFREADING,
    READ_FOLDERS,
    STARTERS,
    WORDING,
    Project,
)
from kensei_docs.slugs import folded, likeliest

CHECK = "data"
_YAML, _PO = ".yaml", ".po"
# The spreadsheet that many keep and save as another.
_ORIGINAL = ".ods"
_OF_EDITIONS = (_YAML, *SUFFIXES)
# Other spellings of the endings that are read, and the spreadsheets that are not.
_SPELLINGS = {".yml": _YAML}
SPREADSHEETS = {".xls", ".xlsm", ".xlsb", ".xltx", ".fods", ".ots", ".numbers", ".tsv", ".tab"}
# A folder with such a name stands where a file is looked for; a program may also save a document as a folder.
_ENDINGS = {*_OF_EDITIONS, *_SPELLINGS, *SPREADSHEETS, _PO, ".css", ".j2", ".html", ".svg", ".js", ".txt"}
# The files that the folder ``data`` itself has.
_SHARED = {"vocabulary", "glossary"}
# The folders of a project, as parts of a path.
_FOLDERS = (
    *((name,) for name in READ_FOLDERS),
    *(EDITIONS, ERRATA, CATALOGUES, LINEAGES, WORDING, COVERAGE, PROOFREADING, STARTERS),
)
MANIFEST, VOCABULARY = "edition.yaml", "vocabulary.yaml"
# Letters of a text of an own copy for which a card has room, and of each of its lines in small type; and where such a
# text may end before: not behind the number of an item.
_CARD, _LINE = 540, 45
_SENTENCE_END = re.compile(r"(?<!\n\d)(?<!\n\d\d)[.!?…][\"”’)\]]*(?=\s)")


def load(project: Project, only: Collection[str] = ()) -> tuple[Database, list[Problem]]:
    """Read a project's data, with the editions ``only`` or all; return it with the problems found.

    The database holds everything that could be read. A user's edition replaces the whole shipped one of the same
    id; a folder of that id without an edition.yaml adds its records to it, and may replace single ones.
    """
    loader = _Loader(project)
    return loader.load(only), loader.problems


def load_shared(project: Project) -> tuple[Database, list[Problem]]:
    """Read the vocabulary and the glossary, which all editions share; return them with the problems found."""
    loader = _Loader(project)
    return loader.shared(), loader.problems


@dataclass
class _Loader:
    project: Project
    problems: list[Problem] = field(default_factory=list)
    # The records of a file that another one, the second of the two, has already.
    twice: dict[tuple[Path, Path], list[Record]] = field(default_factory=dict)

    def shared(self) -> Database:
        return Database(self._vocabulary(self.project.named_folders(*EDITIONS)), self._glossary())

    def load(self, only: Collection[str]) -> Database:
        """Read editions; each record that borrows figures gets the record of the same id in the edition that lends."""
        database = self._editions(only)
        lenders = dict(database.editions)
        known = self.project.named_folders(*EDITIONS)
        for record in database.records:
            name = record.data.get("borrows")
            if name is None:
                continue
            if name in known and name not in lenders:
                # The problems of an edition that was not asked for are not reported here.
                lenders |= _Loader(self.project)._editions([name]).editions
            record.lender = lenders[name].records.get(record.id) if name in lenders else None
            if record.lender is None:
                fault = f"has no {record.id}" if name in lenders else f"is not an edition{closest(str(name), known)}"
                self._add_problem(record.place("borrows"), f"'{name}' {fault}; mend the name, or take the line out")
        return database

    def _editions(self, only: Collection[str]) -> Database:
        folders = self.project.named_folders(*EDITIONS)
        database = self.shared()
        for name in folders:
            edition = self._edition(name, database) if not only or name in only else None
            if edition:
                database.editions[edition.id] = edition
                self._lay_own_copy_over(edition, database.vocabulary)
                self.problems += apply_errata(self.project, edition, database.vocabulary)
        self.problems += unread_files(self.project, database.vocabulary.kinds, only)
        if not folders:
            editions = self.project.layers[0].joinpath(*EDITIONS)
            self._add_problem(Place(str(editions)), "holds no edition; add a folder with an edition.yaml")
        return database

    def _add_problem(self, place: Place, message: str, severity: Severity = "error") -> None:
        self.problems.append(Problem(place, message, CHECK, severity))

    def _mapping(self, file: Path) -> Iterator[Tree]:
        """Yield the tree of a file that holds a mapping."""
        tree, problems = read_cached(file, self.project.parsed)
        self.problems += problems
        if isinstance(tree.value, dict):
            yield tree
        elif not problems:
            self._add_problem(Place(str(file)), "holds no mapping; it should")

    def _mappings(self, name: str) -> Iterator[Tree]:
        """Yield the trees of a file of ``data/``, one for each layer that has it; the topmost last, so that it
        overrides."""
        files = self.project.files(DATA, name)
        if not files:
            self._add_problem(Place(str(self.project.layers[-1] / DATA / name)), "is missing; restore it")
        for file in files:
            yield from self._mapping(file)

    def _vocabulary(self, editions: Collection[str]) -> Vocabulary:
        vocabulary = Vocabulary(list(map(self._without_malformed, self._mappings(VOCABULARY))))
        within = (vocabulary.trees[0].value.get("within") or {}) if vocabulary.trees else {}
        sections = {str(path).partition(".")[0] for path in within.get("vocabulary") or ()}
        for tree in vocabulary.trees[1:]:
            # All that it lists would be told as unknown, wherever it is used.
            for section in tree.value.keys() - sections if sections else ():
                if meant := likeliest(str(section), sorted(sections - tree.value.keys())):
                    message = f"'{section}' is no section of a vocabulary; did you mean '{meant}'?; mend the name"
                    raise Unusable(Problem(tree.place(str(section)), message, CHECK))
        for tree in vocabulary.trees:
            for name, entries in tree.value.items():
                # Before editions had vocabularies of their own, such a section had the ids of editions as keys.
                if isinstance(entries, dict) and entries.keys() <= set(editions):
                    for edition in entries:
                        self._add_problem(
                            tree.place(f"{name}.{edition}"),
                            f"'{name}' of {edition} is not read here; move it to "
                            f"data/editions/{edition}/{VOCABULARY}, below '{name}:'",
                            "warning",
                        )
        return vocabulary

    def _without_malformed(self, tree: Tree) -> Tree:
        """Report the sections and entries of a vocabulary that have another shape than they should; take them out."""
        for section, entry, place, message in list(malformed(tree)):
            self._add_problem(place, f"{message}; mend it")
            holder, key = (tree.value, section) if entry is None else (tree.value[section], entry)
            del holder[key]
        return tree

    def _glossary(self) -> dict[str, dict[str, str]]:
        glossary: dict[str, dict[str, str]] = {}
        keys = [*codes(), "part"]
        for tree in self._mappings("glossary.yaml"):
            for term, entry in tree.value.items():
                if not isinstance(entry, dict):
                    message = f"'{term}' has no languages; write its word in each, such as {{en: Wide, es: Ancho}}"
                    self._add_problem(tree.place(term), message)
                    continue
                glossary[term] = entry
                for key in entry:
                    if key not in keys and not is_language(key):
                        message = f"'{key}' is not a language, nor 'part'{closest(key, keys)}; mend the name"
                        self._add_problem(tree.place(f"{term}.{key}"), message)
        return glossary

    def _edition(self, name: str, database: Database) -> Edition | None:
        """Read an edition from the topmost of its folders that has a manifest, and from those above."""
        folders = self.project.folders(*EDITIONS, name)
        base = next((i for i, folder in enumerate(folders) if (folder / MANIFEST).is_file()), 0)
        tree, problems = read_cached(folders[base] / MANIFEST, self.project.parsed)
        self.problems += problems
        if problems:
            return None
        manifest, problems = validate(EditionSchema, tree, "", tree.value)
        self.problems += problems
        if manifest is None:
            return None
        if manifest.id != name:
            self._add_problem(tree.place("id"), f"the id is '{manifest.id}' but the folder '{name}'; let them agree")
        for key, code in (("language", manifest.language), ("written-in", manifest.written_in)):
            if not is_language(code):
                message = f"'{code}' is not the code of a language{closest(code, codes())}; write one such as en or es"
                self._add_problem(tree.place(key), message)
        edition = Edition(
            name,
            documents=tuple(manifest.documents),
            alike=tuple(manifest.alike),
            tree=tree,
            vocabulary=Sections(file=str(folders[base] / VOCABULARY)),
            scope=manifest.scope,
            base_version=manifest.version,
            look=manifest.look.model_dump(exclude_none=True),
            **manifest.model_dump(include={"name", "game", "language", "units", "written_in", "about"}),
        )
        for folder in reversed(folders[: base + 1]):
            if (folder / VOCABULARY).is_file():
                edition.vocabulary.trees += map(self._without_malformed, self._mapping(folder / VOCABULARY))
            # Two records of one folder may not have the same id; those of a layer above replace those below.
            records: dict[str, Record] = {}
            lists: list[ListTree] = []
            for file in (file for suffix in (".yaml", *SUFFIXES) for file in files_of(folder, suffix)):
                # A spreadsheet program keeps a file ``~$name`` or ``.name`` beside one that is open in it.
                is_hidden = file.name.startswith(("~$", ".", "_"))
                if file.name not in (MANIFEST, VOCABULARY) and not is_hidden and not _read_in_place_of(file):
                    lists += self._records(file, edition, records, database)
            self._tell_twice(records)
            if folder != folders[base]:
                # Records that a user adds cite no document: the place in his file is their only source.
                for record in records.values():
                    record.citations = record.citations or (Citation(record.tree.file.name),)
            edition.records.update(records)
            self.problems += settle_names(lists, database, edition)
            self._take_translations(lists, edition)
            self._label(labels_in(lists), edition, database)
            edition.sheets += [note_on(sheet) for tree in lists for sheet in tree.sheets if sheet.is_told]
        return edition

    def _take_translations(self, lists: Sequence[ListTree], edition: Edition) -> None:
        """Take the translations in the cells of spreadsheets; a language that the project has not is a problem."""
        known = self.project.named_folders(*CATALOGUES)
        for tree in lists:
            for code, words in tree.translations.items():
                of_language = edition.translations.setdefault(code, {})
                of_language |= {f"{edition.id}/{tree.kind}/{path}": one for path, one in words.items()}
            for code, cells in tree.untranslated.items():
                empty = edition.untranslated.setdefault(code, {})
                empty |= {f"{edition.id}/{tree.kind}/{path}": place for path, place in cells.items()}
            for head, code in ((head, column.into) for sheet in tree.sheets for head, column in sheet.translated):
                if code not in known:
                    message = (
                        f"has translations into {code}, in which nothing is printed yet; make the folder "
                        f"data/locale/{code} and run 'kensei-docs catalogue update', or rename the column"
                    )
                    self._add_problem(head.place, message)

    def _label(self, heads: Mapping[str, str], edition: Edition, database: Database) -> None:
        """Let heads of columns be what print calls their figures and fields, where the project's glossary says nothing.

        The tool's own word is kept where it is the same: it has translations.
        """
        files = self.project.files(DATA, "glossary.yaml")[1:] if heads else ()
        own = {term for file in files for tree in self._mapping(file) for term in tree.value}
        for name, head in heads.items():
            known = (database.glossary.get(name) or {}).get(edition.written_in)
            if name not in own and (known is None or folded(known) != folded(head)):
                database.labels.setdefault(name, {edition.written_in: head})

    def _lay_own_copy_over(self, edition: Edition, vocabulary: Vocabulary) -> None:
        """Give the records without a text the words of the rulebook's author, from a person's own copy of the draft.

        The reminder of a long one, for which a card has no room, is its beginning: a reference has the whole.
        They stand in ``own-copy/<edition>.yaml`` of the project, which git leaves out: nothing that is published may
        have them.
        """
        file = self.project.layers[0] / OWN_COPY / f"{edition.id}.yaml"
        drafted = vocabulary.section("drafted")
        # Rules and tables have no cards.
        told = {vocabulary.kinds.get(str(drafted.get(part))) for part in ("text", "table")}
        for tree in self._mapping(file) if file.is_file() else ():
            for name, entry in tree.value.items():
                place, record = tree.place(str(name)), edition.records.get(str(name))
                text = entry.get("text") if isinstance(entry, dict) and entry.get("words") == "document" else None
                if not isinstance(text, str):
                    self._add_problem(place, f"'{name}' should have a text, and 'words: document'; mend or delete it")
                elif record is None:
                    hint = closest(str(name), edition.records)
                    self._add_problem(place, f"'{name}' is no record{hint}; rename the entry, or delete it", "warning")
                elif "text" not in record.data:
                    record.data = {**({} if record.kind in told else _reminder_of(text)), **record.data, "text": text}
                    record.copied = tree

    def _records(
        self, file: Path, edition: Edition, records: dict[str, Record], database: Database
    ) -> Sequence[ListTree]:
        """Add the records of a file to ``records``, or to the edition's rulings, statements, turn or headlines.

        Returns the trees of a spreadsheet, one a kind.
        """
        kinds = database.vocabulary.kinds
        if not any(file.is_relative_to(layer) for layer in self.project.layers[:-1]):
            # A project may have a kind of its own in files of a name that the tool has for another. Over it may lie
            # the translations of an earlier day.
            kinds = database.vocabulary.trees[0].value.get("kinds") or kinds
        kind = kinds.get(file.stem)
        is_workbook = file.suffix in SUFFIXES and file.suffix != ".csv"
        other = "" if kind else _other_spelling(file, kinds)
        if kind is None and (other or not is_workbook):
            hint = closest(file.stem, kinds)
            # If there is a similar name, it is the only one in the message; otherwise all are listed.
            others = "" if hint else f"; the kinds that there are: {', '.join(sorted(kinds))}"
            remedy = f"name a new kind under 'kinds' in data/vocabulary.yaml, as '{file.stem}: {file.stem}'"
            unknown = f"'{file.stem}' is not a kind of record{hint}; {remedy}{others}"
            self._add_problem(Place(str(file)), other or unknown)
            return []
        if file.suffix in SUFFIXES:
            lists, problems = read_records(file, kind or "", database, edition)
            edition.sheets += [one for one in problems if one.check == SHEETS]
            self.problems += [one for one in problems if one.check != SHEETS]
            for one in lists:
                self._records_of(one, one.kind, edition, records, database)
            return lists
        tree, problems = read_cached(file, self.project.parsed)
        self.problems += problems
        if tree.value is None and not problems:
            self._add_problem(Place(str(file)), "is empty: it has no records; write one, or delete the file", "warning")
        if isinstance(tree.value, dict):
            self._records_of(tree, str(kind), edition, records, database)
        elif tree.value is not None:
            message = (
                "should hold records by id; write 'ID:' before the fields of each, indented below it, without '- '"
            )
            self._add_problem(tree.place(), message)
        return []

    def _records_of(
        self, tree: Tree, kind: str, edition: Edition, records: dict[str, Record], database: Database
    ) -> None:
        """Add the records of a tree, which are of one kind."""
        stem = tree.file.stem
        apart = getattr(edition, stem) if stem in EDITORIAL else None
        for slug, data in tree.value.items():
            record = self._record(slug, data, kind, edition, tree)
            if record is None:
                continue
            if apart is not None:
                apart[record.id] = record
                self.problems += editorial_problems(record)
            elif record.id in records:
                self.twice.setdefault((tree.file, records[record.id].tree.file), []).append(record)
            else:
                records[record.id] = record
                self.problems += record_problems(record, database.vocabulary, edition)

    def _tell_twice(self, records: Mapping[str, Record]) -> None:
        """Report the records that stand in two files; of two files that share most records, one is a copy."""
        counts = Counter(record.tree.file for record in records.values())
        for (file, other), twice in self.twice.items():
            fewer = min(counts[other], counts[file] + len(twice))
            if len(twice) > 1 and len(twice) * 2 > fewer:
                message = (
                    f"holds the same records as {other.name}, '{twice[0].id}' and {len(twice) - 1} more; delete one of "
                    "the two files"
                )
                self._add_problem(Place(str(file)), message)
                continue
            for record in twice:
                self._add_problem(record.place(), f"'{record.id}' stands in {other.name} already; give it another id")
        self.twice.clear()

    def _record(self, slug: str, data: Any, kind: str, edition: Edition, tree: Tree) -> Record | None:
        if not isinstance(data, dict):
            glued = re.match(r"([\w-]+):(\S.*)", data) if isinstance(data, str) else None
            meant = f"; write a space behind the colon, as in '{glued[1]}: {glued[2][:30]}'" if glued else ""
            if not meant:
                meant = f"; write '{slug}:' alone on its line and 'name: …' below it, or indent it if it is a field"
            self._add_problem(tree.place(slug), f"'{slug}' should be a mapping of fields{meant}")
            return None
        citations, problems = read_citations(tree, slug, data)
        self.problems += problems
        for i, citation in enumerate(citations):
            # An edition without documents was written by hand: its citations are not checked.
            if edition.documents and citation.document not in edition.documents:
                self._add_problem(
                    tree.place(f"{slug}.from.{i}.document"),
                    f"'{citation.document}' is not a document of {edition.id}"
                    f"{closest(citation.document, edition.documents)}; mend the name, or add it to 'documents' in "
                    f"{MANIFEST}",
                )
        return Record(kind, slug, edition.id, data, tree, citations)


def _reminder_of(text: str) -> dict[str, str]:
    """Return the first sentences of a text that is too long for a card as a record's reminder, with a sign that there
    is more; of a shorter one nothing."""
    if _room_of(text) <= _CARD:
        return {}
    ends = [end.end() for end in _SENTENCE_END.finditer(text) if _room_of(text[: end.end()]) <= _CARD]
    ends = ends or [text.rfind(" ", 0, _CARD // 2)]
    return {"reminder": f"{text[: ends[-1]].rstrip()} […]"}


def _room_of(text: str) -> int:
    """Return the letters that a text takes on a card, with the empty ends of its lines."""
    return sum(-(-len(line) // _LINE) * _LINE for line in text.split("\n"))


def _read_in_place_of(file: Path) -> Path | None:
    """Return the file beside an ODS that has its records: that one was saved from it, and is read; else None."""
    others = (file.with_suffix(suffix) for suffix in _OF_EDITIONS if suffix != _ORIGINAL)
    return next(filter(Path.is_file, others), None) if file.suffix == _ORIGINAL else None


def _other_spelling(file: Path, kinds: Collection[str]) -> str:
    """Return what to do about a file that bears the name of a kind with capitals, or as a copy (``units (1).csv``)."""
    name = file.stem.casefold()
    if name in kinds:
        return f"'{file.stem}' should be written in small letters; rename it to '{name}{file.suffix}'"
    plain = re.split(r"[ (]", name)[0]
    if plain in kinds and plain != name:
        return f"is another file of '{plain}'; put its records into one file, '{plain}{file.suffix}', and delete it"
    return ""


def unread_files(project: Project, kinds: Collection[str], only: Collection[str] = ()) -> Iterator[Problem]:
    """Yield a problem for each file in the topmost layer's data that is not read.

    ``kinds`` are the names that files of records may have, ``only`` the editions that are looked at; none: all.
    """
    top = project.layers[0]
    of_lists = {*_OF_EDITIONS, *_SPELLINGS, *SPREADSHEETS}
    for edition in folders_of(top.joinpath(*EDITIONS)):
        if not only or edition.name in only:
            yield from _unread_in(edition, _OF_EDITIONS, {*kinds, "edition", "vocabulary"})
            for folder in folders_of(edition):
                if any(file.suffix.lower() in of_lists for file in files_inside(folder)):
                    message = f"files in it are not read; move them to {edition.name}, or begin its name with '_'"
                    yield Problem(Place(str(folder)), message, CHECK, "warning")
    for parts, stems in (((DATA,), _SHARED), (EDITIONS, set())):
        folder = top.joinpath(*parts)
        yield from _unread_in(folder, (_YAML,), stems)
        for file in _files(folder):
            if file.suffix in _OF_EDITIONS and file.stem in {*kinds} - stems:
                yield Problem(Place(str(file)), "is not read here; move it to data/editions/EDITION", CHECK)
    for parts, suffix in ((ERRATA, _YAML), (LINEAGES, _YAML), (CATALOGUES, _PO)):
        for folder in (top.joinpath(*parts), *folders_of(top.joinpath(*parts))):
            yield from _unread_in(folder, (suffix,), set())
    for above, folders, _ in (step for name in READ_FOLDERS for step in os.walk(top / name)):
        for name in sorted(folders):
            if Path(name).suffix.lower() in _ENDINGS:
                message = "is a folder, but its name is that of a file: nothing in it is read; put a file in its place"
                yield Problem(Place(str(Path(above, name))), message, CHECK)
    inner = (file for parts in (EDITIONS, ERRATA, CATALOGUES) for file in _files(top.joinpath(*parts)))
    for path in (*(top.joinpath(*parts) for parts in _FOLDERS), *(file for file in inner if file.name.islower())):
        if path.is_file() and not path.suffix:
            message = "is a file, but stands where a folder is read: nothing in it is; put a folder in its place"
            yield Problem(Place(str(path)), message, CHECK, "warning")
    known = [parts[-1] for parts in _FOLDERS if len(parts) > 1]
    for folder in folders_of(top / DATA):
        if folder.name not in known and (hint := closest(folder.name, known)):
            yield Problem(Place(str(folder)), f"is not read{hint}; rename it", CHECK, "warning")


def _unread_in(folder: Path, read: tuple[str, ...], stems: set[str]) -> Iterator[Problem]:
    """Yield a problem for each file with an ending that is another spelling of one of ``read``, for each spreadsheet in
    another format, and for each file of any other format with one of ``stems`` as its name."""
    files = _files(folder)
    whole = [file for file in files if file.suffix in read and not _read_in_place_of(file)]
    names = {file.stem.casefold() for file in whole}
    sheets = {file.stem.casefold() for file in whole if file.suffix in SUFFIXES}
    for file in files:
        stem, plain = file.stem.casefold(), file.suffix.lower()
        plain = _SPELLINGS.get(plain, plain)
        other = _read_in_place_of(file) if file.suffix in read else None
        if file.suffix in read and not other:
            continue
        if other:
            message = f"is not read, since '{other.name}' is; delete one of them"
        elif plain in read:
            message = f"is not read: its name should end in '{plain}'; rename it"
        elif plain in SPREADSHEETS and SUFFIXES[0] in read:
            message = f"is not read; save it as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        elif plain == ".txt" and Path(stem).suffix in read:
            # An editor adds its own ending, and a desktop hides it.
            message = f"is not read: its name should end in '{Path(stem).suffix}'; rename it"
            stem = Path(stem).stem
        elif stem in stems and plain != ".md" and not (plain == ".txt" and stem in names):
            message = f"is not read; only {', '.join(read)} are: save it so, or begin its name with '_'"
        else:
            continue
        # A workbook beside the file that was saved from it is somebody's original.
        severity: Severity = "warning" if stem in names else "error"
        if stem in sheets and plain in {*SPREADSHEETS, *SUFFIXES}:
            severity = "note"
        yield Problem(Place(str(file)), message, CHECK, severity)


def _files(folder: Path) -> list[Path]:
    """Return the files of a folder, sorted, but those that a program or a person hides (``.name``, ``~$name``)."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith((".", "~$", "_")))
