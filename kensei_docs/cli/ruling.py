"""Keep rulings: write down what was decided on a contradiction."""

from __future__ import annotations

from collections.abc import Iterable

import click

from kensei_docs.check.finding import Finding
from kensei_docs.check.rulings import CHECK, draft_ruling, is_about, write_ruling
from kensei_docs.check.run import check_database
from kensei_docs.cli._opening import open_database
from kensei_docs.cli._terminal import edition_id_option, print_written
from kensei_docs.database import Edition
from kensei_docs.database.schema import FindingRef
from kensei_docs.problems import closest, unusable
from kensei_docs.project import ProjectOptions, today


@click.group()
def command() -> None:
    """Write down what was decided where the rules contradict themselves."""


@command.command()
@click.argument("slug", metavar="ID")
@edition_id_option
@click.option(
    "--settles",
    "settled",
    metavar="CHECK:RECORD[:FACT]",
    multiple=True,
    required=True,
    help="The finding that it settles, as check prints it; may be given again.",
)
@click.option("--question", required=True, help="What was asked.")
@click.option("--decision", required=True, help="What holds; %(name)s stands for a figure.")
@click.option("--reason", required=True, help="Why.")
@click.option("--figure", "figures", metavar="NAME=VALUE", multiple=True, help="A figure of the texts.")
@click.option("--applies", metavar="RECORD", multiple=True, help="A record with which the decision is printed.")
@click.option("--erratum", metavar="ERRATUM", help="The erratum that carries the decision out.")
@click.option("--by", required=True, help="Who decided.")
@click.pass_obj
def new(
    where: ProjectOptions,
    slug: str,
    edition_id: str,
    settled: tuple[str, ...],
    question: str,
    decision: str,
    reason: str,
    figures: tuple[str, ...],
    applies: tuple[str, ...],
    erratum: str | None,
    by: str,
) -> None:
    """Add the ruling ID to your project's rulings of an edition, dated today.

    It is refused where there is no such finding, or another ruling settles it already.
    """
    project, database = open_database(where, [edition_id])
    edition = database.editions[edition_id]
    entries = [_parse_finding(entry) for entry in settled]
    findings = [finding for finding in check_database(database) if finding.edition == edition_id]
    for entry in entries if not erratum else ():
        _require_finding(entry, findings, edition)
    for record in applies:
        if record not in edition.records:
            raise unusable("ruling new", f"there is no record '{record}'{closest(record, edition.records)}", CHECK)
    if erratum and erratum not in {**edition.errata, **edition.errata_to_come}:
        raise unusable("ruling new", f"there is no erratum '{erratum}'{closest(erratum, edition.errata)}", CHECK)
    named = [figure.partition("=") for figure in figures]
    if wrong := next((figure for figure, equals, _ in named if not equals), None):
        raise unusable("ruling new", f"'{wrong}' has no value; write NAME=VALUE", CHECK)
    fields = {
        "settles": [entry.model_dump(exclude_none=True) for entry in entries],
        "erratum": erratum,
        "applies": list(applies),
        "figures": {name: value for name, _, value in named},
        "question": question,
        "decision": decision,
        "reason": reason,
        "by": by,
        "date": str(today()),
    }
    print_written(write_ruling(project, edition, slug, draft_ruling(slug, fields)))


def _parse_finding(text: str) -> FindingRef:
    """Return the finding that ``CHECK:RECORD`` or ``CHECK:RECORD:FACT`` names; raises Unusable for another text."""
    name, colon, rest = text.partition(":")
    record, _, fact = rest.partition(":")
    if not (colon and record):
        raise unusable("ruling new", f"'{text}' names no finding; write CHECK:RECORD or CHECK:RECORD:FACT", CHECK)
    return FindingRef(check=name, record=record, fact=fact or None)


def _require_finding(entry: FindingRef, findings: Iterable[Finding], edition: Edition) -> None:
    """Raise Unusable if there is no finding to settle, or a ruling settles it already."""
    about = [finding for finding in findings if is_about(entry, finding)]
    subject = f"{entry.check} about {entry.record}" + (f" '{entry.fact}'" if entry.fact else "")
    if not about:
        near = closest(entry.record, [finding.record or "" for finding in findings if finding.check == entry.check])
        raise unusable("ruling new", f"check finds nothing of {subject} in {edition.id}{near}", CHECK)
    if ruled := next((finding.ruling for finding in about if finding.ruling), None):
        raise unusable("ruling new", f"the finding of {subject} is settled by the ruling '{ruled}' already", CHECK)
