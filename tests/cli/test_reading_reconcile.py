"""``kensei-docs reconcile`` and ``extract`` on good documents and on bad ones."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

SPECIMEN = Path(__file__).resolve().parent.parent / "specimens" / "lanterns"


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SPECIMEN, tmp_path / "lanterns", ignore=shutil.ignore_patterns("build")))


def test_differences_are_one_object_a_line(run: Callable, lanterns: Path) -> None:
    file = lanterns / "lantern-booklet.txt"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("within 10 cm of", "within 15 cm of").replace("60 cm", "65 cm"), encoding="utf-8")
    result = run("--project", lanterns, "reconcile", file, "--format", "json")
    assert result.status == 1
    assert [json.loads(line) for line in result.out.splitlines()] == [
        {
            "change": "differs",
            "record": "table/lamps",
            "fact": "rows.fire.middle",
            "database": "60 cm",
            "document": "65 cm",
            "lines": [22, 22],
            "page": None,
        },
        {
            "change": "differs",
            "record": "ability/beacon",
            "fact": "figures.range",
            "database": "10 cm",
            "document": "15 cm",
            "lines": [66, 66],
            "page": None,
        },
    ]


def test_looking_writes_nothing(run: Callable, lanterns: Path) -> None:
    before = {file: file.read_bytes() for file in lanterns.rglob("*") if file.is_file()}
    run("--project", lanterns, "reconcile", lanterns / "lantern-booklet.txt")
    assert {file: file.read_bytes() for file in lanterns.rglob("*") if file.is_file()} == before


def test_extract_writes_what_it_found_and_what_it_did_not(run: Callable, lanterns: Path, tmp_path: Path) -> None:
    file = lanterns / "lantern-booklet.txt"
    file.write_text(file.read_text(encoding="utf-8") + "\nPrinted in 1999.\n", encoding="utf-8")
    result = run("--project", lanterns, "extract", file, "--out", tmp_path / "out")
    assert result.status == 0
    assert result.out.startswith("Lanterns and Tides: 46 observations and 1 unresolved figures")
    found = (tmp_path / "out" / "observations.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(found) == 46
    [left] = (tmp_path / "out" / "unresolved.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(left)["value"] == "1999"
    counts = json.loads(run("--project", lanterns, "extract", file, "--format", "json").out)
    assert (counts["observations"], counts["unresolved"]) == (46, 1)
    assert (lanterns / "build" / "extract" / "lantern-booklet" / "observations.jsonl").is_file()


def test_extract_prints_the_text_of_a_document_that_no_source_knows(run: Callable, lanterns: Path) -> None:
    stranger = lanterns / "stranger.txt"
    stranger.write_text("The soft\u00adly lit boat rows 36 inches.\n", encoding="utf-8")
    result = run("--project", lanterns, "extract", stranger, "--text")
    assert (result.status, result.out) == (0, "The softly lit boat rows 36 inches.\n")


def test_extract_prints_the_repaired_text(run: Callable, lanterns: Path) -> None:
    result = run("--project", lanterns, "extract", lanterns / "lantern-booklet.txt", "--text")
    assert "Deep Anchor\nThis boat is never moved" in result.out
    assert not (lanterns / "build").exists()


def test_a_reading_that_does_not_fit_is_named_and_the_rest_is_compared(run: Callable, lanterns: Path) -> None:
    file = lanterns / "lantern-booklet.txt"
    text = file.read_text(encoding="utf-8").replace("Every crew rolls 2D6", "Crews roll 2D6")
    file.write_text(text.replace("60 cm", "65 cm"), encoding="utf-8")
    result = run("--project", lanterns, "reconcile", file)
    assert result.status == 1
    assert result.err.endswith(
        "rolls.yaml:2:9: 'Every crew rolls' is not in the document; so roll/pull was not read here  [reading]\n"
    )
    assert result.out.splitlines()[:-1] == [
        f"{file}:22: table/lamps rows.fire.middle: the document says 65 cm, the database 60 cm  [differs]"
    ]


@pytest.mark.parametrize("command", ["extract", "reconcile"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["missing.txt"], "missing.txt: is not there; check the name  [document]"),
        (["."], ".: is a folder; name the rulebook's file in it  [document]"),
        (["other.txt"], "other.txt: is not a known document here; say which it is with --source"),
        (
            ["other.txt", "--source", "lantern-bocklet"],
            "there is no source 'lantern-bocklet'; did you mean 'lantern-booklet'?",
        ),
    ],
)
def test_a_document_that_can_t_be_read_is_one_line_and_status_2(
    run: Callable, lanterns: Path, monkeypatch: pytest.MonkeyPatch, command: str, words: list[str], said: str
) -> None:
    monkeypatch.chdir(lanterns)
    (lanterns / "other.txt").write_text("A page of 3 lines.\n", encoding="utf-8")
    result = run(command, *words)
    assert (result.out, result.status) == ("", 2)
    assert said in result.err and len(result.err.splitlines()) == 1


@pytest.mark.parametrize("words", [["extract"], ["reconcile"], ["reconcile", "--write"]])
def test_another_source_s_document_is_one_line_and_status_2(run: Callable, lanterns: Path, words: list[str]) -> None:
    other = lanterns / "other.txt"
    other.write_text("A page of 3 lines.\n", encoding="utf-8")
    data = {file: file.read_bytes() for file in (lanterns / "data").rglob("*.yaml")}
    result = run("--project", lanterns, *words, other, "--source", "lantern-booklet")
    assert (result.out, result.status) == ("", 2)
    assert result.err == (
        f"{other}: has none of the passages that are read from 'lantern-booklet' (Lanterns and "
        "Tides); name the document's own source with --source  [source]\n"
    )
    assert {file: file.read_bytes() for file in data} == data


def test_a_folder_that_can_t_be_written_to_is_one_line_and_status_2(run: Callable, lanterns: Path) -> None:
    (lanterns / "build").write_text("mine")
    result = run("--project", lanterns, "extract", lanterns / "lantern-booklet.txt")
    assert (result.out, result.status) == ("", 2)
    assert result.err == (
        f"{lanterns / 'build/extract/lantern-booklet'}: can't be read or written "
        "(Not a directory); see what stands there, and whether you may change "
        "it  [file]\n"
    )
    assert (lanterns / "build").read_text() == "mine"
