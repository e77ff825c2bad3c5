"""An invented game, the Ferry, in which the engine has to reckon with everything it knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from kensei_docs.database import Database, load
from kensei_docs.engine import Game
from kensei_docs.project import Project, shipped

VOCABULARY = """\
kinds: {crews: crew, boats: boat, rolls: roll, charms: charm, ropes: rope, examples: example}
rolls: {row: {passes: at-least}, nerve: {passes: at-most}}
hooks:
  row.pool: {name: Oars, roll: row, changes: pool}
  row.roll: {name: Stroke, roll: row, changes: result}
  row.difficulty: {name: Current, roll: row, changes: difficulty}
  nerve.roll: {name: Nerve, roll: nerve, changes: result}
  drift: {name: Drift, distance: drift}
atoms:
  self.laden: {values: boolean, phrase: {true: when laden, false: when empty}}
  self.racing: {values: boolean, phrase: {true: in a race, false: out of a race}}
  self.boat: {values: boat, phrase: {is: 'in the boat %(values)s', not: 'but in %(values)s'}}
  self.crew-size:
    values: figure
    phrase: {is: 'with %(values)s', at-least: 'with %(values)s or more'}
  opponent.boat: {values: boat, phrase: {is: 'against %(values)s', any: against any boat}}
  opponent.racing: {values: boolean, phrase: {true: against racers, false: against idlers}}
  rope.kind: {values: rope, phrase: {is: 'with %(values)s'}}
  rope.wet: {values: boolean, phrase: {true: with a wet rope, false: with a dry rope}}
  distance: {values: figure, phrase: {at-most: 'within %(values)s'}}
quantities: {self.arms: {}, self.speed: {}, self.applies: {}}
brings:
  boat: {kinds: [boat], by: [hulls]}
  hull: {kinds: [boat], by: [hulls], sets: boat}
  charm: {kinds: [charm]}
  skill: {kinds: [charm], levels: true}
  rope.kind: {kinds: [rope], side: self}
whose: {self: [self], opponent: [opponent], allies: [ally], enemies: [opponent, enemy]}
assumed: {self.boat: raft}
counterparts: {towing: towed, towed: towing}
stands-for: {opponent.boat: {any: {not: [none]}, large: [junk]}}
"""
EDITION = """\
id: ferry
name: The Ferry
game: The Ferry
language: en
units: cm
"""
PLAY = """\
play:
  always: [roll]
  base: {row.difficulty: 'roll/row:base', drift: [self.speed, 'roll/row:figures.drift']}
  sequence: [set, multiply, divide, add, max]
  rounding: down
  rolls:
    row:
      record: roll/row
      die: 'roll/row:figures.die'
      base: 'roll/row:base'
      natural: {fails: 'roll/row:figures.crab', succeeds: 'roll/row:figures.sweep'}
      least: 'roll/row:figures.die'
      only: 'roll/row:figures.sweep'
    nerve: {record: roll/nerve, die: 'roll/nerve:figures.die'}
  follows: [{where: rope.kind, among: 'rope/hemp:soaked', then: {rope.wet: true}}]
  computes: {twice: "given.loads * roll/row:figures.drift"}
"""
ROLLS = """\
row:
  name: Rowing
  base: 4+
  figures: {die: 1D6, crab: 1, sweep: 6, drift: 2 cm, many: 4}
  outcomes:
    crab: {name: Caught a crab, die: 1, does: nothing}
    sweep: {name: Sweep, die: 6, does: leap}
    below: {name: Slow, does: nothing}
    met: {name: Ahead, does: length}
  modifiers:
    arms: {name: Arms, hook: row.pool, add: XD6, of: self.arms}
    crew: {name: Each of the crew, hook: row.pool, add: +1D6, per: self.crew-size}
    race: {name: A race, hook: row.pool, add: +1D6, when: {self.racing: true}}
    laden: {name: Laden, hook: row.pool, add: -2D6, when: {self.laden: true}}
    song: {name: A song, hook: row.pool, add: +1D6, named: true}
    big: {name: Big crew, hook: row.difficulty, add: -1, when: {self.crew-size: {at-least: $many}}}
    other-boat: {name: Another boat, hook: row.difficulty, add: +1, when: {opponent.boat: any}}
  status: formal
nerve:
  name: Nerve
  figures: {die: 1D6}
  outcomes:
    faint: {name: Faint, result: 0}
    calm: {name: Calm, result: 2-3}
    brave: {name: Brave, result: 4+, does: leap}
  status: formal
"""
BOATS = """\
raft: {name: Raft, status: formal}
junk:
  name: Junk
  hulls: [lorcha]
  effects:
    hull: {hook: row.roll, whose: opponent, add: -1, restates: roll/row}
    sail: {hook: drift, multiply: 3}
  status: partial
"""
CHARMS = """\
gull:
  name: Gull's feather
  figures: {reach: 5 cm}
  effects:
    calm: {hook: row.roll, add: +1, whose: allies, when: {distance: {at-most: $reach}}}
  status: formal
eel:
  name: Eel
  effects: {slip: {hook: row.pool, whose: opponent, ignore: self.racing}}
  status: formal
stone: {name: Stone, effects: {sink: {hook: drift, set: 1 cm}}, status: formal}
anchor: {name: Anchor, effects: {hold: {hook: drift, max: 3 cm}}, status: formal}
shell:
  name: Shell
  effects: {ease: {hook: row.roll, add: +2, replaces: charm/whistle}}
  status: formal
whistle: {name: Whistle, effects: {tune: {hook: row.roll, add: +1}}, status: formal}
fog: {name: Fog, text: Nobody sees the far bank., status: prose}
knots:
  name: Knots
  levels:
    first: {level: 1, effects: {tie: {hook: row.roll, add: +1}}}
    second: {level: 2, effects: {tie: {hook: row.roll, add: +3}}}
  status: formal
luck: {name: Luck, effects: {again: {hook: row.roll, reroll: true}}, status: formal}
"""
ROPES = """\
hemp:
  name: Hemp
  soaked: [hemp]
  effects: {heavy: {hook: row.difficulty, add: +1, when: {rope.wet: true}}}
  status: formal
"""


@pytest.fixture
def ferry(project_of: Callable[[dict[str, str]], Path], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """Return the game, after changing words of its ``play``, with examples of one's own."""

    def play(*changes: tuple[str, str], examples: str = "") -> Game:
        section = PLAY
        for old, new in changes:
            assert old in section
            section = section.replace(old, new)
        where = "data/editions/ferry"
        folder = project_of(
            {
                "data/vocabulary.yaml": VOCABULARY,
                "data/glossary.yaml": "",
                f"{where}/edition.yaml": EDITION + section,
                f"{where}/rolls.yaml": ROLLS,
                f"{where}/boats.yaml": BOATS,
                f"{where}/charms.yaml": CHARMS,
                f"{where}/ropes.yaml": ROPES,
                f"{where}/examples.yaml": dedent(examples),
            }
        )
        monkeypatch.chdir(folder)
        database, problems = load(Project((folder,), folder / "build"))
        assert [
            str(problem) for problem in problems if problem.severity == "error" and "glossary" not in str(problem)
        ] == []
        return Game(database, "ferry")

    return play


@pytest.fixture(scope="session")
def shipped_data() -> Database:
    folder = shipped()
    return load(Project((folder,), folder / "build"))[0]
