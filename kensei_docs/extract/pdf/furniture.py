"""Page numbers and running heads: what stands at the edge of many pages, equal, or counting the pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from kensei_docs.extract.pdf.page import Page, Piece, unturned
from kensei_docs.extract.pdf.tags import Place
from kensei_docs.extract.pdf.thresholds import LIMITS
from kensei_docs.extract.pdf.word_grid import visual_lines

# The number of a page, with hardly more than a word beside it: - 12 -, Name of the game | 12, Page 12 of 40, 12/40.
_NUMBER = re.compile(r"(?:[^\d+]{0,40}[^\w+])?(\d{1,4})(?:[^\d+]{1,12}\d{1,4})?(?:[^\w+][^\d+]{0,40})?")
_BARE = re.compile(r"[^\w+]*\d{1,4}[^\w+]*")


class _Outer(NamedTuple):
    """Words at the edge of a page, which is counted from 0; ``apart``: they stand apart from the text."""

    page: int
    pieces: list[Piece]
    text: str
    apart: bool


def furniture_of(pages: Sequence[Page], places: Sequence[Mapping[int, Place]]) -> list[list[Piece]]:
    """Return the words of each page that are its number, a running head, or the head of a table once more.

    What stands above and below all else is looked at first, then what is at the left and the right of all that is left.
    """
    found: list[list[Piece]] = [
        [*artefacts, *_repeated_heads(page, known)]
        for page, known, artefacts in zip(pages, places, _artefacts(pages, places), strict=True)
    ]
    for outermost in (_above_and_below, _beside):
        here: dict[tuple[str, int], list[_Outer]] = defaultdict(list)
        for number, page in enumerate(pages):
            out = set(map(id, found[number]))
            left = [piece for piece in page.pieces if id(piece) not in out]
            for edge, at, pieces, apart in outermost(page, left):
                text = " ".join(piece.text for piece in pieces)
                here[edge, round(at / 3)].append(_Outer(number, pieces, text, apart))
        for outers in here.values():
            for outer in _furniture(outers, len(pages)):
                found[outer.page] += outer.pieces
    return found


def _repeated_heads(page: Page, places: Mapping[int, Place]) -> Iterator[Piece]:
    """Yield the words of a row of a table that a browser prints again where the table goes on in the next column: the
    structure has the row once, with the words of each of its cells twice."""
    rows: dict[tuple[int, int], dict[int, list[Piece]]] = defaultdict(lambda: defaultdict(list))
    for piece in page.pieces:
        place = places.get(piece.tag)
        if place and place.table and place.row:
            rows[place.table, place.row][place.column].append(piece)
    for cells in rows.values():
        halves = [(cell[: len(cell) // 2], cell[len(cell) // 2 :]) for cell in cells.values()]
        if len(cells) > 1 and all([p.text for p in one] == [p.text for p in other] for one, other in halves):
            yield from (piece for _, again in halves for piece in again)


def _above_and_below(page: Page, pieces: Sequence[Piece]) -> Iterator[tuple[str, float, list[Piece], bool]]:
    """Yield the parts of the first and the last line: edge, distance from it, words, and if they stand apart."""
    lines = visual_lines([piece for piece in pieces if not piece.turn])
    for edge, (line, beside) in {"head": (lines[:1], lines[1:2]), "foot": (lines[-1:], lines[-2:-1])}.items():
        for words in _parts(line[0]) if line else ():
            step = abs(words[0].y - beside[0][0].y) / max(words[0].size, 1.0) if beside else LIMITS.furniture_far
            at = words[0].y if edge == "head" else page.height - words[0].y
            yield edge, at, words, step > LIMITS.furniture_apart


def _beside(page: Page, pieces: Sequence[Piece]) -> Iterator[tuple[str, float, list[Piece], bool]]:
    """Yield what is at the left and the right of a gap that goes down the whole page, as ``_above_and_below`` does."""
    boxes = sorted(((unturned(piece, page.height), piece) for piece in pieces), key=lambda one: one[0].x0)
    ends = list(accumulate((box.x1 for box, _ in boxes), max))
    gaps = [i for i in range(1, len(boxes)) if boxes[i][0].x0 - ends[i - 1] > LIMITS.gutter * boxes[i][1].size]
    for edge, outer in {"left": boxes[: gaps[0]], "right": boxes[gaps[-1] :]}.items() if gaps else ():
        inside = set(map(id, (piece for _, piece in outer)))
        yield edge, min(box.top for box, _ in outer), [piece for piece in pieces if id(piece) in inside], True


def _parts(line: Sequence[Piece]) -> list[list[Piece]]:
    """Return the parts of a line with room between them, such as a running head and the number of the page."""
    parts: list[list[Piece]] = [[line[0]]]
    for piece in line[1:]:
        if piece.x0 - parts[-1][-1].x1 > LIMITS.furniture_gap * piece.size:
            parts.append([])
        parts[-1].append(piece)
    return parts


def _furniture(here: Sequence[_Outer], pages: int) -> list[_Outer]:
    ahead = {i: int(found[1]) - one.page for i, one in enumerate(here) if (found := _NUMBER.fullmatch(one.text))}
    counted = Counter(by for by, _ in {(by, here[i].page) for i, by in ahead.items()})
    repeated = Counter(text for text, _ in {(one.text, one.page) for one in here if one.apart})
    enough = max(min(pages, 3), LIMITS.furniture_pages * pages)
    kept: list[_Outer] = []
    for i, one in enumerate(here):
        least = enough if _BARE.fullmatch(one.text) else max(2.0 if one.apart else 3.0, enough)
        counts = i in ahead and counted[ahead[i]] >= least
        if pages > 1 and (counts or (one.apart and repeated[one.text] >= max(2.0, enough))):
            kept.append(one)
    return kept


def _artefacts(pages: Sequence[Page], places: Sequence[Mapping[int, Place]]) -> Iterator[list[Piece]]:
    """Yield the words of each page that its structure leaves out, where the structure has nearly all of a document.

    A page with few words may have half of them in its head.
    """
    outside = [
        [piece for piece in page.pieces if known and piece.tag not in known]
        for page, known in zip(pages, places, strict=True)
    ]
    all_words = sum(len(page.pieces) for page, known in zip(pages, places, strict=True) if known)
    has_nearly_all = sum(map(len, outside)) < LIMITS.artefacts * all_words
    for page, words in zip(pages, outside, strict=True):
        yield words if has_nearly_all and len(words) < LIMITS.artefacts_most * len(page.pieces) else []
