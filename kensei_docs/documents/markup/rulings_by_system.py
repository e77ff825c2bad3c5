"""The rulings of an edition for a sheet: by system of the rules, in the order of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.vocabulary import SYSTEM_NAMES
from kensei_docs.problems import Problem, Unusable, closest


@dataclass(frozen=True)
class Subject:
    """The rulings on one system of the rules, with its name; an empty name for rulings on no system."""

    name: str
    rulings: tuple[Record, ...]


def rulings_by_system(edition: Edition, translator: Translator) -> Sequence[Subject]:
    """Return the rulings of an edition by system, those on no system last; each group in the order of the pages.

    Raises Unusable for a system without a name in the vocabulary.
    """
    names = translator.database.vocabulary.section(SYSTEM_NAMES)
    rulings = list(edition.rulings.values())
    for ruling in rulings:
        if (system := ruling.get("system")) and system not in names:
            message = f"{ruling.id} is about no system of the vocabulary: '{system}'{closest(system, names)}; mend it"
            raise Unusable(Problem(ruling.place("system"), message, "data"))
    groups = [(name, [ruling for ruling in rulings if ruling.get("system") == name]) for name in names]
    subjects = [Subject(translator.entry(SYSTEM_NAMES, name), _by_page(group)) for name, group in groups if group]
    others = _by_page([ruling for ruling in rulings if not ruling.get("system")])
    return [*subjects, *([Subject("", others)] if others else [])]


def _by_page(rulings: Sequence[Record]) -> tuple[Record, ...]:
    """Return rulings sorted by the first page that each cites."""

    def first_page(ruling: Record) -> int:
        return min((citation.page or 0 for citation in ruling.citations), default=0)

    return tuple(sorted(rulings, key=first_page))
