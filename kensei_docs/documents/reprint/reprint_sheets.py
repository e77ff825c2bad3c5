"""The sheets of a reprint: cards of equal size share sheets, whatever their kind, with change bars beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kensei_docs.documents.cache.face_cache import digest_of_code
from kensei_docs.documents.pdf.object_writer import About
from kensei_docs.documents.reprint.change_bars import ChangeBar
from kensei_docs.documents.reprint.changed_cards import Caches, Comparison
from kensei_docs.documents.sheets.grid import SheetBox, grids_on
from kensei_docs.documents.sheets.imposition import (
    PAGES,
    DocumentFaces,
    Layers,
    PrintedDocument,
    Sheet,
    arrange,
    impose,
    signature,
)
from kensei_docs.documents.sheets.sheet_pages import write_sheets
from kensei_docs.files import digest_of

# The least gap between two cards, wide enough for a bar.
_MIN_GAP_MM = 2.0
# The distance of a bar from a card, and from the text of a page.
_OFF_CARD_MM = 0.5
_OFF_PAGE_MM = 1.8
# The width of a bar.
_BAR_WIDTH_MM = 0.6


@dataclass(frozen=True)
class ReprintFile:
    """A PDF of a reprint: its path, and the documents with changed cards on its sheets."""

    path: Path
    comparisons: tuple[Comparison, ...]

    @property
    def documents(self) -> list[PrintedDocument]:
        """The documents of its cards."""
        return [comparison.document for comparison in self.comparisons]

    @property
    def faces(self) -> int:
        """The number of printed faces with their copies; for a booklet, the number of pages on its sheets."""
        if self.sheets:
            return PAGES * len(self.sheets)
        return sum(len(card.pages) * card.copies for comparison in self.comparisons for card in comparison.changed)

    @property
    def sheets(self) -> Sequence[int]:
        """The sheets of a booklet to print (the first is 0)."""
        folded = self.comparisons[0].sheets
        return folded.printed if folded else ()

    @property
    def key(self) -> str:
        """The key of the output: the digest of everything that its bytes depend on."""
        cards = [
            (card.pair.sides.slots, card.pages, card.copies, repr(card.fronts), repr(card.backs))
            for comparison in self.comparisons
            for card in comparison.changed
        ]
        return digest_of(
            json.dumps([[document.key for document in self.documents], cards, list(self.sheets)]), digest_of_code()
        )


@dataclass(frozen=True)
class _Placed:
    """A face to place, its back, and the change bars beside both."""

    front: Layers
    back: Layers | None
    marks: Sequence[ChangeBar]
    back_marks: Sequence[ChangeBar]


def reprint_files(comparisons: Sequence[Comparison], folder: Path) -> list[ReprintFile]:
    """Return the PDFs of the changed cards of one edition, language and paper."""
    groups: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        if comparison.sheets.printed if comparison.sheets else any(one.pages for one in comparison.changed):
            groups.setdefault(_sheet_key(comparison.document), []).append(comparison)
    files: dict[Path, ReprintFile] = {}
    for group in groups.values():
        first = group[0].document
        kind = first.faces.kind
        name = f"cards-{kind.face}-{first.paper}{first.faces.suffix}.pdf" if len(group) > 1 else first.path.name
        path = folder / name
        while path in files:
            path = path.with_stem(f"{path.stem}-{kind.name}")
        files[path] = ReprintFile(path, tuple(group))
    return list(files.values())


def with_room_for_bars(document: PrintedDocument) -> PrintedDocument:
    """Return a document with gaps between its cards that are wide enough for change bars."""
    kind = document.faces.kind
    if kind.is_page:
        return document
    gaps = {"gap": max(kind.gap, _MIN_GAP_MM), "least_gap": max(kind.least_gap, _MIN_GAP_MM)}
    kind = kind.model_copy(update=gaps)
    return replace(
        document,
        faces=replace(document.faces, kind=kind),
        grid=grids_on(kind, document.paper, document.options.printer.gutter)[""],
    )


def impose_reprint(file: ReprintFile, caches: Caches, folder: Path) -> tuple[Iterator[bytes], int]:
    """Return the PDF in chunks and its number of sides of paper; ``folder`` is the cache folder of the project.

    A booklet is printed by whole sheets; other documents by the changed cards or pages, on as few sheets as possible.
    """
    documents = file.documents
    first = documents[0]
    if first.booklet:
        sheets = _folded_sheets(file, caches)
    else:
        placed = [face for comparison in file.comparisons for face in _place_cards(comparison, caches)]
        note = partial(first.note, others=[document.faces for document in documents[1:]])
        sheets = _add_bars(first, arrange(first, [(face.front, face.back) for face in placed], note), placed)
    title = ", ".join(document.title for document in documents)
    about = About(title, first.edition_name, first.faces.style.language, first.flip)
    return write_sheets(sheets, about, folder), len(sheets)


def _sheet_key(document: PrintedDocument) -> str:
    """Return a key that is equal for documents whose faces can share a sheet; pages never share one."""
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
        (changed.pair.sides.front, number): marks
        for changed in file.comparisons[0].changed
        for number, marks in changed.fronts.items()
    }
    cache = caches[document.faces.folder]
    pages = [
        bars.get((card.front, number), ())
        for card in document.faces.sides
        for number in range(len(DocumentFaces(document, cache).pairs(card)))
    ]
    sides = list(zip(impose(document, cache), signature(len(pages)), strict=True))
    sheets = []
    for sheet, pair in (sides[side] for number in file.sheets for side in (2 * number, 2 * number + 1)):
        marked = [(column, page) for column, page in enumerate(pair) if page < len(pages)]
        boxes = [_bar(document.grid.box(column), mark, _OFF_PAGE_MM) for column, page in marked for mark in pages[page]]
        sheets.append(replace(sheet, bars=tuple(boxes)))
    return sheets


def _place_cards(comparison: Comparison, caches: Caches) -> Iterator[_Placed]:
    """Yield the faces of the changed cards, or pages, once for each copy."""
    document = comparison.document
    kind = document.faces.kind.name
    laid_out = DocumentFaces(document, caches[document.faces.folder])
    for card in comparison.changed:
        for number, (front, back) in enumerate(laid_out.pairs(card.pair.sides)):
            if number in card.pages:
                named_back = _prefix_names(kind, back) if back else None
                marks = card.fronts.get(number, ())
                yield from [_Placed(_prefix_names(kind, front), named_back, marks, card.backs)] * card.copies


def _prefix_names(kind: str, layers: Layers) -> Layers:
    """Return faces with the name of their kind before their names, so that they are unique on a sheet."""
    face, art = layers
    return (replace(face, name=f"{kind}.{face.name}"), replace(art, name=f"{kind}.{art.name}") if art else None)


def _add_bars(document: PrintedDocument, sheets: Sequence[Sheet], placed: Sequence[_Placed]) -> list[Sheet]:
    """Return the sheets with the change bars of the faces on them."""
    grid = document.grid
    kind = document.faces.kind
    distance = _OFF_PAGE_MM if kind.is_page else _OFF_CARD_MM
    with_bars = []
    for number, sheet in enumerate(sheets):
        turn, is_back = (number // 2, number % 2 == 1) if kind.flip else (number, False)
        bars: list[SheetBox] = []
        for i, face in enumerate(placed[turn * grid.count : (turn + 1) * grid.count]):
            if not is_back:
                bars += [_bar(grid.box(i), mark, distance) for mark in face.marks]
            if is_back or (grid.gutter is not None and face.back):
                bars += [_bar(grid.back_box(i), mark, distance) for mark in face.back_marks]
        with_bars.append(replace(sheet, bars=tuple(bars)))
    return with_bars


def _bar(face: SheetBox, mark: ChangeBar, distance: float) -> SheetBox:
    """Return the box of a change bar on the sheet, at a distance (mm) from its face."""
    left = face.x + mark.left - distance - _BAR_WIDTH_MM
    return SheetBox(left, face.top - mark.bottom, _BAR_WIDTH_MM, mark.bottom - mark.top)
