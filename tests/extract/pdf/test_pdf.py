"""A PDF reads as its text does, however it is set: columns, paper, fonts, ruled tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from kensei_docs.extract.formats import read_document
from kensei_docs.extract.pdf.columns import column_edges, edges_of, is_column, split
from kensei_docs.extract.pdf.glyphs import Box, Glyph, Page, Rule, Run, Seam, Upright, runs_in, runs_of
from kensei_docs.extract.pdf.narrow_cells import with_words_joined
from kensei_docs.extract.pdf.page_lines import lines_of
from kensei_docs.extract.pdf.reading_order import in_order
from kensei_docs.extract.pdf.unruled_tables import grids_of
from kensei_docs.sources import Source

from ..conftest import source_of

Specimen = tuple[Path, Source]
SetAs = Callable[..., Path]

LOOKS = [
    {"columns": 1, "size": 11.0, "font": "sans"},
    {"columns": 2},
    {"columns": 2, "width": 420.0, "height": 595.0, "size": 7.0, "wrapped": True},
    {"columns": 3, "size": 7.0, "gutter": 12.0, "width": 612.0, "height": 792.0},
    {"columns": 4, "size": 6.5, "width": 842.0, "height": 595.0, "gutter": 12.0, "font": "sans"},
]


@pytest.mark.parametrize("look", LOOKS)
def test_a_rulebook_reads_as_its_text(rulebook: Specimen, set_as: SetAs, look: dict[str, float]) -> None:
    path, source = rulebook
    text = read_document(path, source).text.split()
    assert read_document(set_as(path, **look), source).text.split() == text


@pytest.mark.parametrize("look", LOOKS)
def test_a_quick_reference_reads_as_its_text(quickref: Specimen, set_as: SetAs, look: dict[str, float]) -> None:
    path, source = quickref
    text = read_document(path, source).text.split()
    assert read_document(set_as(path, **look), source).text.split() == text


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_each_row_of_a_ruled_table_is_one_line(quickref: Specimen, set_as: SetAs, columns: int) -> None:
    path, source = quickref
    document = read_document(set_as(path, columns=columns, size=7.0), source)
    lines = [line.text for line in document.lines]
    assert "Porters 6 in 12 in ----" in lines
    assert "College cooks of the first boat 10 in 20 in 30 in" in lines
    assert "Covered punt -- -- S S/W" in lines


def test_a_title_drawn_twice_reads_once(quickref: Specimen, set_as: SetAs) -> None:
    path, source = quickref
    title = "Punt Duel rules Quick sheet."
    document = read_document(
        set_as(path, twice=title, replaced={"PPuunntt  DDuueell  rruulleess    QQuuiicckk  sshheeeett..": title}),
        source,
    )
    assert title in [line.text for line in document.lines]


def test_lines_of_a_pdf_say_their_page(rulebook: Specimen, set_as: SetAs) -> None:
    path, source = rulebook
    document = read_document(set_as(path), source)
    assert document.place(0, 4) == (None, 1)
    start = document.text.index("READY YOUR")
    assert document.place(start, start + 5) == (None, 2)
    headings = [line.text for line in document.lines if line.heading]
    assert headings[:3] == ["TIDE AND TIMBER", "ABOUT THESE BARGES", "WHAT IS A SPRING TIDE ?"]


def test_blocks_of_a_pdf_are_parted_by_space(rulebook: Specimen, set_as: SetAs) -> None:
    path, source = rulebook

    def blocks(file: Path) -> list[str]:
        lines = read_document(file, source).lines
        return [
            " ".join(line.text for line in lines if line.block == block)
            for block in sorted({line.block for line in lines})
        ]

    tall = set_as(path, columns=1, height=2000.0)
    assert blocks(tall) == blocks(path)


def run(text: str, x: float, y: float, width: float = 100.0) -> Run:
    """Words set at a place of a page."""
    words = text.split()
    step = width / len(words)
    starts = [x + step * i for i in range(len(words))]
    return Run(x, x + width, y, 8.0, "Serif", words, starts, [start + step - 1 for start in starts])


def test_what_spans_the_columns_is_read_between_them() -> None:
    left = [run(f"left line number {i}", 40, 100 + 10 * i) for i in range(9)]
    right = [run(f"right line number {i}", 160, 100 + 10 * i) for i in range(9)]
    below = [run("left again and on", 40, 220), run("right again and on", 160, 220)]
    title = run("A title over both of the columns", 60, 80, 180)
    notice = run("A notice over both of the columns", 60, 210, 180)
    page = Page(300, 400, [*right, notice, *left, *below, title])
    order = [part.text for group in in_order(page, [160.0]) for part in group]
    assert order == [part.text for part in [title, *left, *right, notice, *below]]


def test_a_sidebar_is_read_by_itself_before_the_next_heading() -> None:
    wide = [run("a line of the text over all of the page", 40, 100 + 10 * i, 220) for i in (0, 1, 9, 10)]
    beside = [run("a line of the text beside it", 40, 120 + 10 * i, 110) for i in range(6)]
    within = [run("the box tells a tale", 160, 124 + 10 * i, 90) for i in range(4)]
    heading = run("Movement", 40, 182, 60)._replace(size=12.0)
    touching = beside[2]._replace(
        x1=within[2].x1,
        **{key: getattr(beside[2], key) + getattr(within[2], key) for key in ("words", "starts", "ends")},
    )
    runs = [*wide[:2], *beside[:2], touching, *beside[3:], within[0], within[1], within[3], heading, *wide[2:]]
    box = Box(155, 114, 260, 165)
    frame = [Rule(155, 260, 114), Rule(155, 260, 165)], [Upright(155, 114, 165), Upright(260, 114, 165)]
    said = [one.text for one in [*wide[:2], *beside, *within, heading, *wide[2:]]]
    for drawn in (Page(300, 400, runs, panels=[box]), Page(300, 400, runs, *frame)):
        assert [line.text for line in lines_of([drawn])] == said
    # A panel behind the lines of the page, or over it all, is none.
    whole = Page(300, 400, runs, panels=[Box(30, 90, 270, 300)])
    assert [line.text for line in lines_of([whole])] == [line.text for line in lines_of([Page(300, 400, runs)])]


def test_a_ruled_table_below_a_narrower_one_is_read_by_its_cells() -> None:
    above = [run(text, x, y, 20) for y in (112, 122) for text, x in (("Bow", 44), ("9", 104))]
    rows = [run("Torpedo boat small", 44, 134 + 12 * i, 76) for i in range(2)]
    page = Page(
        300,
        400,
        [*above, *rows],
        [*(Rule(40, 140, y) for y in (104, 114)), *(Rule(40, 240, y) for y in (124, 136, 148))],
        [Upright(x, 104, 124) for x in (40, 100, 140)] + [Upright(x, 124, 148) for x in (40, 95, 240)],
    )
    assert [line.cells for line in lines_of([page])] == [(1, 1), (1, 1), (2, 1), (2, 1)]


def test_a_page_has_two_columns_though_tables_fill_the_first_of_them() -> None:
    prose = "a line of a paragraph in this column"
    left = [run(prose, 40, 100 + 10 * i) for i in range(9)]
    cells = [run(text, x, 200 + 10 * i, 15) for i in range(14) for text, x in (("Bow", 40), ("9", 80), ("7", 120))]
    right = [run(prose, 160, 104 + 10 * i) for i in range(14)]
    assert edges_of([*left, *cells, *right], 8) == [160.0]
    assert edges_of([*cells, *right], 8) == []


def test_a_list_in_one_column_is_no_second_column() -> None:
    rows = [part for i in range(6) for part in (run("Bow", 40, 100 + 10 * i, 15), run("10 cm", 120, 100 + 10 * i, 20))]
    text = [run("a line of the page's only column of text", 40, 200 + 10 * i, 220) for i in range(12)]
    order = [part.text for group in in_order(Page(300, 400, rows + text), []) for part in group]
    assert order[:4] == ["Bow", "10 cm", "Bow", "10 cm"]


def test_a_column_of_bullets_and_a_table_stands_beside_another_above_a_table_over_both() -> None:
    left = [run(f"left line number {i}", 40, 100 + 10 * i) for i in range(14)]
    cells = [run(text, x, 100 + 10 * i, 15) for i in range(4) for text, x in (("1-2", 160), ("Hit", 190), ("4", 240))]
    bullets = [run(f"a bullet of the right column {i}", 171, 150 + 10 * i, 88) for i in range(5)]
    heading = run("Boats", 40, 270, 40)
    table = [run(text, x, 285 + 10 * i, 20) for i in range(4) for text, x in (("Boat", 40), ("9", 148), ("7", 190))]
    page = Page(300, 400, sorted([*left, *cells, *bullets, heading, *table], key=lambda one: one.y))
    order = [part.text for group in in_order(page, [160.0]) for part in group]
    assert order == [part.text for part in [*left, *cells, *bullets, heading, *table]]


def row(y: float, *names: str, left: float = 100) -> list[Run]:
    """Return a row of a table: a name on lines that have ``y`` in their middle, and figures from ``left`` on."""
    first = y - 5.0 * (len(names) - 1)
    lines = [run(name, 40, first + 10 * i, 50) for i, name in enumerate(names)]
    return [*lines, *(run(figure, left + 40 * i, y, 15) for i, figure in enumerate(("6 cm", "2", "30")))]


def test_a_cell_of_several_lines_in_the_second_row_is_read_with_its_row() -> None:
    names = [["Rowers"], ["Sling", "throwers"], ["Barge", "men"], ["Lamp", "bearers"]]
    rows = [cell for y, words in zip((100, 118, 141, 164), names, strict=True) for cell in row(y, *words, left=130)]
    (table,) = grids_of(sorted(rows, key=lambda one: one.y))
    assert [one.text for one in table.rows] == [
        "Rowers 6 cm 2 30",
        "Sling throwers 6 cm 2 30",
        "Barge men 6 cm 2 30",
        "Lamp bearers 6 cm 2 30",
    ]


def test_the_name_of_a_group_may_run_over_the_columns_of_its_table() -> None:
    group = run("Things that live below", 40, 131, 90)._replace(font="Serif-Italic")
    rows = [*row(100, "Rowers"), *row(115, "Divers"), group, *row(152, "Barge", "men"), *row(175, "Lamp", "bearers")]
    (table,) = grids_of(sorted(rows, key=lambda one: one.y))
    assert [one.text for one in table.rows] == [
        "Rowers 6 cm 2 30",
        "Divers 6 cm 2 30",
        "Things that live below",
        "Barge men 6 cm 2 30",
        "Lamp bearers 6 cm 2 30",
    ]


def test_the_name_of_the_first_group_is_no_line_of_the_label_below_it() -> None:
    figures = [run(figure, 110 + 40 * i, y, 15) for y in (110, 122, 139) for i, figure in enumerate(("6 cm", "2"))]
    names = [
        run(name, 40, y, 50) for name, y in (("Rowers", 110), ("Divers", 122), ("Barge", 134), ("men of old", 144))
    ]
    group = run("Light", 40, 99, 30)._replace(font="Serif-Italic")
    (table,) = grids_of(sorted([group, *names, *figures], key=lambda one: one.y))
    assert [one.text for one in table.rows] == ["Rowers 6 cm 2", "Divers 6 cm 2", "Barge men of old 6 cm 2"]


def test_lines_of_cells_in_smaller_type_are_nearer_without_being_other_rows() -> None:
    rows = []
    for i, (name, note) in enumerate(
        (("Oar", ["ignores the", "first water"]), ("Axe", ["two hands"]), ("Net", ["once"]))
    ):
        y = 100 + 17.0 * i
        rows += [run(name, 40, y, 20), run("4", 90, y, 5)]
        rows += [
            run(words, 120, y - 4.5 * (len(note) - 1) + 9 * k, 60)._replace(size=6.0) for k, words in enumerate(note)
        ]
    rows += [run("Boat", 40, 151, 40), run("hook", 40, 163, 40), run("5", 90, 157, 5), run("long", 120, 157, 20)]
    (table,) = grids_of(sorted(rows, key=lambda one: one.y))
    assert [one.text for one in table.rows] == [
        "Oar 4 ignores the first water",
        "Axe 4 two hands",
        "Net 4 once",
        "Boat hook 5 long",
    ]


def _line(*words: tuple[str, float]) -> list[Glyph]:
    """The glyphs of words, each from its left edge, five points a letter."""
    return [
        Glyph(100, x + 5 * i, x + 5 * i + 5, letter, 8.0, "Serif") for word, x in words for i, letter in enumerate(word)
    ]


def test_a_line_that_few_words_have_to_fill_is_one_run() -> None:
    apart = _line(("+1D6", 10), ("cm", 45), ("of", 70), ("distance,", 95), ("two", 200), ("columns", 230))
    assert [run.text for run in runs_in(apart)] == ["+1D6 cm of distance,", "two", "columns"]
    cells = _line(("4", 10), ("5", 30), ("6", 50), ("-", 70))
    assert [run.text for run in runs_in(cells)] == ["4", "5", "6", "-"]
    uneven = _line(("oars", 10), ("4", 45), ("steer", 62))
    assert [run.text for run in runs_in(uneven)] == ["oars", "4", "steer"]


def test_a_space_over_a_letter_parts_no_words() -> None:
    word = [*_line(("oar", 10)), Glyph(100, 25, 32, " ", 8.0, "Serif"), *_line(("lock", 25), ("two", 49))]
    assert [run.text for run in runs_in(sorted(word))] == ["oarlock two"]


def test_the_words_that_a_line_begins_with_in_bold_are_counted() -> None:
    glyphs = [
        Glyph(100, 10 + 6 * i, 15 + 6 * i, letter, 8.0, "Serif-Bold" if i < 9 else "Serif")
        for i, letter in enumerate("Old salt. Turns")
    ]
    line, _ = lines_of([Page(300, 400, [*runs_of(glyphs), run("other words of the body", 10, 120)])])
    assert (line.text, line.lead) == ("Old salt. Turns", 2)


def test_given_widths_of_a_standard_font_hold(tmp_path: Path) -> None:
    widths = [800 if chr(code) == "-" else 556 for code in range(32, 127)]
    pdf = pikepdf.new()
    page = pdf.add_blank_page()
    page.Contents = pdf.make_stream(b"BT /F 10 Tf 72 700 Td (A long-) Tj 41.36 0 Td (boat waits.) Tj ET")
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name.Helvetica,
        FirstChar=32,
        LastChar=126,
        Widths=widths,
    )
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
    pdf.save(tmp_path / "set.pdf")
    assert read_document(tmp_path / "set.pdf", source_of()).text == "A long-boat waits."


def test_spaces_over_which_glyphs_touch_are_none() -> None:
    places = [
        ("r", 0, 4),
        ("o", 4, 8),
        (" ", 8, 10),
        ("w", 8, 13),
        ("s", 13, 16),
        (" ", 16, 18),
        ("o", 18, 22),
        ("n", 22, 26),
    ]
    glyphs = [Glyph(10.0, float(x0), float(x1), text, 9.0, "Serif") for text, x0, x1 in places]
    assert [found.words for found in runs_in(glyphs)] == [["rows", "on"]]


def test_a_line_of_spaces_that_is_drawn_over_a_text_does_not_part_its_letters() -> None:
    letters = [("a", 0, 5), ("i", 5, 8), ("r", 8, 12), ("s", 15, 19), ("o", 19, 24)]
    spaces = [(" ", 1 + 3 * i, 4 + 3 * i) for i in range(8)]
    glyphs = [Glyph(10.0, float(x0), float(x1), text, 9.0, "Serif") for text, x0, x1 in [*letters, *spaces]]
    assert [found.words for found in runs_in(sorted(glyphs, key=lambda one: one.x0))] == [["air", "so"]]


@pytest.mark.parametrize(("gap", "words"), [(0.4, ["shuffle", "it"]), (1.5, ["shuff", "le", "it"])])
def test_a_space_at_the_place_of_the_next_letter_is_none_if_the_gap_is_narrow(gap: float, words: list[str]) -> None:
    letters = [("shuff", 0.0, 20.0), ("le", 20 + gap, 26 + gap), (" ", 26 + gap, 28 + gap), ("it", 28 + gap, 34.0)]
    glyphs = [Glyph(10.0, x0, x1, text, 9.0, "Serif") for text, x0, x1 in letters]
    glyphs.insert(1, Glyph(10.0, 20 + gap, 22 + gap, " ", 9.0, "Serif"))
    assert [found.words for found in runs_in(glyphs)] == [words]


def words_at(y: float, *words: tuple[str, float, float]) -> Run:
    names, starts, ends = (list(column) for column in zip(*words, strict=True))
    return Run(starts[0], ends[-1], y, 10.0, "Serif", names, starts, ends)


@pytest.mark.parametrize("middle", [False, True])
def test_the_rest_of_a_word_that_begins_the_head_of_a_table_stands_behind_its_beginning(middle: bool) -> None:
    cell = ("Pies", 60.0, 78.0)
    head = (
        [[words_at(10, ("Steeri", 0.0, 27.0))], [words_at(16, cell)]]
        if middle
        else [[words_at(10, ("Steeri", 0.0, 27.0), ("Pies", 34.0, 52.0))]]
    )
    lines = [*head, [words_at(22, ("ng", 0.0, 11.0))], [words_at(36, ("Nobody", 0.0, 40.0), ("attacks", 44.0, 200.0))]]
    found = [" ".join(run.text for run in line) for line in with_words_joined(lines)]
    assert found == (
        ["Steeri\u200b ng", "Pies", "Nobody attacks"] if middle else ["Steeri\u200b ng Pies", "Nobody attacks"]
    )


def test_the_next_cell_of_a_head_may_stand_in_the_middle_over_several_columns() -> None:
    head = [words_at(10, ("Steeri", 0.0, 27.0)), words_at(10, ("Pies", 90.0, 108.0))]
    figures = [words_at(36, (figure, x, x + 5)) for figure, x in (("1", 44.0), ("2", 98.0), ("3", 152.0))]
    lines = [head, [words_at(22, ("ng", 8.0, 19.0))], figures]
    assert [" ".join(run.text for run in line) for line in with_words_joined(lines)] == [
        "Steeri\u200b ng Pies",
        "1 2 3",
    ]


def test_the_next_word_of_a_short_line_is_no_rest_of_its_first() -> None:
    lines = [[words_at(10, ("Nobody", 0.0, 40.0), ("sings", 44.0, 190.0))], [words_at(22, ("here", 0.0, 20.0))]]
    assert with_words_joined([*lines, [words_at(50, ("Punts", 0.0, 200.0))]])[1] == lines[1]


def test_the_cells_of_a_table_at_the_edge_of_a_column_begin_no_column() -> None:
    prose = ["A line of eight words of a text", "that goes on for quite some words more"]
    pages = [
        Page(500, 800, [run(prose[i % 2], x, 20 + 12 * i, 200) for x in (40, 260) for i in range(20)]) for _ in range(3)
    ]
    cells = [run("two buns for", 300, 20 + 12 * i, 60) for i in range(10)]
    labels = [run("Pole now", 260, 20 + 12 * i, 36) for i in range(10)]
    left = [run(prose[i % 2], 40, 20 + 12 * i, 200) for i in range(20)]
    assert column_edges([*pages, Page(500, 800, [*left, *labels, *cells])]) == [260]


def test_a_column_begins_where_most_lines_do_and_not_where_the_cells_of_its_tables_are_indented() -> None:
    def lines(x0: float, first: int, count: int) -> list[Run]:
        return [Run(x0, x0 + 150, 20.0 * (first + i), 10, "Plain", ["words", "of", "it"]) for i in range(count)]

    page = Page(500, 800, [*lines(40, 0, 30), *lines(260, 0, 12), *lines(263.6, 12, 9), *lines(260, 21, 9)])
    assert column_edges([page]) == [260]


def test_a_column_of_nothing_but_items_is_a_column() -> None:
    left = [run("A line of eight words of a text", 40, 20 + 12 * i, 200) for i in range(4)]
    right = [
        run("• an item", 266, 20, 60),
        run("• another item of more words", 266, 32, 150),
        run("that goes on", 272, 44, 90),
    ]
    assert is_column(right, 260) and [
        len(group) for group in split(sorted([*left, *right], key=lambda r: r.y), [260])
    ] == [4, 3]


def test_a_column_of_few_labels_and_long_cells_is_a_column() -> None:
    left = [run("A line of eight words of a text", 40, 20 + 12 * i, 200) for i in range(20)]
    labels = [run("Pole", 264, 25 + 72 * i, 36) for i in range(3)]
    cells = [run("two buns", x, 25 + 12 * i, 50) for i in range(19) for x in (330, 400)]
    groups = split(sorted([*left, *labels, *cells], key=lambda one: one.y), [260])
    assert [len(group) for group in groups] == [20, 41]


def test_a_word_that_is_two_has_two_places_and_stays_bold() -> None:
    words, starts, ends = ["Boats", "9cmThe", "pole"], [10.0, 40.0, 90.0], [35.0, 80.0, 110.0]
    boxes = [Box(x0, 1, x1, 9) for x0, x1 in zip(starts, ends, strict=True)]
    whole = Run(10, 110, 8.0, 8.0, "Bold", words, starts, ends, boxes=boxes, seams=[Seam(1, 3, 58.0, 60.0)], heavy=3)
    before, behind = whole.parted(60.0)
    assert (before.words, before.boxes, before.heavy) == (["Boats", "9cm"], [boxes[0], Box(40, 1, 58, 9)], 2)
    assert (behind.words, behind.boxes, behind.heavy) == (["The", "pole"], [Box(60, 1, 80, 9), boxes[2]], 2)
    before, behind = whole._replace(boxes=[], heavy=1).parted(60.0)
    assert (before.heavy, behind.heavy, before.boxes, behind.boxes) == (1, 0, [], [])
