"""Drafts of errata: from corrections on the command line or in a corrected document, written into a project."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from kensei_docs.database import Database, Edition, load
from kensei_docs.database.model import day_in_name
from kensei_docs.database.paths import Part, one_line
from kensei_docs.database.schema import ChangeSchema, ErratumSchema
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem, Unusable, closest, unusable
from kensei_docs.project import ERRATA, Project


def corrections_asked_for(edition: Edition, settings: Sequence[str]) -> list[ChangeSchema]:
    """Return the corrections for settings ``record:part=value``; an empty value removes a member or an atom.

    Raises Unusable for an unknown record or part, and for a value of the wrong type.
    """
    changes = []
    for setting in settings:
        target, equals, value = setting.partition("=")
        record_id, colon, path = target.partition(":")
        if not (equals and colon):
            raise _fault(f"'{setting}' names no value; write RECORD:FACT=VALUE")
        record = edition.records.get(record_id)
        if record is None:
            raise _fault(f"there is no record '{record_id}' in {edition.id}{closest(record_id, edition.records)}")
        part = Part(record, path)
        if part.problem or part.is_group or not (part.exists or part.can_be_added):
            raise _fault(part.unknown().removesuffix("; name one"))
        after = value or None
        if refusal := part.refusal(after, edition.units):
            raise _fault(f"{record_id}: {refusal}")
        changes.append(_correction(record_id, path, one_line(record, part.value), after))
    return changes


def corrections_read(edition: Edition, values: Iterable[tuple[str, str, str | None]]) -> list[ChangeSchema]:
    """Return the corrections that make the rules in force agree with a corrected document.

    ``values`` are (record, fact, value) where the document differs from the rules as they were printed. A value that
    an earlier erratum has set already is left out.
    """
    now = {(record.id, fact.path): fact.value for record in edition.records.values() for fact in record.facts}
    return [
        _correction(record, fact, now[record, fact], value)
        for record, fact, value in values
        if now.get((record, fact), value) != value
    ]


def reversed_erratum(before: Edition, erratum: ErratumSchema) -> dict[str, Any]:
    """Return the fields ``changes``, ``withdraw`` and ``add`` of an erratum that reverses another one.

    ``before`` is the edition without the other one.
    """
    changes = [
        _correction(change.record, change.fact, change.after, change.before)
        for change in reversed(erratum.changes.values())
    ]
    return {
        "changes": changes,
        "withdraw": list(erratum.add),
        "add": {name: before.records[name].data for name in erratum.withdraw},
    }


def draft_erratum(
    name: str,
    reason: str,
    origin: str,
    changes: Sequence[ChangeSchema] = (),
    add: Mapping[str, Any] | None = None,
    withdraw: Sequence[str] = (),
    after: str | None = None,
) -> str:
    """Return the text of an erratum's file."""
    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap

    listed: dict[str, Any] = {}
    for change in changes:
        key = "-".join((change.record.rpartition("/")[2], change.fact.replace(".", "-")))
        entry = CommentedMap(change.model_dump(by_alias=True, exclude_unset=True))
        entry.fa.set_flow_style()
        listed[key] = entry
    fields = {"after": after, "changes": listed, "add": dict(add or {}), "withdraw": list(withdraw)}
    out = io.StringIO()
    writer = YAML()
    # A change is kept on one line.
    writer.width = 4096
    # By default the writer writes nothing for null, which looks like a forgotten value.
    writer.representer.add_representer(
        type(None), lambda representer, _: representer.represent_scalar("tag:yaml.org,2002:null", "null")
    )
    head = {"name": name, "reason": reason, "source": origin}
    writer.dump(head | {key: value for key, value in fields.items() if value}, out)
    return out.getvalue()


def predecessor_of(edition: Edition, project: Project, name: str) -> str | None:
    """Return the erratum that a new one with this ``name`` has to give as ``after``, to be the last of its day.

    None if it is the last by its name.
    """
    same_day = [
        other
        for other, erratum in {**edition.errata, **edition.errata_to_come}.items()
        if day_in_name(other) == day_in_name(name) and project.holds(erratum.tree.file)
    ]
    return same_day[-1] if any(other > name for other in same_day) else None


def write_erratum(
    project: Project,
    edition_id: str,
    name: str,
    text: str,
    judge: Callable[[Database], Iterable[Problem]] | None = None,
) -> Path:
    """Write an erratum into the project's ``data/errata``, and return the file.

    ``judge`` yields further problems of a database. Raises Unusable, and writes nothing, if the file exists already,
    or if the data have a problem with the erratum that they don't have without it.
    """
    file = project.layers[0].joinpath(*ERRATA, edition_id, f"{name}.yaml")
    if file.exists():
        raise unusable(file, "is there already; choose another name, or change that file", "errata")
    # An erratum that comes into force later has to fit the rules of that day.
    project = replace(project, as_of=max(project.as_of, day_in_name(name) or date.min) if project.as_of else None)
    _change_soundly(project, edition_id, lambda: write_whole(file, text), lambda: _remove(file), judge)
    return file


def undo_erratum(project: Project, edition_id: str, name: str) -> Path:
    """Remove an erratum's file, and the folders that are empty without it, from the project; return the file.

    Raises Unusable, and changes nothing, if the project has no such file of its own, or another erratum needs it.
    """
    file = project.layers[0].joinpath(*ERRATA, edition_id, f"{name}.yaml")
    known = project.named_files(*ERRATA, edition_id)
    if not file.is_file():
        message = f"there is no such erratum{closest(name, known)}"
        if name in known:
            message = f"comes with the tool; 'kensei-docs errata withdraw {name}' takes back what it does"
        raise unusable(file, message, "errata")
    content = file.read_bytes()
    _change_soundly(replace(project, as_of=None), edition_id, lambda: _remove(file), lambda: write_whole(file, content))
    return file


def _change_soundly(
    project: Project,
    edition_id: str,
    change: Callable[[], None],
    restore: Callable[[], None],
    judge: Callable[[Database], Iterable[Problem]] | None = None,
) -> None:
    """Change a file of a project; restore it, and raise Unusable, if the data have a problem that they had not before.

    These are the errors of the edition's data and, if there are none, the problems that ``judge`` yields.
    """

    def problems() -> list[Problem]:
        database, found = load(project, [edition_id])
        errors = [problem for problem in found if problem.severity == "error"]
        return [*errors, *(judge(database) if judge and not errors else ())]

    before = problems()
    change()
    try:
        if added := [problem for problem in problems() if problem not in before]:
            raise Unusable(*added)
    except BaseException:
        restore()
        raise


def _remove(file: Path) -> None:
    """Remove a file, its folder and the folder above it if they are empty then."""
    file.unlink()
    for folder in (file.parent, file.parent.parent):
        if not any(folder.iterdir()):
            folder.rmdir()


def _correction(record: str, fact: str, before: Any, after: Any) -> ChangeSchema:
    return ChangeSchema.model_validate({"record": record, "fact": fact, "from": before, "to": after})


def _fault(message: str) -> Unusable:
    return unusable("errata new", message, "errata")
