"""Print all of an edition as one bundle, named by its version, to be published."""

from __future__ import annotations

from pathlib import Path

import click

from kensei_docs.cli._opening import known_languages, names_among, open_with_warnings, printed_languages
from kensei_docs.cli._printing import Progress, findings_of
from kensei_docs.cli._terminal import counted, editions_option, languages_option, paper_option, print_problems
from kensei_docs.problems import Unusable, short_path
from kensei_docs.project import Project, ProjectOptions


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@editions_option
@languages_option("A language to print in, or all (the default).")
@paper_option("a4, letter, a3, or all (a4 and letter, the default).")
@click.option("--overwrite", is_flag=True, help="Replace a bundle of the same version that has other contents.")
@click.option("-v", "--verbose", is_flag=True, help="Say why each face is laid out.")
@click.pass_obj
def command(
    where: ProjectOptions | None,
    folder: Path,
    editions: tuple[str, ...],
    languages: tuple[str, ...],
    papers: tuple[str, ...],
    overwrite: bool,
    verbose: bool,
) -> None:
    """Print all of the editions, and put a bundle of each into DIR, named by its version: kensei-2e-2e.3.

    A bundle holds every document as PDF, pages for the screen, decks for a virtual table, the errata sheet, a change
    log, a feed, licences and checksums. If anything prints wrong, nothing is written and the exit status is 2.
    """
    from kensei_docs.documents.build import Order
    from kensei_docs.documents.products.paper import PAPERS
    from kensei_docs.documents.products.product import load_products, require_products
    from kensei_docs.documents.release import release

    project = Project.open(where)
    project, database, of_data = open_with_warnings(where, editions or project.own_editions)
    products, refused = require_products(*load_products(project), ())
    if refused:
        raise Unusable(*refused)
    chosen = [database.editions[name] for name in dict.fromkeys(editions or database.editions)]
    order = Order(
        products,
        chosen,
        names_among("language", languages, known_languages(project), printed_languages(project, chosen)),
        names_among("paper", papers or ("all",), tuple(PAPERS), ("a4", "letter")),
        folder.absolute(),
    )
    print_problems(problem for problem in of_data if problem.severity == "note")
    of_data = [problem for problem in of_data if problem.severity != "note"]
    if findings := [*of_data, *findings_of(project, database, products)]:
        raise Unusable(*findings)
    with Progress(verbose) as progress:
        bundles, warnings = release(project, database, order, progress, overwrite)
    print_problems(warnings)
    for bundle in bundles:
        done = "released" if bundle.fresh else "unchanged:"
        size = f"{bundle.size / 1e6:.1f} MB"
        click.echo(f"{done} {short_path(str(bundle.folder))}: {counted(len(bundle.files), 'file')}, {size}")
        for suffix, sort in ((".pdf", "PDF"), (".html", "HTML page"), (".json", "deck")):
            count = sum(file.endswith(suffix) for file in bundle.files)
            if count:
                click.echo(f"  {counted(count, sort)}")
