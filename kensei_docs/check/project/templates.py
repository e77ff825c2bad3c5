"""The check of the paths in templates: some record that a template prints has each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from kensei_docs.check.project import CheckedProject
from kensei_docs.database import Record
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.problems import Place, Problem, check, closest
from kensei_docs.project import SHARED_TEMPLATES

# The variable of templates with the record of a face.
_RECORD = "record"
# The value of ``each`` for a kind that prints an edition as a whole: its templates read records of all kinds.
_EDITION = "edition"


@check("error")
def asked_paths_exist(checked: CheckedProject) -> Iterator[Problem]:
    """A path that a template asks a record for is one that some record has, of the kinds that it prints.

    Otherwise its place on the card stays empty: the template, or the data, was renamed. What ``vocabulary.yaml``
    declares for one of the kinds by name may still be missing. Templates of which the editions print nothing are not
    looked at.

    Wrong: ``record.figure("figures.prize")``, ``record.get("prize")`` where all teas have a ``price``. Right: a path
    that one tea has; ``record.get(path)``.
    """
    project, database = checked.project, checked.whole_database
    fields = database.vocabulary.section("fields")
    within = database.vocabulary.section("within")
    editions = database.editions.values()
    everything = [record for edition in editions for record in (*edition.records.values(), *edition.rulings.values())]
    for kind in load_kinds(project)[0].values():
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
        if printed and project.holds(kind.folder):
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
