"""Printing one army's pack: its faces out of all, and its roster filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from kensei_docs.army import Army, Contents, Entry, judged
from kensei_docs.army.limits import Span
from kensei_docs.army.pack import SECTION
from kensei_docs.catalogues import Translator
from kensei_docs.cli._choosing import one_of
from kensei_docs.cli._options import options_of
from kensei_docs.cli._progress import Progress, summary
from kensei_docs.database.tables.columns import slug_of
from kensei_docs.documents.build import run
from kensei_docs.documents.kinds.kind import load_kinds, require_kinds
from kensei_docs.documents.kinds.paper import PAPERS
from kensei_docs.documents.kinds.rows import Choice, rows_of
from kensei_docs.documents.plan import Order
from kensei_docs.problems import by_place
from kensei_docs.project import Project, Where

ARMY = "army"

# What a roster says of a troop besides its characteristics, in this order.
_CARRIED = ("title", "weapons", "armour", "equipment", "abilities", "orders")


def print_pack(
    where: Where | None,
    needed: Contents,
    translator: Translator,
    papers: Sequence[str],
    out: Path | None,
    how: Mapping[str, Any],
) -> int:
    """Print the pack in the translator's language; return the exit status.

    Raises Unusable where an option means nothing or nothing can be printed.
    """
    project, army = Project.open(where), needed.army
    name = slug_of(army.name) or ARMY
    options = options_of(project, **{"size": None, "gap": None, "bleed": None, "grid": None, **how})
    kinds, refused = require_kinds(*load_kinds(project), ())
    choice = Choice(
        name,
        {(item.record.id, item.path): item.copies for item in needed.items},
        {ARMY: lambda speaking: roster(army, speaking)},
    )
    order = Order(
        kinds,
        [army.edition],
        [translator.language],
        one_of("paper", papers or (options.printer.paper or "a4",), tuple(PAPERS), ()),
        (out or project.output / f"pack-{name}").absolute(),
        options,
        choice,
    )
    with Progress(False) as progress:
        printed = run(project, army.database, order, progress)
    refused += printed.refused
    for problem in by_place([*refused, *printed.problems]):
        click.echo(str(problem), err=True)
    for line in needed.lacking:
        click.echo(line, err=True)
    left = choice.missing_from([row for kind in kinds for row in rows_of(kind, army.edition)[0]])
    if left:
        names = [f"{translator.name(army.edition.records[record])} [{record}]" for record, _ in sorted(left)]
        click.echo(f"on no card: {', '.join(names)}; the reference has them")
    click.echo(summary(printed.outputs, progress.laid, progress.reused))
    found = needed.unknown or any(one.severity == "error" for one in printed.problems)
    return 2 if refused else 1 if found else 0


def roster(army: Army, translator: Translator) -> dict[str, Any]:
    """Return what the roster's template fills in, in the translator's words."""
    return {
        "army": {
            "name": army.name,
            "points": translator.figure(f"{army.cost:g}"),
            "clan": translator.name(army.clan) if army.clan else None,
            "level": translator.name(army.level) if army.level else None,
            "size": translator.figure(f"{army.size:g}"),
        },
        "rows": [_row(army, entry, translator) for entry in army.entries],
        "sum": {"miniatures": str(sum(entry.miniatures for entry in army.entries)), "points": f"{army.cost:g}"},
        "limits": list(_limits(army, translator)),
    }


def _row(army: Army, entry: Entry, translator: Translator) -> dict[str, Any]:
    attributes = {
        record.slug: str(value)
        for record in army.edition.records_of("characteristic")
        if (value := entry.get(f"profile.{record.slug}")) is not None
    }
    wounds = str(entry.get("profile.wounds"))
    row: dict[str, Any] = {
        "name": (translator.name(entry.profile) if entry.profile and entry.name == entry.profile.name else entry.name),
        "miniatures": str(entry.miniatures),
        "points": "" if entry.points is None else f"{entry.points:g}",
        "attributes": attributes,
        "equipment": ", ".join(_carried(army, entry, translator)),
    }
    if wounds.isdigit() or entry.miniatures > 1:
        row["wounds"] = entry.miniatures * (int(wounds) if wounds.isdigit() else 1)
    return row


def _carried(army: Army, entry: Entry, translator: Translator) -> Iterator[str]:
    """Yield the names of what a troop carries and can do."""
    follow = army.edition.vocabulary.section(SECTION).get("follow") or {}
    for field in _CARRIED:
        for name in entry.names(field):
            records = [
                record for kind in follow.get(field, ()) if (record := army.edition.records.get(f"{kind}/{name}"))
            ]
            word = (
                translator.name(records[0])
                if records
                else translator.term(name)
                if name in army.database.glossary
                else name
            )
            yield word[:1].upper() + word[1:]


def _limits(army: Army, translator: Translator) -> Iterator[dict[str, Any]]:
    """Yield how the army stands to each limit that has a bound."""
    for result in judged(army):
        if not (result.at_least or result.at_most):
            continue
        subject = f": {result.subject}" if result.subject else ""
        yield {
            "name": translator.text(result.limit.record, result.limit.named) + subject,
            "counts": result.counts,
            "status": result.status,
            "have": _between(result.have, translator),
            "least": _end(result.at_least, translator),
            "most": _end(result.at_most, translator),
        }


def _between(span: Span, translator: Translator) -> str:
    ends = [
        "…" if end == float("inf") else translator.figure(f"{end:g}") for end in dict.fromkeys((span.low, span.high))
    ]
    return "–".join(ends)


def _end(span: Span | None, translator: Translator) -> str | None:
    return _between(span, translator) if span else None
