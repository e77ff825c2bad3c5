"""What the printed page says, in the reader's language."""

from pathlib import Path

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import Record, load
from kensei_docs.project import Project


def speaking(folder: Path, language: str) -> tuple[Translator, dict[str, Record]]:
    project = Project.open(folder)
    database, _ = load(project)
    return Translator(project, database, language), database.editions["reeds-1e"].records


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("en", "Ferryman", "Boats within 15 cm of the ferryman add +2 to their Order Roll."),
        ("es", "Barquero", "Las barcas a 15 cm o menos del barquero suman +2 a su Tirada de Órdenes."),
    ],
)
def test_a_record_speaks_with_its_figures_filled_in(reeds: Path, language: str, name: str, text: str) -> None:
    translator, records = speaking(reeds, language)
    ferryman = records["ability/ferryman"]
    assert translator.name(ferryman) == name
    assert translator.text(ferryman).replace("\u00a0", " ") == text
    assert translator.problems == []


def test_a_figure_can_be_set_off(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    assert "add <b>+2</b> to" in translator.text(records["ability/ferryman"], figure=lambda words: f"<b>{words}</b>")


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("en", "when charging and except against tools of type 1 or 2"),
        ("es", "al cargar y salvo contra útiles de tipo 1 o 2"),
    ],
)
def test_a_condition_is_whole_phrases_joined_as_the_language_lists(reeds: Path, language: str, phrase: str) -> None:
    translator, records = speaking(reeds, language)
    assert translator.phrase(records["tool/long-tools"].get("effects.charging.when")) == phrase


def test_a_term_comes_from_the_glossary(reeds: Path) -> None:
    assert speaking(reeds, "es")[0].term("oar") == "remo"


def test_a_missing_translation_reads_as_the_message_and_is_a_problem(reeds: Path) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace('msgstr "Barquero"', 'msgstr ""'))
    translator, records = speaking(reeds, "es")
    assert translator.name(records["ability/ferryman"]) == "Ferryman"
    assert [str(p).replace(f"{reeds}/", "") for p in translator.problems] == [
        "data/editions/reeds-1e/abilities.yaml:3:9: 'reeds-1e/ability/ferryman.name' has no "
        "translation into es; add it to data/locale/es/reeds-1e.po  [translations]"
    ]


@pytest.mark.parametrize("words", ["cerca", "a %(rango)s", "a %(range) o"])
def test_a_translation_without_its_figure_is_not_printed(reeds: Path, words: str) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace("a %(range)s o menos", words))
    translator, records = speaking(reeds, "es")
    assert translator.text(records["ability/ferryman"]).startswith("Boats within")
    assert [str(p).replace(f"{reeds}/", "") for p in translator.problems] == [
        "data/editions/reeds-1e/abilities.yaml:5:9: 'reeds-1e/ability/ferryman.text' has other "
        "placeholders in es; mend it in data/locale/es/reeds-1e.po  [placeholders]"
    ]


def test_a_figure_that_the_document_leaves_out_is_a_blank_to_fill_in(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    assert translator.figure(records["tool/long-tools"].figure("weight")) == "____"
