"""What templates ask of records by name, held against the records that they print."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from kensei_docs.database import Database, Record
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.problems import Place, Problem, check, closest
from kensei_docs.project import SHARED_TEMPLATES, Project

# The name in templates of the record that a face is of.
_RECORD = "record"
# What is printed once for an edition asks records of all kinds.
_EDITION = "edition"


@check("error")
def asked_paths_exist(project: Project, database: Database) -> Iterator[Problem]:
    """A path that a template asks a record for is one that some record has, of the kinds that it prints.

    Otherwise its place on the card stays empty: the template, or the data, was renamed. What ``vocabulary.yaml``
    declares for one of the kinds by name may still be missing. Templates of which the editions print nothing are not
    looked at.

    Wrong: ``record.figure("figures.prize")``, ``record.get("prize")`` where all teas have a ``price``. Right: a path
    that one tea has; ``record.get(path)``.
    """
    fields, within = database.vocabulary.section("fields"), database.vocabulary.section("within")
    editions = database.editions.values()
    everything = [record for one in editions for record in (*one.records.values(), *one.rulings.values())]
    for kind in load_kinds(project)[0].values():
        of = {name for name, _, _ in kind.sources()}
        printing = {edition.id for edition in editions if kind.applies_to(edition)}
        printed = [one for one in everything if one.edition in printing and (one.kind in of or _EDITION in of)]
        declared = {field for name in of for field in fields.get(name) or ()}
        declared |= {f"{path}.{key}" for name in of for path, keys in (within.get(name) or {}).items() for key in keys}
        if printed and project.holds(kind.folder):
            yield from _missing(kind.folder, printed, everything, declared)
    for folder in project.folders(*SHARED_TEMPLATES)[:1]:
        if everything and project.holds(folder):
            yield from _missing(folder, everything, everything, set())


def _missing(folder: Path, printed: list[Record], everything: list[Record], declared: set[str]) -> Iterator[Problem]:
    absent = object()
    for file in sorted(folder.glob("*.j2")):
        text = file.read_text(encoding="utf-8")
        for line, path, of_face in _asked(text):
            records = printed if of_face else everything
            if path not in declared and all(record.get(path, absent) is absent for record in records):
                kinds = ", ".join(dict.fromkeys(record.kind for record in records)) if of_face else "any kind"
                paths = {fact.path for record in records for fact in record.facts}
                hint = closest(path, {*declared, *paths, *(key for record in records for key in record.data)})
                message = f"asks for '{path}', which no record of {kinds} has{hint}; mend the path"
                column = text.splitlines()[line - 1].find(path) + 1
                yield Problem(Place(str(file), line, column or None), message, "")


def _asked(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the line and path of each figure or part that a template names, and whether it is of the face's record."""
    try:
        tree = Environment().parse(text)
    except TemplateSyntaxError:
        return  # 'build' reports it.
    for call in tree.find_all(nodes.Call):
        asks, named = call.node, call.args[0] if call.args else None
        if isinstance(asks, nodes.Getattr) and isinstance(named, nodes.Const) and isinstance(named.value, str):
            of_face = isinstance(asks.node, nodes.Name) and asks.node.name == _RECORD
            if asks.attr == "figure" or (asks.attr == "get" and of_face):
                yield named.lineno, named.value, of_face
