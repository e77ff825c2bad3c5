"""Which cards are reprinted: those whose printed faces differ, whatever changed in their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf.forms import Face, digest_of_form
from kensei_docs.documents.reprint.change_bars import Hunk, Mark, differences, words_of
from kensei_docs.documents.sheets.imposition import Document

# The suffix of the cache folder with the old faces, beside the folder with the new ones.
BEFORE = "-before"

# The caches of faces by their folders.
Caches = Mapping[Path, FaceCache]

_LAYERS = ("front", "art", "back", "back_art")


@dataclass(frozen=True)
class Pair:
    """A card (or page, or marker) as it was and as it is; one of the two may be missing."""

    old: Sides | None
    new: Sides | None

    @property
    def sides(self) -> Sides:
        """The new card, or the old one if it is gone."""
        sides = self.new or self.old
        assert sides is not None  # one of them is there
        return sides

    @property
    def copies(self) -> tuple[int, int]:
        """The old and the new number of copies."""
        return (self.old.row.copies if self.old else 0, self.new.row.copies if self.new else 0)


@dataclass(frozen=True)
class ChangedCard:
    """A card to reprint: which pages of its front, how many copies, and where front and back changed.

    ``fronts`` and ``backs`` are the change bars, those of the front by the number of the page (the first
    is 0).
    """

    pair: Pair
    pages: tuple[int, ...]
    copies: int
    fronts: Mapping[int, Sequence[Mark]] = field(default_factory=dict)
    backs: Sequence[Mark] = ()
    hunks: tuple[Hunk, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """The new document (the old one if it is gone), the old face set, the cards to reprint, the cards with
    fewer copies (and how many fewer), and the unchanged cards."""

    document: Document
    before: FaceSet | None
    changed: tuple[ChangedCard, ...]
    gone: tuple[tuple[Sides, int], ...]
    same: tuple[Sides, ...]

    @property
    def differs(self) -> bool:
        return bool(self.changed or self.gone)


@dataclass(frozen=True)
class Candidates:
    """The cards of one document that may differ, found by their cache keys, without laying them out.

    ``now`` and ``then`` are the new and the old document with these cards only; ``same`` are the other cards.
    """

    now: Document | None
    then: Document | None
    pairs: tuple[Pair, ...]
    same: tuple[Pair, ...]

    @property
    def document(self) -> Document:
        document = self.now or self.then
        assert document is not None  # one of the two plans has it
        return document


def candidates(old: Sequence[Document], new: Sequence[Document]) -> list[Candidates]:
    """Return the cards that may differ, of the documents of two plans, which are matched by their paths."""
    before = {document.path: document for document in old}
    found = [_candidates_of(before.pop(document.path, None), document) for document in new]
    return [*found, *(_candidates_of(document, None) for document in before.values())]


def compare(found: Candidates, then: Caches, now: Caches) -> Comparison:
    """Return how a document changed; the caches ``then`` and ``now`` have the faces of its candidates."""
    changed: list[ChangedCard] = []
    gone: list[tuple[Sides, int]] = []
    same: list[Sides] = []
    for pair in found.pairs:
        before, after = pair.copies
        if one := _changed_card(found, pair, then, now) if pair.new else None:
            changed.append(one)
        elif after > before:
            # The card is unchanged, and has more copies.
            changed.append(ChangedCard(pair, tuple(range(_page_count(found, pair, now))), after - before))
        elif before > after:
            gone.append((pair.sides, before - after))
        if pair.new and before and not one:
            same.append(pair.new)
    faces = found.then.faces if found.then else None
    return Comparison(found.document, faces, tuple(changed), tuple(gone), (*same, *(pair.sides for pair in found.same)))


def matched(old: FaceSet | None, new: FaceSet | None) -> list[Pair]:
    """Return the cards of two states of a face set, matched by slug, and the remaining ones by their faces:
    a card with only another id is the same card."""
    before = {side.row.slug: side for side in (old.sides if old else ())}
    found = [Pair(before.pop(side.row.slug, None), side) for side in (new.sides if new else ())]
    if old and new and before:
        faces = {_cache_keys(old, side): slug for slug, side in before.items()}
        for number, pair in enumerate(found):
            if pair.old is None and pair.new and (slug := faces.pop(_cache_keys(new, pair.new), None)):
                found[number] = replace(pair, old=before.pop(slug))
    return [*found, *(Pair(side, None) for side in before.values())]


def _candidates_of(old: Document | None, new: Document | None) -> Candidates:
    then = replace(old, faces=replace(old.faces, suffix=old.faces.suffix + BEFORE)) if old else None
    sets = then.faces if then else None, new.faces if new else None
    known = matched(*sets)
    maybe = tuple(pair for pair in known if _has_other_keys(pair, *sets) or pair.copies[0] != pair.copies[1])
    return Candidates(
        new and _limit_to(new, [pair.new for pair in maybe]),
        then and _limit_to(then, [pair.old for pair in maybe if pair.new]),
        maybe,
        tuple(pair for pair in known if pair not in maybe),
    )


def _limit_to(document: Document, sides: Sequence[Sides | None]) -> Document:
    return replace(document, faces=replace(document.faces, sides=tuple(filter(None, sides))))


def _has_other_keys(pair: Pair, old: FaceSet | None, new: FaceSet | None) -> bool:
    """Return whether the cache keys of a card's faces differ, or the card is new or gone."""
    return not (pair.old and pair.new and old and new and _cache_keys(old, pair.old) == _cache_keys(new, pair.new))


def _cache_keys(faces: FaceSet, side: Sides) -> tuple[str | None, ...]:
    slots = [getattr(side, layer) for layer in _LAYERS]
    return tuple(faces.keys[slot] if slot else None for slot in slots)


def _changed_card(found: Candidates, pair: Pair, then: Caches, now: Caches) -> ChangedCard | None:
    assert found.now and pair.new
    faces = found.now.faces
    cache = now[faces.folder]
    if pair.old is None or found.then is None:
        return ChangedCard(pair, tuple(range(_page_count(found, pair, now))), pair.new.row.copies)
    before = found.then.faces
    old_cache = then[before.folder]
    pages = _pages_that_differ(pair.old, pair.new, (before, old_cache), (faces, cache))
    if not pages:
        return None
    fronts: dict[int, Sequence[Mark]] = {}
    backs: Sequence[Mark] = ()
    hunks: list[Hunk] = []
    if before.keys[pair.old.front] != faces.keys[pair.new.front]:
        old_words = words_of(before, old_cache, pair.old.front)
        new_words = words_of(faces, cache, pair.new.front)
        size = faces.size(pair.new.front)
        columns = _column_starts(faces.kind.flow, size)
        for number in pages:
            old_page = old_words[number] if number < len(old_words) else []
            fronts[number], words = differences(old_page, new_words[number], size, columns)
            hunks += words
    if pair.new.back and pair.old.back and before.keys[pair.old.back] != faces.keys[pair.new.back]:
        old_back = words_of(before, old_cache, pair.old.back)[0]
        new_back = words_of(faces, cache, pair.new.back)[0]
        backs, words = differences(old_back, new_back, faces.size(pair.new.back), (0.0,))
        hunks += words
    return ChangedCard(pair, tuple(pages), pair.new.row.copies, fronts, tuple(backs), tuple(dict.fromkeys(hunks)))


def _page_count(found: Candidates, pair: Pair, now: Caches) -> int:
    assert found.now and pair.new
    faces = found.now.faces
    entry = now[faces.folder].entry(pair.new.front, faces.keys[pair.new.front])
    assert entry is not None  # the caller has laid it out
    return len(entry.pages)


def _column_starts(flow: Columns | None, size: Size) -> tuple[float, ...]:
    """Return where each column of a page begins, in millimetres from the left."""
    if flow is None:
        return (0.0,)
    return tuple(number * (flow.width(size) + flow.gap) for number in range(flow.count))


def _pages_that_differ(
    old_card: Sides, new_card: Sides, old: tuple[FaceSet, FaceCache], new: tuple[FaceSet, FaceCache]
) -> list[int]:
    """Return the pages (the first is 0) of a card's front that are to be reprinted: those that differ in
    print, and all of them if the back, the art or the number of pages differs."""
    layers = [
        (_digests_of_pages(old, getattr(old_card, one)), _digests_of_pages(new, getattr(new_card, one)))
        for one in _LAYERS
    ]
    before, after = layers[0]
    whole = any(was != now for was, now in layers[1:]) or len(before) != len(after)
    return [number for number, page in enumerate(after) if whole or page != before[number]]


def _digests_of_pages(state: tuple[FaceSet, FaceCache], slot: str | None) -> list[str]:
    """Return a digest of each page of a face in print; empty without a slot."""
    faces, cache = state
    entry = cache.entry(slot, faces.keys[slot]) if slot else None
    if slot is None or entry is None:
        return []
    return [digest_of_form(Face(slot, "", faces.size(slot), cache, entry.pack, page)) for page in entry.pages]
