"""Worker processes: packs are laid out in several if there are enough faces. They are forks of this process."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kensei_docs.documents.layout.faces import FaceMarkup, Pack, Style, lay_out
from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.markup.typefaces import glyphs_of, named_in
from kensei_docs.processes import can_fork, cores, uninterrupted

# Faces of a pack at most: enough to share the cost of a document, few enough to divide them among the cores.
MAX_FACES = 32
# The number of faces from which several processes are faster than one.
WORTH_A_PROCESS = 8


@dataclass(frozen=True)
class Batch:
    """Faces to lay out in one pack; ``owner`` is the folder of their set in the cache."""

    owner: Path
    style: Style
    faces: tuple[FaceMarkup, ...]


def batches(owner: Path, style: Style, faces: Sequence[FaceMarkup]) -> Iterator[Batch]:
    """Divide the faces of a set into batches of about equal size; a face with columns has its own batch."""
    alone = bool(faces) and faces[0].columns is not None
    count = len(faces) if alone else -(-len(faces) // MAX_FACES)
    if len(faces) >= WORTH_A_PROCESS and not alone:
        # A multiple of the number of cores, so that all cores end at about the same time.
        count = -(-count // cores()) * cores()
    for number in range(count):
        start = len(faces) * number // count
        end = len(faces) * (number + 1) // count
        yield Batch(owner, style, tuple(faces[start:end]))


def lay_out_batches(work: Sequence[Batch], folder: Path) -> Iterator[tuple[Batch, Pack]]:
    """Yield each batch, in order, with the pack of its laid-out faces.

    ``folder`` is for the renderer's own cache. Raises Unusable if the renderer can't run. If a worker is killed, for
    example because it needs too much memory, this process lays out the rest.
    """
    done = 0
    if can_fork() and len(work) > 1 and sum(len(batch.faces) for batch in work) >= WORTH_A_PROCESS:
        # The renderer is imported once for all forks. The typefaces are read here, so that no worker writes to the
        # cache: an interruption could end it in the middle of a file.
        renderer(folder)
        for name in dict.fromkeys(name for batch in work for name in named_in(batch.style.css)):
            glyphs_of(name, folder)
        pool = ProcessPoolExecutor(cores(), multiprocessing.get_context("fork"), _end_when_interrupted)
        try:
            with suppress(BrokenExecutor):
                with uninterrupted():
                    packs = [pool.submit(_lay_out, batch, folder) for batch in work]
                for batch, pack in zip(work, packs, strict=True):
                    yield batch, pack.result()
                    done += 1
        except BaseException:
            # This process would wait at its exit for a worker that the interruption did not end. Futures are not
            # cancelled: the pool's thread fails on cancelled futures (InvalidStateError), and leaves the worker
            # running.
            for worker in multiprocessing.active_children():
                worker.kill()
            raise
        finally:
            pool.shutdown()
    for batch in work[done:]:
        yield batch, _lay_out(batch, folder)


def _end_when_interrupted() -> None:
    """Let a worker exit silently when the user interrupts the command: a terminal signals all processes of it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _lay_out(batch: Batch, folder: Path) -> Pack:
    return lay_out(batch.faces, batch.style, folder)
