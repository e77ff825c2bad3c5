"""Outlines: the shape in which a face is cut, and the piece of paper that its sides are printed on.

A face is cut as a rectangle (with rounded corners, if the kind says so), a circle, a hexagon, or along the path of an
SVG file. The two sides of a standee or a banner are one piece, which is folded: a standee at its head, with a tab below
each side for its foot, a banner or a pennant round a pole. Lengths are millimetres from the lower left corner of a face
or a piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import dist, hypot, sqrt
from pathlib import Path

from kensei_docs.documents.products.product import MANIFEST, OUTLINE, Product, Size
from kensei_docs.problems import Unusable, closest, unusable

CHECK = "shape"
Point = tuple[float, float]
# A step of a path: its letter (m, l, c) and its points; a curve has two control points before its end.
Step = tuple[str, tuple[Point, ...]]
Line = tuple[Point, Point]
# The distance of the control points of a Bézier curve from its ends, for a quarter of a circle of radius 1.
CONTROL = 0.5523
# Parts into which a curve is divided where it is compared with text.
_PARTS = 12
# A regular hexagon is so much longer from corner to corner than from side to side.
_HEXAGON = 2 / sqrt(3)
# Sides of a face may differ by this from those of its outline, or by this share where that is more: services round
# those of hexagons to parts of an inch, and those of a mat of 133.35x114.3 mm to a quarter.
_TOLERANCE_MM, _TOLERANCE_SHARE = 0.6, 1 / 90
# Transformations that turn, slant or mirror a drawing; others don't change the form of its path.
_TURNS = re.compile(r"rotate|skew|matrix|scale\([^)]*-|scale\(\s*[\d.]+[\s,]+[\d.]")
# A path longer than this is a picture and no outline.
_MOST_LETTERS = 50_000


@dataclass(frozen=True)
class Outline:
    """A closed path."""

    steps: tuple[Step, ...]

    def moved(self, x: float, y: float, turned: Size | None = None) -> Outline:
        """Return the path moved; with ``turned``, a size, it is first turned upside down in a box of that size."""

        def at(point: Point) -> Point:
            across, up = (turned.width - point[0], turned.height - point[1]) if turned else point
            return across + x, up + y

        return Outline(tuple((letter, tuple(map(at, points))) for letter, points in self.steps))

    def grown(self, by: float) -> Outline:
        """Return the path scaled about its middle, so that its sides are further out by a distance."""
        left, below, right, above = self.bounds
        x, y = (left + right) / 2, (below + above) / 2
        wider, higher = 1 + 2 * by / (right - left), 1 + 2 * by / (above - below)

        def at(point: Point) -> Point:
            return x + (point[0] - x) * wider, y + (point[1] - y) * higher

        return Outline(tuple((letter, tuple(map(at, points))) for letter, points in self.steps))

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners of the polygon that the path nearly is: curves are divided into straight parts."""
        corners: list[Point] = []
        for letter, points in self.steps:
            if letter != "c":
                corners += points
                continue
            a, (b, c, d) = corners[-1], points
            for part in range(1, _PARTS + 1):
                t = part / _PARTS
                shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
                pairs = list(zip(shares, (a, b, c, d), strict=True))
                corners.append((sum(s * p[0] for s, p in pairs), sum(s * p[1] for s, p in pairs)))
        return tuple(corners)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Its left, lower, right and upper end."""
        across, up = zip(*self.corners, strict=True)
        return min(across), min(up), max(across), max(up)

    def depth(self, point: Point) -> float:
        """Return how far a point is inside of the path, in millimetres; less than 0 if it is outside."""
        edges = list(self._edges())
        x, y = point
        inside = False
        for (x1, y1), (x2, y2) in edges:
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        away = min(_distance(point, edge) for edge in edges)
        return away if inside else -away

    def _edges(self) -> Iterator[Line]:
        corners = self.corners
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            if dist(a, b) > 1e-9:
                yield a, b


def _distance(point: Point, line: Line) -> float:
    (x1, y1), (x2, y2) = line
    across, up = x2 - x1, y2 - y1
    along = ((point[0] - x1) * across + (point[1] - y1) * up) / (across**2 + up**2)
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - x1 - along * across, point[1] - y1 - along * up)


@dataclass(frozen=True)
class Piece:
    """A piece of paper with the faces of one card: its size, the places of its front and back, and where it is cut.

    ``back`` is None if the back is printed on the other side of the sheet; ``turned``: it is upside down on the piece.
    ``cut`` is None where the straight edges of the faces are all there is to cut. ``front_outline`` and
    ``back_outline`` are those of the faces by themselves, within which text stands.
    """

    size: Size
    front: Point = (0, 0)
    back: Point | None = None
    turned: bool = False
    cut: Outline | None = None
    folds: tuple[Line, ...] = ()
    front_outline: Outline | None = None
    back_outline: Outline | None = None

    def outline(self, back: bool) -> Outline | None:
        """Return the outline of a face, its front or its ``back``; None for a rectangle and for a circle."""
        return self.back_outline if back else self.front_outline


def piece_of(product: Product, face: Size) -> Piece:
    """Return the piece of a product whose faces are printed in a size; raises Unusable for an outline that can't be."""
    width, height = face.width, face.height
    shape = product.outline
    if shape == "standee":
        tab, whole = product.tab, 2 * (height + product.tab)
        size = Size(width, whole)
        folds = [y for y in (tab, tab + height, whole - tab) if 0 < y < whole]
        return Piece(
            size,
            (0, tab),
            (0, tab + height),
            True,
            _polygon(_corners(size)),
            tuple(((0, y), (width, y)) for y in folds),
        )
    if shape in ("banner", "pennant"):
        return _banner(product, face)
    outline = _outline(product, face)
    return Piece(face, cut=outline, front_outline=outline, back_outline=outline and _mirrored(outline, width))


def _outline(product: Product, face: Size) -> Outline | None:
    """Return the outline of a face; None for a rectangle and for a circle, which is drawn and checked as it was."""
    if product.outline == "hexagon":
        return _hexagon(product, face)
    if product.outline.endswith(OUTLINE):
        return _drawn(product, face)
    if product.rounded and product.outline == "square":
        radius = min(product.rounded, face.width / 2, face.height / 2)
        return _rounded(face, radius)
    return None


def _banner(product: Product, face: Size) -> Piece:
    """Return the piece of a banner: its back at the left of the pole, its front at the right."""
    width, height, pole = face.width, face.height, product.pole
    whole = 2 * width + pole
    middle = height / 2
    if product.outline == "pennant":
        front = _polygon([(0, 0), (width, middle), (0, height)])
        cut = [(0, middle), (width, 0), (width + pole, 0), (whole, middle), (width + pole, height), (width, height)]
    else:
        tail = min(width / 4 if product.tail is None else product.tail, width)
        front = _polygon([(0, 0), (width, 0), (width - tail, middle), (width, height), (0, height)])
        cut = [(0, 0), (whole, 0), (whole - tail, middle), (whole, height), (0, height), (tail, middle)]
    folds: tuple[Line, ...] = tuple(((x, 0), (x, height)) for x in (width, width + pole))
    back = _mirrored(front, width)
    return Piece(Size(whole, height), (width + pole, 0), (0, 0), False, _polygon(cut), folds, front, back)


def _corners(size: Size) -> list[Point]:
    return [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)]


def _polygon(corners: Sequence[Point]) -> Outline:
    return Outline((("m", (corners[0],)), *(("l", (corner,)) for corner in corners[1:])))


def _mirrored(outline: Outline, width: float) -> Outline:
    steps = tuple((letter, tuple((width - x, y) for x, y in points)) for letter, points in outline.steps)
    return Outline(steps)


def edge_of(shape: str, size: Size) -> Outline:
    """Return the path around a face that is cut as a rectangle or a circle."""
    if shape != "round":
        return _polygon(_corners(size))
    return _rounded(size, min(size.width, size.height) / 2)


def _rounded(size: Size, r: float) -> Outline:
    w, h, k = size.width, size.height, r * (1 - CONTROL)
    return Outline((
        ("m", ((r, 0),)), ("l", ((w - r, 0),)), ("c", ((w - k, 0), (w, k), (w, r))),
        ("l", ((w, h - r),)), ("c", ((w, h - k), (w - k, h), (w - r, h))),
        ("l", ((r, h),)), ("c", ((k, h), (0, h - k), (0, h - r))),
        ("l", ((0, r),)), ("c", ((0, k), (k, 0), (r, 0))),
    ))  # fmt: skip


def is_pointed(face: Size) -> bool:
    """Return whether a hexagon in a face has a corner at its top, and not a side."""
    return face.height > face.width


def _hexagon(product: Product, face: Size) -> Outline:
    w, h = face.width, face.height
    pointed = is_pointed(face)
    wanted = Size(w, round(w * _HEXAGON, 2)) if pointed else Size(w, round(w / _HEXAGON, 2))
    if abs(wanted.height - h) > max(_TOLERANCE_MM, h * _TOLERANCE_SHARE):
        flat, tall = Size(w, round(w / _HEXAGON, 2)), Size(w, round(w * _HEXAGON, 2))
        message = f"a hexagon of {face} mm is not regular; {w:g} mm wide it is {flat} with a side at its top, or {tall}"
        raise _refused(product, f"{message} with a corner there: write one of these under 'face'")
    if pointed:
        return _polygon([(w / 2, 0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0, 3 * h / 4), (0, h / 4)])
    return _polygon([(w / 4, 0), (3 * w / 4, 0), (w, h / 2), (3 * w / 4, h), (w / 4, h), (0, h / 2)])


def _drawn(product: Product, face: Size) -> Outline:
    """Return the path of an SVG file, as large as a face; its own proportions have to be those of the face."""
    file, steps = _read(product)
    outline = Outline(steps)
    left, below, right, above = outline.bounds
    width, height = right - left, above - below
    if min(width, height) <= 0:
        raise unusable(file, "its path has no area; draw the outline as one closed path", CHECK)
    # Of two sizes with the same proportions, the other side follows from the first.
    fitting = face.width * height / width
    if abs(fitting - face.height) > max(_TOLERANCE_MM, face.height / 100):
        message = f"the outline is as wide as high as {width:.4g} to {height:.4g}, and a face of {face} mm is not"
        raise _refused(product, f"{message}; write {Size(face.width, round(fitting, 1))} under 'face'")
    across, up = face.width / width, face.height / height

    def at(point: Point) -> Point:
        # The y axis of an SVG leads downwards.
        return (point[0] - left) * across, (above - point[1]) * up

    return Outline(tuple((letter, tuple(map(at, points))) for letter, points in outline.steps))


def _steps_of(path: str) -> Iterator[Step]:
    """Yield the steps of the path of an SVG, up to its first end; arcs and quadratic curves as cubic ones."""
    from fontTools.pens.basePen import BasePen
    from fontTools.svgLib.path import parse_path

    steps: list[Step] = []

    class Pen(BasePen):  # type: ignore[misc]
        def _moveTo(self, to: Point) -> None:
            steps.append(("m", (to,)))

        def _lineTo(self, to: Point) -> None:
            steps.append(("l", (to,)))

        def _curveToOne(self, a: Point, b: Point, to: Point) -> None:
            steps.append(("c", (a, b, to)))

    parse_path(path, Pen(None))
    yield from steps


def _read(product: Product) -> tuple[Path, tuple[Step, ...]]:
    """Return the SVG file of the outline that a product names, and the steps of its path.

    It is in the product's own folder or in a shared one. Raises Unusable if it isn't there or outside of them, and for
    a drawing that is not one closed path.
    """
    name, folders = product.outline, (product.folder, *product.shared)
    found = [((folder / name).resolve(), folder.resolve()) for folder in folders]
    inside = [file for file, folder in found if file.is_relative_to(folder)]
    file = next((file for file in inside if file.is_file()), None)
    if file is None:
        where = " or ".join(dict.fromkeys(f"{folder.parent.name}/{folder.name}" for folder in folders))
        there = {one.relative_to(folder).as_posix() for folder in folders for one in folder.rglob(f"*{OUTLINE}")}
        message = f"there is no outline '{name}' in {where}{closest(name, sorted(there))}"
        raise _refused(product, f"{message}; draw it there as one closed path of an SVG")
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(file.read_bytes(), parser)
    except (etree.XMLSyntaxError, OSError) as fault:
        raise unusable(file, f"can't be read as SVG ({fault}); save it again", CHECK) from fault
    paths = [one for one in root.iter("{*}path") if (one.get("d") or "").strip()]
    if len(paths) != 1:
        message = f"has {len(paths)} paths, and an outline is one; leave the path that is cut"
        raise unusable(file, message, CHECK)
    turned = [one.get("transform") for one in (paths[0], *paths[0].iterancestors()) if one.get("transform")]
    if any(_TURNS.search(transform) for transform in turned):
        message = f"its path is turned or stretched (transform='{turned[0]}'); apply that to the path in your program"
        raise unusable(file, message, CHECK, paths[0].sourceline)
    path = str(paths[0].get("d"))
    steps: list[Step] = []
    try:
        steps = list(_steps_of(path)) if len(path) <= _MOST_LETTERS else []
    except (ValueError, TypeError, AssertionError, IndexError) as fault:
        raise unusable(file, f"its path can't be read ({fault}); draw it anew", CHECK, paths[0].sourceline) from fault
    if sum(letter == "m" for letter, _ in steps) != 1 or len(steps) < 3:
        message = "its path is not one closed line; leave its outer edge alone, without holes"
        raise unusable(file, message, CHECK, paths[0].sourceline)
    return file, tuple(steps)


def _refused(product: Product, message: str) -> Unusable:
    return unusable(product.folder / MANIFEST, f"{product.name}: {message}", CHECK)
