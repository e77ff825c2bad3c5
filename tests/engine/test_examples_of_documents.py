"""The worked examples rest on the rules' own figures, and none of the documents' examples is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.database import Database, Record
from kensei_docs.engine import Game
from kensei_docs.engine.examples import KIND, Replay, replay
from tests.conftest import EVERY

# How the documents say that an example follows, and the lines that only speak of examples (or of setting one).
MARKS = {
    "kensei-rulebook-2e": (
        "kensei-rulebook-2e.en.txt",
        r"(?i)\bexamples?\b|\be\.g\.|\beg\.",
        # The foreword on examples, headings over them, and "an example of what will happen to whoever flees".
        {92, 109, 112, 717, 738, 893, 1741, 2428, 2476, 4084},
    ),
    "kensei-living-rules-2020": ("kensei-living-rules-2020.es.txt", r"(?i)\bejemplo|\(ej\b|\bp\. ej", set()),
    "heroic-skirmish-2002": ("heroic-skirmish-2002.en.txt", r"(?i)\bexample|\be\.g\.", set()),
    "samurai-skirmish-quickref": ("samurai-skirmish-quickref.en.txt", r"(?i)\bexample|\be\.g\.", set()),
}
NUMBER = re.compile(r"\d+(?:\.\d+)?")
NOT_COUNTED = ("ignored", "replaced", "restated", "unstacked")
# What these show is how dice and modifiers are written; the engine reads them, and no rule's figure comes in.
NOTATION = {"adding-dice", "taking-dice-away", "plus-one-to-the-roll", "success-dice", "minus-one-to-the-roll"}


@pytest.mark.parametrize("document", MARKS)
def test_every_example_of_a_document_is_kept(shipped_data: Database, documents: Path, document: str) -> None:
    file, mark, spoken_of = MARKS[document]
    lines = (documents / file).read_text(encoding="utf-8").splitlines()
    found = {number for number, line in enumerate(lines, 1) if re.search(mark, line)} - spoken_of
    kept = {
        line
        for record in shipped_data.records
        if record.kind == KIND
        for citation in record.citations
        if citation.document == document and citation.lines
        for line in range(citation.lines[0], citation.lines[1] + 1)
    }
    assert sorted(found - kept) == []


@pytest.fixture(scope="module")
def replays(shipped_data: Database) -> list[Replay]:
    games = {edition: Game(shipped_data, edition) for edition in shipped_data.editions}
    return [replay(games[one.edition], one) for one in shipped_data.records if one.kind == KIND]


def test_an_example_of_the_book_rests_on_a_rule(replays: list[Replay]) -> None:
    """It computes something that isn't given: from a figure of a record, or by the words of one."""
    echoes = [
        one.record.slug
        for one in replays
        if one.record.citations and one.answers
        if not any(step.record for answer in one.answers for step in answer.trace.steps)
    ]
    assert set(echoes) <= NOTATION


EDITIONS = ["kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_changed_figure_of_a_rule_fails_the_example(
    shipped_data: Database, replays: list[Replay], edition: str
) -> None:
    unmoved = []
    for one in (one for one in replays if one.record.edition == edition and one.answers):
        for record, path, figure in list(_figures_read(one))[::EVERY]:
            if not any(_fails(shipped_data, one, record, path, other) for other in _others(figure)):
                unmoved.append((one.record.slug, record.id, path, figure))
    assert unmoved == []


def _figures_read(one: Replay) -> Iterator[tuple[Record, str, str]]:
    """Yield each figure of a rule that the answers rest on: its record, path and text.

    How many dice a right to reroll is for changes no answer here: it is held by the tests of odds.
    """
    seen = set()
    for step in (step for answer in one.answers for step in answer.trace.steps):
        if step.record is None or not step.path or step.act in (*NOT_COUNTED, "reroll") or step.record.kind == KIND:
            continue
        text = step.record.get(step.path)
        path = f"figures.{text[1:]}" if isinstance(text, str) and text.startswith("$") else step.path
        text = step.record.get(path)
        if isinstance(text, str) and NUMBER.search(text) and (step.record.id, path) not in seen:
            seen.add((step.record.id, path))
            yield step.record, path, text


def _others(figure: str) -> Iterator[str]:
    """Yield other figures of the same sort: each number a little, or much, greater or less; the other sign."""
    for by in (1, -1, 100, -100):
        for found in NUMBER.finditer(figure):
            yield f"{figure[: found.start()]}{float(found[0]) + by:g}{figure[found.end() :]}"
    if figure[0] in "+-":
        yield ("-" if figure[0] == "+" else "+") + figure[1:]


def _fails(database: Database, one: Replay, record: Record, path: str, figure: str) -> bool:
    """Return whether the example comes out otherwise with that figure in place of the rule's."""
    *steps, last = path.split(".")
    part: dict[str, Any] = record.data
    for step in steps:
        part = part[step]
    before = part[last]
    part[last] = figure
    try:
        again = replay(Game(database, one.record.edition), one.record)
        return again.verdict == "failed" or [a.printed for a in again.answers] != [a.printed for a in one.answers]
    finally:
        part[last] = before
