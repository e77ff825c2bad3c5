"""Tables with rules: pdfplumber finds the cells between the lines that are drawn, and words go into their cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median_low
from typing import Any, NamedTuple

from pdfplumber.table import cells_to_tables, edges_to_intersections, intersections_to_cells, merge_edges

from kensei_docs.extract.pdf.page import (
    Box,
    Line,
    Page,
    Piece,
    Rule,
    around,
    lines_of,
    turned_rules,
    unturned,
    with_ends_joined,
)
from kensei_docs.extract.pdf.thresholds import LIMITS

# An edge as pdfplumber has it: x0, x1, top, bottom, width, height in points, and the orientation, h or v.
Edge = dict[str, Any]


Sides = Mapping[int, tuple[float, float]]  # the left and right edge of each column


class Table(NamedTuple):
    """A table on a page: its place, and its rows, each with the words of its cells, empty ones too."""

    box: Box
    rows: list[list[list[Piece]]]

    @property
    def pieces(self) -> list[Piece]:
        """Its words, those of a cell over several rows in each of them."""
        return [piece for row in self.rows for cell in row for piece in cell]

    def lines(self, number: int) -> list[Line]:
        """Return its rows as lines; ``number`` is that of the table."""
        rows = ([with_ends_joined(cell) for cell in row] for row in self.rows if any(row))
        return [Line([piece for cell in row for piece in cell], tuple(map(len, row)), number) for row in rows]


def ruled_tables(page: Page, above: Sequence[Table] = ()) -> Iterator[Table]:
    """Yield the tables of a page whose cells have rules around them; a cell over several rows is in each of them.

    A single row is a table if it goes on with one of the tables of the page before, ``above``.

    Words on their side are those of a cell, such as a head; where most words of a table are turned, so is the table. A
    single cell is a box around a text, a single column of cells a list of such boxes: neither is a table.
    """
    for turn in sorted({piece.turn for piece in page.pieces}, key=abs):
        rules, uprights = turned_rules(page, turn)
        panels = [] if turn else page.panels
        edges = [_edge(x0, y, x1, y) for x0, x1, y in rules] + [_edge(x, y0, x, y1) for x, y0, y1 in uprights]
        chains = _chains([*rules, *((box.x0, box.x1, y) for box in panels for y in (box.top, box.bottom))], uprights)
        edges += _edges_of_chains(chains, [piece for piece in page.pieces if piece.turn == turn])
        if not any(edge["orientation"] == "v" for edge in edges):
            continue
        edges = merge_edges(edges, LIMITS.snap, LIMITS.snap, LIMITS.snap, LIMITS.snap)
        edges = merge_edges([*edges, *_open_sides(edges)], LIMITS.snap, LIMITS.snap, LIMITS.snap, LIMITS.snap)
        cells = intersections_to_cells(edges_to_intersections(edges, LIMITS.snap, LIMITS.snap))
        for group in cells_to_tables(cells):
            table = _table([Box(*map(float, cell)) for cell in group], page, turn, above)
            if table is not None:
                yield table


def _edge(x0: float, top: float, x1: float, bottom: float) -> Edge:
    side = "h" if top == bottom else "v"
    size = {"width": x1 - x0, "height": bottom - top}
    return {"x0": x0, "x1": x1, "top": top, "bottom": bottom, **size, "orientation": side}


def _open_sides(edges: Sequence[Edge]) -> Iterator[Edge]:
    """Yield the sides of tables that are open at the left and the right: rules of one length with lines across them."""
    level = sorted((edge for edge in edges if edge["orientation"] == "h"), key=lambda edge: edge["top"])
    upright = [edge for edge in edges if edge["orientation"] == "v"]
    near = LIMITS.snap
    for i, above in enumerate(level):
        left, right = above["x0"], above["x1"]
        alike = (one for one in level[i + 1 :] if abs(one["x0"] - left) < near and abs(one["x1"] - right) < near)
        below = next(alike, None)
        if below and any(
            left + near < one["x0"] < right - near
            and one["top"] <= above["top"] + near
            and one["bottom"] >= below["top"] - near
            for one in upright
        ):
            yield from (_edge(x, above["top"], x, below["top"]) for x in (left, right))


class _Chain(NamedTuple):
    """Rules from left to right on one height that meet end to end, at ``joints``."""

    left: float
    right: float
    y: float
    joints: list[float]


def _chains(pieces: Iterable[Rule], uprights: Sequence[Rule]) -> list[_Chain]:
    """Return the chains of those rules across that have no rule upright on them, from top to bottom."""
    levels: list[list[Rule]] = []
    for piece in sorted(pieces, key=lambda one: one[2]):
        if not levels or piece[2] - levels[-1][0][2] > LIMITS.snap:
            levels.append([])
        levels[-1].append(piece)
    chains: list[_Chain] = []
    near = LIMITS.meets
    for level in levels:
        chain: _Chain | None = None
        for x0, x1, y in sorted(level):
            if chain is None or x0 > chain.right + near:
                chain = _Chain(x0, x1, y, [])
                chains.append(chain)
            elif x1 > chain.right + near:
                joints = [*chain.joints, chain.right] if x0 > chain.right - near else chain.joints
                chain = chains[-1] = chain._replace(right=x1, joints=joints)
    near = LIMITS.snap
    upon = [(x, top - near, bottom + near) for x, top, bottom in uprights]
    return [
        chain
        for chain in chains
        if chain.joints and not any(chain.left < x < chain.right and top < chain.y < bottom for x, top, bottom in upon)
    ]


class _Band(NamedTuple):
    """What is between two chains that meet at the same places: the words of a row, or what stands between tables."""

    above: _Chain
    below: _Chain
    words: list[Piece]

    @property
    def slack(self) -> float:
        """The room above and below the words."""
        box = around(word.box for word in self.words)
        return box.top - self.above.y + self.below.y - box.bottom

    def is_row(self, usual: float, em: float) -> bool:
        """Return whether the words are a row: in their cells, with no more room than ``usual``, below no heading.

        Words in one cell are the name of a group, in one line that is not larger than ``em``.
        """
        lines = [line.pieces for line in lines_of(in_lines(self.words), LIMITS.level)]
        headed = self._is_alone(lines[0]) and min(word.size for word in lines[0]) > LIMITS.larger * em
        text = self._is_alone(self.words) and len(lines) > 1
        return not headed and not text and self.slack < usual + em and _is_free(self.above.joints, self.words)

    def _is_alone(self, words: Sequence[Piece]) -> bool:
        """Return whether some words are all in one cell."""
        return len({sum(word.x0 > x - 1 for x in self.above.joints) for word in words}) < 2


def _edges_of_chains(chains: Sequence[_Chain], words: Sequence[Piece]) -> Iterator[Edge]:
    """Yield the sides of cells whose rules across, or shades, are drawn in a piece for each cell and meet between them.

    Above the first rule of a table may stand its head.
    """
    bands: list[_Band] = []
    for i, above in enumerate(chains):
        below = next((chain for chain in chains[i + 1 :] if _are_alike(above, chain)), None)
        if below is not None:
            joints = [x for x in above.joints if any(abs(x - other) < LIMITS.snap for other in below.joints)]
            inside = [p for p in words if above.y < p.y < below.y and above.left < p.x1 and p.x0 < above.right]
            bands.append(_Band(above._replace(joints=joints), below, inside))
    full = [band for band in bands if band.words]
    usual = median_low(band.slack for band in full) if full else 0.0
    em = median_low(word.size for band in full for word in band.words) if full else 0.0
    begun: set[tuple[float, float]] = set()
    for band in bands:
        above, below, inside = band
        if not inside or band.is_row(usual, em):
            top = above.y if (above.left, above.y) in begun else _top_of_head(above, words)
            begun.add((below.left, below.y))
            yield from (_edge(above.left, y, above.right, y) for y in (top, above.y, below.y))
            yield from (_edge(x, top, x, below.y) for x in (above.left, *above.joints, above.right))


def _are_alike(above: _Chain, below: _Chain) -> bool:
    """Return whether two chains begin and end at one place and meet at one."""
    near = LIMITS.snap
    ends = abs(above.left - below.left) < near and abs(above.right - below.right) < near
    return ends and any(abs(x - other) < near for x in above.joints for other in below.joints)


def _is_free(joints: Sequence[float], words: Iterable[Piece]) -> bool:
    """Return whether no word crosses a joint."""
    return not any(word.x0 < x - 1 and word.x1 > x + 1 for word in words for x in joints)


def _top_of_head(chain: _Chain, words: Sequence[Piece]) -> float:
    """Return the top of the words above the first rule of a table that are its head: in two cells or more."""
    inside = [word for word in words if chain.left - 1 < word.x0 and word.x1 < chain.right + 1 and word.y < chain.y]
    top, cells = chain.y, set()
    for word in sorted(inside, key=lambda one: -one.y):
        if top - word.box.bottom > LIMITS.head_apart * word.size or not _is_free(chain.joints, [word]):
            break
        top = min(top, word.box.top)
        cells.add(sum(word.x0 > x - 1 for x in chain.joints))
    return top if len(cells) > 1 else chain.y


def _table(cells: Sequence[Box], page: Page, turn: int, above: Sequence[Table]) -> Table | None:
    tops, lefts = _borders([cell.top for cell in cells]), _borders([cell.x0 for cell in cells])
    box, near = around(cells), LIMITS.snap
    goes_on = any(
        len(one.rows[-1]) == len(lefts) and abs(one.box.x0 - box.x0) < near and abs(one.box.x1 - box.x1) < near
        for one in above
    )
    if len(lefts) < 2 or (len(tops) < 2 and not goes_on):
        return None
    rows: list[list[list[Piece]]] = [[[] for _ in lefts] for _ in tops]
    found: list[Piece] = []
    sides = {_at(lefts, cell.x0): (cell.x0, cell.x1) for cell in sorted(cells, key=lambda one: one.x0 - one.x1)}
    for cell in cells:
        inside = in_lines([piece for piece in page.pieces if _holds(cell, piece, turn, page.height)])
        found += inside
        column = _at(lefts, cell.x0)
        for row in (i for i, top in enumerate(tops) if cell.top - 1 <= top < cell.bottom - 1):
            rows[row][column] = inside
    upright = sum(piece.turn == turn for piece in found)
    if not found or 2 * upright < len(found):
        return None
    rank = {id(piece): number for number, piece in enumerate(page.pieces)}
    written = [part for row in rows for part in _written(row, rank, sides) or [row]]
    return Table(box, [part for row in written for part in parted(row, sides)])


def _written(row: Sequence[Sequence[Piece]], rank: Mapping[int, int], sides: Sides) -> list[list[list[Piece]]]:
    """Return what stands between two rules as the rows that the file writes cell after cell, [] if it does not."""
    column = {id(piece): number for number, cell in enumerate(row) for piece in cell}
    pieces = sorted((piece for cell in row for piece in cell), key=lambda piece: rank[id(piece)])
    parts = written_rows(pieces, [column[id(piece)] for piece in pieces], sides)
    return [[in_lines([p for p in part if column[id(p)] == number]) for number in range(len(row))] for part in parts]


def parted(row: Sequence[Sequence[Piece]], sides: Sides) -> list[list[list[Piece]]]:
    """Return what the order of the file, or two rules, hold together as the rows that it has.

    A table may have rules around groups of rows, and names of groups, which stand alone above their rows: names below
    one another are rows, one name of two lines is a row. A row begins where the first cell and another one begin a line
    whose first word had room on the line above it: a line that goes on is one since it had none. ``sides`` has the left
    and right edge of each column.
    """
    lines = [[list(line.pieces) for line in lines_of(cell, LIMITS.level)] for cell in row]
    label = next((column for column, cell in enumerate(lines) if cell), None)
    if label is None or len(lines[label]) < 2:
        return [list(map(list, row))]
    new = [
        {cell[i][0].y: _has_room(cell[i - 1], cell[i][0], sides[column]) for i in range(1, len(cell))} if cell else {}
        for column, cell in enumerate(lines)
    ]
    for begun, cell in zip(new[label + 1 :], lines[label + 1 :], strict=True):
        if 0 < len(cell) < len(lines[label]) and _near(cell[0][0].y, lines[label][-len(cell)][0].y, lines[label]):
            begun[cell[0][0].y] = True
    starts = [
        y
        for y, room in new[label].items()
        if room and any(free for other in new[label + 1 :] for at, free in other.items() if _near(at, y, lines[label]))
    ]
    parts: list[list[list[Piece]]] = [[[] for _ in row] for _ in range(len(starts) + 1)]
    for column, cell in enumerate(lines):
        for line in cell:
            reach = LIMITS.level * line[0].size
            parts[sum(line[0].y >= y - reach for y in starts)][column] += line
    return parts


def _near(one: float, other: float, lines: Sequence[Sequence[Piece]]) -> bool:
    return abs(one - other) <= LIMITS.level * lines[0][0].size


def _has_room(above: Sequence[Piece], word: Piece, sides: tuple[float, float]) -> bool:
    """Return whether a word has room at the end of the line above it, between the sides of their cell.

    A column of figures has hardly more room than for one: there each is on a line of its own.
    """
    if not any(piece.text[0].isalpha() for piece in (*above, word)):
        return True
    left, right = sides
    inset = max(0.0, min(above[0].x0 - left, right - above[-1].x1, word.size / 2))
    return right - left - 2 * inset - (above[-1].x1 - above[0].x0) > word.x1 - word.x0 + word.size / 3


def written_rows(pieces: Sequence[Piece], columns: Sequence[int], sides: Sides) -> list[list[Piece]]:
    """Return the rows of a table that the file writes cell after cell, [] if it may write line after line.

    It writes cells if it goes up to begin the next one of a row; then a row ends where it goes back to a column before.
    If it never goes up, its lines may all be rows.
    """
    rows: list[list[Piece]] = []
    lines: list[list[Piece]] = []
    goes_up = False
    for i, (piece, column) in enumerate(zip(pieces, columns, strict=True)):
        back = not i or column < columns[i - 1]
        down = 0.0 if back else piece.y - pieces[i - 1].y
        goes_up = goes_up or -down > LIMITS.level * piece.size
        if back:
            rows.append([])
        if back or down > LIMITS.level * piece.size:
            lines.append([])
        rows[-1].append(piece)
        lines[-1].append(piece)
    if not goes_up:
        first = {id(piece) for piece, column in zip(pieces, columns, strict=True) if column == 0}
        labels = [[piece for piece in line if id(piece) in first] for line in lines]
        rows = lines if first and _are_rows(lines, labels, sides[0]) else []
    one_below_another = all(max(p.y for p in a) < min(p.y for p in b) for a, b in pairwise(rows))
    return rows if one_below_another and len(rows) > 1 else []


def _are_rows(lines: Sequence[Sequence[Piece]], labels: Sequence[Sequence[Piece]], sides: tuple[float, float]) -> bool:
    """Return whether lines of a table are rows, given the words of each in the first column, between its ``sides``.

    Each has such words and others, or is a name that had room on the line above: some that go on with a row have less.
    """
    recognised = any(piece.sure is not None for line in lines for piece in line)  # a picture has no order of its own
    return (
        len(lines) > 2
        and not recognised
        and all(
            label and (len(label) < len(line) or (above and _has_room(above, label[0], sides)))
            for above, label, line in zip(labels, labels[1:], lines[1:], strict=False)
        )
    )


def in_lines(pieces: Sequence[Piece]) -> list[Piece]:
    """Return words in the order of their lines, from top to bottom and left to right."""
    found: list[Piece] = []
    rest = sorted(pieces, key=lambda piece: (piece.turn, piece.y))
    while rest:
        first = rest[0]
        line = [p for p in rest if p.turn == first.turn and p.y - first.y <= LIMITS.level * max(first.size, p.size)]
        found += sorted(line, key=lambda piece: piece.x0)
        rest = [piece for piece in rest if all(piece is not other for other in line)]
    return found


def _holds(cell: Box, piece: Piece, turn: int, height: float) -> bool:
    """Return whether a word is in a cell of a table that has this ``turn``."""
    if piece.turn == turn:
        return cell.holds((piece.x0 + piece.x1) / 2, piece.y - 0.3 * piece.size)
    box = unturned(piece, height)
    return not turn and cell.holds((box.x0 + box.x1) / 2, (box.top + box.bottom) / 2)


def _borders(edges: Sequence[float]) -> list[float]:
    found: list[float] = []
    for edge in sorted(edges):
        if not found or edge - found[-1] > LIMITS.snap:
            found.append(edge)
    return found


def _at(borders: Sequence[float], edge: float) -> int:
    return min(range(len(borders)), key=lambda i: abs(borders[i] - edge))
