"""Laying faces out: in one document, each on its page, its text made to fit where it can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kensei_docs.documents.columns import Columns, arranged, measuring
from kensei_docs.documents.kinds import Fitting
from kensei_docs.documents.overflow import FACE_FIELD, Overrun, overruns
from kensei_docs.documents.paper import Size
from kensei_docs.documents.render import Renderer, quiet_collector, renderer

# A face is laid out on a page this many times as high: what runs over then stands below it, where
# it can be measured, instead of breaking onto the page of the next face.
_HIGH = 4

# The field that all of a page of columns is, where it should take fewer pages.
PAGE_FIELD = "page"


@dataclass(frozen=True)
class Face:
    """What is laid out: markup, the size of its page (with its bleed, for art) in millimetres.

    With ``columns``, the markup is blocks that fill as many pages as they need.
    """

    key: str
    html: str
    size: Size
    columns: Columns | None = None


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
        pdf = document.copy(everything).write_pdf(uncompressed_pdf=True)
    return Pack(pdf, tuple(laid), tuple(dict.fromkeys(engine.warnings)))


def _attempt(engine: Renderer, faces: list[Face], sizes: dict[str, dict[str, float]], style: Style,
             sheet: Any) -> tuple[Any, list[list[Any]]]:
    """Lay the faces out together; each on its own where one takes more pages than it should."""
    articles = [[(html, face.size, sizes[face.key])
                 for html in _parts(engine, face, sizes[face.key], style, sheet)]
                for face in faces]
    document = engine.document(_page([part for parts in articles for part in parts], style), sheet)
    if len(document.pages) == sum(map(len, articles)):
        pages = iter(document.pages)
        return document, [[next(pages) for _ in parts] for parts in articles]
    alone = [engine.document(_page(parts, style), sheet) for parts in articles]
    return document, [single.pages for single in alone]


def _parts(engine: Renderer, face: Face, sizes: dict[str, float], style: Style,
           sheet: Any) -> list[str]:
    """Return the markup of each of a face's pages, and leave the sizes of type that it needs."""
    if face.columns is None:
        return [face.html]
    usual = dict(sizes)
    pages = _columns(engine, face, sizes, style, sheet)
    fewest = pages
    while len(fewest) > face.columns.pages:
        over = Overrun(PAGE_FIELD, 0, 1)
        if not _smaller((over,), sizes, style.fit):
            # No size of type does it: then there are more pages, and nobody has to squint.
            sizes.update(usual)
            return pages
        fewest = _columns(engine, face, sizes, style, sheet)
    return fewest


def _columns(engine: Renderer, face: Face, sizes: dict[str, float], style: Style,
             sheet: Any) -> list[str]:
    assert face.columns is not None  # the caller asked
    parts = measuring(face.html, face.size, face.columns)
    document = engine.document(_page([(html, size, sizes) for html, size in parts], style, False),
                               sheet)
    return arranged(face.html, face.size, face.columns, document.pages)


def _overruns(face: Face, pages: list[Any]) -> tuple[Overrun, ...]:
    found = [over for page in pages
             for over in overruns(page._page_box, face.size.width, face.size.height)]
    if len(pages) > 1 and not face.columns:
        found.append(Overrun(FACE_FIELD, face.size.height * (len(pages) - 1), float(len(pages))))
    return tuple(found)


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


def _page(parts: Sequence[tuple[str, Size, dict[str, float]]], style: Style,
          fixed: bool = True) -> str:
    """Return a document of one page a part, each in a box of its size, or else in the flow."""
    rules, articles = {}, []
    for html, size, fields in parts:
        name = f"p{size.width:g}x{size.height:g}".replace(".", "_")
        rules[name] = (f"@page {name} {{ size: {size.width}mm {_HIGH * size.height}mm; "
                       "margin: 0 }")
        fitted = "".join(f"--{field}: {points:g}pt; " for field, points in fields.items())
        if not fixed:
            articles.append(f'<article style="page: {name}; {fitted}">{html}</article>')
            continue
        articles.append(
            f'<article style="page: {name}; height: 0; position: relative">'
            f'<div style="position: absolute; left: 0; top: 0; width: {size.width}mm; '
            f'height: {size.height}mm; {fitted}">{html}</div></article>')
    return (f'<html lang="{style.language}"><head><style>{" ".join(rules.values())} '
            "html, body { margin: 0 } article { break-before: page }"
            f'</style></head><body>{"".join(articles)}</body></html>')
