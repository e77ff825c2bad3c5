"""Profiles: a table of numbers whose cells the text layer merged, as in ``10 / 153 / 3 242``.

It is known how many cells a row has and how many digits each cell has. In a row whose cells are still separate, a
changed number may have more or fewer digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from kensei_docs.extract.reading.cells import Cell
from kensei_docs.extract.reading.observations import Observer
from kensei_docs.extract.reading.recipes import FACT, MAPPING, PASSAGE, TEXT, ProfileEntry

KEY = "profiles"
KEYS = {KEY: TEXT, **PASSAGE, "rows": MAPPING, "columns": MAPPING, "shape": TEXT, "fact": FACT}
_NUMBER = re.compile(r"\d+")


def read(entry: ProfileEntry, observer: Observer) -> None:
    """Read the rows of a table of numbers into one record.

    Keys: ``profiles`` the record's id; ``from``, ``to``, ``after``; ``rows`` key → label as
    printed; ``columns`` key → slot, ``<count>`` or ``<length>`` (in the document's own unit), in
    the order of the cells; ``shape`` one row with a zero for each digit (``00 / 00 0 0``);
    ``fact`` where a cell goes, such as ``rows.{row}.{column}``.
    """
    record = str(entry.get(KEY))
    passage = observer.locate(entry, record)
    if passage is None:
        return
    columns = {str(key): str(slot) for key, slot in (entry.get("columns") or {}).items()}
    widths = [len(zeros) for zeros in _NUMBER.findall(str(entry.get("shape", "")))]
    if len(widths) != len(columns):
        observer.problems.append(
            entry.problem("shape", f"shows {len(widths)} cells for {len(columns)} columns; write one for each", record)
        )
        return
    fact = str(entry.get("fact"))
    for key, label in (entry.get("rows") or {}).items():
        places = {column: fact.format(row=key, column=column) for column in columns}
        found = observer.document.find(str(label), passage.start, passage.end)
        if found is None:
            observer.expected += [(record, place) for place in places.values()]
            continue
        printed = list(_numbers(observer.document.text, found[1], passage.end))
        cells = _cells(printed, widths)
        if cells is None:
            reason = f"the row '{label}' does not hold {len(widths)} numbers as its shape has them"
            problem = entry.problem(f"rows.{key}", f"{reason}; it was not read", record)
            observer.refuse(problem, reason, ((cell.start, cell.end) for cell in printed))
            continue
        observer.expected += [(record, place) for place in places.values()]
        for (column, slot), cell in zip(columns.items(), cells, strict=True):
            unit = f" {observer.source.units}" if slot == "<length>" else ""
            observer.observe(passage, places[column], f"{cell.value}{unit}", cell.start, cell.end)


def _numbers(text: str, start: int, end: int) -> Iterator[Cell]:
    """Yield the runs of digits from ``start`` to the next letter."""
    stop = next((i for i in range(start, end) if text[i].isalpha()), end)
    for found in _NUMBER.finditer(text, start, stop):
        yield Cell(found.group(), *found.span())


def _cells(printed: Sequence[Cell], widths: Sequence[int]) -> list[Cell] | None:
    """Return a cell for each width, or None if there are too many or too few digits."""
    if len(printed) == len(widths):
        return list(printed)
    if sum(len(run.value) for run in printed) != sum(widths):
        return None
    digits = [(digit, run.start + i) for run in printed for i, digit in enumerate(run.value)]
    parts = [digits[start:end] for start, end in pairwise(accumulate(widths, initial=0))]
    return [Cell("".join(digit for digit, _ in part), part[0][1], part[-1][1] + 1) for part in parts]
