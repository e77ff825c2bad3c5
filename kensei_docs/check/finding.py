"""Findings: problems that checks report about facts, with the places that were compared; and as JSON and SARIF.

What checks compare is declared in ``data/vocabulary.yaml`` or, for one edition, in the ``vocabulary.yaml`` of its
folder, such as the rows that add up to a total: the code of a check names no rule. ``per_declaration`` makes a check
that looks at one declaration one that looks at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import PurePath
from typing import Any, Generic, TypeVar

from kensei_docs.database import Citation, Database, Edition, Record
from kensei_docs.database.model import Sections
from kensei_docs.database.record_sheets import ListTree
from kensei_docs.database.schema import Schema, validate
from kensei_docs.problems import Place, Problem, short_path

# More spans of lines than this are printed as one, so that a finding stays readable.
_MAX_SPANS_LISTED = 3


@dataclass(frozen=True)
class Finding(Problem):
    """A problem that a check found, with the dotted path of its fact.

    ``ruling`` is the id of the ruling that settles it, where a person has made one; ``related`` are the other places of
    the data that it was compared with.
    """

    fact: str | None = None
    ruling: str | None = None
    related: tuple[Place, ...] = ()


def finding_at(record: Record, path: str, message: str, beside: Iterable[tuple[Record, str]] = ()) -> Finding:
    """Return a finding about the fact at ``path``; the check (``problems.Check``) sets its name and severity.

    ``beside`` are the facts that it was compared with; the finding cites where those were read, too.
    """
    compared = list(beside)
    citations = [
        citation for other, other_path in [(record, path), *compared] for citation in citations_of(other, other_path)
    ]
    return Finding(
        record.place(path),
        f"{record.id}: {message}",
        "",
        edition=record.edition,
        record=record.id,
        fact=path,
        citations=tuple(dict.fromkeys(citations)),
        related=tuple(other.place(other_path) for other, other_path in compared),
    )


def citations_of(record: Record, path: str) -> tuple[Citation, ...]:
    """Return the closest citations of the fact (or group of facts) at ``path``."""

    def is_inside(cover: str) -> bool:
        return cover == path or cover.startswith(f"{path}.")

    close = tuple(citation for citation in record.citations if any(map(is_inside, citation.covers)))
    return close or tuple(citation for citation in record.citations if citation.is_for(path))


def where(record: Record, *paths: str) -> str:
    """Return the places of facts in the document, `` (rulebook, lines 12-14)``, or nothing."""
    documents: dict[str, set[Citation]] = {}
    for path in paths:
        for citation in citations_of(record, path):
            documents.setdefault(citation.document, set()).add(citation)
    places = [_places(document, citations) for document, citations in documents.items()]
    return f" ({'; '.join(places)})" if places else ""


def figure_read(record: Record, path: str) -> str:
    """Return the figure at a path and the place where it was read, as messages have them: ``10 cm (rulebook, line 3)``;
    ``nothing`` in place of a figure that the record lacks."""
    return f"{record.figure(path) or 'nothing'}{where(record, path)}"


def where_all(facts: Iterable[tuple[Record, str]]) -> str:
    """Return the places of facts of several records, each in the form of ``where``."""
    paths: dict[str, tuple[Record, list[str]]] = {}
    for record, path in facts:
        paths.setdefault(record.id, (record, []))[1].append(path)
    return "".join(where(record, *read) for record, read in paths.values())


def _places(document: str, citations: set[Citation]) -> str:
    spans: list[tuple[int, int]] = []
    for first, last in sorted(citation.lines for citation in citations if citation.lines):
        if spans and first <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((first, last))
    kind = "line" if spans else "page"
    spans = spans or [(page, page) for page in sorted({citation.page for citation in citations if citation.page})]
    if not spans:
        return document
    if len(spans) > _MAX_SPANS_LISTED:
        spans = [(spans[0][0], spans[-1][1])]
    numbers = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
    return f"{document}, {kind}{'' if numbers.isdecimal() else 's'} {numbers}"


def listed(names: Iterable[object]) -> str:
    """Return names as a message lists them: ``'a', 'b' and 'c'``."""
    quoted = [f"'{name}'" for name in names]
    return " and ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1]))) if quoted else ""


def number(amount: float) -> str:
    """Return an amount without needless decimals."""
    return f"{amount:g}"


def ruling_of(problem: Problem) -> str | None:
    """Return the id of the ruling that settles a finding."""
    ruling: str | None = getattr(problem, "ruling", None)
    return ruling


def as_json(problem: Problem) -> dict[str, object]:
    """Return a finding as the JSON of ``check`` has it."""
    return {
        "check": problem.check,
        "severity": problem.severity,
        "edition": problem.edition,
        "record": problem.record,
        "message": problem.message,
        "file": short_path(problem.place.file),
        "line": problem.place.line,
        "column": problem.place.column,
        "from": [citation.as_json() for citation in problem.citations],
        "ruling": ruling_of(problem),
    }


SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(problems: Sequence[Problem], pages: Mapping[str, str], version: str) -> dict[str, Any]:
    """Return findings as one run of SARIF 2.1.0, with a rule for each check (``pages``) that found something.

    A finding that a ruling settles is a result that is suppressed, with the ruling's id.
    """
    names = [name for name in pages if any(problem.check == name for problem in problems)]
    rules = [_sarif_rule(name, pages[name]) for name in names]
    run = {
        "tool": {"driver": {"name": "kensei-docs", "version": version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(problem, names) for problem in problems],
    }
    return {"$schema": SARIF, "version": "2.1.0", "runs": [run]}


def _sarif_rule(name: str, page: str) -> dict[str, Any]:
    promise, _, rest = page.partition("\n")
    weight = page.rpartition("Severity: ")[2].strip(" .\n") or "error"
    return {
        "id": name,
        "shortDescription": {"text": promise},
        "fullDescription": {"text": rest.strip() or promise},
        "help": {"text": page},
        "defaultConfiguration": {"level": weight},
    }


def _sarif_result(problem: Problem, names: list[str]) -> dict[str, Any]:
    location = _sarif_place(problem.place)
    if problem.record:
        record = "/".join(filter(None, (problem.edition, problem.record)))
        location["logicalLocations"] = [{"fullyQualifiedName": record}]
    result: dict[str, Any] = {
        "ruleId": problem.check,
        "level": problem.severity,
        "message": {"text": problem.message},
        "locations": [location],
    }
    if problem.check in names:
        result["ruleIndex"] = names.index(problem.check)
    places = [_sarif_place(place) for place in getattr(problem, "related", ())]
    places += [_sarif_citation(citation) for citation in problem.citations if citation.lines or citation.page]
    if places:
        result["relatedLocations"] = [{"id": number, **place} for number, place in enumerate(places)]
    if ruling := ruling_of(problem):
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": f"ruling/{ruling}"}]
    return result


def _sarif_place(place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": PurePath(short_path(place.file)).as_posix()}}
    if place.line is not None:
        physical["region"] = {"startLine": place.line}
        if place.column is not None:
            physical["region"]["startColumn"] = place.column
    return {"physicalLocation": physical}


def _sarif_citation(citation: Citation) -> dict[str, Any]:
    """Return where a document was read; a document has no address, only a name."""
    if not citation.lines:
        return {"message": {"text": f"{citation.document}, page {citation.page}"}}
    first, last = citation.lines
    lines = f"line {first}" if first == last else f"lines {first}-{last}"
    return {
        "message": {"text": f"{citation.document}, {lines}"},
        "physicalLocation": {
            "artifactLocation": {"uri": citation.document, "uriBaseId": "DOCUMENTS"},
            "region": {"startLine": first, "endLine": last},
        },
    }


class KindSchema(Schema):
    """A declaration about the records of one kind."""

    kind: str


Entry = TypeVar("Entry", bound=Schema)


@dataclass(frozen=True)
class Declared(Generic[Entry]):
    """A valid declaration (``entry``) at a path of the vocabulary, and an edition that it is for."""

    database: Database
    edition: Edition
    path: str
    entry: Entry

    @property
    def records(self) -> list[Record]:
        """The records of the edition that a ``KindSchema`` is about."""
        return self.edition.records_of(self.entry.kind) if isinstance(self.entry, KindSchema) else []

    def finding(self, message: str) -> Finding:
        """Return a finding about a declaration of the edition itself."""
        return section_finding(self.edition, self.path, message)


def per_declaration(
    section: str, schema: type[Entry], own: bool = False, single: bool = False
) -> Callable[[Callable[[Declared[Entry]], Iterator[Finding]]], Callable[[Database], Iterator[Finding]]]:
    """Return a decorator that runs a search for each declaration of a section and each edition that it is for.

    The section is that of ``data/vocabulary.yaml``, for all editions, or of each edition's ``own`` vocabulary.
    ``single``: it is itself a declaration, not a mapping of them. Invalid declarations are the first findings.
    """

    def decorate(find: Callable[[Declared[Entry]], Iterator[Finding]]) -> Callable[[Database], Iterator[Finding]]:
        @wraps(find)
        def find_in_all(database: Database) -> Iterator[Finding]:
            editions = list(database.editions.values())
            of_each = [(edition.vocabulary, [edition]) for edition in editions]
            declared: list[Declared[Entry]] = []
            for vocabulary, of in of_each if own else [(database.vocabulary, editions)]:
                valid, invalid = _read(vocabulary, section, schema, single)
                yield from invalid
                declared += [Declared(database, edition, path, valid[path]) for path in valid for edition in of]
            for declaration in declared:
                yield from find(declaration)

        return find_in_all

    return decorate


def _read(
    vocabulary: Sections, section: str, schema: type[Entry], single: bool
) -> tuple[dict[str, Entry], list[Finding]]:
    """Return the valid declarations of a section by path, and findings about the others."""
    valid: dict[str, Entry] = {}
    invalid: list[Finding] = []
    trees = [tree for tree in vocabulary.trees if section in tree.value]
    for tree in trees[-1:] if single else trees:
        value = tree.value[section]
        named = {f"{section}.{name}": inner for name, inner in mapping(value).items()}
        given = {section: value} if single else named
        for path, inner in given.items():
            entry, problems = validate(schema, tree, path, inner or {})
            invalid += [Finding(problem.place, f"{section}: {problem.message}", "") for problem in problems]
            if entry is not None:
                valid[path] = entry
    return valid, invalid


def section_finding(edition: Edition, path: str, message: str) -> Finding:
    """Return a finding about a declaration of an edition itself."""
    return Finding(edition.vocabulary.place(path), message, "")


def own_columns(database: Database) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name, declaration) of the columns of spreadsheets that a user's project declares, and not the tool."""
    for tree in database.vocabulary.trees[1:]:
        for name, entry in mapping(tree.value.get("columns")).items():
            yield str(name), mapping(entry)


def fields_of_columns(database: Database, kind: str) -> set[str]:
    """Return the fields that columns of a spreadsheet of a kind of record give."""
    return {
        str(entry.get("at") or name).partition(".")[0]
        for name, entry in database.vocabulary.section("columns").items()
        if isinstance(entry, dict) and kind in (entry.get("used-by") or [kind])
    }


def paths_of_columns(record: Record) -> set[str]:
    """Return the paths that a record has from columns of its spreadsheet which nothing declares."""
    return record.tree.paths if isinstance(record.tree, ListTree) else set()


def names(value: Any) -> list[str]:
    """Return a declared list of names; a single name as a list of one, None as an empty list."""
    return [str(name) for name in value] if isinstance(value, list) else [] if value is None else [str(value)]


def mapping(value: Any) -> dict[str, Any]:
    """Return a declared mapping; anything else as an empty one."""
    return value if isinstance(value, dict) else {}
