"""What is to be reprinted of each document: the cards that differ, with their marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.plan import Document
from kensei_docs.documents.reprint.bars import Hunk, Span, compared, words_of
from kensei_docs.documents.reprint.compare import Pair, may_differ, pages_that_differ, pairs

# Of the same faces as they were, in the cache beside those as they are.
BEFORE = "-before"

Caches = Mapping[Path, FaceCache]


@dataclass(frozen=True)
class Changed:
    """A card to reprint: which pages of its front, how often, and where front and back changed.

    ``fronts`` and ``backs`` have the marks of every page by its number (0 is the first).
    """

    pair: Pair
    pages: tuple[int, ...]
    copies: int
    fronts: Mapping[int, Sequence[Span]] = field(default_factory=dict)
    backs: Sequence[Span] = ()
    hunks: tuple[Hunk, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What became of one document: as it is now (or was last) and as it was, the cards to
    reprint, those that are gone (with how many copies), and those that stay as they are."""

    document: Document
    before: FaceSet | None
    changed: tuple[Changed, ...]
    gone: tuple[tuple[Sides, int], ...]
    same: tuple[Sides, ...]

    @property
    def differs(self) -> bool:
        return bool(self.changed or self.gone)


@dataclass(frozen=True)
class Suspects:
    """The cards of one document that may differ, before any of their faces is laid out."""

    now: Document | None
    then: Document | None
    pairs: tuple[Pair, ...]
    same: tuple[Pair, ...]

    @property
    def document(self) -> Document:
        document = self.now or self.then
        assert document is not None  # it is of one of two plans
        return document


def suspects(old: Sequence[Document], new: Sequence[Document]) -> list[Suspects]:
    """Return what may differ of the documents of two plans, matched by their paths."""
    before = {document.path: document for document in old}
    found = []
    for document in new:
        found.append(_suspects(before.pop(document.path, None), document))
    return [*found, *(_suspects(document, None) for document in before.values())]


def _suspects(old: Document | None, new: Document | None) -> Suspects:
    then = replace(old, faces=replace(old.faces, suffix=old.faces.suffix + BEFORE)) if old else None
    sets = then.faces if then else None, new.faces if new else None
    known = pairs(*sets)
    maybe = tuple(pair for pair in known if may_differ(pair, *sets) or pair.copies[0] != pair.copies[1])
    return Suspects(
        new and _only(new, [pair.new for pair in maybe]),
        then and _only(then, [pair.old for pair in maybe if pair.new]),
        maybe,
        tuple(pair for pair in known if pair not in maybe),
    )


def _only(document: Document, sides: Sequence[Sides | None]) -> Document:
    return replace(document, faces=replace(document.faces, sides=tuple(filter(None, sides))))


def outcome(found: Suspects, then: Caches, now: Caches) -> Outcome:
    """Return what became of a document, all of whose suspect faces are laid out."""
    changed: list[Changed] = []
    gone: list[tuple[Sides, int]] = []
    same: list[Sides] = []
    for pair in found.pairs:
        before, after = pair.copies
        if one := _changed(found, pair, then, now) if pair.new else None:
            changed.append(one)
        elif after > before:
            # The card is as it was, and there are more of it.
            changed.append(Changed(pair, tuple(range(_pages(found, pair, now))), after - before))
        elif before > after:
            gone.append((pair.sides, before - after))
        if pair.new and before and not one:
            same.append(pair.new)
    before_all = found.then.faces if found.then else None
    return Outcome(
        found.document, before_all, tuple(changed), tuple(gone), (*same, *(pair.sides for pair in found.same))
    )


def _pages(found: Suspects, pair: Pair, now: Caches) -> int:
    assert found.now and pair.new
    faces = found.now.faces
    entry = now[faces.folder].entry(pair.new.front, faces.keys[pair.new.front])
    assert entry is not None
    return len(entry.pages)


def _changed(found: Suspects, pair: Pair, then: Caches, now: Caches) -> Changed | None:
    assert found.now and pair.new
    faces = found.now.faces
    cache = now[faces.folder]
    many = _pages(found, pair, now)
    if pair.old is None or found.then is None:
        return Changed(pair, tuple(range(many)), pair.new.row.copies)
    before = found.then.faces
    old_cache = then[before.folder]
    pages = pages_that_differ(pair, (before, old_cache), (faces, cache))
    if not pages:
        return None
    old_words = words_of(before, old_cache, pair.old.front)
    new_words = words_of(faces, cache, pair.new.front)
    size = faces.size(pair.new.front)
    columns = _columns(faces.kind.flow, size)
    fronts: dict[int, list[Span]] = {}
    hunks: list[Hunk] = []
    back_spans: list[Span] = []
    front_changed = before.keys[pair.old.front] != faces.keys[pair.new.front]
    for number in pages if front_changed else ():
        old_page = old_words[number] if number < len(old_words) else []
        spans, told = compared(old_page, new_words[number], size, columns)
        fronts[number] = spans
        hunks += told
    if pair.new.back and pair.old.back and (before.keys[pair.old.back] != faces.keys[pair.new.back]):
        spans, told = compared(
            words_of(before, old_cache, pair.old.back)[0],
            words_of(faces, cache, pair.new.back)[0],
            faces.size(pair.new.back),
            (0.0,),
        )
        back_spans, hunks = spans, [*hunks, *told]
    return Changed(pair, tuple(pages), pair.new.row.copies, fronts, tuple(back_spans), tuple(dict.fromkeys(hunks)))


def _columns(flow: Columns | None, size: Size) -> tuple[float, ...]:
    """Return where each column of a page begins, in millimetres from the left."""
    if flow is None:
        return (0.0,)
    return tuple(number * (flow.width(size) + flow.gap) for number in range(flow.count))
