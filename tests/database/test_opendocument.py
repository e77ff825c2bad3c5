"""An ODS is read as its cells show themselves."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from kensei_docs.database.worksheets import read_workbook
from kensei_docs.problems import Unusable

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text", "style")
)
STYLES = """
<office:automatic-styles>
<style:style style:name="away" style:family="table"><style:table-properties table:display="false"/></style:style>
<style:style style:name="struck" style:family="table-cell">
<style:text-properties style:text-line-through-style="solid"/></style:style>
</office:automatic-styles>"""


def words(text: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


def number(value: str, shown: str, kind: str = "float", more: str = "") -> str:
    given = f'office:value-type="{kind}" office:value="{value}"{more}'
    return f"<table:table-cell {given}><text:p>{shown}</text:p></table:table-cell>"


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def sheet(*rows: str, name: str = "Fighters", more: str = "") -> str:
    return f'<table:table table:name="{name}"{more}>{"".join(rows)}</table:table>'


@pytest.fixture
def ods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def make(*sheets: str) -> Path:
        body = f"<office:body><office:spreadsheet>{''.join(sheets)}</office:spreadsheet></office:body>"
        content = f"<office:document-content {SPACES}>{STYLES}{body}</office:document-content>"
        with ZipFile("game.ods", "w") as parts:
            parts.writestr("content.xml", content)
        return Path("game.ods")

    return make


def texts(file: Path) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for sheet in read_workbook(file).sheets for row in sheet.rows]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (number("0.5", "50 %", "percentage"), "50 %"),
        (number("5", "5 cm"), "5 cm"),
        (number("2.5", "2,5"), "2,5"),
        (number("1250", "1,250"), "1250"),
        (number("3", "€ 3", "currency"), "3"),
        ('<table:table-cell office:value-type="boolean" office:boolean-value="true"/>', "true"),
        (words('one<text:s text:c="2"/>two<text:line-break/>three'), "one  two\nthree"),
        (words("Runs</text:p><text:p>away"), "Runs\naway"),
    ],
)
def test_a_cell_is_what_it_shows(ods, cell: str, shown: str) -> None:
    file = ods(sheet(row(words("Name"), words("HP")), row(words("Ash"), cell)))
    assert (texts(file), read_workbook(file).problems) == ([["Name", "HP"], ["Ash", shown]], ())


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (words("#REF!", ' table:formula="of:=[.A9]"'), "holds the error #REF!; mend its formula"),
        (number("2.4", "2"), "holds 2.4 and shows 2; write what is meant"),
        (words("gone", ' table:style-name="struck"'), "is struck out; delete it, or take the line off"),
        (
            '<table:table-cell office:value-type="date" office:date-value="2024-05-01"><text:p>1/5</text:p>'
            "</table:table-cell>",
            "is a date to the spreadsheet; format the cell as text and write it anew",
        ),
        (
            '<table:table-cell table:formula="of:=1+1"/>',
            "holds a formula without its result; open the file in a spreadsheet program and save it, or write the "
            "value",
        ),
    ],
)
def test_a_cell_that_can_not_be_read_is_told(ods, cell: str, said: str) -> None:
    file = ods(sheet(row(words("Name"), words("HP")), row(words("Ash"), cell)))
    assert [str(one) for one in read_workbook(file).problems] == [
        f"game.ods, sheet Fighters, row 2, column B: {said}  [spreadsheet]"
    ]


def test_merged_cells_have_the_text_of_the_first(ods) -> None:
    first = words("Dunes", ' table:number-rows-spanned="2"')
    file = ods(
        sheet(
            row(words("Name"), words("Faction")),
            row(words("Ash"), first),
            row(words("Oke"), "<table:covered-table-cell/>"),
        )
    )
    [read] = read_workbook(file).sheets
    assert [(row.cells[1].text, row.cells[1].merged) for row in read.rows[1:]] == [("Dunes", "B2:B3")] * 2


def test_repeated_cells_and_rows_are_as_many(ods) -> None:
    twice = words("x", ' table:number-columns-repeated="2"')
    rest = row(
        '<table:table-cell table:number-columns-repeated="16384"/>', more=' table:number-rows-repeated="1048572"'
    )
    file = ods(sheet(row(twice, words("y")), row(words("z"), more=' table:number-rows-repeated="2"'), rest))
    assert texts(file) == [["x", "x", "y"], ["z"], ["z"]]


def test_hidden_and_private_sheets_are_left_out(ods) -> None:
    file = ods(
        sheet(row(words("a"))),
        sheet(row(words("b")), name="Away", more=' table:style-name="away"'),
        sheet(row(words("c")), name="_Notes"),
    )
    book = read_workbook(file)
    assert ([one.name for one in book.sheets], book.left_out) == (["Fighters"], ("Away", "_Notes"))


def test_hidden_rows_are_read_and_told(ods) -> None:
    file = ods(sheet(row(words("a")), row(words("b"), more=' table:visibility="collapse"')))
    assert texts(file) == [["a"], ["b"]]
    assert "hidden rows and columns are read as well: 2" in read_workbook(file).problems[0].message


@pytest.mark.parametrize("content", [b"Name\n", b"PK\x03\x04"])
def test_what_is_no_ods_is_one_problem(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.ods"
    file.write_bytes(content)
    with pytest.raises(Unusable, match=r"is not an ODS spreadsheet \(.*\); save it anew as .ods, or as .csv"):
        read_workbook(file)


def test_an_entity_of_the_xml_reads_no_file(ods, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    file = ods(sheet(row(words("&mine;"))))
    with ZipFile(file) as parts:
        content = parts.read("content.xml").decode()
    with ZipFile(file, "w") as parts:
        parts.writestr("content.xml", f'<!DOCTYPE x [<!ENTITY mine SYSTEM "{secret.as_uri()}">]>{content}')
    assert "secret" not in str(texts(file))
