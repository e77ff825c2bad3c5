"""``check --document``: what a rules editor sees who proofreads a rulebook of his own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.cli._terminal import Workspace
from kensei_docs.cli.reading import manuscript_at
from tests.extract.typeset import Look, typeset

MILL = """\
THE MILL

The miller moves the the stone 10 cm, and his men grind.

The wind turns the sails and the stone grinds.
"""
MOLINO = """\
El molino

El molinero mueve la la piedra 10 cm y sus hombres muelen.
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Write a rulebook that no source is known of."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> Path:
        Path("mill.txt").write_text(text, encoding="utf-8")
        return Path("mill.txt")

    return write


def test_a_book_without_a_source_is_read_in_its_own_language(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]
) -> None:
    out, _, status = run("check", "--document", book(MILL))
    assert status == 1
    assert [line.split(maxsplit=2)[::2] for line in out.splitlines()[1:2]] == [
        ["3", "'the' stands twice in a row; once is enough  [doubled-or-corrupt-text]"]
    ]
    out, _, _ = run("check", "--document", book(MOLINO))
    assert "'la' stands twice in a row; once is enough" in out


MOULIN = """\
Le moulin

Le meunier déplace la la pierre de 10 cm, et ses hommes tournent avec elle dans le vent.
"""


def test_a_book_in_a_language_without_settings_is_refused(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]
) -> None:
    out, err, status = run("check", "--document", book(MOULIN))
    said = "is in French, which can't be proofread: there are settings for English, Spanish; add "
    assert (out, status) == ("", 2)
    assert err == f"mill.txt: {said}data/proofreading/fr.yaml  [document]\n"


def test_a_pdf_in_such_a_language_is_refused_before_it_is_read(
    tmp_path: Path, run: Callable[..., tuple[str, str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typeset(MOULIN * 8, Path("moulin.pdf"), Look())
    monkeypatch.setattr("kensei_docs.extract.formats.pdf_lines", None)
    _, err, status = run("check", "--document", "moulin.pdf")
    assert (status, "moulin.pdf: is in French, which can't be proofread" in err) == (2, True)


def test_what_is_found_names_the_document_and_the_line(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]
) -> None:
    out, _, _ = run("check", "--document", book(MILL), "--format", "json", "--select", "doubled")
    (finding,) = json.loads(out)
    assert (finding["check"], finding["file"], finding["line"]) == ("doubled-or-corrupt-text", "mill.txt", 3)
    assert finding["from"] == [{"document": "mill", "page": None, "lines": [3, 3], "digest": None}]


def test_a_sound_book_has_no_findings(book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]) -> None:
    out, _, status = run("check", "--document", book("THE MILL\n\nThe wind turns the sails.\n"))
    assert (out, status) == ("No findings.\n", 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--language", "fr"],
            "mill.txt: is in French, which can't be proofread: there are settings for English, Spanish; add "
            "data/proofreading/fr.yaml  [document]",
        ),
        (["--source", "nil"], "there is no source 'nil'"),
        (["--document", "none.txt"], "none.txt: is not there; check the name  [document]"),
        (["--document", "."], ".: is a folder; name the rulebook's file in it  [document]"),
    ],
)
def test_what_cannot_be_proofread_is_said(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]], words: list[str], said: str
) -> None:
    _, err, status = run("check", "--document", book(MILL), *words)
    assert status == 2
    assert said in err


def test_a_language_file_with_a_broken_pattern_is_named(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]
) -> None:
    cues = Path("data/proofreading/en.yaml")
    cues.parent.mkdir(parents=True)
    cues.write_text("function-words: [the]\nsubtracting:\n  - '(see'\n", encoding="utf-8")
    _, err, status = run("check", "--document", book(MILL))
    assert status == 2
    assert "en.yaml:3:5: '(see' is not a regular expression" in err


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("without-unit: ['(?P<name>(?:x+x+)+y)']", "en.yaml:2:16: '(?P<name>(?:x+x+)+y)' takes more than 0.2 s for"),
        ("subtracting: ['(?:x|xx)+(?P<parts>y)']", "en.yaml:2:15: '(?:x|xx)+(?P<parts>y)' takes more"),
        ("subtracting: null", "en.yaml:2:14: 'subtracting' should be a list of regular expressions; write it so"),
        ("subtracting: see", "en.yaml:2:14: 'subtracting' should be a list of regular expressions; write it so"),
    ],
)
def test_a_pattern_that_never_ends_is_named(
    book: Callable[[str], Path],
    run: Callable[..., tuple[str, str, int]],
    setting: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kensei_docs.processes._PATTERN_SECONDS", 0.2)
    cues = Path("data/proofreading/en.yaml")
    cues.parent.mkdir(parents=True)
    cues.write_text(f"function-words: [the]\n{setting}\n", encoding="utf-8")
    _, err, status = run("check", "--document", book(f"THE MILL\n\n{'x' * 50}! The wind turns.\n"))
    assert (status, said in err) == (2, True), err


def test_a_language_file_with_an_unknown_setting_is_named(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]
) -> None:
    cues = Path("data/proofreading/en.yaml")
    cues.parent.mkdir(parents=True)
    cues.write_text("function-words: [the]\nconjunction: [and]\nplain-letters: true\n", encoding="utf-8")
    _, err, status = run("check", "--document", book(MILL))
    assert status == 2
    assert (
        "en.yaml:2:14: 'conjunction' is not a setting of proofreading; did you mean 'conjunctions'?; known are" in err
    )
    assert "en.yaml:3:16: 'plain-letters' is not a setting of proofreading; known are adverb-ending, " in err


def test_a_text_in_place_of_words_is_refused(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]
) -> None:
    cues = Path("data/proofreading/en.yaml")
    cues.parent.mkdir(parents=True)
    cues.write_text("die: D\nfunction-words: the of\n", encoding="utf-8")
    _, err, status = run("check", "--document", book(MILL))
    assert (status, "en.yaml:2:17: 'function-words' is a text" in err) == (2, True), err


@pytest.mark.parametrize("name", ["kensei-rulebook-2e.en.txt", "kensei-living-rules-2020.es.txt"])
def test_an_edited_copy_under_another_name_is_read_as_its_document(documents: Path, name: str, tmp_path: Path) -> None:
    copy = tmp_path / "draft.txt"
    copy.write_text((documents / name).read_text(encoding="utf-8") + "\n\nThis is a draft.\n", encoding="utf-8")
    known, named = (
        manuscript_at(Workspace(str(Path(__file__).resolve().parents[2])), file) for file in (documents / name, copy)
    )
    assert (named.document, named.units, len(named.names)) == (known.document, known.units, len(known.names))
    assert [line.text for line in named.lines][:500] == [line.text for line in known.lines][:500]
