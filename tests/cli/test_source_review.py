"""kensei-docs source review"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import run_command


@pytest.fixture(scope="module")
def draft(rulebook: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the example game, drafted from its rulebook. Only to be copied."""
    folder = tmp_path_factory.mktemp("drafted") / "pack-ice"
    assert "and 'kensei-docs source review " in run_command("source", "new", rulebook, folder).out
    return folder


@pytest.fixture
def drafted(draft: Path, rulebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The rulebook; a copy of its draft is the current folder."""
    monkeypatch.chdir(shutil.copytree(draft, tmp_path / "pack-ice"))
    return rulebook


def test_records_are_listed_in_the_order_of_the_rulebook_with_place_figures_and_state(
    run: Callable, drafted: Path
) -> None:
    listed = run("source", "review", drafted, "--list")
    lines = listed.out.splitlines()
    assert (listed.err, listed.status, len(lines)) == ("", 0, 30)
    assert lines[0] == "p. 1  rule/pack-ice  Pack Ice: captains 2, sheet 3 ft, sea-enough 4 ft  [to look at]"
    assert lines[12] == "p. 2  gun/flare  Flare: range 0-24 in, shots 1, damage none, points 1  [to look at]"
    assert lines[-1] == "29 of 29 records still to look at"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nowhere.pdf"], "nowhere.pdf: is not there"),
        (["README.md"], "is not a known document here; say which it is with --source"),
        (["RULEBOOK", "--language", "xx", "--list"], "no language 'xx'"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_a_line(
    run: Callable, drafted: Path, words: list[str], told: str
) -> None:
    refused = run("source", "review", *(drafted if word == "RULEBOOK" else word for word in words))
    assert told in refused.err and refused.err.count("\n") == 1 and refused.status == 2


def test_a_file_of_what_was_accepted_that_is_none_is_told_with_its_place(run: Callable, drafted: Path) -> None:
    Path("sources/pack-ice-rules/review.yaml").write_text("accepted: [gun/flare]\n")
    refused = run("source", "review", drafted, "--list")
    assert "review.yaml: is not as 'source review' writes it; delete it" in refused.err and refused.status == 2
