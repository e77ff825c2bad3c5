"""One spelling for a term of the glossary, wherever a message has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.catalogues.findings import findings
from kensei_docs.catalogues.terms import Terms
from kensei_docs.database import load
from kensei_docs.project import Project, shipped

GLOSSARY = [
    {"en": "Combat Roll", "es": "Tirada de Combate"},
    {"en": "commander level", "es": "nivel de comandante"},
    {"en": "charge movement", "es": "movimiento de carga"},
    {"en": "Challenge to a Duel", "es": "Retar a duelo"},
    {"en": "Charge Movement Roll", "es": "Tirada de Movimiento de Carga"},
    {"en": "to wound", "es": "para herir"},
    {"en": "Hero (H)", "es": "Héroe (H)"},
]


@pytest.mark.parametrize(
    ("words", "misspelled"),
    [
        ("Suma a su Tirada de Combate.", []),
        ("Las Tiradas de Combate, todas.", []),
        ("Suma a su Tirada de combate.", ["Tirada de combate"]),
        ("suma a su tirada de Combate.", ["tirada de Combate"]),
        ("Nivel de comandante: 2. Nivel de comandante. (Nivel de comandante)", []),
        ("Paga tu Nivel de comandante y el nivel de Comandante.", ["Nivel de comandante", "nivel de Comandante"]),
        ("Da la orden Retar a duelo, o deja de retar a duelo.", []),
        # The longest term counts: a movement inside the name of a roll is not a movement.
        ("Antes de la Tirada de Movimiento de Carga, el movimiento de carga.", []),
        ("El hombre se para. Herir es fácil, para Herir no.", []),
        # A name may be what it is: the whole message.
        ("NIVEL DE COMANDANTE", []),
    ],
)
def test_a_term_has_the_capitals_of_the_glossary(words: str, misspelled: list[str]) -> None:
    assert [found for found, _ in Terms(GLOSSARY, "es").misspelled(words)] == misspelled


def test_a_language_without_terms_has_nothing_to_say() -> None:
    assert list(Terms(GLOSSARY, "fr").misspelled("Tirada de combate")) == []


def test_the_check_names_the_message_and_the_spelling(reeds: Path) -> None:
    glossary = reeds / "data" / "glossary.yaml"
    glossary.write_text("order-roll: {en: Order roll, es: Tirada de órdenes, part: roll}\n", encoding="utf-8")
    project = Project((reeds,), reeds / "build")
    found = [problem.message for problem in findings(project, load(project)[0], ["terms-are-spelled-alike"])]
    assert found == [
        "'reeds-1e/ability/ferryman.text' in en writes 'Order Roll'; the glossary has 'Order roll'",
        "'reeds-1e/ability/ferryman.text' in es writes 'Tirada de Órdenes'; the glossary has 'Tirada de órdenes'",
    ]


MESSAGE = """move:
  name: Move
  figures: {{{figures}}}
  text: >-
    {text}
  status: prose
"""


@pytest.mark.parametrize(
    ("text", "figures", "fault"),
    [
        ("Causes %(share)s of the wounds.", "share: 1/2", "is 1/2; write %(share|words)s"),
        ("Causes %(share|words)s the wounds.", "share: 1/2", ""),
        ("Models of the scale %(scale)s.", "scale: 28/32", ""),
        ("Choose %(units)s of your units.", "units: '1'", "stands before 'of'; write %(units|words)s"),
        ("Choose %(units|words)s of your units.", "units: '1'", ""),
        ("An army has %(most)s of them.", "most: '60'", ""),
        (
            "It is lost. Uses in a battle: %(uses)s.",
            "uses: '1'",
            "stands behind a colon; make it a sentence, with %(uses|words)s where it counts",
        ),
        ("Use it %(uses|times)s per battle.", "uses: '1'", ""),
        ("Ranges: %(range)s.", "range: 10 cm", ""),
    ],
)
def test_figures_are_said_in_words_where_people_say_them(
    project_of: Callable[[dict[str, str]], Path], text: str, figures: str, fault: str
) -> None:
    folder = project_of(
        {
            "data/editions/marsh-1e/edition.yaml": (
                "id: marsh-1e\nname: Marsh\ngame: marsh\nlanguage: en\nunits: cm\ndocuments: []\n"
            ),
            "data/editions/marsh-1e/orders.yaml": MESSAGE.format(figures=figures, text=text),
        }
    )
    project = Project.open(folder)
    database = load(project, ["marsh-1e"])[0]
    found = findings(project, database, ["figures-read-as-people-say-them"])
    said = [problem.message for problem in found if problem.edition == "marsh-1e"]
    name = figures.partition(":")[0]
    assert said == ([f"'marsh-1e/order/move.text' in en has %({name})s, which {fault}"] if fault else [])


def test_the_spanish_of_an_edition_has_a_spanish_name() -> None:
    from kensei_docs.catalogues import Translator

    project = Project((shipped(),), shipped() / "build")
    database = load(project)[0]
    names = {edition: Translator(project, database, "es").edition(edition) for edition in database.editions}
    assert names["kensei-lr-2020"] == "Kensei, reglas vivas"
    english = Translator(project, database, "en")
    assert [edition for edition, name in names.items() if name == english.edition(edition)] == []


VOCABULARY = """atoms:
  self.tool: {values: tool, phrase: {is: with the tool %(values)s}}
"""
CATALOGUE = """msgid ""
msgstr ""
"Language: es\\n"

msgctxt "vocabulary/when.self.tool.is"
msgid "with the tool %(values)s"
msgstr "WORDS"
"""


@pytest.mark.parametrize(
    ("words", "article"),
    [("con la herramienta %(values)s", ""), ("con el %(values)s", "el"), ("del %(values)s", "del")],
)
def test_nothing_has_to_agree_with_a_term_that_is_put_in(
    project_of: Callable[[dict[str, str]], Path], words: str, article: str
) -> None:
    folder = project_of(
        {"data/vocabulary.yaml": VOCABULARY, "data/locale/es/vocabulary.po": CATALOGUE.replace("WORDS", words)}
    )
    project = Project.open(folder)
    found = findings(project, load(project)[0], ["inserted-terms-need-no-agreement"])
    assert [problem.message.partition(" has ")[2].partition(",")[0] for problem in found] == (
        [f"'{article}' before %(values)s"] if article else []
    )
