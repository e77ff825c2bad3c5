"""Gathering a document's faces in order, each as often as it is wanted, onto sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.pdf.forms import Face
from kensei_docs.documents.plan import Document
from kensei_docs.documents.sheets.booklet import stapled
from kensei_docs.documents.sheets.sheet import Placement, Sheet

# A face and the art beneath it.
Layers = tuple[Face, Face | None]


def collate(document: Document, cache: FaceCache) -> list[Sheet]:
    """Return a document's sheets, with its faces as the cache has them."""
    gathered = Gathered(document, cache)
    fronts = gathered.fronts()
    if document.booklet:
        shift = document.options.printer.offset
        return stapled(
            [face for face, _ in fronts],
            document.grid,
            document.flip or "short-edge",
            (shift.x, shift.y),
            document.note,
        )
    backs = gathered.backs() if has_backs(document) else [None] * len(fronts)
    return arranged(document, fronts, backs, document.note)


def has_backs(document: Document) -> bool:
    """Return whether the backs of a document are printed, behind its faces or beside them."""
    return bool(document.faces.kind.flip) or document.grid.gutter is not None


def arranged(
    document: Document, fronts: Sequence[Layers], backs: Sequence[Layers | None], note: Callable[[int, int, str], str]
) -> list[Sheet]:
    """Return the sheets of faces that are printed as a document's: fronts and backs in turn, or
    side by side, where there are backs. ``note`` is the line in the margin, as a document's."""
    grid, kind, options = document.grid, document.faces.kind, document.options
    flip, folded = kind.flip, grid.gutter is not None
    cuts = kind.outline if options.cut_lines else None
    many = -(-len(fronts) // grid.count)
    boxes = [grid.box(number) for number in range(grid.count)]
    behind = [grid.behind(number) for number in range(grid.count)]
    sheets = []
    for number in range(many):
        here = range(number * grid.count, min((number + 1) * grid.count, len(fronts)))
        bleed = options.bleed_of(kind)
        front = [Placement(boxes[i % grid.count], *fronts[i], bleed) for i in here]
        back = [Placement(behind[i % grid.count], *layers, bleed) for i in here if (layers := backs[i])]
        if folded:
            front += back
        sheets.append(
            Sheet(
                grid.sheet,
                tuple(front),
                note(number + 1, many, "front" if flip else ""),
                crop=not kind.is_page,
                cuts=cuts,
                crease=bool(kind.fold),
                fold=grid.sheet.width / 2 if folded else None,
            )
        )
        if flip:
            offset = options.printer.offset
            sheets.append(
                Sheet(
                    grid.sheet,
                    tuple(back),
                    note(number + 1, many, "back"),
                    crop=not kind.is_page,
                    turned=grid.back_is_turned(flip),
                    offset=(offset.x, offset.y),
                )
            )
    return sheets


class Gathered:
    """The faces of a document, laid out, in the order and number in which they are wanted."""

    def __init__(self, document: Document, cache: FaceCache) -> None:
        self._faces = document.faces
        self._cache = cache

    def fronts(self) -> list[Layers]:
        """Return every front, a page of a face that flows each for itself."""
        return [
            (face, next(self._pages(side.art, side.title), None) if side.art else None)
            for side in self._faces.sides
            for face in self._pages(side.front, side.title)
            for _ in range(side.row.copies)
        ]

    def backs(self) -> list[Layers | None]:
        """Return the back of every front, in the same order."""
        found: list[Layers | None] = []
        for side in self._faces.sides:
            back = next(self._pages(side.back, side.title), None) if side.back else None
            art = next(self._pages(side.back_art, side.title), None) if side.back_art else None
            pages = sum(1 for _ in self._pages(side.front, side.title))
            found += [(back, art) if back else None] * (pages * side.row.copies)
        return found

    def face(self, slot: str, title: str) -> Face:
        """Return the face in a slot, the first page of it."""
        return next(self._pages(slot, title))

    def _pages(self, slot: str, title: str) -> Iterator[Face]:
        faces = self._faces
        entry = self._cache.entry(slot, faces.keys[slot])
        assert entry is not None  # the press has just laid it out
        bleed = faces.kind.bleed if faces.fragments[slot].art else 0
        for number, place in enumerate(entry.pages, 1):
            name = slot if len(entry.pages) == 1 else f"{slot}-{number}"
            yield Face(
                name, title, faces.size(slot), self._cache, entry.pack, place, bleed, faces.kind.flow is not None
            )
