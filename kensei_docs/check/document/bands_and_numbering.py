"""Bands follow one another, lists count on, and the rows of a table have one shape."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import ge, le

from kensei_docs.check.finding import Finding, number
from kensei_docs.check.manuscript import WORD, Manuscript, ManuscriptLine
from kensei_docs.languages import singular
from kensei_docs.problems import check

_AMOUNT = r"\d+(?:[.,]\d+)?"
# The greatest distance between two bands of one series, in lines.
_LINES_BETWEEN_BANDS = 25
# The greatest distance from a die (D6) to the bands of its faces, in lines.
_LINES_FROM_DIE = 12
# The most faces of such a die.
_MAX_FACES = 20
_LENGTHS = ("cm", "m", "in")
# The most characters between two bands of one line, and those of a label before the first.
_CHARACTERS_BETWEEN_BANDS = 14
_CHARACTERS_OF_LABEL = 30


@dataclass(frozen=True)
class _Band:
    """``2 to 3``: its ends (``high`` is None in "6 or more"), whether it is a length, and its place.

    ``passage`` is the number of its passage, ``span`` where it stands in that. ``opens``: no word is before it in its
    line. ``before`` are the words before it that may name what the series is of, ``after`` is the word behind it.
    """

    text: str
    low: float
    high: float | None
    measured: bool
    line: int
    passage: int
    span: tuple[int, int]
    opens: bool
    before: frozenset[str]
    after: str

    def goes_on_in(self, other: _Band) -> bool:
        """Return whether another band belongs to the same series and begins about where this one ends."""
        assert self.high is not None
        is_beside = self.passage == other.passage and other.span[0] - self.span[1] <= _CHARACTERS_BETWEEN_BANDS
        alike = bool(self.before & other.before or (self.after and self.after == other.after))
        return (
            other.line - self.line <= _LINES_BETWEEN_BANDS
            and other.low > self.low
            and (other.high is None or other.high >= self.high)
            and abs(other.low - self.high) <= self.high - self.low + 1
            and ((self.opens and other.opens) or is_beside or alike)
        )


@check("error")
def band_coverage(manuscript: Manuscript) -> Iterator[Finding]:
    """Bands that follow one another leave no gap and do not overlap.

    In a document: of two bands in one list or sentence, the second begins where the first ends; the bands of a die
    end with its last face. Only lengths may share an end.

    Wrong: "2 to 4" before "4 to 5"; "1-2", "3-4" and "5-5" of a die with six faces. Right: "0 to 20 cm", "20 to 40 cm".
    """
    bands = list(_bands(manuscript))
    followed = set()
    for index, band in enumerate(bands):
        if band.high is None:
            continue
        next_index = next(
            (other_index for other_index in range(index + 1, len(bands)) if band.goes_on_in(bands[other_index])), None
        )
        if next_index is None:
            if index in followed and not band.measured:
                yield from _last_face(manuscript, band)
            continue
        other = bands[next_index]
        followed.add(next_index)
        if other.low < band.high or (other.low == band.high and not band.measured):
            message = f"both hold {number(other.low)}; let one end where the next begins"
        elif other.low > band.high + 1 or (other.low != band.high and other.low % 1):
            message = f"leave a gap from {number(band.high)} to {number(other.low)}; let one end where the next begins"
        else:
            continue
        contradiction = f"'{band.text}' and '{other.text}' ({manuscript.where(other.line)}) {message}"
        yield manuscript.finding(band.line, contradiction, other.line)


def _last_face(manuscript: Manuscript, last: _Band) -> Iterator[Finding]:
    """Yield a finding if the last band of a series that is rolled on one die does not end at the last face."""
    before = " ".join(line.text for line in manuscript.lines[max(0, last.line - _LINES_FROM_DIE) : last.line + 1])
    dice = re.findall(r"(?<!\d)1?D(\d+)\b", before)
    faces = int(dice[-1]) if dice else 0
    if last.high is None or last.high == faces or faces > _MAX_FACES:
        return
    ends_near_last_face = last.low <= faces <= last.high + 1
    if ends_near_last_face:
        yield manuscript.finding(last.line, f"'{last.text}' ends the bands of a D{faces}; end it at {faces}")


def _bands(manuscript: Manuscript) -> Iterator[_Band]:
    """Yield the bands of a document in its order."""

    def words(setting: str) -> str:
        # An expression for no word at all would be found everywhere; the end of the text has no figure behind it.
        return "|".join(map(re.escape, manuscript.settings.get(setting, ()))) or "$"

    lengths = {word for unit in _LENGTHS for word in manuscript.settings.get("units", {}).get(unit, ())}
    unit = rf"\s?(?:{'|'.join(sorted(lengths, key=len, reverse=True)) or '$'})\b\.?"
    band = re.compile(
        rf"(?<![\w.,+/×-])(?:(?:(?P<under>{words('less-than')})|(?P<on>{words('from-on')})|{words('more-than')}) )?"
        rf"(?P<low>{_AMOUNT})(?:{unit})?"
        rf"(?:(?:\s?[-–]\s?| (?:{words('range-to')}) (?:(?:{words('less-than')}) )?)(?P<high>{_AMOUNT})"
        rf"| (?:{words('conjunctions')}) (?:(?:{words('less-than')}) )?(?P<length>{_AMOUNT})(?={unit})"
        rf"| (?:{words('at-least')})\b|(?(under)|(?(on)|(?!))))(?P<unit>{unit})?(?!\s?[x×%D/]|\w|[.,]\d)",
        re.I,
    )
    function_words = manuscript.words_of("function-words") | set(manuscript.settings.get("more-than", ()))
    for place, passage in enumerate(manuscript.passages):
        for match, line in passage.matches(band):
            high = match["high"] or match["length"]
            low, top = _amount(match["low"]), _amount(high) if high else None
            if match["under"] and not high:
                low, top = 0.0, low
            if top is not None and low > top:
                continue
            start = passage.starts[line - passage.first]
            # A label precedes the first band of its line: "Near toll from 0 to 20 cm".
            label = match.start() - start <= _CHARACTERS_OF_LABEL
            before = [word.casefold() for word in WORD.findall(passage.text[: match.start()])[-3:]]
            before = [singular(word) for word in before if word not in function_words and len(word) > 2]
            after = WORD.match(passage.text[match.end() :].lstrip(" "))
            yield _Band(
                match[0],
                low,
                top,
                bool(match["unit"] or match["length"] or re.search(rf"{unit}$", match[0])),
                line,
                place,
                match.span(),
                not re.search(r"\w{3}", passage.text[start : match.start()]),
                frozenset(before if label else before[-1:]),
                after[0].casefold() if after and after[0].casefold() not in function_words else "",
            )


def _amount(text: str) -> float:
    return float(text.replace(",", "."))


_ITEM = re.compile(r"(\(?)(\d{1,2})[.)] ?(?=[^\W\d_])")
# The greatest distance between two items of one list, in lines.
_LINES_BETWEEN_ITEMS = 120
# The greatest distance from a stray item to its list, in lines.
_LINES_TO_LIST = 40
_CELL = rf"(?:[+-]?{_AMOUNT}(?: ?/ ?{_AMOUNT})?(?: ?(?:cm|in))?\+?|[-–—]{{1,4}}|[A-Z]{{1,2}}(?:/[A-Z]{{1,2}})*)"
# The least number of rows (or columns) that a table needs before one of them can be found out of order.
_MIN_ROWS = 4
_ROW = re.compile(rf"(?<!\S){_CELL}(?: {_CELL}){{2,}}$")


@check("error")
def rows_in_step(manuscript: Manuscript) -> Iterator[Finding]:
    """A list counts on without a gap, and every row of a table has the shape of the others.

    In a document: the numbers of a list follow one another, each once; rows that stand together have as many cells;
    where the figures of all other rows rise or fall, or the letters come in one order, a row does the same.

    Wrong: "1.", "2.", "2."; a row of seven cells among rows of eight; "2 5 4" among "2 3 4" and "3 4 5". Right: a list
    that continues in the next column.
    """
    yield from _numbering(manuscript)
    yield from _labels(manuscript)
    for table in _tables(manuscript.lines):
        yield from _row_of_another_length(manuscript, table) or _row_of_another_order(manuscript, table)


def _numbering(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield findings for numbered items without a predecessor nearby, or with the number of another."""
    items = [(index, int(match[2])) for index, line in enumerate(manuscript.lines) if (match := _ITEM.match(line.text))]
    lists: list[list[tuple[int, int]]] = []
    stray: list[tuple[int, int]] = []
    for index, count in items:
        fits = [
            numbered_list
            for numbered_list in lists
            if numbered_list[-1][1] + 1 == count and index - numbered_list[-1][0] <= _LINES_BETWEEN_ITEMS
        ]
        if fits:
            max(fits, key=lambda numbered_list: numbered_list[-1][0]).append((index, count))
        else:
            (lists.append([(index, count)]) if count == 1 else stray.append((index, count)))
    for index, count in stray:
        near = [
            numbered_list
            for numbered_list in lists
            if any(abs(index - other_index) <= _LINES_TO_LIST for other_index, _ in numbered_list)
        ]
        numbers = [{n for _, n in numbered_list} for numbered_list in near]
        has_same_number_nearby = any(
            count == n and 0 < other_index - index <= _LINES_TO_LIST for other_index, n in stray
        )
        if (near or has_same_number_nearby) and not any(
            count - 1 in numbered_list and count not in numbered_list for numbered_list in numbers
        ):
            text = manuscript.lines[index].text.split(" ")[0]
            yield manuscript.finding(index, f"'{text}' does not follow the numbers around it; number the list again")


_LINES_BETWEEN_LABELS = 15  # lines between the numbers of two rows whose cells stand one a line


def _labels(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield findings for a number at the head of a row that breaks the count of those before it."""
    lines = manuscript.lines
    alone = {line.block: index for index, line in enumerate(lines)}
    numbers_alone = [
        (index, int(line.text))
        for index, line in enumerate(lines)
        if re.fullmatch(r"\d{1,2}", line.text) and alone[line.block] == index and lines[index - 1].block != line.block
    ]
    numbers_joined_to_word = [
        (index, int(label[0]))
        for index, line in enumerate(lines)
        if (label := re.match(r"\d{1,2}(?=[^\W\d_])", line.text))
    ]
    for labels in (numbers_alone, numbers_joined_to_word):
        for n, (index, odd) in enumerate(labels):
            before = labels[max(0, n - 3) : n]
            after = {line.text for line in lines[index + 1 : index + _LINES_BETWEEN_LABELS]}
            count = before[-1][1] + 1 if before else 0
            counted = [label for _, label in before] == [count - 3, count - 2, count - 1]
            if (
                counted
                and abs(odd - count) == 1
                and str(count) not in after
                and index - before[0][0] <= 3 * _LINES_BETWEEN_LABELS
            ):
                yield manuscript.finding(index, f"'{odd}' stands where the rows count to {count}; number it {count}")


Table = list[tuple[int, list[str]]]


def _tables(lines: Sequence[ManuscriptLine]) -> Iterator[Table]:
    """Yield the adjacent rows that end in three cells or more, each with its line."""
    table: Table = []
    for index, line in enumerate(lines):
        row = _ROW.search(line.text)
        if row:
            table.append((index, re.findall(_CELL, row[0])))
        elif table:
            yield table
            table = []
    yield table


def _row_of_another_length(manuscript: Manuscript, table: Table) -> list[Finding]:
    """Return a finding for the one row that has fewer or more cells than all others."""
    lengths = Counter(len(cells) for _, cells in table[1:])
    usual = lengths.most_common(1)[0] if lengths else (0, 0)
    # The first row may be the heads of the columns: it has one cell fewer, as the column of labels has no head.
    odd = [(index, len(cells)) for index, cells in table if len(cells) != usual[0]]
    odd = [row for row in odd if row != (table[0][0], usual[0] - 1)]
    if len(odd) != 1 or usual[1] < 2:
        return []
    (index, count), (most, _) = odd[0], usual
    return [manuscript.finding(index, f"this row has {count} cells and those around it {most}; mend the row")]


def _row_of_another_order(manuscript: Manuscript, table: Table) -> Iterator[Finding]:
    """Yield findings for rows and columns whose cells don't come in the order that all others have."""
    if len(table) > 1 and len(table[0][1]) < len(table[1][1]):
        table = table[1:]
    labels = [_figures(cells[:1]) for _, cells in table]
    # Numbers that count the rows are not cells.
    if all(labels) and all(next_label[0] - label[0] == 1 for label, next_label in pairwise(labels)):
        table = [(index, cells[1:]) for index, cells in table]
    by_row = [(cells, [index] * len(cells)) for index, cells in table]
    width = min((len(cells) for _, cells in table), default=0)
    by_column = [([cells[i] for _, cells in table], [index for index, _ in table]) for i in range(width)]
    for series in (by_row, by_column):
        seen = set()
        for order in _ORDERS:
            odd = [(cells, lines) for cells, lines in series if not _is_in_order(cells, order)]
            if len(odd) == 1 and len(series) >= _MIN_ROWS:
                cells, lines = odd[0]
                at = next((i for i in range(1, len(cells)) if not _is_in_order(cells[i - 1 : i + 1], order)), 1)
                if lines[at] not in seen:
                    seen.add(lines[at])
                    message = f"'{cells[at - 1]}' and '{cells[at]}' break the order of the table; mend the cell"
                    yield manuscript.finding(lines[at], message, lines[at - 1])
        if series is by_row:
            yield from _letters_exchanged(manuscript, table)


def _figures(cells: Sequence[str]) -> list[float]:
    return [_amount(match[0]) for cell in cells if (match := re.search(rf"[+-]?{_AMOUNT}", cell))]


# What holds of each figure and the next: none falls, none rises, all are at most one apart.
_ORDERS: tuple[Callable[[float, float], bool], ...] = (le, ge, lambda a, b: abs(a - b) <= 1)


def _is_in_order(cells: Sequence[str], order: Callable[[float, float], bool]) -> bool:
    return all(order(figure, next_figure) for figure, next_figure in pairwise(_figures(cells)))


def _letters_exchanged(manuscript: Manuscript, table: Table) -> Iterator[Finding]:
    """Yield a finding for a row in which two cells with letters are in the order opposite to that of two other rows."""
    orders: Counter[tuple[str, str]] = Counter()
    for _, cells in table:
        orders.update({(a, b) for a, b in combinations(cells, 2) if a != b and not _figures([a, b])})
    for index, cells in table:
        wrong = [
            (a, b) for a, b in combinations(cells, 2) if orders[a, b] == 1 and orders[b, a] > 1 and not _figures([a, b])
        ]
        if wrong:
            a, b = wrong[0]
            yield manuscript.finding(index, f"'{a}' stands before '{b}', and after it in the other rows; mend the row")
