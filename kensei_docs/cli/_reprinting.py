"""Printing only what changed since a state, as ``build --since`` does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kensei_docs.cli._progress import Progress
    from kensei_docs.database import Database
    from kensei_docs.documents.build import Printed
    from kensei_docs.documents.plan import Order
    from kensei_docs.project import Project


def reprinted(project: Project, database: Database, order: Order, state: str, progress: Progress) -> Printed:
    """Print of an order what changed since a state, and say what that is; raises Unusable."""
    from kensei_docs.documents.build import Printed
    from kensei_docs.documents.reprint import reprint, since
    from kensei_docs.documents.reprint.telling import summary

    before = since(project, state, tuple(edition.id for edition in order.editions))
    found = reprint(project, database, before, order, progress)
    for line in summary(found.told):
        click.echo(line)
    if not found.told:
        click.echo(f"nothing to reprint: every face comes out as it did since {state}")
    return Printed(found.outputs, found.problems, found.refused)
