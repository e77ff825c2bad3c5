"""``check --document``: what a rules editor sees who proofreads a rulebook of his own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.cli._terminal import Workspace
from kensei_docs.cli.reading import manuscript_at

MILL = """\
THE MILL

The miller moves the the stone 10 cm, and his men grind. See the Storms section.

Despliegue

The wind turns the sails and the stone grinds.
"""
MOLINO = """\
El molino

El molinero mueve la la piedra 10 cm y sus hombres muelen. Mira la sección Tormentas.
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
    assert [line.split(maxsplit=2)[::2] for line in out.splitlines()[1:4]] == [
        ["3", "'the' stands twice in a row; once is enough  [doubled-or-corrupt-text]"],
        ["3", "no heading is called 'Storms'; name one, or add it  [section-reference]"],
        ["5", "'Despliegue' is left over from Spanish; say 'Deployment'  [language-leak]"],
    ]
    out, _, _ = run("check", "--document", book(MOLINO))
    assert "no heading is called 'Tormentas'; name one, or add it" in out
    assert "left over" not in out


def test_what_is_found_names_the_document_and_the_line(
    book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]
) -> None:
    out, _, _ = run("check", "--document", book(MILL), "--format", "json", "--select", "section-reference")
    (finding,) = json.loads(out)
    assert (finding["check"], finding["file"], finding["line"]) == ("section-reference", "mill.txt", 3)
    assert finding["from"] == [{"document": "mill", "page": None, "lines": [3, 3], "digest": None}]


def test_a_sound_book_has_no_findings(book: Callable[[str], Path], run: Callable[..., tuple[str, str, int]]) -> None:
    out, _, status = run("check", "--document", book("THE MILL\n\nThe wind turns the sails.\n"))
    assert (out, status) == ("No findings.\n", 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--language", "fr"],
            "mill.txt: can't be proofread in 'fr': there are words for en, es; add "
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
    cues.write_text("function-words: [the]\nreferences:\n  - '(see'\n", encoding="utf-8")
    _, err, status = run("check", "--document", book(MILL))
    assert status == 2
    assert "en.yaml:3:5: '(see' is not a regular expression" in err


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("references: ['(?P<name>(?:x+x+)+y)']", "en.yaml:2:14: '(?P<name>(?:x+x+)+y)' takes more than 0.2 s for one"),
        ("sums: ['(?:x|xx)+(?P<parts>y)(?P<total>z)']", "en.yaml:2:8: '(?:x|xx)+(?P<parts>y)(?P<total>z)' takes more"),
        ("references: null", "en.yaml:2:13: 'references' should be a list of regular expressions; write it so"),
        ("references: see", "en.yaml:2:13: 'references' should be a list of regular expressions; write it so"),
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
    assert "en.yaml:3:16: 'plain-letters' is not a setting of proofreading; known are abbreviations, accents, " in err


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
    assert (named.document, named.units, len(named.terms)) == (known.document, known.units, len(known.terms))
    assert [line.text for line in named.lines][:500] == [line.text for line in known.lines][:500]
