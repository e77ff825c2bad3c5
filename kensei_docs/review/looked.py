"""What a person accepted of a draft: ``sources/<id>/review.yaml``, a digest a record.

A record whose name or figures changed since has another digest, and is to be looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from kensei_docs.database import Edition, Record
from kensei_docs.database.edit import flow
from kensei_docs.database.save import scalar
from kensei_docs.database.yamlfile import read
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, Unusable, say, unusable
from kensei_docs.project import SOURCES, Project
from kensei_docs.sources import load_source, source_ids

FILE = "review.yaml"
# The check that says how much is left.
CHECK = "nothing-is-left-to-do"
_HEAD = "# Records of the draft that were looked at, with a digest of the name and the figures that they had.\n"
# What was read of a record, and is looked at; its text and what it does are a person's own.
_READ = ("name", "figures", "columns", "rows")


def digest_of_record(record: Record) -> str:
    """Return 16 hexadecimal digits for what was read of a record."""
    return digest_of(json.dumps({key: record.data.get(key) for key in _READ}))[:16]


def accepted(folder: Path) -> dict[str, str] | None:
    """Return the digest of each accepted record of a source's folder, None where nobody began to look.

    Raises Unusable where the file holds something else.
    """
    file = folder / FILE
    if not file.is_file():
        return None
    tree, problems = read(file)
    if problems:
        raise Unusable(*problems)
    found = (tree.value or {}).get("accepted") if isinstance(tree.value or {}, dict) else None
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise unusable(
            file, say("is not as 'source review' writes it; delete it, and look through the draft anew"), "review"
        )
    return found


def text_of(records: Mapping[str, str]) -> str:
    """Return the text of the file."""
    lines = "".join(f"  {scalar(name)}: {flow(digest)}\n" for name, digest in sorted(records.items()))
    return f"{_HEAD}accepted:{chr(10) + lines if lines else f' {{}}{chr(10)}'}"


def left_to_look_at(project: Project, edition: Edition) -> Iterator[Problem]:
    """Yield, for each source of an edition that was drafted, how many records nobody has looked at yet.

    A source without the file of what was accepted was not a draft, or is not to be reviewed: nothing is said of it.
    """
    folders = project.named_folders(SOURCES)
    for name in source_ids(project):
        if name not in edition.documents:
            continue
        try:
            source = load_source(project, name, project.parsed)
            known = accepted(folders[name])
        except Unusable:
            continue  # other checks say what is wrong with the files
        if source.edition != edition.id or known is None:
            continue
        drafted = [
            record for record in edition.records.values() if any(one.document == name for one in record.citations)
        ]
        left = sum(known.get(record.id) != digest_of_record(record) for record in drafted)
        if left:
            message = (
                f"{left} of {len(drafted)} records that were read from {source.title} are still to be looked at; go on "
                "with 'kensei-docs source review' and the rulebook"
            )
            yield Problem(Place(str(folders[name] / FILE)), message, CHECK, "warning", edition.id)
