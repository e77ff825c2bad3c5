"""``kensei-docs ruling new``: a decision is added to the rulings, and what stands there keeps its bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

RULES = "hand: {name: Hand, cards: 4}\nsummary: {name: Summary, cards: 5}\n"
FILES = {
    "data/vocabulary.yaml": "kinds: {rules: rule, rulings: ruling}\nhooks: {}\natoms: {}\n",
    "data/editions/old/vocabulary.yaml": "parameters: {size-of-hand: ['rule/hand:cards', 'rule/summary:cards']}\n",
    "data/glossary.yaml": "{}\n",
    "data/editions/old/edition.yaml": "id: old\nname: Old\ngame: Boats\nlanguage: en\nunits: cm\n",
    "data/editions/old/rules.yaml": RULES,
}
WORDS = ("--question", "How many?", "--decision", "%(cards)s cards.", "--reason", "It is older.", "--by", "referee")
SETTLES = ("--settles", "one-parameter-one-value:rule/summary:cards", "--figure", "cards=4")


@pytest.fixture
def ruling(run: Callable, project_of: Callable[[dict[str, str]], Path]) -> Callable:
    def draft(name: str, *words: str, rulings: str = "") -> tuple:
        folder = project_of(FILES | ({"data/editions/old/rulings.yaml": rulings} if rulings else {}))
        result = run("--project", folder, "ruling", "new", name, "-e", "old", *words)
        file = folder / "data/editions/old/rulings.yaml"
        return result, file.read_text(encoding="utf-8") if file.exists() else None, folder

    return draft


def test_a_ruling_settles_its_finding(ruling: Callable, run: Callable) -> None:
    result, text, folder = ruling("hand", *WORDS, *SETTLES)
    assert result.status == 0, result.err
    assert text.startswith("hand:\n  settles:\n    - check: one-parameter-one-value\n")
    assert "  decision: '%(cards)s cards.'\n" in text
    found = run("--project", folder, "check", "old", "--select", "one-parameter,ruling-without,one-ruling", "--ruled")
    assert found.status == 0 and "ruled by hand" in found.out


def test_rulings_that_are_there_keep_their_bytes(ruling: Callable) -> None:
    there = (
        "# Ours.\nother:   # a remark\n  settles: [{check: none, record: rule/hand}]\n  question: A\n  decision: B\n"
    )
    there += "  reason: C\n  by: me\n  date: 2026-01-01\n"
    result, text, _ = ruling("hand", *WORDS, *SETTLES, rulings=there)
    assert result.status == 0, result.err
    assert text.startswith(f"{there}\nhand:\n")


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("hand", ("--settles", "one-parameter-one-value:rule/hands"), "check finds nothing of one-parameter-one-value"),
        ("hand", ("--settles", "one-parameter-one-value"), "names no finding; write CHECK:RECORD or CHECK:RECORD:FACT"),
        ("hand", (*SETTLES[:2], "--figure", "cards"), "'cards' has no value; write NAME=VALUE"),
        ("hand", (*SETTLES, "--applies", "rule/hant"), "there is no record 'rule/hant'; did you mean 'rule/hand'?"),
        ("hand", (*SETTLES, "--erratum", "2026-01-01-x"), "there is no erratum '2026-01-01-x'"),
        ("Hand", SETTLES, "'Hand' is not an id: write small letters, digits and hyphens"),
        ("hand", SETTLES[:2], "which is none of its figures"),
    ],
)
def test_what_is_no_ruling_is_refused_and_nothing_is_written(
    ruling: Callable, name: str, words: tuple[str, ...], said: str
) -> None:
    result, text, _ = ruling(name, *WORDS, *words)
    assert result.status == 2 and said in result.err
    assert text is None


def test_a_finding_that_is_settled_is_not_settled_again(ruling: Callable, run: Callable) -> None:
    _, text, folder = ruling("hand", *WORDS, *SETTLES)
    again = run("--project", folder, "ruling", "new", "hand-2", "-e", "old", *WORDS, *SETTLES)
    assert again.status == 2 and "is settled by the ruling 'hand' already" in again.err
    assert (folder / "data/editions/old/rulings.yaml").read_text(encoding="utf-8") == text
