"""What readers call a fact: in every language, by words that are printed, and never by its path."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.database import Database, load
from kensei_docs.project import Project, shipped

EDITIONS = ["kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish"]
LANGUAGES = ["en", "es"]


@cache
def _shipped(language: str) -> tuple[Database, Translator]:
    project = Project.open(shipped())
    database, _ = load(project)
    return database, Translator(project, database, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_fact_of_an_edition_has_a_name_and_a_value_in_words(edition: str, language: str) -> None:
    database, translator = _shipped(language)
    names = FactNames(database, translator)
    for record in database.editions[edition].records.values():
        for path, value in [*((fact.path, fact.value) for fact in record.facts), *record.messages]:
            said = names.name(record, path), names.value(record, path, value)
            assert names.wordless == set(), f"{record.id} {path}: {said}"
            assert "." not in path or path not in "".join(said)
            assert all(said), f"{record.id} {path}"
    assert [problem.message for problem in translator.problems] == []


@pytest.mark.parametrize(
    ("record", "path", "english", "spanish"),
    [
        ("characteristic/attributes", "rows.attack.hero", "Attack in hand to hand combat of a hero", None),
        ("characteristic/attributes", "rows.wounds.hero", "Wounds of a hero", "Heridas de un héroe"),
        ("roll/combat", "modifiers.out-of-cohesion.add", "Out of cohesion", "Fuera de cohesión"),
        ("ability/leader", "figures.bonus", "Bonus", "Bonificación"),
        ("phase/end-of-battle", "figures.lost", None, "… si un ejército ha perdido el ____ de sus puntos"),
        ("weapon/polearms", "effects.against-cavalry.add", "Combat Roll, against mounted enemies", None),
        ("weapon/polearms", "effects.against-cavalry.when", "Combat Roll, against mounted enemies, Condition", None),
        ("order/charge", "rules.target", "Rule", "Regla"),
        ("title/ninja", "abilities", "Abilities", "Habilidades"),
        ("limit/leader-and-unit-table", "rows.first.units.min", "Army points 200, Units, Least", None),
        ("order/charge", "", "Charge", "Cargar"),
    ],
)
def test_a_fact_is_called_as_it_is_printed(record: str, path: str, english: str | None, spanish: str | None) -> None:
    for language, said in zip(LANGUAGES, (english, spanish), strict=True):
        database, translator = _shipped(language)
        if said is not None:
            assert FactNames(database, translator).name(database.editions["kensei-2e"].records[record], path) == said


@pytest.mark.parametrize(
    ("record", "path", "value", "english", "spanish"),
    [
        ("characteristic/attributes", "rows.mounted.hero", "2.5 cm", "2.5\u00a0cm", "2,5\u00a0cm"),
        ("characteristic/attributes", "rows.mounted.hero", None, "____", "____"),
        ("title/ninja", "abilities", "adaptable, into-the-shadows", "Adaptable, Into the shadows", None),
        ("rule/measuring", "before-acting", "false", "no", "no"),
        ("roll/combat", "modifiers.reaction.when", {"self.reacting": False}, "not in reaction", None),
        ("roll/combat", "modifiers.reaction.when.self.reacting", True, "in reaction", "al reaccionar"),
        ("roll/combat", "modifiers.reaction.when.self.reacting", "false", "not in reaction", None),
        (
            "roll/combat",
            "modifiers.reaction.when",
            "self.reacting: false; opponent.weapon-type: not 1, 2",
            "not in reaction, except against weapons of type 1 or 2",
            "si no reacciona, salvo contra armas de tipo 1 o 2",
        ),
        ("weapon/polearms", "effects.charging.hook", "damage.roll", "Damage Roll", "Tirada de Heridas"),
        ("clan/kuge", "name", "Kuge", "Kuge", "Kuge"),
    ],
)
def test_a_value_is_said_as_it_is_printed(
    record: str, path: str, value: Any, english: str, spanish: str | None
) -> None:
    for language, said in zip(LANGUAGES, (english, spanish), strict=True):
        database, translator = _shipped(language)
        if said is not None:
            whose = database.editions["kensei-2e"].records[record]
            assert FactNames(database, translator).value(whose, path, value) == said


def test_a_change_is_a_line() -> None:
    database, translator = _shipped("en")
    record = database.editions["kensei-2e"].records["characteristic/attributes"]
    assert FactNames(database, translator).change(record, "rows.wounds.hero", "3", "4") == "Wounds of a hero: 3 → 4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_change_never_reads_the_same_on_both_sides(language: str) -> None:
    database, translator = _shipped(language)
    ninja = database.editions["kensei-2e"].records["title/ninja"]
    change = FactNames(database, translator).change(ninja, "rules.abilities", "In the dark.", "Into the dark.")
    assert change.endswith(": In the dark. → Into the dark.")


def test_a_key_that_nothing_names_is_noted(project_of: Callable[[dict[str, str]], Path]) -> None:
    """Figures that a sentence or a roll has are named by it."""
    folder = project_of(
        {
            "data/vocabulary.yaml": "kinds: {rules: rule}\nhooks: {pull: {name: Pull, roll: pull}}\natoms: {}\n",
            "data/glossary.yaml": "{}\n",
            "data/editions/old/edition.yaml": "id: old\nname: Old\ngame: Boats\nlanguage: en\nunits: cm\n",
            "data/editions/old/rules.yaml": "row:\n  name: Rowing\n  crew-of-oars: 4\n"
            "  figures: {far: 3 cm, hard: +1}\n"
            "  text: 'Rest. Row no more than %(far)s at a time; then rest.'\n"
            "  effects: {pull: {hook: pull, add: $hard}}\n",
        }
    )
    project = Project((folder,), folder / "build")
    database, _ = load(project)
    names = FactNames(database, Translator(project, database, "en"))
    row = database.editions["old"].records["rule/row"]
    assert names.name(row, "figures.far") == "Row no more than ____ at a time"
    assert names.name(row, "figures.hard") == "Pull"
    assert names.wordless == set()
    assert names.name(row, "crew-of-oars") == "Crew of oars"
    assert names.wordless == {"crew-of-oars"}
    assert names.name(row, "crew-of-oars", unnamed_keys=("crew-of-oars",)) == "Rowing"
