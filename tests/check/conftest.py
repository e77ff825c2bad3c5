"""An invented game, the Tea Road, in which every check finds what it is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from kensei_docs.check.run import check_database
from kensei_docs.database import load
from kensei_docs.project import Project

EDITION = """\
id: tea-road
name: The Tea Road
game: The Tea Road
language: en
units: cm
"""
VOCABULARY = """\
kinds: {teas: tea, caravans: caravan, rules: rule, tables: table, stretches: stretch, wares: ware,\
 scenarios: scenario, missions: mission, statements: statement, rulings: ruling,\
 examples: example, turn: turn}
rolls: {haggle: {passes: at-least}, temper: {passes: at-most}}
hooks:
  haggle.pool: {name: Haggling dice, roll: haggle, changes: pool}
  haggle.roll: {name: Haggling, roll: haggle, changes: result}
  haggle.difficulty: {name: Asking price, roll: haggle, changes: difficulty}
  temper.roll: {name: Temper, roll: temper, changes: result}
  weather.score: {name: Weather, changes: result}
  trot.move: {name: Trot, distance: trot}
  load: {name: Load, attribute: load}
atoms:
  self.laden: {values: boolean, phrase: {true: when laden, false: when light}, words: {true: [carries, heavy]}}
  self.season: {values: [spring, autumn], phrase: {spring: in spring}}
  self.leaf: {values: leaf}
  self.blend: {values: tea}
  distance: {values: figure, phrase: {at-most: 'within %(values)s'}}
"""
PARAMETER = "parameters: {size-of-hand: ['rule/hand:cards', 'rule/summary:cards']}\n"
GLOSSARY = """\
oolong: {en: Oolong, es: Oolong, part: leaf}
nettle: {en: nettle, es: ortiga, part: leaf}
"""


@pytest.fixture
def findings_of(
    project_of: Callable[[dict[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., list[str]]:
    """Return what one check prints of the records of the given files (``teas="…"``)."""

    def find(name: str | None, vocabulary: str = "", edition: str = "", declared: str = "", **files: str) -> list[str]:
        folder = project_of(
            {
                "data/vocabulary.yaml": VOCABULARY + dedent(vocabulary),
                "data/glossary.yaml": GLOSSARY,
                "data/editions/tea-road/edition.yaml": EDITION + edition,
                "data/editions/tea-road/vocabulary.yaml": dedent(declared) or "{}",
                **{f"data/editions/tea-road/{stem}.yaml": dedent(text) for stem, text in files.items()},
            }
        )
        monkeypatch.chdir(folder)
        database, problems = load(Project((folder,), folder / "build"))
        assert not problems
        names = None if name is None else [name]
        return [str(finding) for finding in check_database(database, names)]

    return find


@pytest.fixture
def ruled(project_of: Callable[[dict[str, str]], Path]) -> Callable[..., list[tuple]]:
    """Return the findings of the records of ``rules`` with their rulings."""

    def find(rulings: str, rules: str, name: str = "one-parameter-one-value") -> list[tuple]:
        folder = project_of(
            {
                "data/vocabulary.yaml": VOCABULARY,
                "data/glossary.yaml": GLOSSARY,
                "data/editions/tea-road/edition.yaml": EDITION,
                "data/editions/tea-road/vocabulary.yaml": PARAMETER,
                "data/editions/tea-road/rules.yaml": dedent(rules),
                "data/editions/tea-road/rulings.yaml": dedent(rulings),
            }
        )
        database, problems = load(Project((folder,), folder / "build"))
        assert not problems
        return [(finding.check, finding.record, finding.ruling) for finding in check_database(database, [name])]

    return find
