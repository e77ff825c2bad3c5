"""The sheets of a reprint: cards of one size share them, whatever their kind, with change bars beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kensei_docs.documents.cache.cache_key import digest_of_code
from kensei_docs.documents.pdf.writer import About
from kensei_docs.documents.reprint.change_bars import Mark
from kensei_docs.documents.reprint.changed_cards import Caches, Comparison
from kensei_docs.documents.sheets.grid import Box, grids_on
from kensei_docs.documents.sheets.imposition import (
    PAGES,
    Document,
    LaidOutFaces,
    Layers,
    Sheet,
    arrange,
    impose,
    signature,
)
from kensei_docs.documents.sheets.pages import write_sheets
from kensei_docs.files import digest_of

# The least gap between two cards, in millimetres: it has room for a bar.
_ROOM = 2.0
# Millimetres between a bar and a card or the text of a page, and the width of a bar.
_OFF_CARD, _OFF_PAGE, _WIDTH = 0.5, 1.8, 0.6


@dataclass(frozen=True)
class ReprintFile:
    """A PDF of a reprint: its path, and the documents whose changed cards stand on its sheets."""

    path: Path
    comparisons: tuple[Comparison, ...]

    @property
    def documents(self) -> list[Document]:
        return [comparison.document for comparison in self.comparisons]

    @property
    def faces(self) -> int:
        """How many faces are printed, copies included; of a booklet the pages on its sheets."""
        if self.sheets:
            return PAGES * len(self.sheets)
        return sum(len(one.pages) * one.copies for comparison in self.comparisons for one in comparison.changed)

    @property
    def sheets(self) -> Sequence[int]:
        """The sheets of a booklet to print (the first is 0)."""
        folded = self.comparisons[0].sheets
        return folded.printed if folded else ()

    @property
    def key(self) -> str:
        """The cache key: the digest of everything that its bytes depend on."""
        cards = [
            (one.pair.sides.slots, one.pages, one.copies, repr(one.fronts), repr(one.backs))
            for comparison in self.comparisons
            for one in comparison.changed
        ]
        return digest_of(
            json.dumps([[document.key for document in self.documents], cards, list(self.sheets)]), digest_of_code()
        )


@dataclass(frozen=True)
class _Placed:
    """A face to place, its back, and the change bars beside both."""

    front: Layers
    back: Layers | None
    marks: Sequence[Mark]
    back_marks: Sequence[Mark]


def files_of(comparisons: Sequence[Comparison], folder: Path) -> list[ReprintFile]:
    """Return the PDFs of the changed cards of one edition, language and paper."""
    groups: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        if comparison.sheets.printed if comparison.sheets else any(one.pages for one in comparison.changed):
            groups.setdefault(_sheet_key(comparison.document), []).append(comparison)
    found: dict[Path, ReprintFile] = {}
    for group in groups.values():
        first = group[0].document
        kind = first.faces.kind
        name = f"cards-{kind.face}-{first.paper}{first.faces.suffix}.pdf" if len(group) > 1 else first.path.name
        path = folder / name
        while path in found:
            path = path.with_stem(f"{path.stem}-{kind.name}")
        found[path] = ReprintFile(path, tuple(group))
    return list(found.values())


def with_room_for_bars(document: Document) -> Document:
    """Return a document whose cards stand far enough apart for change bars between them."""
    kind = document.faces.kind
    if kind.is_page:
        return document
    kind = kind.model_copy(update={"gap": max(kind.gap, _ROOM), "least_gap": max(kind.least_gap, _ROOM)})
    return replace(
        document,
        faces=replace(document.faces, kind=kind),
        grid=grids_on(kind, document.paper, document.options.printer.gutter)[""],
    )


def impose_reprint(file: ReprintFile, caches: Caches, folder: Path) -> tuple[Iterator[bytes], int]:
    """Return the PDF in chunks and its number of sides of paper; ``folder`` is the cache.

    Of a booklet, whole sheets are printed; else the changed cards, or pages, on the fewest sheets.
    """
    documents = file.documents
    first = documents[0]
    if first.booklet:
        folded = _folded_sheets(file, caches)
        about = About(first.title, first.edition_name, first.faces.style.language, first.flip)
        return write_sheets(folded, about, folder), len(folded)
    placed = [one for comparison in file.comparisons for one in _place_cards(comparison, caches)]
    others = [document.faces for document in documents[1:]]
    note = partial(first.note, others=others)
    sheets = arrange(first, [(one.front, one.back) for one in placed], note)
    data = write_sheets(
        _add_bars(first, sheets, placed),
        About(
            ", ".join(document.title for document in documents),
            first.edition_name,
            first.faces.style.language,
            first.faces.kind.flip,
        ),
        folder,
    )
    return data, len(sheets)


def _sheet_key(document: Document) -> str:
    """Return what faces must have in common to share a sheet; pages share none."""
    kind = document.faces.kind
    if kind.is_page:
        return document.path.name
    return repr(
        (kind.face_on(document.paper), kind.outline, document.options.bleed_of(kind), document.grid, kind.backs)
    )


def _folded_sheets(file: ReprintFile, caches: Caches) -> list[Sheet]:
    """Return the sides of the sheets of a booklet to print, with change bars."""
    document = file.documents[0]
    bars = {
        (one.pair.sides.front, number): marks
        for one in file.comparisons[0].changed
        for number, marks in one.fronts.items()
    }
    cache = caches[document.faces.folder]
    pages = [
        bars.get((card.front, number), ())
        for card in document.faces.sides
        for number in range(len(LaidOutFaces(document, cache).pairs(card)))
    ]
    sides = list(zip(impose(document, cache), signature(len(pages)), strict=True))
    found = []
    for sheet, pair in (sides[side] for number in file.sheets for side in (2 * number, 2 * number + 1)):
        marked = [(column, page) for column, page in enumerate(pair) if page < len(pages)]
        boxes = [_bar(document.grid.box(column), mark, _OFF_PAGE) for column, page in marked for mark in pages[page]]
        found.append(replace(sheet, bars=tuple(boxes)))
    return found


def _place_cards(comparison: Comparison, caches: Caches) -> Iterator[_Placed]:
    document = comparison.document
    kind = document.faces.kind.name
    laid_out = LaidOutFaces(document, caches[document.faces.folder])
    for one in comparison.changed:
        for number, (front, back) in enumerate(laid_out.pairs(one.pair.sides)):
            if number in one.pages:
                behind = _prefix_names(kind, back) if back else None
                marks = one.fronts.get(number, ())
                yield from [_Placed(_prefix_names(kind, front), behind, marks, one.backs)] * one.copies


def _prefix_names(kind: str, layers: Layers) -> Layers:
    """Return faces with the kind's name before theirs, so that names are unique on a sheet of several kinds."""
    face, art = layers
    return (replace(face, name=f"{kind}.{face.name}"), replace(art, name=f"{kind}.{art.name}") if art else None)


def _add_bars(document: Document, sheets: Sequence[Sheet], placed: Sequence[_Placed]) -> list[Sheet]:
    """Return the sheets with the change bars of the faces on them."""
    grid, kind = document.grid, document.faces.kind
    flip = kind.flip
    off = _OFF_PAGE if kind.is_page else _OFF_CARD
    found = []
    for number, sheet in enumerate(sheets):
        turn, behind = (number // 2, number % 2 == 1) if flip else (number, False)
        here = placed[turn * grid.count : (turn + 1) * grid.count]
        bars: list[Box] = []
        for i, one in enumerate(here):
            if not behind:
                bars += [_bar(grid.box(i), mark, off) for mark in one.marks]
            if behind or (grid.gutter is not None and one.back):
                bars += [_bar(grid.mirrored(i), mark, off) for mark in one.back_marks]
        found.append(replace(sheet, bars=tuple(bars)))
    return found


def _bar(face: Box, mark: Mark, off: float) -> Box:
    return Box(face.x + mark.left - off - _WIDTH, face.top - mark.bottom, _WIDTH, mark.bottom - mark.top)
