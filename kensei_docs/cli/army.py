"""Hold an army list against the rules of building one, or see what it needs on the table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kensei_docs.army import Army, as_json, contents, judged, read_army
from kensei_docs.army.limits import Result, Span
from kensei_docs.army.report import share, verdict
from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator, languages
from kensei_docs.cli._opening import open_database, require_language
from kensei_docs.cli._pack import print_pack
from kensei_docs.database import Record
from kensei_docs.project import Where

_COLOURS = {"met": "green", "broken": "red", "unknown": "yellow"}
_WIDTH = 120


@click.group()
def command() -> None:
    """Hold an army list against the rules of building one, or see what it needs on the table."""


def _of_army(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(
        (
            click.argument("file", type=click.Path(path_type=Path)),
            click.option("-e", "--edition", metavar="EDITION", help="The edition it is for."),
            click.option("--clan", metavar="CLAN", help="Its clan."),
            click.option("--size", metavar="POINTS", help="The size of the battle in points."),
            click.option("--level", metavar="LEVEL", help="The level of its commander."),
            click.option(
                "-l",
                "--language",
                metavar="LANGUAGE",
                default="en",
                show_default=True,
                help="The language of the report.",
            ),
            click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True),
        )
    ):
        function = option(function)
    return function


@command.command()
@_of_army
@click.option("--explain", is_flag=True, help="Say where each figure of a limit was read.")
@click.pass_obj
def check(
    where: Where | None,
    file: Path,
    edition: str | None,
    clan: str | None,
    size: str | None,
    level: str | None,
    language: str,
    form: str,
    explain: bool,
) -> None:
    """Cost the army in FILE (YAML, CSV or XLSX) and report every limit, met or broken.

    What is said by option goes before what the file says. Exit status 1 where a limit is broken,
    2 where the file can't be used.
    """
    army, translators = _opened(where, file, edition, clan, size, level, language)
    results = judged(army)
    if form == "json":
        click.echo(
            json.dumps(
                as_json(
                    army,
                    results,
                    lambda record, field: {name: one.text(record, field) for name, one in translators.items()},
                ),
                ensure_ascii=False,
                indent=1,
            )
        )
    else:
        _print(army, results, translators[language], explain)
    sys.exit(1 if verdict(results) is False else 0)


@command.command()
@_of_army
@click.option(
    "--paper", "papers", multiple=True, metavar="PAPER", help="a4, letter or a3; by default your printer's, or a4."
)
@click.option("--printer", metavar="NAME", help="A printer that printers.yaml describes.")
@click.option(
    "--theme",
    metavar="THEME",
    default="colour",
    show_default=True,
    help="colour, low-ink, black-and-white, large-print, or one of your own.",
)
@click.option("--backs", metavar="BACKS", help="Where backs go: long-edge, short-edge, gutterfold, or none.")
@click.option("--cut-lines", is_flag=True, help="Draw the outline of every card and token.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder to print into; by default build/pack-ARMY of the project.",
)
@click.option("--list", "listed", is_flag=True, help="Only list what is needed.")
@click.pass_obj
def pack(
    where: Where | None,
    /,
    file: Path,
    edition: str | None,
    clan: str | None,
    size: str | None,
    level: str | None,
    language: str,
    form: str,
    papers: tuple[str, ...],
    out: Path | None,
    listed: bool,
    **how: Any,
) -> None:
    """Print what the army in FILE needs on the table, and nothing else.

    Cards of its troops and of what they carry and can do, the command deck, its clan's actions,
    as many markers as it may need, and the roster filled in with the army and its limits. With
    --list, or --format json, it is only listed. Exit status 1 where the list names something that
    nothing can be printed of, or where a document isn't as it should be; 2 where one can't be
    printed.
    """
    army, translators = _opened(where, file, edition, clan, size, level, language)
    needed = contents(army)
    if form == "text" and not listed:
        sys.exit(print_pack(where, needed, translators[language], papers, out, how))
    if form == "json":
        click.echo(
            json.dumps(
                {
                    "army": army.name,
                    "edition": army.edition.id,
                    "unknown": list(needed.unknown),
                    "items": [
                        {
                            "record": item.record.id,
                            "path": item.path or None,
                            "copies": item.copies,
                            "for": list(item.wanted_by),
                        }
                        for item in needed.items
                    ],
                },
                ensure_ascii=False,
                indent=1,
            )
        )
        return
    for item in needed.items:
        wanted = f"  ({', '.join(item.wanted_by)})" if item.wanted_by else ""
        part = f" {item.path}" if item.path else ""
        click.echo(f"{item.copies:3} × {translators[language].name(item.record)}{part}  [{item.record.id}]{wanted}")
    for line in needed.complaints:
        click.echo(line, err=True)


def _opened(
    where: Where | None,
    file: Path,
    edition: str | None,
    clan: str | None,
    size: str | None,
    level: str | None,
    language: str,
) -> tuple[Army, dict[str, Translator]]:
    project, database = open_database(where)
    require_language(project, language)
    translators = {
        name: Translator(project, database, name) for name in dict.fromkeys([MESSAGE_LANGUAGE, *languages(project)])
    }

    def names(record: Record) -> Iterable[str]:
        return [translator.name(record) for translator in translators.values()]

    options = {"edition": edition, "clan": clan, "size": size, "commander-level": level}
    overrides = {column: value for column, value in options.items() if value is not None}
    return read_army(file, database, overrides, names), translators


def _print(army: Army, results: list[Result], translator: Translator, explain: bool) -> None:
    def term(name: str) -> str:
        word = translator.term(name)
        return word[:1].upper() + word[1:]

    def amount(points: float | None) -> str:
        return "?" if points is None else translator.figure(f"{points:g}")

    console = Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else _WIDTH)
    console.print(Text(army.name, style="bold"))
    troops = Table(box=None, pad_edge=False, show_header=True)
    troops.add_column(term("unit"))
    troops.add_column(term("miniature"), justify="right")
    troops.add_column(term("points"), justify="right")
    for entry in army.entries:
        troops.add_row(Text(entry.name), str(entry.miniatures), amount(entry.points))
    if army.level:
        troops.add_row(Text(translator.name(army.level)), "", amount(army.muster.level_cost))
    troops.add_row(
        Text(term("army-cost"), style="bold"), "", Text(f"{amount(army.cost)} / {amount(army.size)}", style="bold")
    )
    console.print(troops)
    console.print()
    table = Table(box=None, pad_edge=False)
    for head in ("limit", "limit-met", "army-has", "at-least", "at-most", "limit-concerns"):
        table.add_column(
            "" if head == "limit-met" else term(head),
            justify="right" if head in ("army-has", "at-least", "at-most") else "left",
        )
    for result in results:
        table.add_row(
            Text(translator.text(result.limit.record, result.limit.named)),
            Text(translator.term(f"limit-{result.status}"), style=_COLOURS[result.status]),
            *(_format_bound(span, result, translator) for span in (result.have, result.at_least, result.at_most)),
            Text(_format_cause(result, translator)),
        )
    console.print(table)
    if explain:
        _explain(results, translator)
    for remark in army.remarks:
        console.print(Text(str(remark)), soft_wrap=True)
    end = {True: "list-legal", False: "list-illegal", None: "list-undecided"}[verdict(results)]
    console.print()
    console.print(term(end) + ".")


def _format_bound(span: Span | None, result: Result, translator: Translator) -> str:
    """Return a number, or two that it lies between, with its share of the army's points."""

    def between(part: Span, unit: str = "") -> str:
        ends = [f"{end:.4g}" if unit else f"{end:g}" for end in (part.low, part.high)]
        parts = ["…" if end == "inf" else translator.figure(f"{end}{unit}") for end in dict.fromkeys(ends)]
        return "–".join(parts)

    if span is None:
        return ""
    percent = share(span, result)
    return between(span) + (f" ({between(percent, ' %')})" if percent else "")


def _format_cause(result: Result, translator: Translator) -> str:
    """Return who breaks a limit, or what nobody says of whom."""
    if result.status == "broken":
        return result.subject or ""
    return "; ".join(
        f"{name}: {', '.join(translator.term(field) for field in fields)}?" for name, fields in result.missing.items()
    )


def _explain(results: list[Result], translator: Translator) -> None:
    for result in results:
        click.echo(f"\n{translator.text(result.limit.record, result.limit.named)}")
        for step in result.steps:
            places = "; ".join(
                f"{c.document} {c.lines[0]}-{c.lines[1]}" if c.lines else c.document for c in step.citations
            )
            record = f"{translator.name(step.record)} [{step.record.id}]" if step.record else ""
            click.echo(f"  {translator.figure(step.figure)} → {step.value}  {record}  {places}")
