"""A reading of another shape than its recipe's is a problem, and is not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.reading import read_figures
from kensei_docs.project import Project
from kensei_docs.sources import load_source

SOURCE = "id: tide-and-timber\ntitle: Tide and Timber\nedition: tide-1e\nlanguage: en\nunits: cm\n"
CELL = "where a cell goes, such as table/ranges:rows.{row}.{column}"
FAULTS = [
    (
        "passage: roll/pull, form: Every",
        "'form' is not a key of the recipe 'passage'; did you mean 'from'?; rename it or take it out",
    ),
    ("passage: roll/pull, read: [a]", "'read' should be a mapping of facts to cues; mend it"),
    ("passage: roll/pull, from: [a, b]", "'from' should be a text; mend it"),
    ("passage: roll/pull, read: {base: [a]}", "'read' should be a mapping of facts to cues; mend it"),
    (
        "entries: ability, read: {beacon: within}",
        "'read' should be a mapping of names to mappings of facts to cues; mend it",
    ),
    ("table: lamps, columns: [a], fact: f", "'columns' should be a mapping of names to texts; mend it"),
    ("table: lamps", f"has no 'fact'; say {CELL}"),
    ("table: lamps, fact: 'rows.{rwo}'", f"'fact' should be {CELL}; mend it"),
    ("profiles: crews, fact: 'rows.{row'", f"'fact' should be {CELL}; mend it"),
    ("lists: army, records: [a]", "'records' should be a mapping of names to texts; mend it"),
    ("lists: army, columns: 5", "'columns' should be a list of texts; mend it"),
    ("correction: roll/pull, reason: r, read: 3", "'read' should be a mapping of names to texts; mend it"),
]


def source_in(folder: Path, source: str, reading: str = "") -> Project:
    home = folder / "sources" / "tide-and-timber"
    (home / "reading").mkdir(parents=True)
    (home / "source.yaml").write_text(source)
    (home / "reading" / "rolls.yaml").write_text(reading)
    return Project.open(folder)


@pytest.mark.parametrize(("reading", "said"), FAULTS)
def test_a_reading_of_another_shape_is_said(tmp_path: Path, reading: str, said: str) -> None:
    source = load_source(source_in(tmp_path, SOURCE, f"- {{{reading}}}\n"), "tide-and-timber")
    read = read_figures(Document(source, []), source)
    assert [problem.message for problem in read.problems] == [said]
    assert read.problems[0].place.line == 1
