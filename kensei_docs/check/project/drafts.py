"""The check of drafts: of a source that was drafted, somebody has looked at every record."""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.project import CheckedProject
from kensei_docs.database import Edition
from kensei_docs.problems import Place, Problem, Unusable, check
from kensei_docs.project import SOURCES, Project
from kensei_docs.sources import load_source, source_ids
from kensei_docs.sources.accepted_records import FILE, accepted_digests, digest_of_record


@check("warning")
def nothing_is_left_to_do(checked: CheckedProject) -> Iterator[Problem]:
    """Every record of a draft was looked at; the page in the manual is that of the check of this name in ``data``."""
    for edition in checked.database.editions.values():
        yield from _unreviewed(checked.project, edition)


def _unreviewed(project: Project, edition: Edition) -> Iterator[Problem]:
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
            yield Problem(Place(str(folders[name] / FILE)), message, "", edition=edition.id)
