"""Updates of a view: files of the project are watched, and faces that changed are laid out and drawn, a few at a time.

All files are polled: notifications of the operating system don't work on every file system.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

from kensei_docs.check.run import check_printed
from kensei_docs.database import Database, Edition, load
from kensei_docs.documents.build import Order, plan
from kensei_docs.documents.cache.face_cache import Entry, FaceCache
from kensei_docs.documents.face_problems import problems_of
from kensei_docs.documents.kinds.kind import Kind, load_kinds, require_kinds
from kensei_docs.documents.kinds.options_and_printers import Options
from kensei_docs.documents.kinds.paper_and_face_sizes import FACES, INCH, Size, face_size
from kensei_docs.documents.kinds.themes import require_theme
from kensei_docs.documents.layout.workers import batches, lay_out_batches
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.files import digest_of
from kensei_docs.preview.page import PageFace, PageState, Picture, View, preview_languages
from kensei_docs.problems import Place, Problem, Unusable, by_place, closest, unknown, unusable
from kensei_docs.project import CATALOGUES, DATA, TEMPLATES, Project

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

# A state to publish, and the pictures that are new in it as PNG, by their keys.
Step = tuple[PageState, Mapping[str, bytes]]
# The index of the size in the pair (time, size) of a watched file.
_SIZE = 1


class WatchedProject:
    """A project whose files are watched, with its databases, kinds and face caches in memory.

    ``changed`` drops what was read from changed files; translations and templates are read again for every
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
        self._kinds: tuple[dict[str, Kind], list[Problem]] | None = None

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
        for file in changed:
            for layer in self.project.layers:
                if file.is_relative_to(layer / TEMPLATES):
                    self._kinds = None
                elif file.is_relative_to(layer / DATA) and not file.is_relative_to(layer.joinpath(*CATALOGUES)):
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

    def kind(self, name: str) -> Kind:
        """Return a kind of document; raises Unusable."""
        self._kinds = self._kinds or load_kinds(self.project)
        kinds, faults = require_kinds(*self._kinds, (name,))
        if not kinds:
            raise Unusable(*faults)
        return kinds[0]

    def face_cache(self, folder: Path) -> FaceCache:
        """Return the cache of a set of faces, read from its folder once."""
        if folder not in self._caches:
            self._caches[folder] = FaceCache(self.project.cache / folder)
        return self._caches[folder]

    def _stat_files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield every watched file with its time and size."""
        for root in (layer / part for layer in self.project.layers for part in (DATA, TEMPLATES)):
            for folder, inner, names in os.walk(root):
                inner[:] = [name for name in inner if not name.startswith(".")]
                for name in names:
                    # Editors keep lock files and backups beside a file.
                    if name.startswith((".", "~$")) or name.endswith("~"):
                        continue
                    file = Path(folder, name)
                    try:
                        found = file.stat()
                    except OSError:
                        continue
                    yield file, (found.st_mtime_ns, found.st_size)


@dataclass(frozen=True)
class _Item:
    """A face to show, and the slots of its layers: the art beneath, then the face itself."""

    face: PageFace
    layers: tuple[str, ...]


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
        kind = self._watched.kind(view.kind)
        options = Options(size=view.size or None, theme=require_theme(project, view.theme))
        database, problems = self._watched.database(view.edition)
        edition = database.editions[view.edition]
        planned = plan(project, database, Order([kind], [edition], [view.language], [_PAPER], project.output, options))
        if planned.refused:
            raise Unusable(*planned.refused)
        records = set() if kind.shows_all_records() else {name for name, _, _ in kind.sources()}
        found = check_printed(project, database, records, [kind.folder])
        known = dict.fromkeys((*problems, *planned.problems, *found))
        # What is wrong with the kind of document itself is wrong with each of its faces.
        folder = f"{kind.folder}{os.sep}"
        self._of_all_faces = [one for one in known if one.place.file.startswith(folder) and not one.record]
        self._problems = [one for one in known if one not in self._of_all_faces]
        if planned.documents:
            yield from self._update_faces(planned.documents[0])
            return
        self._state = replace(self._state, faces={})
        nothing = Problem(
            Place(str(kind.folder)),
            f"{view.edition} has nothing to print for {kind.name}; choose another kind or edition",
            "preview",
            "note",
        )
        yield self.stopped_by([*self._problems, *self._of_all_faces, nothing]), {}

    def stopped_by(self, problems: Iterable[Problem]) -> PageState:
        """Return the last state with these problems, and with no face waiting."""
        faces = {slot: replace(face, waiting=False) for slot, face in self._state.faces.items()}
        return self._with_problems(replace(self._state, faces=faces), problems)

    def _update_faces(self, document: PrintedDocument) -> Iterator[Step]:
        items = _items(document, self._state)
        cache = self._watched.face_cache(document.faces.folder)
        keys = document.faces.keys
        self._state = replace(self._state, faces={item.face.slot: item.face for item in items})
        cached = {item.face.slot for item in items if all(cache.entry(slot, keys[slot]) for slot in item.layers)}
        for item in items:
            if item.face.slot in cached:
                self._note_problems(document, item)
        waiting = sorted((item for item in items if item.face.waiting), key=lambda item: item.face.slot not in cached)
        yield self._with_problems(self._state, self._problems), {}
        for start in range(0, len(waiting), _FEW):
            yield self._with_pictures(document, waiting[start : start + _FEW])
        if waiting:
            cache.save(keys)

    def _with_pictures(self, document: PrintedDocument, items: Sequence[_Item]) -> Step:
        """Lay out the faces that the cache lacks, draw all of them, and return the state with them."""
        self._lay_out(document, items)
        faces = dict(self._state.faces)
        pictures: dict[str, bytes] = {}
        for item in items:
            drawn = dict(self._pictures(document, item))
            pictures.update({picture.key: data for picture, data in drawn.items()})
            faces[item.face.slot] = replace(item.face, pictures=tuple(drawn), waiting=False)
            self._note_problems(document, item)
        self._state = replace(self._state, faces=faces)
        return self._with_problems(self._state, self._problems), pictures

    def _lay_out(self, document: PrintedDocument, items: Sequence[_Item]) -> None:
        faces, cache = document.faces, self._watched.face_cache(document.faces.folder)
        slots = dict.fromkeys(slot for item in items for slot in item.layers)
        missing = [slot for slot in slots if not cache.entry(slot, faces.keys[slot])]
        for batch in batches(faces.folder, faces.style, [faces.markup(slot) for slot in missing]):
            # One at a time: several would start worker processes, which must not be forked from a thread.
            for _, pack in lay_out_batches([batch], self._watched.project.cache):
                cache.add(pack, faces.cache_key)

    def _pictures(self, document: PrintedDocument, item: _Item) -> Iterator[tuple[Picture, bytes]]:
        """Yield a picture of each page of a face that is laid out, as a PNG."""
        faces = document.faces
        entries = [self._entry(document, slot) for slot in item.layers]
        cache = self._watched.face_cache(faces.folder)
        size = faces.size(item.layers[-1])
        for number, page in enumerate(entries[-1].pages):
            layers = []
            for slot, entry in zip(item.layers, entries, strict=True):
                at = page if entry is entries[-1] else entry.pages[0]
                bleed = faces.kind.bleed if faces.fragments[slot].art else 0
                layers.append(_draw(cache.pack(entry.pack).pdf, at, faces.size(slot), bleed))
            width, height = (round(length / INCH * _CSS, 2) for length in (size.width, size.height))
            yield Picture(digest_of(item.face.key, str(number)), width, height), _flattened(layers)

    def _entry(self, document: PrintedDocument, slot: str) -> Entry:
        faces = document.faces
        entry = self._watched.face_cache(faces.folder).entry(slot, faces.keys[slot])
        assert entry is not None  # the caller has laid it out
        return entry

    def _note_problems(self, document: PrintedDocument, item: _Item) -> None:
        """Keep the defects of a laid-out face as problems."""
        of_face = (
            problem
            for slot in item.layers
            for problem in problems_of(document, ((slot, one) for one in self._entry(document, slot).defects))
        )
        self._face_problems[item.face.slot] = [*self._of_all_faces, *of_face]

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


def _items(document: PrintedDocument, before: PageState) -> list[_Item]:
    """Return the faces of a document, each once, fronts before backs; those whose key changed are waiting."""
    faces = document.faces
    layers = [
        *((side.title, side.row.record, False, side.front, side.art) for side in faces.sides),
        *((side.title, None, True, side.back, side.back_art) for side in faces.sides if side.back),
    ]
    items: dict[str, _Item] = {}
    for title, record, back, slot, art in layers:
        slots = (art, slot) if art else (slot,)
        key = digest_of(*(faces.keys[one] for one in slots))
        old = before.faces.get(slot)
        pictures = old.pictures if old else ()
        waiting = not (old and old.key == key and pictures)
        face = PageFace(
            slot, title, back, faces.kind.outline, record.id if record else None, key, pictures, (), waiting
        )
        items.setdefault(slot, _Item(face, slots))
    return list(items.values())


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
