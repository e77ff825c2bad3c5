"""The live preview: a server that shows browsers of this machine the faces of a view, kept up to date by a thread.

A page in the browser shows a ``View``; its ``PageState`` has the faces as they were drawn last. All files of the
project are polled, since notifications of the operating system don't work on every file system. Faces that changed are
laid out and drawn, a few at a time, and each step is published. A fault in a file stops an update: its problems are
shown beside the faces as they were laid out last.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment

from kensei_docs import faults
from kensei_docs.catalogues import MESSAGE_LANGUAGE, PSEUDO, Translator, languages, written_languages
from kensei_docs.check.project_files import check_printed
from kensei_docs.database import Database, Edition, load
from kensei_docs.discover import files_inside
from kensei_docs.documents.build import Order, plan, problems_of
from kensei_docs.documents.cache import Entry, FaceCache
from kensei_docs.documents.imposition import PrintedDocument
from kensei_docs.documents.layout.workers import batches, lay_out_batches
from kensei_docs.documents.products.options import Options, load_themes, require_theme
from kensei_docs.documents.products.product import FACES, INCH, Size, face_size, load_products, require_products
from kensei_docs.figures import localise
from kensei_docs.files import digest_of
from kensei_docs.languages import language
from kensei_docs.problems import Place, Problem, Unusable, by_place, closest, unknown, unusable
from kensei_docs.project import ART, DATA, EDITIONS, FONTS, TEMPLATES, Project
from kensei_docs.serving import LocalServer, Pages, Response, as_json, html, render, whole_number

# In templates/_shared, where the words of all pages are.
PAGE, FACE, STATE = "preview.html.j2", "preview-face.html.j2", "preview-state.html.j2"
ASSETS = ("screen.css", "screen.js", "preview.css", "preview.js")
# Pages are previewed on this paper.
_PAPER = "a4"
# Faces to lay out between two published states of the page: few, so that pictures appear early.
_FEW = 8
# Dots an inch of a picture: twice those of a plain screen, so that small type can be read.
RESOLUTION = 192
# The number of CSS pixels, and of points, in an inch.
_CSS = 96
_POINTS = 72
_CLEAR, _WHITE = (255, 255, 255, 0), (255, 255, 255, 255)
# The index of the size in the pair (time, size) of a watched file.
_SIZE = 1
# Seconds between two polls of the files; one poll of a few hundred files takes some milliseconds.
_POLL_INTERVAL_S = 0.2
# Seconds without a request after which a view is no longer kept up to date.
_VIEW_TIMEOUT_S = 60.0
# Seconds after which a request for a newer state is answered, even if there is none.
_NEWS_TIMEOUT_S = 20.0
# Seconds that the request for a page waits for its first faces.
_FIRST_FACES_TIMEOUT_S = 2.0


@dataclass(frozen=True)
class View:
    """The choices of a page in the browser; an empty size is the kind's own size."""

    kind: str
    edition: str
    language: str
    theme: str
    size: str = ""


def first_view(project: Project, kind: str | None, edition: str | None, language: str, theme: str, size: str) -> View:
    """Return the view to begin with: by default the project's own edition, and the first kind that has records
    in it."""
    folders = project.named_folders(*EDITIONS)
    own = [name for name, folder in folders.items() if project.holds(folder)]
    chosen = edition or next(iter([*own, *folders]), "")
    if kind is None:
        products, _ = load_products(project)
        # Problems of the data are shown on the page.
        there = load(project, (chosen,))[0].editions.get(chosen)
        fitting = (name for name, one in products.items() if there and not one.is_general and one.applies_to(there))
        kind = next(fitting, next(iter(products), ""))
    return View(kind, chosen, language, theme, size)


@dataclass(frozen=True)
class Picture:
    """A picture of a face: the key in its address, and its size in CSS pixels (96 an inch), so that a
    face is about as large as in print."""

    key: str
    width: float
    height: float


@dataclass(frozen=True)
class PageFace:
    """A face on the page: a front, or a back that several fronts share.

    ``key`` is the digest of the current face. ``pictures`` show each of its pages as last drawn: an old state of the
    face while it is ``waiting``.
    """

    slot: str
    title: str
    back: bool
    outline: str
    record: str | None
    key: str
    pictures: tuple[Picture, ...] = ()
    problems: tuple[str, ...] = ()
    waiting: bool = True
    # The slots of its layers: the art beneath, then the face itself.
    layers: tuple[str, ...] = field(default=(), repr=False)

    @property
    def stamp(self) -> str:
        """A digest of all that the page shows of the face."""
        return digest_of(repr(self))[:16]


@dataclass(frozen=True)
class PageState:
    """The faces of a view by their slots, and the problems that belong to none of them.

    ``version`` grows with each state that is published. ``took`` is how many seconds passed from
    noticing the last change to its first new picture.
    """

    version: int = 0
    faces: Mapping[str, PageFace] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    took: float | None = None

    @property
    def waiting(self) -> int:
        """How many faces are still to be laid out."""
        return sum(face.waiting for face in self.faces.values())

    def with_problems(
        self, problems: Iterable[Problem], edition: Edition | None, of_faces: Mapping[str, Iterable[Problem]]
    ) -> PageState:
        """Return the state with each problem at its face, and the others above all faces.

        ``edition`` is the edition as it was when it last had no error: it has the places of records in files.
        ``of_faces`` are the problems of single faces by their slots.
        """
        known = {face.record for face in self.faces.values()}
        of_records: dict[str, list[str]] = {}
        above: list[str] = []
        for problem in problems:
            record = problem.record or (_record_at(problem, edition) if edition else None)
            (of_records.setdefault(record, []) if record and record in known else above).append(str(problem))
        faces = {}
        for slot, face in self.faces.items():
            mine = of_records.get(face.record, []) if face.record and not face.back else []
            faces[slot] = replace(face, problems=tuple(dict.fromkeys([*mine, *map(str, of_faces.get(slot, ()))])))
        return replace(self, faces=faces, problems=tuple(dict.fromkeys(above)))


def _record_at(problem: Problem, edition: Edition) -> str | None:
    """Return the record whose lines a problem's line is among: the last that begins at or before it."""
    line = problem.place.line
    if not line:
        return None
    above = [
        (place.line, record.id)
        for record in edition.records.values()
        if (place := record.place()).file == problem.place.file and place.line and place.line <= line
    ]
    return max(above, key=lambda one: one[0])[1] if above else None


def preview_languages(project: Project) -> tuple[str, ...]:
    """Return the languages that faces can be previewed in: those of the catalogues, and pseudo."""
    return tuple(dict.fromkeys([*written_languages(project), MESSAGE_LANGUAGE, *languages(project), PSEUDO]))


# A state to publish, and the pictures that are new in it as PNG, by their keys.
Step = tuple[PageState, Mapping[str, bytes]]


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
        self._of_all_faces = [one for one in known if one.place.file.startswith(folder) and not one.record]
        self._problems = [one for one in known if one not in self._of_all_faces]
        if planned.documents:
            yield from self._update_faces(planned.documents[0])
            return
        self._state = replace(self._state, faces={})
        nothing = Problem(
            Place(str(product.folder)),
            f"{view.edition} has nothing to print for {product.name}; choose another kind or edition",
            "preview",
            "note",
        )
        yield self.stopped_by([*self._problems, *self._of_all_faces, nothing]), {}

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
        for face in faces:
            if face.slot in cached:
                self._note_problems(document, face)
        waiting = sorted((face for face in faces if face.waiting), key=lambda face: face.slot not in cached)
        yield self._with_problems(self._state, self._problems), {}
        for start in range(0, len(waiting), _FEW):
            yield self._with_pictures(document, waiting[start : start + _FEW])
        if waiting:
            cache.save(keys)

    def _with_pictures(self, document: PrintedDocument, faces: Sequence[PageFace]) -> Step:
        """Lay out the faces that the cache lacks, draw all of them, and return the state with them."""
        self._lay_out(document, faces)
        shown = dict(self._state.faces)
        pictures: dict[str, bytes] = {}
        for face in faces:
            drawn = dict(self._pictures(document, face))
            pictures.update({picture.key: data for picture, data in drawn.items()})
            shown[face.slot] = replace(face, pictures=tuple(drawn), waiting=False)
            self._note_problems(document, face)
        self._state = replace(self._state, faces=shown)
        return self._with_problems(self._state, self._problems), pictures

    def _lay_out(self, document: PrintedDocument, shown: Sequence[PageFace]) -> None:
        faces, cache = document.faces, self._watched.face_cache(document.faces.folder)
        slots = dict.fromkeys(slot for face in shown for slot in face.layers)
        missing = [slot for slot in slots if not cache.entry(slot, faces.keys[slot])]
        for batch in batches(faces.folder, faces.style, [faces.markup(slot) for slot in missing]):
            # One at a time: several would start worker processes, which must not be forked from a thread.
            for _, pack in lay_out_batches([batch]):
                cache.add(pack, faces.cache_key)

    def _pictures(self, document: PrintedDocument, face: PageFace) -> Iterator[tuple[Picture, bytes]]:
        """Yield a picture of each page of a face that is laid out, as a PNG."""
        faces = document.faces
        entries = [self._entry(document, slot) for slot in face.layers]
        cache = self._watched.face_cache(faces.folder)
        size = faces.size(face.slot)
        for number, page in enumerate(entries[-1].pages):
            layers = []
            for slot, entry in zip(face.layers, entries, strict=True):
                at = page if entry is entries[-1] else entry.pages[0]
                bleed = faces.product.bleed if faces.fragments[slot].art else 0
                layers.append(_draw(cache.pack(entry.pack).pdf, at, faces.size(slot), bleed))
            width, height = (round(length / INCH * _CSS, 2) for length in (size.width, size.height))
            yield Picture(digest_of(face.key, str(number)), width, height), _flattened(layers)

    def _entry(self, document: PrintedDocument, slot: str) -> Entry:
        faces = document.faces
        entry = self._watched.face_cache(faces.folder).entry(slot, faces.keys[slot])
        assert entry is not None  # the caller has laid it out
        return entry

    def _note_problems(self, document: PrintedDocument, face: PageFace) -> None:
        """Keep the defects of a laid-out face as problems."""
        of_face = (
            problem
            for slot in face.layers
            for problem in problems_of(document, ((slot, one) for one in self._entry(document, slot).defects))
        )
        self._face_problems[face.slot] = [*self._of_all_faces, *of_face]

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
        key = digest_of(*(faces.keys[one] for one in slots))
        old = before.faces.get(slot)
        pictures = old.pictures if old else ()
        waiting = not (old and old.key == key and pictures)
        named = record.id if record else None
        face = PageFace(slot, title, back, faces.product.outline, named, key, pictures, (), waiting, slots)
        shown.setdefault(slot, face)
    return list(shown.values())


def _draw(pack: bytes, page: int, size: Size, bleed: float) -> Any:
    """Return an image of the face at the upper left of a page of a PDF, without its bleed.

    ``size`` is the face's with its bleed, in millimetres. What the face does not cover is clear.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(pack) as pdf:
        drawn = pdf[page]
        width, height = drawn.get_size()
        wide, high, off = (length / INCH * _POINTS for length in (size.width, size.height, bleed))
        # What is cut off at the left, below, at the right and above.
        crop = off, max(0, height - high + off), max(0, width - wide + off), off
        return drawn.render(scale=RESOLUTION / _POINTS, crop=crop, fill_color=_CLEAR, rev_byteorder=True).to_pil()


def _flattened(layers: Sequence[Any]) -> bytes:
    """Return the layers of one face, the lowest first, on white, as a PNG of the lowest one's size."""
    from PIL import Image

    picture = Image.new("RGBA", layers[0].size, _WHITE)
    for layer in layers:
        fitting = layer if layer.size == picture.size else layer.resize(picture.size)
        picture = Image.alpha_composite(picture, fitting.convert("RGBA"))
    out = BytesIO()
    # Speed matters more than size here: the picture goes no further than this machine's browser.
    picture.convert("RGB").save(out, "png", compress_level=1)
    return out.getvalue()


@dataclass
class _Shown:
    """A view that someone looks at: its last state, and when it was asked for last.

    ``noticed`` is the time at which the change was noticed that made it ``stale``; None for a new view.
    """

    state: PageState = field(default_factory=PageState)
    asked: float = 0.0
    stale: bool = True
    noticed: float | None = None


class UpdateThread:
    """Keeps the views that someone looks at up to date, in a thread; problems are shown on the page, not raised."""

    def __init__(self, project: Project) -> None:
        self._watched = WatchedProject(project)
        self._news = threading.Condition()
        self._versions = itertools.count(1)
        self._shown: dict[View, _Shown] = {}
        self._pictures: dict[str, bytes] = {}
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
        return self._pictures.get(key)

    def close(self) -> None:
        """End the thread, as soon as the batch that is being laid out is done."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(timeout=30)

    def _run(self) -> None:
        while not self._closed:
            self._notice_changes()
            with self._news:
                view = next((view for view in self._recent() if self._shown[view].stale), None)
                if view is None:
                    self._news.wait(_POLL_INTERVAL_S)
                    continue
                shown = self._shown[view]
                shown.stale = False
            self._update(view, shown)

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
                if self._closed or self._notice_changes():
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


class Preview(LocalServer):
    """Serves the preview of a project until it is shut down: a page for each view, in the view's language."""

    def __init__(self, project: Project, start: View, port: int) -> None:
        """Listen on a port, 0 for any free port; raises Unusable if the port is not free."""
        super().__init__("preview", port, Pages(project, ASSETS, (PAGE, FACE, STATE)))
        self.project, self.start = project, start
        self.updates = UpdateThread(project)

    @property
    def url(self) -> str:
        """The address of the view that the preview starts with."""
        return f"{super().url}?{urlencode(asdict(self.start))}"

    def answer(self, path: str, fields: Mapping[str, str]) -> Response:
        """Return the page of a view, its news, a picture or an asset."""
        # Fields that the request lacks are those of the first view.
        view = replace(self.start, **{name: fields[name] for name in asdict(self.start) if name in fields})
        if path not in ("/", "/news"):
            return self.part(path)
        environment, translator = self.pages.environment(view.language)
        if path == "/":
            parts = self._parts(environment, translator, self.updates.state(view, 0, _FIRST_FACES_TIMEOUT_S))
            given = {"view": asdict(view), "choices": self._choices(view, translator), "language": translator.language}
            return html(render(environment, PAGE, **given, **parts))
        # What the browser's script replaces on the page.
        since = whole_number(fields.get("since", ""))
        state = self.updates.state(view, -1 if since is None else since, _NEWS_TIMEOUT_S)
        return as_json({"version": state.version, **self._parts(environment, translator, state)})

    def picture(self, key: str) -> bytes | None:
        """Return the picture of a face that was shown, as a PNG, or None."""
        return self.updates.picture(key)

    def _parts(self, environment: Environment, translator: Translator, state: PageState) -> dict[str, Any]:
        """Return the HTML of the ``faces`` in order, each with a stamp that tells whether it changed, and of the state;
        raises Unusable where a template has a fault."""
        faces = [
            {"id": face.slot, "stamp": face.stamp, "html": render(environment, FACE, face=face)}
            for face in state.faces.values()
        ]
        took = None if state.took is None else localise(f"{state.took:.2f}", translator.language)
        return {"faces": faces, "state": render(environment, STATE, page=state, took=took)}

    def _choices(self, view: View, translator: Translator) -> Mapping[str, dict[str, str]]:
        """Return what can be chosen, by the name of the field: each value with its label."""
        products, _ = load_products(self.project)
        themes, _ = load_themes(self.project)
        choices = {
            "kind": {name: translator.template(name, product.title) for name, product in products.items()},
            "edition": {name: name for name in self.project.named_folders(*EDITIONS)},
            "language": {name: language(name).own_name for name in preview_languages(self.project)},
            "theme": {name: name for name in themes},
            "size": {"": "—", **{name: f"{name} ({size} mm)" for name, size in FACES.items()}},
        }
        for name, chosen in asdict(view).items():
            # An invalid value stays chosen; the page reports it.
            choices[name].setdefault(chosen, chosen)
        return choices

    def __exit__(self, *fault: Any) -> None:
        """Close the port, and end the thread of updates."""
        super().__exit__(*fault)
        self.updates.close()
