"""The figures after the names of a list, such as prices, in brackets or after a dash: a list has one name for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from kensei_docs.drafting.named_figures import DraftedFigure, key_of

_PRICE = re.compile(
    r"\s*(?:[(\[](?P<inside>[^()\[\]]{1,30})[)\]]|[\u2013\u2014-]\s*(?P<behind>\d+ [^\W\d_]+)\.?(?=\n|$))"
)
_WORD = re.compile(r"[^\W\d_]{3,}")


class Prices:
    """Names the figures after names; ``default`` is the name of a figure without a word beside it."""

    def __init__(self, default: str) -> None:
        self._default = default
        # (name, label) by the kind of the list.
        self._names: dict[str, tuple[str, str]] = {}

    def named(
        self, kind: str, text: str, place: int, figures: Sequence[DraftedFigure], excluded: Collection[str]
    ) -> list[DraftedFigure]:
        """Return the figures of an entry of a list; the price after its heading gets the list's name.

        ``text`` is the text after the heading, which begins at ``place`` of the passage of the figures; ``excluded``
        are words that can't be names. If the price has several figures, or another figure has the name, the figures are
        unchanged.
        """
        found = _PRICE.match(text)
        if found is None:
            return list(figures)
        start, end = (place + offset for offset in found.span(found.lastgroup or 0))
        inside = [figure for figure in figures if start <= figure.start and figure.end <= end]
        if len(inside) != 1:
            return list(figures)
        (price,) = inside
        words = [word for word in _WORD.findall(found[found.lastgroup or 0]) if word.casefold() not in excluded]
        title = (words[-1] if words else self._default).capitalize()
        name, label = self._names.setdefault(kind, (key_of(title), title))
        if any(figure.name == name for figure in figures if figure is not price):
            return list(figures)
        return [replace(figure, name=name, label=label) if figure is price else figure for figure in figures]
