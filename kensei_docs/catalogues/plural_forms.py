"""The plural forms of a translation, and which of them a number of things takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple


class Translation(NamedTuple):
    """The words of a message: one string, or one for each plural form of the language.

    ``many`` is the msgid_plural that was translated, ``rule`` the expression that chooses (of n: ``n != 1``).
    """

    strings: tuple[str, ...]
    many: str = ""
    rule: str = ""

    def of(self, whole: int | None) -> str:
        """Return the string for a number of things; the last if the number is None (for figures such as 1D6 or a
        half)."""
        if len(self.strings) == 1 or whole is None:
            return self.strings[-1]
        return self.strings[min(_rule(self.rule)(whole), len(self.strings) - 1)]

    @property
    def of_exactly_one(self) -> str | None:
        """The string that is for one thing and for no other number, if there is one: it need not name the number."""
        if len(self.strings) == 1 or any(_rule(self.rule)(n) == _rule(self.rule)(1) for n in (0, *range(2, 200))):
            return None
        return self.of(1)


@cache
def _rule(expression: str) -> Callable[[int], int]:
    from gettext import c2py

    return c2py(expression)


# Translations by msgctxt and message.
Translations = Mapping[tuple[str, str], Translation]
