"""The accepted records of a draft: ``sources/<id>/review.yaml``, with a digest for each.

A record whose name or figures have changed since has another digest, and has to be reviewed again.
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
# The check that reports records which nobody has reviewed.
CHECK = "nothing-is-left-to-do"
_HEAD = "# Records of the draft that were looked at, with a digest of the name and the figures that they had.\n"
# The keys that the digest covers: what was read from the document. Texts and effects are written by a person.
_DIGESTED_KEYS = ("name", "figures", "columns", "rows")


def digest_of_record(record: Record) -> str:
    """Return 16 hexadecimal digits for those values of a record that were read from the document."""
    return digest_of(json.dumps({key: record.data.get(key) for key in _DIGESTED_KEYS}))[:16]


def accepted_digests(folder: Path) -> dict[str, str] | None:
    """Return the digest of each accepted record of a source, by id; None if its folder has no file of them.

    Raises Unusable if the file can't be read, or has another shape.
    """
    file = folder / FILE
    if not file.is_file():
        return None
    tree, problems = read(file)
    if problems:
        raise Unusable(*problems)
    digests = (tree.value or {}).get("accepted") if isinstance(tree.value or {}, dict) else None
    if not isinstance(digests, dict) or not all(isinstance(digest, str) for digest in digests.values()):
        raise unusable(
            file, say("is not as 'source review' writes it; delete it, and look through the draft anew"), "review"
        )
    return digests


def review_file(digests: Mapping[str, str]) -> str:
    """Return the text of ``review.yaml`` for the digests of accepted records, by id."""
    lines = "".join(f"  {scalar(name)}: {flow(digest)}\n" for name, digest in sorted(digests.items()))
    return f"{_HEAD}accepted:{chr(10) + lines if lines else f' {{}}{chr(10)}'}"


def unreviewed_records(project: Project, edition: Edition) -> Iterator[Problem]:
    """Yield a problem for each drafted source of an edition that has records which are not accepted.

    A source without ``review.yaml`` was not drafted, or does not need a review: it is left out.
    """
    folders = project.named_folders(SOURCES)
    for name in source_ids(project):
        if name not in edition.documents:
            continue
        try:
            source = load_source(project, name, project.parsed)
            known = accepted_digests(folders[name])
        except Unusable:
            # Other checks report what is wrong with the files.
            continue
        if source.edition != edition.id or known is None:
            continue
        drafted = [
            record
            for record in edition.records.values()
            if any(citation.document == name for citation in record.citations)
        ]
        left = sum(known.get(record.id) != digest_of_record(record) for record in drafted)
        if left:
            message = (
                f"{left} of {len(drafted)} records that were read from {source.title} are still to be looked at; go on "
                "with 'kensei-docs source review' and the rulebook"
            )
            yield Problem(Place(str(folders[name] / FILE)), message, CHECK, "warning", edition.id)
