"""What a change of an effect comes to, in a game so small that it can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.database import Database, load
from kensei_docs.project import Project
from kensei_docs.versions.changes import Consequence
from kensei_docs.versions.compare import compare, with_consequences
from kensei_docs.versions.lineage import Lineage
from tests.engine.conftest import BOATS, CHARMS, EDITION, PLAY, ROLLS, ROPES, VOCABULARY

# Three dice of 4+, of which each is as likely to pass as not.
CREW = Lineage(situation={"self.crew-size": "3", "self.arms": "0"})
CREW_DICE = "hook: row.pool, add: +1D6, per: self.crew-size"
RACE_DICE = "hook: row.pool, add: +1D6, when: {self.racing: true}"


@pytest.fixture
def told(project_of: Callable[[dict[str, str]], Path]) -> Callable[..., dict[str, Consequence | None]]:
    """Return the consequence of each change between the rolls of the game and others, by its path."""

    def loaded(rolls: str) -> Database:
        where = "data/editions/ferry"
        files = {
            "data/vocabulary.yaml": VOCABULARY,
            "data/glossary.yaml": "",
            f"{where}/edition.yaml": EDITION + PLAY,
            f"{where}/rolls.yaml": rolls,
            f"{where}/boats.yaml": BOATS,
            f"{where}/charms.yaml": CHARMS,
            f"{where}/ropes.yaml": ROPES,
        }
        folder = project_of(files)
        return load(Project((folder,), folder / "build"))[0]

    def tell(*changed: tuple[str, str, str], lineage: Lineage = CREW) -> dict[str, Consequence | None]:
        before, after = ROLLS, ROLLS
        for part, old, new in changed:
            assert ROLLS.count(part) == 1
            before, after = before.replace(part, old), after.replace(part, new)
        sides = [(database, database.editions["ferry"]) for database in map(loaded, (before, after))]
        (_, a), (in_b, b) = sides
        found = with_consequences(compare(a, b, in_b), sides[0], sides[1], lineage)
        return {change.path: change.consequence for change in found}

    return tell


def test_more_dice_are_told_by_the_successes_to_expect_of_them_where_they_are_thrown(told: Callable) -> None:
    """In a race, and beside the dice that are thrown without one."""
    found = told((RACE_DICE, RACE_DICE, RACE_DICE.replace("+1D6", "+2D6")))
    assert found == {"modifiers.race.add": Consequence("row", 2.0, 2.5, dice=3)}


def test_the_dice_of_a_roll_are_told_if_they_are_as_many_on_both_sides(told: Callable) -> None:
    found = told(
        (RACE_DICE, RACE_DICE, RACE_DICE.replace("+1D6", "+2D6")), (CREW_DICE, CREW_DICE, CREW_DICE.replace("1D", "2D"))
    )
    assert found == {
        "modifiers.race.add": Consequence("row", 2.0, 4.0, dice=None),
        "modifiers.crew.add": Consequence("row", 1.5, 3.0, dice=None),
    }


def test_a_roll_that_passes_as_a_whole_comes_to_no_successes(told: Callable) -> None:
    nerve = "  figures: {die: 1D6}\n"
    calm = nerve + "  modifiers: {calm: {name: Calm, hook: nerve.roll, add: %s}}\n"
    assert told((nerve, calm % "+1", calm % "+2")) == {"modifiers.calm.add": None}


def test_an_effect_on_another_roll_is_told_of_the_roll_that_it_is_on_now(told: Callable) -> None:
    found = told((RACE_DICE, "hook: nerve.roll, add: +1, when: {self.racing: true}", RACE_DICE))
    assert found["modifiers.race.add"] == Consequence("row", 1.5, 2.0, dice=3)
    assert (
        told((RACE_DICE, RACE_DICE, "hook: nerve.roll, add: +1, when: {self.racing: true}"))["modifiers.race.add"]
        is None
    )


def test_without_a_situation_or_a_difference_a_change_comes_to_nothing(told: Callable) -> None:
    """Without dice, one is thrown that passes on a six: it makes no difference how many are taken away."""
    change = (RACE_DICE, RACE_DICE, RACE_DICE.replace("+1D6", "+2D6"))
    assert told(change, lineage=Lineage()) == {"modifiers.race.add": None}
    laden = "hook: row.pool, add: -2D6, when: {self.laden: true}"
    two = Lineage(situation={"self.crew-size": "2", "self.arms": "0"})
    assert told((laden, laden, laden.replace("-2D6", "-3D6")), lineage=two) == {"modifiers.laden.add": None}
