"""A record that is a row of a table, with figures in a cell of words: these are its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import typeset
from tests.review.conftest import Draft

PAGE = """\
<style>@page { size: A5; margin: 10mm } body { font: 11pt sans-serif }
td, th { padding: 0 8pt; text-align: left }</style>
<h1>Mud</h1><p>Crews walk 6 inches.</p><h2>Hooks</h2>
<table><tr><th>Hook</th><th>Reach</th><th>Cost</th><th>Notes</th></tr>
<tr><td>Old hook</td><td>4"</td><td>3</td><td>Two hands</td></tr>
<tr><td>Long hook</td><td>6"</td><td>5</td><td>Can be thrown 8" by anybody who has a rope</td></tr>
</table><h2>Ends</h2><p>The game lasts 7 turns.</p>
"""


@pytest.fixture
def mud(drafts: Callable[[Path], Path], tmp_path: Path) -> Draft:
    file = tmp_path / "mud.pdf"
    typeset(PAGE, file)
    return Draft(drafts(file), file)


def test_they_are_renamed_apart_from_the_columns_and_stay_read_when_the_record_is_renamed_or_dropped(
    mud: Draft,
) -> None:
    mud.change("hook/long-hook", lambda edit, one: edit.rename_figure(one, "figures.thrown", "Throw"))
    mud.change("hook/long-hook", lambda edit, one: edit.rename_figure(one, "figures.reach", "Length"))
    mud.change("hook/long-hook", lambda edit, one: edit.rename(one, "Boat hook"))
    figures = {name: one.data["figures"] for name, one in mud.review.edition.records.items() if one.kind == "hook"}
    assert figures == {
        "hook/old-hook": {"length": "4 in", "cost": "3"},
        "hook/boat-hook": {"length": "6 in", "cost": "5", "throw": "8 in"},
    }
    mud.change("hook/boat-hook", lambda edit, one: edit.drop(one))
    assert not mud.review.differences and "hook/boat-hook" not in mud.review.edition.records
