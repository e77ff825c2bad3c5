"""Print cards, markers and sheets as PDFs, ready for the home printer."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kensei_docs.documents.outputs import Output


@click.command()
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@click.option("-e", "--edition", "editions", multiple=True, metavar="EDITION",
              help="An edition to print; may be given again. By default all.")
@click.option("-l", "--language", "languages", multiple=True, metavar="LANGUAGE", default=["all"],
              help="A language to print in, or all (the default).")
@click.option("--paper", "papers", multiple=True, metavar="PAPER", default=["all"],
              help="a4, letter, or all (both, the default).")
@click.option("--format", "form", default="pdf", metavar="FORMAT", show_default=True,
              help="What to write: pdf, or png for a picture of each side beside the PDF.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR",
              help="The folder to print into; by default build/ of the project.")
@click.option("-v", "--verbose", is_flag=True, help="Say why each face is laid out anew.")
@click.pass_obj
def command(folder: str | None, kinds: tuple[str, ...], editions: tuple[str, ...],
            languages: tuple[str, ...], papers: tuple[str, ...], form: str, out: Path | None,
            verbose: bool) -> None:
    """Print KIND (by default every kind of document that an edition has records for).

    Writes OUT/EDITION/LANGUAGE/KIND-PAPER.pdf; what would come out the same is left as it is. Exit
    status 1 where a text does not fit or a translation, icon or glyph is missing, 2 where the
    order can't be carried out.
    """
    import json
    import sys

    from kensei_docs.cli._progress import Progress, summary
    from kensei_docs.documents.orders import recall, remember
    from kensei_docs.problems import Unusable, by_place
    from kensei_docs.project import Project

    [form] = _one_of("format", (form,), ("pdf", "png"), ())
    project = Project.open(folder)
    into = (out or project.output).absolute()
    asked = json.dumps([kinds, editions, languages, papers, str(into)])
    if outputs := recall(project, asked):
        _draw(outputs, form)
        click.echo(summary(outputs, 0, 0))
        return

    # From here on there is something to do, and a second of imports is no matter.
    from kensei_docs.catalogues import MESSAGE_LANGUAGE
    from kensei_docs.catalogues import languages as translated
    from kensei_docs.cli._opening import open_database
    from kensei_docs.documents.kinds import load_kinds, require_kinds
    from kensei_docs.documents.plan import Order
    from kensei_docs.documents.press import run

    project, database = open_database(folder, editions)
    known_languages = tuple(dict.fromkeys([MESSAGE_LANGUAGE, *translated(project)]))
    known, faults = load_kinds(project)
    if faults:
        raise Unusable(*by_place(faults))
    order = Order(
        require_kinds(known, kinds),
        [database.editions[name] for name in dict.fromkeys(editions or database.editions)],
        _one_of("language", languages, known_languages, known_languages),
        _one_of("paper", papers, _papers(), ("a4", "letter")),
        into)
    with Progress(verbose) as progress:
        outputs, problems = run(project, database, order, progress)
    for problem in by_place(problems):
        click.echo(str(problem), err=True)
    if outputs and not problems:
        remember(project, asked, outputs)
    _draw(outputs, form)
    click.echo(summary(outputs, progress.laid, progress.reused))
    sys.exit(1 if any(problem.severity == "error" for problem in problems) else 0)


def _draw(outputs: Iterable[Output], form: str) -> None:
    """Draw a picture of each side of the outputs, where pictures are asked for."""
    if form == "png":
        from kensei_docs.documents.pictures import draw

        for output in outputs:
            for _ in draw(output.path):
                pass


def _papers() -> tuple[str, ...]:
    from kensei_docs.documents.paper import PAPERS

    return tuple(PAPERS)


def _one_of(what: str, asked: tuple[str, ...], known: tuple[str, ...],
            usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names asked for, ``usual`` for all; raises Unusable for one that isn't known."""
    from kensei_docs.problems import Place, Problem, Unusable, closest

    found: list[str] = []
    for name in (part.strip().lower() for given in asked for part in given.split(",")):
        if name == "all" and usual:
            found += usual
        elif name in known:
            found.append(name)
        else:
            raise Unusable(Problem(Place("build"), f"there is no {what} '{name}'"
                                   f"{closest(name, known)}; known are {', '.join(known)}", what))
    return tuple(dict.fromkeys(found))
