"""Which cards are reprinted: those whose printed faces differ, whatever changed in their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from kensei_docs.documents.cache.cache_key import CacheKey
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import KNOWN, FaceSet
from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf.forms import Face, digest_of_form
from kensei_docs.documents.reprint.change_bars import Hunk, Mark, differences, words_of
from kensei_docs.documents.sheets.imposition import Document, signature

# The suffix of the cache folder with the old faces, beside the folder with the new ones.
BEFORE = "-before"

# The caches of faces by their folders.
Caches = Mapping[Path, FaceCache]

# The faces of a card, as ``Sides`` names them.
LAYERS = ("front", "art", "back", "back_art")
# The part of a cache key that says what stands on a face; the other parts say how it looks.
_WORDS = "words"


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
    """A card to print, as it differs in print, is new, or is one of which there are ``more``.

    ``pages`` are the pages of its front to print and ``withdrawn`` the old ones to take out (the first is 0);
    ``copies`` are the copies to print. The change bars of its front are by the page.
    """

    what: Literal["changed", "new", "more"]
    pair: Pair
    pages: tuple[int, ...]
    copies: int
    withdrawn: tuple[int, ...] = ()
    fronts: Mapping[int, Sequence[Mark]] = field(default_factory=dict)
    backs: Sequence[Mark] = ()
    hunks: tuple[Hunk, ...] = ()


@dataclass(frozen=True)
class FoldedSheets:
    """The sheets of a booklet to print, and the old ones to take out (the first is 0)."""

    printed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """How a document changed: the new one (the old one if it is gone), the old face set, the cards to print, those
    withdrawn or with fewer copies, and the unchanged ones; of a booklet also the sheets, which are replaced whole."""

    document: Document
    before: FaceSet | None
    changed: tuple[ChangedCard, ...]
    gone: tuple[Pair, ...]
    same: tuple[Sides, ...]
    sheets: FoldedSheets | None = None

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


def compare(found: Sequence[Candidates], then: Caches, now: Caches) -> list[Comparison]:
    """Return how each document changed; the caches ``then`` and ``now`` have the faces of the candidates.

    Documents with the same faces, on several papers or as a booklet, are compared once.
    """
    by_faces: dict[tuple[Path | None, Path | None], Comparison] = {}
    comparisons = []
    for one in found:
        sets = (one.then.faces.folder if one.then else None, one.now.faces.folder if one.now else None)
        if sets not in by_faces:
            by_faces[sets] = _compare_faces(one, then, now)
        sheets = _compare_sheets(one, then, now) if one.document.booklet else None
        comparisons.append(replace(by_faces[sets], document=one.document, sheets=sheets))
    return comparisons


def _compare_faces(found: Candidates, then: Caches, now: Caches) -> Comparison:
    changed: list[ChangedCard] = []
    gone: list[Pair] = []
    same: list[Sides] = []
    for pair in found.pairs:
        before, after = pair.copies
        if one := _changed_card(found, pair, then, now):
            changed.append(one)
        elif after > before:
            pages = tuple(range(len(_contents(found.now, now, pair.sides.front))))
            changed.append(ChangedCard("more" if before else "new", pair, pages, after - before))
        elif before > after:
            gone.append(pair)
        if pair.new and before and not one:
            same.append(pair.new)
    faces = found.then.faces if found.then else None
    return Comparison(found.document, faces, tuple(changed), tuple(gone), (*same, *(pair.sides for pair in found.same)))


def _compare_sheets(found: Candidates, then: Caches, now: Caches) -> FoldedSheets:
    """Return which sheets of a booklet are replaced: those on whose four pages anything differs."""
    old, new = (
        _folded([page for side in one.faces.sides for page in _pages_of(state, side.front)])
        if one and (state := (one.faces, caches[one.faces.folder]))
        else []
        for one, caches in ((found.then, then), (found.now, now))
    )
    printed = tuple(n for n, sheet in enumerate(new) if n >= len(old) or _sheets_differ(old[n], sheet))
    return FoldedSheets(printed, tuple(n for n in range(len(old)) if n in printed or n >= len(new)))


def _folded(pages: Sequence[_Page]) -> list[tuple[_Page | None, ...]]:
    """Return the pages of each sheet of a booklet, two on its front and two on its back; None is a blank page."""
    sides = [tuple(pages[page] if page < len(pages) else None for page in side) for side in signature(len(pages))]
    return [(*front, *back) for front, back in zip(sides[::2], sides[1::2], strict=True)]


def _sheets_differ(old: Sequence[_Page | None], new: Sequence[_Page | None]) -> bool:
    return any((a is None) != (b is None) or (a and b and _differ(a, b)) for a, b in zip(old, new, strict=True))


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
    # A booklet's sheets have pages of any of its faces.
    laid_out = known if maybe and any(one and one.faces.kind.booklet for one in (old, new)) else maybe
    return Candidates(
        new and _limit_to(new, [pair.new for pair in laid_out]),
        then and _limit_to(then, [pair.old for pair in laid_out]),
        maybe,
        tuple(pair for pair in known if pair not in maybe),
    )


def _limit_to(document: Document, sides: Sequence[Sides | None]) -> Document:
    return replace(document, faces=replace(document.faces, sides=tuple(filter(None, sides))))


def _has_other_keys(pair: Pair, old: FaceSet | None, new: FaceSet | None) -> bool:
    """Return whether the cache keys of a card's faces differ, or the card is new or gone."""
    return not (pair.old and pair.new and old and new and _cache_keys(old, pair.old) == _cache_keys(new, pair.new))


def _cache_keys(faces: FaceSet, side: Sides) -> tuple[str | None, ...]:
    """Return the cache keys of a card's faces without their stamps."""
    slots = [getattr(side, layer) for layer in LAYERS]
    return tuple(faces.contents[slot] if slot else None for slot in slots)


def _changed_card(found: Candidates, pair: Pair, then: Caches, now: Caches) -> ChangedCard | None:
    """Return what changed on a card that was there before and still is; None if it looks the same."""
    if not (pair.old and found.then and pair.new and found.now):
        return None
    before, faces = found.then.faces, found.now.faces
    old_cache, cache = then[before.folder], now[faces.folder]
    pages, withdrawn = _pages_that_differ(pair.old, pair.new, (before, old_cache), (faces, cache))
    if not (pages or withdrawn):
        return None
    fronts: dict[int, Sequence[Mark]] = {}
    backs: Sequence[Mark] = ()
    hunks: list[Hunk] = []
    if before.contents[pair.old.front] != faces.contents[pair.new.front]:
        size, flow = faces.size(pair.new.front), faces.kind.flow
        columns = _column_starts(flow, size)
        # Text that flows may come from the page before or after.
        around = 1 if flow else 0
        old_words = words_of(before, old_cache, pair.old.front, {p + n for p in pages for n in (-around, 0, around)})
        new_words = words_of(faces, cache, pair.new.front, pages)
        for number in pages:
            old_page = [word for n in range(number - around, number + around + 1) for word in old_words.get(n, ())]
            fronts[number], words = differences(old_page, new_words[number], size, columns, bool(flow))
            hunks += words
    if pair.new.back and pair.old.back and before.contents[pair.old.back] != faces.contents[pair.new.back]:
        old_back = words_of(before, old_cache, pair.old.back, (0,))[0]
        new_back = words_of(faces, cache, pair.new.back, (0,))[0]
        backs, words = differences(old_back, new_back, faces.size(pair.new.back), (0.0,))
        hunks += words
    copies, quoted = pair.new.row.copies, tuple(dict.fromkeys(hunks))
    return ChangedCard("changed", pair, tuple(pages), copies, tuple(withdrawn), fronts, tuple(backs), quoted)


def _contents(document: Document | None, caches: Caches, slot: str) -> Sequence[str]:
    """Return a digest of what stands on each page of a laid-out face."""
    assert document is not None  # the face is one of its faces
    entry = caches[document.faces.folder].entry(slot, document.faces.keys[slot])
    assert entry is not None  # the caller has laid it out
    return entry.contents


def _column_starts(flow: Columns | None, size: Size) -> tuple[float, ...]:
    """Return where each column of a page begins, in millimetres from the left."""
    if flow is None:
        return (0.0,)
    return tuple(number * (flow.width(size) + flow.gap) for number in range(flow.count))


def _pages_that_differ(
    old_card: Sides, new_card: Sides, old: tuple[FaceSet, FaceCache], new: tuple[FaceSet, FaceCache]
) -> tuple[list[int], list[int]]:
    """Return the pages (the first is 0) of a card's front to print, and the old ones to take out: those that differ
    in print, and all of them if the back or the art differs."""
    (before, after), *others = (
        (_pages_of(old, getattr(old_card, one)), _pages_of(new, getattr(new_card, one))) for one in LAYERS
    )
    whole = any(len(was) != len(now) or any(_differ(*two) for two in zip(was, now, strict=True)) for was, now in others)
    printed = [n for n, page in enumerate(after) if whole or n >= len(before) or _differ(before[n], page)]
    return printed, [n for n in range(len(before)) if n in printed or n >= len(after)]


@dataclass(frozen=True)
class _Page:
    """A laid-out page of a face, what stands on it (a digest), and how such faces look (parts of a cache key)."""

    face: Face
    content: str
    look: tuple[tuple[str, str], ...]


def _pages_of(state: tuple[FaceSet, FaceCache], slot: str | None) -> list[_Page]:
    """Return the pages of a face; none without a slot."""
    faces, cache = state
    entry = cache.entry(slot, faces.keys[slot]) if slot else None
    if slot is None or entry is None:
        return []
    look = look_of(entry.key)
    return [
        _Page(Face(slot, "", faces.size(slot), cache, entry.pack, page), content, look)
        for page, content in zip(entry.pages, entry.contents, strict=True)
    ]


def look_of(key: CacheKey) -> tuple[tuple[str, str], ...]:
    """Return the parts of a cache key that say how a face looks, whatever stands on it."""
    return tuple(sorted((part, digest) for part, digest in key.parts.items() if part not in (_WORDS, KNOWN)))


def _differ(old: _Page, new: _Page) -> bool:
    """Return whether two pages differ in print; numbers of pages, running heads and stamps don't count."""
    if (old.content, old.look) == (new.content, new.look):
        return False
    return digest_of_form(old.face) != digest_of_form(new.face)
