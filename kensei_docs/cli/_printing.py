"""Printing: what the words of a command line ask for, progress on a terminal, the summary and the exit status."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

import click

from kensei_docs.cli._terminal import counted, print_problems, unguarded
from kensei_docs.problems import Problem, Unusable, closest, short_path, unusable

# The modules that print are imported in the functions: a build with nothing to do is 0.2 s faster without them.
if TYPE_CHECKING:
    from kensei_docs.database import Database
    from kensei_docs.documents.build import Printed
    from kensei_docs.documents.cache import Output
    from kensei_docs.documents.products.options import Options
    from kensei_docs.documents.products.product import Product
    from kensei_docs.project import Project


def options_of(
    project: Project,
    size: str | None = None,
    backs: str | None = None,
    printer: str | None = None,
    theme: str = "colour",
    gap: float | None = None,
    bleed: float | None = None,
    grid: str | None = None,
    cut_lines: bool = False,
    also: str | None = None,
    layout: str | None = None,
    codes: str | None = None,
) -> Options:
    """Return the options for the words of a command line; raises Unusable for unknown words."""
    from kensei_docs.cli._opening import require_language
    from kensei_docs.documents.products.options import Options, require_address, require_printer, require_theme
    from kensei_docs.documents.products.paper import FACES, Backs, Flip, face_size
    from kensei_docs.documents.products.product import parse_grid

    if also is not None:
        require_language(project, also)
    choices = ("none", "gutterfold", *get_args(Flip))
    if size is not None and face_size(size.lower()) is None:
        message = f"'{size}' is not a size of face{closest(size, FACES)}; write {', '.join(FACES)}"
        raise unusable("build", f"{message}, or a measure such as 63x88 (2 to 2000 mm)", "size")
    if backs is not None and backs not in choices:
        message = f"there are no backs '{backs}'{closest(backs, choices)}; known are {', '.join(choices)}"
        raise unusable("build", message, "backs")
    try:
        counts = parse_grid(grid)
    except ValueError as error:
        raise unusable("build", str(error), "grid") from error
    return Options(
        size.lower() if size else None,
        cast(Backs | None, backs),
        gap,
        bleed,
        cast(Any, counts),
        cut_lines,
        require_printer(project, printer),
        require_theme(project, theme),
        also,
        layout,
        require_address(codes) if codes is not None else "",
    )


def choices(project: Project) -> Iterator[tuple[str, list[str]]]:
    """Yield a title and lines for each thing that can be chosen; raises Unusable if a theme or target has a fault."""
    from kensei_docs.documents.products.options import load_themes, printer_names
    from kensei_docs.documents.products.paper import FACES, PAPERS
    from kensei_docs.documents.products.product import load_products
    from kensei_docs.documents.targets.target import load_targets

    products, _ = load_products(project)
    (themes, of_themes), (targets, of_targets) = load_themes(project), load_targets(project)
    if of_themes or of_targets:
        raise Unusable(*of_themes, *of_targets)
    yield "kinds", [_described(name, product) for name, product in products.items()]
    yield "sizes", [f"{name}: {size} mm" for name, size in FACES.items()]
    yield "papers", [f"{name}: {size} mm" for name, size in PAPERS.items()]
    yield "themes", [f"{name}: {theme.about}" for name, theme in themes.items()]
    yield "targets", [f"{name}: {target.about}" for name, target in targets.items()]
    yield "printers", printer_names(project) or ["none: describe yours in printers.yaml"]


def _described(name: str, product: Product) -> str:
    layouts = f"; layouts {', '.join(product.layouts)}" if product.layouts else ""
    languages = "; two languages" if product.also else ""
    return f"{name}: {', '.join((product.face, *product.sizes))}{layouts}{languages}"


class Progress:
    """Shows bars for faces and sides, and, if it is verbose, says why a face is laid out."""

    def __init__(self, verbose: bool) -> None:
        self._verbose = verbose
        self._bars: Any = None
        self._tasks: dict[str, Any] = {}
        self._totals: Counter[str] = Counter()
        self._done: Counter[str] = Counter()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars:
            self._bars.stop()

    def planned(self, lay_out: int, reuse: int, sides: int) -> None:
        """Add to how much there is to do."""
        self._totals.update(faces=lay_out, reused=reuse, sides=sides)

    def stale(self, faces: Path, slot: str, reason: str) -> None:
        """Say why a face is laid out."""
        if self._verbose:
            click.echo(f"{'/'.join(faces.parts[1:])} {slot}: {reason}")

    def laid_out(self, count: int) -> None:
        """Advance the bar of faces."""
        self._advance("faces", count)

    def written(self, path: Path, sides: int) -> None:
        """Advance the bar of sides."""
        self._advance("sides", sides)

    def summary(self, outputs: Sequence[Output], uncopied: Collection[str] = ()) -> str:
        """Return the last lines of the output: the files written, and the number of faces that were not laid out
        again. ``uncopied`` are kinds of which no record has a copy to print."""
        if not outputs and uncopied:
            return f"nothing to print: every record has 0 copies ({', '.join(uncopied)})"
        if not outputs:
            return "nothing to print: none of the editions has records for these documents"
        by_document = [(path, list(some)) for path, some in groupby(outputs, lambda output: output.document)]
        fresh = [(path, some) for path, some in by_document if any(output.fresh for output in some)]
        lines = [f"wrote {short_path(str(path))}: {_contents(path, some)}" for path, some in fresh]
        done = f"{counted(len(fresh), 'document')} written, {len(by_document) - len(fresh)} unchanged"
        faces = f"{counted(self._totals['faces'], 'face')} laid out, {self._totals['reused']} reused"
        return "\n".join([*lines, f"{done}; {faces}" if fresh else done])

    def _advance(self, sort: str, count: int) -> None:
        self._done[sort] += count
        # Not before the first face is laid out: the bars have a thread, and worker processes must be
        # started while there is none.
        if self._bars is None and sys.stderr.isatty():
            self._start()
        if self._bars:
            # Text that flows over pages may take more sides than planned.
            self._bars.update(
                self._tasks[sort], completed=self._done[sort], total=max(self._totals[sort], self._done[sort])
            )

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        self._bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(file=unguarded(sys.stderr)),
            transient=True,
        )
        faces = "faces laid out" + (f", {self._totals['reused']} reused" if self._totals["reused"] else "")
        for sort, label in (("faces", faces), ("sides", "sides written")):
            self._tasks[sort] = self._bars.add_task(label, total=self._totals[sort])
        self._bars.start()


def findings_of(project: Project, database: Database, products: Sequence[Product]) -> list[Problem]:
    """Return what ``check`` finds wrong in what kinds of document print of a database, and in their templates."""
    from kensei_docs.check.run import check_printed

    all_records = any(product.shows_all_records() for product in products)
    records = set() if all_records else {name for product in products for name, _, _ in product.sources()}
    return list(check_printed(project, database, records, [product.folder for product in products]))


def report_printed(printed: Printed, refused: Sequence[Problem]) -> int:
    """Print the problems of the documents, and of those that were ``refused``; return the exit status."""
    print_problems([*refused, *printed.refused, *printed.problems])
    if refused or printed.refused:
        return 2
    return 1 if any(problem.severity == "error" for problem in printed.problems) else 0


def _contents(document: Path, outputs: Sequence[Output]) -> str:
    output = outputs[0]
    if output.path != document:
        fresh = sum(output.fresh for output in outputs)
        return f"{fresh} of {counted(len(outputs), 'file')}"
    return f"{counted(output.faces, 'face')} on {counted(output.pages, 'side')}"
