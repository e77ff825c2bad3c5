"""Worker processes: packs are laid out in several if there are enough faces. They are forks of this process.

WeasyPrint leaves out what it can't read. On a few values that it can read, such as a sum with a variable that has no
value, it fails later. Such a declaration is left out too, and is a defect of the face like any other; it is found by
taking half of the declarations away at a time.
"""

from __future__ import annotations

import multiprocessing
import re
import signal
import tempfile
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import walk_tb
from typing import NamedTuple

from kensei_docs.documents.layout.faces import FaceMarkup, Pack, Style, lay_out
from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.layout.style_findings import CHECK, place_at
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.problems import Problem, Unusable
from kensei_docs.processes import OutOfTime, can_fork, cores, limited, uninterrupted

# Faces of a pack at most: enough to share the cost of a document, few enough to divide them among the cores.
MAX_FACES = 32
# The number of faces from which several processes are faster than one.
WORTH_A_PROCESS = 8
# The processor time that the layout of a face may take; a book of rules takes some tens of seconds.
_MAX_SECONDS = 600.0

# How the name of a folder of workers begins.
_FOLDER = "kensei-docs-"
# The characters of a declaration that a message has at most.
_LONGEST = 80
# What holds semicolons and braces that end nothing; and the ends of declarations.
_PARTS = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^(){};]*\)|(?P<end>[;{}])""", re.S)
_STYLE = re.compile(r"""\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')""")
# A number that no page has room for, or a value that depends on others.
_UNCOMMON = re.compile(r"\d{6}|\d[eE]\+?\d|\b(?:var|calc|min|max|clamp)\(")
_DECLARATION = re.compile(r"\s*(?!--)[a-zA-Z-]+\s*:.*", re.S)


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


def lay_out_batches(work: Sequence[Batch]) -> Iterator[tuple[Batch, Pack]]:
    """Yield each batch, in order, with the pack of its laid-out faces.

    Raises Unusable if the renderer can't run, or can't lay out a
    face. If a worker is killed, for example because it needs too much memory, the rest is laid out one batch at a time.
    """
    done, broken = 0, False
    if can_fork() and len(work) > 1 and sum(len(batch.faces) for batch in work) >= WORTH_A_PROCESS:
        # The renderer is imported once for all forks.
        renderer()
        own = TemporaryDirectory(prefix=_FOLDER)
        pool = ProcessPoolExecutor(cores(), multiprocessing.get_context("fork"), _begin, (own.name,))
        try:
            with uninterrupted():
                packs = deque(pool.submit(_lay_out, batch) for batch in work)
            for batch in work:
                # A pack that is no longer needed is not kept.
                yield batch, packs.popleft().result()
                done += 1
        except BrokenExecutor:
            broken = True
        except BaseException:
            # This process would wait at its exit for a worker that the interruption did not end. Futures are not
            # cancelled: the pool's thread fails on cancelled futures (InvalidStateError), and leaves the worker
            # running.
            for worker in multiprocessing.active_children():
                worker.kill()
            raise
        finally:
            pool.shutdown()
            own.cleanup()
    for batch in work[done:]:
        yield batch, _lay_out_apart(batch) if broken else _lay_out(batch)


def _lay_out_apart(batch: Batch) -> Pack:
    """Lay out a batch in a process of its own; raises Unusable, with the face, if that is killed for one."""
    try:
        with (
            TemporaryDirectory(prefix=_FOLDER) as own,
            ProcessPoolExecutor(1, multiprocessing.get_context("fork"), _begin, (own,)) as pool,
        ):
            return pool.submit(_lay_out, batch).result()
    except BrokenExecutor as fault:
        if len(batch.faces) == 1:
            why = "the process of the renderer is killed; it may need more memory than there is"
            raise _refused(batch.faces[0], why) from fault
    for face in batch.faces:
        _lay_out_apart(replace(batch, faces=(face,)))
    return _lay_out(batch)


def _begin(folder: str) -> None:
    """Let a worker exit silently when the user interrupts the command: a terminal signals all processes of it.

    What it writes for the time that it runs lies in a folder that the command deletes: the renderer deletes its
    typefaces when Python ends, and a fork that ends, or is killed, does not come to that.
    """
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _lay_out(batch: Batch) -> Pack:
    """Lay out a batch; raises Unusable, with the face, if the renderer can't."""
    try:
        with limited(_MAX_SECONDS * len(batch.faces)):
            return lay_out(batch.faces, batch.style)
    except (Unusable, OSError):
        raise
    except Exception as fault:
        # To search for a declaration that takes too much would take that much again and again.
        for face in batch.faces if not isinstance(fault, RecursionError | MemoryError | OutOfTime) else ():
            if failing := _failing(face, batch.style):
                return _lay_out_without(failing, batch)
        if len(batch.faces) > 1:
            for face in batch.faces:
                _lay_out(replace(batch, faces=(face,)))
        if not isinstance(fault, RecursionError | MemoryError | OutOfTime) and _is_own(fault):
            raise
        raise _refused(batch.faces[0], _said_of(fault)) from fault


def _failing(face: FaceMarkup, style: Style) -> Failing | None:
    """Return a face without the declaration on which the renderer fails; None if it doesn't, or fails without any."""

    def fails(one: FaceMarkup, its_style: Style) -> bool:
        try:
            with limited(_MAX_SECONDS):
                lay_out([one], its_style)
        except (Unusable, OSError):
            raise
        except Exception:
            # Absurd lengths make the renderer, and what measures its boxes, fail with whatever Python raises. A fault
            # that no declaration causes is raised by the caller.
            return True
        return False

    return without_failing(face, style, fails) if fails(face, style) else None


def _lay_out_without(failing: Failing, batch: Batch) -> Pack:
    """Lay out a batch without a declaration on which the renderer fails, which is a defect of each face that has it."""
    slot = failing.face.slot
    faces = tuple(failing.face if face.slot == slot else face for face in batch.faces)
    pack = _lay_out(replace(batch, style=failing.style, faces=faces))
    told = tuple(
        replace(face, defects=(*face.defects, failing.defect)) if failing.of_style or face.slot == slot else face
        for face in pack.faces
    )
    return replace(pack, faces=told)


def _is_own(fault: Exception) -> bool:
    """Return whether an exception was raised by code of this program, not by the renderer's."""
    frame, _ = list(walk_tb(fault.__traceback__))[-1]
    return str(frame.f_globals.get("__name__")).startswith("kensei_docs.")


def _said_of(fault: Exception) -> str:
    match fault:
        case RecursionError():
            return "its markup or style is nested too deeply; take it apart"
        case MemoryError():
            return "it needs more memory than there is; see what its markup or style repeats"
        case OutOfTime():
            return "it takes more time than a face may take; see what its markup or style repeats"
        case _:
            return f"the renderer fails on its markup or style ({type(fault).__name__}); take out what was changed last"


def _refused(face: FaceMarkup, why: str) -> Unusable:
    return Unusable(Problem(face.place, f"'{face.slot}' can't be laid out: {why}", "layout"))


class Failing(NamedTuple):
    """A face and a style without the declaration that the renderer fails on, and the defect that says so.

    ``of_style``: the declaration stands in the style sheet.
    """

    face: FaceMarkup
    style: Style
    defect: Defect
    of_style: bool


def without_failing(face: FaceMarkup, style: Style, fails: Callable[[FaceMarkup, Style], bool]) -> Failing | None:
    """Return a face, on which the renderer fails, and its style without the one declaration at fault.

    None if the renderer fails without any declaration. ``fails`` lays the face out. Variables are kept: without them,
    others would have no value.
    """
    # Where each declaration begins and ends, in the style sheet or in the markup of the face.
    places = [(True, *place) for place in _declarations(style.css)]
    for match in _STYLE.finditer(face.html):
        group = 1 if match[1] else 2
        begins = match.start(group)
        places += [(False, begins + start, begins + end) for start, end in _declarations(match[group] or "")]

    def left(first: int, end: int) -> tuple[FaceMarkup, Style]:
        """Return face and style without some of the declarations."""
        html, css = (
            _without(text, [place for in_css, *place in places[first:end] if in_css is of_style])
            for text, of_style in ((face.html, False), (style.css, True))
        )
        return replace(face, html=html), replace(style, css=css)

    count = len(places)
    if fails(*left(0, count)):
        return None
    # The least number of declarations without which it doesn't fail: the first ones, and the last ones.
    low = bisect_left(range(1, count), True, key=lambda number: not fails(*left(0, number)))
    # Where the renderer fails only on several together, the last of them is at fault if its value is out of the common.
    last = count - 1 - bisect_left(range(1, count), True, key=lambda number: not fails(*left(count - number, count)))
    of_style, start, end = places[last]
    if last == low or not _UNCOMMON.search((style.css if of_style else face.html)[start:end]):
        of_style, start, end = places[low]
        last = low
    text = (style.css if of_style else face.html)[start:end]
    place = place_at(style.css, start + len(text) - len(text.lstrip())) if of_style else (text.strip()[:_LONGEST], 0, 0)
    said = " ".join(text.split())
    short = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"
    hint = " (has every variable in it a value?)" if "var(" in said else ""
    message = f"the renderer fails on '{short}', which is left out{hint}; write another value, or take it out"
    return Failing(*left(last, last + 1), Defect("", message, CHECK, *place), of_style)


def _declarations(css: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each declaration, but for those of variables and typefaces."""
    start = 0
    opened = ""
    ends = [(part.start(), part.end(), part["end"]) for part in _PARTS.finditer(css) if part["end"]]
    for end, after, character in [*ends, (len(css), len(css), ";")]:
        text = css[start:end]
        if character == "{":
            opened = text
        elif _DECLARATION.fullmatch(re.sub(r"/\*.*?\*/", "", text, flags=re.S)) and "@font-face" not in opened:
            yield start, end
        start = after


def _without(text: str, parts: Sequence[Sequence[int]]) -> str:
    """Return a text with some parts of it blank, so that what follows keeps its line and column."""
    pieces, done = [], 0
    for start, end in parts:
        pieces += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join((*pieces, text[done:]))
