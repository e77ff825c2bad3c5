"""Forms that sort out who and which."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.forms import Reckoning, counted, form, listed, said
from kensei_docs.engine.forms.arithmetic import compare


@form
def ranked(here: Reckoning, part: Any) -> list[str]:
    """The keys of a mapping by their numbers: ``ranked: {of: given.x, highest: first}``, or
    ``last``."""
    entries = here.entries(part["of"])
    return sorted(entries, key=lambda key: counted(entries[key]) or Fraction(0), reverse=part.get("highest") == "first")


@form
def first(here: Reckoning, part: Any) -> Any:
    """The first of a list."""
    values = listed(here.of(part))
    return values[0] if values else None


@form
def count(here: Reckoning, part: Any) -> Amount:
    """How many a list or mapping has; with ``where: [how, limit]`` how many of them are so."""
    if not isinstance(part, dict) or "where" not in part:
        return Amount(Fraction(len(listed(here.of(part)))))
    how, limit = part["where"]
    values = listed(here.of(part["of"]))
    return Amount(Fraction(sum(compare(here, [f"'{one}'", how, limit]) for one in values)))


@form
def each(here: Reckoning, part: Any) -> list[Any]:
    """A computation for each of a list, which stands as ``given.each`` in it:
    ``each: {of: given.dice, do: …}``."""
    results = []
    for one in listed(here.of(part["of"])):
        inner = Reckoning(here.game, {**here.given, "each": one}, here.now)
        results.append(inner.of(part["do"]))
        here.trace.take_in(inner.trace)
    return results


@form
def without(here: Reckoning, part: Any) -> list[Any]:
    """A list without some: ``without: [list, taken]``."""
    taken = [said(one) for one in listed(here.of(part[1]))]
    return [one for one in listed(here.of(part[0])) if said(one) not in taken]


@form
def having(here: Reckoning, part: Any) -> list[str]:
    """The names of those of whom something is true: ``having: {of: given, key: charging}``."""
    everybody = here.given if part["of"] == "given" else here.of(part["of"])
    return [name for name, one in everybody.items() if isinstance(one, Mapping) and one.get(part["key"]) is True]


@form
def numbers(here: Reckoning, part: Any) -> list[Amount]:
    """The numbers from one up to a computation: ``numbers: {count: given.players}``."""
    return [Amount(Fraction(number + 1)) for number in range(int(here.amount(part).count))]


@form
def joined(here: Reckoning, part: Any) -> dict[str, Any]:
    """A mapping with more entries: ``joined: [given.places, {name: …}]``."""
    mapping = dict(here.of(part[0]))
    return {**mapping, **{key: here.of(inner) for key, inner in part[1].items()}}
