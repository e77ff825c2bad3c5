"""Finds the cards to reprint: cards whose printed faces differ, not those whose files do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from kensei_docs.documents.cache.face_cache import CacheKey, FaceCache
from kensei_docs.documents.cache.face_set import KNOWN, FaceSet
from kensei_docs.documents.kinds.paper_and_face_sizes import Columns, Size
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf.form_xobjects import Face, digest_of_form
from kensei_docs.documents.reprint.change_bars import ChangeBar, Hunk, differences, words_of
from kensei_docs.documents.sheets.imposition import PrintedDocument, signature

# The suffix of the cache folder with the old faces, beside the folder with the new ones.
BEFORE = "-before"

# The caches of faces by their folders.
Caches = Mapping[Path, FaceCache]

# The faces of a card, as ``Sides`` names them.
LAYERS = ("front", "art", "back", "back_art")
# The part of a cache key for the words of a face; the other parts are for its look.
_WORDS = "words"


@dataclass(frozen=True)
class Pair:
    """A card (or page, or marker) in the old and the new state; one of the two may be missing."""

    old: Sides | None
    new: Sides | None

    @property
    def sides(self) -> Sides:
        """The new card, or the old one if it is gone."""
        sides = self.new or self.old
        assert sides is not None, "a pair has an old card or a new one"
        return sides

    @property
    def copies(self) -> tuple[int, int]:
        """The old and the new number of copies."""
        return (self.old.row.copies if self.old else 0, self.new.row.copies if self.new else 0)


@dataclass(frozen=True)
class ChangedCard:
    """A card to print, because it differs in print, is new, or has more copies (``more``).

    ``pages`` are the pages of its front to print and ``withdrawn`` the old pages to take out (the first is 0);
    ``copies`` is the number of copies to print. ``fronts`` are the change bars of its front by page, ``backs`` those of
    its back; ``hunks`` the words that differ.
    """

    what: Literal["changed", "new", "more"]
    pair: Pair
    pages: tuple[int, ...]
    copies: int
    withdrawn: tuple[int, ...] = ()
    fronts: Mapping[int, Sequence[ChangeBar]] = field(default_factory=dict)
    backs: Sequence[ChangeBar] = ()
    hunks: tuple[Hunk, ...] = ()


@dataclass(frozen=True)
class FoldedSheets:
    """The sheets of a booklet to print, and the old sheets to take out (the first is 0)."""

    printed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """The changes of a document.

    ``document`` is the new one (the old one if it is gone), ``before`` the old face set. ``changed`` are the cards to
    print, ``gone`` those withdrawn or with fewer copies, ``same`` the unchanged ones. ``sheets`` are those of a
    booklet, which are replaced whole.
    """

    document: PrintedDocument
    before: FaceSet | None
    changed: tuple[ChangedCard, ...]
    gone: tuple[Pair, ...]
    same: tuple[Sides, ...]
    sheets: FoldedSheets | None = None

    @property
    def differs(self) -> bool:
        """Whether any card is to be printed or taken out."""
        return bool(self.changed or self.gone)


@dataclass(frozen=True)
class Candidates:
    """The cards of one document that may differ, found by their cache keys, without laying them out.

    ``now`` and ``then`` are the new and the old document with only these cards; ``same`` are the other cards.
    """

    now: PrintedDocument | None
    then: PrintedDocument | None
    pairs: tuple[Pair, ...]
    same: tuple[Pair, ...]

    @property
    def document(self) -> PrintedDocument:
        """The new document, or the old one if it is gone."""
        document = self.now or self.then
        assert document is not None, "one of the two plans has it"
        return document


def candidates(old: Sequence[PrintedDocument], new: Sequence[PrintedDocument]) -> list[Candidates]:
    """Return the cards that may differ, for each document of two plans; documents are matched by their paths."""
    before = {document.path: document for document in old}
    matched_documents = [_candidates_of(before.pop(document.path, None), document) for document in new]
    return [*matched_documents, *(_candidates_of(document, None) for document in before.values())]


def compare(found: Sequence[Candidates], then: Caches, now: Caches) -> list[Comparison]:
    """Return the changes of each document; the caches ``then`` and ``now`` have the faces of the candidates.

    Documents with the same faces, on several papers or as a booklet, are compared once.
    """
    by_faces: dict[tuple[Path | None, Path | None], Comparison] = {}
    comparisons = []
    for each in found:
        sets = (each.then.faces.folder if each.then else None, each.now.faces.folder if each.now else None)
        if sets not in by_faces:
            by_faces[sets] = _compare_faces(each, then, now)
        sheets = _compare_sheets(each, then, now) if each.document.booklet else None
        comparisons.append(replace(by_faces[sets], document=each.document, sheets=sheets))
    return comparisons


def _compare_faces(found: Candidates, then: Caches, now: Caches) -> Comparison:
    """Return what changed of some candidates: cards with another face or other numbers of copies, and those that are
    gone."""
    changed: list[ChangedCard] = []
    gone: list[Pair] = []
    same: list[Sides] = []
    for pair in found.pairs:
        before, after = pair.copies
        card = _changed_card(found, pair, then, now)
        if card:
            changed.append(card)
        elif after > before:
            assert found.now is not None, "it has the card"
            faces = found.now.faces
            pages = tuple(range(len(_pages_of((faces, now[faces.folder]), pair.sides.front))))
            changed.append(ChangedCard("more" if before else "new", pair, pages, after - before))
        elif before > after:
            gone.append(pair)
        if pair.new and before and not card:
            same.append(pair.new)
    old_faces = found.then.faces if found.then else None
    return Comparison(
        found.document, old_faces, tuple(changed), tuple(gone), (*same, *(pair.sides for pair in found.same))
    )


def _compare_sheets(found: Candidates, then: Caches, now: Caches) -> FoldedSheets:
    """Return the sheets of a booklet to replace: those with a difference on one of their four pages."""
    if not found.pairs:
        # Nothing of it differs, so nothing was laid out.
        return FoldedSheets()
    old = _folded_sheets(found.then, then)
    new = _folded_sheets(found.now, now)
    printed = tuple(n for n, sheet in enumerate(new) if n >= len(old) or any(map(_differ, old[n], sheet)))
    return FoldedSheets(printed, tuple(n for n in range(len(old)) if n in printed or n >= len(new)))


def _folded_sheets(document: PrintedDocument | None, caches: Caches) -> list[tuple[_Page | None, ...]]:
    """Return the pages of each sheet of a booklet, two on its front and two on its back; None is a blank page."""
    if document is None:
        return []
    state = (document.faces, caches[document.faces.folder])
    pages = [page for side in document.faces.sides for page in _pages_of(state, side.front)]
    sides = [tuple(pages[page] if page < len(pages) else None for page in side) for side in signature(len(pages))]
    return [(*front, *back) for front, back in zip(sides[::2], sides[1::2], strict=True)]


def matched(old: FaceSet | None, new: FaceSet | None) -> list[Pair]:
    """Return the cards of two states of a face set, matched by slug or, if they have another id, by their faces."""
    before = {side.row.slug: side for side in (old.sides if old else ())}
    pairs = [Pair(before.pop(side.row.slug, None), side) for side in (new.sides if new else ())]
    if old and new and before:
        faces = {_cache_keys(old, side): slug for slug, side in before.items()}
        for number, pair in enumerate(pairs):
            if pair.old is None and pair.new and (slug := faces.pop(_cache_keys(new, pair.new), None)):
                pairs[number] = replace(pair, old=before.pop(slug))
    return [*pairs, *(Pair(side, None) for side in before.values())]


def _candidates_of(old: PrintedDocument | None, new: PrintedDocument | None) -> Candidates:
    """Return the cards of a document that may have changed, by their cache keys and numbers of copies."""
    then = replace(old, faces=replace(old.faces, suffix=old.faces.suffix + BEFORE)) if old else None
    sets = (then.faces if then else None, new.faces if new else None)
    pairs = matched(*sets)
    maybe = tuple(pair for pair in pairs if _has_other_keys(pair, *sets) or pair.copies[0] != pair.copies[1])
    # A sheet of a booklet may have pages of any of its faces.
    is_booklet = any(state and state.faces.kind.booklet for state in (old, new))
    laid_out = pairs if maybe and is_booklet else maybe
    return Candidates(
        new and _limit_to(new, [pair.new for pair in laid_out]),
        then and _limit_to(then, [pair.old for pair in laid_out]),
        maybe,
        tuple(pair for pair in pairs if pair not in maybe),
    )


def _limit_to(document: PrintedDocument, sides: Sequence[Sides | None]) -> PrintedDocument:
    return replace(document, faces=replace(document.faces, sides=tuple(filter(None, sides))))


def _has_other_keys(pair: Pair, old: FaceSet | None, new: FaceSet | None) -> bool:
    """Return whether the cache keys of a card's faces differ, or the card is new or gone."""
    return not (pair.old and pair.new and old and new and _cache_keys(old, pair.old) == _cache_keys(new, pair.new))


def _cache_keys(faces: FaceSet, side: Sides) -> tuple[str | None, ...]:
    """Return the cache keys of a card's faces without their stamps."""
    slots = [getattr(side, layer) for layer in LAYERS]
    return tuple(faces.contents[slot] if slot else None for slot in slots)


def _changed_card(found: Candidates, pair: Pair, then: Caches, now: Caches) -> ChangedCard | None:
    """Return the changes of a card that both states have; None if it looks the same, or only one state has it."""
    if not (pair.old and found.then and pair.new and found.now):
        return None
    before = found.then.faces
    faces = found.now.faces
    old_cache = then[before.folder]
    cache = now[faces.folder]
    pages, withdrawn = _pages_that_differ(pair.old, pair.new, (before, old_cache), (faces, cache))
    if not (pages or withdrawn):
        return None
    fronts: dict[int, Sequence[ChangeBar]] = {}
    backs: Sequence[ChangeBar] = ()
    hunks: list[Hunk] = []
    if before.contents[pair.old.front] != faces.contents[pair.new.front]:
        size = faces.size(pair.new.front)
        flow = faces.kind.flow
        columns = _column_starts(flow, size)
        # Text that flows may have been on the page before or after.
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
    copies = pair.new.row.copies
    distinct = tuple(dict.fromkeys(hunks))
    return ChangedCard("changed", pair, tuple(pages), copies, tuple(withdrawn), fronts, tuple(backs), distinct)


def _column_starts(flow: Columns | None, size: Size) -> tuple[float, ...]:
    """Return the left edge of each column of a page, in millimetres."""
    if flow is None:
        return (0.0,)
    return tuple(number * (flow.width(size) + flow.gap) for number in range(flow.count))


def _pages_that_differ(
    old_card: Sides, new_card: Sides, old: tuple[FaceSet, FaceCache], new: tuple[FaceSet, FaceCache]
) -> tuple[list[int], list[int]]:
    """Return the pages (the first is 0) of a card's front to print, and the old pages to take out.

    These are the pages that differ in print; if the back or the art differs, all pages.
    """
    (before, after), *others = (
        (_pages_of(old, getattr(old_card, layer)), _pages_of(new, getattr(new_card, layer))) for layer in LAYERS
    )
    whole = any(len(was) != len(now) or any(_differ(*two) for two in zip(was, now, strict=True)) for was, now in others)
    printed = [n for n, page in enumerate(after) if whole or n >= len(before) or _differ(before[n], page)]
    return printed, [n for n in range(len(before)) if n in printed or n >= len(after)]


@dataclass(frozen=True)
class _Page:
    """A laid-out page of a face, with the digest of its content and its look (parts of a cache key)."""

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
    """Return the parts of a cache key for the look of a face, without the part for its words."""
    return tuple(sorted((part, digest) for part, digest in key.parts.items() if part not in (_WORDS, KNOWN)))


def _differ(old: _Page | None, new: _Page | None) -> bool:
    """Return whether two pages differ in print (None is blank); page numbers, running heads and stamps are ignored."""
    if old is None or new is None:
        return old is not new
    if (old.content, old.look) == (new.content, new.look):
        return False
    return digest_of_form(old.face) != digest_of_form(new.face)
