"""The sheets of a reprint: cards of one size share them, whatever their kind, with change bars beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kensei_docs.documents.cache.face_set import digest_of_code
from kensei_docs.documents.pdf.writer import About
from kensei_docs.documents.reprint.change_bars import Mark
from kensei_docs.documents.reprint.changed_cards import Caches, Comparison
from kensei_docs.documents.sheets.grid import Box, grid_on
from kensei_docs.documents.sheets.imposition import Document, FaceSequence, Layers, Sheet, arrange
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
        """How many faces are printed, copies included."""
        return sum(len(one.pages) * one.copies for comparison in self.comparisons for one in comparison.changed)

    @property
    def key(self) -> str:
        """The cache key: the digest of everything that its bytes depend on."""
        cards = [
            (one.pair.sides.slots, one.pages, one.copies, repr(one.fronts), repr(one.backs))
            for comparison in self.comparisons
            for one in comparison.changed
        ]
        return digest_of(json.dumps([[document.key for document in self.documents], cards]), digest_of_code())


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
        if comparison.changed:
            groups.setdefault(_sheet_key(comparison.document), []).append(comparison)
    found: dict[Path, ReprintFile] = {}
    for group in groups.values():
        first = group[0].document
        kind = first.faces.kind
        name = kind.name if len(group) == 1 else f"cards-{kind.face}"
        path = folder / f"{name}-{first.paper}{first.faces.suffix}.pdf"
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
        grid=grid_on(kind, document.paper, document.options.printer.gutter),
    )


def impose_reprint(file: ReprintFile, caches: Caches, folder: Path) -> tuple[Iterator[bytes], int]:
    """Return the PDF in chunks and its number of sides of paper; ``folder`` is the cache."""
    documents = file.documents
    first = documents[0]
    placed = [one for comparison in file.comparisons for one in _place_cards(comparison, caches)]
    others = [document.faces for document in documents[1:]]

    def note(number: int, many: int, side: str) -> str:
        return first.notes.line(first.faces, first.paper, number, many, side, others)

    sheets = arrange(first, [one.front for one in placed], [one.back for one in placed], note)
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
        return kind.name
    return repr(
        (kind.face_on(document.paper), kind.outline, document.options.bleed_of(kind), document.grid, kind.backs)
    )


def _place_cards(comparison: Comparison, caches: Caches) -> Iterator[_Placed]:
    document = comparison.document
    faces, kind = document.faces, document.faces.kind
    once = tuple(replace(one.pair.sides, row=replace(one.pair.sides.row, copies=1)) for one in comparison.changed)
    faces_in_order = FaceSequence(replace(document, faces=replace(faces, sides=once)), caches[faces.folder])
    fronts = iter(faces_in_order.fronts())
    backs = iter(faces_in_order.backs())
    for one in comparison.changed:
        slot = one.pair.sides.front
        entry = caches[faces.folder].entry(slot, faces.keys[slot])
        assert entry is not None  # it was laid out
        for number in range(len(entry.pages)):
            front, back = next(fronts), next(backs)
            if number in one.pages:
                behind = _prefix_names(kind.name, back) if back and document.has_backs else None
                yield from [
                    _Placed(_prefix_names(kind.name, front), behind, one.fronts.get(number, ()), one.backs)
                ] * one.copies


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
