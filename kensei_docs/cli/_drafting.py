"""Drafting an erratum: the changes that are asked for, or that a mended document holds."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap

from kensei_docs.cli._reading import figures_of, open_document
from kensei_docs.database import Edition, load
from kensei_docs.database.errata import ChangeSchema
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import Project
from kensei_docs.reconcile import differences


def named(edition: Edition, settings: Sequence[str]) -> list[ChangeSchema]:
    """Return the changes asked for as ``record:fact=value``; raises Unusable for what isn't there."""
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


def compared(project: Project, edition: Edition, file: Path, source_id: str | None) -> list[ChangeSchema]:
    """Return what a mended document changes in the rules in force; raises Unusable.

    What earlier errata mended is left as they left it: the document is held against the rules
    as they were printed.
    """
    source, document = open_document(project, file, source_id)
    if source.edition != edition.id:
        raise _fault(
            f"{file} is a document of {source.edition} and not of {edition.id}; name "
            "that edition, or the document with --source"
        )
    read = figures_of(file, source, document)
    printed = load(project.as_printed(), [edition.id])[0].editions[edition.id]
    found = differences(printed, source.id, read.observations, read.expected, read.renamed)
    now = {(record.id, fact.path): fact.value for record in edition.records.values() for fact in record.facts}
    return [
        _change(one.record, one.fact, now[one.record, one.fact], one.document)
        for one in found
        if one.change == "differs" and now.get((one.record, one.fact), one.document) != one.document
    ]


def drafted(name: str, reason: str, origin: str, changes: Sequence[ChangeSchema]) -> str:
    """Return the text of an erratum's file."""
    listed = {}
    for change in changes:
        key = "-".join((change.record.rpartition("/")[2], change.fact.replace(".", "-")))
        entry = CommentedMap(change.model_dump(by_alias=True))
        entry.fa.set_flow_style()
        listed[key] = entry
    out = io.StringIO()
    writer = YAML()
    writer.width = 4096  # a change stands on one line
    writer.representer.add_representer(type(None), _null)
    writer.dump({"name": name, "reason": reason, "source": origin, "changes": listed}, out)
    return out.getvalue()


def _null(representer: Any, _: None) -> Any:
    # The writer leaves the place empty, which reads as if a value had been forgotten.
    return representer.represent_scalar("tag:yaml.org,2002:null", "null")


def _change(record: str, fact: str, before: str | None, after: str | None) -> ChangeSchema:
    return ChangeSchema.model_validate({"record": record, "fact": fact, "from": before, "to": after})


def _fault(message: str) -> Unusable:
    return Unusable(Problem(Place("errata new"), message, "errata"))
