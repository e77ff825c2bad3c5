"""Checks of the kinds of document of a project and of their templates, against the records that they print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from kensei_docs.database import Database, Record, load
from kensei_docs.database.yaml_reading import read_cached
from kensei_docs.documents.kinds.kind import MANIFEST, NOTHING, Kind, load_kinds
from kensei_docs.documents.kinds.rows_and_copies import rows_of
from kensei_docs.problems import Place, Problem, check, closest
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
    def kinds(self) -> list[Kind]:
        """The checked kinds of document of the project itself."""
        return [
            kind
            for kind in load_kinds(self.project)[0].values()
            if self.project.holds(kind.folder) and (self.folders is None or kind.folder in self.folders)
        ]


# The beginning of a call with a literal path. To find it is a hundred times as fast as to parse the template.
_CALL = re.compile(r"""(?:\b(record)\.(?:get|figure)|\.figure)\(\s*["']([^"']*)["']""")
# The variable of templates with the record of a face.
_RECORD = "record"
# The value of ``each`` for a kind that prints an edition as a whole: its templates read records of all kinds.
_EDITION = "edition"


@check("error", of_print=True)
def asked_paths_exist(checked: CheckedProject) -> Iterator[Problem]:
    """A path that a template asks a record for is one that some record has, of the kinds that it prints.

    Otherwise its place on the card stays empty: the template, or the data, was renamed. What ``vocabulary.yaml``
    declares for one of the kinds by name may still be missing. Templates of which the editions print nothing are not
    looked at.

    Wrong: ``record.figure("price")`` for a figure, whose path is ``figures.price``; ``record.get("prize")`` where all
    teas have a ``price``. Right: a path that one tea has; ``record.get(path)``.
    """
    project, database = checked.project, checked.whole_database
    fields = database.vocabulary.section("fields")
    within = database.vocabulary.section("within")
    editions = database.editions.values()
    everything = [record for edition in editions for record in (*edition.records.values(), *edition.rulings.values())]
    for kind in checked.kinds:
        names = {name for name, _, _ in kind.sources()}
        printing = {edition.id for edition in editions if kind.applies_to(edition)}
        printed = [
            record
            for record in everything
            if record.edition in printing and (record.kind in names or _EDITION in names)
        ]
        declared = {field for name in names for field in fields.get(name) or ()}
        declared |= {
            f"{path}.{key}" for name in names for path, keys in (within.get(name) or {}).items() for key in keys
        }
        if printed:
            yield from _missing(kind.folder, printed, everything, declared)
    for folder in project.folders(*SHARED_TEMPLATES)[:1]:
        if everything and project.holds(folder):
            yield from _missing(folder, everything, everything, set())


def _missing(folder: Path, printed: list[Record], everything: list[Record], declared: set[str]) -> Iterator[Problem]:
    """Yield a problem for each path in the templates of a folder that no record has and the vocabulary lacks.

    ``printed`` are the records that the folder's kind prints, ``declared`` the paths that the vocabulary has for them.
    """
    absent = object()
    for file in sorted(folder.glob("*.j2")):
        # What is not UTF-8 is reported where the template's messages are read.
        text = file.read_text(encoding="utf-8", errors="replace")
        known = (
            path in declared
            or any(record.get(path, absent) is not absent for record in (printed if own else everything))
            for own, path in _CALL.findall(text)
        )
        if all(known):
            continue
        for line, path, of_face in _asked(text):
            records = printed if of_face else everything
            if path not in declared and all(record.get(path, absent) is absent for record in records):
                kinds = ", ".join(dict.fromkeys(record.kind for record in records)) if of_face else "any kind"
                paths = {fact.path for record in records for fact in record.facts}
                hint = _nearest(path, {*declared, *paths, *(key for record in records for key in record.data)})
                message = f"asks for '{path}', which no record of {kinds} has{hint}; mend the path"
                column = text.splitlines()[line - 1].find(path) + 1
                yield Problem(Place(str(file), line, column or None), message, "")


def _nearest(path: str, known: set[str]) -> str:
    """Return the hint at the path that was meant: one that ends so, or the most similar one, whole or in its end."""
    by_end = {one.rpartition(".")[2]: one for one in sorted(known)}
    if path in by_end:
        return f"; did you mean '{by_end[path]}'?"
    near = closest(path, sorted(known))
    if near or "." in path:
        return near
    return next((f"; did you mean '{by_end[end]}'?" for end in by_end if closest(path, [end])), "")


def _asked(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield (line, path, whether it is a path of the face's record) for each literal path in a template."""
    try:
        tree = Environment().parse(text)
    except TemplateSyntaxError:
        # 'build' reports it.
        return
    for call in tree.find_all(nodes.Call):
        method = call.node
        path = call.args[0] if call.args else None
        if isinstance(method, nodes.Getattr) and isinstance(path, nodes.Const) and isinstance(path.value, str):
            of_face = isinstance(method.node, nodes.Name) and method.node.name == _RECORD
            if method.attr == "figure" or (method.attr == "get" and of_face):
                yield path.lineno, path.value, of_face


@check("error", of_print=True)
def printed_kinds_exist(checked: CheckedProject) -> Iterator[Problem]:
    """What a kind of document prints is a kind of record that an edition has, or that a vocabulary lists.

    Otherwise nothing of it is ever printed, in silence. An edition may well have no records of a kind.

    Wrong: ``each: tae``. Right: ``each: tea``, where ``kinds`` in vocabulary.yaml has ``teas: tea``.
    """
    database = checked.whole_database
    known = {*database.vocabulary.kinds.values(), _EDITION, NOTHING}
    for edition in database.editions.values():
        known |= set(edition.kinds)
    for kind in checked.kinds:
        tree, _ = read_cached(kind.folder / MANIFEST, checked.project.parsed)
        for number, (name, _, _) in enumerate(kind.sources()):
            if name not in known:
                message = f"'each' names '{name}', which is no kind of record{closest(name, sorted(known))}; "
                message += "mend the name, or list it under 'kinds' in vocabulary.yaml"
                yield Problem(tree.place(f"each.{number}"), message, "")


@check("error")
def copies_are_counted(checked: CheckedProject) -> Iterator[Problem]:
    """The field of a record that says how many copies of its card are printed has a number of 0 or more.

    The card is printed once otherwise.

    Wrong: ``copies: three``, where ``copies`` in kind.yaml is ``copies``. Right: ``copies: 3``.
    """
    for kind in checked.kinds:
        for edition in checked.database.editions.values():
            if kind.applies_to(edition) and not kind.is_general:
                yield from rows_of(kind, edition)[1]
