"""What stands in brackets behind the names of a list, such as what each costs: it has one name in all of the list."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from kensei_docs.drafting.cues import Drafted, key_of

_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]{1,30})[)\]]")
_WORD = re.compile(r"[^\W\d_]{3,}")


class Prices:
    """Names the figures in brackets; one without a word beside it is called ``usual``."""

    def __init__(self, usual: str) -> None:
        self._usual = usual
        self._names: dict[str, tuple[str, str]] = {}  # the name and its word, by the kind of the list

    def named(
        self, kind: str, behind: str, place: int, figures: Sequence[Drafted], nameless: Collection[str]
    ) -> list[Drafted]:
        """Return the figures of an entry of a list, the one in the brackets behind its name with the list's name.

        ``behind`` is the text behind the name, which begins at ``place`` of the passage of the figures. Where the
        brackets have several figures, or another one has the name, nothing is changed.
        """
        brackets = _BRACKETS.match(behind)
        first, end = (place + at for at in brackets.span(1)) if brackets else (0, 0)
        inside = [one for one in figures if first <= one.start and one.end <= end]
        if brackets is None or len(inside) != 1:
            return list(figures)
        (price,) = inside
        words = [word for word in _WORD.findall(brackets[1]) if word.casefold() not in nameless]
        title = (words[-1] if words else self._usual).capitalize()
        name, label = self._names.setdefault(kind, (key_of(title), title))
        if any(one.name == name for one in figures if one is not price):
            return list(figures)
        return [replace(one, name=name, label=label) if one is price else one for one in figures]
