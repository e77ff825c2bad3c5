"""Runs the checks of the database, and of the words in its messages and catalogues, and what rulings settle of it.

``project_files`` runs all that a project can be checked for, ``proofread`` the checks of a document. A ruling names the
findings that it settles; one that names none any more is a finding itself. A new one is written into a project here.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from kensei_docs.catalogues.messages import localised_messages
from kensei_docs.check import data, messages
from kensei_docs.check.finding import Finding, finding_at
from kensei_docs.check.messages import catalogues_are_valid
from kensei_docs.database import Database, Edition, Record, load
from kensei_docs.database.errata import comes_with, has_house_rules
from kensei_docs.database.records import SLUG, read_editorial
from kensei_docs.database.schema import FindingRef, RulingSchema
from kensei_docs.discover import modules_of
from kensei_docs.files import write_whole
from kensei_docs.problems import Check, Problem, Unusable, check, checks_in, unusable
from kensei_docs.project import EDITIONS, Project


def settle(database: Database, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings, with the id of the ruling on those that have one."""
    rulings = {edition.id: list(_rulings_of(edition)) for edition in database.editions.values()}
    for finding in findings:
        ours = rulings.get(finding.edition or "", [])
        yield replace(finding, ruling=next((r.slug for r, _, settled in ours if is_about(settled, finding)), None))


@check("error")
def one_ruling_a_finding(database: Database, findings: Collection[Finding]) -> Iterator[Finding]:
    """A finding is settled by one ruling.

    Two decisions on one contradiction may differ, and only the first would be shown beside the finding.

    Wrong: two rulings whose ``settles`` name the same check, record and fact. Right: one of them, or two that name
    different facts of the record.
    """
    for edition in database.editions.values():
        rulings = list(_rulings_of(edition))
        for finding in (finding for finding in findings if finding.edition == edition.id):
            about = [(ruling, path) for ruling, path, settled in rulings if is_about(settled, finding)]
            for ruling, path in about[1:]:
                if ruling is not about[0][0]:
                    fault = f"settles the finding of {finding.check} about {finding.record}, as {about[0][0].id} does"
                    yield finding_at(ruling, path, f"{fault}; keep one of them")


@check("error")
def ruling_without_finding(
    database: Database, findings: Collection[Finding], checks_run: Collection[str], checks: Collection[str]
) -> Iterator[Finding]:
    """Every ruling settles a finding that is still there.

    A ruling (``rulings.yaml``) names the findings that it settles by their check, their record and, where that isn't
    enough, their fact or the group that it stands in. These count as ruled, and no longer cause exit status 1. A ruling
    without a decision or a reason is reported by ``data``. A ruling that an erratum carries out names it (``erratum:
    2026-11-22-strengthen``), and is right to settle nothing while that is in force.

    Wrong: a ruling on the size of a hand whose two figures agree by now; one that names a check that doesn't exist.
    Right: one that settles a finding, or several alike.
    """
    # The findings are those of ``checks_run``; ``checks`` are the names of all checks.
    for edition in database.editions.values():
        ours = [finding for finding in findings if finding.edition == edition.id]
        for ruling, path, settled in _rulings_of(edition):
            if ruling.get("erratum") in edition.errata:
                continue
            if settled.check not in checks:
                message = f"'{settled.check}' is not a check; 'kensei-docs check --list' names them all"
            elif settled.check not in checks_run or any(is_about(settled, finding) for finding in ours):
                continue
            else:
                fact = f" '{settled.fact}'" if settled.fact else ""
                fault = f"{settled.check} finds nothing about {settled.record}{fact} any more"
                message = f"{fault}; take the ruling away, or mend what it names"
            unneeded = finding_at(ruling, path, message)
            # A house rule may correct the fact that a ruling of the edition is about: the ruling has no finding
            # then, which is a note.
            at_home = has_house_rules(edition) and comes_with(edition, ruling)
            yield replace(unneeded, severity="note") if at_home else unneeded


def _rulings_of(edition: Edition) -> Iterator[tuple[Record, str, FindingRef]]:
    """Yield each finding that a ruling names: the ruling, the path of the name, and the name."""
    for record in edition.rulings.values():
        entry, _ = read_editorial(record)
        for number, settled in enumerate(entry.settles if isinstance(entry, RulingSchema) else ()):
            yield record, f"settles.{number}", settled


def is_about(settled: FindingRef, finding: Finding) -> bool:
    """Return whether an entry of a ruling's ``settles`` means a finding."""
    if (settled.check, settled.record) != (finding.check, finding.record):
        return False
    fact = finding.fact or ""
    return settled.fact is None or fact == settled.fact or fact.startswith(f"{settled.fact}.")


CHECK = "rulings"
_FILE = "rulings.yaml"


def draft_ruling(slug: str, fields: Mapping[str, Any]) -> str:
    """Return the text of one entry of ``rulings.yaml``; fields without a value are left out."""
    from ruamel.yaml import YAML

    out = io.StringIO()
    writer = YAML()
    writer.width = 120
    writer.indent(mapping=2, sequence=4, offset=2)
    writer.dump({slug: {key: value for key, value in fields.items() if value}}, out)
    return out.getvalue()


def write_ruling(project: Project, edition: Edition, slug: str, text: str) -> Path:
    """Add an entry at the end of the project's ``rulings.yaml`` of an edition, and return the file.

    The rest of the file is not changed. Raises Unusable, and writes nothing, if ``slug`` is taken or is not an id, or
    if the entry is not a valid ruling.
    """
    file = project.layers[0].joinpath(*EDITIONS, edition.id, _FILE)
    if not SLUG.fullmatch(slug):
        raise unusable("ruling new", f"'{slug}' is not an id: write small letters, digits and hyphens", CHECK)
    if f"ruling/{slug}" in edition.rulings:
        raise unusable("ruling new", f"there is a ruling '{slug}' already; choose another id", CHECK)
    old = file.read_bytes() if file.is_file() else b""
    separator = "" if not old or re.search(rb"\n\s*\n\Z", old) else "\n" if old.endswith(b"\n") else "\n\n"
    write_whole(file, old.decode("utf-8") + separator + text)
    problems = [problem for problem in load(project, [edition.id])[1] if problem.place.file == str(file)]
    if any(problem.severity == "error" for problem in problems):
        if old:
            file.write_bytes(old)
        else:
            file.unlink()
        raise Unusable(*problems)
    return file


def check_database(
    database: Database, names: Collection[str] | None = None, fault: Problem | None = None
) -> Iterator[Finding]:
    """Yield what the checks (by default all) find in the database, each finding with the ruling that settles it.

    ``fault`` is an error of loading the data: a check that it stops says so.
    """
    checks = checks_of(data)
    ran = [name for name in checks if names is None or name in names]
    findings = [finding for name in ran for finding in found(checks[name], database, fault)]
    yield from settle(database, findings)
    if names is None or one_ruling_a_finding.name in names:
        yield from dict.fromkeys(one_ruling_a_finding(database, findings))
    if names is None or ruling_without_finding.name in names:
        yield from ruling_without_finding(database, findings, ran, checks)


def check_words(
    project: Project, database: Database, names: Collection[str] | None = None, fault: Problem | None = None
) -> Iterator[Problem]:
    """Yield what the checks (by default all) find in the messages and translations of every language.

    ``fault`` is an error of loading the data: a check that it stops says so. Raises Unusable where a catalogue can't be
    read.
    """
    checks = {name: one for name, one in checks_of(messages).items() if names is None or name in names}
    # The catalogues as files come first: messages can't be read from those that are broken.
    if checks.pop(catalogues_are_valid.name, None):
        yield from catalogues_are_valid(project)
    every_message = list(localised_messages(project, database)) if checks else []
    for one in checks.values():
        yield from found(one, every_message, fault)


def found(check: Check[Any], given: Any, fault: Problem | None) -> list[Any]:
    """Return what a check finds; where data have a ``fault`` that stops it, a finding that says so."""
    try:
        return list(check(given))
    except Unusable:
        raise
    except Exception:
        # Data with an error may have any shape, so a check may fail in any way. Sound data never hide such a failure.
        if fault is None:
            raise
        return [Finding(fault.place, "has a fault that stops this check; mend that first", check.name)]


def checks_of(place: ModuleType) -> dict[str, Check[Any]]:
    """Return the checks in a module, or in the modules of a package, by name."""
    return checks_in(modules_of(place, "checks") if hasattr(place, "__path__") else [place])
