"""A file that nothing reads is named, with the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from kensei_docs.database.load import unread_files
from kensei_docs.project import Project

EDITION = "data/editions/moor"


def said(folder: Path, *names: str) -> list[tuple[str, str, str]]:
    """Return the name, the severity and the message of each problem of a project with some files."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    project = Project((folder,), folder / "build")
    return [
        (Path(problem.place.file).relative_to(folder).as_posix(), problem.severity, problem.message)
        for problem in unread_files(project, {"units": "unit"})
    ]


SAVE = "is not read; save it as .csv, .xlsx or .ods"
ONLY = "is not read; only .yaml, .csv, .xlsx, .ods are: save it so, or begin its name with '_'"
UNREAD = {
    f"{EDITION}/units.fods": SAVE,
    f"{EDITION}/units.xls": SAVE,
    f"{EDITION}/units.tsv": SAVE,
    f"{EDITION}/units.CSV": "is not read: its name should end in '.csv'; rename it",
    f"{EDITION}/units.XLSX": "is not read: its name should end in '.xlsx'; rename it",
    f"{EDITION}/units.yml": "is not read: its name should end in '.yaml'; rename it",
    f"{EDITION}/units.json": ONLY,
    f"{EDITION}/units.txt": ONLY,
    f"{EDITION}/units.yaml.txt": "is not read: its name should end in '.yaml'; rename it",
    f"{EDITION}/units.CSV.txt": "is not read: its name should end in '.csv'; rename it",
    "data/glossary.yml": "is not read: its name should end in '.yaml'; rename it",
    "data/errata/moor/2026-01-01-x.yml": "is not read: its name should end in '.yaml'; rename it",
    "data/lineage/a--b.YAML": "is not read: its name should end in '.yaml'; rename it",
    "data/locale/es/moor.PO": "is not read: its name should end in '.po'; rename it",
    "data/units.csv": "is not read here; move it to data/editions/EDITION",
    "data/editions/units.yaml": "is not read here; move it to data/editions/EDITION",
}


@pytest.mark.parametrize(("name", "message"), UNREAD.items())
def test_a_file_that_nothing_reads_is_named(tmp_path: Path, name: str, message: str) -> None:
    assert said(tmp_path, name) == [(name, "error", message)]


def test_the_original_of_a_file_that_is_read_is_a_note(tmp_path: Path) -> None:
    assert said(tmp_path, f"{EDITION}/units.csv", f"{EDITION}/units.ods") == [
        (f"{EDITION}/units.ods", "note", "is not read, since 'units.csv' is; delete one of them")
    ]


@pytest.mark.parametrize("name", ["units.json", "units.tsv", "units.ods", "units.csv.txt"])
def test_what_is_not_read_beside_a_file_of_records_is_a_warning(tmp_path: Path, name: str) -> None:
    [(file, severity, _)] = said(tmp_path, f"{EDITION}/units.yaml", f"{EDITION}/{name}")
    assert (file, severity) == (f"{EDITION}/{name}", "warning")


@pytest.mark.parametrize(
    "name",
    [
        *("data/locale", "data/errata", "data/editions", "data/lineage", "data/proofreading", "sources", "printers"),
        *("data/locale/es", "data/errata/moor", "data/editions/fens"),
    ],
)
def test_a_file_that_stands_where_a_folder_is_read_is_named(tmp_path: Path, name: str) -> None:
    message = "is a file, but stands where a folder is read: nothing in it is; put a folder in its place"
    assert said(tmp_path, name) == [(name, "warning", message)]


def test_a_folder_with_a_slip_in_its_name_is_named(tmp_path: Path) -> None:
    message = "is not read; did you mean 'editions'?; rename it"
    assert said(tmp_path, "data/edition/moor/edition.yaml", "data/mine/units.md") == [
        ("data/edition", "warning", message)
    ]


def test_notes_beside_a_file_that_is_read_are_no_fault(tmp_path: Path) -> None:
    assert said(tmp_path, f"{EDITION}/units.csv", f"{EDITION}/units.txt") == []


def test_a_folder_with_files_inside_an_edition_is_named(tmp_path: Path) -> None:
    assert said(tmp_path, f"{EDITION}/mine/old/units.csv") == [
        (f"{EDITION}/mine", "warning", "files in it are not read; move them to moor, or begin its name with '_'")
    ]


@pytest.mark.parametrize(
    "name",
    [
        "edition.yaml",
        "units.csv",
        "README.md",
        "map.png",
        ".~lock.units.ods#",
        "~$units.xlsx",
        "_units.ods",
        "units.ods",
    ],
)
def test_what_is_read_or_hidden_or_no_data_is_not(tmp_path: Path, name: str) -> None:
    assert said(tmp_path, f"{EDITION}/{name}") == []


@pytest.mark.parametrize(
    "name",
    [
        f"{EDITION}/units.yaml",
        f"{EDITION}/units.numbers",
        "data/glossary.yaml",
        "data/locale/es/moor.po",
        "templates/_shared/theme.css",
        "sources/moor/reading/units.yaml",
        "printers/mine.yaml",
    ],
)
def test_a_folder_with_the_name_of_a_file_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir(parents=True)
    message = "is a folder, but its name is that of a file: nothing in it is read; put a file in its place"
    assert said(tmp_path) == [(name, "error", message)]
