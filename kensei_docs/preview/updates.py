"""Keeps the faces of the views that someone looks at up to date, in a thread.

All files of the project are polled, since notifications of the operating system don't work on every file system. Faces
that changed are laid out and drawn, a few at a time, and each step is published. A fault in a file stops an update: its
problems are shown beside the faces as they were laid out last.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from kensei_docs import faults
from kensei_docs.check.project_files import check_printed
from kensei_docs.database import Database, Edition, load
from kensei_docs.discover import files_inside
from kensei_docs.documents.build import Order, outside_of_outlines, plan, problems_of
from kensei_docs.documents.cache import Entry, FaceCache
from kensei_docs.documents.imposition import PrintedDocument
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.layout.workers import batches, lay_out_batches
from kensei_docs.documents.products.options import Options, require_theme
from kensei_docs.documents.products.product import FACES, INCH, face_size, load_products, require_products
from kensei_docs.files import digest_of
from kensei_docs.preview.pictures import draw, flattened, outline_of
from kensei_docs.preview.views import PageFace, PageState, Picture, View, preview_languages
from kensei_docs.problems import Place, Problem, Unusable, by_place, closest, say, unknown, unusable
from kensei_docs.project import ART, DATA, FONTS, TEMPLATES, Project

# Pages are previewed on this paper.
_PAPER = "a4"
# Faces to lay out between two published states of the page: few, so that pictures appear early.
_FEW = 8
# The number of CSS pixels in an inch.
_CSS = 96
# The index of the size in the pair (time, size) of a watched file.
_SIZE = 1
# Seconds between two polls of the files; one poll of a few hundred files takes some milliseconds.
_POLL_INTERVAL_S = 0.2
# Seconds without a request after which a view is no longer kept up to date.
_VIEW_TIMEOUT_S = 60.0
# Seconds that a page waits for what it asks the thread to do: it may have to end a step of an update before.
_JOB_TIMEOUT_S = 300.0
# The pictures of single looks that are kept: more than a page shows.
_LOOKS = 24

# The documents of views that are kept, filled in: those of a page and of what stands beside it.
_DOCUMENTS = 6

Answer = TypeVar("Answer")

# A state to publish, and the pictures that are new in it as PNG, by their keys.
Step = tuple[PageState, Mapping[str, bytes]]


class PlannedView(NamedTuple):
    """The document of a view, None if there is nothing to print, its problems, and those of the kind of document."""

    document: PrintedDocument | None
    problems: Sequence[Problem]
    of_all_faces: Sequence[Problem]


class WatchedProject:
    """A project whose files are watched, with its databases and face caches in memory.

    ``changed`` drops the databases when their files changed; translations and templates are read again for every
    update.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._files = dict(self._stat_files())
        # Files that were empty at the last poll, and not before, with their time and size.
        self._emptied: dict[Path, tuple[int, int]] = {}
        # For each edition, its last database without an error.
        self._valid: dict[str, tuple[Database, list[Problem]]] = {}
        self._current: set[str] = set()
        self._caches: dict[Path, FaceCache] = {}
        # Documents that were filled in since the last change, by their views.
        self.planned: dict[View, PlannedView] = {}
        # Text outside of the outlines of faces, by the digests of these and the safe zone.
        self._outside: dict[tuple[str, float | None], list[Defect]] = {}

    def changed(self) -> set[Path]:
        """Return the files that were added, deleted or changed since the last call.

        A file that has become empty counts from the next call: most editors empty a file before they write it.
        """
        now = dict(self._stat_files())
        emptied = {file: stat for file, stat in now.items() if not stat[_SIZE] and self._files.get(file, stat)[_SIZE]}
        now |= {file: self._files[file] for file, stat in emptied.items() if self._emptied.get(file) != stat}
        self._emptied = emptied
        before, self._files = self._files, now
        changed = {file for file in before.keys() | now.keys() if before.get(file) != now.get(file)}
        if changed:
            self.planned.clear()
        if any(file.is_relative_to(layer / DATA) for file in changed for layer in self.project.layers):
            self._current.clear()
        return changed

    def database(self, edition: str) -> tuple[Database, list[Problem]]:
        """Return the database of one edition and its warnings; raises Unusable for its errors."""
        if edition not in self._current:
            database, problems = load(self.project, [edition])
            if any(problem.severity == "error" for problem in problems):
                raise Unusable(*by_place(problems))
            if edition not in database.editions:
                raise unusable("data/editions", f"there is no edition '{edition}'", "edition")
            self._valid[edition] = database, problems
            self._current.add(edition)
        return self._valid[edition]

    def last_valid(self, edition: str) -> Edition | None:
        """Return an edition as it was when it last had no error, if it ever was."""
        known = self._valid.get(edition)
        return known[0].editions[edition] if known else None

    def face_cache(self, folder: Path) -> FaceCache:
        """Return the cache of a set of faces, read from its folder once."""
        if folder not in self._caches:
            self._caches[folder] = FaceCache(self.project.cache / folder)
        return self._caches[folder]

    def lay_out(self, document: PrintedDocument, slots: Iterable[str]) -> None:
        """Lay out the faces in some slots that the cache lacks."""
        faces, cache = document.faces, self.face_cache(document.faces.folder)
        missing = [slot for slot in dict.fromkeys(slots) if not cache.entry(slot, faces.keys[slot])]
        for batch in batches(faces.folder, faces.style, [faces.markup(slot) for slot in missing]):
            # One at a time: several would start worker processes, which must not be forked from a thread.
            for _, pack in lay_out_batches([batch]):
                cache.add(pack, faces.cache_key)

    def outside(self, document: PrintedDocument, keys: Mapping[str, str]) -> dict[str, list[Defect]]:
        """Return what text of laid-out faces would be cut off, by their slots; ``keys`` are digests of the faces."""
        whole = {slot: (key, document.faces.product.safe) for slot, key in keys.items()}
        missing = [slot for slot, key in whole.items() if key not in self._outside]
        self._outside |= {whole[slot]: [] for slot in missing}
        for slot, defect in outside_of_outlines(document, self.face_cache(document.faces.folder), missing):
            self._outside[whole[slot]].append(defect)
        return {slot: self._outside[key] for slot, key in whole.items()}

    def entry(self, document: PrintedDocument, slot: str) -> Entry:
        """Return a face that ``lay_out`` has laid out."""
        faces = document.faces
        entry = self.face_cache(faces.folder).entry(slot, faces.keys[slot])
        assert entry is not None  # the caller has laid it out
        return entry

    def page(self, document: PrintedDocument, slot: str, number: int = 0, bleed: float = 0) -> Any:
        """Return the image of a page of a face that ``lay_out`` has laid out, without ``bleed`` mm at each side."""
        entry = self.entry(document, slot)
        pack = self.face_cache(document.faces.folder).pack(entry.pack)
        return draw(pack.pdf, entry.pages[number], document.faces.size(slot), bleed)

    def _stat_files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield every watched file with its time and size."""
        for root in (layer / part for layer in self.project.layers for part in (DATA, TEMPLATES, ART, FONTS)):
            for file in files_inside(root):
                # Editors keep lock files and backups beside a file.
                names = file.relative_to(root).parts
                if any(name.startswith((".", "~$")) for name in names) or names[-1].endswith("~"):
                    continue
                with suppress(OSError):
                    found = file.stat()
                    yield file, (found.st_mtime_ns, found.st_size)


class Update:
    """One update of a view, from the last published state."""

    def __init__(self, watched: WatchedProject, view: View, state: PageState) -> None:
        self._watched, self._view = watched, view
        self._state = replace(state, took=None)
        self._problems: list[Problem] = []
        self._of_all_faces: list[Problem] = []
        self._face_problems: dict[str, list[Problem]] = {}

    def steps(self) -> Iterator[Step]:
        """Yield a state whenever there is more to show; raises Unusable if the view can't be updated.

        The first state has all faces with their old pictures; then faces that the cache has are drawn, and last
        those that have to be laid out, in the order of the document.
        """
        document = self.document()
        if document:
            yield from self._update_faces(document)
            return
        self._state = replace(self._state, faces={})
        yield self.stopped_by([*self._problems, *self._of_all_faces]), {}

    def document(self) -> PrintedDocument | None:
        """Return the document of the view, filled in; None if there is nothing to print. Raises Unusable."""
        planned = self._watched.planned
        if self._view not in planned:
            while len(planned) >= _DOCUMENTS:
                del planned[next(iter(planned))]
            planned[self._view] = self._plan()
        document, problems, of_all_faces = planned[self._view]
        self._problems, self._of_all_faces = list(problems), list(of_all_faces)
        return document

    def _plan(self) -> PlannedView:
        project, view = self._watched.project, self._view
        _require_known(project, view)
        products, faults = require_products(*load_products(project), (view.kind,))
        if not products:
            raise Unusable(*faults)
        product = products[0]
        options = Options(size=view.size or None, theme=require_theme(project, view.theme))
        database, problems = self._watched.database(view.edition)
        edition = database.editions[view.edition]
        planned = plan(
            project, database, Order([product], [edition], [view.language], [_PAPER], project.output, options)
        )
        if planned.refused:
            raise Unusable(*planned.refused)
        records = set() if product.shows_all_records() else {name for name, _, _ in product.sources()}
        found = check_printed(project, database, records, [product.folder])
        known = dict.fromkeys((*problems, *planned.problems, *found))
        # What is wrong with the kind of document itself is wrong with each of its faces.
        folder = f"{product.folder}{os.sep}"
        of_all_faces = [one for one in known if one.place.file.startswith(folder) and not one.record]
        problems = [one for one in known if one not in of_all_faces]
        if planned.documents:
            return PlannedView(planned.documents[0], problems, of_all_faces)
        nothing = f"{view.edition} has nothing to print for {product.name}; choose another kind or edition"
        told = Problem(Place(str(product.folder)), nothing, "preview", "note")
        return PlannedView(None, problems, [*of_all_faces, told])

    def stopped_by(self, problems: Iterable[Problem]) -> PageState:
        """Return the last state with these problems, and with no face waiting."""
        faces = {slot: replace(face, waiting=False) for slot, face in self._state.faces.items()}
        return self._with_problems(replace(self._state, faces=faces), problems)

    def _update_faces(self, document: PrintedDocument) -> Iterator[Step]:
        faces = _faces(document, self._state)
        cache = self._watched.face_cache(document.faces.folder)
        keys = document.faces.keys
        self._state = replace(self._state, faces={face.slot: face for face in faces})
        cached = {face.slot for face in faces if all(cache.entry(slot, keys[slot]) for slot in face.layers)}
        self._note_problems(document, [face for face in faces if face.slot in cached])
        waiting = sorted((face for face in faces if face.waiting), key=lambda face: face.slot not in cached)
        yield self._with_problems(self._state, self._problems), {}
        for start in range(0, len(waiting), _FEW):
            yield self._with_pictures(document, waiting[start : start + _FEW])
        if waiting:
            cache.save(keys)

    def _with_pictures(self, document: PrintedDocument, faces: Sequence[PageFace]) -> Step:
        """Lay out the faces that the cache lacks, draw all of them, and return the state with them."""
        self._watched.lay_out(document, (slot for face in faces for slot in face.layers))
        shown = dict(self._state.faces)
        pictures: dict[str, bytes] = {}
        for face in faces:
            drawn = dict(self._pictures(document, face))
            pictures.update({picture.key: data for picture, data in drawn.items()})
            shown[face.slot] = replace(face, pictures=tuple(drawn), waiting=False)
        self._note_problems(document, faces)
        self._state = replace(self._state, faces=shown)
        return self._with_problems(self._state, self._problems), pictures

    def _pictures(self, document: PrintedDocument, face: PageFace) -> Iterator[tuple[Picture, bytes]]:
        """Yield a picture of each page of a face that is laid out, as a PNG."""
        faces, watched = document.faces, self._watched
        size = faces.size(face.slot)
        beneath = [(slot, faces.product.bleed if faces.fragments[slot].art else 0) for slot in face.layers[:-1]]
        for number in range(len(watched.entry(document, face.slot).pages)):
            layers = [watched.page(document, slot, 0, bleed) for slot, bleed in beneath]
            layers.append(watched.page(document, face.slot, number))
            width, height = (round(length / INCH * _CSS, 2) for length in (size.width, size.height))
            yield (
                Picture(digest_of(face.key, str(number)), width, height),
                flattened(layers, outline_of(document, face.back)),
            )

    def _note_problems(self, document: PrintedDocument, faces: Sequence[PageFace]) -> None:
        """Keep the defects of laid-out faces as problems."""
        outside = self._watched.outside(document, {face.slot: face.key for face in faces if face.shaped})
        for face in faces:
            defects = [(slot, one) for slot in face.layers for one in self._watched.entry(document, slot).defects]
            defects += [(face.slot, one) for one in outside.get(face.slot, ())]
            self._face_problems[face.slot] = [*self._of_all_faces, *problems_of(document, defects)]

    def _with_problems(self, state: PageState, problems: Iterable[Problem]) -> PageState:
        return state.with_problems(problems, self._watched.last_valid(self._view.edition), self._face_problems)


def _require_known(project: Project, view: View) -> None:
    """Raise Unusable for a language or size that does not exist: the address can hold anything."""
    known = preview_languages(project)
    if view.language not in known:
        raise unknown("preview", "language", view.language, known)
    if view.size and face_size(view.size) is None:
        raise unusable(
            "preview",
            f"'{view.size}' is not a size of face{closest(view.size, FACES)}; write {', '.join(FACES)}, or a "
            "measure such as 63x88 (2 to 2000 mm)",
            "size",
        )


def _faces(document: PrintedDocument, before: PageState) -> list[PageFace]:
    """Return the faces of a document, each once, fronts before backs; those whose key changed are waiting."""
    faces = document.faces
    layers = [
        *((side.title, side.row.record, False, side.front, side.art) for side in faces.sides),
        *((side.title, None, True, side.back, side.back_art) for side in faces.sides if side.back),
    ]
    shown: dict[str, PageFace] = {}
    for title, record, back, slot, art in layers:
        slots = (art, slot) if art else (slot,)
        cut = outline_of(document, back)
        key = digest_of(*(faces.keys[one] for one in slots), *([repr(cut)] if cut else []))
        old = before.faces.get(slot)
        pictures = old.pictures if old else ()
        waiting = not (old and old.key == key and pictures)
        named = record.id if record else None
        face = PageFace(slot, title, back, bool(cut), named, key, pictures, (), waiting, slots)
        shown.setdefault(slot, face)
    return list(shown.values())


@dataclass
class _Shown:
    """A view that someone looks at: its last state, and when it was asked for last.

    ``noticed`` is the time at which the change was noticed that made it ``stale``; None for a new view.
    """

    state: PageState = field(default_factory=PageState)
    asked: float = 0.0
    stale: bool = True
    noticed: float | None = None


def _ended() -> Unusable:
    return unusable("preview", say("the preview has ended; start it again in the terminal"), "preview")


class UpdateThread:
    """Keeps the views that someone looks at up to date, in a thread; problems are shown on the page, not raised."""

    def __init__(self, project: Project) -> None:
        self._watched = WatchedProject(project)
        self._news = threading.Condition()
        self._versions = itertools.count(1)
        self._shown: dict[View, _Shown] = {}
        self._pictures: dict[str, bytes] = {}
        # Pictures of close looks, the last ones.
        self._looks: dict[str, bytes] = {}
        self._jobs: list[tuple[Callable[[], Any], Future[Any]]] = []
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="preview", daemon=True)
        self._thread.start()

    def state(self, view: View, since: int = -1, patience: float = 0) -> PageState:
        """Return the state of a view as soon as its version is later than ``since``, at the latest after
        ``patience`` seconds."""
        until = time.monotonic() + patience
        with self._news:
            shown = self._shown.setdefault(view, _Shown())
            self._news.notify_all()
            while True:
                shown.asked = time.monotonic()
                if shown.state.version > since or self._closed or shown.asked >= until:
                    return shown.state
                self._news.wait(until - shown.asked)

    def picture(self, key: str) -> bytes | None:
        """Return a picture as a PNG, or None where no face on any page has it."""
        return self._pictures.get(key) or self._looks.get(key)

    def keep(self, key: str, picture: bytes) -> None:
        """Keep a PNG that is on no page's list of faces, and drop the oldest of many."""
        self._looks = {**{one: data for one, data in self._looks.items() if one != key}, key: picture}
        while len(self._looks) > _LOOKS:
            del self._looks[next(iter(self._looks))]

    def do(self, job: Callable[[WatchedProject], Answer]) -> Answer:
        """Return what a job returns, done by the thread between two steps: only one thread lays out at a time.

        Raises what the job raises; Unusable if the preview ends before.
        """
        future: Future[Answer] = Future()
        with self._news:
            if self._closed:
                raise _ended()
            self._jobs.append((lambda: job(self._watched), future))
            self._news.notify_all()
        return future.result(_JOB_TIMEOUT_S)

    def close(self) -> None:
        """End the thread, as soon as the batch that is being laid out is done."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(timeout=30)
        for _, future in self._jobs:
            future.set_exception(_ended())

    def _run(self) -> None:
        while not self._closed:
            self._do_jobs()
            self._notice_changes()
            with self._news:
                view = next((view for view in self._recent() if self._shown[view].stale), None)
                if view is None:
                    if not self._jobs:
                        self._news.wait(_POLL_INTERVAL_S)
                    continue
                shown = self._shown[view]
                shown.stale = False
            self._update(view, shown)

    def _do_jobs(self) -> None:
        while self._jobs:
            job, future = self._jobs.pop(0)
            # What the files hold now is what the page is told about.
            self._notice_changes()
            try:
                future.set_result(job())
            except Exception as fault:
                future.set_exception(fault)

    def _recent(self) -> list[View]:
        """Return the views that someone looks at, the one asked for last first."""
        since = time.monotonic() - _VIEW_TIMEOUT_S
        self._shown = {view: shown for view, shown in self._shown.items() if shown.asked >= since}
        return sorted(self._shown, key=lambda view: self._shown[view].asked, reverse=True)

    def _notice_changes(self) -> bool:
        """Mark every view as stale where files changed; return whether any did."""
        if not self._watched.changed():
            return False
        with self._news:
            for shown in self._shown.values():
                shown.stale, shown.noticed = True, time.perf_counter()
        return True

    def _update(self, view: View, shown: _Shown) -> None:
        """Update a view; stop if files change meanwhile, which makes it stale again."""
        update = Update(self._watched, view, shown.state)
        noticed, took = shown.noticed, None
        try:
            for state, pictures in update.steps():
                if noticed and pictures and took is None:
                    took = time.perf_counter() - noticed
                self._publish(view, replace(state, took=took), pictures)
                self._do_jobs()
                if self._closed or self._notice_changes() or shown.stale:
                    return
            return
        except Unusable as fault:
            problems = list(fault.problems)
        except OSError as fault:
            problems = [
                Problem(
                    Place(str(fault.filename or view.kind)),
                    f"can't be read or written ({fault.strerror}); see what stands there",
                    "file",
                )
            ]
        except Exception as fault:
            # A fault of ours: the page stays, and the terminal names the report of it.
            print(faults.report_of(fault), file=sys.stderr)
            said = f"can't be previewed ({type(fault).__name__}); the terminal says more"
            problems = [Problem(Place(view.kind), said, "preview")]
        self._publish(view, update.stopped_by(problems), {})

    def _publish(self, view: View, state: PageState, pictures: Mapping[str, bytes]) -> None:
        with self._news:
            if view not in self._shown:
                return
            self._shown[view].state = replace(state, version=next(self._versions))
            faces = (face for shown in self._shown.values() for face in shown.state.faces.values())
            used = {picture.key for face in faces for picture in face.pictures}
            self._pictures = {key: data for key, data in {**self._pictures, **pictures}.items() if key in used}
            self._news.notify_all()
