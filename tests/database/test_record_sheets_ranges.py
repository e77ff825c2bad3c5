"""A named range, or a table of a program, is the table of the kind that its name says, on a sheet that holds more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from tests.database.test_opendocument import SPACES, row, words
from tests.database.test_record_sheets import Game, Rows

KINDS = "kinds: {events: event, boats: boat, sea-beasts: sea-beast}\n"
EVENTS: Rows = [["Name", "Toll", "Text"], ["Gale", 3, "Nobody sails."], ["Fog", 2, "Skip a turn."]]
BOATS: Rows = [["Name", "Crew"], ["Punt", 2], ["Barge", 5]]


@pytest.fixture
def ferry(tmp_path: Path) -> Callable[..., Game]:
    """Make a game of one workbook: rows by sheet and first cell, names of ranges, and tables of a program."""

    def make(
        cells: Mapping[str, Rows],
        names: Mapping[str, str] | None = None,
        tables: Mapping[str, str] | None = None,
        file: str = "ferry.xlsx",
    ) -> Game:
        folder = tmp_path / "data" / "editions" / "salt"
        folder.mkdir(parents=True)
        (folder / "edition.yaml").write_text("{id: salt, name: Salt, game: Salt, language: en, units: in}\n")
        (tmp_path / "data" / "vocabulary.yaml").write_text(KINDS)
        book = Workbook()
        book.remove(book.active)
        for at, rows in cells.items():
            title, _, first = at.partition("!")
            sheet = book[title] if title in book.sheetnames else book.create_sheet(title)
            corner = sheet[first or "A1"]
            for down, cells_of_row in enumerate(rows):
                for across, value in enumerate(cells_of_row):
                    sheet.cell(corner.row + down, corner.column + across, value)
        for name, area in (names or {}).items():
            book.defined_names[name] = DefinedName(name, attr_text=area)
        for name, area in (tables or {}).items():
            title, _, within = area.partition("!")
            book[title].add_table(Table(displayName=name, ref=within))
        book.save(folder / file)
        return Game(tmp_path)

    return make


def of_kinds(game: Game) -> list[str]:
    return sorted(game.edition.records)


BOTH = ["boat/barge", "boat/punt", "event/fog", "event/gale"]
CARDS: Mapping[str, Rows] = {"Cards!A1": [["Ask Mara about the tolls"]], "Cards!B3": EVENTS, "Cards!F3": BOATS}


def test_two_tables_on_one_sheet_have_records_of_two_kinds(ferry: Callable[..., Game]) -> None:
    made = ferry(CARDS, names={"Events": "Cards!$B$3:$D$5"}, tables={"Boats": "Cards!F3:G5"})
    assert (made.told, made.notes, of_kinds(made)) == ([], [], BOTH)
    assert (made.data("event/gale")["figures"], made.data("boat/barge")["figures"]) == ({"toll": "3"}, {"crew": "5"})
    assert made.sheets == [
        "ferry.xlsx, sheet Cards: has records in Events (B3:D5), Boats (F3:G5) alone; what stands beside is not read: "
        "A1",
        "ferry.xlsx, sheet Cards: has 2 records of the kind event in B3:D5; numbers: Toll (figures.toll)",
        "ferry.xlsx, sheet Cards: has 2 records of the kind boat in F3:G5; numbers: Crew (figures.crew)",
    ]
    place = made.edition.records["boat/barge"].place("figures.crew")
    assert str(place).endswith("ferry.xlsx, sheet Cards, row 5, column G")


def test_a_cell_of_a_range_is_told_with_its_place_on_the_sheet(ferry: Callable[..., Game]) -> None:
    boats = [*BOATS, ["Raft", 2], ["Tug", "a few"]]
    made = ferry({"Cards!A1": [["Notes"]], "Cards!F3": boats}, names={"Boats": "Cards!$F$3:$G$7"})
    assert [one.partition(":")[0] for one in made.told] == ["ferry.xlsx, sheet Cards, row 7, column G"]


@pytest.mark.parametrize("name", ["Sea_Beasts", "SeaBeasts", "sea.beast", "Sea_Beast"])
def test_a_range_is_named_as_the_kind_without_spaces(ferry: Callable[..., Game], name: str) -> None:
    made = ferry({"Cards": BOATS}, names={name: "Cards!$A$1:$B$3"})
    assert (made.told, of_kinds(made)) == ([], ["sea-beast/barge", "sea-beast/punt"])


def test_what_a_name_and_a_table_share_is_read_once(ferry: Callable[..., Game]) -> None:
    names = {"Boat": "Cards!$F$3:$G$5", "Events": "Cards!$B$3:$D$5"}
    made = ferry(CARDS, names=names, tables={"Boats": "Cards!F3:G5"})
    assert (made.told, of_kinds(made)) == ([], BOTH)


def test_two_ranges_of_a_kind_are_one_list(ferry: Callable[..., Game]) -> None:
    more = [["Name", "Crew"], ["Raft", 1]]
    made = ferry({"Cards!A1": BOATS, "Cards!D1": more}, names={"Boats": "Cards!$A$1:$B$3", "Boat": "Cards!$D$1:$E$2"})
    assert (made.told, of_kinds(made)) == ([], ["boat/barge", "boat/punt", "boat/raft"])
    assert "its sheets are read as one list: Cards (A1:B3), Cards (D1:E2)" in made.notes[0]


def test_the_rest_of_a_sheet_has_the_records_of_the_sheets_own_kind(ferry: Callable[..., Game]) -> None:
    made = ferry({"Events!A1": EVENTS, "Events!E1": BOATS}, names={"Boats": "Events!$E$1:$F$3"})
    assert (made.told, of_kinds(made)) == ([], BOTH)
    assert made.data("event/fog").keys() == {"name", "figures", "text"}


def test_the_rest_of_a_file_with_the_name_of_a_kind_has_its_records(ferry: Callable[..., Game]) -> None:
    cells = {"Sheet1!A1": EVENTS, "Sheet1!E1": BOATS}
    made = ferry(cells, names={"Boats": "Sheet1!$E$1:$F$3"}, file="events.xlsx")
    assert (made.told, of_kinds(made)) == ([], BOTH)


def test_notes_around_the_range_of_a_sheet_of_its_own_kind_are_left_out(ferry: Callable[..., Game]) -> None:
    cells = {"Boats!A1": [["Ask Mara"]], "Boats!A3": BOATS, "Boats!D4": [["too slow?"]]}
    made = ferry(cells, names={"Boats": "Boats!$A$3:$B$5"})
    assert (made.told, of_kinds(made)) == ([], ["boat/barge", "boat/punt"])
    assert made.sheets[0].endswith("has records in Boats (A3:B5) alone; what stands beside is not read: A1, D4")


@pytest.mark.parametrize(
    ("name", "area"),
    [
        ("Boats", "Boats!$A$2:$A$3"),  # a list to choose from
        ("Boats", "Boats!$A:$A"),
        ("Boats", "Boats!$A$2:$B$3"),  # to look up, without heads
        ("Boats", "Boats!$A$1:$B$2"),  # it ends amid the table
        ("Events", "Boats!$A$2:$B$3"),
        ("Boats", "OFFSET(Boats!$A$1,0,0,3,2)"),
        ("Boats", "Boats!$A$1:$B$3,Boats!$D$1:$E$3"),
        ("Boats", "#REF!"),
        ("Boats", "4"),
        ("Crew_total", "Boats!$A$1:$B$3"),
    ],
)
def test_a_name_for_something_else_is_of_no_concern(ferry: Callable[..., Game], name: str, area: str) -> None:
    made = ferry({"Boats": BOATS}, names={name: area})
    assert (made.told, made.notes, of_kinds(made)) == ([], [], ["boat/barge", "boat/punt"])
    assert made.sheets == ["ferry.xlsx, sheet Boats: has 2 records of the kind boat; numbers: Crew (figures.crew)"]


def test_a_range_on_a_sheet_that_is_left_out_is_not_read(ferry: Callable[..., Game]) -> None:
    made = ferry({"Boats": BOATS, "_Old": EVENTS}, names={"Events": "'_Old'!$A$1:$C$3"})
    assert (made.told, of_kinds(made)) == ([], ["boat/barge", "boat/punt"])


def test_what_stands_at_the_edge_of_a_range_is_told(ferry: Callable[..., Game]) -> None:
    cells = {"Cards!B2": [["Name", "Crew", "Toll"], ["Punt", 2, 1], ["Barge", 5, 1], ["Raft", 1, 1]]}
    made = ferry(cells, names={"Boats": "Cards!$B$2:$C$4"})
    edge = "stands at the edge of the range 'Boats' (B2:C4), and is not in it; stretch the range, or leave empty cells"
    assert [one.partition(" between")[0] for one in made.told] == [
        f"ferry.xlsx, sheet Cards, row 5, column B: {edge}",
        f"ferry.xlsx, sheet Cards, row 2, column D: {edge}",
    ]


def test_a_range_beside_another_is_at_no_edge(ferry: Callable[..., Game]) -> None:
    names = {"Events": "Cards!$A$1:$C$3", "Boats": "Cards!$D$1:$E$3"}
    made = ferry({"Cards!A1": EVENTS, "Cards!D1": BOATS}, names=names)
    assert (made.told, of_kinds(made)) == ([], BOTH)


def test_ranges_of_two_kinds_with_cells_in_common_are_told(ferry: Callable[..., Game]) -> None:
    made = ferry({"Cards": EVENTS}, names={"Events": "Cards!$A$1:$C$3", "Boats": "Cards!$A$1:$B$3"})
    assert made.told == [
        "ferry.xlsx, sheet Cards: the ranges 'Events' (A1:C3) and 'Boats' (A1:B3) have cells in common; part them  "
        "[spreadsheet]"
    ]
    assert of_kinds(made) == ["event/fog", "event/gale"]


def test_a_row_of_totals_of_a_table_is_no_record(ferry: Callable[..., Game]) -> None:
    made = ferry({"Cards!C2": [*BOATS, ["Total", 7]]}, tables={"Boats": "Cards!C2:D5"})
    assert (made.told, of_kinds(made)) == ([], ["boat/barge", "boat/punt"])


@pytest.mark.parametrize(
    "named",
    [
        '<table:named-expressions><table:named-range table:name="Boats" '
        "table:cell-range-address=\"$'My cards'.$B$2:.$C$3\"/></table:named-expressions>",
        '<table:database-ranges><table:database-range table:name="Boats" '
        "table:target-range-address=\"'My cards'.B2:'My cards'.C3\"/></table:database-ranges>",
    ],
)
def test_an_ods_has_ranges_too(ferry: Callable[..., Game], tmp_path: Path, named: str) -> None:
    ferry({"Events": EVENTS})
    empty = "<table:table-cell/>"
    rows = (row(words("Notes")), row(empty, words("Name"), words("Role")), row(empty, words("Punt"), words("slow")))
    sheets = f'<table:table table:name="My cards">{"".join(rows)}</table:table>{named}'
    body = f"<office:body><office:spreadsheet>{sheets}</office:spreadsheet></office:body>"
    with ZipFile(tmp_path / "data/editions/salt/more.ods", "w") as parts:
        parts.writestr("content.xml", f"<office:document-content {SPACES}>{body}</office:document-content>")
    made = Game(tmp_path)
    assert (made.told, of_kinds(made)) == ([], ["boat/punt", "event/fog", "event/gale"])
    assert "more.ods, sheet My cards: has 1 record of the kind boat in B2:C3; words: Role (role)" in made.sheets
