"""Pages that were laid out, as they are kept to be placed: what is drawn on them and what it uses.

A pack of them is one file: a line says how many pages there are, then a line each says what it
takes to place one, and the rest is what is drawn. Only pages that are asked for are taken apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True)
class Ways:
    """What a page's links cover (left, upper, right, lower edge) and lead to, where its anchors
    are, and its headings (level, words, where): in points from its upper left corner."""

    links: Sequence[tuple[float, float, float, float, str]] = ()
    anchors: Mapping[str, float] | None = None
    headings: Sequence[tuple[int, str, float]] = ()


class Used(NamedTuple):
    """What a page uses of a typeface: glyph ids, and the texts of those that are ``odd``, which
    stand for no single character, by their ids as texts."""

    typeface: str
    glyphs: Sequence[int]
    odd: Mapping[str, str]


class Structure(NamedTuple):
    """What a page says to those who can't see it: so many elements, a line of ``text`` each.

    After them the kids of the one that holds them stand there, and the owner of each piece of the
    content. Wherever it says ``%s``, one of them is named; ``names`` are those by their places, in
    that order, or what ``structure.py`` says.
    """

    many: int = 0
    text: str = ""
    names: Sequence[int] = ()


NO_STRUCTURE = Structure()


@dataclass(frozen=True)
class LaidPage:
    """One page of a face: its number in the pack, and what it takes to place it.

    ``size`` is the width and height of the page in points. ``content`` says from where to where
    its content, compressed, stands in what the pack has drawn. ``fonts`` and ``resources`` are by
    their names there, resources as the text of an object; ``objects`` are those that it refers to:
    text, start and end of a stream's data. ``ways`` are its links.
    """

    number: int
    size: tuple[float, float]
    content: tuple[int, int]
    fonts: Mapping[str, Used]
    resources: Mapping[str, Mapping[str, str]]
    objects: Sequence[tuple[str, int, int]]
    structure: Structure = NO_STRUCTURE
    ways: Ways = field(default_factory=Ways)


class Drawn:
    """What is drawn on the pages of a pack, from its file; ``drawn`` made that."""

    def __init__(self, data: bytes) -> None:
        count, _, rest = data.partition(b"\n")
        *self._lines, self._streams = rest.split(b"\n", int(count))
        self._pages: dict[int, LaidPage] = {}

    def page(self, place: int) -> LaidPage:
        """Return the page that was read so many pages after the first one."""
        if place not in self._pages:
            self._pages[place] = _page(*json.loads(self._lines[place]))
        return self._pages[place]

    def piece(self, start: int, end: int) -> bytes:
        """Return a part of what is drawn."""
        return self._streams[start:end]


def drawn(pages: Sequence[LaidPage], streams: bytes) -> bytes:
    """Return the file of pages and what is drawn on them."""
    # A page is the list of its parts, in their order.
    lines = (json.dumps(list(vars(page).values()), ensure_ascii=False, default=vars) for page in pages)
    return "".join([f"{len(pages)}\n", *(f"{line}\n" for line in lines)]).encode() + streams


def _page(
    number: int,
    size: tuple[float, float],
    content: tuple[int, int],
    fonts: Mapping[str, tuple[str, Sequence[int], Mapping[str, str]]],
    resources: Mapping[str, Mapping[str, str]],
    objects: Sequence[tuple[str, int, int]],
    structure: tuple[int, str, Sequence[int]],
    ways: Mapping[str, object],
) -> LaidPage:
    used = {name: Used(*parts) for name, parts in fonts.items()}
    return LaidPage(number, size, content, used, resources, objects, Structure(*structure), Ways(**ways))  # type: ignore[arg-type]  # as it was written
