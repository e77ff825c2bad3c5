"""Draw the map of the package, docs/map.svg, from its imports: rooms as boxes, imports as arrows.

    python tools/draw_map.py            draw it anew
    python tools/draw_map.py --check    exit status 1 where the drawing is out of date

A room is a package of ``kensei_docs``; the rooms of ``documents`` and ``extract`` are drawn each for itself,
the modules of the ground floor together. An arrow leads from a room to one that it imports; where a longer
way leads there too, the direct arrow is left out. A room stands above every room that it imports.
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

TOP = "cli"  # imports every room: its arrows would carry no information
SPLIT = {"documents", "extract"}  # rooms that are drawn room by room
GROUND = {"discover", "figures", "files", "languages", "problems", "project"}
ABOVE = {"__init__", "__main__"}  # imported by nobody, or by everybody for the version alone

# Pixels.
WIDTH, LANE, GAP, ROW, BOX, HEAD, LINE = 168, 8, 20, 140, 80, 20, 13
CHARACTERS = 27  # of a line in a box


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


def room_of(name: str) -> str:
    """Return the room that a dotted name below ``kensei_docs`` belongs to, such as ``documents.pdf``."""
    first, *rest = name.split(".")
    if first not in SPLIT or not rest:
        return first
    inner = PACKAGE / first / rest[0]
    return f"{first}.{rest[0]}" if inner.is_dir() or inner.with_suffix(".py").is_file() else first


def modules() -> dict[str, Path]:
    """Return every module by its dotted name below ``kensei_docs``."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)] = file
    return found


@cache
def arrows() -> dict[str, set[str]]:
    """Return the rooms that each room imports."""
    found: dict[str, set[str]] = {}
    for name, file in modules().items():
        room = room_of(name)
        found.setdefault(room, set()).update(room_of(imported) for imported in imports_of(file))
    return {room: others - {room} for room, others in found.items()}


def drawn_rooms() -> dict[str, set[str]]:
    """Return the rooms of the map with the arrows between them, the ground floor as one room."""
    names = {room: "ground floor" if room in GROUND else room for room in arrows()}
    # A package that only holds rooms is none itself.
    hidden = ABOVE | SPLIT
    found: dict[str, set[str]] = {}
    for room, others in arrows().items():
        if room not in hidden:
            reached = {names.get(other, other) for other in others if other not in hidden}
            found.setdefault(names[room], set()).update(reached)
    return {room: others - {room} for room, others in found.items()}


def levels(rooms: dict[str, set[str]]) -> list[list[str]]:
    """Return the rooms by level, the lowest first: a room's level is above those of all that it imports.

    Raises graphlib.CycleError where rooms import one another in a circle.
    """
    sorter = TopologicalSorter(rooms)
    sorter.prepare()
    found = []
    while ready := sorter.get_ready():
        found.append(sorted(ready))
        sorter.done(*ready)
    return found


def shortest(rooms: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Return the arrows that no longer way makes superfluous."""

    @cache
    def reached(room: str) -> frozenset[str]:
        return frozenset(rooms[room]).union(*(reached(other) for other in rooms[room]))

    return {
        (room, other)
        for room, others in rooms.items()
        for other in others
        if not any(other in reached(between) for between in others - {other})
    }


def summary_of(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    if room == "ground floor":
        return "What every room stands on: " + ", ".join(sorted(GROUND)) + "."
    path = PACKAGE.joinpath(*room.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.partition("\n\n")[0].replace("\n", " ").replace("``", "")


def routed(rooms: dict[str, set[str]]) -> tuple[list[list[str]], list[list[str]]]:
    """Return the rows of the map, the uppermost first, and the ways of its arrows, from row to row.

    A way that crosses rows has a place of its own in each, named after the arrow; so no arrow passes
    behind a box. Each row is sorted by where its ways come from, so that few of them cross.
    """
    rows = levels(rooms)[::-1]
    row_of = {room: number for number, row in enumerate(rows) for room in row}
    ways = []
    for room, other in sorted(shortest(rooms)):
        between = [f"{room} → {other}, {number}" for number in range(row_of[room] + 1, row_of[other])]
        for number, place in enumerate(between, row_of[room] + 1):
            rows[number].append(place)
        ways.append([room, *between, other])
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
    rooms = drawn_rooms()
    rows, ways = routed({room: others for room, others in rooms.items() if room != TOP})
    rows.insert(0, [TOP])
    wide = {place: WIDTH if place in rooms else LANE for row in rows for place in row}
    lengths = [sum(wide[place] + GAP for place in row) - GAP for row in rows]
    width, height = max(lengths) + 2 * GAP, len(rows) * ROW + GAP
    corners: dict[str, tuple[float, float]] = {}
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True)):
        x = (width - length) / 2
        for place in row:
            corners[place] = x, GAP + number * ROW
            x += wide[place] + GAP
    texts = {room: wrap(summary_of(room), CHARACTERS)[:5] for room in rooms}
    heights = {place: HEAD + LINE * len(texts[place]) + 10 if place in rooms else BOX for place in corners}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">',
        "<title>The rooms of kensei_docs, and which imports which</title>",
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
    for room in sorted(rooms):
        x, y = corners[room]
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{heights[room]}" rx="4" fill="#f4f1ea" stroke="#333"/>'
            f'<text x="{x + 8:g}" y="{y + 16:g}" font-size="13" font-weight="bold">{escape(room)}</text>'
        )
        parts += [
            f'<text x="{x + 8:g}" y="{y + HEAD + LINE * (number + 1):g}" font-size="10.5">{escape(line)}</text>'
            for number, line in enumerate(texts[room])
        ]
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    """Draw the map, or say that it is out of date; return the exit status."""
    try:
        drawing = draw()
    except CycleError as fault:
        print("rooms import one another in a circle: " + " → ".join(fault.args[1][::-1]), file=sys.stderr)
        return 1
    if "--check" not in sys.argv:
        DRAWING.write_text(drawing, encoding="utf-8")
    elif not DRAWING.is_file() or DRAWING.read_text(encoding="utf-8") != drawing:
        print("docs/map.svg is out of date; run: python tools/draw_map.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
