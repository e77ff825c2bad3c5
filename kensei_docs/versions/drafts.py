"""Drafts of errata: from changes on the command line or from a corrected document, written into a project."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from kensei_docs.database import Database, Edition, load
from kensei_docs.database.errata import ChangeSchema, ErratumSchema, day_in_name
from kensei_docs.database.record_parts import Part, one_line
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem, Unusable, closest, unusable
from kensei_docs.project import ERRATA, Project


def changes_asked_for(edition: Edition, settings: Sequence[str]) -> list[ChangeSchema]:
    """Return the changes for settings ``record:part=value``; an empty value takes a member or an atom away.

    Raises Unusable for an unknown record or part, and a value of another sort than the part has.
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
        changes.append(_change(record_id, path, one_line(record, part.value), after))
    return changes


def changes_read(edition: Edition, values: Iterable[tuple[str, str, str | None]]) -> list[ChangeSchema]:
    """Return the changes that make the rules in force agree with a corrected document.

    ``values`` are (record, fact, value) where the document differs from the rules as they were printed. A value that
    an earlier erratum has set already is left out.
    """
    now = {(record.id, fact.path): fact.value for record in edition.records.values() for fact in record.facts}
    return [
        _change(record, fact, now[record, fact], value)
        for record, fact, value in values
        if now.get((record, fact), value) != value
    ]


def reversed_erratum(before: Edition, erratum: ErratumSchema) -> dict[str, Any]:
    """Return the fields of the erratum that takes another back: its changes, additions and withdrawals turned round.

    ``before`` is the edition as it was before that.
    """
    changes = [_change(one.record, one.fact, one.after, one.before) for one in reversed(erratum.changes.values())]
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
        entry = CommentedMap(change.model_dump(by_alias=True))
        entry.fa.set_flow_style()
        listed[key] = entry
    fields = {"after": after, "changes": listed, "add": dict(add or {}), "withdraw": list(withdraw)}
    out = io.StringIO()
    writer = YAML()
    writer.width = 4096  # a change stands on one line
    # By default the writer leaves null empty, which looks like a forgotten value.
    writer.representer.add_representer(
        type(None), lambda one, _: one.represent_scalar("tag:yaml.org,2002:null", "null")
    )
    head = {"name": name, "reason": reason, "source": origin}
    writer.dump(head | {key: value for key, value in fields.items() if value}, out)
    return out.getvalue()


def follows(edition: Edition, project: Project, name: str) -> str | None:
    """Return the erratum that a new one of that name has to name as ``after`` to come last of its day; else None."""
    same_day = [
        one
        for one, erratum in {**edition.errata, **edition.errata_to_come}.items()
        if day_in_name(one) == day_in_name(name) and project.holds(erratum.tree.file)
    ]
    return same_day[-1] if any(one > name for one in same_day) else None


def write_erratum(
    project: Project,
    edition_id: str,
    name: str,
    text: str,
    judge: Callable[[Database], Iterable[Problem]] | None = None,
) -> Path:
    """Write an erratum into the project's ``data/errata``, and return the file.

    Raises Unusable, and writes nothing, if a file of that name is there, or the erratum doesn't fit the rules, or
    makes another misfit, or ``judge`` finds something wrong that it did not find before.
    """
    file = project.layers[0].joinpath(*ERRATA, edition_id, f"{name}.yaml")
    if file.exists():
        raise unusable(file, "is there already; choose another name, or change that file", "errata")
    # Where it comes into force later, it has to fit the rules of that day.
    project = replace(project, as_of=max(project.as_of, day_in_name(name) or date.min) if project.as_of else None)
    before = _found(project, edition_id, judge)
    write_whole(file, text)
    try:
        faults = [problem for problem in _found(project, edition_id, judge) if problem not in before]
    except BaseException:
        _take_away(file)
        raise
    if faults:
        _take_away(file)
        raise Unusable(*faults)
    return file


def undo_erratum(project: Project, edition_id: str, name: str) -> Path:
    """Take an erratum's file, and the folders that it leaves empty, out of the project; return the file.

    Raises Unusable, and changes nothing, if the project has no such file of its own, or another erratum builds on it.
    """
    file = project.layers[0].joinpath(*ERRATA, edition_id, f"{name}.yaml")
    known = project.named_files(*ERRATA, edition_id)
    if not file.is_file():
        said = (
            f"comes with the tool; 'kensei-docs errata withdraw {name}' takes back what it does"
            if name in known
            else f"there is no such erratum{closest(name, known)}"
        )
        raise unusable(file, said, "errata")
    project = replace(project, as_of=None)
    before = _found(project, edition_id, None)
    kept = file.read_bytes()
    _take_away(file)
    try:
        faults = [problem for problem in _found(project, edition_id, None) if problem not in before]
        if faults:
            raise Unusable(*faults)
    except BaseException:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(kept)
        raise
    return file


def _take_away(file: Path) -> None:
    file.unlink()
    for folder in (file.parent, file.parent.parent):
        if not any(folder.iterdir()):
            folder.rmdir()


def _found(project: Project, edition_id: str, judge: Callable[[Database], Iterable[Problem]] | None) -> list[Problem]:
    database, problems = load(project, [edition_id])
    errors = [problem for problem in problems if problem.severity == "error"]
    return [*errors, *(judge(database) if judge and not errors else ())]


def _change(record: str, fact: str, before: Any, after: Any) -> ChangeSchema:
    return ChangeSchema.model_validate({"record": record, "fact": fact, "from": before, "to": after})


def _fault(message: str) -> Unusable:
    return unusable("errata new", message, "errata")
