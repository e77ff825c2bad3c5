"""Sheets drawn as pages of a PDF: art, printer's marks, faces and change bars; and pages as pictures.

Marks are crop marks, cut lines, folds, a ruler and a line of text in the margin. Art is drawn beyond the cut edge of
its face as far as the bleed that a sheet asks for. Lengths are millimetres from the sheet's lower left corner.
Functions that draw return operators of a content stream as text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name

from kensei_docs.documents.imposition import CutPlan, Placement, Sheet, SheetBox
from kensei_docs.documents.layout.renderer import png_of_page
from kensei_docs.documents.manifest import Made, Manifest
from kensei_docs.documents.pdf import (
    POINTS,
    About,
    ChangeBar,
    Chapter,
    Face,
    Fonts,
    Forms,
    StructureTree,
    add_links,
    add_outline,
    describe,
    number,
    points,
    reals,
    written,
)
from kensei_docs.documents.products.options import Marks
from kensei_docs.documents.products.outlines import CONTROL, Line, Outline
from kensei_docs.documents.products.product import SAFE_MARGIN, Size
from kensei_docs.files import digest_of

SAFE_ZONE = "safe-zone"
# Text stands so far inside of an outline that is no rectangle, in millimetres, if the kind doesn't say how far.
SAFE_MM = 1.0
# The tolerance for type outside of where it may stand, in millimetres.
_OUTSIDE_MM = 0.01
# The characters of the text outside that a defect quotes.
_QUOTED_CHARACTERS = 30
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9.-]+")


class Part(NamedTuple):
    """A part of a document: its title in the outline, and the number of its sides."""

    title: str
    sides: int


def write_sheets(sheets: Sequence[Sheet], about: About, parts: Sequence[Part] = ()) -> bytes:
    """Return a PDF of the sheets; the same sheets give the same bytes.

    Each of the ``parts``, in the order of the sheets, has an entry in the outline, with the headings of its text below
    it. The names of faces are unique. Raises Unusable if a pack is gone.
    """
    pdf = pikepdf.new()
    for _ in sheets:
        pdf.add_blank_page()
    fonts = Fonts(pdf)
    tree = StructureTree(pdf)
    placements = [placement for sheet in sheets for placement in sheet.placements]
    counts = Counter(face.name for placement in placements for face in (placement.face, placement.art) if face)
    forms = Forms(pdf, fonts, {name for name, count in counts.items() if count > 1})
    chapters: list[Chapter] = []
    pages = iter(zip(sheets, pdf.pages, strict=True))
    for part in parts or (Part("", len(sheets)),):
        of_part = list(islice(pages, part.sides))
        flowing = [
            forms.placed(
                placement.face,
                page.obj,
                (placement.box.x + sheet.offset[0]) * POINTS,
                (placement.box.y + placement.face.size.height + sheet.offset[1]) * POINTS,
            )
            for sheet, page in of_part
            for placement in sheet.placements
            if placement.face.flows
        ]
        add_links(flowing)
        chapters += [Chapter(part.title, page.obj, flowing) for _, page in of_part[:1]]
    for place, sheet in enumerate(sheets):
        _draw_sheet(pdf, place, sheet, forms, fonts, tree)
    fonts.complete()
    tree.complete()
    add_outline(pdf, chapters)
    describe(pdf, about)
    return written(pdf)


def draw_sides(files: Iterable[Path], manifest: Manifest) -> None:
    """Draw each page of the PDFs among some files as a PNG beside it (``markers-a4-1.png``); raises OSError.

    A picture of the PDF as it is now is kept; pictures of pages that the PDF no longer has are deleted. The pictures
    are added to ``manifest`` as what their PDF is there.
    """
    import pypdfium2

    for path in (file for file in files if file.suffix == ".pdf"):
        pictures = (path.with_name(f"{path.stem}-{number}.png") for number in count(1))
        key = digest_of("picture", path.read_bytes())
        with pypdfium2.PdfDocument(path) as pdf:
            for page, picture in zip(pdf, pictures, strict=False):
                if manifest.current(picture, key) is None:
                    manifest.write(key, Made(picture, png_of_page(page)), manifest.subject(path))
        for picture in takewhile(Path.is_file, pictures):
            picture.unlink()
    manifest.save()


class Word(NamedTuple):
    """A word on a page, with its box in millimetres from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def depth_in(self, outline: Outline, height: float) -> float:
        """Return how far it is inside of an outline on its page of a height; less than 0 if some of it is outside."""
        corners = [(x, height - y) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        return min(map(outline.depth, corners))


def words_on(page: Any) -> list[Word]:
    """Return the words on a page of pypdfium2 in the order in which they are drawn."""
    import pypdfium2.raw as pdfium

    text = page.get_textpage()
    height = page.get_height()
    words: list[Word] = []
    continues = False
    for i in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, i))
        if letter.isspace() or not letter.isprintable():
            continues = False
            continue
        left, bottom, right, top = (edge / POINTS for edge in text.get_charbox(i))
        word = Word(letter, left, height / POINTS - top, right, height / POINTS - bottom)
        if continues and _is_beside(word, last := words[-1]):
            edges = (min(last.left, word.left), min(last.top, word.top))
            words[-1] = Word(last.text + letter, *edges, max(last.right, word.right), max(last.bottom, word.bottom))
        else:
            words.append(word)
        continues = True
    return words


@dataclass(frozen=True)
class Outside:
    """Words of a face that are not inside of where they should be, by how much at the most, and where."""

    words: str
    by: float
    where: str = ""

    def said(self, of: str) -> str:
        """Return what is wrong: some of the words, the millimetres, and ``of`` what they stand outside."""
        words = self.words[:_QUOTED_CHARACTERS] + ("…" if len(self.words) > _QUOTED_CHARACTERS else "")
        return f"'{words}' stands {self.by:.2f} mm outside of {of}{self.where and f' at the {self.where}'}"


def words_outside(faces: Mapping[str, tuple[Face, Outline]], safe: float) -> Iterator[tuple[str, Outside]]:
    """Yield (name, words outside) of each face with text that is not ``safe`` millimetres inside of its outline."""
    import pypdfium2

    if not faces:
        return
    sheets = [
        Sheet(face.size, (Placement(SheetBox(0, 0, face.size.width, face.size.height), face),), "", crop=False)
        for face, _ in faces.values()
    ]
    with pypdfium2.PdfDocument(write_sheets(sheets, About("", "", "en", None))) as document:
        for (name, (face, outline)), page in zip(faces.items(), document, strict=True):
            height = face.size.height
            over: dict[str, float] = {}
            for word in words_on(page):
                by = safe - word.depth_in(outline, height)
                if by > _OUTSIDE_MM:
                    over[word.text] = max(by, over.get(word.text, 0))
            if over:
                yield name, Outside(" ".join(over), max(over.values()))


def write_cut_file(plan: CutPlan, title: str) -> bytes:
    """Return an SVG in millimetres with the paths that a machine cuts and folds, each sort in a layer of its own."""
    height = plan.size.height

    def at(point: tuple[float, float]) -> str:
        # The y axis of an SVG leads downwards.
        return f"{number(point[0])} {number(height - point[1])}"

    cuts = []
    for outline in plan.outlines:
        steps = [f"{letter.upper()} {' '.join(map(at, ends))}" for letter, ends in outline.steps]
        cuts.append(f'<path d="{" ".join(steps)} Z"/>')
    folds = [f'<path d="M {at(start)} L {at(end)}"/>' for start, end in plan.folds]
    layers = [("cut", "#ff0000", "", cuts), ("fold", "#0000ff", ' stroke-dasharray="2 1"', folds)]
    drawn = [
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" fill="none" stroke="{colour}" '
        f'stroke-width="0.1"{dashes}>\n' + "\n".join(paths) + "\n</g>"
        for name, colour, dashes, paths in layers
        if paths
    ]
    size = f"{number(plan.size.width)} {number(height)}"
    across, up = size.split()
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{across}mm" height="{up}mm" viewBox="0 0 {size}">\n<title>{escape(title)}</title>'
    )
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *drawn, "</svg>\n"]).encode()


def _is_beside(letter: Word, word: Word) -> bool:
    """Return whether a letter continues a word: it is on the same line, near the end of the word."""
    near = 1 / POINTS
    return (
        word.left - near <= letter.left <= word.right + (letter.bottom - letter.top) + 2 * near
        and letter.bottom >= word.top
        and letter.top <= word.bottom
    )


def _draw_sheet(pdf: pikepdf.Pdf, place: int, sheet: Sheet, forms: Forms, fonts: Fonts, tree: StructureTree) -> None:
    """Draw a sheet on its page, and add its faces to the structure tree."""
    page = pdf.pages[place].obj
    xobjects: dict[str, pikepdf.Object] = {}
    beneath: list[str] = []
    above: list[str] = []
    boxes = [placement.box for placement in sheet.placements]
    for placement in sheet.placements:
        face = placement.face
        form = forms.form(face)
        drawn = f"q {_at(placement, placement.box, '1')} cm {_add_form(xobjects, face, form)} Do Q"
        if placement.clip:
            drawn = f"q {_path(placement.clip)} W n {drawn} Q"
        if elements := forms.structure(face):
            tree.add_form(place, face.title, form, elements)
        else:
            drawn = f"/P <</MCID {tree.add_piece(place, face.title)}>> BDC {drawn} EMC"
        above.append(drawn)
        if placement.art:
            beneath.append(_draw_art(placement, _add_form(xobjects, placement.art, forms.form(placement.art)), boxes))
    marks, used = draw_marks(sheet, fonts)
    bars = [_draw_bar(placement.box, bar) for placement in sheet.placements for bar in placement.face.bars]
    moved = [f"q\n1 0 0 1 {points(*sheet.offset)} cm"]
    content = [
        *(moved if any(sheet.offset) else []),
        *(["/Artifact BMC", *beneath, "EMC"] if beneath else []),
        *("/Artifact BMC", *marks, "EMC"),
        *above,
        *(["/Artifact BMC", *bars, "EMC"] if bars else []),
        *(["Q"] if any(sheet.offset) else []),
    ]
    page.MediaBox = reals(0, 0, sheet.size.width * POINTS, sheet.size.height * POINTS)
    page.Tabs = Name.S
    page.Contents = pdf.make_stream("\n".join(content).encode("ascii"))
    page.Resources = Dictionary(XObject=Dictionary(xobjects), Font=Dictionary(used))
    if sheet.turned:
        page.Rotate = 180
    if trim := sheet.trim:
        page.BleedBox = page.MediaBox
        page.TrimBox = reals(*(edge * POINTS for edge in (trim.x, trim.y, trim.right, trim.top)))


def _add_form(xobjects: dict[str, pikepdf.Object], face: Face, form: pikepdf.Object) -> str:
    """Add a form to a page's resources under a name made of the name of its face, and return the name."""
    name = ("/Bleed-" if face.bleed else "/Face-") + _NOT_IN_NAMES.sub("-", face.name)
    if name in xobjects and xobjects[name].objgen != form.objgen:
        name += f"-{form.objgen[0]}"
    xobjects[name] = form
    return name


def _draw_art(placement: Placement, name: str, boxes: Sequence[SheetBox]) -> str:
    """Return the operators that draw the art beneath a face, clipped where its bleed ends."""
    clip = bled_box(placement, boxes)
    drawn = []
    for box in art_boxes(placement):
        scale = number(box.width / placement.art.size.width) if placement.art else "1"
        drawn.append(f"q {_at(placement, box, scale)} cm {name} Do Q")
    edge = _path(placement.clip) if placement.clip else f"{points(clip.x, clip.y, clip.width, clip.height)} re"
    return f"q {edge} W n {' '.join(drawn)} Q"


def _at(placement: Placement, box: SheetBox, scale: str) -> str:
    """Return the matrix that draws a form in a box of a placement, upside down if that is turned."""
    if not placement.turned:
        return f"{scale} 0 0 {scale} {points(box.x, box.y)}"
    return f"-{scale} 0 0 -{scale} {points(box.right, box.top)}"


def _path(outline: Outline) -> str:
    """Return the operators of a closed path."""
    return " ".join([*(f"{' '.join(points(*at) for at in ends)} {letter}" for letter, ends in outline.steps), "h"])


# The distance of a crop mark from the corner of its face.
OFFSET = 0.8
# The largest length of a crop mark.
LENGTH = 3.5
# A shorter crop mark, between two faces, is left out.
_MIN_MARK = 0.4
# The length of the ruler.
RULER = 20.0
# The distance of the line of text from the edge of the paper, and its least distance in a narrow margin.
_BASELINE = SAFE_MARGIN + 0.15
_MIN_BASELINE = 4.0
# The distance of the line of text from the end of a registration mark.
_FROM_MARK = 5.0
# The height of the line of text.
_TEXT_HEIGHT = 2.0
# The margin that is wide enough for the line of text and whole crop marks.
_WHOLE_MARGIN = 10.0
# The least margin that is wide enough for the ruler.
_RULER_MARGIN = _MIN_BASELINE + _TEXT_HEIGHT + 0.5
# The length of the ruler's label.
_LABEL = 8.0
# The tolerance for rounding errors; a smaller amount of missing bleed is ignored.
_TOLERANCE = 1e-3
# The length of a crease mark, at either side of the sheet.
_CREASE = 4.0
# The width of a change bar.
_BAR_WIDTH = 0.6
# A fold line: the lengths of dashes and gaps, in points.
_DASHES = "[5 3] 0 d"
# The width of hairlines, in points.
_HAIR = 0.25
# The grey of the line of text: 0 is black, 1 is white.
_GREY = 0.45
# The width of the white line below a crop mark, in points.
_HALO = 1.5
# The type of the line of text, and its size in points.
_MARGIN_TYPE = "SourceSansPro-Regular"
_MARGIN_SIZE = 7.0


@dataclass(frozen=True)
class Margin:
    """The place of the ruler and the line of text: in the lower margin, or ``upward`` in the left margin."""

    x: float
    y: float
    length: float
    upward: bool

    @property
    def box(self) -> SheetBox:
        """The box of the line."""
        if self.upward:
            return SheetBox(self.x - _TEXT_HEIGHT, self.y, _TEXT_HEIGHT + 0.5, self.length)
        return SheetBox(self.x, self.y - 0.5, self.length, _TEXT_HEIGHT + 0.5)


@lru_cache(maxsize=8)
def crop_marks(faces: tuple[SheetBox, ...], clear: tuple[SheetBox, ...] = ()) -> Sequence[Line]:
    """Return lines that continue the edges of faces outwards, and touch no face and no box of ``clear``."""
    others = [*faces, *clear]
    lines: dict[Line, None] = {}
    for box in faces:
        rays = [(x, box.top, 0, 1) for x in (box.x, box.right)]
        rays += [(x, box.y, 0, -1) for x in (box.x, box.right)]
        rays += [(box.right, y, 1, 0) for y in (box.y, box.top)]
        rays += [(box.x, y, -1, 0) for y in (box.y, box.top)]
        for x, y, right, up in rays:
            end = min(OFFSET + LENGTH, _free_length(others, x, y, right, up) - OFFSET)
            if end - OFFSET >= _MIN_MARK:
                a, b = sorted((round(x + right * d, 3), round(y + up * d, 3)) for d in (OFFSET, end))
                lines[a, b] = None
    return tuple(lines)


def _free_length(faces: Sequence[SheetBox], x: float, y: float, right: int, up: int) -> float:
    """Return the length of a ray until it meets a face or runs along its edge; infinite if it meets none."""
    room = float("inf")
    for face in faces:
        if up:
            meets = face.x - _TOLERANCE <= x <= face.right + _TOLERANCE
            near, far = sorted((up * (face.y - y), up * (face.top - y)))
        else:
            meets = face.y - _TOLERANCE <= y <= face.top + _TOLERANCE
            near, far = sorted((right * (face.x - x), right * (face.right - x)))
        if meets and far > _TOLERANCE:
            room = min(room, near)
    return room


def _cut_lines(boxes: Iterable[SheetBox]) -> list[Line]:
    """Return the edges of faces; an edge that two faces share is returned once."""
    lines: dict[Line, None] = {}
    for box in boxes:
        x, right, y, top = (round(v, 3) for v in (box.x, box.right, box.y, box.top))
        for line in (((x, y), (x, top)), ((right, y), (right, top)), ((x, y), (right, y)), ((x, top), (right, top))):
            lines[line] = None
    return list(lines)


def _crease_marks(sheet: Size) -> list[Line]:
    """Return the marks in the margins of a sheet that is folded across its middle."""
    height = sheet.height / 2
    return [((x, height), (x + _CREASE, height)) for x in (SAFE_MARGIN, sheet.width - SAFE_MARGIN - _CREASE)]


def margins_of(sheet: Size, faces: Iterable[SheetBox]) -> tuple[Margin, Margin | None]:
    """Return the margin of the line of text, and the other one, for the ruler if the line leaves no room for it.

    The line is in the lower margin, or in the left one if that is wider. The other margin is None if it is too narrow.
    """
    boxes = list(faces)
    below = min(box.y for box in boxes)
    left = min(box.x for box in boxes)
    # If all faces are at the right, as on the back of a sheet that isn't full, the left margin of the line is the right
    # margin of the faces.
    start = max(min(left, *(sheet.width - box.right for box in boxes)), _BASELINE)
    lower = Margin(start, _from_edge(below), sheet.width - 2 * start, False)
    # Upward text has its baseline at the right, and begins above the crop marks of the first corner.
    start = max(below, _BASELINE) + _TEXT_HEIGHT
    upward = Margin(_from_edge(left) + _TEXT_HEIGHT - 0.5, start, sheet.height - 2 * start, True)
    if below >= _WHOLE_MARGIN or below >= left:
        return lower, replace(upward, length=RULER + _LABEL) if left >= _RULER_MARGIN else None
    beside = replace(lower, x=max(left, _BASELINE), length=RULER + _LABEL)
    return upward, beside if below >= _RULER_MARGIN else None


def _from_edge(margin: float) -> float:
    """Return the distance of the line from the edge of the paper, which leaves space for crop marks."""
    return min(_BASELINE, max(_MIN_BASELINE, margin - _TEXT_HEIGHT - 2 * OFFSET - 1))


def ruler(margin: Margin) -> list[Line]:
    """Return the lines of a ruler of 20 mm with ticks, to compare a print with a real ruler."""
    height = 1.6

    def at(along: float, across: float) -> tuple[float, float]:
        if margin.upward:
            return margin.x - across, margin.y + along
        return margin.x + along, margin.y + across

    return [
        (at(0, height / 2), at(RULER, height / 2)),
        (at(0, 0), at(0, height)),
        (at(RULER / 2, height / 4), at(RULER / 2, height * 3 / 4)),
        (at(RULER, 0), at(RULER, height)),
    ]


def draw_marks(sheet: Sheet, fonts: Fonts) -> tuple[list[str], dict[str, pikepdf.Object]]:
    """Return the operators that draw the marks of a sheet, and the fonts that they use by resource name."""
    boxes = sheet.boxes
    halo: list[str] = []
    drawn: list[str] = []
    used: dict[str, pikepdf.Object] = {}
    lines: list[Line] = []
    clear: tuple[SheetBox, ...] = ()
    above_text = SAFE_MARGIN
    if sheet.note and boxes:
        margin, other = margins_of(sheet.size, boxes)
        if sheet.marks:
            # Nothing stands beside a mark.
            start = sheet.marks.inset + sheet.marks.length + _FROM_MARK
            margin = Margin(start, _BASELINE, sheet.size.width - 2 * start, False)
            other = None
        text, used["/Margin"], measured = _draw_note(sheet.note, margin, other, sheet.ruler, fonts)
        clear = (margin.box, *([measured.box] if measured and measured != margin else ()))
        lines += ruler(measured) if measured else []
        above_text = SAFE_MARGIN if margin.upward else max(SAFE_MARGIN, margin.y + _TEXT_HEIGHT)
        drawn.append(text)
    if sheet.crop:
        marks = crop_marks(tuple(boxes), clear)
        # A mark between two faces is on their bleed: a white line below it makes it visible on dark art.
        halo.append(_draw_hairlines(marks, _HALO, 1))
        lines += marks
    if sheet.cuts == "round":
        drawn += [_draw_circle(box) for box in boxes]
    elif sheet.cuts:
        lines += _cut_lines(boxes)
    # A white line below makes them visible on dark art.
    paths = [_path(outline) for outline in sheet.outlines]
    drawn += [f"q {width} w {grey} G {path} S Q" for width, grey in ((_HALO, 1), (_HAIR, 0)) for path in paths]
    if sheet.marks:
        drawn.append(_draw_registration(sheet.size, sheet.marks))
    folds = [*sheet.folds, *(_crease_marks(sheet.size) if sheet.crease else [])]
    if sheet.fold is not None:
        folds.append(((sheet.fold, above_text), (sheet.fold, sheet.size.height - SAFE_MARGIN)))
    if sheet.folds:
        halo.append(_draw_hairlines(sheet.folds, _HALO, 1))
    if folds:
        drawn.append(f"q {_DASHES}\n{_draw_hairlines(folds)}\nQ")
    return [*halo, _draw_hairlines(lines), *drawn], used


def _draw_bar(face: SheetBox, bar: ChangeBar) -> str:
    """Return the operators that draw a black bar; it has a white rim because it may be on the bleed of a face."""
    place = points(face.x + bar.left - _BAR_WIDTH, face.top - bar.bottom, _BAR_WIDTH, bar.bottom - bar.top)
    return f"q 1 G 0 g 1 w {place} re B Q"


def _draw_hairlines(lines: Sequence[Line], width: float = _HAIR, grey: int = 0) -> str:
    """Return the operators that draw lines of a width (in points) and a grey (0 is black, 1 is white)."""
    drawn = [f"{points(*start)} m {points(*end)} l S" for start, end in lines]
    return "\n".join([f"q {number(width)} w {grey} G", *drawn, "Q"])


def _draw_circle(box: SheetBox) -> str:
    """Return the operators that draw the circle in a box, in four curves."""
    radius = box.width / 2

    def at(*places: tuple[float, float]) -> str:
        """Return places around the circle of radius 1 as operands."""
        return " ".join(points(box.x + radius + x * radius, box.y + radius + y * radius) for x, y in places)

    curves = [f"{at((1, 0))} m"]
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        c, d = -b, a
        curves.append(f"{at((a + c * CONTROL, b + d * CONTROL), (c + a * CONTROL, d + b * CONTROL), (c, d))} c")
    return f"q {_HAIR} w 0 G {' '.join(curves)} s Q"


def _draw_note(
    text: str, margin: Margin, other: Margin | None, with_ruler: bool, fonts: Fonts
) -> tuple[str, pikepdf.Object, Margin | None]:
    """Return (operators that set the label of the ruler and the line of text, font, margin of the ruler or None).

    If the line is too long for a place beside the ruler, the ruler is in the ``other`` margin; without that margin
    there is no ruler. A line that is longer than its margin is set in smaller type.
    """
    gap = 2.5
    font, label, label_width = fonts.encode(f"{RULER:g} mm", _MARGIN_TYPE)
    _, words, width = fonts.encode(text, _MARGIN_TYPE)
    # Millimetres from the start of the ruler to the line of text.
    after = RULER + 1 + label_width * _MARGIN_SIZE / POINTS + gap if with_ruler else 0
    needed = width * _MARGIN_SIZE / POINTS
    together = after + needed <= margin.length
    measured = (margin if together else other) if with_ruler else None
    size = _MARGIN_SIZE if together else _MARGIN_SIZE * min(1, margin.length / needed)
    pieces = [_draw_words(words, margin, after if together else 0, size)]
    if measured:
        pieces.append(_draw_words(label, measured, RULER + 1, _MARGIN_SIZE))
    return f"BT {_GREY} g " + " ".join(pieces) + " ET", font, measured


def _draw_registration(size: Size, marks: Marks) -> str:
    """Return the operators that draw the marks of a cutting machine: a square, and two corners of lines."""
    inset, line, length = marks.inset, marks.line, marks.length
    right, top = size.width - inset, size.height - inset
    boxes = [
        (inset, top - marks.square, marks.square, marks.square),
        (right - length, top - line, length, line),
        (right - line, top - length, line, length),
        (inset, inset, length, line),
        (inset, inset, line, length),
    ]
    return f"q 0 g {' '.join(f'{points(*box)} re' for box in boxes)} f Q"


def _draw_words(glyphs: bytes, margin: Margin, along: float, size: float) -> str:
    x, y = (margin.x, margin.y + along) if margin.upward else (margin.x + along, margin.y)
    turn = "0 1 -1 0" if margin.upward else "1 0 0 1"
    return f"/Margin {number(size)} Tf {turn} {points(x, y)} Tm <{glyphs.hex()}> Tj"


def bled_box(placement: Placement, boxes: Sequence[SheetBox]) -> SheetBox:
    """Return the visible box of a placement's art: its own box with the bleed.

    The bleed ends halfway to the next of the ``boxes`` on the sheet.
    """
    box = placement.box
    return box.grown(*(min(placement.bleed, gap / 2) for gap in _gaps(box, boxes)))


def art_boxes(placement: Placement) -> list[SheetBox]:
    """Return the boxes in which a placement's art is drawn, the lowest first.

    If the art has less bleed than the placement, an enlarged copy of it is drawn beneath; if the placement is
    ``stretched``, the art itself is enlarged.
    """
    assert placement.art is not None, "the caller has checked it"
    bleed_of_art = placement.art.bleed
    art = placement.box.grown(bleed_of_art, bleed_of_art, bleed_of_art, bleed_of_art)
    missing = placement.bleed - bleed_of_art
    if 2 * missing <= _TOLERANCE:
        return [art]
    factor = max(1 + 2 * missing / art.width, 1 + 2 * missing / art.height)
    x = art.width * (factor - 1) / 2
    y = art.height * (factor - 1) / 2
    larger = art.grown(x, y, x, y)
    return [larger] if placement.stretched else [larger, art]


def _gaps(box: SheetBox, boxes: Sequence[SheetBox]) -> tuple[float, float, float, float]:
    """Return the distances to the next faces at the left, below, at the right and above; infinite without a face."""
    in_row = [b for b in boxes if b.y < box.top and b.top > box.y]
    in_column = [b for b in boxes if b.x < box.right and b.right > box.x]
    none = float("inf")
    return (
        min((box.x - b.right for b in in_row if b.x < box.x), default=none),
        min((box.y - b.top for b in in_column if b.y < box.y), default=none),
        min((b.x - box.right for b in in_row if b.x > box.x), default=none),
        min((b.y - box.top for b in in_column if b.y > box.y), default=none),
    )
