"""Hold an army list against the rules of building one, or see what it needs on the table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kensei_docs.army import Army, Contents, as_json, contents, judge, read_army
from kensei_docs.army.limits import NumberSpan, Result
from kensei_docs.army.roster import roster, share, troop_cards, verdict
from kensei_docs.army.troops import cost_of_army, cost_of_level
from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import (
    CommandWithDeclaredOptions,
    columns_of_army,
    names_among,
    open_database,
    refusing_in,
    require_language,
    translators,
)
from kensei_docs.cli._printing import Progress, findings_of, options_of, report_printed
from kensei_docs.cli._terminal import (
    backs_option,
    cut_lines_option,
    file_argument,
    format_option,
    language_option,
    out_folder_option,
    paper_option,
    print_json,
    printer_option,
    theme_option,
)
from kensei_docs.documents.build import Order, run
from kensei_docs.documents.markup.worked_examples import format_citations
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.paper import PAPERS
from kensei_docs.documents.products.product import Choice, Filling, load_products, require_products, rows_of
from kensei_docs.problems import Place, say
from kensei_docs.project import Project, ProjectOptions
from kensei_docs.slugs import slug_of

# The name of the kinds of document that an army fills in, and of the pack of an army without a name.
_ARMY, _TROOPS = "army", "troops"
_COLOURS = {"met": "green", "broken": "red", "unknown": "yellow"}
_WIDTH = 120


@click.group()
def command() -> None:
    """Hold an army list against the rules of building one, or see what it needs on the table."""


def _army_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(
        (
            file_argument,
            click.option("-e", "--edition", metavar="EDITION", help="The edition it is for."),
            click.option("--size", metavar="POINTS", help="The size of the battle in points."),
            language_option(),
            format_option("text", "json"),
        )
    ):
        function = option(function)
    return function


@command.command(cls=CommandWithDeclaredOptions, declared=columns_of_army)
@_army_options
@click.option("--explain", is_flag=True, help="Say where each figure of a limit was read.")
@click.pass_obj
def check(
    where: ProjectOptions | None, /, file: Path, language: str, form: str, explain: bool, **overrides: str | None
) -> None:
    """Cost the army in FILE (YAML, CSV or XLSX) and report every limit, met or broken.

    What is said by option goes before what the file says. Exit status 1 where a limit is broken,
    2 where the file can't be used.
    """
    with refusing_in(where, language):
        army, by_language = _read(where, file, language, overrides)
        results = judge(army)
    if form == "json":
        print_json(
            as_json(
                army,
                results,
                lambda record, field: {code: each.text(record, field) for code, each in by_language.items()},
            )
        )
    else:
        _print(army, results, by_language[language], explain)
    sys.exit(1 if verdict(results) is False else 0)


@command.command(cls=CommandWithDeclaredOptions, declared=columns_of_army)
@_army_options
@paper_option("a4, letter or a3; by default your printer's, or a4.")
@printer_option
@theme_option
@backs_option
@cut_lines_option
@out_folder_option("The folder to print into; by default build/pack-ARMY of the project.")
@click.option("--list", "listed", is_flag=True, help="Only list what is needed.")
@click.pass_obj
def pack(
    where: ProjectOptions | None,
    /,
    file: Path,
    language: str,
    form: str,
    papers: tuple[str, ...],
    printer: str | None,
    theme: str,
    backs: str | None,
    cut_lines: bool,
    out: Path | None,
    listed: bool,
    **overrides: str | None,
) -> None:
    """Print what the army in FILE needs on the table, and nothing else.

    Cards of its troops and of what they carry and can do, the command deck, its clan's actions,
    as many markers as it may need, and the roster filled in with the army and its limits. With
    --list, or --format json, it is only listed. Exit status 1 where the list names something that
    nothing can be printed of, or where a document isn't as it should be; 2 where one can't be
    printed.
    """
    with refusing_in(where, language):
        army, by_language = _read(where, file, language, overrides)
    needed, translator = contents(army), by_language[language]
    for remark in army.remarks:
        click.echo(str(translator.problem(remark)), err=True)
    if form == "text" and not listed:
        project = Project.open(where)
        options = options_of(project, backs=backs, printer=printer, theme=theme, cut_lines=cut_lines)
        sys.exit(_print_pack(project, needed, translator, papers, out, options))
    if form == "json":
        print_json(needed.as_json())
        return
    for item in needed.items:
        wanted = f"  ({', '.join(item.wanted_by)})" if item.wanted_by else ""
        part = f" {item.path}" if item.path else ""
        click.echo(f"{item.copies:3} × {translator.name(item.record)}{part}  [{item.record.id}]{wanted}")
    for complaint in needed.complaints:
        click.echo(str(translator.problem(complaint)), err=True)


def _read(
    where: ProjectOptions | None, file: Path, language: str, overrides: Mapping[str, str | None]
) -> tuple[Army, dict[str, Translator]]:
    """Return the army in a file, and a translator into each language; options override the values of the file."""
    project, database = open_database(where)
    require_language(project, language)
    by_language = translators(project, database)
    given = {option.replace("_", "-"): value for option, value in overrides.items() if value is not None}
    army = read_army(
        file, database, given, lambda record: [each_translator.name(record) for each_translator in by_language.values()]
    )
    return army, by_language


def choice_of(needed: Contents, translator: Translator) -> Choice:
    """Return for each kind of document in a pack what to print: records, and forms that the army fills in."""
    army = needed.army
    # Profiles are printed with the army's own values of each troop.
    profiles = {record.id for record, _ in troop_cards(army, translator) if record}
    return Choice(
        slug_of(army.name) or _ARMY,
        {(item.record.id, item.path): item.copies for item in needed.items if item.record.id not in profiles},
        {
            _ARMY: lambda speaking: [Filling("", roster(army, speaking), written=Place(army.file))],
            _TROOPS: lambda speaking: [
                Filling(slug_of(f"{i} {item['name']}"), item, record, troop.place)
                for i, (troop, (record, item)) in enumerate(
                    zip(army.troops, troop_cards(army, speaking), strict=True), 1
                )
            ],
        },
    )


def _print_pack(
    project: Project,
    needed: Contents,
    translator: Translator,
    papers: Sequence[str],
    out: Path | None,
    options: Options,
) -> int:
    """Print the pack in the translator's language, its roster filled in; return the exit status.
    Raises Unusable if a paper does not exist or nothing can be printed."""
    army = needed.army
    products, refused = require_products(*load_products(project), ())
    choice = choice_of(needed, translator)
    order = Order(
        products,
        [army.edition],
        [translator.language],
        names_among("paper", papers or (options.printer.paper or "a4",), tuple(PAPERS)),
        (out or project.output / f"pack-{choice.name}").absolute(),
        options,
        choice,
    )
    with Progress(False) as progress:
        printed = run(project, army.database, order, progress)
    printed.problems[:] = dict.fromkeys([*findings_of(project, army.database, products), *printed.problems])
    status = report_printed(printed, refused)
    for complaint in needed.complaints:
        click.echo(str(translator.problem(complaint)), err=True)
    missing = choice.missing_from([row for product in products for row in rows_of(product, army.edition)[0]])
    if missing:
        names = [f"{translator.name(army.edition.records[record])} [{record}]" for record, _ in sorted(missing)]
        message = say("on no card: %(names)s; the reference has them", names=", ".join(names))
        click.echo(translator.report(message))
    click.echo(progress.summary(printed.outputs))
    return status or (1 if needed.unknown else 0)


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
    for troop in army.troops:
        troops.add_row(Text(troop.name), str(troop.miniatures), amount(troop.points))
    if army.level:
        troops.add_row(Text(translator.name(army.level)), "", amount(cost_of_level(army)))
    total = f"{amount(cost_of_army(army))} / {amount(army.size)}"
    troops.add_row(Text(term("army-cost"), style="bold"), "", Text(total, style="bold"))
    console.print(troops)
    console.print()
    table = Table(box=None, pad_edge=False)
    numbers = ("army-has", "at-least", "at-most")
    for head in ("limit", "limit-met", *numbers, "limit-concerns"):
        table.add_column("" if head == "limit-met" else term(head), justify="right" if head in numbers else "left")
    for result in results:
        table.add_row(
            Text(translator.text(result.limit.record, result.limit.name_field)),
            Text(translator.term(f"limit-{result.status}"), style=_COLOURS[result.status]),
            *(_format_bound(span, result, translator) for span in (result.have, result.at_least, result.at_most)),
            Text(_format_cause(result, translator)),
        )
    console.print(table)
    for result in (result for result in results if result.status == "broken"):
        named = translator.text(result.limit.record, result.limit.name_field)
        line = f"{term('limit-broken')}: {named}{f' – {result.subject}' if result.subject else ''}"
        console.print(Text(f"{line} ({format_citations(result.citations)})"), soft_wrap=True)
    if explain:
        _explain(results, translator)
    for remark in army.remarks:
        console.print(Text(str(translator.problem(remark))), soft_wrap=True)
    end = {True: "list-legal", False: "list-illegal", None: "list-undecided"}[verdict(results)]
    console.print()
    console.print(term(end) + ".")


def _format_bound(span: NumberSpan | None, result: Result, translator: Translator) -> str:
    """Return a number, or its lowest and highest value, with its share of the army's points."""

    def between(part: NumberSpan, unit: str = "") -> str:
        ends = [f"{end:.4g}" if unit else f"{end:g}" for end in (part.low, part.high)]
        parts = ["…" if end == "inf" else translator.figure(f"{end}{unit}") for end in dict.fromkeys(ends)]
        return "–".join(parts)

    if span is None:
        return ""
    percent = share(span, result)
    return between(span) + (f" ({between(percent, ' %')})" if percent else "")


def _format_cause(result: Result, translator: Translator) -> str:
    """Return the troops that break a limit, or the unknown traits of each troop."""
    if result.status == "broken":
        return result.subject or ""
    return "; ".join(
        f"{name}: {', '.join(translator.term(field) for field in fields)}?" for name, fields in result.missing.items()
    )


def _explain(results: list[Result], translator: Translator) -> None:
    for result in results:
        click.echo(f"\n{translator.text(result.limit.record, result.limit.name_field)}")
        for step in result.steps:
            places = "; ".join(
                f"{c.document} {c.lines[0]}-{c.lines[1]}" if c.lines else c.document for c in step.citations
            )
            record = f"{translator.name(step.record)} [{step.record.id}]" if step.record else ""
            click.echo(f"  {translator.figure(step.figure)} → {step.value}  {record}  {places}")
