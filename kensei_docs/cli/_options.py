"""Options that several commands share: how to print, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast, get_args

import click

from kensei_docs.problems import Unusable, closest, unusable

# What prints is imported in the functions: with it, a build that finds nothing to do takes 0.2 s longer.
if TYPE_CHECKING:
    from kensei_docs.documents.kinds.options import Options
    from kensei_docs.project import Project

theme_option = click.option(
    "--theme",
    metavar="THEME",
    default="colour",
    show_default=True,
    help="colour, low-ink, black-and-white, large-print, or one of your own.",
)


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
        raise _unknown(
            "size",
            f"'{size}' is no size of face{closest(size, FACES)}; write {', '.join(FACES)}, or a measure such as 63x88",
        )
    if backs is not None and backs not in known:
        raise _unknown("backs", f"there are no backs '{backs}'{closest(backs, known)}; known are {', '.join(known)}")
    try:
        counts = parse_grid(grid)
    except ValueError as fault:
        raise _unknown("grid", str(fault)) from fault
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
    """Yield a title and the lines below it for each thing that can be chosen; raises Unusable where
    a theme or target has a fault."""
    from kensei_docs.documents.kinds.kind import load_kinds
    from kensei_docs.documents.kinds.paper import FACES, PAPERS
    from kensei_docs.documents.kinds.printers import printer_names
    from kensei_docs.documents.kinds.themes import load_themes
    from kensei_docs.documents.targets.target import load_targets

    (kinds, _), (themes, of_themes), (targets, of_targets) = (
        load_kinds(project),
        load_themes(project),
        load_targets(project),
    )
    if of_themes or of_targets:
        raise Unusable(*of_themes, *of_targets)
    yield "kinds", [f"{name}: {', '.join((kind.face, *kind.sizes))}" for name, kind in kinds.items()]
    yield "sizes", [f"{name}: {size} mm" for name, size in FACES.items()]
    yield "papers", [f"{name}: {size} mm" for name, size in PAPERS.items()]
    yield "themes", [f"{name}: {theme.about}" for name, theme in themes.items()]
    yield "targets", [f"{name}: {target.about}" for name, target in targets.items()]
    yield "printers", printer_names(project) or ["none: describe yours in printers.yaml"]


def _unknown(what: str, message: str) -> Unusable:
    return unusable("build", message, what)
