"""Draw the map of the packages, docs/map.svg, from their imports: packages as boxes, imports as arrows.

    python tools/draw_map.py            draw it again
    python tools/draw_map.py --check    exit status 1 if the drawing is out of date

The packages inside ``documents`` and ``extract`` have boxes of their own, the modules of the base share one. An arrow
leads from a package to one that it imports; it is omitted if other arrows already imply it. A package is drawn above
every package that it imports.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from html import escape
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from textwrap import wrap

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "kensei_docs"
DRAWING = ROOT / "docs" / "map.svg"

# It imports every package, so its arrows would carry no information.
TOP = "cli"
# Packages whose inner packages have boxes of their own.
SPLIT = {"documents", "extract"}
BASE = {"caches", "discover", "figures", "files", "languages", "problems", "project", "slugs"}
# Modules that nobody imports, or that are imported only for the version.
ABOVE = {"__init__", "__main__"}

# Pixels: the width of a box and of the lane of an arrow, the gap between them, the height of a row and of a box, of the
# head of a box, and of a line of text.
WIDTH = 168
LANE = 8
GAP = 20
ROW = 140
BOX = 80
HEAD = 20
LINE = 13
# Characters of a line in a box.
CHARACTERS = 27


def imports_of(file: Path) -> Iterator[str]:
    """Yield the dotted names below ``kensei_docs`` that a module imports, inside functions too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from (name.partition(".")[2] for name in names if name.startswith("kensei_docs.") and "__" not in name)


def package_of(name: str) -> str:
    """Return the package that a dotted name below ``kensei_docs`` belongs to, such as ``documents.pdf``."""
    first, *rest = name.split(".")
    if first not in SPLIT or not rest:
        return first
    inner = PACKAGE / first / rest[0]
    return f"{first}.{rest[0]}" if (inner / "__init__.py").is_file() or inner.with_suffix(".py").is_file() else first


def modules() -> dict[str, Path]:
    """Return every module by its dotted name below ``kensei_docs``."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)] = file
    return found


@cache
def arrows() -> dict[str, set[str]]:
    """Return the packages that each package imports."""
    found: dict[str, set[str]] = {}
    for name, file in modules().items():
        package = package_of(name)
        found.setdefault(package, set()).update(package_of(imported) for imported in imports_of(file))
    return {package: others - {package} for package, others in found.items()}


def drawn_packages() -> dict[str, set[str]]:
    """Return the packages of the map with the arrows between them, the base as one box."""
    names = {package: "base" if package in BASE else package for package in arrows()}
    # A package that only contains packages has no box.
    hidden = ABOVE | SPLIT
    found: dict[str, set[str]] = {}
    for package, others in arrows().items():
        if package not in hidden:
            reached = {names.get(other, other) for other in others if other not in hidden}
            found.setdefault(names[package], set()).update(reached)
    return {package: others - {package} for package, others in found.items()}


def levels(packages: dict[str, set[str]]) -> list[list[str]]:
    """Return the packages by level, the lowest first: a package's level is above those of all that it imports.

    Raises graphlib.CycleError where packages import one another in a circle.
    """
    sorter = TopologicalSorter(packages)
    sorter.prepare()
    found = []
    while ready := sorter.get_ready():
        found.append(sorted(ready))
        sorter.done(*ready)
    return found


def shortest(packages: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Return the arrows that no longer way makes superfluous."""

    @cache
    def reached(package: str) -> frozenset[str]:
        return frozenset(packages[package]).union(*(reached(other) for other in packages[package]))

    return {
        (package, other)
        for package, others in packages.items()
        for other in others
        if not any(other in reached(between) for between in others - {other})
    }


def summary_of(package: str) -> str:
    """Return the first sentence of a package's docstring."""
    if package == "base":
        return "Imported by every package: " + ", ".join(sorted(BASE)) + "."
    path = PACKAGE.joinpath(*package.split("."))
    file = folder if (folder := path / "__init__.py").is_file() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.partition("\n\n")[0].replace("\n", " ").replace("``", "")


def routed(packages: dict[str, set[str]]) -> tuple[list[list[str]], list[list[str]]]:
    """Return the rows of the map, the uppermost first, and the ways of its arrows, from row to row.

    A way that crosses rows has a place of its own in each, named after the arrow; so no arrow passes
    behind a box. Each row is sorted by where its ways come from, so that few of them cross.
    """
    rows = levels(packages)[::-1]
    row_of = {package: number for number, row in enumerate(rows) for package in row}
    ways = []
    for package, other in sorted(shortest(packages)):
        between = [f"{package} → {other}, {number}" for number in range(row_of[package] + 1, row_of[other])]
        for number, place in enumerate(between, row_of[package] + 1):
            rows[number].append(place)
        ways.append([package, *between, other])
    above: dict[str, list[str]] = {}
    for way in ways:
        for start, end in pairwise(way):
            above.setdefault(end, []).append(start)
    for upper, row in pairwise(rows):
        middle = {place: number / len(upper) for number, place in enumerate(upper)}
        row.sort(key=lambda place: fmean([middle[start] for start in above.get(place, [])] or [0.5]))
    return rows, ways


def draw() -> str:
    """Return the map as SVG."""
    packages = drawn_packages()
    rows, ways = routed({package: others for package, others in packages.items() if package != TOP})
    rows.insert(0, [TOP])
    wide = {place: WIDTH if place in packages else LANE for row in rows for place in row}
    lengths = [sum(wide[place] + GAP for place in row) - GAP for row in rows]
    width, height = max(lengths) + 2 * GAP, len(rows) * ROW + GAP
    corners: dict[str, tuple[float, float]] = {}
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True)):
        x = (width - length) / 2
        for place in row:
            corners[place] = x, GAP + number * ROW
            x += wide[place] + GAP
    texts = {package: wrap(summary_of(package), CHARACTERS)[:5] for package in packages}
    heights = {place: HEAD + LINE * len(texts[place]) + 10 if place in packages else BOX for place in corners}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">',
        "<title>The packages of kensei_docs, and which imports which</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>',
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
    ]
    for way in ways:
        line = ""
        for start, end in pairwise(way):
            x, y = corners[start][0] + wide[start] / 2, corners[start][1] + heights[start]
            to_x, to_y = corners[end][0] + wide[end] / 2, corners[end][1]
            middle = (y + to_y) / 2
            line += f"{'L' if line else 'M'}{x:g} {y:g}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
        parts.append(f'<path d="{line}" fill="none" stroke="#888" marker-end="url(#tip)"/>')
    for package in sorted(packages):
        x, y = corners[package]
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{heights[package]}" rx="4" '
            f'fill="#f4f1ea" stroke="#333"/>'
            f'<text x="{x + 8:g}" y="{y + 16:g}" font-size="13" font-weight="bold">{escape(package)}</text>'
        )
        parts += [
            f'<text x="{x + 8:g}" y="{y + HEAD + LINE * (number + 1):g}" font-size="10.5">{escape(line)}</text>'
            for number, line in enumerate(texts[package])
        ]
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    """Draw the map, or say that it is out of date; return the exit status."""
    try:
        drawing = draw()
    except CycleError as fault:
        print("packages import one another in a circle: " + " → ".join(fault.args[1][::-1]), file=sys.stderr)
        return 1
    if "--check" not in sys.argv:
        DRAWING.write_text(drawing, encoding="utf-8")
    elif not DRAWING.is_file() or DRAWING.read_text(encoding="utf-8") != drawing:
        print("docs/map.svg is out of date; run: python tools/draw_map.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
