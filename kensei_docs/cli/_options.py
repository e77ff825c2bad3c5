"""How to print, as the words of the command line say it; and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast, get_args

from kensei_docs.documents.kinds.kind import grid_of, load_kinds
from kensei_docs.documents.kinds.options import Options
from kensei_docs.documents.kinds.paper import FACES, PAPERS, Backs, Flip, face_size
from kensei_docs.documents.kinds.printers import printer_names, require_printer
from kensei_docs.documents.kinds.themes import load_themes, require_theme
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import Project

BACKS = ("none", "gutterfold", *get_args(Flip))


def options_of(
    project: Project,
    size: str | None,
    backs: str | None,
    printer: str | None,
    theme: str,
    gap: float | None,
    bleed: float | None,
    grid: str | None,
    cut_lines: bool,
) -> Options:
    """Return the options that the words mean; raises Unusable for one that means nothing."""
    if size is not None and face_size(size.lower()) is None:
        raise _unknown(
            "size",
            f"'{size}' is no size of face{closest(size, FACES)}; write {', '.join(FACES)}, or a measure such as 63x88",
        )
    if backs is not None and backs not in BACKS:
        raise _unknown("backs", f"there are no backs '{backs}'{closest(backs, BACKS)}; known are {', '.join(BACKS)}")
    try:
        counts = grid_of(grid)
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
    """Yield what there is to choose from, a title and a line each; raises Unusable."""
    from kensei_docs.documents.targets.target import load_targets

    kinds, _ = load_kinds(project)
    yield "kinds", [f"{name}: {', '.join((kind.face, *kind.sizes))}" for name, kind in kinds.items()]
    yield "sizes", [f"{name}: {size} mm" for name, size in FACES.items()]
    yield "papers", [f"{name}: {size} mm" for name, size in PAPERS.items()]
    themes, faults = load_themes(project)
    if faults:
        raise Unusable(*faults)
    yield "themes", [f"{name}: {theme.about}" for name, theme in themes.items()]
    targets, faults = load_targets(project)
    if faults:
        raise Unusable(*faults)
    yield "targets", [f"{name}: {target.about}" for name, target in targets.items()]
    yield "printers", printer_names(project) or ["none: describe yours in printers.yaml"]


def _unknown(what: str, message: str) -> Unusable:
    return Unusable(Problem(Place("build"), message, what))
