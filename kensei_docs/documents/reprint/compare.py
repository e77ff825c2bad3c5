"""Which cards of a document come out otherwise than they did: as printed, not by their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kensei_docs.documents.cache.face_cache import Entry, FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf.laid import Drawn, LaidPage
from kensei_docs.files import digest_of

_LAYERS = ("front", "art", "back", "back_art")


@dataclass(frozen=True)
class Pair:
    """A card (or page, or marker) as it was and as it is; one of the two may be missing."""

    old: Sides | None
    new: Sides | None

    @property
    def sides(self) -> Sides:
        """The card as it is, or as it was last."""
        sides = self.new or self.old
        assert sides is not None  # one of them is there
        return sides

    @property
    def copies(self) -> tuple[int, int]:
        """How many of it there were, and are."""
        return (self.old.row.copies if self.old else 0, self.new.row.copies if self.new else 0)


def pairs(old: FaceSet | None, new: FaceSet | None) -> list[Pair]:
    """Return the cards of two states of a set, matched by their slugs, and what is left of both
    by its faces: a card that is only called otherwise is the same card."""
    before = {side.row.slug: side for side in (old.sides if old else ())}
    found = []
    for side in new.sides if new else ():
        found.append(Pair(before.pop(side.row.slug, None), side))
    if old and new and before:
        faces = {_keys(old, side): slug for slug, side in before.items()}
        for number, pair in enumerate(found):
            if pair.old is None and pair.new and (slug := faces.pop(_keys(new, pair.new), None)):
                found[number] = replace(pair, old=before.pop(slug))
    return [*found, *(Pair(side, None) for side in before.values())]


def may_differ(pair: Pair, old: FaceSet | None, new: FaceSet | None) -> bool:
    """Return whether anything that decides how a card comes out isn't what it was."""
    return not (pair.old and pair.new and old and new and _keys(old, pair.old) == _keys(new, pair.new))


def pages_that_differ(pair: Pair, old: tuple[FaceSet, FaceCache], new: tuple[FaceSet, FaceCache]) -> list[int]:
    """Return the pages (0 is the first) of a card's front that are to be printed, all of whose
    faces are laid out: those with a face, back or art that differs as printed."""
    assert pair.old and pair.new  # the caller compares two
    layers = [(_entry(old, getattr(pair.old, layer)), _entry(new, getattr(pair.new, layer))) for layer in _LAYERS]
    behind = any(_printed(old[1], a) != _printed(new[1], b) for a, b in layers[1:])
    before, after = _printed(old[1], layers[0][0]), _printed(new[1], layers[0][1])
    whole = behind or len(before) != len(after)
    return [number for number, page in enumerate(after) if whole or page != before[number]]


def _keys(faces: FaceSet, side: Sides) -> tuple[str | None, ...]:
    slots = [getattr(side, layer) for layer in _LAYERS]
    return tuple(faces.keys[slot] if slot else None for slot in slots)


def _entry(state: tuple[FaceSet, FaceCache], slot: str | None) -> Entry | None:
    faces, cache = state
    return cache.entry(slot, faces.keys[slot]) if slot else None


def _printed(cache: FaceCache, entry: Entry | None) -> Sequence[str]:
    """Return a digest of each page of a face: what is drawn, with which letters and resources."""
    if entry is None:
        return ()
    drawn = cache.drawn(entry.pack)
    return [digest_of(*_told(drawn.page(place), drawn)) for place in entry.pages]


def _told(page: LaidPage, drawn: Drawn) -> Iterator[str | bytes]:
    yield repr((page.size, page.resources))
    yield drawn.piece(*page.content)
    yield repr(
        sorted((name, used.typeface, used.glyphs, sorted(used.odd.items())) for name, used in page.fonts.items())
    )
    for text, start, end in page.objects:
        yield text
        yield drawn.piece(start, end)
