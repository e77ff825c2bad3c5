"""Printing: what the words of a command line ask for, progress on a terminal, the summary and the exit status."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

import click

from kensei_docs.cli._output import print_problems
from kensei_docs.problems import Problem, Unusable, closest, short_path, unusable

# What prints is imported in the functions: with it, a build that finds nothing to do takes 0.2 s longer.
if TYPE_CHECKING:
    from kensei_docs.documents.build import Printed
    from kensei_docs.documents.cache.finished import Output
    from kensei_docs.documents.kinds.options import Options
    from kensei_docs.project import Project

# Files that are a document each; of other files (pictures, lists, objects), those of one folder are one.
_ALONE = (".pdf", ".html")


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
) -> Options:
    """Return the options that the words of a command line mean.

    Raises Unusable for a size, backs, grid, printer or theme that does not exist.
    """
    from kensei_docs.documents.kinds.kind import parse_grid
    from kensei_docs.documents.kinds.options import Options
    from kensei_docs.documents.kinds.paper import FACES, Backs, Flip, face_size
    from kensei_docs.documents.kinds.printers import require_printer
    from kensei_docs.documents.kinds.themes import require_theme

    known = ("none", "gutterfold", *get_args(Flip))
    if size is not None and face_size(size.lower()) is None:
        message = f"'{size}' is no size of face{closest(size, FACES)}; write {', '.join(FACES)}"
        raise unusable("build", f"{message}, or a measure such as 63x88", "size")
    if backs is not None and backs not in known:
        message = f"there are no backs '{backs}'{closest(backs, known)}; known are {', '.join(known)}"
        raise unusable("build", message, "backs")
    try:
        counts = parse_grid(grid)
    except ValueError as fault:
        raise unusable("build", str(fault), "grid") from fault
    return Options(
        size.lower() if size else None,
        cast(Backs | None, backs),
        gap,
        bleed,
        cast(Any, counts),
        cut_lines,
        require_printer(project, printer),
        require_theme(project, theme),
    )


def choices(project: Project) -> Iterator[tuple[str, list[str]]]:
    """Yield a title and the lines below it for each thing that can be chosen.

    Raises Unusable where a theme or target has a fault.
    """
    from kensei_docs.documents.kinds.kind import load_kinds
    from kensei_docs.documents.kinds.paper import FACES, PAPERS
    from kensei_docs.documents.kinds.printers import printer_names
    from kensei_docs.documents.kinds.themes import load_themes
    from kensei_docs.documents.targets.target import load_targets

    kinds, _ = load_kinds(project)
    (themes, of_themes), (targets, of_targets) = load_themes(project), load_targets(project)
    if of_themes or of_targets:
        raise Unusable(*of_themes, *of_targets)
    yield "kinds", [f"{name}: {', '.join((kind.face, *kind.sizes))}" for name, kind in kinds.items()]
    yield "sizes", [f"{name}: {size} mm" for name, size in FACES.items()]
    yield "papers", [f"{name}: {size} mm" for name, size in PAPERS.items()]
    yield "themes", [f"{name}: {theme.about}" for name, theme in themes.items()]
    yield "targets", [f"{name}: {target.about}" for name, target in targets.items()]
    yield "printers", printer_names(project) or ["none: describe yours in printers.yaml"]


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

    def summary(self, outputs: Sequence[Output]) -> str:
        """Return the last lines: what was written, and how much was not needed."""
        if not outputs:
            return "nothing to print: none of the editions has records for these documents"
        made = list(_by_document(outputs).items())
        fresh = [(path, some) for path, some in made if any(output.fresh for output in some)]
        lines = [f"wrote {short_path(str(path))}: {_contents(some)}" for path, some in fresh]
        done = f"{_counted(len(fresh), 'document')} written, {len(made) - len(fresh)} unchanged"
        faces = f"{_counted(self._totals['faces'], 'face')} laid out, {self._totals['reused']} reused"
        return "\n".join([*lines, f"{done}; {faces}" if fresh else done])

    def _advance(self, what: str, count: int) -> None:
        self._done[what] += count
        # Not before the first face is laid out: the bars have a thread, and worker processes must be
        # started while there is none.
        if self._bars is None and sys.stderr.isatty():
            self._start()
        if self._bars:
            # Text that flows over pages may take more sides than planned.
            self._bars.update(
                self._tasks[what], completed=self._done[what], total=max(self._totals[what], self._done[what])
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
            console=Console(stderr=True),
            transient=True,
        )
        faces = "faces laid out" + (f", {self._totals['reused']} reused" if self._totals["reused"] else "")
        for what, label in (("faces", faces), ("sides", "sides written")):
            self._tasks[what] = self._bars.add_task(label, total=self._totals[what])
        self._bars.start()


def report_printed(printed: Printed, refused: Sequence[Problem]) -> int:
    """Print what is wrong with the documents, and with those that were ``refused``; return the exit status."""
    print_problems([*refused, *printed.refused, *printed.problems])
    if refused or printed.refused:
        return 2
    return 1 if any(problem.severity == "error" for problem in printed.problems) else 0


def _by_document(outputs: Sequence[Output]) -> dict[Path, list[Output]]:
    """Return the outputs by document: the files of a deck are one document, named by their folder."""
    found: dict[Path, list[Output]] = {}
    for output in outputs:
        alone = output.path.suffix in _ALONE
        found.setdefault(output.path if alone else output.path.parent, []).append(output)
    return found


def _contents(outputs: Sequence[Output]) -> str:
    if outputs[0].path.suffix not in _ALONE:
        fresh = sum(output.fresh for output in outputs)
        return f"{fresh} of {_counted(len(outputs), 'file')}"
    [output] = outputs
    return f"{_counted(output.faces, 'face')} on {_counted(output.sheets, 'side')}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
