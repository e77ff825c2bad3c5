"""A chapter of a book and its records: their order, which stand under one heading, and which in rows of one table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from kensei_docs.database import Record
from kensei_docs.database.vocabulary import FORMAT_KEYS
from kensei_docs.documents.markup.alphabetical_index import sort_key

# A document lists records in alphabetical order if it has at least _FEW of them, and at most one in _SLIPS is out of
# order, by a mistake of the document.
_FEW, _SLIPS = 8, 20
# The largest number of letters in a text that is printed as a row of a table; longer ones are hard to read there.
_LONGEST = 300
# The least number of short records in a row that are printed as a table.
_FEWEST = 3
# What a row leaves out: a shorter form of its text, and where the record stands.
_UNTOLD = frozenset({"name", "text", "reminder", "figures", "number", "compulsory"})


@dataclass(frozen=True)
class Chapter:
    """The records of one kind, or of several.

    For several, ``called`` is the part of the turn, the record or the kind whose name the chapter has, and ``kind`` the
    one whose chapter it looks like.
    """

    kind: str
    records: tuple[Record, ...]
    called: str = ""

    @property
    def anchor(self) -> str:
        """The id of the chapter's heading."""
        return f"chapter-{(self.called or self.kind).replace('/', '--')}"


def in_order(records: list[Record], name: Callable[[Record], str]) -> list[Record]:
    """Return the records of a kind in the order of the document; if that is alphabetical, in the alphabetical order of
    their names in the language of the reader, in which ``name`` is."""
    keys = [sort_key(record.name, ()) for record in records]
    falls = sum(key > after for key, after in pairwise(keys))
    if len(records) < _FEW or falls * _SLIPS > len(records):
        return records
    return sorted(records, key=lambda record: sort_key(name(record), ()))


def namesakes(chapters: Iterable[Sequence[Record]], name: Callable[[Record], str]) -> dict[str, list[Record]]:
    """Return, by the id of the first of them, the other records of its chapter with the same name.

    They are printed under the heading of the first.
    """
    others: dict[str, list[Record]] = {}
    for records in chapters:
        first: dict[str, Record] = {}
        for record in records:
            if "name" in record.data and (before := first.setdefault(name(record), record)) is not record:
                others.setdefault(before.id, []).append(record)
    return others


def is_short(record: Record, labels: Collection[str]) -> bool:
    """Return whether a record is no more than a name, a short text and single values with a label."""
    told = [key for key in record.data if key not in FORMAT_KEYS | _UNTOLD]
    return (
        "name" in record.data
        and len(str(record.get("text") or "")) <= _LONGEST
        and all(key in labels and not isinstance(record.get(key), dict) for key in told)
    )


def grouped(
    records: Sequence[Record], sort_of: Callable[[Record], str], short: Callable[[Record], bool]
) -> list[list[Record]]:
    """Return the records in order: those of the same sort that follow one another in one list, and at least
    ``_FEWEST`` short ones of one kind; every other in a list of its own."""

    def table_of(record: Record) -> str:
        return sort_of(record) or (f"short {record.kind}" if short(record) else "")

    groups: list[list[Record]] = []
    for table, run in groupby(records, key=table_of):
        together = list(run)
        if table and (sort_of(together[0]) or len(together) >= _FEWEST):
            groups.append(together)
        else:
            groups.extend([record] for record in together)
    return groups


def single_label(record: Record, labels: Mapping[str, str]) -> str:
    """Return the only field of a record that says no more than its name and one value; empty for any other."""
    fields = [key for key in record.data if key not in FORMAT_KEYS and key != "name"]
    alone = len(fields) == 1 and fields[0] in labels and isinstance(record.get(fields[0]), int | str)
    return fields[0] if alone else ""


def says_more(record: Record) -> bool:
    """Return whether a record has something to print besides its name; it may have only values that are left out.

    What a type comprises is told even if its effects are left out.
    """
    return bool(
        None not in record.data.values()
        or without_effects(record)
        or any(path != "name" for path, _ in record.messages)
        or any(isinstance(value, dict) for key, value in record.data.items() if key not in FORMAT_KEYS)
    )


def without_effects(record: Record) -> bool:
    """Return whether a record is a type of several things whose effects the document leaves out."""
    return (
        "effects" in record.data
        and record.get("effects") is None
        and "type" in record.data
        and any(isinstance(value, list) for key, value in record.data.items() if key not in FORMAT_KEYS)
    )
