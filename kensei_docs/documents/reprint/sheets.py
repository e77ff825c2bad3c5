"""The fewest sheets for what is reprinted: cards of one size share them, whatever kind they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kensei_docs.documents.cache.face_set import machinery
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.pdf.metadata import About
from kensei_docs.documents.plan import Document
from kensei_docs.documents.reprint.bars import Span
from kensei_docs.documents.reprint.changed import Caches, Outcome
from kensei_docs.documents.sheets.collate import Gathered, Layers, arranged, has_backs
from kensei_docs.documents.sheets.grid import Box, grid_on
from kensei_docs.documents.sheets.impose import impose
from kensei_docs.documents.sheets.sheet import Sheet
from kensei_docs.files import digest_of

# Beside a card there has to be so much room (mm) for the bars.
ROOM = 2.0
# How far (mm) a bar stands off what it marks, on cards and on pages, and how wide it is.
_OFF_CARD, _OFF_PAGE, _WIDE = 0.5, 1.8, 0.6


@dataclass(frozen=True)
class Job:
    """One PDF of what is reprinted: where, and the outcomes whose cards stand on its sheets."""

    path: Path
    outcomes: tuple[Outcome, ...]

    @property
    def documents(self) -> list[Document]:
        return [outcome.document for outcome in self.outcomes]

    @property
    def key(self) -> str:
        """The digest of all that decides how it comes out."""
        cards = [
            (one.pair.sides.slots, one.pages, one.copies, repr(one.fronts), repr(one.backs))
            for outcome in self.outcomes
            for one in outcome.changed
        ]
        return digest_of(json.dumps([[document.key for document in self.documents], cards]), machinery())


@dataclass(frozen=True)
class _Placed:
    """A face to place, its back, and the marks beside both."""

    front: Layers
    back: Layers | None
    marks: Sequence[Span]
    back_marks: Sequence[Span]


def jobs(outcomes: Sequence[Outcome], folder: Path) -> list[Job]:
    """Return the PDFs that outcomes of one edition, language and paper come to."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.changed:
            groups.setdefault(_format(outcome.document), []).append(outcome)
    found: dict[Path, Job] = {}
    for group in groups.values():
        first = group[0].document
        kind = first.faces.kind
        name = kind.name if len(group) == 1 else f"cards-{kind.face}"
        path = folder / f"{name}-{first.paper}{first.faces.suffix}.pdf"
        while path in found:
            path = path.with_stem(f"{path.stem}-{kind.name}")
        found[path] = Job(path, tuple(group))
    return list(found.values())


def roomy(document: Document) -> Document:
    """Return a document whose cards stand far enough apart for bars between them."""
    kind = document.faces.kind
    if kind.is_page:
        return document
    kind = kind.model_copy(update={"gap": max(kind.gap, ROOM), "least_gap": max(kind.least_gap, ROOM)})
    return replace(
        document,
        faces=replace(document.faces, kind=kind),
        grid=grid_on(kind, document.paper, document.options.printer.gutter),
    )


def printed(job: Job, caches: Caches, folder: Path) -> tuple[Iterator[bytes], int]:
    """Return a job's PDF and how many sides of paper it has; ``folder`` is that of ``impose``."""
    documents = job.documents
    first = documents[0]
    placed = [one for outcome in job.outcomes for one in _placed(outcome, caches)]
    others = [document.faces for document in documents[1:]]

    def note(number: int, many: int, side: str) -> str:
        return first.notes.line(first.faces, first.paper, number, many, side, others)

    sheets = arranged(first, [one.front for one in placed], [one.back for one in placed], note)
    data = impose(
        _marked(first, sheets, placed),
        About(
            ", ".join(document.title for document in documents),
            first.edition_name,
            first.faces.style.language,
            first.faces.kind.flip,
        ),
        folder,
    )
    return data, len(sheets)


def findings(outcome: Outcome, caches: Caches) -> list[tuple[str, Defect]]:
    """Return what was found wrong with the faces to reprint, by their slots."""
    faces = outcome.document.faces
    slots = dict.fromkeys(slot for one in outcome.changed for slot in one.pair.sides.slots)
    return [
        (slot, finding)
        for slot in slots
        if (entry := caches[faces.folder].entry(slot, faces.keys[slot]))
        for finding in entry.defects
    ]


def _format(document: Document) -> str:
    """Return what faces have to share to stand on one sheet; a page stands alone."""
    kind = document.faces.kind
    if kind.is_page:
        return kind.name
    return repr(
        (kind.face_on(document.paper), kind.outline, document.options.bleed_of(kind), document.grid, kind.backs)
    )


def _placed(outcome: Outcome, caches: Caches) -> Iterator[_Placed]:
    document = outcome.document
    faces, kind = document.faces, document.faces.kind
    once = tuple(replace(one.pair.sides, row=replace(one.pair.sides.row, copies=1)) for one in outcome.changed)
    gathered = Gathered(replace(document, faces=replace(faces, sides=once)), caches[faces.folder])
    fronts = iter(gathered.fronts())
    backs = iter(gathered.backs())
    for one in outcome.changed:
        slot = one.pair.sides.front
        entry = caches[faces.folder].entry(slot, faces.keys[slot])
        assert entry is not None  # it was laid out
        for number in range(len(entry.pages)):
            front, back = next(fronts), next(backs)
            if number in one.pages:
                behind = _named(kind.name, back) if back and has_backs(document) else None
                yield from [
                    _Placed(_named(kind.name, front), behind, one.fronts.get(number, ()), one.backs)
                ] * one.copies


def _named(kind: str, layers: Layers) -> Layers:
    """Return faces with names that those of other kinds don't have."""
    face, art = layers
    return (replace(face, name=f"{kind}.{face.name}"), replace(art, name=f"{kind}.{art.name}") if art else None)


def _marked(document: Document, sheets: Sequence[Sheet], placed: Sequence[_Placed]) -> list[Sheet]:
    """Return the sheets with a bar beside every mark."""
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
                bars += [_bar(grid.behind(i), mark, off) for mark in one.back_marks]
        found.append(replace(sheet, bars=tuple(bars)))
    return found


def _bar(face: Box, mark: Span, off: float) -> Box:
    return Box(face.x + mark.left - off - _WIDE, face.top - mark.bottom, _WIDE, mark.bottom - mark.top)
