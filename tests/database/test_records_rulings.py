"""Rulings and statements: beside the records, and none of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from kensei_docs.catalogues.messages import collect
from kensei_docs.database import Database, load
from kensei_docs.problems import Problem
from kensei_docs.project import Project

RULING = """\
late-tea:
  settles: [{check: duplicate-effect, record: tea/green}]
  figures: {hour: 5}
  question: When is tea?
  decision: At %(hour)s.
  reason: It always was.
  by: referee
  date: 2026-11-22
"""
STATEMENT = "tea-time: {compare: value, about: when tea is, says: {rules: 5, summary: 4}}\n"


@pytest.fixture
def loaded(
    project_of: Callable[[dict[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Project, Database, list[Problem]]]:
    def read(**files: str) -> tuple[Project, Database, list[Problem]]:
        folder = project_of(
            {
                "data/vocabulary.yaml": "kinds: {teas: tea, rulings: ruling, statements: statement}\n",
                "data/glossary.yaml": "{}\n",
                "data/editions/tea-road/edition.yaml": "id: tea-road\nname: Tea\ngame: Tea\nlanguage: en\nunits: cm\n",
                "data/editions/tea-road/teas.yaml": "green: {name: Green}\n",
                **{f"data/editions/tea-road/{stem}.yaml": dedent(text) for stem, text in files.items()},
            }
        )
        monkeypatch.chdir(folder)
        project = Project((folder,), folder / "build")
        return (project, *load(project))

    return read


def test_they_are_no_records(loaded: Callable) -> None:
    _, database, problems = loaded(rulings=RULING, statements=STATEMENT)
    edition = database.editions["tea-road"]
    assert problems == [] and list(edition.records) == ["tea/green"]
    assert list(edition.rulings) == ["ruling/late-tea"]
    assert list(edition.statements) == ["statement/tea-time"]
    assert [record.id for record in edition.records_of("ruling")] == ["ruling/late-tea"]
    assert edition.kinds == ("tea", "ruling")


def test_the_words_of_a_ruling_are_messages_and_those_of_a_statement_are_none(loaded: Callable) -> None:
    project, database, _ = loaded(rulings=RULING, statements=STATEMENT)
    assert [message.context for message in collect(project, database)] == [
        "tea-road/edition.name",
        "tea-road/tea/green.name",
        "tea-road/ruling/late-tea.question",
        "tea-road/ruling/late-tea.decision",
        "tea-road/ruling/late-tea.reason",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  decision: At %(hour)s.\n", "", "rulings.yaml:1:1: 'decision' is missing; add it  [data]"),
        ("decision: At %(hour)s.", "decision: ''", "rulings.yaml:5:13: 'decision': string should have"),
        ("reason:", "raison:", "rulings.yaml:6:11: 'raison' is not known here; did you mean 'reason'?"),
        ("%(hour)s", "%(our)s", "names %(our)s, which is none of its figures; did you mean 'hour'?"),
        ("record: tea/green", "recor: tea/green", "'settles.0.recor' is not known here; did you mean 'record'?"),
    ],
)
def test_a_ruling_that_lacks_something(loaded: Callable, old: str, new: str, said: str) -> None:
    assert old in RULING
    _, _, problems = loaded(rulings=RULING.replace(old, new))
    assert any(said in str(problem) for problem in problems), [str(p) for p in problems]


def test_a_statement_that_compares_nothing_known(loaded: Callable) -> None:
    _, _, problems = loaded(statements=STATEMENT.replace("value", "values"))
    said = "statements.yaml:1:21: 'compare': input should be 'value', 'comparator'"
    assert said in str(problems[0])
