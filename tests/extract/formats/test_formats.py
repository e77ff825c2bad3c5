"""A rulebook says the same whatever it is kept in: headings, bold words, items, tables."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.database.model import Vocabulary
from kensei_docs.drafting.outline import outline_of
from kensei_docs.drafting.project_files import draft_document
from kensei_docs.extract.document import PageLine
from kensei_docs.extract.formats import read_document, read_lines
from kensei_docs.problems import Unusable
from tests.conftest import Result

from ..conftest import source_of
from .booklet import WRITERS, Part, word_paragraph, word_run, write, write_docx, write_odt

MARSH = [
    Part("Marsh Lanterns", level=1),
    Part("Moving", level=2),
    Part("A skiff goes 8 in a turn, and turns by 45 degrees."),
    Part("Moves again on a 5+.", lead="Quick."),
    Part("Sinks on a 1.", lead="Heavy."),
    Part("Skiffs", level=2),
    Part(rows=[["Name", "Cost", "Move"], ["Reed Cutter", "12", "4 in"], ["Bog Giant", "40", "5 in"]]),
    Part("Lamps", level=2),
    Part("A lamp shines 12 in.", mark="*"),
    Part("First roll 2 dice.", mark="1."),
    Part("Then add 3.", mark="2."),
]
READ = [
    # text, gap, bold, lead, level, cells
    ("Marsh Lanterns", True, True, 2, 1, ()),
    ("Moving", True, True, 1, 2, ()),
    ("A skiff goes 8 in a turn, and turns by 45 degrees.", True, False, 0, 0, ()),
    ("Quick. Moves again on a 5+.", True, False, 1, 0, ()),
    ("Heavy. Sinks on a 1.", True, False, 1, 0, ()),
    ("Skiffs", True, True, 1, 2, ()),
    ("Name Cost Move", True, True, 3, 0, (1, 1, 1)),
    ("Reed Cutter 12 4 in", False, False, 0, 0, (2, 1, 2)),
    ("Bog Giant 40 5 in", False, False, 0, 0, (2, 1, 2)),
    ("Lamps", True, True, 1, 2, ()),
    ("• A lamp shines 12 in.", True, False, 0, 0, ()),
    ("1. First roll 2 dice.", True, False, 0, 0, ()),
    ("2. Then add 3.", True, False, 0, 0, ()),
]


def said(lines: list[PageLine]) -> list[tuple[str, bool, bool, int, int, tuple[int, ...]]]:
    """What lines say, without where they stand in their file."""
    return [(line.text, line.gap, line.bold, line.lead, line.level, line.cells) for line in lines]


@pytest.mark.parametrize("ending", WRITERS)
def test_a_booklet_is_read_alike_in_every_format(tmp_path: Path, ending: str) -> None:
    assert said(read_lines(write(MARSH, tmp_path / f"marsh{ending}"))) == READ


@pytest.mark.parametrize("ending", WRITERS)
def test_a_booklet_has_one_outline_in_every_format(tmp_path: Path, ending: str) -> None:
    document = read_document(write(MARSH, tmp_path / f"marsh{ending}"), source_of(units="in"))
    assert document.is_in_order
    (book,) = outline_of(document)
    assert (book.name, [section.name for section in book.children]) == ("Marsh Lanterns", ["Moving", "Skiffs", "Lamps"])
    assert [section.name for section in book.children[0].children] == ["Quick", "Heavy"]


@pytest.mark.parametrize("ending", WRITERS)
def test_a_booklet_gives_one_draft_in_every_format(tmp_path: Path, ending: str) -> None:
    document = read_document(write(MARSH, tmp_path / f"marsh{ending}"), source_of(units="in"))
    draft, _ = draft_document(document, Vocabulary())
    found = {
        record.name: {figure: str(value) for figure, value in record.figures.items()}
        for record in draft.records.values()
    }
    assert found["Reed Cutter"] == {"cost": "12", "move": "4 in"}
    assert found["Bog Giant"] == {"cost": "40", "move": "5 in"}


words = st.text("abcdeéß", min_size=1, max_size=6)
texts = st.lists(words, min_size=1, max_size=6).map(" ".join)
tables = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.lists(texts, min_size=width, max_size=width), min_size=1, max_size=4)
)
parts = st.one_of(
    st.tuples(texts, st.integers(1, 6)).map(lambda made: Part(made[0], level=made[1])),
    st.tuples(texts, texts).map(lambda made: Part(made[0], lead=f"{made[1]}.")),
    texts.map(Part),
    texts.map(lambda text: Part(text, mark="*")),
    tables.map(lambda rows: Part(rows=rows)),
)


@settings(max_examples=60, deadline=None)
@given(booklet=st.lists(parts, min_size=1, max_size=8))
def test_whatever_a_booklet_says_is_read_alike_in_every_format(
    tmp_path_factory: pytest.TempPathFactory, booklet: list[Part]
) -> None:
    folder = tmp_path_factory.mktemp("booklet")
    markdown, *others = (said(read_lines(write(booklet, folder / f"one{ending}"))) for ending in WRITERS)
    assert others == [markdown] * len(others)


def test_lines_of_markdown_and_html_are_those_of_the_file(tmp_path: Path) -> None:
    markdown = tmp_path / "a.md"
    markdown.write_text(
        "---\ntitle: x\n---\n# Fog\n\nOne **two**\nthree.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n"
        "<table><tr><td>3</td><td>4</td></tr>\n<tr><td>5</td><td>6</td></tr></table>\n\n- seven\n  eight\n"
    )
    read = [(line.number, line.text) for line in read_lines(markdown)]
    assert read[:4] == [(4, "Fog"), (6, "One two"), (7, "three."), (9, "A B")]
    assert read[4:] == [(11, "1 2"), (13, "3 4"), (14, "5 6"), (16, "• seven"), (17, "eight")]
    page = tmp_path / "a.html"
    page.write_text("<html><body>\n<h1>Fog\nand ice</h1>\n\n<p>One\n<b>two</b>\n<table>\n<tr>\n<td>1\n<td>2\n</table>")
    assert [(line.number, line.text) for line in read_lines(page)] == [
        *((2, "Fog and ice"), (5, "One"), (6, "two"), (8, "1 2"))
    ]


def test_merged_cells_are_in_each_of_their_rows(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(
        "<html><table><tr><th rowspan=2>Name<th colspan=2>Speed<tr><th>Calm<th>Storm"
        "<tr><td rowspan=2>Heron<td>5<td>3<tr><td><td>4</table>"
    )
    merged = "<w:tcPr><w:vMerge{}/></w:tcPr>"
    rows = [
        [("", "Name", ' w:val="restart"'), ('<w:gridSpan w:val="2"/>', "Speed", None)],
        [("", "", ""), ("", "Calm", None), ("", "Storm", None)],
        [("", "Heron", ' w:val="restart"'), ("", "5", None), ("", "3", None)],
        [("", "", ""), ("", "", None), ("", "4", None)],
    ]
    body = "".join(
        "<w:tr>"
        + "".join(
            f"<w:tc>{merged.format(state) if state is not None else f'<w:tcPr>{span}</w:tcPr>'}"
            f"{word_paragraph(word_run(text, bold=i < 2))}</w:tc>"
            for span, text, state in row
        )
        + "</w:tr>"
        for i, row in enumerate(rows)
    )
    for path in (page, write_docx(tmp_path / "a.docx", f"<w:tbl>{body}</w:tbl>")):
        assert [(line.text, line.cells) for line in read_lines(path)] == [
            ("Name Speed", (1, 1, 0)),
            ("Name Calm Storm", (1, 1, 1)),
            ("Heron 5 3", (1, 1, 1)),
            ("Heron 4", (1, 0, 1)),
        ]


DELETED = "<w:del><w:r><w:delText>9 in</w:delText></w:r></w:del><w:ins><w:r><w:t>8 in</w:t></w:r></w:ins>"


@pytest.mark.parametrize(
    ("name", "content", "expected", "told"),
    [
        (
            "a.html",
            "<html><style>.old{text-decoration: line-through}</style><p>Goes <s>6 in</s> <i class=old>7 in</i> 8 in."
            "<p hidden>9</p><nav>Menu 1</nav><img src=x>",
            "Goes 8 in.",
            "hidden text, 1 (line 1); menus, 1 (line 1); pictures, 1 (line 1); struck text, 2 (line 1)",
        ),
        (
            "a.md",
            "# Fog\n\nGoes ~~6 in~~ 8 in.[^1]\n\n[^1]: In fog.\n\n![map](map.png)\n",
            "Fog|Goes 8 in.¹|¹ In fog.",
            "pictures, 1 (line 7); struck text, 1 (line 3)",
        ),
        (
            "a.docx",
            word_paragraph(
                word_run("Goes ") + word_run("6 in ", more="<w:strike/>") + word_run("x", more="<w:vanish/>") + DELETED
                + "<w:r><w:commentReference/></w:r><w:r><w:drawing/></w:r>"
            ),
            "Goes 8 in",
            "comments, 1 (line 1); deleted text, 1 (line 1); hidden text, 1 (line 1); pictures, 1 (line 1); "
            "struck text, 1 (line 1)",
        ),
        (
            "a.odt",
            "<text:tracked-changes><text:deletion/></text:tracked-changes>"
            '<text:p>Goes <text:span text:style-name="S">6 in</text:span> 8<office:annotation/> in.'
            '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In fog.</text:p>'
            "</text:note-body></text:note></text:p>",
            "Goes 8 in.¹|In fog.",
            "comments, 1 (line 1); deleted text, 1 (line 1); struck text, 1 (line 1)",
        ),
    ],
)  # fmt: skip
def test_what_is_struck_hidden_or_no_text_is_left_out_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, content: str, expected: str, told: str
) -> None:
    path = tmp_path / name
    if name.endswith("docx"):
        write_docx(path, content)
    elif name.endswith("odt"):
        write_odt(path, content)
    else:
        path.write_text(content)
    with caplog.at_level(logging.WARNING):
        assert "|".join(line.text for line in read_lines(path)) == expected
    assert caplog.messages == [f"{name}: left out: {told}"]


def test_raised_numbers_are_notes_and_fractions_are_none(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(
        "<html><p>Moves 12<sup>1</sup> in, or 1<sup>1</sup>/<sub>2</sub> in, on the 2<sup>nd</sup> turn<sup>[2]</sup>."
    )
    assert [line.text for line in read_lines(page)] == ["Moves 12¹ in, or 1 1/2 in, on the 2nd turn²."]


def test_a_table_that_only_places_things_is_read_as_what_is_in_it(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<html><table><tr><td><h2>Fog</h2><p>Adds 3.<td><p>Costs 2.</table>")
    assert [(line.text, line.level, line.cells) for line in read_lines(page)] == [
        *(("Fog", 2, ()), ("Adds 3.", 0, ()), ("Costs 2.", 0, ()))
    ]


def test_numbers_of_items_are_those_that_a_word_processor_shows(tmp_path: Path) -> None:
    numbering = (
        '<w:abstractNum w:abstractNumId="9"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/>'
        '<w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1%2)"/>'
        '</w:lvl></w:abstractNum><w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>'
    )
    body = "".join(
        word_paragraph(word_run(f"step {i}"), f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="9"/></w:numPr>')
        for i, level in enumerate([0, 1, 1, 0, 1])
    )
    path = write_docx(tmp_path / "a.docx", body, numbering=numbering)
    assert [line.text for line in read_lines(path)] == [
        *("IV. step 0", "IVa) step 1", "IVb) step 2", "V. step 3", "Va) step 4")
    ]


def test_a_page_without_a_head_is_html_and_a_readme_with_html_is_markdown(tmp_path: Path) -> None:
    page, readme = tmp_path / "page", tmp_path / "readme"
    page.write_text("<link rel=stylesheet href=a.css><h1>Fog</h1><p>Adds 3.")
    readme.write_text('<h1 align="center">Fog</h1>\n\n## Boats\n\n## Crew\n')
    assert [line.text for line in read_lines(page)] == ["Fog", "Adds 3."]
    assert [(line.text, line.level) for line in read_lines(readme)] == [("Fog", 1), ("Boats", 2), ("Crew", 2)]


PRINT = "print it as PDF, or save it as DOCX or ODT"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\\documentclass{book}\n\\begin{document}3\\end{document}", "is LaTeX; typeset it, and name the PDF"),
        (b'#set page("a5")\n= Fog\n', "is Typst; typeset it, and name the PDF"),
        (b"{\\rtf1 Fog}", f"is RTF; {PRINT}"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", f"is DOC; {PRINT}"),
        (b"\x89PNG\r\n\x1a\n\x00", "is a picture; print it as PDF: its text is recognised"),
        (
            b"<?xml version='1.0'?><roster/>",
            "is XML that is no document; PDF, DOCX, ODT, HTML, Markdown and plain text",
        ),
        (b"PK\x03\x04 and no more", "is damaged (File is not a zip file); save it again, or fetch the whole file"),
        (b"<html><body></body></html>", "has no text"),
    ],
)
def test_other_formats_are_refused_with_what_to_do(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "book"
    path.write_bytes(content)
    with pytest.raises(Unusable, match=r"^[^\n]*$") as refused:
        read_lines(path)
    assert f"book: {expected}" in str(refused.value)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("<a>" + " " * 2_000, "is damaged (word/document.xml: Premature end of data in tag a line 1"),
        ('<!DOCTYPE a [<!ENTITY x "3">]><a>&x;</a>', "has a DTD in word/document.xml"),
        ("<a/>", "is damaged (it has no body)"),
    ],
)
def test_a_damaged_docx_says_so_in_one_line(tmp_path: Path, document: str, expected: str) -> None:
    path = tmp_path / "book.docx"
    with ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", document)
    with pytest.raises(Unusable, match=r"^[^\n]*$") as refused:
        read_lines(path)
    assert expected in str(refused.value)


def test_the_tables_of_a_text_are_printed_and_written(tmp_path: Path, run: Callable[..., Result]) -> None:
    book = write(MARSH, tmp_path / "marsh.docx")
    printed = run("extract", "--tables", book)
    assert "line 7, table 1" in printed.out and "│ Reed Cutter │ 12   │ 4 in │" in printed.out
    run("extract", "--tables", book, "--out", tmp_path / "out")
    assert (
        tmp_path / "out" / "table-001.csv"
    ).read_text() == "Name,Cost,Move\nReed Cutter,12,4 in\nBog Giant,40,5 in\n"


def test_a_new_version_of_a_booklet_is_held_against_its_draft(
    tmp_path: Path, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for ending in WRITERS:
        old = write(MARSH, tmp_path / f"old{ending}")
        dearer = [
            part._replace(rows=[*part.rows[:2], ["Bog Giant", "45", "5 in"]]) if part.rows else part for part in MARSH
        ]
        new = write([Part("News", level=2), Part("All is new.", mark="*"), *dearer], tmp_path / f"new{ending}")
        assert run("source", "new", old, ending[1:], "--language", "en").status == 0
        monkeypatch.chdir(tmp_path / ending[1:])
        assert run("reconcile", old).status == 0
        told = run("reconcile", new, "--source", "marsh-lanterns-rules")
        differs = [line.partition(": ")[2] for line in told.out.splitlines() if "[differs]" in line]
        assert differs == ["skiff/bog-giant figures.cost: the document says 45, the database 40  [differs]"]
        monkeypatch.chdir(tmp_path)
