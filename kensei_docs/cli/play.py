"""Commands that play by the rules: army, odds, example."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kensei_docs.cli._terminal import (
    CommandWithDeclaredOptions,
    FileToRead,
    Workspace,
    backs_option,
    counted,
    cut_lines_option,
    editions_argument,
    file_argument,
    format_option,
    language_option,
    names_among,
    out_file_option,
    out_folder_option,
    paper_option,
    print_json,
    print_written,
    printer_option,
    report,
    theme_option,
    write_or_print,
)
from kensei_docs.cli.printing import Progress, findings_of, options_of, report_printed
from kensei_docs.files import write_whole
from kensei_docs.problems import OneOf, Place, say, unusable
from kensei_docs.project import EDITIONS
from kensei_docs.slugs import slug_of

if TYPE_CHECKING:
    from kensei_docs.army import Army, Contents
    from kensei_docs.army.limits import NumberSpan, Result
    from kensei_docs.army.troop_catalogue import CatalogueTroop
    from kensei_docs.catalogues import Translator
    from kensei_docs.cli._odds_report import OddsReport
    from kensei_docs.database import Database, Record
    from kensei_docs.documents.products.options import Options
    from kensei_docs.documents.products.product import Choice, Filling
    from kensei_docs.engine.examples import Replay

# The name of the products that an army fills in, and of the pack of an army without a name.
_ARMY, _TROOPS = "army", "troops"
_LIMIT_COLOURS = {"met": "green", "broken": "red", "unknown": "yellow"}
_VERDICT_COLOURS = {"passed": "green", "differs": "yellow", "failed": "red", "prose": "cyan"}
# The marks behind what is assumed of a troop, by the reason.
_MARKS = {"by-ruling": "§", "usual": "*"}
# The columns of a table that is not printed to a terminal.
_WIDTH = 120
# The formats of a chart, by the end of the file's name.
CHARTS = (".svg", ".png")


def _columns_of_army(vocabulary: Database) -> list[click.Option]:
    """Return the options of the columns of an army that have one; their parameters are named after the columns."""
    from kensei_docs.database.spreadsheets import Columns

    return [
        click.Option(
            [f"--{column.option}", name.replace("-", "_")],
            metavar=column.option.upper(),
            help=f"Its {name.replace('-', ' ')}.",
        )
        for name, column in Columns(vocabulary, "army").by_name.items()
        if column.option
    ]


@click.group()
def army() -> None:
    """Hold an army list against the rules of building one, or see what it needs on the table."""


def _army_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in (
        format_option("text", "json"),
        language_option(),
        click.option("--size", metavar="POINTS", help="The size of the battle in points."),
        click.option("-e", "--edition", metavar="EDITION", help="The edition it is for."),
        file_argument,
    ):
        function = option(function)
    return function


@army.command("check", cls=CommandWithDeclaredOptions, declared=_columns_of_army)
@_army_options
@click.option("--explain", is_flag=True, help="Say where each figure of a limit was read.")
@click.option("--assume", is_flag=True, help="Take what is usual where nothing states a trait, and say so.")
@click.pass_obj
def check_army(
    work: Workspace, /, file: Path, language: str, form: str, explain: bool, assume: bool, **overrides: str | None
) -> None:
    """Cost the army in FILE (YAML, CSV or XLSX) and report every limit, met or broken.

    What is said by option goes before what the file says. Exit status 1 where a limit is broken,
    2 where the file can't be used.
    """
    from kensei_docs.army import as_json, judge
    from kensei_docs.army.roster import verdict
    from kensei_docs.army.troop_catalogue import troops_of

    with work.refusing_in(language):
        listed, by_language = _read(work, file, language, overrides, assume)
        results = judge(listed)
    if form == "json":
        texts = lambda record, field: {code: each.text(record, field) for code, each in by_language.items()}  # noqa: E731
        print_json(as_json(listed, results, texts, by_language, mended=True, catalogue=troops_of(listed.edition)))
    else:
        _print_judgement(listed, results, by_language[language], explain)
    sys.exit(1 if verdict(results) is False else 0)


@army.command("pack", cls=CommandWithDeclaredOptions, declared=_columns_of_army)
@_army_options
@paper_option(help="a4, letter or a3; by default your printer's, or a4.")
@printer_option
@theme_option
@backs_option
@cut_lines_option
@out_folder_option(help="The folder to print into; by default build/pack-ARMY of the project.")
@click.option(
    "--scenario",
    "played",
    metavar="NAME",
    multiple=True,
    help="Also what this scenario needs, by its number or name; may be repeated.",
)
@click.option("--without", metavar="KIND", multiple=True, help="Leave this kind of document out; may be repeated.")
@click.option("--separate", is_flag=True, help="Print a PDF for each kind of document, without a cover.")
@click.option(
    "--base-url", metavar="URL", help="Print a QR code on the cover that opens the list in the site at this address."
)
@click.option("--list", "listed", is_flag=True, help="Only list what is needed.")
@click.pass_obj
def pack_army(
    work: Workspace,
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
    played: tuple[str, ...],
    without: tuple[str, ...],
    separate: bool,
    base_url: str | None,
    listed: bool,
    **overrides: str | None,
) -> None:
    """Print what the army in FILE needs on the table, and nothing else, as one PDF in the order in which it is cut.

    A cover that says what is on which page, cards of its troops and of what they carry and can do, the
    command deck, its clan's actions, as many markers as it may need, rulers and tracks, the quick
    reference, and the roster filled in with the army and its limits. With --list, or --format json, it
    is only listed. Exit status 1 where the list names something that nothing can be printed of, or
    where a document isn't as it should be; 2 where one can't be printed.
    """
    from kensei_docs.army import contents
    from kensei_docs.army.pack import scenarios_named
    from kensei_docs.documents.products.options import require_address

    with work.refusing_in(language):
        listed_army, by_language = _read(work, file, language, overrides)
        named = lambda record: [each.name(record) for each in by_language.values()]  # noqa: E731
        battles = scenarios_named(listed_army.edition, played, named)
        address = require_address(base_url) if base_url is not None else ""
        if separate and address:
            message = say("the QR code is on the cover, which separate documents don't have; leave out one of both")
            raise unusable("army pack", message, "pack")
    needed, translator = contents(listed_army, battles), by_language[language]
    for remark in listed_army.remarks:
        click.echo(str(translator.problem(remark)), err=True)
    if form == "text" and not listed:
        options = options_of(work, backs=backs, printer=printer, theme=theme, cut_lines=cut_lines)
        sys.exit(_print_pack(work, needed, translator, papers, out, options, without, separate, battles, address))
    if form == "json":
        print_json(needed.as_json())
        return
    for item in needed.items:
        wanted = f"  ({', '.join(item.wanted_by)})" if item.wanted_by else ""
        part = f" {item.path}" if item.path else ""
        click.echo(f"{item.copies:3} × {translator.name(item.record)}{part}  [{item.record.id}]{wanted}")
    for complaint in needed.complaints:
        click.echo(str(translator.problem(complaint)), err=True)


@army.command("import", cls=CommandWithDeclaredOptions, declared=_columns_of_army)
@file_argument
@click.option("-e", "--edition", metavar="EDITION", help="The edition it is for.")
@click.option("--size", metavar="POINTS", help="The size of the battle in points.")
@language_option(help="The language of messages.")
@click.option(
    "-o", "--out", "out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write to this file."
)
@click.pass_obj
def import_list(work: Workspace, /, file: Path, language: str, out: Path | None, **overrides: str | None) -> None:
    """Turn a list that another program or a chat keeps into an army file, which army check and army pack read.

    FILE is a text with a line for each troop ("10 Archers – 50 pts (bow, katana)"), the JSON of New
    Recruit, or a roster of BattleScribe (.ros, .rosz). Exit status 1 where something in it is nothing
    that the edition knows: it is told with its place, and kept under _unread.
    """
    from kensei_docs.army.address import as_yaml
    from kensei_docs.army.import_list import import_army

    with work.refusing_in(language):
        database = work.database()
        work.require_language(language)
        by_language = work.translators(database)
        given = {option.replace("_", "-"): value for option, value in overrides.items() if value is not None}
        named = lambda record: [each.name(record) for each in by_language.values()]  # noqa: E731
        data, problems = import_army(file, database, given, named)
    write_or_print(out, as_yaml(data))
    if out:
        print_written(out, err=True)
    translator = by_language[language]
    for problem in problems:
        click.echo(str(translator.problem(problem)), err=True)
    sys.exit(1 if any(problem.severity != "note" for problem in problems) else 0)


@army.command("troops")
@click.option("-e", "--edition", metavar="EDITION", required=True, help="The edition whose troops are meant.")
@click.option("--assume/--no-assume", default=True, help="Take what is usual where nothing states a trait.")
@language_option()
@format_option("text", "json")
@click.pass_obj
def troops_of_edition(work: Workspace, edition: str, assume: bool, language: str, form: str) -> None:
    """List the troops that an army can be made of: points of a miniature, class, kind, weapons, smallest size.

    A mark stands behind what the book leaves out: § for what a ruling says, * for what is usual.
    """
    from kensei_docs.army.troop_catalogue import troops_of

    database = work.database([edition])
    work.require_language(language)
    by_language = work.translators(database)
    found = troops_of(database.editions[edition], assume)
    if form == "json":
        print_json([troop.as_json(by_language) for troop in found])
        return
    if not found:
        message = say("%(edition)s has no troops: its armies are none that the tool knows", edition=edition)
        click.echo(by_language[language].report(message))
        return
    _print_troops(found, by_language[language])


def _print_troops(found: Sequence[CatalogueTroop], translator: Translator) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from kensei_docs.army.troops import declared_musters

    def term(name: str) -> str:
        word = translator.term(name)
        return word[:1].upper() + word[1:]

    def trait(troop: CatalogueTroop, name: str) -> str:
        mark = next((_MARKS[one.because] for one in troop.assumptions if one.field == name), "")
        records = translator.database.editions[troop.profile.edition].records
        values = (records.get(f"{name}/{value}") for value in troop.traits.get(name, ()))
        return ", ".join(translator.name(record) for record in values if record) + mark

    tells = declared_musters(translator.database.editions[found[0].profile.edition]).tells if found else []
    table = Table(box=None, pad_edge=False)
    for head in ("unit", "points", *tells, "weapons", "miniature"):
        table.add_column(term(head), justify="right" if head in ("points", "miniature") else "left")
    for troop in found:
        size = "–".join("" if end is None else str(end) for end in dict.fromkeys((troop.least, troop.most)))
        table.add_row(
            Text(translator.name(troop.profile)),
            "" if troop.points is None else translator.figure(f"{troop.points:g}"),
            *(trait(troop, name) for name in tells),
            ", ".join(map(translator.term, troop.weapons)),
            size,
        )
    Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else _WIDTH).print(table)


def _read(
    work: Workspace, file: Path, language: str, overrides: Mapping[str, str | None], assuming: bool = False
) -> tuple[Army, dict[str, Translator]]:
    """Return the army in a file, and a translator into each language; options override the values of the file."""
    from kensei_docs.army import read_army

    database = work.database()
    work.require_language(language)
    by_language = work.translators(database)
    given = {option.replace("_", "-"): value for option, value in overrides.items() if value is not None}
    names = lambda record: [each.name(record) for each in by_language.values()]  # noqa: E731
    return read_army(file, database, given, names, assuming), by_language


def choice_of(needed: Contents, translator: Translator) -> Choice:
    """Return for each product of a pack what to print: records, and forms that the army fills in."""
    from kensei_docs.army.roster import roster, troop_cards
    from kensei_docs.documents.products.product import Choice, Filling

    listed = needed.army
    # Profiles are printed with the army's own values of each troop.
    profiles = {record.id for record, _ in troop_cards(listed, translator) if record}
    return Choice(
        slug_of(listed.name) or _ARMY,
        {(item.record.id, item.path): item.copies for item in needed.items if item.record.id not in profiles},
        {
            _ARMY: lambda speaking: [Filling("", roster(listed, speaking), written=Place(listed.file))],
            _TROOPS: lambda speaking: [
                Filling(slug_of(f"{i} {item['name']}"), item, record, troop.place)
                for i, (troop, (record, item)) in enumerate(
                    zip(listed.troops, troop_cards(listed, speaking), strict=True), 1
                )
            ],
        },
    )


def _print_pack(
    work: Workspace,
    needed: Contents,
    translator: Translator,
    papers: Sequence[str],
    out: Path | None,
    options: Options,
    without: Sequence[str],
    separate: bool,
    scenarios: Sequence[Record],
    address: str,
) -> int:
    """Print the pack in the translator's language, its roster filled in; return the exit status.

    ``without`` are the names of kinds to leave out, ``scenarios`` those that the cover names, ``address`` is that of
    the site for its QR code. Raises Unusable if a paper or a kind does not exist or nothing can be printed.
    """
    from kensei_docs.documents.build import Order, run
    from kensei_docs.documents.combined import COVER, Cover, print_combined
    from kensei_docs.documents.products.product import load_products, require_products, rows_of

    listed, project = needed.army, work.project
    known, faults = load_products(project)
    products, refused = require_products(known, faults, ())
    left_out = names_among("kind of document", without, tuple(known))
    choice = choice_of(needed, translator)
    missing = choice.missing_from([row for product in products for row in rows_of(product, listed.edition)[0]])
    elsewhere = [listed.edition.records[record] for record, _ in sorted(missing)]
    products = [product for product in products if product.name not in left_out]
    order = Order(
        products,
        [listed.edition],
        [translator.language],
        names_among("paper", papers or (options.printer.paper or "a4",), tuple(options.papers)),
        (out or project.output / f"pack-{choice.name}").absolute(),
        options,
        choice,
    )
    front = next((one for one in known.values() if one.filled == COVER and one.applies_to(listed.edition)), None)
    if front is None or front.name in left_out:
        cover = None
    else:
        cover = Cover(front, partial(_fill_cover, needed, elsewhere, scenarios, address))
    with Progress(False) as progress:
        if separate:
            printed = run(project, listed.database, order, progress)
        else:
            printed = print_combined(project, listed.database, order, cover, progress)
    looked_at = [*products, *([front] if front and not separate else ())]
    printed.problems[:] = dict.fromkeys([*findings_of(project, listed.database, looked_at), *printed.problems])
    status = report_printed(printed, refused)
    for complaint in needed.complaints:
        click.echo(str(translator.problem(complaint)), err=True)
    if elsewhere:
        names = [f"{translator.name(record)} [{record.id}]" for record in elsewhere]
        message = say("on no card: %(names)s; the reference has them", names=", ".join(names))
        click.echo(translator.report(message))
    click.echo(progress.summary(printed.outputs))
    return status or (1 if needed.unknown else 0)


def _fill_cover(
    needed: Contents,
    elsewhere: Sequence[Record],
    scenarios: Sequence[Record],
    address: str,
    translator: Translator,
    bound: Mapping[str, Any],
) -> Filling:
    """Return what the cover of a pack says: of the army, and of the PDF (``bound``)."""
    from kensei_docs.army.address import army_as_fragment
    from kensei_docs.army.roster import roster
    from kensei_docs.documents.products.product import Filling

    values = roster(needed.army, translator)
    item = {
        "title": needed.army.name,
        "army": values["army"],
        "rows": values["rows"],
        "sum": values["sum"],
        "played": [translator.name(record) for record in scenarios],
        "elsewhere": [translator.name(record) for record in elsewhere],
        "address": f"{address}#/army/{army_as_fragment(needed.army)}" if address else "",
        **bound,
    }
    return Filling("pack", item, written=Place(needed.army.file))


def _print_judgement(listed: Army, results: list[Result], translator: Translator, explain: bool) -> None:
    """Print the costs of an army's entries, its limits, what breaks them, and the verdict."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from kensei_docs.army.advice import remedies, sentences
    from kensei_docs.army.roster import (
        assumption_in_words,
        assumptions_of,
        format_span,
        sentence_of,
        share,
        verdict_in_words,
    )
    from kensei_docs.army.troop_catalogue import troops_of
    from kensei_docs.army.troops import cost_of_army, cost_of_level
    from kensei_docs.traces import format_citations

    def term(name: str) -> str:
        word = translator.term(name)
        return word[:1].upper() + word[1:]

    def amount(points: float | None) -> str:
        return "?" if points is None else translator.figure(f"{points:g}")

    def name_of(result: Result) -> str:
        return translator.text(result.limit.record, result.limit.name_field)

    def bound(span: NumberSpan | None, result: Result) -> str:
        """Return a number with its share of the army's points."""
        if span is None:
            return ""
        percent = share(span, result)
        shares = f" ({format_span(percent, translator, '{:.4g} %')})" if percent else ""
        return format_span(span, translator) + shares

    console = Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else _WIDTH)
    console.print(Text(listed.name, style="bold"))
    troops = Table(box=None, pad_edge=False, show_header=True)
    troops.add_column(term("unit"))
    troops.add_column(term("miniature"), justify="right")
    troops.add_column(term("points"), justify="right")
    for troop in listed.troops:
        troops.add_row(Text(troop.name), str(troop.miniatures), amount(troop.points))
    if listed.level:
        troops.add_row(Text(translator.name(listed.level)), "", amount(cost_of_level(listed)))
    total = f"{amount(cost_of_army(listed))} / {amount(listed.size)}"
    troops.add_row(Text(term("army-cost"), style="bold"), "", Text(total, style="bold"))
    console.print(troops)
    console.print()
    table = Table(box=None, pad_edge=False)
    numbers = ("army-has", "at-least", "at-most")
    for head in ("limit", "limit-met", *numbers, "limit-concerns"):
        table.add_column("" if head == "limit-met" else term(head), justify="right" if head in numbers else "left")
    for result in results:
        # The traits that are unknown of each troop.
        unknown = (f"{name}: {', '.join(map(translator.term, fields))}?" for name, fields in result.missing.items())
        table.add_row(
            Text(name_of(result)),
            Text(translator.term(f"limit-{result.status}"), style=_LIMIT_COLOURS[result.status]),
            *(bound(span, result) for span in (result.have, result.at_least, result.at_most)),
            Text(result.subject or "" if result.status == "broken" else "; ".join(unknown)),
        )
    console.print(table)
    broken = [result for result in results if result.status == "broken"]
    catalogue = troops_of(listed.edition) if broken else []
    for result in broken:
        line = f"{term('limit-broken')}: {name_of(result)}{f' – {result.subject}' if result.subject else ''}"
        console.print(Text(f"{line} ({format_citations(result.citations)})"), soft_wrap=True)
        for said in sentences(result):
            console.print(Text(f"  {sentence_of(translator.report(said))}"), soft_wrap=True)
        for remedy in remedies(listed, result, results, catalogue)[:1]:
            mends = "; ".join(map(translator.report, remedy.words))
            console.print(
                Text(f"  {translator.report(say('this mends it: %(remedy)s', remedy=mends))}"), soft_wrap=True
            )
    for result in results if explain else ():
        click.echo(f"\n{name_of(result)}")
        for step in result.steps:
            places = "; ".join(
                f"{c.document} {c.lines[0]}-{c.lines[1]}" if c.lines else c.document for c in step.citations
            )
            record = f"{translator.name(step.record)} [{step.record.id}]" if step.record else ""
            click.echo(f"  {translator.figure(step.figure)} → {step.value}  {record}  {places}")
    for remark in listed.remarks:
        console.print(Text(str(translator.problem(remark))), soft_wrap=True)
    console.print()
    for troop, assumption in assumptions_of(listed):
        words = translator.report(assumption_in_words(listed.edition, troop, assumption))
        console.print(Text(sentence_of(words)), soft_wrap=True)
    console.print(Text(sentence_of(translator.report(verdict_in_words(listed, results)))), soft_wrap=True)


def _ways_to_attack(vocabulary: Database) -> list[click.Option]:
    """Return an option for each way to attack, such as ``--melee``; the parameter ``attack`` gets its name."""
    from kensei_docs.engine.play_schema import declared_matchup

    return [
        click.Option([f"--{name}", "attack"], flag_value=name, help=way.help or f"The attack is {name}.")
        for name, way in declared_matchup(vocabulary).ways.items()
    ]


class _CommandOfWords(CommandWithDeclaredOptions):
    """A command whose words may be numbers below 0, which are no options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [re.sub(r"^-(?=\d)", "\u2212", word) for word in args])


@click.command(cls=_CommandOfWords, declared=_ways_to_attack, short_help="Tell the exact odds of an attack.")
@click.argument("words", metavar="ATTACKER vs DEFENDER", nargs=-1, required=True)
@click.option("-e", "--edition", metavar="EDITION", help="The edition to play by.")
@click.option("--distance", metavar="LENGTH", help="How far apart they are, such as 20cm.")
@click.option("--army", "ours", metavar="FILE", type=FileToRead(), help="The attacker is a row of this army.")
@click.option("--against", "theirs", metavar="FILE", type=FileToRead(), help="The defender is a row of this army.")
@language_option()
@click.option("--explain", is_flag=True, help="Say how each number came about.")
@click.option(
    "--chart", metavar="FILE", type=click.Path(path_type=Path), help="Also draw the charts, into this SVG or PNG file."
)
@format_option("text", "json", "svg")
@out_file_option()
@click.pass_obj
def odds(
    work: Workspace,
    words: tuple[str, ...],
    edition: str | None,
    distance: str | None,
    ours: Path | None,
    theirs: Path | None,
    language: str,
    explain: bool,
    chart: Path | None,
    form: str,
    out: Path | None,
    attack: str | None = None,
) -> None:
    """Tell the exact odds of ATTACKER against DEFENDER. Changes nothing.

    A few words describe a side: "10 samurai katana, attack 2, charging" vs "8 ashigaru yari,
    samurai-armour, honour 3". With --army, it is the name of a row and whatever is to be added
    after a comma. Without --edition, the first edition that knows all the words is used.
    """
    from kensei_docs.army import ArmyReader, read_matchup
    from kensei_docs.cli._odds_report import OddsReport, as_svg
    from kensei_docs.documents.layout.renderer import png_of_svg
    from kensei_docs.engine.matchup import ENDS, MatchupReader, split_sides
    from kensei_docs.engine.sides import LocalTexts

    with work.refusing_in(language):
        if chart and chart.suffix.lower() not in CHARTS:
            message = say("a chart is a file of %(kinds)s; name one", kinds=OneOf(CHARTS))
            raise unusable(str(chart), message, "odds")
        texts = split_sides(" ".join(words))
        database = work.database([edition] if edition and not (ours or theirs) else ())
        work.require_language(language)
        by_language = work.translators(database)
        local_texts = LocalTexts(
            lambda record: [each.name(record) for each in by_language.values()],
            lambda when: [each.phrase(when) for each in by_language.values()],
        )
        asked = read_matchup(
            {
                "edition": edition,
                "attack": attack,
                "distance": distance,
                **{
                    end: {"words": text, "army": file}
                    for end, text, file in zip(ENDS, texts, (ours, theirs), strict=True)
                },
            },
            ArmyReader(database, local_texts.names),
            MatchupReader(database, local_texts),
        )
        matchup, computed = asked.matchup, asked.odds()
    found = OddsReport(matchup, computed, by_language[language])
    remarks = [" vs ".join(texts), *found.summary()]
    svg, width, height = as_svg(work.project, found.title(), language, remarks, list(found.charts()))
    if form == "json":
        text = json.dumps(matchup.as_json(computed), ensure_ascii=False, indent=1) + "\n"
    elif form == "svg":
        text = svg
    else:
        lines = [*_tables(found, texts, out is None), *(_explanation(work, found) if explain else ())]
        text = "\n".join(lines) + "\n"
    if chart:
        write_whole(chart, svg if chart.suffix.lower() == ".svg" else png_of_svg(svg, width, height))
        print_written(chart, err=True)
    write_or_print(out, text)


def _tables(report: OddsReport, texts: list[str], to_screen: bool) -> Iterator[str]:
    """Yield the lines of the tables, the charts and the remarks."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from kensei_docs.cli._odds_report import MAX_COUNT, as_text
    from kensei_docs.engine.odds import SIDE_NAMES

    terminal = to_screen and sys.stdout.isatty()
    yield from (click.style(report.title(), bold=True), " vs ".join(texts))
    tables = [report.wins()]
    for whose, end in SIDE_NAMES.items():
        head = [report.term(end), report.term("expected"), *(f"{n}+" for n in range(1, MAX_COUNT + 1))]
        tables.append([head, *rows] if (rows := list(report.rows(whose))) else [])
    for cells in filter(None, tables):
        table = Table(box=None, pad_edge=False)
        for number, column in enumerate(cells[0]):
            table.add_column(column, justify="right" if number else "left")
        for row in cells[1:]:
            table.add_row(*map(Text, row))
        printed = StringIO()
        Console(file=printed, highlight=False, width=_WIDTH, no_color=True).print(table)
        yield from ("", *(line.rstrip() for line in printed.getvalue().splitlines()))
    for chart in report.charts():
        yield from ("", *as_text(chart, "█" if terminal else "#", terminal))
    for group in ([click.style(line, bold=True) for line in report.yes_or_no()], report.remarks()):
        yield from ("", *group) if group else ()


def _explanation(work: Workspace, report: OddsReport) -> Iterator[str]:
    """Yield the lines that say how each number came about."""
    from kensei_docs.documents.markup.worked_examples import format_trace
    from kensei_docs.engine.odds import SIDE_NAMES

    yield ""
    for end, side in report.matchup.sides.items():
        for name, trace in side.computed.items():
            yield f"{report.term(end)}: {report.word(name.partition('.')[2])} {report.word(str(trace.value))}"
            yield from format_trace(work.project, trace, report.translator)
    for (whose, name), trace in report.odds.traces.items():
        if trace.steps:
            yield f"{report.term(SIDE_NAMES[whose])}: {report.translator.term(f'odds-{name}')}"
            yield from format_trace(work.project, trace, report.translator)


@click.group(short_help="Replay the rulebooks' worked examples.")
def example() -> None:
    """Replay the rulebooks' worked examples, and see what they cover. Changes nothing."""


@example.command("run")
@click.argument("names", metavar="[EDITION|NAME]...", nargs=-1)
@format_option("text", "json")
@click.option("--explain", is_flag=True, help="Print how each answer is reached.")
@language_option(help="The language of names and of --explain.")
@click.pass_obj
def run_examples(work: Workspace, names: tuple[str, ...], form: str, explain: bool, language: str) -> None:
    """Replay the examples of EDITION, or those of a NAME; by default all.

    passed: the rules give what the book says. differs: they give something else than what is
    printed, as the example says. failed: they don't give what is expected. prose: nothing to
    compute. Exit status 1 where an example failed.
    """
    from kensei_docs.documents.markup.worked_examples import format_trace
    from kensei_docs.engine.examples import replay_examples
    from kensei_docs.engine.expressions.evaluation import format_value

    editions = [name for name in names if name in work.project.named_folders(*EDITIONS)]
    database = work.database(editions)
    translator = work.translator(database, language)
    replays = replay_examples(database, [name for name in names if name not in editions])
    if form == "json":
        print_json([replayed.as_json() for replayed in replays])
    else:
        for replayed in replays:
            _print_replay(replayed, translator.name(replayed.record))
            for answer in replayed.answers if explain else ():
                click.echo(f"  {answer.path}: {format_value(answer.computed)}")
                for line in format_trace(work.project, answer.trace, translator):
                    click.echo(line)
        counts = {verdict: sum(replayed.verdict == verdict for replayed in replays) for verdict in _VERDICT_COLOURS}
        verdicts = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        click.echo(f"{counted(len(replays), 'example')}: {verdicts}.")
    sys.exit(1 if any(replayed.verdict == "failed" for replayed in replays) else 0)


def _print_replay(replay: Replay, name: str) -> None:
    from kensei_docs.engine.expressions.evaluation import format_value

    verdict = click.style(f"{replay.verdict:8}", fg=_VERDICT_COLOURS[replay.verdict])
    click.echo(f"{verdict} {replay.record.edition} {replay.record.slug}: {name}")
    for answer in replay.answers:
        computed = format_value(answer.computed)
        if not answer.agrees:
            click.echo(f"  {answer.path}: expected {format_value(answer.expected)}, computed {computed}")
        elif answer.printed is not None:
            click.echo(f"  {answer.path}: the book prints {format_value(answer.printed)}, its rules give {computed}")
    for problem in replay.problems:
        click.echo(f"  {problem}")


@example.command("coverage")
@editions_argument
@format_option("text", "json")
@click.pass_obj
def coverage_of_examples(work: Workspace, editions: tuple[str, ...], form: str) -> None:
    """List the effects that no example of EDITION (by default of any) reaches."""
    from kensei_docs.engine.examples import effects_not_reached

    effects, missed = effects_not_reached(work.database(editions))
    lines = [f"{edition}: {record}:{path}" for edition, record, path in missed]
    report(
        form,
        [{"edition": edition, "record": record, "effect": path} for edition, record, path in missed],
        [*lines, f"{effects - len(missed)} of {effects} effects are reached by an example."],
    )
