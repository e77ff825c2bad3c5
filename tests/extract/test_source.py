"""What is wrong with the description of a source is said with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.sources import load_source

SOURCE = "id: tide-and-timber\ntitle: Tide and Timber\nedition: tide-1e\nlanguage: en\nunits: cm\n"
CELL = "where a cell goes, such as table/ranges:rows.{row}.{column}"


def source_in(folder: Path, source: str) -> Project:
    home = folder / "sources" / "tide-and-timber"
    home.mkdir(parents=True)
    (home / "source.yaml").write_text(source)
    return Project.open(folder)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            SOURCE + "furniture: ['(']\n",
            "'furniture.0': '(' is not a regular expression (missing ), unterminated subpattern); mend it",
        ),
        (
            SOURCE.replace("id: tide", "id: ride"),
            "the id is 'ride-and-timber' but the folder 'tide-and-timber'; let them agree",
        ),
    ],
)
def test_a_source_that_can_t_be_used_is_said(tmp_path: Path, source: str, said: str) -> None:
    with pytest.raises(Unusable) as refused:
        load_source(source_in(tmp_path, source), "tide-and-timber")
    assert [problem.message for problem in refused.value.problems] == [said]
