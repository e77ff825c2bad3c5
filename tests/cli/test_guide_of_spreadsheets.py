"""The guide for a game in a spreadsheet lists all that there is; tests/test_guides.py follows it word by word."""

from __future__ import annotations

import re

from kensei_docs.database import load_shared
from kensei_docs.database.spreadsheets import Columns, Takes
from kensei_docs.project import Project, shipped

GUIDE = (shipped() / "docs" / "spreadsheets.md").read_text(encoding="utf-8")


def test_it_names_every_sort_of_column_and_every_column_of_all_kinds() -> None:
    listed = re.search(r"`takes` is (.*?)\.\n", GUIDE, re.DOTALL)
    assert listed and set(re.findall(r"`(\w+)`", listed[1])) == set(Takes.__args__)  # type: ignore[attr-defined]
    names = re.search(r"\n(\*Id\*.*?) mean the same", GUIDE)
    database, _ = load_shared(Project((shipped(),), shipped() / "build"))
    of_all = {name.capitalize() for name in Columns(database, "a kind of one's own").by_name}
    assert names and set(re.findall(r"\*(\w+)\*", names[1])) == of_all
