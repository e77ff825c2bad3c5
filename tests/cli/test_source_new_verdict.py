"""``kensei-docs source new`` prints its draft once, and says what a reader of the prints would miss."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import typeset

RULEBOOK = """<style>@page { size: A5 } body { font: 10pt serif } td, th { border: 1px solid }</style>
<h1>Marsh Skirmish</h1><h2>Movement</h2><p>A skiff moves up to 6 inches in a turn, and 2 inches less in reeds.</p>
<h2>Skiffs</h2><table><tr><th>Skiff<th>Hull<th>Crew<tr><td>Heron<td>4<td>3<tr><td>Otter<td>3<td>2</table>"""


@pytest.fixture
def told(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    monkeypatch.chdir(tmp_path)
    typeset(RULEBOOK, tmp_path / "marsh.pdf")

    def draft(*words: str) -> list[str]:
        result = run("source", "new", "marsh.pdf", "marsh", *words)
        assert (result.status, result.err) == (0, "")
        return result.out.splitlines()[-3:]

    return draft


def test_records_that_wait_for_a_text_are_counted(told: Callable[..., list[str]]) -> None:
    printed, waiting, following = told()
    assert printed == "Printed once, to see what comes out: 2 documents, 2 pieces"
    assert waiting == "  1 of 3 records wait for a text, such as rule/movement"
    assert following.startswith("Next: cd marsh")


def test_with_the_rulebooks_words_none_waits(told: Callable[..., list[str]]) -> None:
    assert told("--keep-wording")[1].startswith("Printed once")


def test_nothing_is_left_in_the_project_but_what_was_drafted(told: Callable[..., list[str]], tmp_path: Path) -> None:
    told()
    assert not (tmp_path / "marsh" / "build").exists()
