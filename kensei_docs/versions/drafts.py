"""Drafts of errata: from changes on the command line or from a corrected document, written into a project."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kensei_docs.database import Edition, load
from kensei_docs.database.errata import ChangeSchema
from kensei_docs.files import write_whole
from kensei_docs.problems import Unusable, closest, unusable
from kensei_docs.project import Project


def changes_asked_for(edition: Edition, settings: Sequence[str]) -> list[ChangeSchema]:
    """Return the changes for settings ``record:fact=value``; raises Unusable for an unknown record or fact."""
    changes = []
    for setting in settings:
        target, equals, value = setting.partition("=")
        record_id, colon, path = target.partition(":")
        if not (equals and colon):
            raise _fault(f"'{setting}' names no value; write RECORD:FACT=VALUE")
        record = edition.records.get(record_id)
        if record is None:
            raise _fault(f"there is no record '{record_id}' in {edition.id}{closest(record_id, edition.records)}")
        values = {fact.path: fact.value for fact in record.facts} | dict(record.messages)
        if path not in values:
            raise _fault(f"'{path}' is no fact or message of {record_id}{closest(path, values)}")
        changes.append(_change(record_id, path, values[path], value))
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


def draft_erratum(name: str, reason: str, origin: str, changes: Sequence[ChangeSchema]) -> str:
    """Return the text of an erratum's file."""
    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap

    listed = {}
    for change in changes:
        key = "-".join((change.record.rpartition("/")[2], change.fact.replace(".", "-")))
        entry = CommentedMap(change.model_dump(by_alias=True))
        entry.fa.set_flow_style()
        listed[key] = entry
    out = io.StringIO()
    writer = YAML()
    writer.width = 4096  # a change stands on one line
    writer.representer.add_representer(type(None), _represent_null)
    writer.dump({"name": name, "reason": reason, "source": origin, "changes": listed}, out)
    return out.getvalue()


def write_erratum(project: Project, edition_id: str, name: str, text: str) -> Path:
    """Write an erratum into the project's ``data/errata``, and return the file.

    Raises Unusable, and writes nothing, if a file of that name is there or the erratum doesn't fit the rules.
    """
    file = project.layers[0].joinpath("data", "errata", edition_id, f"{name}.yaml")
    if file.exists():
        raise unusable(file, "is there already; choose another name, or change that file", "errata")
    write_whole(file, text)
    _, problems = load(project, [edition_id])
    faults = [problem for problem in problems if problem.place.file == str(file)]
    if faults:
        file.unlink()
        raise Unusable(*faults)
    return file


def _represent_null(representer: Any, _: None) -> Any:
    # By default the writer leaves null empty, which looks like a forgotten value.
    return representer.represent_scalar("tag:yaml.org,2002:null", "null")


def _change(record: str, fact: str, before: str | None, after: str | None) -> ChangeSchema:
    return ChangeSchema.model_validate({"record": record, "fact": fact, "from": before, "to": after})


def _fault(message: str) -> Unusable:
    return unusable("errata new", message, "errata")
