"""Page numbers and running heads: what stands at the edge of many pages, equal, or counting the pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kensei_docs.extract.pdf.page import Page, Piece
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
    """Return the words of each page that are its number or a running head."""
    found: list[list[Piece]] = [_without_place(page, known) for page, known in zip(pages, places, strict=True)]
    here: dict[tuple[str, int], list[_Outer]] = defaultdict(list)
    for number, page in enumerate(pages):
        out = set(map(id, found[number]))
        lines = visual_lines([piece for piece in page.pieces if not piece.turn and id(piece) not in out])
        for edge, (line, beside) in {"head": (lines[:1], lines[1:2]), "foot": (lines[-1:], lines[-2:-1])}.items():
            for words in _parts(line[0]) if line else ():
                step = abs(words[0].y - beside[0][0].y) / max(words[0].size, 1.0) if beside else LIMITS.furniture_far
                y = words[0].y if edge == "head" else page.height - words[0].y
                text = " ".join(piece.text for piece in words)
                here[edge, round(y / 3)].append(_Outer(number, words, text, step > LIMITS.furniture_apart))
    for outers in here.values():
        for outer in _furniture(outers, len(pages)):
            found[outer.page] += outer.pieces
    return found


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
        counts = i in ahead and counted[ahead[i]] >= (enough if _BARE.fullmatch(one.text) else max(3.0, enough))
        if pages > 1 and (counts or (one.apart and repeated[one.text] >= max(2.0, enough))):
            kept.append(one)
    return kept


def _without_place(page: Page, places: Mapping[int, Place]) -> list[Piece]:
    """Return the words that the structure of a page leaves out, where it has nearly all others: its artefacts."""
    outside = [piece for piece in page.pieces if piece.tag not in places]
    return outside if len(outside) < LIMITS.artefacts * len(page.pieces) else []
