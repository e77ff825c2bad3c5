"""Rulings: which findings are settled by one, and which rulings have no finding any more."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from kensei_docs.check.finding import Finding, found
from kensei_docs.database import Database, Record
from kensei_docs.database.schema import RulingSchema, Settled, read_ruling

CHECK = "ruling-without-finding"
PAGE = """\
Every ruling settles a finding that is still there.

A ruling (``rulings.yaml``) names the findings that it settles by their check, their record and,
where that isn't enough, their fact or the group that it stands in. They are counted as ruled
then, and no longer make the exit status. A ruling without a decision or a reason is reported by
``data``. A ruling that an erratum carries out names it (``erratum: 2026-11-22-strengthen``), and
is right to settle nothing while that is in force.

Wrong: a ruling on the size of a hand whose two figures agree by now; one that names a check that
doesn't exist. Right: one that settles a finding, or several alike.

Severity: error."""


def settle(database: Database, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings, with the id of the ruling on those that have one."""
    rulings = {
        edition.id: [(record.slug, one) for record in edition.rulings.values() for one in _settled_by(record)]
        for edition in database.editions.values()
    }
    for finding in findings:
        known = rulings.get(finding.edition or "", [])
        yield replace(finding, ruling=next((slug for slug, one in known if _is_about(one, finding)), None))


def without_finding(
    database: Database, findings: Collection[Finding], ran: Collection[str], known: Collection[str]
) -> Iterator[Finding]:
    """Yield a finding for every ruling, or part of one, that settles nothing.

    ``ran`` are the checks whose findings these are, ``known`` all that there are.
    """
    for edition in database.editions.values():
        ours = [finding for finding in findings if finding.edition == edition.id]
        for record in edition.rulings.values():
            entry = read_ruling(record)
            if isinstance(entry, RulingSchema) and entry.erratum in edition.errata:
                continue
            for number, one in enumerate(_settled_by(record)):
                if one.check not in known:
                    message = f"'{one.check}' is no check; 'kensei-docs check --list' names them all"
                elif one.check not in ran or any(_is_about(one, finding) for finding in ours):
                    continue
                else:
                    fact = f" '{one.fact}'" if one.fact else ""
                    message = (
                        f"{one.check} finds nothing about {one.record}{fact} any more; take the ruling away, or mend "
                        "what it names"
                    )
                yield replace(found(record, f"settles.{number}", message), check=CHECK, severity="error")


def _settled_by(record: Record) -> list[Settled]:
    """Return the findings that a ruling names."""
    entry = read_ruling(record)
    return list(entry.settles) if isinstance(entry, RulingSchema) else []


def _is_about(one: Settled, finding: Finding) -> bool:
    if (one.check, one.record) != (finding.check, finding.record):
        return False
    fact = finding.fact or ""
    return one.fact is None or fact == one.fact or fact.startswith(f"{one.fact}.")
