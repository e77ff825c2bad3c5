"""Figures that may mean two things, in the review: they stand first, and are in doubt until a person decides."""

from pathlib import Path

import pytest

from kensei_docs.project import Project
from kensei_docs.review.server import ReviewServer
from tests.conftest import run_command

from .conftest import Draft

RULES = """\
MOVING

A barge moves 6" in a turn, and turns round.

TOLLS

A toll costs 2.500 coins, and the lock 1.250 pearls.

LOCKS

A lock has a gate of 12' or so, and opens on 4+.
"""
ACCOUNT = "Barges: 5 figures read, %s doubtful, 0 in no record (no more than accepted), 0 left out as no rules"


@pytest.fixture
def barges(tmp_path: Path) -> Draft:
    rulebook = tmp_path / "barges.txt"
    rulebook.write_text(RULES, encoding="utf-8")
    done = run_command("source", "new", rulebook, tmp_path / "barges", "--name", "Barges")
    assert done.status == 0, done.err
    return Draft(tmp_path / "barges", rulebook)


def told(draft: Draft) -> list[str]:
    done = run_command("--project", draft.folder, "reconcile", draft.rulebook)
    assert done.status == 0, done.out + done.err
    return done.out.splitlines()


def test_doubts_stand_first_and_stay_until_a_person_decides(barges: Draft) -> None:
    listed = run_command("--project", barges.folder, "source", "review", barges.rulebook, "--list").out.splitlines()
    assert [line.split("  ")[1] for line in listed[:-1]] == ["rule/tolls", "rule/locks", "rule/moving"]
    assert listed[0].endswith("[to look at; coins can mean 2500 or 2.5; pearls can mean 1250 or 1.25]")
    assert listed[-1] == "3 of 3 records still to look at, first those with the 3 figures in doubt"
    assert told(barges)[1:] == [
        "  line 7: '2.500', read as 2500, coins of rule/tolls: can mean 2500 or 2.5",
        "  line 7: '1.250', read as 1250, pearls of rule/tolls: can mean 1250 or 1.25",
        "  line 11: '12', read as 12, gate of rule/locks: can mean 12 or 12 ft",
        ACCOUNT % 3,
    ]
    project = Project.open(barges.folder)
    with ReviewServer(project, barges.review, barges.rulebook, "en", 0) as server:
        shown = server.news()["records"][0]["html"]
        assert "Pearls can mean 1250 or 1.25." in shown and 'data-path="figures.pearls">It is 1.25<' in shown
        stamp = barges.review.item("rule/tolls").stamp
        asked = {"record": "rule/tolls", "stamp": stamp, "path": "figures.pearls"}
        assert b'"fault"' not in server.act("/do/decide", asked).data
    assert "pearls: 1.25" in barges.text("data/editions/barges/rules.yaml")
    assert told(barges)[-1] == ACCOUNT % 2
    # What is accepted as it stands is decided.
    barges.open()
    barges.accept("rule/tolls")
    assert barges.review.items[0].record.id == "rule/tolls" and not barges.review.items[0].doubts
    assert told(barges)[1:] == ["  line 11: '12', read as 12, gate of rule/locks: can mean 12 or 12 ft", ACCOUNT % 1]


def test_a_figure_that_is_sure_has_no_other_value_to_choose(barges: Draft) -> None:
    with ReviewServer(Project.open(barges.folder), barges.review, barges.rulebook, "en", 0) as server:
        stamp = barges.review.item("rule/moving").stamp
        answer = server.act("/do/decide", {"record": "rule/moving", "stamp": stamp, "path": "figures.moves"}).data
    assert b"there is no other value to choose" in answer


def test_rows_in_doubt_are_not_accepted_with_the_others(tmp_path: Path) -> None:
    table = "| Barge | Hands | Cost |\n|---|---|---|\n| Punt | 1 | 8 |\n| Gig | 1/2 | 9 |\n| Tug | 2 | 9 |\n"
    (tmp_path / "barges.md").write_text(f"# Barges\n\nTwo crews.\n\n## Boats\n\n{table}", encoding="utf-8")
    assert run_command("source", "new", tmp_path / "barges.md", tmp_path / "game").status == 0
    draft = Draft(tmp_path / "game", tmp_path / "barges.md")
    punt = next(item for item in draft.review.items if item.record.name == "Punt")
    messages = draft.review.accept(punt.record.id, punt.stamp, together=True)
    assert [str(message) for message in messages] == ["Still with a figure in doubt: Gig."]
    assert {item.record.name for item in draft.review.items if item.accepted} == {"Punt", "Tug"}
