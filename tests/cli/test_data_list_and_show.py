"""``kensei-docs list`` and ``show``: finding one's way about the database."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


def test_the_overview_names_editions_kinds_and_what_can_be_printed(run: Callable, reeds: Path) -> None:
    result = run("--project", reeds, "list", "-e", "reeds-1e")
    assert result.status == 0
    assert "reeds-1e  Reeds and Banners" in result.out
    assert "ability 2, tool 1" in result.out
    assert "ability-cards" in result.out.partition("To print")[2]


def test_the_records_of_a_kind_are_listed_by_their_names_in_a_language(run: Callable, reeds: Path) -> None:
    result = run("--project", reeds, "list", "ability", "-e", "reeds-1e", "-l", "es", "--format", "json")
    assert json.loads(result.out)[0]["name"] == "Barquero"


def test_a_record_shows_its_words_figures_and_where_they_were_read(run: Callable, reeds: Path) -> None:
    result = run("--project", reeds, "show", "ability/ferryman", "-e", "reeds-1e")
    assert result.out.startswith("Ferryman  reeds-1e/ability/ferryman")
    assert "15 cm" in result.out and "[reeds-booklet 12-14]" in result.out


def test_the_slug_alone_names_a_record(run: Callable, reeds: Path) -> None:
    short, full = (
        json.loads(run("--project", reeds, "show", name, "--format", "json").out)
        for name in ("ferryman", "reeds-1e/ability/ferryman")
    )
    assert short == full


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "ability/feryman"), "there is no record 'ability/feryman'; did you mean 'ability/ferryman'?"),
        (("list", "abilty"), "there is no record of the kind 'abilty'; did you mean 'ability'?"),
        (("list", "-l", "eo"), "there is no language 'eo'"),
    ],
)
def test_a_wrong_name_is_answered_with_the_closest(
    run: Callable, reeds: Path, words: tuple[str, ...], message: str
) -> None:
    result = run("--project", reeds, *words)
    assert result.status == 2 and message in result.err


@pytest.mark.parametrize("words", [["--help"], ["list", "ability"], ["show", "ferryman"]])
def test_looking_up_loads_nothing_that_reads_pdfs_or_lays_out_pages(reeds: Path, words: list[str]) -> None:
    code = (
        "import sys; sys.argv = ['kensei-docs', '--project', sys.argv[1], *sys.argv[2:]]\n"
        "from kensei_docs.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('LOADED', *sorted({m.partition('.')[0] for m in sys.modules}), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(reeds), *words], text=True, capture_output=True, check=True
    )
    loaded = set(result.stderr.rpartition("LOADED")[2].split())
    assert not loaded & {"weasyprint", "pdfplumber", "pikepdf", "pypdfium2", "jinja2", "openpyxl"}


def test_a_record_shows_what_is_computed_of_it_and_an_example_how(run: Callable, reeds: Path) -> None:
    folder = reeds / "data" / "editions" / "reeds-1e"
    manifest = folder / "edition.yaml"
    rule = "{by: ability/ferryman, is: floor(given.boats / given.each)}"
    manifest.write_text(manifest.read_text() + f"play:\n  rounding: down\n  computes:\n    crews: {rule}\n")
    (folder / "examples.yaml").write_text(
        "crossing:\n  name: A crossing\n  given: {boats: 7, each: 2}\n  should: {crews: 3}\n  asks: {crews: crews}\n"
    )
    shown = run("--project", reeds, "show", "ability/ferryman").out.splitlines()
    assert "  computes: crews = floor(given.boats / given.each)" in shown
    shown = run("--project", reeds, "show", "example/crossing").out.splitlines()
    assert "  computes: crews = floor(given.boats / given.each) = floor(7 / 2) = 3" in shown
