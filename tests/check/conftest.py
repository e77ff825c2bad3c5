"""An invented game, the Tea Road, in which every check finds what it is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from kensei_docs import check
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
kinds: {teas: tea, caravans: caravan, rules: rule, tables: table, stretches: stretch, wares: ware}
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
  self.laden: {values: boolean}
  self.season: {values: [spring, autumn]}
  self.leaf: {values: leaf}
  self.blend: {values: tea}
  distance: {values: figure}
"""
GLOSSARY = """\
oolong: {en: Oolong, es: Oolong, part: leaf}
nettle: {en: nettle, es: ortiga, part: leaf}
"""


@pytest.fixture
def findings_of(project_of: Callable[[dict[str, str]], Path],
                monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return what one check prints of the records of the given files (``teas="…"``)."""
    def find(name: str, vocabulary: str = "", edition: str = "", **files: str) -> list[str]:
        folder = project_of({
            "data/vocabulary.yaml": VOCABULARY + dedent(vocabulary),
            "data/glossary.yaml": GLOSSARY,
            "data/editions/tea-road/edition.yaml": EDITION + edition,
            **{f"data/editions/tea-road/{stem}.yaml": dedent(text)
               for stem, text in files.items()}})
        monkeypatch.chdir(folder)
        database, problems = load(Project((folder,), folder / "build"))
        assert not problems
        return [str(finding) for finding in check.run(database, [name])]
    return find
