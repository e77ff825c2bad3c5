"""List what there is: editions, the records of a kind, and what can be printed."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import open_database, require_language
from kensei_docs.database import Database
from kensei_docs.database.yamlfile import read
from kensei_docs.problems import closest, unusable
from kensei_docs.project import Project, Where


@click.command()
@click.argument("kind", required=False)
@click.option(
    "-e", "--edition", "editions", metavar="EDITION", multiple=True, help="Only this edition; may be repeated."
)
@click.option(
    "-l", "--language", default="en", show_default=True, metavar="LANGUAGE", help="The language of the names."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_obj
def command(where: Where, kind: str | None, editions: tuple[str, ...], language: str, form: str) -> None:
    """List the records of KIND (weapon, order …); without KIND the editions, their kinds of
    record, and the kinds of document that can be printed.
    """
    project, database = open_database(where, editions)
    require_language(project, language)
    if kind:
        rows = _records(project, database, kind, language)
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1) if form == "json" else _lines(rows))
        return
    overview = {"editions": _editions(project, database, language), "prints": _prints(project)}
    click.echo(json.dumps(overview, ensure_ascii=False, indent=1) if form == "json" else _overview(overview))


def _records(project: Project, database: Database, kind: str, language: str) -> list[dict[str, Any]]:
    """Return the records of a kind; raises Unusable where no edition has any."""
    translator = Translator(project, database, language)
    rows = [
        {
            "edition": record.edition,
            "record": record.id,
            "name": translator.name(record),
            "status": record.data.get("status"),
        }
        for record in database.records
        if record.kind == kind
    ]
    if not rows:
        known = sorted({record.kind for record in database.records})
        raise unusable(
            "data/editions",
            f"there is no record of the kind '{kind}'{closest(kind, known)}; known are {', '.join(known)}",
            "kind",
        )
    return rows


def _editions(project: Project, database: Database, language: str) -> list[dict[str, Any]]:
    translator = Translator(project, database, language)
    return [
        {
            "edition": edition.id,
            "name": translator.edition(edition.id),
            "language": edition.language,
            "units": edition.units,
            "kinds": dict(Counter(record.kind for record in edition.records.values())),
        }
        for edition in database.editions.values()
    ]


def _prints(project: Project) -> list[dict[str, str]]:
    """Return the kinds of document by their manifests alone: nothing that lays out is loaded."""
    rows = []
    for name, folder in project.named_folders("templates").items():
        manifest = folder / "kind.yaml"
        value = read(manifest)[0].value if manifest.is_file() else None
        if isinstance(value, dict):
            rows.append({"kind": name, "title": str(value.get("title", ""))})
    return rows


def _lines(rows: list[dict[str, Any]]) -> str:
    width = max(len(f"{row['edition']}/{row['record']}") for row in rows)
    return "\n".join(
        f"{row['edition'] + '/' + row['record']:<{width}}  {row['name']}"
        + (f"  ({row['status']})" if row["status"] not in (None, "formal") else "")
        for row in rows
    )


def _overview(overview: dict[str, list[dict[str, Any]]]) -> str:
    lines = []
    for edition in overview["editions"]:
        counts = ", ".join(f"{kind} {count}" for kind, count in edition["kinds"].items())
        lines += [
            click.style(f"{edition['edition']}  {edition['name']}", bold=True),
            click.wrap_text(counts, 100, "  ", "  "),
            "",
        ]
    width = max((len(row["kind"]) for row in overview["prints"]), default=0)
    lines += [
        click.style("To print", bold=True),
        *(f"  {row['kind']:<{width}}  {row['title']}" for row in overview["prints"]),
    ]
    return "\n".join(lines)
