"""Imposition: how many faces fit on a sheet, and where each of them and its back stands, in the order of printing.

Faces stand in a grid, or hexagons in a honeycomb, within the margins or on labels, never scaled. A back is mirrored, so
that it is behind its face once the paper is turned or folded. Lengths are millimetres from the sheet's lower left
corner. In the margin of each sheet is a line that says what it is: the edition and its version, the products, the
number of the sheet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import unescape
from math import inf, prod
from pathlib import Path

from jinja2 import TemplateNotFound, TemplateSyntaxError

from kensei_docs.catalogues import PSEUDO, Translator
from kensei_docs.database import Edition
from kensei_docs.database.errata import issues_of, version_of
from kensei_docs.documents.cache import FaceCache, FaceSet, digest_of_code
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf import Face
from kensei_docs.documents.products.lengths import Gaps, Margins
from kensei_docs.documents.products.options import Marks, PrintSpec
from kensei_docs.documents.products.outlines import Line, Outline, Point, edge_of, is_pointed
from kensei_docs.documents.products.papers import Paper
from kensei_docs.documents.products.product import MANIFEST, SAFE_MARGIN, Flip, Product, Size
from kensei_docs.files import digest_of
from kensei_docs.languages import language as language_of
from kensei_docs.problems import unusable
from kensei_docs.project import Project

# The end of the file name of a booklet, whose pages are in the order for folding and stapling.
BOOKLET = "-booklet"

# The tolerance for rounding errors, in millimetres.
_TOLERANCE_MM = 1e-3

# Labels are cut no finer, in millimetres.
_NEARLY_MM = 0.2

# The grid is moved to the left by this distance, in millimetres: the edges of an exactly centred column could be
# rounded to different tenths on front and back.
_SHIFT_MM = 0.005

# The upper edge of the line of text in the lower margin, and the air between it and the bleed of the lowest faces.
_TEXT_TOP = SAFE_MARGIN + 2.15
_AIR = 3.0
# A lower margin that is narrower than this may have no line of text: the grid stays in the middle.
_TEXT_MARGIN = 10.0


class DoesNotFit(ValueError):
    """A grid is too large for a sheet; the message has a size that would fit."""


@dataclass(frozen=True)
class SheetBox:
    """A rectangle on a sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The position of the right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The position of the upper edge."""
        return self.y + self.height

    def grown(self, left: float, below: float, right: float, above: float) -> SheetBox:
        """Return the box with each side moved outwards."""
        return SheetBox(self.x - left, self.y - below, self.width + left + right, self.height + below + above)


@dataclass(frozen=True)
class Grid:
    """Columns and rows of faces of one size, with gaps between them.

    With a ``gutter``, the faces are on the left half of the sheet and their backs on the right half. The sheet is
    folded in the middle of the gutter, whose width is given in millimetres. The grid is ``lift`` millimetres above the
    middle of the sheet, on its back as well, and ``off_centre`` to the right of it and up. ``cells`` are the lower left
    corners of faces that stand otherwise than in columns and rows, from the lower left corner of them all.
    """

    sheet: Size
    face: Size
    columns: int
    rows: int
    gap: Gaps
    gutter: float | None = None
    lift: float = 0
    off_centre: Point = (0, 0)
    cells: tuple[Point, ...] = ()

    @property
    def count(self) -> int:
        """The number of faces."""
        return len(self.cells) or self.columns * self.rows

    @property
    def width(self) -> float:
        """The width of all columns with the gaps between them."""
        if self.cells:
            return max(x for x, _ in self.cells) + self.face.width
        return _span(self.columns, self.face.width, self.gap.across)

    @property
    def height(self) -> float:
        """The height of all rows with the gaps between them."""
        if self.cells:
            return max(y for _, y in self.cells) + self.face.height
        return _span(self.rows, self.face.height, self.gap.down)

    @property
    def side_margin(self) -> float:
        """The margin at the left of the grid."""
        if self.gutter is not None:
            return (self.sheet.width - self.gutter) / 2 - self.width
        return (self.sheet.width - self.width) / 2 + self.off_centre[0]

    @property
    def end_margin(self) -> float:
        """The margin below the grid, without its lift."""
        return (self.sheet.height - self.height) / 2 + self.off_centre[1]

    def lifted(self, bleed: float) -> Grid:
        """Return the grid so high that there is air above the line of text, as far as the upper margin allows it."""
        if self.end_margin < _TEXT_MARGIN:
            return self
        room = self.end_margin - 2 * self.off_centre[1] - bleed - SAFE_MARGIN
        return replace(self, lift=max(0.0, min(bleed + _TEXT_TOP + _AIR - self.end_margin, room)))

    def box(self, index: int) -> SheetBox:
        """Return the box of a face; faces are counted from 0 at the upper left, row by row."""
        if self.cells:
            x, y = self.cells[index]
        else:
            row, column = divmod(index, self.columns)
            x = column * (self.face.width + self.gap.across)
            y = (self.rows - 1 - row) * (self.face.height + self.gap.down)
        return SheetBox(
            self.side_margin - _SHIFT_MM + x, self.end_margin + self.lift + y, self.face.width, self.face.height
        )

    def back_box(self, index: int) -> SheetBox:
        """Return the box of a face's back, mirrored left to right.

        It is behind the face if the sheet is turned like a page of a book, or folded in the middle.
        """
        box = self.box(index)
        return replace(box, x=self.sheet.width - box.right)

    def turns_back(self, flip: Flip) -> bool:
        """Return whether a printer that flips sheets at this edge needs the page of the back upside down.

        A flip at the vertical edge turns the sheet like a page of a book. A flip at the other edge turns the back
        upside down.
        """
        upright = self.sheet.height >= self.sheet.width
        return (flip == "long-edge") != upright


def fit(
    paper: Size,
    face: Size,
    margin: float | Margins,
    gap: float | Gaps = 0,
    least_gap: float | Gaps = 0,
    asked: tuple[int, int] | None = None,
    turn: bool = True,
    gutter: float | None = None,
) -> Grid:
    """Return the grid with the most faces, and with the largest gaps up to ``gap`` that fit.

    With ``turn``, the paper is turned if more faces fit then. ``asked`` are the columns and rows that a user asks for.
    With ``gutter`` (mm), the faces are in the half of the sheet at the left of the gutter. Raises DoesNotFit if no face
    fits, or if the asked grid does not.
    """

    gap, least, margins = Gaps.of(gap), Gaps.of(least_gap), Margins.of(margin)
    if gutter is not None:
        # Both halves have the same room.
        margins = margins._replace(left=max(margins.left, margins.right), right=max(margins.left, margins.right))

    def room_of(sheet: Size) -> Size:
        room = sheet.less(margins)
        return room if gutter is None else Size((room.width - gutter) / 2, room.height)

    def most_on(sheet: Size) -> tuple[int, int]:
        room = room_of(sheet)
        return _count_fitting(room.width, face.width, least.across), _count_fitting(
            room.height, face.height, least.down
        )

    sheets = (paper, paper.turned()) if turn else (paper,)
    sheet = max(sheets, key=lambda way: prod(most_on(way)))
    columns, rows = most_on(sheet)
    folded = "" if gutter is None else f", folded with a gutter of {gutter:g} mm"
    if columns * rows == 0:
        raise DoesNotFit(
            f"a face of {face} mm does not fit on paper of {paper} mm with margins of "
            f"{margins} mm{folded}; {_fitting(*map(room_of, sheets if gutter else sheets[:1]))}"
        )
    if asked:
        need = Size(_span(asked[0], face.width, least.across), _span(asked[1], face.height, least.down))
        large_enough = [
            way
            for way in sheets
            if need.width <= room_of(way).width + _TOLERANCE_MM and need.height <= room_of(way).height + _TOLERANCE_MM
        ]
        if not large_enough:
            room = room_of(paper)
            raise DoesNotFit(
                f"{asked[0]} x {asked[1]} faces of {face} mm take {need.width:g} x "
                f"{need.height:g} mm, and paper of {paper} mm has {room.width:g} x "
                f"{room.height:g} mm between its margins{folded}; {columns} x {rows} would fit"
            )
        sheet = large_enough[0]
        columns, rows = asked
    room = room_of(sheet)
    largest = Gaps(_largest_gap(room.width, face.width, columns), _largest_gap(room.height, face.height, rows))
    # Gaps that are asked for as one stay one.
    most = Gaps.of(min(largest)) if gap.across == gap.down else largest
    fitting_gap = Gaps(min(gap.across, most.across), min(gap.down, most.down))
    return Grid(sheet, face, columns, rows, fitting_gap, gutter, off_centre=margins.off_centre)


def honeycomb(sheet: Size, face: Size, margins: Margins, gap: float) -> Grid | None:
    """Return the grid of the most hexagons in a honeycomb on a sheet, as it lies; None if none fits.

    ``gap`` is between the sides of two of them.
    """
    room = sheet.less(margins)
    if not is_pointed(face):
        # It is that of the sheet on its side, mirrored.
        turned = honeycomb(sheet.turned(), face.turned(), Margins(*margins[::-1]), gap)
        if turned is None:
            return None
        cells = sorted(((y, x) for x, y in turned.cells), key=lambda cell: (-round(cell[1], 3), cell[0]))
        return replace(turned, sheet=sheet, face=face, off_centre=margins.off_centre, cells=tuple(cells))
    step, up = face.width + gap, face.height * 3 / 4 + gap * 0.75**0.5
    rows = int((room.height - face.height + _TOLERANCE_MM) // up) + 1 if room.height >= face.height else 0
    columns = _count_fitting(room.width, face.width, gap)
    # Whether the rows that stand half a step further to the right have as many.
    as_many = _span(columns, face.width, gap) + step / 2 <= room.width + _TOLERANCE_MM
    cells = [
        (column * step + (row % 2) * step / 2, (rows - 1 - row) * up)
        for row in range(rows)
        for column in range(columns if as_many or row % 2 == 0 else columns - 1)
    ]
    return Grid(sheet, face, columns, rows, Gaps.of(gap), None, 0, margins.off_centre, tuple(cells)) if cells else None


def label_grid(paper: Paper, face: Size) -> Grid:
    """Return the grid of faces on a sheet of labels, each in the middle of one; raises DoesNotFit."""
    labels = paper.labels
    assert labels is not None, "the caller has checked it"
    off_centre = labels.off_centre(paper.size)
    ways = [(paper.size, labels)]
    # The sheet may be turned only if the labels are in its middle: nobody knows which way a printer turns it.
    if max(map(abs, off_centre)) < _NEARLY_MM:
        ways.append((paper.size.turned(), labels.turned()))
    for sheet, way in ways:
        if face.width <= way.size.width + _NEARLY_MM and face.height <= way.size.height + _NEARLY_MM:
            gap = Gaps(way.step.width - face.width, way.step.height - face.height)
            return Grid(sheet, face, way.columns, way.rows, gap, off_centre=way.off_centre(sheet))
    wide, high = face.width - labels.size.width, face.height - labels.size.height
    over = " and ".join(f"{by:.1f} mm too {how}" for by, how in ((wide, "wide"), (high, "high")) if by > _NEARLY_MM)
    raise DoesNotFit(
        f"a face of {face} mm is {over} for the labels, which are {labels.size} mm; choose another --paper, or a "
        "--size that fits"
    )


def _fitting(*rooms: Size) -> str:
    """Return what a message says of faces that do fit; margins may leave no room for any."""
    sizes = " or ".join(f"{room} mm" for room in rooms if min(room.width, room.height) > 0)
    return f"up to {sizes} would" if sizes else "they leave no room between them: make 'margin' or the gutter smaller"


def _count_fitting(room: float, side: float, gap: float) -> int:
    """Return the number of faces that fit in a row of a length, with a gap between them."""
    return max(0, int((room + gap + _TOLERANCE_MM) // (side + gap)))


def _span(count: int, side: float, gap: float) -> float:
    """Return the length of a row of faces with the gaps between them."""
    return count * side + (count - 1) * gap


def _largest_gap(room: float, side: float, count: int) -> float:
    """Return the largest gap between ``count`` faces in a row of a length; infinite for a single face."""
    return max(0.0, (room - count * side) / (count - 1)) if count > 1 else inf


def leaf_grid(paper: Size, face: Size, margin: float) -> Grid:
    """Return the grid of one page of a booklet, on half a sheet in portrait format; raises DoesNotFit."""
    leaf = Size(max(paper.width, paper.height) / 2, min(paper.width, paper.height))
    if min(leaf.width - face.width, leaf.height - face.height) < 2 * margin:
        room = leaf.less(margin)
        raise DoesNotFit(
            f"pages of {face} mm do not fit on half a sheet, {leaf} mm with margins of {margin:g} mm; {_fitting(room)}"
        )
    return Grid(leaf, face, 1, 1, Gaps.of(0))


def spread_grid(paper: Size, face: Size, margin: float) -> Grid:
    """Return the grid of two pages on a side, each in the middle of its half; raises DoesNotFit."""
    leaf = leaf_grid(paper, face, margin).sheet
    return Grid(Size(2 * leaf.width, leaf.height), face, 2, 1, Gaps.of(leaf.width - face.width))


def grids_of(spec: PrintSpec) -> dict[str, Grid]:
    """Return the grids of a product's documents, by the ends of their file names.

    A booklet is also printed page by page. Raises Unusable if the faces do not fit, or an option says nothing to them.
    """
    product, size, face, options = spec.product, spec.sheet, spec.piece.size, spec.options
    if product.is_page and options.skip:
        message = f"{product.name} has whole pages, with no places to leave out; print it without --skip"
        raise unusable("build", message, "skip")
    try:
        if product.booklet:
            margin = max(product.margin)
            return {"": leaf_grid(size, face, margin), BOOKLET: spread_grid(size, face, margin)}
        grid = _grid_of(spec, face)
    except DoesNotFit as fault:
        raise unusable(product.folder / MANIFEST, f"{product.name} on {spec.paper}: {fault}", "grid") from fault
    if options.skip >= grid.count:
        places = f"{grid.count} place{'s' * (grid.count > 1)}"
        message = f"{product.name} on {spec.paper}: a sheet has {places}, and --skip leaves out {options.skip} of them"
        raise unusable("build", f"{message}; skip fewer", "skip")
    return {"": grid}


def _grid_of(spec: PrintSpec, face: Size) -> Grid:
    """Return the grid of pieces of a size; raises DoesNotFit."""
    product, sheet, options = spec.product, spec.sheet, spec.options
    # A sheet that is folded in the middle has a strip there without faces.
    gutter = options.printer.gutter if product.backs == "gutterfold" else None
    if spec.stock.labels:
        useless = [name for name, given in (("--gap", options.gap), ("--grid", options.grid)) if given is not None]
        if product.is_page or useless or gutter is not None:
            what = "has pages" if product.is_page else f"stands where the labels are; leave out {' and '.join(useless)}"
            raise DoesNotFit(what if product.is_page or useless else "labels are not folded; leave out gutterfold")
        return label_grid(spec.stock, face)
    margins, turn = product.margin, not product.is_page
    grid = fit(sheet, face, margins, product.gap, product.least_gap, product.grid, turn, gutter)
    if product.is_page:
        return grid
    if product.outline == "hexagon" and not product.grid and gutter is None:
        # max() takes the first of several grids with the same number of faces: the one with the larger gap.
        gaps = (max(product.gap), max(product.least_gap))
        combs = [honeycomb(way, face, margins, gap) for gap in gaps for way in (sheet, sheet.turned())]
        grid = max((grid, *filter(None, combs)), key=lambda one: one.count)
    return grid.lifted(product.bleed)


# The pages of a booklet on a sheet of paper: two on its front and two on its back.
PAGES = 4

# If the bleed is smaller than this, the text in the margin asks for exact cuts.
_MIN_BLEED_MM = 1.0


# The shared template of the line of text in the margin.
FOOTER = "footer.txt.j2"


class MarginText:
    """The line of text in the margin of sheets, in one language; raises Unusable for a missing or invalid template."""

    def __init__(self, project: Project, translator: Translator, language: str) -> None:
        try:
            self._template = environment(project, translator, SHARED).get_template(FOOTER)
        except TemplateSyntaxError as fault:
            message = f"is not a template: {fault.message}; mend the line"
            raise unusable(fault.filename or FOOTER, message, "templates", fault.lineno) from fault
        except TemplateNotFound as fault:
            raise unusable(FOOTER, f"is missing; add it to templates/{SHARED}", "templates") from fault
        self._translator = translator
        # (version, day of the latest erratum) by edition: every document needs them several times.
        self._versions: dict[str, tuple[str, str | None]] = {}
        self._language = PSEUDO if language == PSEUDO else language_of(translator.language).own_name

    def line(self, products: Sequence[Product], edition: Edition, **of_sheet: object) -> str:
        """Return the line for a sheet with faces of some products (``kinds`` in the template).

        ``of_sheet`` is what the template has of the sheet by these names: its ``number`` of ``many``, its ``side``
        (``front``, ``back`` or empty), its ``paper``, a short digest of its faces (``revision``), and whether it is
        ``tight``, so that the line asks for exact cuts.
        """
        if edition.id not in self._versions:
            latest = next((issue.day.isoformat() for issue in issues_of(edition)), None)
            self._versions[edition.id] = version_of(edition), latest
        version, errata = self._versions[edition.id]
        line = self._template.render(
            of_sheet,
            edition=None if products[0].is_general else edition,
            kinds=products,
            language_name=self._language,
            title=", ".join(self._translator.template(product.name, product.title_in(edition)) for product in products),
            version=version,
            errata=errata,
        )
        # It is set as plain text, not as markup.
        return " ".join(unescape(line).split())


@dataclass(frozen=True)
class PrintedDocument:
    """One document to make: its path, its faces and how they are printed, its grid, titles and margin text."""

    path: Path
    faces: FaceSet
    spec: PrintSpec
    grid: Grid
    title: str
    edition_name: str
    notes: MarginText
    booklet: bool = False

    @property
    def flip(self) -> Flip | None:
        """The edge at which its sheets are flipped; None if they are printed on one side."""
        if self.booklet:
            # A booklet's sheets are in landscape format: flipped at the short edge, they turn like its pages.
            return self.spec.options.printer.flip or "short-edge"
        return self.faces.product.flip

    @property
    def on_labels(self) -> bool:
        """Whether it is printed on a sheet of labels."""
        return self.spec.stock.labels is not None

    def margin_note(self, text: str) -> str:
        """Return the line in the margin of its sheets; empty if that would stand on a label."""
        return "" if self.on_labels and self.grid.end_margin < _TEXT_TOP else text

    @property
    def sides(self) -> int:
        """An estimate of its number of sides of paper: the number of pages of flowing text is not known yet."""
        product = self.faces.product
        faces = sum(side.row.copies for side in self.faces.sides) * max(1, product.pages) + self.spec.options.skip
        return -(-faces // self.grid.count) * (2 if product.flip else 1)

    def only(self, sides: Iterable[Sides], suffix: str = "") -> PrintedDocument:
        """Return the document with some of its sides alone; ``suffix`` is added to the cache folder of its faces."""
        return replace(self, faces=replace(self.faces, sides=tuple(sides), suffix=self.faces.suffix + suffix))

    @cached_property
    def key(self) -> str:
        """Its key in the manifest: the digest of everything that its bytes depend on."""
        faces = self.faces
        options = self.spec.options
        parts = [
            [faces.keys[slot] for slot in faces.slots],
            repr(self.grid),
            [(side.row.slug, side.row.copies) for side in faces.sides],
            # The words of a first and only sheet, and those of one of several.
            [self.note(number, number, side) for number in (1, 2) for side in ("front", "back", "")],
            self.title,
            faces.product.backs,
            self.spec.bleed,
            options.cut_lines,
            repr(self.spec.piece),
            faces.product.outline,
            options.printer.model_dump(),
            options.marks.model_dump() if options.marks else None,
            options.skip,
        ]
        return digest_of(json.dumps(parts), digest_of_code())

    def note(self, number: int, many: int, side: str, others: Sequence[FaceSet] = ()) -> str:
        """Return the line in the margin of one side (``front``, ``back`` or empty) of a sheet.

        ``others`` are further sets with faces on the sheet.
        """
        sets = (self.faces, *others)
        # If the bleed of two faces meets so near to the cut, a cut that is a millimetre off shows the other face.
        near = min(self.spec.bleed, _MIN_BLEED_MM)
        tight = any(0 < gap / 2 < near for gap in self.grid.gap) and not self.faces.product.is_page
        return self.notes.line(
            [faces.product for faces in sets],
            self.faces.edition,
            number=number,
            many=many,
            side=side,
            tight=tight,
            paper=self.spec.paper,
            revision=" + ".join(faces.revision for faces in sets),
        )


@dataclass(frozen=True, slots=True)
class Placement:
    """A face in its box, above its art if it has any; ``bleed`` mm of the art are visible around the box.

    Art that has less bleed is continued by an enlarged copy beneath it; if ``stretched``, the art itself is enlarged.
    Nothing is printed outside of ``clip``, if it is given; ``turned`` prints all of it upside down in its box. Text
    stands within ``outline``, the cut edge of a face that is no rectangle and no circle.
    """

    box: SheetBox
    face: Face
    art: Face | None = None
    bleed: float = 0
    stretched: bool = False
    clip: Outline | None = None
    turned: bool = False
    outline: Outline | None = None


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet of paper: the faces on it and the marks around them; lengths in millimetres.

    ``note`` is the text in the margin; ``ruler`` draws a ruler beside it, and nothing without a text. ``crop`` draws
    crop marks, ``cuts`` the outlines of the faces, ``fold`` a vertical line at that distance from the left, ``crease``
    marks of a fold across the middle. ``turned`` prints the page upside down, ``offset`` moves everything on it to the
    right and upwards. ``trim`` is the trim box of a page with bleed to its edges. ``pieces`` are the boxes of the
    pieces that the faces are parts of, if they are; ``outlines`` are cut, and ``folds`` folded. ``marks`` are those of
    a cutting machine.
    """

    size: Size
    placements: tuple[Placement, ...]
    note: str
    ruler: bool = True
    crop: bool = True
    cuts: str | None = None
    fold: float | None = None
    turned: bool = False
    offset: tuple[float, float] = (0, 0)
    crease: bool = False
    trim: SheetBox | None = None
    pieces: tuple[SheetBox, ...] = ()
    outlines: tuple[Outline, ...] = ()
    folds: tuple[Line, ...] = ()
    marks: Marks | None = None

    @property
    def boxes(self) -> list[SheetBox]:
        """The boxes of what is cut out of the sheet."""
        return list(self.pieces) or [placement.box for placement in self.placements]


# A face and the art beneath it.
Layers = tuple[Face, Face | None]
FrontAndBack = tuple[Layers, Layers | None]


def impose(document: PrintedDocument, cache: FaceCache) -> list[Sheet]:
    """Return the sides of a document's sheets, with its laid-out faces from the cache."""
    faces = DocumentFaces(document, cache)
    pairs = [pair for card in document.faces.sides for pair in faces.pairs(card) for _ in range(card.row.copies)]
    if document.booklet:
        return bind(document, [front for (front, _), _ in pairs])
    return arrange(document, pairs, document.note)


def arrange(
    document: PrintedDocument, pairs: Sequence[FrontAndBack], note: Callable[[int, int, str], str]
) -> list[Sheet]:
    """Return the sides of the sheets of some faces, with the settings of a document.

    Fronts and backs alternate, or are side by side on sheets to fold. ``note`` returns the text in the margin, with the
    arguments of ``PrintedDocument.note``.
    """
    grid = document.grid
    product = document.faces.product
    options = document.spec.options
    piece = document.spec.piece
    flip = product.flip
    folded = grid.gutter is not None
    # The places that are used already come before the faces.
    skipped = options.skip
    many = -(-(skipped + len(pairs)) // grid.count)
    boxes = [grid.box(place) for place in range(grid.count)]
    mirrored = [grid.back_box(place) for place in range(grid.count)]
    # Crop marks show straight edges. Labels are cut already, and a machine needs its own marks alone.
    by_hand = not document.on_labels and options.marks is None
    marked = by_hand and not product.is_page and (piece.cut is None or bool(product.rounded))
    drawn = piece.cut is not None and (options.cut_lines or (by_hand and not marked))
    sheets = []
    for number in range(many):
        first = number * grid.count - skipped
        on_sheet = pairs[max(0, first) : first + grid.count]
        free = slice(max(0, -first), None)
        taken = boxes[free][: len(on_sheet)]
        front = [_front(box, layers, document) for box, (layers, _) in zip(taken, on_sheet, strict=True)]
        behind = mirrored[free][: len(on_sheet)]
        back = [_back(box, back, front, document) for box, (front, back) in zip(behind, on_sheet, strict=True)]
        backs = [placement for placement in back if placement]
        if piece.back is not None:
            # Front and back in turn, as they are read.
            front = [side for pair in zip(front, backs, strict=True) for side in pair]
        sheets.append(
            Sheet(
                grid.sheet,
                (*front, *backs) if folded else tuple(front),
                document.margin_note(note(number + 1, many, "front" if flip else "")),
                # Pages are printed together, so one ruler shows whether the printer kept their size. Pages of which
                # parts are cut out may be printed again one by one, and have a ruler each.
                ruler=not product.is_page or product.to_scale or number == 0,
                crop=marked,
                cuts=product.outline if options.cut_lines and piece.cut is None else None,
                crease=bool(product.fold),
                fold=grid.sheet.width / 2 if folded else None,
                pieces=tuple(taken) if piece.back is not None else (),
                outlines=tuple(piece.cut.moved(box.x, box.y) for box in taken) if piece.cut and drawn else (),
                folds=tuple(_moved(line, box) for box in taken for line in piece.folds),
                marks=options.marks,
            )
        )
        if flip:
            sheets.append(
                Sheet(
                    grid.sheet,
                    tuple(backs),
                    document.margin_note(note(number + 1, many, "back")),
                    ruler=not product.is_page,
                    crop=marked,
                    turned=grid.turns_back(flip),
                    offset=options.printer.offset.distances,
                )
            )
    return sheets


def _front(box: SheetBox, layers: Layers, document: PrintedDocument) -> Placement:
    """Return the front of a card whose piece is in a box."""
    piece, face = document.spec.piece, document.spec.face
    x, y = piece.front
    own = SheetBox(box.x + x, box.y + y, face.width, face.height)
    return _placed(own, layers, document, piece.front_outline, False)


def _back(box: SheetBox, back: Layers | None, front: Layers, document: PrintedDocument) -> Placement | None:
    """Return the back of a card, on its piece or behind it; a piece that is folded has its front again without one."""
    piece, face = document.spec.piece, document.spec.face
    if piece.back is None:
        return _placed(box, back, document, piece.back_outline, False) if back else None
    # The box is mirrored with the sheet, and the piece isn't.
    at = document.grid.sheet.width - box.right
    own = SheetBox(at + piece.back[0], box.y + piece.back[1], face.width, face.height)
    return _placed(own, back or front, document, piece.back_outline, piece.turned)


def _placed(
    box: SheetBox, layers: Layers, document: PrintedDocument, outline: Outline | None, turned: bool
) -> Placement:
    bleed = document.spec.bleed
    if outline is None:
        return Placement(box, *layers, bleed, turned=turned)
    placed = outline.moved(box.x, box.y, document.spec.face if turned else None)
    # Between two faces it ends in the middle of the gap.
    room = min(bleed, min(document.grid.gap) / 2) if document.grid.count > 1 else bleed
    clip = None if document.faces.product.rounded else placed.grown(max(0.0, room))
    return Placement(box, *layers, bleed, clip=clip, turned=turned, outline=placed)


@dataclass(frozen=True)
class CutPlan:
    """What a machine cuts of the sheets with these numbers (from 1): outlines to cut, and lines to fold."""

    sheets: tuple[int, ...]
    size: Size
    outlines: tuple[Outline, ...]
    folds: tuple[Line, ...]

    @property
    def suffix(self) -> str:
        """The end of its file name; ``-cut`` alone, if all sheets are cut alike."""
        return (
            "-cut"
            if not self.sheets
            else f"-cut-sheet-{'-'.join(map(str, sorted({*self.sheets[:1], *self.sheets[-1:]})))}"
        )


def cut_plans(document: PrintedDocument) -> list[CutPlan]:
    """Return what a machine cuts of the sheets of a document of cards, once for sheets that are cut alike."""
    grid, piece, skipped = document.grid, document.spec.piece, document.spec.options.skip
    outline = piece.cut or edge_of(document.faces.product.outline, piece.size)
    cards = skipped + sum(side.row.copies for side in document.faces.sides)
    alike: dict[tuple[int, ...], list[int]] = {}
    for number in range(-(-cards // grid.count)):
        first = number * grid.count
        places = range(max(first, skipped) - first, min(grid.count, cards - first))
        alike.setdefault(tuple(places), []).append(number + 1)
    plans = []
    for taken, numbers in alike.items():
        boxes = [grid.box(place) for place in taken]
        plans.append(
            CutPlan(
                tuple(numbers) if len(alike) > 1 else (),
                grid.sheet,
                tuple(outline.moved(box.x, box.y) for box in boxes),
                tuple(_moved(line, box) for box in boxes for line in piece.folds),
            )
        )
    return plans


def _moved(line: Line, box: SheetBox) -> Line:
    (x1, y1), (x2, y2) = line
    return (x1 + box.x, y1 + box.y), (x2 + box.x, y2 + box.y)


def signature(pages: int) -> list[tuple[int, int]]:
    """Return the pages (from 0) at the left and right of each side of a booklet, front and back in turn.

    ``pages`` is the number of pages; pages with higher numbers are blank, and complete the last sheet.
    """
    whole = -(-pages // PAGES) * PAGES
    sides = []
    for sheet in range(whole // PAGES):
        outer = 2 * sheet
        inner = whole - 1 - 2 * sheet
        sides += [(inner, outer), (outer + 1, inner - 1)]
    return sides


def bind(document: PrintedDocument, pages: Sequence[Face]) -> list[Sheet]:
    """Return the sides of a booklet's sheets, in the order for folding and stapling."""
    grid = document.grid
    sides = signature(len(pages))
    sheets = []
    for number, pair in enumerate(sides):
        back = number % 2 == 1
        placed = [Placement(grid.box(column), pages[page]) for column, page in enumerate(pair) if page < len(pages)]
        sheets.append(
            Sheet(
                grid.sheet,
                tuple(placed),
                document.note(number // 2 + 1, len(sides) // 2, "back" if back else "front"),
                ruler=number == 0,
                crop=False,
                turned=back and grid.turns_back(document.flip or "short-edge"),
                offset=document.spec.options.printer.offset.distances if back else (0, 0),
            )
        )
    return sheets


class DocumentFaces:
    """The laid-out faces of a document, from the cache."""

    def __init__(self, document: PrintedDocument, cache: FaceCache) -> None:
        self._faces = document.faces
        self._cache = cache

    def pairs(self, card: Sides) -> list[FrontAndBack]:
        """Return (front, back) of a card, once for each page of its front."""
        art = self.face(card.art, card.title) if card.art else None
        back_art = self.face(card.back_art, card.title) if card.back_art else None
        back = (self.face(card.back, card.title), back_art) if card.back else None
        return [((front, art), back) for front in self._pages(card.front, card.title)]

    def face(self, slot: str, title: str) -> Face:
        """Return the first page of the face in a slot."""
        return next(self._pages(slot, title))

    def _pages(self, slot: str, title: str) -> Iterator[Face]:
        faces = self._faces
        entry = self._cache.entry(slot, faces.keys[slot])
        assert entry is not None, "it has just been laid out"
        bleed = faces.product.bleed if faces.fragments[slot].art else 0
        for number, page in enumerate(entry.pages, 1):
            name = slot if len(entry.pages) == 1 else f"{slot}-{number}"
            flows = faces.product.flow is not None
            yield Face(name, title, faces.size(slot), self._cache, entry.pack, page, bleed, flows)
