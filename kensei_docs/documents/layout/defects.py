"""What is wrong with a face as it was laid out: text that does not fit, characters that no typeface has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kensei_docs.documents.kinds.fitting import Fitting
from kensei_docs.documents.layout.overflow import FACE_FIELD, PAGE_FIELD, Overrun


class Defect(NamedTuple):
    """The field of the face it is in (empty: the whole face), the message, and the name of the check."""

    field: str
    message: str
    check: str


def overflow_defects(overruns: Sequence[Overrun], fit: Mapping[str, Fitting]) -> Iterator[Defect]:
    """Yield a defect for each overrun that is left at the smallest size of type."""
    for overrun in overruns:
        named = overrun.field not in (FACE_FIELD, PAGE_FIELD)
        fitting = fit.get(overrun.field)
        at = f" at {fitting.floor:g} pt, the smallest it may be" if fitting else ""
        if overrun.pages:
            more = "a page" if overrun.pages == 1 else f"{overrun.pages} pages"
            at = f", {more} too many{at}"
        what = f"'{overrun.field}'" if named else "its text"
        message = f"{what} runs {overrun.over:.1f} mm over{at}; shorten it"
        yield Defect(overrun.field if named else "", message, "overflow")


def glyph_defects(missing: Mapping[str, Sequence[str]]) -> Iterator[Defect]:
    """Yield a defect for each missing character; ``missing`` has the typefaces that lack it."""
    for character, names in missing.items():
        yield Defect(
            "",
            f"no glyph for {character!r} (U+{ord(character):04X}) in {', '.join(names)}; use another character",
            "glyphs",
        )
