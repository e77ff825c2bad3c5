"""Bringing the faces of a view up to date: those of changed records first, then all the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kensei_docs.catalogues import MESSAGE_LANGUAGE, languages
from kensei_docs.database import Database
from kensei_docs.documents.build import problems_of
from kensei_docs.documents.cache.faces import Entry
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.kinds.options import Options
from kensei_docs.documents.kinds.paper import FACES, face_size
from kensei_docs.documents.kinds.themes import require_theme
from kensei_docs.documents.layout import packs
from kensei_docs.documents.markup.pseudo import PSEUDO
from kensei_docs.documents.plan import Document, Order, Plan, plan
from kensei_docs.files import digest_of
from kensei_docs.preview.screen import Packs, composed, pixels
from kensei_docs.preview.spread import Picture, Shown, Spread, View
from kensei_docs.preview.warm import Warm
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import Project

# Pages are previewed on this paper.
_PAPER = "a4"
# Faces that are laid out before the page is told: few enough to see them come.
_FEW = 8

# A spread to publish, and the pictures that are new in it.
Step = tuple[Spread, Mapping[str, bytes]]


@dataclass(frozen=True)
class _Item:
    """A face to show, and the layers of its picture by slot: the art beneath, then the face."""

    shown: Shown
    layers: tuple[str, ...]


class Pass:
    """One attempt to bring a view up to date, from the spread that was shown before."""

    def __init__(self, warm: Warm, view: View, spread: Spread, changed: set[Path]) -> None:
        self.spread = replace(spread, took=None)
        self._warm, self._view, self._changed = warm, view, changed
        self._problems: list[Problem] = []
        self._findings: dict[str, list[Problem]] = {}

    def steps(self) -> Iterator[Step]:
        """Yield the spread whenever there is more to show; raises Unusable."""
        project, view = self._warm.project, self._view
        _require_known(project, view)
        kind = self._warm.kind(view.kind)
        options = Options(size=view.size or None, theme=require_theme(project, view.theme))
        for record, database in self._warm.touched(view.edition, self._changed):
            slot = next(
                (face.slot for face in self.spread.faces.values() if face.record == record.id and not face.back), None
            )
            if slot and record.kind in kind.each:
                narrow = kind.model_copy(update={"each": [record.id], "blanks": 0})
                yield from self._at_once(self._plan(narrow, database, options), slot)
        database, problems = self._warm.database(view.edition)
        planned = self._plan(kind, database, options)
        if planned.refused:
            raise Unusable(*planned.refused)
        self._problems = [*problems, *planned.problems]
        if planned.documents:
            yield from self._everything(planned.documents[0])
            return
        self.spread = replace(self.spread, faces={})
        yield (
            self.told(
                [
                    *self._problems,
                    Problem(
                        Place(str(kind.folder)),
                        f"{view.edition} has nothing to print for {kind.name}; choose another kind or edition",
                        "preview",
                        "note",
                    ),
                ]
            ),
            {},
        )

    def told(self, problems: Iterable[Problem]) -> Spread:
        """Return the faces as they last were, with what is wrong now; nothing waits any more."""
        faces = {slot: replace(face, waiting=False) for slot, face in self.spread.faces.items()}
        return replace(self.spread, faces=faces).told(problems, self._warm.edition(self._view.edition), self._findings)

    def _plan(self, kind: Kind, database: Database, options: Options) -> Plan:
        return plan(
            self._warm.project,
            database,
            Order(
                [kind],
                [database.editions[self._view.edition]],
                [self._view.language],
                [_PAPER],
                self._warm.project.output,
                options,
            ),
        )

    def _at_once(self, planned: Plan, slot: str) -> Iterator[Step]:
        """Yield the spread with one front as it is now; the whole pass finds its problems."""
        for document in planned.documents:
            for item in _items(document, self.spread):
                if item.shown.slot == slot and item.shown.waiting:
                    yield self._drawn(document, [item])

    def _everything(self, document: Document) -> Iterator[Step]:
        items = _items(document, self.spread)
        cache = self._warm.faces(document.faces.folder)
        keys = document.faces.keys
        self.spread = replace(self.spread, faces={item.shown.slot: item.shown for item in items})
        there = {item.shown.slot for item in items if all(cache.entry(slot, keys[slot]) for slot in item.layers)}
        for item in items:
            if item.shown.slot in there:
                self._find(document, item)
        waiting = sorted((item for item in items if item.shown.waiting), key=lambda item: item.shown.slot not in there)
        yield self._told(), {}
        for start in range(0, len(waiting), _FEW):
            yield self._drawn(document, waiting[start : start + _FEW])
        if waiting:
            cache.save(keys)

    def _drawn(self, document: Document, items: Sequence[_Item]) -> Step:
        """Return the spread with some faces laid out, as far as they weren't, and drawn."""
        faces, cache = document.faces, self._warm.faces(document.faces.folder)
        missing = [
            slot
            for slot in dict.fromkeys(slot for item in items for slot in item.layers)
            if not cache.entry(slot, faces.keys[slot])
        ]
        for batch in packs.batches(faces.folder, faces.style, missing, faces.missing, faces.kind.flow is not None):
            # One at a time: with several it might start processes, which threads don't bear.
            for _, laid in packs.lay_out([batch], self._warm.project.cache):
                for slot, entry in zip(batch.slots, laid.entries, strict=True):
                    cache.add(slot, entry, laid.pack, laid.drawn)
                self._problems += [
                    Problem(
                        Place(str(faces.kind.folder)),
                        f"the renderer says: {warning}; mend what it names",
                        "style",
                        "warning",
                    )
                    for warning in laid.warnings
                ]
        shown = dict(self.spread.faces)
        pictures: dict[str, bytes] = {}
        with Packs() as opened:
            for item in items:
                drawn = dict(self._pictures(document, item, opened))
                pictures.update({picture.key: data for picture, data in drawn.items()})
                shown[item.shown.slot] = replace(item.shown, pictures=tuple(drawn), waiting=False)
                self._find(document, item)
        self.spread = replace(self.spread, faces=shown)
        return self._told(), pictures

    def _pictures(self, document: Document, item: _Item, opened: Packs) -> Iterator[tuple[Picture, bytes]]:
        """Yield the pictures of a face that is laid out, a page each."""
        faces = document.faces
        entries = [self._entry(document, slot) for slot in item.layers]
        bleed = faces.kind.bleed
        cache = self._warm.faces(faces.folder)
        size = faces.size(item.layers[-1])
        for number, page in enumerate(cache.pages(entries[-1])):
            layers = []
            for slot, entry in zip(item.layers, entries, strict=True):
                pack = cache.file(entry.pack)
                assert pack is not None  # its entry would not have been found
                at = page if entry is entries[-1] else cache.pages(entry)[0]
                layers.append(
                    opened.draw(
                        entry.pack, pack, at.number, faces.size(slot), bleed if faces.fragments[slot].art else 0
                    )
                )
            key = digest_of(item.shown.key, str(number))
            yield Picture(key, pixels(size.width), pixels(size.height)), composed(layers)

    def _entry(self, document: Document, slot: str) -> Entry:
        faces = document.faces
        entry = self._warm.faces(faces.folder).entry(slot, faces.keys[slot])
        assert entry is not None  # it was laid out just now
        return entry

    def _find(self, document: Document, item: _Item) -> None:
        """Take note of what is wrong with a face as it was laid out."""
        self._findings[item.shown.slot] = [
            problem
            for slot in item.layers
            for problem in problems_of(document, ((slot, one) for one in self._entry(document, slot).findings))
        ]

    def _told(self) -> Spread:
        return self.spread.told(self._problems, self._warm.edition(self._view.edition), self._findings)


def _require_known(project: Project, view: View) -> None:
    """Raise Unusable for a language or a size that there isn't: anyone can write an address."""
    spoken = dict.fromkeys([MESSAGE_LANGUAGE, *languages(project), PSEUDO])
    if view.language not in spoken:
        raise Unusable(
            Problem(
                Place("preview"),
                f"there is no language '{view.language}'"
                f"{closest(view.language, spoken)}; known are "
                f"{', '.join(spoken)}",
                "language",
            )
        )
    if view.size and face_size(view.size) is None:
        raise Unusable(
            Problem(
                Place("preview"),
                f"'{view.size}' is no size of face"
                f"{closest(view.size, FACES)}; write {', '.join(FACES)}, or a "
                "measure such as 63x88",
                "size",
            )
        )


def _items(document: Document, before: Spread) -> list[_Item]:
    """Return the faces of a document, each once; those that changed wait to be laid out."""
    faces = document.faces
    found: dict[str, _Item] = {}

    def add(title: str, record: str | None, back: bool, slot: str, art: str | None) -> None:
        layers = (art, slot) if art else (slot,)
        key = digest_of(*(faces.keys[layer] for layer in layers))
        old = before.faces.get(slot)
        same = old is not None and old.key == key and bool(old.pictures)
        pictures = old.pictures if old else ()
        found.setdefault(
            slot, _Item(Shown(slot, title, back, faces.kind.outline, record, key, pictures, (), not same), layers)
        )

    for side in faces.sides:
        record = side.row.record.id if side.row.record else None
        add(side.title, record, False, side.front, side.art)
    for side in faces.sides:
        if side.back:
            add(side.title, None, True, side.back, side.back_art)
    return list(found.values())
