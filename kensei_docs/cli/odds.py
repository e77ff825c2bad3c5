"""Tell the exact odds of an attack."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kensei_docs.army import read_army
from kensei_docs.cli._odds_report import MAX_COUNT, OddsReport, as_svg, as_text
from kensei_docs.cli._opening import (
    CommandWithDeclaredOptions,
    open_database,
    refusing_in,
    require_language,
    translators,
    ways_to_attack,
)
from kensei_docs.cli._terminal import (
    FileToRead,
    format_option,
    language_option,
    out_file_option,
    print_written,
    write_or_print,
)
from kensei_docs.documents.markup.worked_examples import format_trace
from kensei_docs.engine.matchup import split_sides, understand
from kensei_docs.engine.odds import SIDE_NAMES
from kensei_docs.engine.sides import LocalTexts
from kensei_docs.files import write_whole
from kensei_docs.problems import OneOf, say, unusable
from kensei_docs.project import Project, ProjectOptions

_WIDTH = 120
# The formats of a chart, by the end of the file's name.
CHARTS = (".svg", ".png")


class _CommandOfWords(CommandWithDeclaredOptions):
    """A command whose words may be numbers below 0, which are no options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [re.sub(r"^-(?=\d)", "\u2212", word) for word in args])


@click.command(cls=_CommandOfWords, declared=ways_to_attack)
@click.argument("words", metavar="ATTACKER vs DEFENDER", nargs=-1, required=True)
@click.option("-e", "--edition", metavar="EDITION", help="The edition to play by.")
@click.option("--distance", metavar="LENGTH", help="How far apart they are, such as 20cm.")
@click.option("--army", metavar="FILE", type=FileToRead(), help="The attacker is a row of this army.")
@click.option("--against", metavar="FILE", type=FileToRead(), help="The defender is a row of this army.")
@language_option()
@click.option("--explain", is_flag=True, help="Say how each number came about.")
@click.option(
    "--chart", metavar="FILE", type=click.Path(path_type=Path), help="Also draw the charts, into this SVG or PNG file."
)
@format_option("text", "json", "svg")
@out_file_option()
@click.pass_obj
def command(
    where: ProjectOptions | None,
    words: tuple[str, ...],
    edition: str | None,
    distance: str | None,
    army: Path | None,
    against: Path | None,
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
    with refusing_in(where, language):
        if chart and chart.suffix.lower() not in CHARTS:
            message = say("a chart is a file of %(kinds)s; name one", kinds=OneOf(CHARTS))
            raise unusable(str(chart), message, "odds")
        texts = split_sides(" ".join(words))
        project, database = open_database(where, [edition] if edition and not (army or against) else ())
        require_language(project, language)
        by_language = translators(project, database)
        local_texts = LocalTexts(
            lambda record: [each_translator.name(record) for each_translator in by_language.values()],
            lambda when: [each_translator.phrase(when) for each_translator in by_language.values()],
        )
        overrides = {"edition": edition} if edition else {}
        armies = [read_army(file, database, overrides, local_texts.names) if file else None for file in (army, against)]
        edition = edition or next((army.edition.id for army in armies if army), None)
        matchup = understand(database, texts, local_texts, edition, armies)
        odds = matchup.odds(attack or matchup.usual_attack, distance)
    report = OddsReport(matchup, odds, by_language[language])
    drawing = as_svg(report.title(), language, [" vs ".join(texts), *report.summary()], list(report.charts()))
    if form == "json":
        text = json.dumps(matchup.as_json(odds), ensure_ascii=False, indent=1) + "\n"
    elif form == "svg":
        text = drawing[0]
    else:
        text = "\n".join(_tables(report, texts, out is None)) + "\n"
        if explain:
            text += "\n".join(_explanation(project, report)) + "\n"
    if chart:
        write_whole(chart, _picture(project, drawing, chart.suffix.lower()))
        print_written(chart, err=True)
    write_or_print(out, text)


def _picture(project: Project, drawing: tuple[str, int, int], suffix: str) -> str | bytes:
    svg, width, height = drawing
    if suffix == ".svg":
        return svg
    from kensei_docs.documents.layout.renderer import png_of_svg

    return png_of_svg(svg, width, height, project.cache)


def _tables(report: OddsReport, texts: list[str], to_screen: bool) -> list[str]:
    terminal = to_screen and sys.stdout.isatty()
    lines = [click.style(report.title(), bold=True), " vs ".join(texts)]
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
        lines += ["", *(line.rstrip() for line in printed.getvalue().splitlines())]
    for chart in report.charts():
        lines += ["", *as_text(chart, "█" if terminal else "#", terminal)]
    for group in ([click.style(line, bold=True) for line in report.yes_or_no()], report.remarks()):
        lines += ["", *group] if group else []
    return lines


def _explanation(project: Project, report: OddsReport) -> list[str]:
    lines = [""]
    for end, side in report.matchup.sides.items():
        for name, trace in side.computed.items():
            lines.append(f"{report.term(end)}: {report.word(name.partition('.')[2])} {report.word(str(trace.value))}")
            lines += format_trace(project, trace, report.translator)
    for (whose, name), trace in report.odds.traces.items():
        if trace.steps:
            lines.append(f"{report.term(SIDE_NAMES[whose])}: {report.translator.term(f'odds-{name}')}")
            lines += format_trace(project, trace, report.translator)
    return lines
