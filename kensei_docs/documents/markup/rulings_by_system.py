"""The rulings of an edition for a sheet: by the system of the rules that each is about, in the order of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.vocabulary import SYSTEM_NAMES
from kensei_docs.problems import Problem, Unusable, closest


@dataclass(frozen=True)
class Subject:
    """The rulings on one system of the rules, with its name; the name of those on none is empty."""

    name: str
    rulings: tuple[Record, ...]


def rulings_by_system(edition: Edition, translator: Translator) -> Sequence[Subject]:
    """Return the rulings of an edition by system, those of none last; each group by page, then as the file has them.

    Raises Unusable for a system that the vocabulary has no name for.
    """
    names = translator.database.vocabulary.section(SYSTEM_NAMES)
    rulings = list(edition.rulings.values())
    for ruling in rulings:
        if (system := ruling.get("system")) and system not in names:
            message = f"{ruling.id} is about no system of the vocabulary: '{system}'{closest(system, names)}; mend it"
            raise Unusable(Problem(ruling.place("system"), message, "data"))
    groups = [(name, [ruling for ruling in rulings if ruling.get("system") == name]) for name in names]
    found = [Subject(translator.entry(SYSTEM_NAMES, name), _by_page(some)) for name, some in groups if some]
    others = _by_page([ruling for ruling in rulings if not ruling.get("system")])
    return [*found, *([Subject("", others)] if others else [])]


def _by_page(rulings: Sequence[Record]) -> tuple[Record, ...]:
    return tuple(sorted(rulings, key=lambda ruling: min((one.page or 0 for one in ruling.citations), default=0)))
