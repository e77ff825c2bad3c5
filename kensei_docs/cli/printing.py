"""Commands that print: build, release, preview; and what they and ``army pack`` share.

The modules that print are imported in the functions: a build with nothing to do is 0.2 s faster without them.
"""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, get_args

import click
from click.core import ParameterSource

from kensei_docs.check.consequences import without_consequences
from kensei_docs.cli._terminal import (
    Bars,
    FileToRead,
    Millimetres,
    Workspace,
    backs_option,
    counted,
    cut_lines_option,
    editions_option,
    language_option,
    languages_option,
    names_among,
    no_browser_option,
    out_folder_option,
    paper_option,
    port_option,
    print_problems,
    printer_option,
    serve,
    size_option,
    split_at_commas,
    theme_option,
)
from kensei_docs.problems import Place, Problem, Unusable, closest, short_path, unusable
from kensei_docs.project import shipped

if TYPE_CHECKING:
    from kensei_docs.database import Database, Edition
    from kensei_docs.documents.build import Order, Printed
    from kensei_docs.documents.manifest import Output
    from kensei_docs.documents.products.options import Options
    from kensei_docs.documents.products.product import Product
    from kensei_docs.documents.targets.deck import Target
    from kensei_docs.project import Project
    from kensei_docs.site.build import Wish

own_use_option = click.option(
    "--own-use", is_flag=True, help="Print the rulebook's own words of your own copy, too; pass it on to nobody."
)
# The parameters of ``build`` that only targets with sheets take.
_OF_SHEETS = (
    "papers",
    "printer",
    "gap",
    "grid",
    "cut_lines",
    "since",
    "bleed",
    "base_url",
    "skip",
    "marks",
    "cut_file",
    "profile",
)
# Those that are about the faces of one kind, and those that choose some faces of all, which a reprint does by itself.
_OF_ONE_KIND = {"spans": "--range", "skip": "--skip"}
_CHOOSING = {"only": "--only", "spans": "--range", "test": "--select", "proof": "--proof", "skip": "--skip"}


@click.command(short_help="Print cards, markers and sheets as PDFs, ready for the home printer.")
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@editions_option
@languages_option(help="A language to print in, all (the default), or pseudo to try templates with.")
@click.option("--also", metavar="LANGUAGE", help="A second language beside the first, where a kind is drawn for two.")
@paper_option(help="a4, letter, a3, or all (a4 and letter, the default).")
@click.option(
    "--layout", metavar="LAYOUT", help="Another layout of a kind that has some, such as folded; --list names them."
)
@size_option
@backs_option
@printer_option
@theme_option
@click.option("--gap", metavar="GAP", help="Between faces: 3, 1/8in, or across and down, 2.5x0.")
@click.option(
    "--bleed",
    metavar="LENGTH",
    type=Millimetres(0, 10),
    help="How far art reaches beyond a face, at the most what it is drawn for.",
)
@click.option("--grid", metavar="CxR", help="Columns and rows of faces on a sheet, such as 3x3.")
@cut_lines_option
@click.option(
    "--dpi",
    metavar="DPI",
    type=click.FloatRange(72, 1200),
    help="The dots per inch to which larger pictures are scaled down, 300 by default; 600 for fine lines.",
)
@click.option(
    "--marks", metavar="NAME", help="Registration marks of a cutting machine, such as silhouette; --list names all."
)
@click.option("--cut-file", is_flag=True, help="Write an SVG with the paths to cut and to fold beside each PDF.")
@click.option(
    "--only",
    metavar="RECORD",
    multiple=True,
    help="Only the faces of this record, such as fighter/abbot; may be repeated.",
)
@click.option(
    "--range", "spans", metavar="RANGE", help="Only the faces of a kind with these numbers: 3-9, 3, 3-, -9 or 1,4-6."
)
@click.option(
    "--select",
    "test",
    metavar="EXPRESSION",
    help="Only the faces of records of which an expression is true, such as 'cost > 4 and faction is caravan'.",
)
@click.option("--proof", is_flag=True, help="Each face once, whatever its number of copies.")
@click.option(
    "--skip",
    metavar="N",
    type=click.IntRange(0, 1000),
    default=0,
    help="Leave out the first N places of the first sheet, which are used already.",
)
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
@click.option(
    "--profile", metavar="FILE", type=FileToRead(), help="The ICC profile of a press: --target pdf-x is PDF/X-4 then."
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
@out_folder_option(help="The folder to print into; by default build/ of the project.")
@own_use_option
@click.option("--list", "listed", is_flag=True, help="List what there is to choose from, and stop.")
@click.option("-v", "--verbose", is_flag=True, help="Say why each face is laid out.")
@click.pass_obj
def build(
    work: Workspace,
    /,
    kinds: tuple[str, ...],
    editions: tuple[str, ...],
    languages: tuple[str, ...],
    papers: tuple[str, ...],
    target: str | None,
    form: str | None,
    profile: Path | None,
    base_url: str | None,
    out: Path | None,
    since: str | None,
    only: tuple[str, ...],
    spans: str | None,
    test: str | None,
    proof: bool,
    own_use: bool,
    listed: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Print KIND (by default every kind of document that an edition has records for).

    Writes OUT/EDITION/LANGUAGE/KIND-PAPER.pdf, with the options that change it after the paper where
    they are asked for; a file that would not change is left as it is. Exit status 1 with findings, such as a text
    that does not fit or a missing translation, icon or glyph, 2 where a document can't be printed;
    the others are printed all the same.
    """
    from kensei_docs.documents.manifest import Manifest, digest_of_order
    from kensei_docs.files import digest_of

    project = work.project
    if listed:
        for title, lines in _choices(project):
            click.echo("\n  ".join([title, *lines]))
        return
    if old := project.remove_old_cache():
        click.echo(f"removed {short_path(str(old))}: the caches lie in your own cache folder now", err=True)
    context, folder = click.get_current_context(), (out or project.output).absolute()
    asked = {**context.params, "out": folder, "as_of": project.as_of, "verbose": False}
    if profile:
        if not profile.is_file():
            raise unusable(profile, "is not there; name the ICC file that your print shop gives", "target")
        asked["profile"] = digest_of(profile.read_bytes())
    digest = digest_of_order(project, json.dumps(asked, default=str, sort_keys=True))
    choosing = bool(only or spans or test)
    if since is None and not choosing and (outputs := Manifest(project.cache).recall(digest)):
        _finish(project, form, outputs, Progress(verbose).summary(outputs))
        return

    # A build that finds nothing to do saves the time to import these.
    from kensei_docs.catalogues import PSEUDO
    from kensei_docs.documents.products.product import products_of
    from kensei_docs.documents.products.selection import Selection, parse_spans, resolved
    from kensei_docs.documents.release import older_in
    from kensei_docs.documents.targets.target import HOME, require_target, with_profile

    given = {str(one.name): one.opts[0] for one in context.command.params}
    of_sheets = [given[one] for one in _OF_SHEETS if context.get_parameter_source(one) is ParameterSource.COMMANDLINE]
    _require_one_kind(kinds, since, context.params)
    made_for = require_target(project, target, form, of_sheets)
    made_for = with_profile(made_for, profile) if profile else made_for
    chosen = options_of(work, made_for.sizes, **options)
    work.require_editions(editions)
    try:
        database, of_data = work.database_with_warnings(editions or project.own_editions)
    except Unusable as fault:
        raise Unusable(*fault.problems, *older_in(project, folder)) from fault
    order, refused = _order(work, database, kinds, editions, languages, papers, folder, chosen, (PSEUDO,))
    if test is not None and not test.strip():
        raise unusable("build", "--select: no expression is given; write one, or leave it out", "select")
    if choosing or proof:
        selection = Selection(split_at_commas(only), parse_spans(spans) if spans else (), test or "", proof)
        from kensei_docs.documents.products.product import load_products

        every = load_products(project)[0].values()
        selection = resolved(selection, database, order.products, order.editions, bool(kinds), list(every))
        order = replace(order, choice=selection)
    if made_for.name != HOME and not own_use:
        require_own_words(order.editions, f"--target {made_for.name}")
    findings = findings_of(project, database, order.products)
    warned = any(problem.severity == "warning" for problem in of_data)
    # The names of products with a fault, in their files or in the data: what an earlier build printed of them is kept.
    faulty = products_of([*refused, *findings])
    broken = {product.name for product in order.products} if warned else faulty
    with Progress(verbose) as progress:
        printed = _print(project, database, order, made_for, base_url or "", bool(kinds), progress, broken, since)
    told, of_others = without_consequences([*of_data, *findings, *printed.problems]), list[Problem]()
    if isinstance(order.choice, Selection):
        told, of_others = order.choice.parted(told)
        for line in order.choice.lines(bool(kinds)):
            click.echo(line)
    printed.problems[:] = told
    status = report_printed(printed, refused)
    if kinds and not (printed.outputs or printed.uncopied or status or since):
        raise Unusable(_without_records(kinds))
    for product in order.products if kinds and not since else ():
        # What is wrong with a kind's own files says already why it prints nothing.
        if not any(map(product.applies_to, order.editions)):
            if product.name not in faulty and not any(one.check == "printed-kinds-exist" for one in findings):
                print_problems([_without_records([product.name])])
            status = 2
    if since is None and not choosing and printed.outputs and not printed.problems and status == 0:
        Manifest(project.cache).remember(digest, printed.outputs)
    if of_others:
        # What is printed is right, as far as these go.
        findings_of_others = counted(len(of_others), "finding")
        click.echo(f"{findings_of_others} of other records, which are not printed: kensei-docs check", err=True)
    if printed.outputs or printed.uncopied or not (status or since):
        _finish(project, form, printed.outputs, progress.summary(printed.outputs, printed.uncopied))
    sys.exit(status)


def _without_records(kinds: Sequence[str]) -> Problem:
    """Return the problem that kinds of document are named of which no edition has anything to print."""
    needs = f"no edition has the records that {', '.join(kinds)} needs; kensei-docs list says what each has"
    return Problem(Place("build"), f"nothing to print: {needs}", "build")


def _require_one_kind(kinds: Sequence[str], since: str | None, asked: Mapping[str, Any]) -> None:
    """Raise Unusable for an option about one kind without its name, and for a choice of what to reprint."""
    if since and (given := [option for name, option in _CHOOSING.items() if asked[name]]):
        message = f"--since prints what has changed, and has no use for {' and '.join(given)}; leave that out"
        raise unusable("build", message, "since")
    for name, option in _OF_ONE_KIND.items():
        if asked[name] and len(kinds) != 1:
            message = f"{option} is about the faces of one kind; name it: kensei-docs build KIND {option} {asked[name]}"
            raise unusable("build", message, option.removeprefix("--"))


def _print(
    project: Project,
    database: Database,
    order: Order,
    target: Target,
    base_url: str,
    chosen: bool,
    progress: Progress,
    broken: Collection[str],
    since: str | None,
) -> Printed:
    """Print all of an order for its target, and find what earlier builds left over; or, with ``since``, print what has
    changed since an earlier state, and say what that is."""
    from kensei_docs.documents.targets.target import SHEETS, build_for_target

    on_sheets = target.makes == SHEETS
    printed: Printed
    if since is None:
        from kensei_docs.documents.build import run
        from kensei_docs.documents.release import leftovers

        if on_sheets:
            printed = run(project, database, order, progress)
        else:
            printed = build_for_target(project, database, order, target, base_url, chosen, progress)
        found = leftovers(project, order, printed, None if on_sheets else target.name, broken)
        return replace(printed, problems=[*printed.problems, *found])

    from kensei_docs.documents.reprint.build import build_reprint, reprint_for_target
    from kensei_docs.documents.reprint.changed_cards import earlier_state
    from kensei_docs.documents.reprint.report import summary

    before = earlier_state(project, since, tuple(edition.id for edition in order.editions))
    if on_sheets:
        printed = reprint = build_reprint(project, database, before, order, progress)
        for line in summary(reprint.reports):
            click.echo(line)
        same = "" if reprint.reports else "nothing to reprint: {}every face comes out as it did since {}"
    else:
        printed = reprint_for_target(project, database, before, order, target, base_url, chosen, progress)
        same = "" if printed.outputs else "nothing to make again: {}every card comes out as it did since {}"
    if same:
        click.echo(same.format("as far as errata tell, " if before.problems else "", since))
    return replace(printed, problems=[*before.problems, *printed.problems])


def _finish(project: Project, form: str | None, outputs: Sequence[Output], summary: str) -> None:
    """Draw the sides of sheets as pictures, if they are asked for, and print the summary."""
    if form == "png":
        from kensei_docs.documents.manifest import Manifest
        from kensei_docs.documents.sheets import draw_sides

        draw_sides((output.path for output in outputs), Manifest(project.cache))
    click.echo(summary)


runtime_option = click.option(
    "--runtime",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The folder with Python for the browser, for the pages that ask the engine; in a checkout, build/runtime.",
)


@click.command(short_help="Print all of an edition as one bundle, named by its version, to be published.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@editions_option
@languages_option(help="A language to print in, or all (the default).")
@paper_option(help="a4, letter, a3, or all (a4 and letter, the default).")
@own_use_option
@click.option("--overwrite", is_flag=True, help="Replace a bundle of the same version that has other contents.")
@click.option(
    "--site", "with_site", is_flag=True, help="Make the site of the editions in DIR, too: a front door to the bundles."
)
@runtime_option
@click.option("-v", "--verbose", is_flag=True, help="Say why each face is laid out.")
@click.pass_obj
def release(
    work: Workspace,
    folder: Path,
    editions: tuple[str, ...],
    languages: tuple[str, ...],
    papers: tuple[str, ...],
    own_use: bool,
    overwrite: bool,
    with_site: bool,
    runtime: Path | None,
    verbose: bool,
) -> None:
    """Print all of the editions, and put a bundle of each into DIR, named by its version: kensei-2e-2e.3.

    A bundle holds every document as PDF, pages for the screen, decks for a virtual table, the errata sheet, a change
    log, a feed, licences and checksums. If anything prints wrong, nothing is written and the exit status is 2.
    """
    from kensei_docs.documents.products.options import Options
    from kensei_docs.documents.release import release

    project = work.project
    database, of_data = work.database_with_warnings(editions or project.own_editions)
    order, refused = _order(work, database, (), editions, languages, papers, folder.absolute(), Options())
    if not own_use:
        require_own_words(order.editions, "a release")
    if refused:
        raise Unusable(*refused)
    print_problems(problem for problem in of_data if problem.severity == "note")
    of_data = [problem for problem in of_data if problem.severity != "note"]
    if findings := [*of_data, *findings_of(project, database, order.products)]:
        raise Unusable(*findings)
    with Progress(verbose) as progress:
        bundles, warnings = release(project, database, order, progress, overwrite)
    print_problems(warnings)
    for bundle in bundles:
        done = "released" if bundle.fresh else "unchanged:"
        size = f"{bundle.size / 1e6:.1f} MB"
        click.echo(f"{done} {short_path(str(bundle.folder))}: {counted(len(bundle.files), 'file')}, {size}")
        for suffix, sort in ((".pdf", "PDF"), (".html", "HTML page"), (".json", "deck")):
            if count := sum(file.endswith(suffix) for file in bundle.files):
                click.echo(f"  {counted(count, sort)}")
    if with_site:
        from kensei_docs.documents.release import read_settings
        from kensei_docs.site.build import Wish

        # In the languages of the bundles; papers are those that lie there.
        wish = Wish(folder.absolute(), read_settings(project).base, runtime=runtime or _fetched_runtime())
        sys.exit(_make_site(project, database, order, wish, verbose))


def _fetched_runtime() -> Path | None:
    """Return the folder into which a checkout fetches Python for the browser, if it is there."""
    folder = shipped() / "build" / "runtime"
    return folder if folder.is_dir() else None


def _make_site(project: Project, database: Database, order: Order, wish: Wish, verbose: bool) -> int:
    """Make a site and say what came out; return the exit status: 1 with warnings, 2 with errors, else 0."""
    from kensei_docs.site.build import build

    with Progress(verbose) as progress:
        site = build(project, database, order, wish, progress)
    print_problems(site.problems)
    size = f"{site.size / 1e6:.1f} MB"
    click.echo(f"site {short_path(str(site.folder))}: {counted(site.files, 'file')}, {site.fresh} written, {size}")
    for edition, lacks in site.lacks.items():
        for lack in lacks:
            click.echo(f"  {edition}: {lack}")
    severities = {problem.severity for problem in site.problems}
    return 2 if "error" in severities else int("warning" in severities)


@click.command(short_help="Make a website of rules and cards, for any host, a folder or a telephone without a network.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "-e",
    "--edition",
    "editions",
    metavar="EDITION",
    multiple=True,
    help="Only these editions: A,B; by default all of your project.",
)
@languages_option(help="A language of the pages, or all (the default).")
@click.option(
    "--base-url", metavar="URL", help="The address at which DIR will stand: messages that quote a rule show its card."
)
@click.option("--no-cards", is_flag=True, help="Without pictures of cards, which take the longest to make.")
@runtime_option
@own_use_option
@click.option("--overwrite", is_flag=True, help="Write over files in DIR that are not of a site.")
@click.option("--serve", "served", is_flag=True, help="Then show the site in the browser, until Ctrl-C.")
@port_option
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="With --serve: answer other machines too, such as a telephone, at this address; 0.0.0.0 for all of yours.",
)
@no_browser_option
@click.option("-v", "--verbose", is_flag=True, help="Say why each face is laid out.")
@click.pass_obj
def site(
    work: Workspace,
    folder: Path,
    editions: tuple[str, ...],
    languages: tuple[str, ...],
    base_url: str | None,
    no_cards: bool,
    runtime: Path | None,
    own_use: bool,
    overwrite: bool,
    served: bool,
    port: int,
    host: str,
    no_browser: bool,
    verbose: bool,
) -> None:
    """Make a site of the editions in DIR: rules with a search, cards, what is new and what to print; with Python for
    the browser, an army builder, a page to play with, and odds.

    One edition stands in DIR itself, several each in a folder of its own. The pages need no server and fetch nothing
    from elsewhere. The exit status is 1 with warnings, 2 if a part is wrong or can't be made.
    """
    from kensei_docs.documents.products.options import Options, require_address
    from kensei_docs.documents.release import read_settings
    from kensei_docs.site.build import Wish

    project = work.project
    asked = split_at_commas(editions)
    database, of_data = work.database_with_warnings(asked or project.own_editions)
    order, refused = _order(work, database, (), asked, languages, (), folder.absolute(), Options())
    if not own_use:
        require_own_words(order.editions, "a site")
    if refused:
        raise Unusable(*refused)
    findings = [*of_data, *findings_of(project, database, order.products)]
    print_problems(findings)
    base = require_address(base_url) if base_url else read_settings(project).base
    wish = Wish(folder.absolute(), base, not no_cards, overwrite, runtime or _fetched_runtime())
    status = _make_site(project, database, order, wish, verbose)
    status = max(
        status, 2 * any(one.severity == "error" for one in findings), any(one.severity == "warning" for one in findings)
    )
    if served and status < 2:
        from kensei_docs.site.server import SiteServer

        with SiteServer(project, folder.absolute(), port, host) as server:
            click.echo(f"showing {short_path(str(folder))} at {server.url}")
            if server.url_elsewhere:
                _invite(server.url_elsewhere)
                click.echo(
                    "over plain http no browser keeps the site without a network, or installs it: copy the folder to a "
                    "host with https, or onto the device"
                )
            serve(server, not no_browser)
    sys.exit(status)


@click.command(short_help="Show cards and sheets in the browser while you work on them.")
@click.argument("kind", required=False)
@click.option("-e", "--edition", metavar="EDITION", help="By default your project's own.")
@language_option(help="A language, or pseudo to try templates with.")
@theme_option
@size_option
@port_option
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="Answer other machines too, such as a telephone, at this address of yours; 0.0.0.0 for all of them.",
)
@click.option(
    "--editor",
    metavar="EDITOR",
    envvar="KENSEI_EDITOR",
    default="",
    help="Open lines in this editor: vscode, idea and others, or an address with {file} and {line}.",
)
@no_browser_option
@click.pass_obj
def preview(
    work: Workspace,
    kind: str | None,
    edition: str | None,
    language: str,
    theme: str,
    size: str | None,
    port: int,
    host: str,
    editor: str,
    no_browser: bool,
) -> None:
    """Show the faces of KIND in the browser, and show them anew as you change their files.

    Watches the records, translations and templates of the project. What is wrong is said beside
    the face, whose last good picture stays. A face that is looked at closely has its boxes moved and
    sized by mouse or keys: its style sheet is written. Only this machine can see the page, unless
    --host names an address. Ctrl-C ends it.
    """
    from kensei_docs.catalogues import PSEUDO
    from kensei_docs.documents.products.product import load_products, require_products
    from kensei_docs.preview.server import Preview, editor_address
    from kensei_docs.preview.views import first_view

    project = work.project
    address = editor_address(editor)
    work.require_editions([edition] if edition else [])
    if language != PSEUDO:
        work.require_language(language)
    options_of(work, size=size, theme=theme)
    if kind:
        require_products(*load_products(project), (kind,))
    start = first_view(project, kind, edition, language, theme, (size or "").lower())
    with Preview(project, start, port, host, address) as server:
        click.echo(f"showing {start.kind} of {start.edition} at {server.url}")
        if server.url_elsewhere:
            _invite(server.url_elsewhere)
        serve(server, not no_browser)


def _invite(url: str) -> None:
    """Print how another machine sees the pages: an address with a key, as a QR code for a telephone too."""
    # Imported here: most runs are for this machine alone.
    import segno

    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    click.echo(f"other machines see it at {url}")
    click.echo(drawn.getvalue())
    click.echo(
        "whoever has this address sees your project until Ctrl-C, and changes nothing; the connection is not "
        "encrypted: use it in a network that you trust"
    )


def _order(
    work: Workspace,
    database: Database,
    kinds: tuple[str, ...],
    editions: Sequence[str],
    languages: Sequence[str],
    papers: Sequence[str],
    folder: Path,
    options: Options,
    more_languages: tuple[str, ...] = (),
) -> tuple[Order, list[Problem]]:
    """Return the order that the words of a command line ask for, and the problems of products that are refused; raises
    Unusable for unknown words. All of the editions and languages are meant by none."""
    from kensei_docs.documents.build import Order
    from kensei_docs.documents.products.product import load_products, require_products

    products, refused = require_products(*load_products(work.project), kinds)
    chosen = [database.editions[name] for name in dict.fromkeys(editions or database.editions)]
    usual = (options.printer.paper,) if options.printer.paper else ("a4", "letter")
    order = Order(
        products,
        chosen,
        names_among("language", languages, (*work.languages, *more_languages), work.languages_of(*chosen)),
        names_among("paper", papers or ("all",), tuple(options.papers), usual),
        folder,
        options,
    )
    return order, refused


def options_of(work: Workspace, sizes: Collection[str] = (), **words: Any) -> Options:
    """Return the options for the words of a command line, by name as in ``Options``; raises Unusable for unknown.

    ``sizes`` are the names of those that a service has besides.
    """
    from kensei_docs.documents.products.lengths import parse_gaps
    from kensei_docs.documents.products.options import (
        Options,
        require_address,
        require_marks,
        require_printer,
        require_theme,
    )
    from kensei_docs.documents.products.papers import papers_of
    from kensei_docs.documents.products.product import FACES, Flip, face_name, face_size, parse_grid

    size, backs, codes = (words.get(name) for name in ("size", "backs", "codes"))
    if words.get("also") is not None:
        work.require_language(words["also"])
    choices = ("none", "gutterfold", *get_args(Flip))
    if size is not None and size.lower() not in sizes and face_size(size.lower()) is None:
        known = list(dict.fromkeys([*FACES, *sizes]))
        message = f"'{size}' is not a size of face{closest(size, known)}; write {', '.join(known)}"
        raise unusable("build", f"{message}, or a measure such as 63x88 or 2.5x3.5in (2 to 2000 mm)", "size")
    if backs is not None and backs not in choices:
        message = f"there are no backs '{backs}'{closest(backs, choices)}; known are {', '.join(choices)}"
        raise unusable("build", message, "backs")
    try:
        words["grid"] = parse_grid(words.get("grid"))
    except ValueError as error:
        raise unusable("build", str(error), "grid") from error
    try:
        words["gap"] = None if words.get("gap") is None else parse_gaps(words["gap"])
    except ValueError as error:
        raise unusable("build", str(error), "gap") from error
    asked = size.lower() if size else None
    words["size"] = asked if asked is None or asked in sizes else face_name(asked)
    words["marks"] = require_marks(work.project, words["marks"]) if words.get("marks") else None
    words["papers"] = papers_of(work.project)
    words["printer"] = require_printer(work.project, words.get("printer"))
    words["theme"] = require_theme(work.project, words["theme"])
    words["codes"] = require_address(codes) if codes is not None else ""
    return Options(**words)


def _choices(project: Project) -> Iterator[tuple[str, list[str]]]:
    """Yield a title and lines for each thing that can be chosen; raises Unusable if a theme or target has a fault."""
    from kensei_docs.documents.products.options import load_marks, load_themes, printer_names
    from kensei_docs.documents.products.papers import papers_of
    from kensei_docs.documents.products.product import FACES, load_products
    from kensei_docs.documents.targets.target import load_targets

    products, _ = load_products(project)
    (themes, of_themes), (targets, of_targets) = load_themes(project), load_targets(project)
    marks, of_marks = load_marks(project)
    if of_themes or of_targets or of_marks:
        raise Unusable(*of_themes, *of_targets, *of_marks)
    yield "kinds", [_described(name, product) for name, product in products.items()]
    yield "sizes", [f"{name}: {size} mm" for name, size in FACES.items()]
    yield "papers", [str(paper) for paper in papers_of(project).values()]
    yield "themes", [f"{name}: {theme.about}" for name, theme in themes.items()]
    yield "marks", [f"{name}: {mark.about}" for name, mark in marks.items()]
    yield "targets", [f"{name}: {target.about}" for name, target in targets.items()]
    yield "printers", printer_names(project) or ["none: describe yours in printers.yaml"]


def _described(name: str, product: Product) -> str:
    layouts = f"; layouts {', '.join(product.layouts)}" if product.layouts else ""
    languages = "; two languages" if product.also else ""
    return f"{name}: {', '.join((product.face, *product.sizes))}{layouts}{languages}"


class Progress(Bars):
    """Bars for faces and sides, and, if it is verbose, the reason why a face is laid out."""

    def __init__(self, verbose: bool) -> None:
        super().__init__()
        self._verbose = verbose
        self._totals: Counter[str] = Counter()
        self._done: Counter[str] = Counter()

    def planned(self, lay_out: int, reuse: int, sides: int) -> None:
        """Add to how much there is to do."""
        self._totals.update(faces=lay_out, reused=reuse, sides=sides)

    def stale(self, faces: Path, slot: str, reason: str) -> None:
        """Say why a face is laid out."""
        if self._verbose:
            click.echo(f"{'/'.join(faces.parts[1:])} {slot}: {reason}")

    def laid_out(self, count: int) -> None:
        """Advance the bar of faces."""
        reused = self._totals["reused"]
        self._step("faces", count, "faces laid out", f", {reused} reused" if reused else "")

    def written(self, path: Path, sides: int) -> None:
        """Advance the bar of sides."""
        self._step("sides", sides, "sides written")

    def _step(self, sort: str, count: int, task: str, more: str = "") -> None:
        self._done[sort] += count
        # Text that flows over pages may take more sides than planned.
        self.advance(task, self._done[sort], max(self._totals[sort], self._done[sort]), more)

    def summary(self, outputs: Sequence[Output], uncopied: Collection[str] = ()) -> str:
        """Return the last lines of the output: the files written, and the number of faces that were not laid out
        again. ``uncopied`` are kinds of which no record has a copy to print."""
        if not outputs and uncopied:
            return f"nothing to print: every record has 0 copies ({', '.join(uncopied)})"
        if not outputs:
            return "nothing to print: none of the editions has records for these documents"
        by_document = [(path, list(some)) for path, some in groupby(outputs, lambda output: output.document)]
        fresh = [(path, some) for path, some in by_document if any(output.fresh for output in some)]
        lines = [
            "wrote " + ": ".join(filter(None, (short_path(str(path)), _contents(path, some)))) for path, some in fresh
        ]
        done = f"{counted(len(fresh), 'document')} written, {len(by_document) - len(fresh)} unchanged"
        faces = f"{counted(self._totals['faces'], 'face')} laid out, {self._totals['reused']} reused"
        return "\n".join([*lines, f"{done}; {faces}" if fresh else done])


def try_out(folder: Path) -> int:
    """Print a drafted project's cards and quick reference once, and say what comes out.

    Returns 2 if some of it can't be printed, else 0: that much of a draft is to be mended is no fault of drafting. The
    sheets go into a temporary folder; what was laid out is kept for the first build.
    """
    from kensei_docs.documents.build import run
    from kensei_docs.documents.products.options import Options
    from kensei_docs.project import TEMPLATES

    work = Workspace(str(folder))
    project = work.project
    database, of_data = work.database_with_warnings(project.own_editions)
    own = {name for name, folder in project.named_folders(TEMPLATES).items() if project.holds(folder)}
    with TemporaryDirectory(prefix="kensei-docs-") as out, Progress(False) as progress:
        editions = list(database.editions.values())
        languages = tuple({edition.written_in: None for edition in editions})
        order, refused = _order(work, database, (), (), languages, ("a4",), Path(out), Options())
        # What flows over as many pages as it takes is long, and prints the same records.
        short = [one for one in order.products if one.name in own or (one.own_kinds and one.pages)]
        order = replace(order, products=short)
        printed = run(project, database, order, progress)
    findings = findings_of(project, database, order.products)
    printed.problems[:] = without_consequences([*of_data, *findings, *printed.problems])
    broken = report_printed(printed, refused) == 2
    documents = counted(len(printed.outputs), "document")
    pieces = counted(sum(output.pieces for output in printed.outputs), "piece")
    click.echo(f"Printed once, to see what comes out: {documents}, {pieces}")
    records = [record for edition in editions for record in edition.records.values()]
    if bare := [record for record in records if not (record.facts or record.get("text"))]:
        click.echo(f"  {len(bare)} of {counted(len(records), 'record')} print nothing but a name, such as {bare[0].id}")
    if left := [record for record in records if record.get("todo") and not record.copied]:
        click.echo(f"  {len(left)} of {counted(len(records), 'record')} wait for a text, such as {left[0].id}")
    if long := [record for record in records if record.copied and record.get("reminder")]:
        texts = counted(len(long), "text")
        click.echo(f"  Cards end {texts} with […]; the quick reference and the reference have the whole")
    return 2 if broken else 0


def findings_of(project: Project, database: Database, products: Sequence[Product]) -> list[Problem]:
    """Return what ``check`` finds wrong in what products print of a database, and in their templates."""
    from kensei_docs.check.project_files import check_printed

    all_records = any(product.shows_all_records() for product in products)
    records = set() if all_records else {name for product in products for name, _, _ in product.sources()}
    return list(check_printed(project, database, records, [product.folder for product in products]))


def require_own_words(editions: Sequence[Edition], what: str) -> None:
    """Raise Unusable if ``what`` would publish the words of a rulebook's author, from a person's own copy."""
    for copied, edition in ((edition.in_authors_words, edition) for edition in editions if edition.in_authors_words):
        count = f"{len(copied)} of {len(edition.records)} texts are the rulebook's own words, such as {copied[0].id}"
        remedy = "write them in your own ('kensei-docs source review'), or say --own-use and pass it on to nobody"
        raise unusable(copied[0].place("text").file, f"{count}: {what} would publish them; {remedy}", "own-copy")


def report_printed(printed: Printed, refused: Sequence[Problem]) -> int:
    """Print the problems of the documents, and of those that were ``refused``; return the exit status.

    Notes alone leave it 0.
    """
    print_problems([*refused, *printed.refused, *printed.problems])
    if refused or printed.refused:
        return 2
    return int(any(problem.severity != "note" for problem in printed.problems))


def _contents(document: Path, outputs: Sequence[Output]) -> str:
    """Return how many files a document has, or how many pieces (cards, tiles, tokens) are cut of how many sides."""
    output = outputs[0]
    if output.path != document:
        fresh = sum(output.fresh for output in outputs)
        return f"{fresh} of {counted(len(outputs), 'file')}"
    if output.path.suffix == ".html" and not output.pieces:
        return ""
    sides = counted(output.pages, "side")
    return f"{counted(output.pieces, 'piece')} on {sides}" if output.pieces else sides
