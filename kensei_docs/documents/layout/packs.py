"""Laying out the faces that a cache lacks: in packs, over as many cores as are worth it."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from kensei_docs.documents.cache.face_cache import DRAWN, PACK, Entry, Wanted, digest_of_file
from kensei_docs.documents.kinds.fitting import Fitting
from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.layout import pages as layout
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.layout.overflow import FACE_FIELD, Overrun
from kensei_docs.documents.layout.pages import PAGE_FIELD, Face, Laid, Style
from kensei_docs.documents.layout.workers import GONE, call, cores, dismiss, here
from kensei_docs.documents.markup.typefaces import named_in
from kensei_docs.documents.pdf.glyphs import missing_glyphs

# Faces a pack: enough to share the cost of a document, few enough to spread over the cores.
MOST = 32
# Fewer faces than this are laid out sooner here than a second process starts.
WORTH_A_PROCESS = 24
# So many packs a core are under way at a time: none waits, and no more are in memory.
_AHEAD = 2
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
    """The slots of faces to lay out in one document, in one style; ``name`` says whose they are,
    and ``told`` what it takes to lay one out: their markup is in memory only for that."""

    name: Path
    style: Style
    slots: tuple[str, ...]
    told: Callable[[str], Missing]

    @property
    def missing(self) -> tuple[Missing, ...]:
        """What it takes to lay them out."""
        return tuple(map(self.told, self.slots))


@dataclass(frozen=True)
class LaidBatch:
    """A laid-out pack, what is drawn in it, an entry for each of its batch's faces, what the
    renderer warned of."""

    pack: bytes
    drawn: bytes
    entries: tuple[Entry, ...]
    warnings: tuple[str, ...]


def batches(
    name: Path, style: Style, slots: Sequence[str], told: Callable[[str], Missing], alone: bool = False
) -> Iterator[Batch]:
    """Split missing faces into packs; ``alone``, each has one for itself, as those of columns."""
    many = len(slots) if alone else -(-len(slots) // MOST)
    if len(slots) >= WORTH_A_PROCESS and not alone:
        # As many for each core, and all about as long: no core waits for another's last pack.
        many = -(-many // cores()) * cores()
    for number in range(many):
        start, end = (len(slots) * n // many for n in (number, number + 1))
        yield Batch(name, style, tuple(slots[start:end]), told)


def lay_out(work: Sequence[Batch], folder: Path) -> Iterator[tuple[Batch, LaidBatch]]:
    """Begin to lay every batch out; the iterator yields each with what came of it, in no
    certain order.

    ``folder`` is for the renderer's own cache. Raises Unusable where it can't run.
    """
    if len(work) > 1 and sum(len(b.slots) for b in work) >= WORTH_A_PROCESS:
        call(folder)
    crew = here() if work else None
    if crew is None:
        return ((batch, _laid(batch.style, batch.missing, folder)) for batch in work)
    return _UnderWay(crew, work, folder).done()


class _UnderWay:
    """Batches that a crew lays out, of which it is given a few ahead of what it is at."""

    def __init__(self, crew: Executor, work: Sequence[Batch], folder: Path) -> None:
        self._crew, self._folder = crew, folder
        self._waiting = deque(work)
        self._left = dict.fromkeys(work)
        self._futures: dict[Future[LaidBatch], Batch] = {}
        # The crew may still be getting ready, and until then takes nothing.
        self._beginning = Thread(target=self._more, daemon=True)
        self._beginning.start()

    def _more(self) -> None:
        """Give the crew as much as it may have ahead, unless it was dismissed.

        Markup that can't be read is told of where what is left is laid out: nobody hears a thread.
        """
        with suppress(*GONE, RuntimeError, OSError):
            while self._waiting and len(self._futures) < _AHEAD * cores():
                batch = self._waiting[0]
                self._futures[self._crew.submit(_laid, batch.style, batch.missing, self._folder)] = batch
                self._waiting.popleft()

    def done(self) -> Iterator[tuple[Batch, LaidBatch]]:
        """Yield each batch that is laid out; what a crew that is gone has left is laid out here."""
        self._beginning.join()
        with suppress(*GONE):
            while self._futures:
                for future in wait(self._futures, return_when=FIRST_COMPLETED).done:
                    batch = self._futures.pop(future)
                    laid = future.result()
                    del self._left[batch]
                    self._more()
                    yield batch, laid
        if self._left:
            dismiss()
        for batch in self._left:
            yield batch, _laid(batch.style, batch.missing, self._folder)


def _laid(style: Style, missing: tuple[Missing, ...], folder: Path) -> LaidBatch:
    import pikepdf

    from kensei_docs.documents.pdf.content import PackReader

    lacking = [missing_glyphs(face.words, named_in(style.css), folder) for face in missing]
    pack = layout.lay_out(
        [
            Face(face.wanted.slot, _shown(face.html, lack), face.size, face.design, face.columns, face.art)
            for face, lack in zip(missing, lacking, strict=True)
        ],
        style,
        folder,
    )
    with pikepdf.open(io.BytesIO(pack.pdf)) as pdf:
        reader = PackReader(pdf, folder)
        pages = [
            [reader.read(number, face.columns is not None) for number in laid.pages]
            for face, laid in zip(missing, pack.laid, strict=True)
        ]
    drawn = reader.drawn
    names = digest_of_file(pack.pdf) + PACK, digest_of_file(drawn) + DRAWN
    entries = tuple(
        Entry(
            face.wanted.key,
            *names,
            some,
            [*_overflow(laid, style.fit), *_glyphs(lack)],
            face.wanted.parts,
            face.wanted.origins,
        )
        for face, lack, laid, some in zip(missing, lacking, pack.laid, pages, strict=True)
    )
    return LaidBatch(pack.pdf, drawn, entries, pack.warnings)


def _shown(html: str, lacking: dict[str, list[str]]) -> str:
    return html.translate({ord(character): _TOFU for character in lacking})


def _overflow(laid: Laid, fit: dict[str, Fitting]) -> Iterator[Defect]:
    for overrun in laid.overruns:
        yield Defect(
            "" if overrun.field in (FACE_FIELD, PAGE_FIELD) else overrun.field,
            _over(overrun, fit.get(overrun.field)),
            "overflow",
        )


def _over(overrun: Overrun, fitting: Fitting | None) -> str:
    at = f" at {fitting.floor:g} pt, the smallest it may be" if fitting else ""
    what = f"'{overrun.field}'" if overrun.field not in (FACE_FIELD, PAGE_FIELD) else "its text"
    if overrun.pages:
        more = "a page" if overrun.pages == 1 else f"{overrun.pages} pages"
        at = f", {more} too many{at}"
    return f"{what} runs {overrun.over:.1f} mm over{at}; shorten it"


def _glyphs(lacking: dict[str, list[str]]) -> Iterator[Defect]:
    for character, names in lacking.items():
        yield Defect(
            "",
            f"no glyph for {character!r} (U+{ord(character):04X}) in {', '.join(names)}; write it otherwise",
            "glyphs",
        )
