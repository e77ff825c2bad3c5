"""Lays out faces together in one PDF, a pack: each on its own page, in type that is small enough for its text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from logging import LogRecord
from typing import Any

from kensei_docs.documents.layout.columns import (
    FilledColumns,
    FilledPage,
    fill_columns,
    pages_to_measure,
    with_high_blocks_divided,
)
from kensei_docs.documents.layout.legibility import Art, defects_by_page
from kensei_docs.documents.layout.placed_boxes import PlacedBox, placed_boxes
from kensei_docs.documents.layout.rasters import USUAL_DPI, Painting, defects_of_pictures
from kensei_docs.documents.layout.renderer import Element, StyleSheet, elements_of_pages, renderer, write_pdf
from kensei_docs.documents.layout.style_findings import (
    defects_of_records,
    empty_elements,
    fallbacks,
    faults_of_drawings,
    is_in,
    is_of_drawings,
    missing_families,
    missing_in_pictures,
    missing_styles,
)
from kensei_docs.documents.layout.text_fitting import (
    FACE_FIELD,
    Defect,
    Overrun,
    glyph_defects,
    lines_in,
    overflow_defects,
    overruns,
    reduce_type,
)
from kensei_docs.documents.markup.pictures import Picture
from kensei_docs.documents.markup.templates import without_stamp
from kensei_docs.documents.markup.typefaces import missing_glyphs, named_in
from kensei_docs.documents.products.product import PAGE_FIELD, PIXEL, POINT, Columns, Fitting, Size
from kensei_docs.files import digest_of
from kensei_docs.problems import Place

# The height of a page as a multiple of the height of its face: text that runs over is then below the face, where it is
# measured, and not on another page.
_PAGE_HEIGHT_FACTOR = 4

# A page's size, the style of its content, and its markup.
_Article = tuple[Size, str, str]
# Lays out a document with one page for each article.
_Render = Callable[[Sequence[_Article]], Any]

# Printed in place of a character that no typeface has: a box.
NO_GLYPH = "\u2610"

_NOWHERE = Place("templates")


@dataclass(frozen=True)
class FaceMarkup:
    """A face to lay out: its slot, markup and words, and two sizes in millimetres.

    ``size`` is the size of its page, with the bleed for art; ``design`` the size for which the markup is written. A
    smaller design is enlarged: ``art`` until it covers the page, any other face until it fits into it. With
    ``columns``, the markup consists of blocks, which fill as many pages as they need. ``place`` is that of its
    templates, for a face that can't be laid out. ``arts`` are printed beneath it, each beneath some of its copies.
    ``pictures`` are those whose addresses its markup has.
    """

    slot: str
    html: str
    words: str
    size: Size
    design: Size
    columns: Columns | None = None
    art: bool = False
    place: Place = _NOWHERE
    arts: tuple[FaceMarkup, ...] = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def scale(self) -> float:
        """The factor by which the design is enlarged."""
        ratios = (self.size.width / self.design.width, self.size.height / self.design.height)
        return max(ratios) if self.art else min(ratios)

    @property
    def corner(self) -> tuple[float, float]:
        """Millimetres from the left and upper edge of the page to the design, which is centred."""
        enlarged = self.design.times(self.scale)
        return (self.size.width - enlarged.width) / 2, (self.size.height - enlarged.height) / 2


@dataclass(frozen=True)
class Style:
    """The common settings of the faces of a kind: style sheet, language, and the sizes of type of fields.

    ``pictures`` are those that the style sheet names; they have at most ``dpi`` dots per inch, and their inks, if they
    are in CMYK and the style ``keeps_cmyk``.
    ``families`` are the names of the project's own families of type, for what is said of one that isn't there.
    """

    css: str
    language: str
    fit: dict[str, Fitting]
    pictures: tuple[Picture, ...] = ()
    dpi: float = USUAL_DPI
    families: tuple[str, ...] = ()
    keeps_cmyk: bool = False


@dataclass(frozen=True)
class LaidOutFace:
    """The slot of a face, the numbers of its pages in the pack (from 0), and its defects.

    ``contents`` has a digest of each page: of its markup without the stamp, running head and page numbers.
    """

    slot: str
    pages: tuple[int, ...]
    defects: tuple[Defect, ...]
    contents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pack:
    """A PDF of laid-out faces as WeasyPrint wrote it, with the structure elements of its pages; and its faces."""

    pdf: bytes
    structure: Sequence[Sequence[Element]]
    faces: tuple[LaidOutFace, ...]


@dataclass
class _Attempt:
    """A face while it is laid out again and again: its markup, its sizes of type, and what the last trial gave.

    That are its pages, with the digests of their contents, and what runs over.
    """

    face: FaceMarkup
    html: str
    sizes: dict[str, float]
    pages: Sequence[Any] = ()
    contents: tuple[str, ...] = ()
    over: tuple[Overrun, ...] = ()

    def needs_another(self, fit: Mapping[str, Fitting]) -> bool:
        """Measure what runs over, and make type smaller; return whether another trial is needed."""
        self.over = _overruns_of(self.face, self.pages)
        return reduce_type(self.sizes, self.over, fit)


def lay_out(faces: Sequence[FaceMarkup], style: Style) -> Pack:
    """Return one or more faces laid out in one PDF; the type of a face is made smaller if its text runs over.

    Raises Unusable if system libraries that the
    renderer needs are missing.
    """
    engine = renderer()
    engine.records.clear()
    shown = [*style.pictures, *(one for face in faces for part in (face, *face.arts) for one in part.pictures)]
    pictures = {picture.address: picture for picture in shown}
    engine.give(shown, Painting(style.dpi, style.keeps_cmyk))
    typefaces = named_in(style.css)
    missing = {face.slot: missing_glyphs(face.words, typefaces) for face in faces}
    sheet = engine.style_sheet(style.css)

    def render(articles: Sequence[_Article]) -> Any:
        return engine.lay_out(_document(articles, style.language), sheet)

    largest = {field: fitting.size for field, fitting in style.fit.items()}
    attempts = [
        _Attempt(face, face.html.translate(dict.fromkeys(map(ord, missing[face.slot]), NO_GLYPH)), dict(largest))
        for face in faces
    ]
    document, waiting = None, attempts
    while waiting:
        document = _lay_out_once(render, waiting, style.fit)
        waiting = [attempt for attempt in waiting if attempt.needs_another(style.fit)]
    assert document is not None, "there is at least one face"
    numbers = count()
    drawn = {attempt.face.slot: tuple(next(numbers) for _ in attempt.pages) for attempt in attempts}
    pages = [page for attempt in attempts for page in attempt.pages]
    fields_over = [{overrun.field for overrun in attempt.over} for attempt in attempts for _ in attempt.pages]
    pdf, marked, painted = write_pdf(document, pages)
    of_pictures = [[*defects_of_pictures(one, pictures, engine.painting)] for one in painted]
    beneath = _art_beneath(faces, drawn, pdf, largest, render)
    of_text = defects_by_page(pdf, [page._page_box for page in pages], marked, fields_over, beneath)
    of_style = _style_defects(attempts, style, sheet, engine.records)
    done = []
    for attempt in attempts:
        slot = attempt.face.slot
        defects = (
            *overflow_defects(attempt.over, style.fit),
            *(one for n in drawn[slot] for one in dict.fromkeys(of_text[n])),
            *dict.fromkeys(one for n in drawn[slot] for one in of_pictures[n]),
            *glyph_defects(missing[slot]),
            *fallbacks((page._page_box for page in attempt.pages), style.css, typefaces, attempt.face.words),
            *of_style[slot],
        )
        done.append(LaidOutFace(slot, drawn[slot], defects, attempt.contents))
    return Pack(pdf, elements_of_pages(pdf), tuple(done))


def boxes_of(face: FaceMarkup, style: Style, names: Collection[str]) -> list[PlacedBox]:
    """Return where the named elements of a face without columns are, once its text fits as ``lay_out`` has it fit.

    Raises Unusable if system libraries that the renderer needs are missing.
    """
    engine = renderer()
    sheet = engine.style_sheet(style.css)
    missing = dict.fromkeys(map(ord, missing_glyphs(face.words, named_in(style.css))), NO_GLYPH)
    sizes = {field: fitting.size for field, fitting in style.fit.items()}
    attempt = _Attempt(face, face.html.translate(missing), sizes)
    while True:
        _lay_out_once(lambda articles: engine.lay_out(_document(articles, style.language), sheet), [attempt], style.fit)
        if not attempt.needs_another(style.fit):
            return placed_boxes(attempt.pages[0]._page_box, *face.corner, names)


def _art_beneath(
    faces: Sequence[FaceMarkup],
    drawn: Mapping[str, tuple[int, ...]],
    pdf: bytes,
    sizes: dict[str, float],
    render: _Render,
) -> dict[int, list[Art]]:
    """Return what is printed beneath the pages of a pack, by their numbers; art that is not in the pack is laid out."""
    found = {slot: (pdf, numbers[0]) for slot, numbers in drawn.items()}
    missing = {art.slot: art for face in faces for art in face.arts if art.slot not in found}
    if missing:
        document = render([_article(art, art.html, sizes) for art in missing.values()])
        if len(document.pages) == len(missing):
            others = document.write_pdf(uncompressed_pdf=True)
            found |= {slot: (others, number) for number, slot in enumerate(missing)}
    beneath: dict[int, list[Art]] = {}
    for face in faces:
        for art in face.arts:
            if art.slot in found:
                left, top = (
                    (own - of_art) / 2 / POINT
                    for own, of_art in ((art.size.width, face.size.width), (art.size.height, face.size.height))
                )
                for page in drawn[face.slot]:
                    beneath.setdefault(page, []).append(Art(*found[art.slot], left, top))
    return beneath


def _style_defects(
    attempts: Sequence[_Attempt], style: Style, sheet: StyleSheet, records: Iterable[LogRecord]
) -> dict[str, list[Defect]]:
    """Return what the renderer said of the style sheet and the markup of faces, by slot.

    A defect of the style sheet belongs to all faces, one of the markup to those in which its text stands.
    """
    css = style.css
    markup = {attempt.face.slot: attempt.face.html for attempt in attempts}
    of_all = defects_of_records(sheet.records, css, of_sheet=True)
    found: dict[str, list[Defect]] = {slot: list(of_all) for slot in markup}
    for defect in defects_of_records(records, css):
        if not is_of_drawings(defect, markup.values()):
            slots = [slot for slot, html in markup.items() if is_in(defect, html)]
            for slot in slots or markup:
                found[slot].append(defect)
    for attempt in attempts:
        html = attempt.face.html
        boxes = [page._page_box for page in attempt.pages]
        found[attempt.face.slot] += (
            *missing_families(boxes, html, css, style.families),
            *missing_styles(boxes, css),
            *empty_elements(html),
            *faults_of_drawings(html),
            *missing_in_pictures(attempt.face.pictures, css),
        )
    return found


def _lay_out_once(render: _Render, attempts: Sequence[_Attempt], fit: dict[str, Fitting]) -> Any:
    """Lay out some faces together, in their sizes of type; return the document."""
    articles: list[list[_Article]] = []
    for attempt in attempts:
        face, sizes = attempt.face, attempt.sizes
        filled = _markup_of_pages(render, face, attempt.html, sizes, fit)
        variables = _variables(face.design, sizes)
        attempt.contents = tuple(digest_of(variables, page.content)[:16] for page in filled)
        articles.append([_article(face, page.html, sizes) for page in filled])
    document = render([part for parts in articles for part in parts])
    pages = iter(document.pages)
    are_whole = len(document.pages) == sum(map(len, articles))
    for attempt, parts in zip(attempts, articles, strict=True):
        # If a face broke over several pages, each face is laid out alone, to know its pages.
        attempt.pages = [next(pages) for _ in parts] if are_whole else render(parts).pages
    return document


def _markup_of_pages(
    render: _Render, face: FaceMarkup, html: str, sizes: dict[str, float], fit: dict[str, Fitting]
) -> list[FilledPage]:
    """Return the markup of each page of a face; reduce its ``sizes`` of type if columns take too many pages.

    The size is then the largest that fits. If not even the smallest size fits, and the kind may have more pages, the
    face gets the number of pages that the smallest size needs, and the largest size that fits into these.
    """
    columns = face.columns
    if columns is None:
        return [FilledPage(html, without_stamp(html))]

    def measure(markup: str, columns: Columns) -> list[Any]:
        parts = [(size, _variables(size, sizes), part) for part, size in pages_to_measure(markup, face.size, columns)]
        pages: list[Any] = render(parts).pages
        return pages

    def fill(columns: Columns, points: float | None = None) -> FilledColumns:
        if points is not None:
            sizes[PAGE_FIELD] = points
        measured = measure(html, columns)
        markup = with_high_blocks_divided(html, face.size, columns, measured)
        if markup != html:
            measured = measure(markup, columns)
        return fill_columns(markup, face.size, columns, measured)

    filled = fill(columns)
    largest = sizes.get(PAGE_FIELD)
    while PAGE_FIELD in fit and filled.too_many:
        # The size is one of these. A trial lays out all text, so the first trial is the size in which it should fit.
        smaller = fit[PAGE_FIELD].all_below(sizes[PAGE_FIELD])
        tried: dict[int, FilledColumns] = {}
        low, high = 0, len(smaller) - 1
        while low < high:
            expected = sizes[PAGE_FIELD] / filled.needed**0.5
            guess = sum(size > expected for size in smaller[low : high - 1]) + low
            filled = tried[guess] = fill(columns, smaller[guess])
            low, high = (guess + 1, high) if filled.too_many else (low, guess)
        if smaller:
            filled = tried.get(low) or fill(columns, smaller[low])
            sizes[PAGE_FIELD] = smaller[low]
        if not (smaller and filled.too_many and columns.more):
            break
        columns = replace(columns, pages=len(filled.pages))
        filled = fill(columns, largest)
    return [replace(page, content=without_stamp(page.content)) for page in filled.pages]


def _overruns_of(face: FaceMarkup, pages: Sequence[Any]) -> tuple[Overrun, ...]:
    """Return the overruns of a face on its laid-out pages, with one for pages that are too many."""
    over = [overrun for page in pages for overrun in overruns(page._page_box, *face.corner, face.design)]
    most = (face.columns.most or len(pages)) if face.columns else 1
    # Text that runs out of a page with columns gets smaller type, like text that takes too many pages.
    field = PAGE_FIELD if face.columns else FACE_FIELD
    over = [replace(overrun, field=field) if overrun.field == FACE_FIELD else overrun for overrun in over]
    if len(pages) > most:
        # From the top of each page to the end of its text.
        lines = (lines_in(page._page_box) for page in pages[most:])
        height = sum(max((float(one.position_y + one.height) for one in own), default=0.0) * PIXEL for own in lines)
        over = [overrun for overrun in over if overrun.field != field]
        over.append(Overrun(field, height, len(pages) / most, len(pages) - most))
    return tuple(over)


def _article(face: FaceMarkup, html: str, sizes: dict[str, float]) -> _Article:
    """Return a page with a face in a box of the size of its design."""
    left, top = face.corner
    enlarged = f"transform: scale({face.scale:.6g}); transform-origin: 0 0; " if face.scale != 1 else ""
    box = (
        f'<div style="position: absolute; left: {left:.6g}mm; top: {top:.6g}mm; '
        f"width: {face.design.width}mm; height: {face.design.height}mm; {enlarged}"
        f'{_variables(face.design, sizes)}">{html}</div>'
    )
    return face.size, "height: 0; position: relative", box


def _variables(size: Size, sizes: dict[str, float]) -> str:
    """Return the variables for style sheets: the size of the face, and the size of type of each field."""
    return f"--face-width: {size.width}mm; --face-height: {size.height}mm; " + "".join(
        f"--{field}: {points:g}pt; " for field, points in sizes.items()
    )


def _document(articles: Sequence[_Article], language: str) -> str:
    """Return an HTML document with one page for each article."""
    rules: dict[str, str] = {}
    parts: list[str] = []
    for size, css, html in articles:
        name = f"p{size.width:g}x{size.height:g}".replace(".", "_")
        rules[name] = f"@page {name} {{ size: {size.width}mm {_PAGE_HEIGHT_FACTOR * size.height}mm; margin: 0 }}"
        parts.append(f'<article style="page: {name}; {css}">{html}</article>')
    return (
        f'<html lang="{language}"><head><style>{" ".join(rules.values())} '
        "html, body { margin: 0 } article { break-before: page }"
        f"</style></head><body>{''.join(parts)}</body></html>"
    )
