"""The same faces as one document of plain HTML: what somebody without the toolkit would print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.specimen import EDITION
from benchmarks.timing import PYTHON, ROOT, TOOL, Command

if TYPE_CHECKING:
    from kensei_docs.documents.imposition import PrintedDocument
    from kensei_docs.project import Project


def build(project: Path, kind: str) -> list[str | Path]:
    """Return the command that prints a kind of a project."""
    return [*TOOL, "--project", project, "build", kind, "-e", EDITION, "-l", "en", "--paper", "a4"]


def plain(project: Path, kind: str, faces: int) -> Command:
    """Return the command that prints the same faces with WeasyPrint alone."""
    page, out = project / f"{kind}.html", project / f"{kind}-plain.pdf"
    write_plain(project, kind, page)
    return Command(
        f"plain WeasyPrint, the same {faces} faces", [PYTHON, ROOT / "benchmarks" / "plain_weasyprint.py", page, out]
    )


def planned(folder: Path, kind_name: str) -> tuple[Project, PrintedDocument]:
    """Return a project and the document that a kind of it comes to."""
    from kensei_docs.database import load
    from kensei_docs.documents.build import Order, plan
    from kensei_docs.documents.products.product import load_products, require_products
    from kensei_docs.project import Project

    project = Project.open(folder)
    database, problems = load(project, [EDITION])
    [kind], _ = require_products(*load_products(project), (kind_name,))
    found = plan(project, database, Order([kind], [database.editions[EDITION]], ["en"], ["a4"], project.output))
    [document] = found.documents
    assert not problems and not found.problems and not found.refused
    return project, document


def write_plain(folder: Path, kind_name: str, file: Path) -> None:
    """Write the sheets of a kind as one HTML file: the same markup, style, sizes and places.

    What it takes to get there, the data and the templates, is not counted against it.
    """
    from kensei_docs.documents.markup.typefaces import named_in, typefaces

    _, document = planned(folder, kind_name)
    faces, grid = document.faces, document.grid
    css = faces.style.css
    for name in named_in(css):
        css = css.replace(f"url(typeface:{name})", f"url({typefaces()[name].as_uri()})")
    fields = "".join(f"--{name}: {fit.size:g}pt; " for name, fit in faces.style.fit.items())
    fronts = [faces.fragments[side.front].html for side in faces.sides for _ in range(side.row.copies)]
    pages = []
    for start in range(0, len(fronts), grid.count):
        placed = []
        for number, html in enumerate(fronts[start : start + grid.count]):
            box = grid.box(number)
            placed.append(
                f'<div style="position: absolute; left: {box.x:g}mm; '
                f"top: {grid.sheet.height - box.y - box.height:g}mm; width: {box.width:g}mm; "
                f'height: {box.height:g}mm; {fields}">{html}</div>'
            )
        pages.append(f"<article>{''.join(placed)}</article>")
    size = f"{grid.sheet.width:g}mm {grid.sheet.height:g}mm"
    file.write_text(
        f'<html lang="en"><head><meta charset="utf-8"><style>{css}'
        f"@page {{ size: {size}; margin: 0 }} html, body {{ margin: 0 }} "
        "article { position: relative; height: 0; break-before: page }"
        f"</style></head><body>{''.join(pages)}</body></html>",
        encoding="utf-8",
    )
