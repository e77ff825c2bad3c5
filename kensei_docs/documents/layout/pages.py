"""Laying faces out: in one document, each on its page, its text made to fit where it can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kensei_docs.documents.kinds.fitting import Fitting
from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.layout.columns import arranged, measuring
from kensei_docs.documents.layout.overflow import FACE_FIELD, PIXEL, Overrun, lines_of, overruns
from kensei_docs.documents.layout.renderer import Renderer, quiet_collector, renderer

# A face is laid out on a page this many times as high: what runs over then stands below it, where
# it can be measured, instead of breaking onto the page of the next face.
_HIGH = 4

# The field that all of a page of columns is, where it should take fewer pages.
PAGE_FIELD = "page"


@dataclass(frozen=True)
class Face:
    """What is laid out: markup, the size of its page (with its bleed, for art) in millimetres, and
    the ``design``, the size that it is drawn at: what is smaller than its page is enlarged.

    With ``columns``, the markup is blocks that fill as many pages as they need. ``art`` is
    enlarged until it covers the page, anything else as far as it fits.
    """

    key: str
    html: str
    size: Size
    design: Size
    columns: Columns | None = None
    art: bool = False

    @property
    def scale(self) -> float:
        """How many times larger than it is drawn the face is."""
        ratios = self.size.width / self.design.width, self.size.height / self.design.height
        return max(ratios) if self.art else min(ratios)

    @property
    def corner(self) -> tuple[float, float]:
        """Where on the page the drawing begins, so that it is in the middle."""
        drawn = self.design.times(self.scale)
        return (self.size.width - drawn.width) / 2, (self.size.height - drawn.height) / 2


@dataclass(frozen=True)
class Style:
    """What the faces of a kind share: style sheet, language, and how fields are made to fit."""

    css: str
    language: str
    fit: dict[str, Fitting]


@dataclass(frozen=True)
class Laid:
    """The outcome for one face: its pages in the pack, and what ran over nevertheless."""

    key: str
    pages: tuple[int, ...]
    overruns: tuple[Overrun, ...]


@dataclass(frozen=True)
class Pack:
    """A PDF of laid-out faces, what is where in it, and what the renderer said about the style."""

    pdf: bytes
    laid: tuple[Laid, ...]
    warnings: tuple[str, ...]


def lay_out(faces: Sequence[Face], style: Style, folder: Path) -> Pack:
    """Lay faces out together, each made to fit where it can be.

    ``folder`` is for the renderer's own cache. Raises Unusable where the system libraries that
    the renderer needs are missing.
    """
    engine = renderer(folder)
    engine.warnings.clear()
    with quiet_collector():
        pdf, laid = _fitted(engine, faces, style)
    return Pack(pdf, tuple(laid), tuple(dict.fromkeys(engine.warnings)))


def _fitted(engine: Renderer, faces: Sequence[Face], style: Style) -> tuple[bytes, list[Laid]]:
    """Lay faces out, again with smaller type where they run over.

    A function of its own: the laid-out pages must be out of reach when the collector runs.
    """
    sheet = engine.sheet(style.css)
    sizes = {face.key: {field: fit.size for field, fit in style.fit.items()} for face in faces}
    done: dict[str, tuple[list[Any], tuple[Overrun, ...]]] = {}
    waiting, document = list(faces), None
    while waiting:
        document, attempt = _attempt(engine, waiting, sizes, style, sheet)
        again = []
        for face, pages in zip(waiting, attempt, strict=True):
            over = _overruns(face, pages)
            if _smaller(over, sizes[face.key], style.fit):
                again.append(face)
            else:
                done[face.key] = pages, over
        waiting = again
    laid: list[Laid] = []
    everything: list[Any] = []
    for face in faces:
        pages, over = done[face.key]
        places = tuple(range(len(everything), len(everything) + len(pages)))
        laid.append(Laid(face.key, places, over))
        everything += pages
    assert document is not None  # at least one face
    return document.copy(everything).write_pdf(uncompressed_pdf=True, pdf_tags=True), laid


def _attempt(
    engine: Renderer, faces: list[Face], sizes: dict[str, dict[str, float]], style: Style, sheet: Any
) -> tuple[Any, list[list[Any]]]:
    """Lay the faces out together; each on its own where one takes more pages than it should."""
    articles = [
        [_article(face, html, sizes[face.key]) for html in _parts(engine, face, sizes[face.key], style, sheet)]
        for face in faces
    ]
    document = engine.document(_page([part for parts in articles for part in parts], style), sheet)
    if len(document.pages) == sum(map(len, articles)):
        pages = iter(document.pages)
        return document, [[next(pages) for _ in parts] for parts in articles]
    alone = [engine.document(_page(parts, style), sheet) for parts in articles]
    return document, [single.pages for single in alone]


def _parts(engine: Renderer, face: Face, sizes: dict[str, float], style: Style, sheet: Any) -> list[str]:
    """Return the markup of each of a face's pages, and leave the sizes of type that it needs."""
    if face.columns is None:
        return [face.html]
    pages = _columns(engine, face, sizes, style, sheet)
    most = face.columns.pages or len(pages)
    while len(pages) > most and _smaller((Overrun(PAGE_FIELD, 0, 1),), sizes, style.fit):
        pages = _columns(engine, face, sizes, style, sheet)
    return pages


def _columns(engine: Renderer, face: Face, sizes: dict[str, float], style: Style, sheet: Any) -> list[str]:
    assert face.columns is not None  # the caller asked
    parts = measuring(face.html, face.size, face.columns)
    document = engine.document(_page([(size, _variables(size, sizes), html) for html, size in parts], style), sheet)
    return arranged(face.html, face.size, face.columns, document.pages)


def _overruns(face: Face, pages: list[Any]) -> tuple[Overrun, ...]:
    found = [over for page in pages for over in overruns(page._page_box, *face.corner, face.design)]
    most = (face.columns.pages or len(pages)) if face.columns else 1
    if len(pages) > most:
        over = sum(_height(page) for page in pages[most:])
        field = PAGE_FIELD if face.columns else FACE_FIELD
        found = [one for one in found if one.field != field]
        found.append(Overrun(field, over, len(pages) / most, len(pages) - most))
    return tuple(found)


def _height(page: Any) -> float:
    """Return how far down a page goes, in millimetres."""
    return max((float(line.position_y + line.height) for line in lines_of(page._page_box)), default=0.0) * PIXEL


def _smaller(over: tuple[Overrun, ...], sizes: dict[str, float], fit: dict[str, Fitting]) -> bool:
    """Make the fields that ran over smaller; return whether any could be."""
    changed = False
    for overrun in over:
        fitting = fit.get(overrun.field)
        size = fitting and fitting.smaller(sizes[overrun.field], overrun.times)
        if size:
            sizes[overrun.field] = size
            changed = True
    return changed


# A page's size, the style of what stands on it, and its markup.
_Part = tuple[Size, str, str]


def _article(face: Face, html: str, sizes: dict[str, float]) -> _Part:
    """Return a page that holds a face in a box of its own size."""
    left, top = face.corner
    enlarged = f"transform: scale({face.scale:.6g}); transform-origin: 0 0; " if face.scale != 1 else ""
    box = (
        f'<div style="position: absolute; left: {left:.6g}mm; top: {top:.6g}mm; '
        f"width: {face.design.width}mm; height: {face.design.height}mm; {enlarged}"
        f'{_variables(face.design, sizes)}">{html}</div>'
    )
    return face.size, "height: 0; position: relative", box


def _variables(size: Size, sizes: dict[str, float]) -> str:
    """Return what a style sheet may ask for: the face's size, and that of each field's type."""
    return f"--face-width: {size.width}mm; --face-height: {size.height}mm; " + "".join(
        f"--{field}: {points:g}pt; " for field, points in sizes.items()
    )


def _page(parts: Sequence[_Part], style: Style) -> str:
    """Return a document of one page a part."""
    rules, articles = {}, []
    for size, css, html in parts:
        name = f"p{size.width:g}x{size.height:g}".replace(".", "_")
        rules[name] = f"@page {name} {{ size: {size.width}mm {_HIGH * size.height}mm; margin: 0 }}"
        articles.append(f'<article style="page: {name}; {css}">{html}</article>')
    return (
        f'<html lang="{style.language}"><head><style>{" ".join(rules.values())} '
        "html, body { margin: 0 } article { break-before: page }"
        f"</style></head><body>{''.join(articles)}</body></html>"
    )
