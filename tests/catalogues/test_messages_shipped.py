"""What the shipped rules have to say to a reader, in both languages.

Each entry is a rule that a reader could take for another one if these words were missing.
"""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.messages import TEMPLATES, collect
from kensei_docs.catalogues.po import Catalogue, read_po_file
from kensei_docs.database import Database, load
from kensei_docs.languages import language as language_of
from kensei_docs.project import Project, shipped

SAYS = [
    # Capitals name one order, small letters a kind of them: an engaged troop may disengage, a shot asks for no answer.
    ("kensei-2e/order/using-orders.text", "a combat order first", "primero una orden de combate"),
    ("kensei-2e/order/using-orders.text", "Disengage", "Destrabar"),
    ("kensei-2e/order/using-orders.rules.targets", "hand to hand combat order", "orden de combate cuerpo a cuerpo"),
    ("kensei-2e/phase/spending-orders.text", "a hand to hand combat order", "una orden de combate cuerpo a cuerpo"),
    ("kensei-2e/title/spectre.rules.reactions", "a movement order", "una orden de movimiento"),
    ("kensei-2e/ability/smoke-grenade.text", "combat order", "órdenes de combate"),
    ("kensei-2e/rule/multiple-combat.text", "(Charge, Disengage or Combat", "(Cargar, Destrabar o Combatir"),
    # Who may do a thing, and what it costs.
    ("kensei-2e/order/charge.rules.target", "yours and an enemy's", "una tuya y una enemiga"),
    ("kensei-2e/order/charge.rules.target", "lone miniature may charge", "miniatura sola puede cargar"),
    ("kensei-2e/ruling/price-of-a-power.reminder", "takes no Ki points", "no cuesta puntos de Ki"),
    ("kensei-2e/reaction/combat.rules.order", "With an activation order left you spend it", "Si te queda una orden"),
    ("kensei-2e/ability/first-blood.text", "1 failed die", "1 dado fallido"),
    ("kensei-2e/ability/scourge-of-jigoku.text", "of either side", "sean del bando que sean"),
    ("kensei-2e/ability/exorcism.text", "of either side", "de uno u otro bando"),
    ("kensei-2e/troop-type/standard-bearer.rules.fallen", "can take up", "puede recogerlo"),
    ("kensei-2e/ranged-weapon/firearms.text", "such as a mount", "como una montura"),
    ("kensei-2e/rule/ki-ability-example.text", "which counts", "la que vale"),
    ("heroic-2002/strategy/wind-two-swords.text", "for trained heroes", "para héroes entrenados"),
    ("heroic-2002/strategy/wind-improvised-weapons.text", "trained heroes only", "Solo para héroes entrenados"),
    # A text is printed in place of its effects, and says when they hold.
    (
        "kensei-2e/armour/samurai-armour.text",
        "except with firearms and crossbows",
        "salvo con armas de fuego y ballestas",
    ),
    ("heroic-2002/strategy/wind-mastery-of-horsemanship.levels.second.text", "on horseback, ", "a caballo, "),
    ("heroic-2002/strategy/wind-mastery-of-horsemanship.levels.third.text", "; on horseback, ", "; a caballo, "),
    ("heroic-2002/strategy/wind-mastery-of-horsemanship.levels.fourth.text", "; on horseback, ", "; a caballo, "),
    ("heroic-2002/morale/caught-on-foot.text", "Fleeing characters", "Los que huyen"),
    ("heroic-2002/morale/charged-by-heroes.text", "on horseback", "a caballo"),
    ("heroic-2002/rule/mastery.text", "takes the place", "sustituye"),
    # What comes of a combat, and when.
    ("kensei-2e/rule/multiple-combat.text", "casualties of each before the next", "se retiran antes del siguiente"),
    ("kensei-2e/rule/multiple-combat.text", "when all have been fought", "cuando han terminado todos"),
    ("kensei-2e/rule/hold-and-shoot.text", "fall short", "fallar"),
    ("kensei-2e/rule/learning.text", "a few at a time", "poco a poco"),
    ("kensei-2e/marker/unit-in-retreat.text", "-1 to its Honour", "Honor -1"),
    ("kensei-lr-2020/marker/unit-in-retreat.text", "-1 to its Honour", "-1 a su Honor"),
    ("kensei-lr-2020/phase/maintenance-phase.steps.retreat.text", "harder", "más difícil"),
    # A part of a rule says what it is about, and a band what it counts.
    ("kensei-2e/rule/kinds-of-combat.rules.ranged", "Ranged:", "A distancia:"),
    ("kensei-2e/visibility/line-of-sight.rules.partial", "Partial:", "Parcial:"),
    ("kensei-lr-2020/visibility/line-of-sight.rules.none", "None:", "Nula:"),
    ("kensei-lr-2020/visibility/sides.rules.flank", "Flanks:", "Flancos:"),
    ("kensei-lr-2020/rule/attack-side.rules.front", "Front:", "Frente:"),
    ("kensei-lr-2020/rule/attack-side.rules.flank", "Flank:", "Flanco:"),
    ("kensei-lr-2020/rule/attack-side.rules.rearguard", "Rearguard:", "Retaguardia:"),
    ("kensei-lr-2020/limit/unit-cost.text", "army builder", "constructor de ejércitos"),
    ("kensei-2e/limit/elite-units.bands.small.name", "army points", "puntos de ejército"),
    ("kensei-2e/command-deck/bonus-cards.bonus.five.name", "players", "jugadores"),
    ("kensei-2e/ruling/ends-of-the-ranges.decision", "in the farther band", "en el alcance más lejano"),
    ("kensei-lr-2020/range/mid-range.text", "still mid range", "aún es medio alcance"),
    ("kensei-lr-2020/terrain/extra-scenery.rules.low", "Lowest commander level", "más bajo"),
    # What was decided where two readings stand is told where the rule stands.
    ("kensei-2e/limit/percent-table.text", "their own limits count", "valen sus propios límites"),
    ("kensei-2e/limit/units.text", "the table of leaders and units", "la tabla de líderes y unidades"),
    ("kensei-2e/ability/revered.text", "to their Honour when", "a su Honor al hacer"),
    ("kensei-2e/visibility/line-of-sight.rules.partial", "sees less than that", "ve menos que eso"),
    ("kensei-lr-2020/weapon/cavalry-polearms.text", "when riders carry them", "cuando las llevan jinetes"),
    # What a document gives in two places counts once.
    ("kensei-2e/armour/samurai-armour.text", "count it once", "cuenta una sola vez"),
    ("kensei-2e/armour/cavalry-armour.text", "count it once", "cuenta una sola vez"),
    ("kensei-2e/ranged-weapon/firearms.text", "counted once", "el de su tabla, una sola vez"),
    ("kensei-2e/marker/sheltered-unit.text", "in cover", "a cubierto"),
    ("samurai-skirmish/movement/cavalry.text", "changes direction", "cambia de dirección"),
]


@pytest.fixture(scope="module")
def project() -> Project:
    folder = shipped()
    return Project((folder,), folder / "build")


@pytest.fixture(scope="module")
def database(project: Project) -> Database:
    return load(project)[0]


@pytest.mark.parametrize(("context", "english", "spanish"), SAYS)
def test_a_rule_says_what_sets_it_apart(
    project: Project, database: Database, context: str, english: str, spanish: str
) -> None:
    name, _, field = context.partition(".")
    edition, _, record_id = name.partition("/")
    records = database.editions[edition]
    record = records.records.get(record_id) or records.rulings[record_id]
    for language, words in (("en", english), ("es", spanish)):
        said = Translator(project, database, language).text(record, field)
        assert words in said.replace("\u2212", "-").replace("\u00a0", " ")


def glued(one: str, several: str) -> str:
    """Return the word that stands without a space behind the words in which two forms of a message differ."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(reversed(one), reversed(several), strict=False))
    alike = "".join(letter for letter, _ in pairs)[::-1]
    behind = re.match(r"[^\W\d_]{4,}", alike)
    before = len(alike) < min(len(one), len(several)) and one[-len(alike) - 1].isalpha()
    return behind.group() if behind and before else ""


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_words_of_a_form_end_where_the_next_word_begins(language: str) -> None:
    found = []
    for file in sorted((shipped() / "data" / "locale" / language).glob("*.po")):
        for entry in read_po_file(file, language).entries:
            one, several = (entry.strings.get(f"msgstr[{number}]", "") for number in (0, 1))
            if word := glued(one, several):
                found.append((file.name, entry.strings["msgctxt"], word))
    assert found == []


def test_a_glued_word_is_seen() -> None:
    assert glued("una ordenigual para todas", "unas órdenesigual para todas") == "igual"
    assert glued("una orden igual para todas", "unas órdenes iguales para todas") == ""


@pytest.mark.parametrize("code", ["en", "es"])
def test_each_clause_and_headline_is_whole_by_itself(project: Project, code: str) -> None:
    """Of two editions either may come first: *now*, *still* or *as before* need the words of the other one."""
    leaning = re.compile("|".join(language_of(code).leaning_words), re.IGNORECASE)
    lineages = project.named_files("data", "lineage")
    said = [
        (f"{entry.context}: {words}", leaning.search(words))
        for domain, file in project.named_files("data", "locale", code, suffix=".po").items()
        for entry in read_po_file(file, code).entries
        if not entry.obsolete and (domain in lineages or "/headline/" in entry.context)
        for keyword, words in entry.strings.items()
        if keyword.startswith("msgstr") and entry.context
    ]
    assert len(said) > 200
    assert [words for words, found in said if found] == []


WORDS_OF_DRAFTS = sorted((shipped() / "data" / "starters" / "words").rglob("*.po"))


@pytest.mark.parametrize("file", WORDS_OF_DRAFTS, ids=lambda file: file.parent.name)
def test_the_words_that_a_draft_in_another_language_begins_with_are_those_of_templates(file: Path) -> None:
    project = Project((shipped(),), shipped() / "build")
    said = {
        (one.context, one.text, one.plural) for one in collect(project, load(project)[0]) if one.domain == TEMPLATES
    }
    words = Catalogue(file.parent.name, [file]).translations
    assert words and {(context, text, given.many) for (context, text), given in words.items()} <= said


def test_no_shipped_translation_waits_for_a_translator_even_one_that_is_obsolete() -> None:
    files = sorted((shipped() / "data" / "locale").glob("*/*.po"))
    assert files
    assert not [
        (file.name, entry.line_of())
        for file in files
        for entry in read_po_file(file, file.parent.name).entries
        if entry.fuzzy
    ]
