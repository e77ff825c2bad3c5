"""Print one army's pack: its faces out of all, and its roster filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from kensei_docs.army import Contents
from kensei_docs.army.report import roster
from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import one_of
from kensei_docs.cli._options import options_of
from kensei_docs.cli._progress import Progress
from kensei_docs.database.tables.columns import slug_of
from kensei_docs.documents.build import run
from kensei_docs.documents.kinds.kind import load_kinds, require_kinds
from kensei_docs.documents.kinds.paper import PAPERS
from kensei_docs.documents.kinds.rows import Choice, rows_of
from kensei_docs.documents.plan import Order
from kensei_docs.problems import by_place
from kensei_docs.project import Project, Where

ARMY = "army"


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
    for line in needed.complaints:
        click.echo(line, err=True)
    left = choice.missing_from([row for kind in kinds for row in rows_of(kind, army.edition)[0]])
    if left:
        names = [f"{translator.name(army.edition.records[record])} [{record}]" for record, _ in sorted(left)]
        click.echo(f"on no card: {', '.join(names)}; the reference has them")
    click.echo(progress.summary(printed.outputs))
    found = needed.unknown or any(one.severity == "error" for one in printed.problems)
    return 2 if refused else 1 if found else 0
