"""Look after the lineage of two editions: suggest edges, and list records that have none."""

from __future__ import annotations

import sys

import click

from kensei_docs.cli._opening import open_database
from kensei_docs.database import Database
from kensei_docs.project import LINEAGES, Project, ProjectOptions
from kensei_docs.versions.lineage import Lineage, load_lineage
from kensei_docs.versions.matching import as_yaml, unmapped
from kensei_docs.versions.matching import suggest as candidates


@click.group()
def command() -> None:
    """Look after the lineage of two editions: which record of one is which of the other.

    It stands in data/lineage/A--B.yaml and is a person's work; nothing here writes it.
    """


@command.command()
@click.argument("a", metavar="EDITION")
@click.argument("b", metavar="EDITION")
@click.pass_obj
def suggest(where: ProjectOptions | None, a: str, b: str) -> None:
    """Print likely edges between two editions as YAML, to be checked and copied.

    Records without an edge are compared by kind, id, name, terms and figures. Check each suggestion
    in the documents. Exit status 0.
    """
    database, lineage = _open(where, a, b)
    left_a, left_b = unmapped(database.editions[a], database.editions[b], lineage)
    click.echo(as_yaml(candidates(left_a, left_b, database.glossary), left_a, left_b), nl=False)


@command.command()
@click.argument("pair", metavar="[EDITION EDITION]", nargs=-1)
@click.pass_obj
def status(where: ProjectOptions | None, pair: tuple[str, ...]) -> None:
    """Count the edges of a lineage (by default of every one) and name records that have none.

    Exit status 1 where a record has none.
    """
    if len(pair) not in (0, 2):
        raise click.UsageError("name two editions, or none for every lineage there is")
    files = [] if pair else Project.open(where).named_files(*LINEAGES)
    pairs = [pair] if pair else [tuple(name.split("--", 1)) for name in files if "--" in name]
    missing = 0
    for a, b in pairs:
        database, lineage = _open(where, a, b)
        edges = lineage.edges if lineage else ()
        left = unmapped(database.editions[a], database.editions[b], lineage)
        click.echo(f"{a}--{b}: {len(edges)} edges, {sum(map(len, left))} records without one")
        for edition, records in zip((a, b), left, strict=True):
            for record in records:
                click.echo(
                    f"{record.place()}: {record.id} of {edition} has no edge; say in "
                    "data/lineage what became of it, or where it came from"
                )
        missing += sum(map(len, left))
    sys.exit(1 if missing else 0)


def _open(where: ProjectOptions | None, a: str, b: str) -> tuple[Database, Lineage | None]:
    project, database = open_database(where, [a, b])
    return database, load_lineage(project, database, a, b)
