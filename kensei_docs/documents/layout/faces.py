"""Faces laid out together in one PDF, a pack: each on its page, with type small enough for its text to fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from kensei_docs.documents.kinds.paper import Columns, Fitting, Size
from kensei_docs.documents.layout.columns import FilledColumns, FilledPage, fill_columns, pages_to_measure
from kensei_docs.documents.layout.defects import (
    FACE_FIELD,
    PAGE_FIELD,
    PIXEL,
    Defect,
    Overrun,
    glyph_defects,
    lines_in,
    lines_of_field,
    overflow_defects,
    overruns,
)
from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.layout.structure_elements import Element, elements_of_pages
from kensei_docs.documents.layout.type_sizes import TypeSizes
from kensei_docs.documents.markup.templates import without_stamp
from kensei_docs.documents.markup.typefaces import missing_glyphs, named_in
from kensei_docs.files import digest_of

# A page is this many times as high as its face, so that text that runs over stands below the face, where it is
# measured, and does not break onto another page.
_PAGE_HEIGHT = 4

# A page's size, the style of its content, and its markup.
_Article = tuple[Size, str, str]
# Lays out a document of one page an article.
_Render = Callable[[Sequence[_Article]], Any]

# The number of a page that is not laid out, as it equals one that is.
NOT_LAID_OUT = -1

# Printed in place of a character that no typeface has: a box.
_NO_GLYPH = "\u2610"


@dataclass(frozen=True)
class FaceMarkup:
    """A face to lay out: its slot, markup and words, the size of its page (with the bleed, for art) and the
    ``design``, the size that the markup is written for, both in millimetres.

    A design that is smaller than the page is enlarged: ``art`` until it covers the page, anything else as far
    as it fits. With ``columns``, the markup is blocks that fill as many pages as they need. ``known`` are the
    ``contents`` of the pages of another face: of as many pages, those that equal its pages are not laid out, but for
    those beside one that differs.
    """

    slot: str
    html: str
    words: str
    size: Size
    design: Size
    columns: Columns | None = None
    art: bool = False
    known: tuple[str, ...] = ()

    @property
    def scale(self) -> float:
        """The factor by which the design is enlarged."""
        ratios = self.size.width / self.design.width, self.size.height / self.design.height
        return max(ratios) if self.art else min(ratios)

    @property
    def corner(self) -> tuple[float, float]:
        """Millimetres from the left and upper edge of the page to the design, which is centred."""
        enlarged = self.design.times(self.scale)
        return (self.size.width - enlarged.width) / 2, (self.size.height - enlarged.height) / 2


@dataclass(frozen=True)
class Style:
    """What the faces of a kind have in common: style sheet, language, and how the text of fields is fitted."""

    css: str
    language: str
    fit: dict[str, Fitting]


@dataclass(frozen=True)
class LaidOutFace:
    """The slot of a face, its pages in the pack (from 0, or ``NOT_LAID_OUT``), and what is wrong with it.

    ``contents`` has a digest of each page: of its markup without the stamp, running head and numbers of pages.
    """

    slot: str
    pages: tuple[int, ...]
    defects: tuple[Defect, ...]
    contents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pack:
    """A PDF of laid-out faces as WeasyPrint wrote it, with the structure elements of its pages; its faces, and
    WeasyPrint's warnings about the style."""

    pdf: bytes
    structure: Sequence[Sequence[Element]]
    faces: tuple[LaidOutFace, ...]
    warnings: tuple[str, ...]


def lay_out(faces: Sequence[FaceMarkup], style: Style, folder: Path) -> Pack:
    """Return one or more faces laid out in one PDF, with smaller type where their text runs over.

    ``folder`` is for the caches of the renderer and the typefaces. Raises Unusable where the system libraries
    that the renderer needs are missing.
    """
    engine = renderer(folder)
    engine.warnings.clear()
    typefaces = named_in(style.css)
    missing = {face.slot: missing_glyphs(face.words, typefaces, folder) for face in faces}
    markup = {face.slot: face.html.translate(dict.fromkeys(map(ord, missing[face.slot]), _NO_GLYPH)) for face in faces}
    sheet = engine.style_sheet(style.css)

    def render(articles: Sequence[_Article]) -> Any:
        return engine.lay_out(_document(articles, style.language), sheet)

    types = {face.slot: TypeSizes(style.fit) for face in faces}
    sizes = {slot: one.sizes for slot, one in types.items()}
    fitted: dict[str, tuple[list[Any], tuple[Overrun, ...], tuple[str, ...]]] = {}
    waiting, document = list(faces), None
    while waiting:
        document, attempt = _lay_out_once(render, waiting, markup, sizes, style.fit)
        again = []
        for face, (pages, contents) in zip(waiting, attempt, strict=True):
            over = _overruns_of(face, pages)
            if types[face.slot].reduce(over, partial(_lines_of, pages)):
                again.append(face)
            else:
                fitted[face.slot] = pages, over, contents
        waiting = again
    assert document is not None  # at least one face
    found: list[LaidOutFace] = []
    all_pages: list[Any] = []
    for face in faces:
        pages, over, contents = fitted[face.slot]
        laid_out = [page for page in pages if page is not None]
        following = iter(range(len(all_pages), len(all_pages) + len(laid_out)))
        numbers = tuple(NOT_LAID_OUT if page is None else next(following) for page in pages)
        defects = (*overflow_defects(over, style.fit), *glyph_defects(missing[face.slot]))
        found.append(LaidOutFace(face.slot, numbers, defects, contents))
        all_pages += laid_out
    pdf = document.copy(all_pages).write_pdf(uncompressed_pdf=True, pdf_tags=True)
    return Pack(pdf, elements_of_pages(pdf), tuple(found), tuple(dict.fromkeys(engine.warnings)))


def _lay_out_once(
    render: _Render,
    faces: list[FaceMarkup],
    markup: dict[str, str],
    sizes: dict[str, dict[str, float]],
    fit: dict[str, Fitting],
) -> tuple[Any, list[tuple[list[Any], tuple[str, ...]]]]:
    """Return a laid-out document, and the pages of each face (None for one that is not laid out) with the digests of
    their contents; the type of each field is in the given size (points)."""
    articles: list[list[_Article]] = []
    contents: list[tuple[str, ...]] = []
    wanted: list[list[bool]] = []
    for face in faces:
        pages_of_face = _markup_of_pages(render, face, markup[face.slot], sizes[face.slot], fit)
        variables = _variables(face.design, sizes[face.slot])
        contents.append(tuple(digest_of(variables, page.content)[:16] for page in pages_of_face))
        wanted.append(_wanted(contents[-1], face.known))
        chosen = [page for page, is_wanted in zip(pages_of_face, wanted[-1], strict=True) if is_wanted]
        articles.append([_article(face, page.html, sizes[face.slot]) for page in chosen])
    document = render([part for parts in articles for part in parts])
    if len(document.pages) == sum(map(len, articles)):
        pages = iter(document.pages)
        laid_out = [[next(pages) if is_wanted else None for is_wanted in some] for some in wanted]
        return document, list(zip(laid_out, contents, strict=True))
    # Some face broke over pages nevertheless: lay out each alone, to know which pages are whose.
    return document, [(render(parts).pages, digests) for parts, digests in zip(articles, contents, strict=True)]


def _wanted(contents: Sequence[str], known: Sequence[str]) -> list[bool]:
    """Return of each page whether it is to be laid out: all, where the ``known`` pages are more or fewer."""
    if len(contents) != len(known):
        return [True] * len(contents)
    differs = [one != other for one, other in zip(contents, known, strict=True)]
    # A document has a page at least.
    return [any(differs[max(0, n - 1) : n + 2]) or n == 0 for n in range(len(differs))]


def _markup_of_pages(
    render: _Render, face: FaceMarkup, html: str, sizes: dict[str, float], fit: dict[str, Fitting]
) -> list[FilledPage]:
    """Return the markup of each page of a face. If columns take too many pages, reduce the ``sizes`` of type to the
    largest that fits.

    If not even the smallest size fits and the kind may have more pages, use the number of pages that the smallest size
    needs, in the largest size that fits into these."""
    columns = face.columns
    if columns is None:
        return [FilledPage(html, without_stamp(html))]

    def fill(columns: Columns, points: float | None = None) -> FilledColumns:
        if points is not None:
            sizes[PAGE_FIELD] = points
        parts = [(size, _variables(size, sizes), part) for part, size in pages_to_measure(html, face.size, columns)]
        return fill_columns(html, face.size, columns, render(parts).pages)

    filled = fill(columns)
    largest = sizes.get(PAGE_FIELD)
    while PAGE_FIELD in fit and filled.too_many:
        # The size is among these. All text is laid out to try one: the first is that in which it should just fit.
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


def _overruns_of(face: FaceMarkup, pages: list[Any]) -> tuple[Overrun, ...]:
    found = [over for page in filter(None, pages) for over in overruns(page._page_box, *face.corner, face.design)]
    most = (face.columns.most or len(pages)) if face.columns else 1
    # What runs out of a page with columns has smaller type, as what takes too many pages.
    field = PAGE_FIELD if face.columns else FACE_FIELD
    found = [replace(one, field=field) if one.field == FACE_FIELD else one for one in found]
    if len(pages) > most:
        over = sum(_height_of_text(page) for page in pages[most:] if page)
        found = [one for one in found if one.field != field]
        found.append(Overrun(field, over, len(pages) / most, len(pages) - most))
    return tuple(found)


def _height_of_text(page: Any) -> float:
    """Return how far down a page its text goes, in millimetres."""
    return max((float(line.position_y + line.height) for line in lines_in(page._page_box)), default=0.0) * PIXEL


def _lines_of(pages: list[Any], field: str) -> int:
    return sum(lines_of_field(page._page_box, field) for page in pages if page)


def _article(face: FaceMarkup, html: str, sizes: dict[str, float]) -> _Article:
    """Return a page that holds a face in a box of the size of its design."""
    left, top = face.corner
    enlarged = f"transform: scale({face.scale:.6g}); transform-origin: 0 0; " if face.scale != 1 else ""
    box = (
        f'<div style="position: absolute; left: {left:.6g}mm; top: {top:.6g}mm; '
        f"width: {face.design.width}mm; height: {face.design.height}mm; {enlarged}"
        f'{_variables(face.design, sizes)}">{html}</div>'
    )
    return face.size, "height: 0; position: relative", box


def _variables(size: Size, sizes: dict[str, float]) -> str:
    """Return the variables for style sheets: the face's size, and that of each field's type."""
    return f"--face-width: {size.width}mm; --face-height: {size.height}mm; " + "".join(
        f"--{field}: {points:g}pt; " for field, points in sizes.items()
    )


def _document(articles: Sequence[_Article], language: str) -> str:
    """Return an HTML document of one page an article."""
    rules, parts = {}, []
    for size, css, html in articles:
        name = f"p{size.width:g}x{size.height:g}".replace(".", "_")
        rules[name] = f"@page {name} {{ size: {size.width}mm {_PAGE_HEIGHT * size.height}mm; margin: 0 }}"
        parts.append(f'<article style="page: {name}; {css}">{html}</article>')
    return (
        f'<html lang="{language}"><head><style>{" ".join(rules.values())} '
        "html, body { margin: 0 } article { break-before: page }"
        f"</style></head><body>{''.join(parts)}</body></html>"
    )
