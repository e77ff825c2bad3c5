"""How a catalogue counts: its plural forms, and translations with a string for each of them.

Catalogues of one language may count differently: a user's own, one that another program wrote, the shipped one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

# The forms that a language may have: Arabic has 6. And the digits of their number that are looked at.
_MOST_FORMS = 10
_DIGITS = 12
_DECLARED = re.compile(r"\s*nplurals\s*=\s*([1-9]\d*)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*$")
# The numbers of things for which rules are tried: those of msgfmt, and larger ones, for some languages count millions.
_TRIED = (*range(1001), *(10**power + more for power in (4, 5, 6, 7) for more in range(3)))


class PluralForms(NamedTuple):
    """The number of forms, and the expression of n, such as ``n != 1``, that gives the index of the form."""

    number: int
    rule: str

    @classmethod
    def declared(cls, text: str) -> PluralForms:
        """Return the forms that a ``Plural-Forms`` field declares; raises ValueError with what is wrong with it."""
        match = _DECLARED.match(text)
        if match is None:
            raise ValueError("needs 'nplurals=NUMBER; plural=EXPRESSION;'")
        number = int(match[1][:_DIGITS])
        if number > _MOST_FORMS:
            raise ValueError(f"has {match[1][:_DIGITS]} forms, and no language has more than {_MOST_FORMS}")
        try:
            above = [index for index in cls(number, match[2]).tried if index >= number]
        except (ValueError, ArithmeticError, RecursionError) as error:
            raise ValueError(f"has no rule that can be computed ({error})") from None
        if above:
            raise ValueError(f"gives form {above[0]}, and has the forms 0 to {number - 1}")
        return cls(number, match[2])

    @classmethod
    def of_language(cls, language: str) -> PluralForms:
        """Return the forms of a language as Unicode has them."""
        from babel.messages.catalog import Catalog

        catalogue = Catalog(locale=language)
        return cls(catalogue.num_plurals, catalogue.plural_expr)

    def of(self, number: int) -> int:
        """Return the index of the form for a number of things."""
        return _computed(self.rule)(number)

    def fault_of(self, count: int) -> str:
        """Return what is said of a translation of ``count`` strings; nothing if there is one for each form."""
        if count == self.number:
            return ""
        message = f"has {count} forms of the translation (msgstr[0] …), and its header declares {self.number}"
        what_to_do = "add those that are missing" if count < self.number else "take away what is too many"
        return f"{message}; {what_to_do}, or mend Plural-Forms"

    @property
    def tried(self) -> tuple[int, ...]:
        """The indices of the forms for the numbers that stand for all."""
        return _indices(self.rule)

    @property
    def of_others(self) -> int:
        """The index of the form for what is no number of things, such as 1D6: the last, unless that is the form of one
        thing."""
        last = self.number - 1
        return last if self.of(1) != last else Counter(self.tried).most_common(1)[0][0]

    def tells_apart(self, other: PluralForms) -> bool:
        """Return whether numbers of one form have one form in another rule too."""
        return len({*zip(self.tried, other.tried, strict=True)}) == len({*self.tried})


ONE_FORM = PluralForms(1, "0")


def joined(several: Iterable[PluralForms]) -> PluralForms:
    """Return forms in which translations of all the given ones can be written: the first that will do.

    Where none will, it is a product: a form for each pair of forms.
    """
    first, *others = dict.fromkeys(several)
    for other in others:
        if other.tells_apart(first) and not first.tells_apart(other):
            first = other
        elif not first.tells_apart(other):
            first = PluralForms(first.number * other.number, f"({first.rule}) * {other.number} + ({other.rule})")
    return first


class Translation(NamedTuple):
    """The words of a message: one string, or one for each of the plural forms.

    ``many`` is the msgid_plural that was translated, empty for a message with one form.
    """

    strings: tuple[str, ...]
    many: str = ""
    forms: PluralForms = ONE_FORM

    def of(self, whole: int | None) -> str:
        """Return the string for a whole number of things; that of other figures, such as 1D6 or a half, for None."""
        if len(self.strings) == 1:
            return self.strings[0]
        index = self.forms.of_others if whole is None else self.forms.of(whole)
        return self.strings[min(index, len(self.strings) - 1)]

    @property
    def of_exactly_one(self) -> str | None:
        """The string that is only for one thing, so that it need not name the number; None if the language has none."""
        if len(self.strings) == 1 or Counter(self.forms.tried)[self.forms.of(1)] > 1:
            return None
        return self.of(1)

    def under(self, forms: PluralForms) -> tuple[str, ...]:
        """Return a string for each of other forms, which tell apart all that its own do."""
        if forms == self.forms:
            return self.strings
        examples = dict(zip(reversed(forms.tried), reversed(_TRIED), strict=True))
        return tuple(self.of(examples.get(index)) for index in range(forms.number))


@cache
def _computed(expression: str) -> Callable[[int], int]:
    from gettext import c2py

    return c2py(expression)


@cache
def _indices(expression: str) -> tuple[int, ...]:
    return tuple(map(_computed(expression), _TRIED))
