"""The order of a page, the columns of a document, and what the ends of lines and the rules of tables part."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.flow import columns_of_document, read_pages
from kensei_docs.extract.pdf.page import Page, Piece, with_ends_joined
from kensei_docs.extract.pdf.ruled_grid import ruled_tables
from kensei_docs.extract.pdf.tags import Place
from kensei_docs.extract.pdf.word_grid import grids_in


def words(*lines: tuple[str, float, float], tag: int = -1) -> list[Piece]:
    """Return the words of lines, each (text, left edge, baseline), 10 pt high and wide as their letters."""
    found = []
    for text, x, y in lines:
        for word in text.split():
            found.append(Piece(word, x, x + 5 * len(word), y, 10.0, tag=tag))
            x += 5 * len(word) + 3
    return found


def page(pieces: list[Piece], *rules: tuple[float, float, float], uprights: tuple[float, ...] = ()) -> Page:
    """Return a page with words and rules; uprights go over the height of all rules."""
    ys = [y for *_, y in rules] or [0.0]
    return Page(600.0, 800.0, pieces, list(rules), [(x, min(ys), max(ys)) for x in uprights], [])


def test_words_are_read_in_the_order_of_the_structure_of_the_file() -> None:
    floated = words(("Kites of the north", 50, 100), tag=2) + words(("Moves are these", 50, 300), tag=1)
    (read,) = read_pages([page(floated)], [{1: Place(1), 2: Place(2)}])
    assert [line.text for line in read.lines] == ["Moves are these", "Kites of the north"]


def test_a_cell_over_two_rows_is_in_both_and_an_empty_cell_keeps_its_column() -> None:
    cells = {
        1: ("North", Place(1, 0, 1, 1, 1, 2)),
        2: ("9", Place(2, 0, 1, 1, 3)),
        3: ("4", Place(3, 0, 1, 2, 2)),
        4: ("5", Place(4, 0, 1, 2, 3)),
    }
    pieces = [piece for tag, (text, _) in cells.items() for piece in words((text, 50 + 40 * tag, 100 + tag), tag=tag)]
    (read,) = read_pages([page(pieces)], [{tag: place for tag, (_, place) in cells.items()}])
    assert [(line.text, line.cells) for line in read.lines] == [("North 9", (1, 0, 1)), ("North 4 5", (1, 1, 1))]


@pytest.mark.parametrize(
    ("cell", "goes_on", "rows"),
    [
        (
            "Fast against the",
            "wind and rain.",
            [["Kite Says", "Redwing Fast against the wind and rain."], ["Bluewing Slow."]],
        ),
        ("Fast.", "In rain, too.", [["Kite Says", "Redwing Fast."], ["Kite Says", "In rain, too.", "Bluewing Slow."]]),
    ],
)
def test_a_row_of_the_structure_goes_on_at_the_top_of_the_next_page(
    cell: str, goes_on: str, rows: list[list[str]]
) -> None:
    def of_page(*cells: tuple[str, int, int]) -> tuple[Page, dict[int, Place]]:
        tags = range(1, len(cells) + 1)
        pieces = [
            piece
            for tag, (text, row, column) in zip(tags, cells, strict=True)
            for piece in words((text, 100.0 * column, 100.0 + 12 * row), tag=tag)
        ]
        return page(pieces), {
            tag: Place(tag, 0, 1, row, column) for tag, (_, row, column) in zip(tags, cells, strict=True)
        }

    head = [("Kite", 1, 1), ("Says", 1, 2)]
    first, above = of_page(*head, ("Redwing", 2, 1), (cell, 2, 2))
    second, below = of_page(*head, (goes_on, 2, 2), ("Bluewing", 3, 1), ("Slow.", 3, 2))
    read = read_pages([first, second], [above, below])
    assert [[line.text for line in one.lines] for one in read] == rows


@pytest.mark.parametrize(("shift", "cells"), [(0, [(1, 1)]), (30, [])])
def test_the_last_row_of_a_ruled_table_may_stand_alone_on_the_next_page(shift: float, cells: list[tuple]) -> None:
    """A box around two texts, with other edges, is no row."""
    rows = words(("Kite", 60, 110), ("Moves", 130, 110), ("Redwing", 60, 130), ("6", 130, 130))
    last = words(("Bluewing", 60 + shift, 110), ("9", 130 + shift, 110))
    above = page(rows, *((50, 200, y) for y in (95.0, 115.0, 135.0)), uprights=(50, 120, 200))
    sides = (50 + shift, 120 + shift, 200 + shift)
    below = page(last, *((sides[0], sides[2], y) for y in (95.0, 115.0)), uprights=sides)
    read = read_pages([above, below], [{}, {}])
    assert [line.cells for line in read[0].lines] == [(1, 1), (1, 1)]
    assert [line.cells for line in read[1].lines if line.cells] == cells


@pytest.mark.parametrize(
    ("above", "below", "read"),
    [
        ("adds -", "1D6 to it", ["adds", "-1D6", "to", "it"]),
        ("for 5-", "20 kites", ["for", "5-20", "kites"]),
        ("(+", "XD6)", ["(+XD6)"]),
        ("--", "-", ["---"]),
        ("2 -", "> 5", ["2", "->", "5"]),
        ("D/", "W", ["D/W"]),
        ("a kite -", "or two", ["a", "kite", "-", "or", "two"]),
    ],
)
def test_the_end_of_a_line_parts_no_sign_from_its_figure(above: str, below: str, read: list[str]) -> None:
    found = with_ends_joined(words((above, 50, 100), (below, 50, 112)))
    assert [piece.text for piece in found] == read


def test_rules_around_groups_of_rows_leave_the_rows() -> None:
    """A line that goes on fills its cell; a row begins below one that has room."""
    pieces = words(
        *(("Kite", 52, 110), ("5", 152, 110), ("Swan", 52, 122), ("7", 152, 122)),
        *(("Heron of the far north", 52, 150), ("-1", 152, 150), ("marshes", 52, 162), ("+2", 152, 162)),
    )
    framed = page(pieces, (50, 180, 100), (50, 180, 130), (50, 180, 170), uprights=(50, 150, 180))
    (table,) = ruled_tables(framed)
    read = [[" ".join(piece.text for piece in cell) for cell in row] for row in table.rows]
    assert read == [["Kite", "5"], ["Swan", "7"], ["Heron of the far north marshes", "-1 +2"]]


def test_paragraphs_beside_one_another_are_no_rows() -> None:
    left = [words((f"kites fly over {i}", 50, 100 + 12 * i), tag=1)[j] for i in range(8) for j in range(4)]
    right = [words((f"herons go under {i}", 300, 100 + 12 * i), tag=2)[j] for i in range(8) for j in range(4)]
    (read,) = read_pages([page(left + right)], [{1: Place(1), 2: Place(2)}])
    assert not read.tables
    assert [line.text for line in read.lines[:2]] == ["kites fly over 0", "kites fly over 1"]


def test_the_sign_of_a_list_that_is_written_behind_the_page_stands_before_its_item() -> None:
    items = words(
        ("the side with more skiffs wins,", 62, 100), ("and takes the marsh;", 62, 112), ("else nobody.", 62, 124)
    )
    signs = words(("–", 50, 100), ("–", 50, 124), ("–", 500, 700))
    (read,) = read_pages([page(items + signs)], [{}])
    assert [line.text for line in read.lines] == [
        "– the side with more skiffs wins,",
        "and takes the marsh;",
        "– else nobody.",
        "–",
    ]


def test_the_head_that_a_browser_repeats_where_a_table_goes_on_in_the_next_column_is_read_once() -> None:
    cells = {1: Place(1, 0, 1, 1, 1), 2: Place(2, 0, 1, 1, 2), 3: Place(3, 0, 1, 2, 1), 4: Place(4, 0, 1, 2, 2)}
    cells |= {5: Place(1, 0, 1, 1, 1), 6: Place(2, 0, 1, 1, 2), 7: Place(5, 0, 1, 3, 1), 8: Place(6, 0, 1, 3, 2)}
    said = [("Kite", 50, 100), ("Reach", 90, 100), ("Swift", 50, 112), ("2", 90, 112)]
    said += [("Kite", 300, 100), ("Reach", 340, 100), ("Slow", 300, 112), ("1", 340, 112)]
    pieces = [piece for tag, one in enumerate(said, 1) for piece in words(one, tag=tag)]
    (read,) = read_pages([page(pieces)], [cells])
    assert [line.text for line in read.lines] == ["Kite Reach", "Swift 2", "Slow 1"]


def test_lines_with_a_word_in_every_cell_are_rows_however_near_and_full_they_are() -> None:
    pieces = words(
        *(("Bird", 52, 110), ("Reach", 122, 110), ("Heron of reeds", 52, 124), ("3 paces", 122, 124)),
        *(("Swan of lakes", 52, 135), ("2 paces", 122, 135), ("Kite of cliffs", 52, 146), ("9 paces", 122, 146)),
    )
    framed = page(pieces, (50, 170, 100), (50, 170, 114), (50, 170, 150), uprights=(50, 120, 170))
    (table,) = ruled_tables(framed)
    read = [[" ".join(piece.text for piece in cell) for cell in row] for row in table.rows]
    assert read[1:] == [["Heron of reeds", "3 paces"], ["Swan of lakes", "2 paces"], ["Kite of cliffs", "9 paces"]]


def test_the_name_of_a_group_is_a_row_of_its_own_in_a_table_that_is_written_cell_by_cell() -> None:
    pieces = words(
        *(("Bird", 50, 100), ("Cost in", 140, 100), ("reeds", 140, 111)),
        *(("Heron", 50, 124), ("3", 140, 124), ("Lakes", 50, 137), ("Swan", 50, 150), ("2", 140, 150)),
        *(("Kite of the far", 50, 163), ("cliffs", 50, 174), ("9", 140, 163), ("Otter", 50, 187), ("4", 140, 187)),
    )
    (table,) = grids_in(pieces)
    read = [[" ".join(piece.text for piece in cell) for cell in row] for row in table.rows]
    assert read[1:] == [["Heron", "3"], ["Lakes", ""], ["Swan", "2"], ["Kite of the far cliffs", "9"], ["Otter", "4"]]


def test_the_gap_of_a_table_is_no_gutter_of_its_page() -> None:
    def column(x: float) -> list[Piece]:
        return words(*(("kites fly over the lakes and the herons", x, 60 + 12 * i) for i in range(30)))

    text = page(column(50) + column(300))
    short = words(*(("Kites", 50, 60 + 12 * i) for i in range(30)))
    rows = words(
        *((text, x, 60 + 12 * i) for i in range(30) for text, x in (("Heron", 300), ("seven long paces", 440)))
    )
    columns = columns_of_document([text, text, page(short + rows)])
    assert [left for left, _ in columns[2]] == [left for left, _ in columns[0]]


def test_a_head_and_a_row_with_a_rule_between_them_are_a_table() -> None:
    pieces = words(("Bird", 50, 100), ("Reach", 140, 100), ("Heron", 50, 113), ("9", 140, 113))
    ruled = grids_in(pieces, [(48, 120, 103), (120, 180, 103)])
    assert [[[piece.text for piece in cell] for cell in row] for row in ruled[0].rows] == [
        [["Bird"], ["Reach"]],
        [["Heron"], ["9"]],
    ]
    assert not grids_in(pieces)


def test_the_name_of_a_group_between_rules_is_a_row_of_its_own() -> None:
    pieces = words(
        *(("Bird", 52, 90), ("Cost", 182, 90)),
        *(("Heron of the reeds", 52, 110), ("3", 182, 110), ("Lakes", 52, 122)),
        *(("Swan of the north", 52, 134), ("2", 182, 134)),
    )
    framed = page(pieces, (50, 210, 78), (50, 210, 98), (50, 210, 140), uprights=(50, 180, 210))
    (table,) = ruled_tables(framed)
    read = [[" ".join(piece.text for piece in cell) for cell in row] for row in table.rows]
    assert read[1:] == [["Heron of the reeds", "3"], ["Lakes", ""], ["Swan of the north", "2"]]


def test_the_number_of_an_item_that_the_structure_leaves_out_stands_before_the_item_and_is_no_furniture() -> None:
    said = [("Each turn:", 50, 100, 1), ("1.", 50, 112, -1), ("Row.", 62, 112, 2), ("2.", 50, 124, -1)]
    said += [("Cast the net.", 62, 124, 3), ("Then drink tea by the fire all night long.", 50, 136, 4)]
    pieces = [piece for text, x, y, tag in said for piece in words((text, x, y), tag=tag)]
    (read,) = read_pages([page(pieces)], [{tag: Place(tag) for tag in range(1, 5)}])
    assert [line.text for line in read.lines][1:3] == ["1. Row.", "2. Cast the net."]


def test_the_head_of_a_page_with_few_words_is_left_out_where_the_structure_has_nearly_all_of_a_document() -> None:
    def headed(head: str, *lines: tuple[str, float, float]) -> Page:
        return page([*words((head, 50, 40)), *words(*lines, tag=1)])

    long = [("kites fly over reeds", 50, 100 + 12 * i) for i in range(40)]
    pages = [headed("On reeds 4", *long), headed("On frames 9", ("kite frames bend", 50, 300)), headed("Far", *long)]
    read = read_pages(pages, [{1: Place(1)}] * 3)
    assert [[line.text for line in one.lines][:1] for one in read] == [
        ["kites fly over reeds"],
        ["kite frames bend"],
        ["kites fly over reeds"],
    ]
