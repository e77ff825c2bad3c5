"""Projects that an earlier version made still give the same figures, words, answers and prints."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from tests.conftest import run_command

KEPT = Path(__file__).parent / "specimens" / "kept"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Copy a kept project, and go into the copy."""

    def copy(name: str) -> Path:
        folder = tmp_path / name
        shutil.copytree(KEPT / name, folder)
        monkeypatch.chdir(folder)
        return folder

    return copy


def shown(run: Callable, record: str) -> str:
    return run("show", record, "-l", "es").out.replace("\N{NO-BREAK SPACE}", " ")


def words_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in document)


def test_a_game_of_ones_own_has_no_errors(kept: Callable[[str], Path], run: Callable) -> None:
    kept("ferry")
    told = run("check", "ferry", "--severity", "error")
    assert "'kensei-docs migrate' rewrites it  [worked-example-replay]" in told.out
    assert run("migrate").out == (
        "data/editions/ferry/edition.yaml: 1 expression rewritten\n"
        "data/editions/ferry/examples.yaml: 1 expression rewritten\n"
    )
    done = run("check", "ferry", "--severity", "error")
    assert (done.status, "error" in done.out) == (0, False), done.out


def test_its_worked_example_still_passes(kept: Callable[[str], Path], run: Callable) -> None:
    kept("ferry")
    assert run("migrate").status == 0
    assert "passed   ferry two-loads: Two loads" in run("example", "run", "ferry").out


def test_its_figures_are_the_same(kept: Callable[[str], Path], run: Callable) -> None:
    kept("ferry")
    facts = [json.loads(line) for line in run("facts", "ferry").out.splitlines()]
    of_squalls = {
        name: sorted(str(fact["value"]) for fact in facts if fact["record"] == f"squall/{name}")
        for name in ("north-wind", "black-squall", "lull")
    }
    # The gust of the north wind is that of the erratum.
    assert of_squalls == {
        "north-wind": ["1", "2", "5 cm", "6 cm", "lanternists"],
        "black-squall": ["1", "12 cm", "3", "8 cm"],
        "lull": ["1"],
    }
    assert sum(fact["kind"] == "roll" for fact in facts) == 16


@pytest.mark.parametrize("updated", [False, True])
def test_its_texts_in_cells_stay_translated(kept: Callable[[str], Path], run: Callable, updated: bool) -> None:
    kept("ferry")
    if updated:
        assert run("catalogue", "update").status == 0
    assert "Cada barca deriva 5 cm y pierde 1 remo." in shown(run, "ferry/squall/north-wind")
    assert "Las barcas a 12 cm o menos del arrecife" in shown(run, "ferry/squall/black-squall")
    assert "es ferry: 38 of 38 translated, 0 stale, 0 missing" in run("catalogue", "status").out


def test_its_cards_print_in_spanish(kept: Callable[[str], Path], run: Callable) -> None:
    folder = kept("ferry")
    done = run("build", "squall-cards", "-e", "ferry", "-l", "es", "--paper", "a4")
    assert done.status == 0, done.err
    printed = words_of(folder / "build" / "ferry" / "es" / "squall-cards-a4.pdf")
    assert printed.count("Cada barca deriva 5 cm y pierde 1 remo.") == 2
    assert printed.count("Turbonada negra") == 3
    assert "versión 1.1 · erratas 2026-11-20" in printed


@pytest.mark.parametrize("name", ["ferry", "marsh"])
def test_all_of_it_prints_and_ends_with_0(kept: Callable[[str], Path], run: Callable, name: str) -> None:
    folder = kept(name)
    assert run("migrate").status == 0
    done = run("build", "--paper", "a4")
    assert (done.status, done.err) == (0, "")
    assert len([*(folder / "build").rglob("*.pdf")]) > 2


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def without_new_keys(answer: object) -> object:
    """Leave out the expressions that traces have now."""
    if isinstance(answer, dict):
        return {key: without_new_keys(inner) for key, inner in answer.items() if key != "expression"}
    if isinstance(answer, list):
        return [without_new_keys(one) for one in answer]
    return answer


def test_old_expressions_are_rewritten_and_answer_as_before(kept: Callable[[str], Path], run: Callable) -> None:
    folder = kept("locks")
    before = files_in(folder)
    dry = run("migrate", "--dry-run")
    assert (dry.status, dry.out.count(" to rewrite\n"), files_in(folder) == before) == (0, 2, True)
    assert run("migrate").status == 0
    after = files_in(folder)
    changed = [name for name in before if after[name] != before[name]]
    assert [Path(name).name for name in changed] == ["edition.yaml", "examples.yaml"]
    for name in changed:
        # Not a comment is lost, and no line of what stands outside of expressions.
        kept_comments = [sorted(re.findall(rb"#.*", text)) for text in (before[name], after[name])]
        assert kept_comments[0] == kept_comments[1]
    assert run("migrate").out == "Nothing to rewrite: no expression is of an earlier version.\n"
    assert files_in(folder) == after
    asked = {
        "examples": ("example", "run", "ferry", "--format", "json"),
        "odds": ("odds", "3 miniatures, in a race", "vs", "2 miniatures", "-e", "ferry", "--format", "json"),
    }
    for name, words in asked.items():
        answered = json.loads((folder / "answers" / f"{name}.json").read_text(encoding="utf-8"))
        assert without_new_keys(json.loads(run(*words).out)) == without_new_keys(answered), name
    assert run("check", "ferry", "--severity", "error").status == 0
    assert run("reconcile", "book.txt", "--source", "moving-rules").out.startswith("Moving: no difference\n")


def test_a_draft_still_agrees_with_its_rulebook(kept: Callable[[str], Path], run: Callable) -> None:
    kept("marsh")
    done = run("reconcile", "book.txt", "--source", "moving-rules")
    assert (done.status, done.out.splitlines()[0]) == (0, "Moving: no difference"), done.err


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project of a workbook, printed in both languages."""
    folder = tmp_path_factory.mktemp("kept") / "quay"
    shutil.copytree(KEPT / "quay", folder)
    kinds = ("crew-cards", "weather-cards", "shoal-tiles", "reference")
    done = run_command("--project", folder, "build", *kinds, "-e", "the-quay", "--paper", "a4")
    assert (done.status, done.err) == (0, "")
    return folder


def test_a_game_of_a_workbook_has_no_findings(quay: Path) -> None:
    told = run_command("--project", quay, "check", "the-quay")
    assert (told.status, told.out.partition("\n")[0]) == (0, "No findings.")


def test_its_prints_have_the_words_that_they_had(quay: Path) -> None:
    answers = json.loads((quay / "answers" / "words.json").read_text(encoding="utf-8"))
    printed = {name: words_of(quay / "build" / "the-quay" / f"{name}-a4.pdf") for name in answers}
    # The stamps say what else decides how a face looks, such as the renderer.
    assert {name: re.sub(r" · (revisi[oó]n )?[0-9a-f]{5,6}\b", "", words) for name, words in printed.items()} == answers


def test_its_prints_have_its_pictures_and_its_typeface(quay: Path) -> None:
    with pikepdf.open(quay / "build" / "the-quay" / "en" / "crew-cards-a4.pdf") as pdf:
        dictionaries = [one for one in pdf.objects if isinstance(one, (pikepdf.Dictionary, pikepdf.Stream))]
        sizes = {(int(one.Width), int(one.Height)) for one in dictionaries if one.get("/Subtype") == "/Image"}
        fonts = {str(one.FontName).partition("+")[2] for one in dictionaries if "/FontName" in one}
    assert len(sizes) >= 1 and all(width > height for width, height in sizes)
    assert "Quayside" in " ".join(fonts)


def test_its_cards_print_on_its_labels(quay: Path) -> None:
    done = run_command("--project", quay, "build", "crew-cards", "-e", "the-quay", "-l", "en", "--paper", "mine")
    assert (done.status, done.err) == (0, "")
    with pikepdf.open(quay / "build" / "the-quay" / "en" / "crew-cards-mine.pdf") as pdf:
        # Six labels on a sheet, and the backs behind them.
        assert len(pdf.pages) == 2


def test_units_of_ones_own_stay_in_the_army(kept: Callable[[str], Path], run: Callable) -> None:
    kept("mine-over-kensei-2e")
    done = run("army", "check", "army.yaml")
    assert (done.status, done.out.splitlines()[-1]) == (0, "The army keeps every limit."), done.err
    assert "130 / 200" in done.out
    assert "Avanza 2,5 cm más entre los juncos." in shown(run, "kensei-2e/unit/reed-cutters")
