"""Laying out the faces that a cache lacks: in packs, over as many cores as are worth it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, as_completed
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kensei_docs.documents import layout
from kensei_docs.documents.columns import Columns
from kensei_docs.documents.crew import call, cores, dismiss, here
from kensei_docs.documents.faces import (
    DRAWN,
    PACK,
    Entry,
    Finding,
    Wanted,
    digest_of_file,
)
from kensei_docs.documents.fitting import Fitting
from kensei_docs.documents.fonts import named_in
from kensei_docs.documents.glyphs import missing_glyphs
from kensei_docs.documents.layout import PAGE_FIELD, Face, Laid, Style
from kensei_docs.documents.overflow import FACE_FIELD, Overrun
from kensei_docs.documents.paper import Size

# Faces a pack: enough to share the cost of a document, few enough to spread over the cores.
MOST = 32
# Fewer faces than this are laid out sooner here than a second process starts.
_WORTH_A_PROCESS = 24
# What is raised where a process was killed, for its memory perhaps, or none could be had: what is
# left is laid out one by one.
_GONE = (BrokenExecutor, EOFError, ConnectionError)
# What stands for a character that the typefaces lack.
_TOFU = "\u2610"


@dataclass(frozen=True)
class Missing:
    """A face to lay out: how it should be, its markup and words, the size of its page and that
    of its drawing, and whether that is art, which covers the page where it isn't as long."""

    wanted: Wanted
    html: str
    words: str
    size: Size
    design: Size
    columns: Columns | None
    art: bool


@dataclass(frozen=True, eq=False)
class Batch:
    """Faces to lay out in one document, in one style; ``name`` says whose they are."""

    name: Path
    style: Style
    missing: tuple[Missing, ...]


@dataclass(frozen=True)
class LaidBatch:
    """A laid-out pack, what is drawn in it, an entry for each of its batch's faces, what the
    renderer warned of."""

    pack: bytes
    drawn: bytes
    entries: tuple[Entry, ...]
    warnings: tuple[str, ...]


def batches(name: Path, style: Style, missing: Sequence[Missing]) -> Iterator[Batch]:
    """Split missing faces into packs; a face of columns has one for itself."""
    for face in missing:
        if face.columns:
            yield Batch(name, style, (face,))
    still = [face for face in missing if not face.columns]
    many = -(-len(still) // MOST)
    if len(still) >= _WORTH_A_PROCESS:
        # As many for each core, and all about as long: no core waits for another's last pack.
        many = -(-many // cores()) * cores()
    for number in range(many):
        start, end = (len(still) * n // many for n in (number, number + 1))
        yield Batch(name, style, tuple(still[start:end]))


def lay_out(work: Sequence[Batch], folder: Path) -> Iterator[tuple[Batch, LaidBatch]]:
    """Begin to lay every batch out; the iterator yields each with what came of it, in no
    certain order.

    ``folder`` is for the renderer's own cache. Raises Unusable where it can't run.
    """
    if len(work) > 1 and sum(len(b.missing) for b in work) >= _WORTH_A_PROCESS:
        call(folder)
    crew = here() if work else None
    if crew is None:
        return ((batch, _laid(batch.style, batch.missing, folder)) for batch in work)
    futures: dict[Future[LaidBatch], Batch] = {}
    with suppress(*_GONE):
        for batch in work:
            futures[crew.submit(_laid, batch.style, batch.missing, folder)] = batch
    return _done(work, futures, folder)


def _done(work: Sequence[Batch], futures: dict[Future[LaidBatch], Batch],
          folder: Path) -> Iterator[tuple[Batch, LaidBatch]]:
    left = dict.fromkeys(work)
    with suppress(*_GONE):
        for future in as_completed(futures):
            laid = future.result()
            del left[futures[future]]
            yield futures[future], laid
    if left:
        dismiss()
    for batch in left:
        yield batch, _laid(batch.style, batch.missing, folder)


def _laid(style: Style, missing: tuple[Missing, ...], folder: Path) -> LaidBatch:
    import pikepdf

    from kensei_docs.documents.content import PackReader

    lacking = [missing_glyphs(face.words, named_in(style.css), folder) for face in missing]
    pack = layout.lay_out([Face(face.wanted.slot, _shown(face.html, lack), face.size, face.design,
                                face.columns, face.art)
                           for face, lack in zip(missing, lacking, strict=True)], style, folder)
    with pikepdf.open(io.BytesIO(pack.pdf)) as pdf:
        reader = PackReader(pdf, folder)
        pages = [[reader.read(number, face.columns is not None) for number in laid.pages]
                 for face, laid in zip(missing, pack.laid, strict=True)]
    drawn = reader.drawn
    names = digest_of_file(pack.pdf) + PACK, digest_of_file(drawn) + DRAWN
    entries = tuple(Entry(
        face.wanted.key, dict(face.wanted.parts), *names, some,
        [*_overflow(laid, style.fit), *_glyphs(lack)], dict(face.wanted.origins))
        for face, lack, laid, some in zip(missing, lacking, pack.laid, pages, strict=True))
    return LaidBatch(pack.pdf, drawn, entries, pack.warnings)


def _shown(html: str, lacking: dict[str, list[str]]) -> str:
    return html.translate({ord(character): _TOFU for character in lacking})


def _overflow(laid: Laid, fit: dict[str, Fitting]) -> Iterator[Finding]:
    for overrun in laid.overruns:
        yield Finding("" if overrun.field in (FACE_FIELD, PAGE_FIELD) else overrun.field,
                      _over(overrun, fit.get(overrun.field)), "overflow")


def _over(overrun: Overrun, fitting: Fitting | None) -> str:
    at = f" at {fitting.floor:g} pt, the smallest it may be" if fitting else ""
    what = f"'{overrun.field}'" if overrun.field not in (FACE_FIELD, PAGE_FIELD) else "its text"
    if overrun.pages:
        more = "a page" if overrun.pages == 1 else f"{overrun.pages} pages"
        at = f", {more} too many{at}"
    return f"{what} runs {overrun.over:.1f} mm over{at}; shorten it"


def _glyphs(lacking: dict[str, list[str]]) -> Iterator[Finding]:
    for character, names in lacking.items():
        yield Finding("", f"no glyph for {character!r} (U+{ord(character):04X}) in "
                      f"{', '.join(names)}; write it otherwise", "glyphs")
