"""Print cards, markers and sheets as PDFs, ready for the home printer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kensei_docs.cli._printing import Progress, choices, findings_of, options_of, report_printed
from kensei_docs.cli._terminal import (
    Millimetres,
    backs_option,
    cut_lines_option,
    editions_option,
    languages_option,
    layout_option,
    out_folder_option,
    paper_option,
    printer_option,
    size_option,
    theme_option,
)

if TYPE_CHECKING:
    from kensei_docs.database import Database
    from kensei_docs.documents.build import Order, Printed
    from kensei_docs.documents.cache import Output
    from kensei_docs.documents.targets.target import Target
    from kensei_docs.problems import Problem
    from kensei_docs.project import Project, ProjectOptions


@click.command()
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@editions_option
@languages_option("A language to print in, all (the default), or pseudo to try templates with.")
@click.option("--also", metavar="LANGUAGE", help="A second language beside the first, where a kind is drawn for two.")
@paper_option("a4, letter, a3, or all (a4 and letter, the default).")
@layout_option
@size_option
@backs_option
@printer_option
@theme_option
@click.option("--gap", metavar="MM", type=Millimetres(0, 50), help="Between faces.")
@click.option(
    "--bleed",
    metavar="MM",
    type=Millimetres(0, 10),
    help="How far art reaches beyond a face, at the most what it is drawn for.",
)
@click.option("--grid", metavar="CxR", help="Columns and rows of faces on a sheet, such as 3x3.")
@cut_lines_option
@click.option(
    "--target",
    metavar="TARGET",
    help="Where cards go: home (the default), a service such as thegamecrafter, pdf-x for a print shop, tts, html; "
    "--list names all.",
)
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    help="What to write: pdf (the default), png for a picture of each side beside the PDF, tts or html, which are "
    "--target tts and --target html.",
)
@click.option("--base-url", metavar="URL", help="The address below which the pictures of --target tts will stand.")
@click.option(
    "--codes",
    metavar="URL",
    help="Print QR codes that lead to the rules on the HTML pages; URL is where the folders of the editions stand.",
)
@click.option(
    "--since",
    metavar="STATE",
    help="Print only what differs from an earlier state: of a day, before an erratum, or of a revision in git.",
)
@out_folder_option("The folder to print into; by default build/ of the project.")
@click.option("--list", "listed", is_flag=True, help="List what there is to choose from, and stop.")
@click.option("-v", "--verbose", is_flag=True, help="Say why each face is laid out.")
@click.pass_obj
def command(
    where: ProjectOptions | None,
    /,
    kinds: tuple[str, ...],
    editions: tuple[str, ...],
    languages: tuple[str, ...],
    papers: tuple[str, ...],
    target: str | None,
    form: str | None,
    base_url: str | None,
    out: Path | None,
    since: str | None,
    listed: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Print KIND (by default every kind of document that an edition has records for).

    Writes OUT/EDITION/LANGUAGE/KIND-PAPER.pdf, with the size and the theme after the paper where
    they are asked for; a file that would not change is left as it is. Exit status 1 where a text
    does not fit or a translation, icon or glyph is missing, 2 where a document can't be printed;
    the others are printed all the same.
    """
    import json
    import sys

    from kensei_docs.documents.cache import Manifest, digest_of_order
    from kensei_docs.documents.products.product import products_of
    from kensei_docs.problems import short_path
    from kensei_docs.project import Project

    project = Project.open(where)
    if listed:
        for title, lines in choices(project):
            click.echo("\n  ".join([title, *lines]))
        return
    if old := project.remove_old_cache():
        click.echo(f"removed {short_path(str(old))}: the caches lie in your own cache folder now", err=True)
    folder = (out or project.output).absolute()
    asked = [kinds, editions, languages, papers, options, target, form, base_url, str(folder), str(project.as_of)]
    digest = digest_of_order(project, json.dumps(asked))
    if since is None and (outputs := Manifest(project.cache).recall(digest)):
        if form == "png":
            _draw_sides(project, outputs)
        click.echo(Progress(verbose).summary(outputs))
        return
    words = _CommandLine(kinds, editions, languages, papers, target, form, base_url, since, folder, options)
    project, database, order, made_for, refused, of_data = _plan(where, project, words)
    findings = findings_of(project, database, order.products)
    warned = any(problem.severity == "warning" for problem in of_data)
    broken = {product.name for product in order.products} if warned else products_of([*refused, *findings])
    with Progress(verbose) as progress:
        printed = _print(project, database, order, made_for, words, progress, broken)
    printed.problems[:] = dict.fromkeys([*of_data, *findings, *printed.problems])
    status = report_printed(printed, refused) or int(warned)
    if since is None and printed.outputs and not printed.problems and status == 0:
        Manifest(project.cache).remember(digest, printed.outputs)
    if form == "png":
        _draw_sides(project, printed.outputs)
    if printed.outputs or printed.uncopied or not (status or since):
        click.echo(progress.summary(printed.outputs, printed.uncopied))
    sys.exit(status)


@dataclass(frozen=True)
class _CommandLine:
    """The words of the command line; ``options`` are those of ``options_of``, ``folder`` is where to write."""

    kinds: tuple[str, ...]
    editions: tuple[str, ...]
    languages: tuple[str, ...]
    papers: tuple[str, ...]
    target: str | None
    form: str | None
    base_url: str | None
    since: str | None
    folder: Path
    options: dict[str, Any]

    @property
    def of_sheets(self) -> list[str]:
        """The options that only some targets take, as far as they are given."""
        given = {
            "--paper": self.papers,
            "--printer": self.options["printer"],
            "--gap": self.options["gap"],
            "--grid": self.options["grid"],
            "--cut-lines": self.options["cut_lines"],
            "--since": self.since,
            "--bleed": self.options["bleed"] is not None,
            "--base-url": self.base_url is not None,
        }
        return [option for option, value in given.items() if value]


def _plan(
    where: ProjectOptions | None, project: Project, words: _CommandLine
) -> tuple[Project, Database, Order, Target, list[Problem], list[Problem]]:
    """Return what the words of a command line ask to be printed: the order, the target that it is made for, the
    problems of kinds that are refused, and the warnings about the data; raises Unusable for unknown words."""
    from kensei_docs.catalogues import PSEUDO
    from kensei_docs.cli._opening import (
        known_languages,
        names_among,
        open_with_warnings,
        printed_languages,
        require_editions,
    )
    from kensei_docs.documents.build import Order
    from kensei_docs.documents.products.paper import PAPERS
    from kensei_docs.documents.products.product import load_products, require_products
    from kensei_docs.documents.release import older_in
    from kensei_docs.documents.targets.target import require_target
    from kensei_docs.problems import Unusable

    target = require_target(project, words.target, words.form, words.of_sheets)
    options = options_of(project, **words.options)
    require_editions(project, words.editions)
    try:
        project, database, warnings = open_with_warnings(where, words.editions or project.own_editions)
    except Unusable as fault:
        raise Unusable(*fault.problems, *older_in(project, words.folder)) from fault
    languages = (*known_languages(project), PSEUDO)
    editions = [database.editions[name] for name in dict.fromkeys(words.editions or database.editions)]
    products, refused = require_products(*load_products(project), words.kinds)
    usual = (options.printer.paper,) if options.printer.paper else ("a4", "letter")
    order = Order(
        products,
        editions,
        names_among("language", words.languages, languages, printed_languages(project, editions)),
        names_among("paper", words.papers or ("all",), tuple(PAPERS), usual),
        words.folder,
        options,
    )
    return project, database, order, target, refused, warnings


def _print(
    project: Project,
    database: Database,
    order: Order,
    target: Target,
    words: _CommandLine,
    progress: Progress,
    broken: Collection[str],
) -> Printed:
    """Print an order for its target: all of it, or only what changed since an earlier state.

    ``broken`` are the names of kinds with a fault, in their files or in the data: what an earlier build printed of them
    is kept.
    """
    from kensei_docs.documents.build import run
    from kensei_docs.documents.release import leftovers
    from kensei_docs.documents.targets.target import SHEETS, build_for_target

    base_url, chosen = words.base_url or "", bool(words.kinds)
    if words.since is None:
        if target.makes == SHEETS:
            printed = run(project, database, order, progress)
        else:
            printed = build_for_target(project, database, order, target, base_url, chosen, progress)
        made_for = None if target.makes == SHEETS else target.name
        found = leftovers(project, order, printed, made_for, broken)
        return replace(printed, problems=[*printed.problems, *found])

    # Only a reprint takes the time to import these.
    from kensei_docs.documents.reprint.build import build_reprint, reprint_for_target
    from kensei_docs.documents.reprint.changed_cards import earlier_state
    from kensei_docs.documents.reprint.report import summary

    before = earlier_state(project, words.since, tuple(edition.id for edition in order.editions))
    errata = "as far as errata tell, " if before.problems else ""
    if target.makes != SHEETS:
        printed = reprint_for_target(project, database, before, order, target, base_url, chosen, progress)
        if not printed.outputs:
            click.echo(f"nothing to make again: {errata}every card comes out as it did since {words.since}")
    else:
        printed = reprint = build_reprint(project, database, before, order, progress)
        for line in summary(reprint.reports):
            click.echo(line)
        if not reprint.reports:
            click.echo(f"nothing to reprint: {errata}every face comes out as it did since {words.since}")
    return replace(printed, problems=[*before.problems, *printed.problems])


def _draw_sides(project: Project, outputs: Sequence[Output]) -> None:
    # A build that finds nothing to do saves the time to import it.
    from kensei_docs.documents.cache import Manifest
    from kensei_docs.documents.sheets.sheet_pages import draw_sides

    draw_sides((output.path for output in outputs), Manifest(project.cache))
