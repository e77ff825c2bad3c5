"""Lists of names and numbers, with a total: in rows, or a block of names, then a block for each column of numbers.

A page may give the numbers of a list before its names, and leave out its heading. So each list is identified by the
first of its names, and the columns of numbers belong to the lists in order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from kensei_docs.extract.document import letters_of
from kensei_docs.extract.reading.figures_in_text import Occurrence
from kensei_docs.extract.reading.observations import Observer, Passage
from kensei_docs.extract.reading.recipes import LIST, MAPPING, PASSAGE, TEXT, ProfileEntry
from kensei_docs.slugs import slug_of

KEY = "lists"
KEYS = {KEY: TEXT, **PASSAGE, "records": MAPPING, "columns": LIST, "total": TEXT}
_NUMBERS = re.compile(r"[\s\d]+")
_BESIDE = re.compile(r"(?:\s+\d+)+$")


@dataclass
class _Name:
    """A name with its span, and the numbers beside it if the page gives the list row by row."""

    text: str
    start: int
    end: int
    cells: list[Occurrence] = field(default_factory=list)


@dataclass
class _List:
    """A list: the slug of its record, its names, and the total that is in a row of it."""

    slug: str
    start: int
    end: int
    names: list[_Name] = field(default_factory=list)
    total: list[Occurrence] = field(default_factory=list)

    @property
    def in_rows(self) -> bool:
        """Whether the numbers are beside the names, and not in separate blocks."""
        return any(name.cells for name in self.names)

    def join_wrapped(self) -> None:
        """Join a name that its cell wraps, with the numbers beside its last line; lines below the last row aren't
        names."""
        while not self.names[-1].cells:
            self.names.pop()
        whole: list[_Name] = []
        for name in self.names:
            if whole and not whole[-1].cells:
                above = whole.pop()
                name = _Name(f"{above.text} {name.text}", above.start, name.end, name.cells)
            whole.append(name)
        self.names = whole


def read(entry: ProfileEntry, observer: Observer) -> None:
    """Read lists of names and numbers into one record each.

    Keys: ``lists`` the kind of the records; ``from``, ``to``, ``after``; ``records`` slug → the
    first name of that list; ``columns`` the facts that each row has, in order; ``total`` the
    fact for the number that ends a list. Facts are ``rows.<slug of the name>.<column>``.
    """
    kind = str(entry.get(KEY))
    passage = observer.locate(entry, kind)
    if passage is None:
        return
    columns = [str(column) for column in entry.get("columns") or []]
    names, totals, numbers = _parts(observer, passage, len(columns))
    lists = _lists(entry, observer, names)
    for found in lists:
        if found.in_rows:
            found.join_wrapped()
    for number in totals:
        above = [found for found in lists if found.in_rows and found.start <= number.start]
        if above:
            above[-1].total = above[-1].total or [number]
    blocks = [found for found in lists if not found.in_rows]
    sizes = [size for found in blocks for size in [len(found.names)] * len(columns) + [1] * bool(entry.get("total"))]
    several = any(_has_lines_of_several(observer, block) for block in numbers)
    groups = iter(_best_fit(numbers, sizes) if several else _groups(numbers, sizes))
    for found in lists:
        inside = observer.cover(f"{kind}/{found.slug}", found.start, found.end, len(columns) * len(found.names))
        whole = Passage(inside.record, passage.start, passage.end)
        slugs = _distinct([slug_of(name.text) for name in found.names])
        for i, column in enumerate(columns):
            group = [name.cells[i] for name in found.names if name.cells] if found.in_rows else next(groups)
            across = not found.in_rows and _has_lines_of_several(observer, group)
            if len(group) != len(slugs) or across:
                reason = f"{len(group)} numbers for the {len(slugs)} names of {inside.record} ({column})"
                reason = f"two numbers of {inside.record} ({column}) in one line" if across else reason
                problem = entry.problem("columns", f"{reason}; they were not read", inside.record)
                observer.refuse(problem, reason, ((o.start, o.end) for o in group))
                continue
            observer.expected.append((inside.record, f"rows.*.{column}"))
            for row, number in zip(slugs, group, strict=True):
                observer.observe_figure(whole, f"rows.{row}.{column}", number)
        if entry.get("total"):
            observer.expected.append((inside.record, str(entry.get("total"))))
            group = found.total if found.in_rows else next(groups)
            # A block of several numbers is no total.
            for number in group if len(group) == 1 else []:
                observer.observe_figure(whole, str(entry.get("total")), number)


def _has_lines_of_several(observer: Observer, numbers: Sequence[Occurrence]) -> bool:
    """Return whether several numbers of a block stand in one line, so that they are those of several columns."""
    lines = [observer.document.line_at(number.start) for number in numbers]
    return len(set(lines)) < len(lines)


def _parts(
    observer: Observer, passage: Passage, columns: int
) -> tuple[list[_Name], list[Occurrence], list[list[Occurrence]]]:
    """Return the names, the totals, and the blocks of numbers that stand alone.

    A name has as many numbers beside it as there are ``columns``, or none. Totals are the numbers after a label in
    capitals.
    """
    document = observer.document
    names: list[_Name] = []
    totals: list[Occurrence] = []
    blocks: dict[int, list[Occurrence]] = {}
    for line, start in enumerate(document.starts):
        if not passage.start <= start < passage.end:
            continue
        text = document.lines[line].text.strip()
        at = start + document.lines[line].text.index(text)
        label = _BESIDE.sub("", text)
        here = [o for o in observer.between(at + len(label), at + len(text)) if o.whole]
        if text and _NUMBERS.fullmatch(text):
            blocks.setdefault(document.lines[line].block, []).extend(
                o for o in observer.between(start, at + len(text)) if o.whole
            )
        elif text == text.upper():  # headings of columns are set in capitals, and the label of a total
            totals += here if len(here) == 1 else []
        elif len(here) == columns:
            names.append(_Name(label, at, at + len(label), here))
        else:
            names.append(_Name(text, at, at + len(text)))
    return names, totals, list(blocks.values())


def _lists(entry: ProfileEntry, observer: Observer, names: Sequence[_Name]) -> list[_List]:
    """Return the names in lists; a list begins at its record's heading, or at the first name that the profile gives."""
    firsts = {str(name): letters_of(str(first)) for name, first in (entry.get("records") or {}).items()}
    lists: list[_List] = []
    announced = None
    for name in names:
        key = letters_of(name.text)
        begun = {found.slug for found in lists}
        headed = [record for record in firsts if letters_of(record) == key]
        if headed:
            announced = headed[0]
            continue
        known = [record for record, first in firsts.items() if first == key and record not in begun]
        if announced not in begun and announced:
            lists.append(_List(announced, name.start, name.end))
        elif known:
            lists.append(_List(known[0], name.start, name.end))
        elif not lists:
            continue
        lists[-1].names.append(name)
        lists[-1].end = name.cells[-1].end if name.cells else name.end
    for record in (name for name in firsts if name not in {found.slug for found in lists}):
        message = f"'{entry.get('records')[record]}', with which the list of '{record}' begins, is not in the document"
        observer.problems.append(entry.problem(f"records.{record}", message, f"{entry.get(KEY)}/{record}"))
    return lists


def _groups(blocks: Sequence[Sequence[Occurrence]], sizes: Sequence[int]) -> list[list[Occurrence]]:
    """Assign blocks of numbers to groups with known sizes, in order.

    If no number is missing, each group gets as many numbers as its size, because the end of a page may split a block.
    Otherwise each group gets the whole blocks whose number of numbers is nearest to its size.
    """
    numbers = [number for block in blocks for number in block]
    if len(numbers) == sum(sizes):
        return [numbers[start:end] for start, end in pairwise(accumulate(sizes, initial=0))]
    return _best_fit(blocks, sizes)


def _best_fit(blocks: Sequence[Sequence[Occurrence]], sizes: Sequence[int]) -> list[list[Occurrence]]:
    """Return the neighbouring blocks, at most three, of each group, so that the sum of differences in size is
    smallest."""
    most = 3
    cost = [[float("inf")] * (len(blocks) + 1) for _ in range(len(sizes) + 1)]
    took = [[0] * (len(blocks) + 1) for _ in range(len(sizes) + 1)]
    cost[0] = [float(sum(len(b) for b in blocks[:k])) for k in range(len(blocks) + 1)]
    for g, size in enumerate(sizes, 1):
        for b in range(len(blocks) + 1):
            for many in range(min(most, b) + 1):
                held = sum(len(block) for block in blocks[b - many : b])
                price = cost[g - 1][b - many] + abs(size - held) * (1 if many else 1.5)
                if price < cost[g][b]:
                    cost[g][b], took[g][b] = price, many
    groups: list[list[Occurrence]] = []
    end = len(blocks)
    for g in range(len(sizes), 0, -1):
        many = took[g][end]
        groups.append([o for block in blocks[end - many : end] for o in block])
        end -= many
    return groups[::-1]


def _distinct(slugs: list[str]) -> list[str]:
    """Add numbers to slugs that recur, so that each row has a name of its own."""
    seen: dict[str, int] = {}
    distinct = []
    for name in slugs:
        seen[name] = seen.get(name, 0) + 1
        distinct.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return distinct
