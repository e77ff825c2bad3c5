"""The lines of a document in reading order: in the order of the file, with tables row by row.

The file's own order holds, but where it goes to and fro between the columns of a page: then columns are read one after
another. Page numbers and running heads are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from statistics import median
from typing import NamedTuple

from kensei_docs.extract.pdf.capitals import with_capitals_joined
from kensei_docs.extract.pdf.furniture import furniture_of
from kensei_docs.extract.pdf.notes import with_notes_apart
from kensei_docs.extract.pdf.page import (
    Line,
    Page,
    Piece,
    around,
    begins_item,
    lines_of,
    with_ends_joined,
    with_signs_placed,
)
from kensei_docs.extract.pdf.recognised_pictures import as_its_columns
from kensei_docs.extract.pdf.ruled_grid import Table, in_lines, ruled_tables
from kensei_docs.extract.pdf.tags import Place
from kensei_docs.extract.pdf.thresholds import LIMITS
from kensei_docs.extract.pdf.word_grid import columns_of, grids_in, visual_lines, with_turned_head

Columns = list[tuple[float, float]]
_STOPS = (".", ":", ";", "!", "?")  # what a sentence ends with


class ReadPage(NamedTuple):
    """A page as it was read: its lines in reading order, its tables and columns, and the words that are furniture."""

    page: Page
    lines: list[Line]
    tables: list[Table]
    columns: Columns
    furniture: list[Piece]


def read_pages(pages: Sequence[Page], places: Sequence[Mapping[int, Place]]) -> list[ReadPage]:
    """Return the pages of a document in reading order; ``places`` has their structures, by number of mark."""
    size = body_size(pages)
    pages = [_with_signs_of_items(page, known) for page, known in zip(pages, places, strict=True)]
    furniture = furniture_of(pages, places)
    clean = []
    for page, out in zip(pages, furniture, strict=True):
        left_out = set(map(id, out))
        kept = [piece for piece in page.pieces if id(piece) not in left_out]
        clean.append(page._replace(pieces=with_signs_placed(with_capitals_joined(kept, size))))
    clean = [_in_declared_order(page, known) for page, known in zip(clean, places, strict=True)]
    clean = with_notes_apart(clean, size)
    framed: list[list[Table]] = []
    for page, known in zip(clean, places, strict=True):
        framed.append(_framed_tables(page, known, framed[-1] if framed else ()))
    columns = columns_of_document(
        [page._replace(pieces=_outside(page, tables)) for page, tables in zip(clean, framed, strict=True)]
    )
    read = [
        _read_page(page, known, tables, sides, out)
        for page, known, tables, sides, out in zip(clean, places, framed, columns, furniture, strict=True)
    ]
    for (above, known), (below, others) in pairwise(zip(read, places, strict=True)):
        _join_row(above, known, below, others)
    return read


def _join_row(above: ReadPage, known: Mapping[int, Place], below: ReadPage, others: Mapping[int, Place]) -> None:
    """Join the last row of a page with the first of the next one, if a sentence in it goes on there.

    Both rows are those of a table in the file's structure. The words from the next page take the place of the last word
    above them: where they stand, there is nothing of their row to be shown.
    """
    lines, rest = above.lines, below.lines
    last = lines[-1] if lines else None
    head = next((line for line in lines if last and last.table and line.table == last.table), None)
    at = 1 if rest and head and rest[0].text == head.text else 0
    first = rest[at] if at < len(rest) else None
    if not last or not first or len(first.cells) < 2 or len(first.cells) != len(last.cells) or first.cells[0]:
        return
    declared = all(
        line.table and (place := where.get(line.pieces[-1].tag)) and place.table
        for line, where in ((last, known), (first, others))
    )
    cells = list(zip(_cells(last), _cells(first), strict=True))
    if not declared or not all(one and not one[-1].text.endswith(_STOPS) for one, more in cells if more):
        return
    joined = [[*one, *(_at_end_of(one[-1], piece) for piece in more)] for one, more in cells]
    lines[-1] = last._replace(pieces=[p for cell in joined for p in cell], cells=tuple(map(len, joined)))
    del rest[: at + 1]


def _at_end_of(piece: Piece, more: Piece) -> Piece:
    """Return a word of another page at the place of the word before it."""
    return piece._replace(text=more.text, font=more.font, heavy=more.heavy, apart=more.apart)


def _cells(row: Line) -> Iterator[list[Piece]]:
    """Yield the words of each cell of a row."""
    at = 0
    for count in row.cells:
        yield row.pieces[at : at + count]
        at += count


def _with_signs_of_items(page: Page, places: Mapping[int, Place]) -> Page:
    """Return a page on which the sign of a list's item that is in no part of its structure has the place of the item: a
    browser tells no place of numbers and bullets."""
    pieces = list(page.pieces)
    for i, (sign, word) in enumerate(pairwise(page.pieces)):
        if sign.tag not in places and word.tag in places and begins_item(sign, word):
            pieces[i] = sign._replace(tag=word.tag)
    return page._replace(pieces=pieces)


def _in_declared_order(page: Page, places: Mapping[int, Place]) -> Page:
    """Return a page with its words in the order of its structure, where this has nearly all of them.

    A table that floats to the edge of a page stands there in the order of the content, and in its section in the
    structure. A word without a place stays behind the word before it.
    """
    without = sum(piece.tag not in places for piece in page.pieces)
    if not places or without > LIMITS.artefacts * len(page.pieces):
        return page
    rank = {tag: number for number, tag in enumerate(places)}
    ranks: list[int] = []
    for piece in page.pieces:
        ranks.append(rank.get(piece.tag, ranks[-1] if ranks else -1))
    order = sorted(enumerate(ranks), key=lambda each: (each[1], each[0]))
    return page._replace(pieces=[page.pieces[i] for i, _ in order])


def body_size(pages: Iterable[Page]) -> float:
    """Return the size in points of most of the text of some pages."""
    used: Counter[float] = Counter()
    for page in pages:
        for piece in page.pieces:
            used[round(piece.size, 1)] += len(piece.text)
    return used.most_common(1)[0][0] if used else 0.0


def columns_of_document(pages: Sequence[Page]) -> list[Columns]:
    """Return the columns of each page: the document's, but of a full page with text over their gutters its own."""
    lines = [visual_lines([piece for piece in page.pieces if not piece.turn]) for page in pages]
    own = [columns_of(some, page.width) if some else [] for some, page in zip(lines, pages, strict=True)]
    # Beside a few lines there is no column: they are rows of a table.
    own = [_beside_enough(page, some, one) for page, some, one in zip(pages, lines, own, strict=True)]
    full = [one for one, some in zip(own, lines, strict=True) if len(some) >= LIMITS.full]
    counts = Counter(map(len, full))
    least = max(min(2, len(full)), LIMITS.full_pages * len(full))
    most = max((number for number, times in counts.items() if times >= least), default=0)
    alike = [one for one in full if len(one) == most]
    if not alike:
        return own
    lefts = [median(one[i][0] for one in alike) for i in range(most)]
    right = max(one[-1][1] for one in alike)
    usual = [(left, after - 1) for left, after in zip(lefts, [*lefts[1:], right + 4], strict=True)]
    return [
        one if len(some) >= LIMITS.full and _is_over(some, usual) else usual
        for one, some in zip(own, lines, strict=True)
    ]


def _beside_enough(page: Page, lines: Sequence[Sequence[Piece]], columns: Columns) -> Columns:
    """Return the columns of a page, or one, if one of them has few lines beside rows that the file writes over it.

    A program that knows no columns writes most lines of a page so.
    """
    before = dict(zip(map(id, page.pieces[1:]), map(id, page.pieces), strict=False))
    counts, rows = [0 for _ in columns], 0
    for line in lines:
        inside = set(map(id, line))
        firsts = [next((p for p in line if left <= p.x0 < right), None) for left, right in columns]
        over = [first is not None and before.get(id(first)) in inside for first in firsts]
        rows += any(over)
        counts = [n + (first is not None and not row) for n, first, row in zip(counts, firsts, over, strict=True)]
    if min(counts, default=0) >= LIMITS.beside or (len(lines) >= LIMITS.full and 2 * rows > len(lines)):
        return columns
    return [(columns[0][0], columns[-1][1])] if columns else columns


def _is_over(lines: Sequence[Sequence[Piece]], columns: Columns) -> bool:
    """Return whether so many lines of a page go over the gutters between some columns that these are not its own."""
    over = sum(any(p.x0 < left - 2 < p.x1 - 4 for p in line for left, _ in columns[1:]) for line in lines)
    return over > LIMITS.over_gutter * len(lines)


def _read_page(
    page: Page, places: Mapping[int, Place], framed: list[Table], columns: Columns, furniture: list[Piece]
) -> ReadPage:
    tables = [*framed, *_grids(page._replace(pieces=_outside(page, framed)), places, columns)]
    recognised = any(piece.sure is not None for piece in page.pieces)
    owner = {id(piece): n for n, table in enumerate(tables) for row in table.rows for cell in row for piece in cell}
    pieces = page.pieces
    if recognised:
        # A picture has no order of its own.
        pieces = [piece for line in _by_column(pieces, columns) for piece in line.pieces]
        tables = [as_its_columns(table) for table in tables]
    lines: list[Line] = []
    begun: set[int] = set()
    stretch: list[Piece] = []
    for piece in [*pieces, None]:
        table = owner.get(id(piece)) if piece else None
        if piece and table is None:
            stretch.append(piece)
            continue
        if piece is None or table not in begun:
            lines += _text_lines(stretch, places, columns)
            stretch = []
        if table is not None and table not in begun:
            begun.add(table)
            lines += tables[table].lines(table + 1)
    return ReadPage(page, lines, tables, columns, furniture)


def _text_lines(pieces: Sequence[Piece], places: Mapping[int, Place], columns: Columns) -> list[Line]:
    """Return the lines of some words that are in no table."""
    lines = lines_of(with_ends_joined(pieces), LIMITS.level)
    if not places and _goes_across(lines, columns):
        lines = _by_column(pieces, columns)
    return [line._replace(level=places[tag].level if (tag := line.pieces[0].tag) in places else 0) for line in lines]


def _goes_across(lines: Sequence[Line], columns: Columns) -> bool:
    """Return whether the file writes lines over the gutters of a page, as a program does that knows no columns."""
    if len(columns) < 2:
        return False
    beside = sum(_gutter_in(line, columns) for line in lines)
    steps = sum(
        _column(a.pieces[0], columns) != _column(b.pieces[0], columns)
        and abs(a.pieces[0].y - b.pieces[0].y) < LIMITS.level * a.pieces[0].size
        for a, b in pairwise(lines)
    )
    return beside + steps > LIMITS.across * len(lines)


def _gutter_in(line: Line, columns: Columns) -> bool:
    """Return whether a line has words on both sides of a gutter, and none over it."""
    return any(
        any(piece.x1 <= right + 2 for piece in line.pieces)
        and any(piece.x0 >= left - 2 for piece in line.pieces)
        and all(piece.x1 <= right + 2 or piece.x0 >= left - 2 for piece in line.pieces)
        for (_, right), (left, _) in pairwise(columns)
    )


def _column(piece: Piece, columns: Columns) -> int:
    """Return the number, from 0, of the column in which a word begins."""
    return sum(piece.x0 >= left - 2 for left, _ in columns[1:])


def _by_column(pieces: Sequence[Piece], columns: Columns) -> list[Line]:
    """Return lines column by column, between lines that extend over several columns."""
    found: list[Line] = []
    part: list[Piece] = []

    def empty() -> None:
        for number in range(len(columns)):
            inside = [p for p in part if _column(p, columns) == number]
            found.extend(lines_of(in_lines(inside), LIMITS.level))
        part.clear()

    for line in visual_lines(pieces):
        if _is_across(line, columns):
            empty()
            found.append(Line(line))
        else:
            part.extend(line)
    empty()
    return found


def _framed_tables(page: Page, places: Mapping[int, Place], above: Sequence[Table]) -> list[Table]:
    """Return the tables of a page that its structure has, and those with rules; ``above`` are those of the last."""
    found: list[Table] = []
    taken: set[int] = set()
    for table in chain(_declared_tables(page, places), ruled_tables(page, above)):
        inside = set(map(id, table.pieces))
        if taken.isdisjoint(inside):
            taken |= inside
            found.append(table)
    return found


def _outside(page: Page, tables: Iterable[Table]) -> list[Piece]:
    """Return the words of a page that are in none of some tables."""
    inside = {id(piece) for table in tables for piece in table.pieces}
    return [piece for piece in page.pieces if id(piece) not in inside]


def _grids(page: Page, places: Mapping[int, Place], columns: Columns) -> Iterator[Table]:
    """Yield the tables without rules: those over several columns of a page, then those in each column."""
    over = [
        table
        for stretch in _stretches_across(page, columns)
        for table in grids_in(stretch, page.rules, page.uprights)
        if len({_column(piece, columns) for piece in table.pieces}) > 1 and not _is_paragraph(table, places)
    ]
    yield from (with_turned_head(table, page) for table in over)
    rest = _outside(page, over)
    for left, right in columns:
        inside = [p for p in rest if not p.turn and left - 2 <= (p.x0 + p.x1) / 2 <= right + 2]
        found = (table for table in grids_in(inside, page.rules, page.uprights) if not _is_paragraph(table, places))
        yield from (with_turned_head(table, page) for table in found)


def _stretches_across(page: Page, columns: Columns) -> Iterator[list[Piece]]:
    """Yield the words that the file writes row after row over the columns of a page, each row to the right."""
    runs: list[list[Piece]] = []
    for piece in (piece for piece in page.pieces if not piece.turn):
        if not runs or _column(piece, columns) < _column(runs[-1][-1], columns):
            runs.append([])
        runs[-1].append(piece)
    stretch: list[list[Piece]] = []
    for run in [*runs, []]:
        top = min((piece.box.top for piece in run if _column(piece, columns)), default=page.height)
        above, row = [p for p in run if p.y <= top], [p for p in run if p.y > top]
        goes_on = bool(row) and _is_row(row, columns)
        if goes_on and above and _are_as_near(stretch, above):
            stretch.append(above)
        elif not goes_on or above or (stretch and _fits(row, columns) != _fits(stretch[-1], columns)):
            if len(stretch) > 1:
                yield [piece for one in stretch for piece in one]
            stretch = []
        if goes_on:
            stretch.append(row)


def _are_as_near(rows: Sequence[Sequence[Piece]], below: Sequence[Piece]) -> bool:
    """Return whether words are as near to the rows above them as these are to one another: a row of empty cells."""
    gaps = [min(p.box.top for p in b) - max(p.box.bottom for p in a) for a, b in pairwise([*rows, below])]
    return len(gaps) > 1 and gaps[-1] < max(gaps[:-1]) + 1


def _is_row(run: Sequence[Piece], columns: Columns) -> bool:
    """Return whether words that the file writes to the right over columns are a row, not text in columns.

    A text goes down in a column, and has more lines in it than one if the next column has more.
    """
    parts = [[p for p in run if _column(p, columns) == number] for number in range(len(columns))]
    lines = [len(visual_lines(part)) for part in parts if part]
    goes_up = any(a.y - b.y > LIMITS.level * b.size for part in parts for a, b in pairwise(part))
    more = any(a == 1 < b for a, b in pairwise(lines))
    return _is_across(run, columns) or (len(lines) > 1 and (max(lines) == 1 or goes_up or more))


def _is_across(pieces: Sequence[Piece], columns: Columns) -> bool:
    """Return whether some word is on a gutter."""
    return any(piece.x0 < left - 2 < piece.x1 - 4 for piece in pieces for left, _ in columns[1:])


def _fits(row: Sequence[Piece], columns: Columns) -> bool:
    """Return whether a row has words at the left of each column behind the first, as lines of text have."""
    begun = [min((p.x0 for p in row if p.x0 >= left - 2), default=left) - left for left, _ in columns[1:]]
    return max(map(abs, begun)) < 2 and not _is_across(row, columns)


def _is_paragraph(table: Table, places: Mapping[int, Place]) -> bool:
    """Return whether the file's structure has a paragraph over several cells of a row, or many over several rows."""
    rows: Counter[int] = Counter()
    for row in table.rows:
        blocks = [{places[piece.tag].block for piece in cell if piece.tag in places} - {0} for cell in row]
        if any(one & other for i, one in enumerate(blocks) for other in blocks[i + 1 :]):
            return True
        rows.update(set().union(*blocks))
    return sum(times > 1 for times in rows.values()) > LIMITS.over_rows * len(rows)


def _declared_tables(page: Page, places: Mapping[int, Place]) -> Iterator[Table]:
    """Yield the tables that the file's structure has; a merged cell is in each of its rows and columns."""
    cells: dict[int, dict[tuple[int, int], list[Piece]]] = {}
    for piece in page.pieces:
        place = places.get(piece.tag)
        if place and place.table and place.row and place.column:
            for row in range(place.row, place.row + place.rows):
                for column in range(place.column, place.column + place.columns):
                    cells.setdefault(place.table, {}).setdefault((row, column), []).append(piece)
    for table in cells.values():
        width = max(column for _, column in table)
        rows = sorted({row for row, _ in table})
        if width > 1:
            grid = [[table.get((row, column), []) for column in range(1, width + 1)] for row in rows]
            yield Table(around(piece.box for cell in table.values() for piece in cell), grid)
