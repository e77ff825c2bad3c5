"""Translations that stand in a spreadsheet, in a column beside the texts: ``Text (es)`` beside ``Text``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.update import compile_catalogues, update_language
from kensei_docs.check.checked_project import CheckedProject
from kensei_docs.check.project_files import translations_stand_in_one_place
from kensei_docs.check.run import check_words
from tests.database.test_record_sheets import Game, game

__all__ = ["game"]

GALE = "Name,Text,Text (es),Name (es)\nGale,Pay 2 coins.,Paga 2 monedas.,Temporal\n"
PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def spanish(made: Game) -> Translator:
    return Translator(made.project, made.database, "es")


def said(made: Game, field: str = "text", record: str = "event/gale") -> str:
    return spanish(made).text(made.edition.records[record], field)


def test_a_column_in_another_language_has_the_translations_of_its_texts(game: Callable[..., Game]) -> None:
    made = game(events_csv=GALE)
    assert (made.told, made.notes) == ([], [])
    assert made.data("event/gale") == {"name": "Gale", "text": "Pay %(text-1)s coins.", "figures": {"text-1": "2"}}
    assert made.sheets == ["events.csv: has 1 record of the kind event; translations into es: Text (es), Name (es)"]
    gale, translator = made.edition.records["event/gale"], spanish(made)
    assert (translator.name(gale), translator.text(gale)) == ("Temporal", "Paga 2 monedas.")
    assert translator.problems == []
    assert Translator(made.project, made.database, "en").text(gale) == "Pay 2 coins."
    assert made.database.labels == {}


@pytest.mark.parametrize(
    "head", ["Text [es]", "Text (ES)", "Text (Spanish)", "text (español)", "Text_es", "Text es", "TEXT: es"]
)
def test_the_language_may_be_written_in_many_ways(game: Callable[..., Game], head: str) -> None:
    made = game(events_csv=f"Name,Text,{head}\nGale,Stay.,Quédate.\n")
    assert (made.told, said(made)) == ([], "Quédate.")


def test_sentences_of_a_column_of_ones_own_have_translations_too(game: Callable[..., Game]) -> None:
    made = game(events_csv="Name,Flavour,Flavour (es)\nGale,He had 3 sons once.,Tuvo 3 hijos.\n")
    assert (made.told, said(made, "rules.flavour")) == ([], "Tuvo 3 hijos.")


def test_the_language_of_the_game_may_stand_in_its_heads(game: Callable[..., Game]) -> None:
    made = game(
        events_csv="Name (en),Name (es),Text (en),Text (es),Motto (en)\nGale,Temporal,Stay.,Quédate.,We go on.\n"
    )
    assert (made.told, said(made), said(made, "name")) == ([], "Quédate.", "Temporal")
    assert made.database.labels == {"motto": {"en": "Motto"}}


def test_figures_are_found_in_the_order_of_the_other_language(game: Callable[..., Game]) -> None:
    made = game(events_csv='Name,Text,Text (es)\nGale,"Pay 2 within 3"" of it.","A 3 pulgadas, paga 2."\n')
    assert (made.told, said(made)) == ([], "A 3 pulgadas, paga 2.")


@pytest.mark.parametrize(
    ("words", "fault"),
    [("Paga 3 monedas.", "3 for 2"), ("Paga dos monedas.", "none for 2"), ("Paga 2 monedas y 1 más.", "1 for none")],
)
def test_a_translation_with_other_figures_is_told_and_not_printed(
    game: Callable[..., Game], words: str, fault: str
) -> None:
    made = game(events_csv=GALE.replace("Paga 2 monedas.", words))
    assert made.told == [
        f"events.csv, row 2, column C: has other figures than the text that it translates, {fault}; write the same in "
        "both  [spreadsheet]"
    ]
    assert said(made) == "Pay 2 coins."


def test_a_translation_of_no_text_is_told(game: Callable[..., Game]) -> None:
    made = game(events_csv=GALE.replace("Pay 2 coins.", ""))
    assert made.told[0].startswith(
        "events.csv, row 2, column C: translates nothing: in this row 'text' is empty; write"
    )


def test_a_text_without_its_translation_is_told_by_cell(game: Callable[..., Game]) -> None:
    made = game(events_csv=f"{GALE}Fog,Stay.,,Niebla\n")
    translator = spanish(made)
    assert translator.text(made.edition.records["event/fog"]) == "Stay."
    [told] = translator.problems
    assert "row 3, column C: 'salt/event/fog.text' has no translation into es; write it into this cell" in str(told)


@pytest.mark.parametrize(
    ("heads", "path"), [("Move,Move (km)", "figures.move-km"), ("Name,Weight (kg)", "figures.weight-kg")]
)
def test_a_unit_in_brackets_is_no_language(game: Callable[..., Game], heads: str, path: str) -> None:
    made = game(events_csv=f"Id,{heads}\ngale,3,4\n" if "Name" in heads else f"Name,{heads}\nGale,3,4\n")
    assert (made.told, made.edition.records["event/gale"].get(path)) == ([], "4")


def test_single_words_are_translated_by_the_glossary(game: Callable[..., Game]) -> None:
    made = game(events_csv="Name,Role,Role (es)\nGale,Foreman,Capataz\n")
    assert made.told == [
        "events.csv, row 1, column C: 'Role (es)' translates single words, which stand in data/glossary.yaml for all "
        "their cells: write 'foreman: {es: Capataz}' there, and so on, and begin the head with '_'  [spreadsheet]"
    ]
    assert made.data("event/gale") == {"name": "Gale", "role": "Foreman"}


def test_translations_of_a_column_that_is_not_there_are_told(game: Callable[..., Game]) -> None:
    made = game(events_csv="Name,Text (es)\nGale,Quédate.\n")
    assert made.told == [
        "events.csv, row 1, column B: 'Text (es)' has translations into es of a column 'Text', which is not there; "
        "write the words in en, in which the game is written, into it  [spreadsheet]"
    ]
    assert made.data("event/gale") == {"name": "Gale"}


def test_a_language_that_the_project_has_not_is_told(game: Callable[..., Game], tmp_path: Path) -> None:
    table = GALE.replace("(es)", "(fr)")
    assert [one.partition(";")[0] for one in game(events_csv=table).told] == [
        f"events.csv, row 1, column {column}: has translations into fr, in which nothing is printed yet"
        for column in "CD"
    ]
    (tmp_path / "data" / "locale" / "fr").mkdir(parents=True)
    assert game(events_csv=table).told == []


def test_a_cell_goes_before_a_catalogue_that_says_something_else(game: Callable[..., Game], tmp_path: Path) -> None:
    """It is told until an update takes the entry out of the catalogue, which loses nothing."""
    catalogue = tmp_path / "data" / "locale" / "es" / "salt.po"
    catalogue.parent.mkdir(parents=True)
    entry = 'msgctxt "salt/event/gale.text"\nmsgid "Pay %(text-1)s coins."\nmsgstr "{}"\n'
    catalogue.write_text(PO + entry.format("Entrega %(text-1)s."))
    made = game(events_csv=GALE)
    translator = spanish(made)
    assert translator.text(made.edition.records["event/gale"]) == "Paga 2 monedas."
    checked = [str(one) for one in translations_stand_in_one_place(CheckedProject(made.project, made.database))]
    for told in (*map(str, translator.problems), *checked):
        assert "salt.po:5: 'salt/event/gale.text'" in told and "is printed; run 'kensei-docs catalogue update'" in told
        assert "otherwise in" in told and "events.csv, row 2, column C, which" in told
    assert (len(translator.problems), len(checked)) == (1, 1)
    list(update_language(made.project, made.database, "es"))
    assert '#~ msgstr "Entrega %(text-1)s."' in catalogue.read_text()
    assert '"Temporal"' not in catalogue.read_text()
    translator = spanish(made)
    assert (translator.text(made.edition.records["event/gale"]), translator.problems) == ("Paga 2 monedas.", [])
    # Without the cell, what the catalogue had comes back with the next update.
    without = game(events_csv=GALE.replace("Paga 2 monedas.", ""))
    list(update_language(without.project, without.database, "es"))
    assert said(without) == "Entrega 2."


def test_the_same_words_in_a_catalogue_are_no_problem(game: Callable[..., Game], tmp_path: Path) -> None:
    catalogue = tmp_path / "data" / "locale" / "es" / "salt.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(PO + 'msgctxt "salt/event/gale.name"\nmsgid "Gale"\nmsgstr "Temporal"\n')
    made = game(events_csv=GALE)
    assert said(made, "name") == "Temporal"
    assert list(translations_stand_in_one_place(CheckedProject(made.project, made.database))) == []


def test_words_for_one_and_for_several_have_both_in_the_other_language(game: Callable[..., Game]) -> None:
    made = game(events_csv="Name,Text,Text (es)\nGale,Pay 1 {coin|coins}.,Paga 1 {moneda|monedas}.\n")
    assert (made.told, said(made)) == ([], "Paga 1 moneda.")


def test_other_programs_get_the_translations_of_cells(game: Callable[..., Game]) -> None:
    made = game(events_csv=GALE)
    compiled = {
        (language, domain): many for language, domain, _, many in compile_catalogues(made.project, made.database)
    }
    assert compiled["es", "salt"] == 2


@pytest.mark.parametrize("word", ["sp", "castellano", "Spansih", "Esp."])
def test_a_language_that_is_almost_one_is_told_at_the_head(game: Callable[..., Game], word: str) -> None:
    """Otherwise the translations are printed below the texts, as if they were one more of these."""
    made = game(events_csv=f"Name,Text,Text ({word})\nGale,Stay here.,Quédate aquí.\n")
    assert [one.partition(";")[0] for one in made.told] == [
        f"events.csv, row 1, column C: 'Text ({word})' names no language that is known"
    ]
    assert "did you mean 'Text (es)'?" in made.told[0]
    assert made.data("event/gale") == {"name": "Gale", "text": "Stay here."}


@pytest.mark.parametrize(
    "heads", ["Text,Text (short)", "Text,Text (sp. edition)", "Cost,Cost (sp)", "Text,Flavour (sp)"]
)
def test_what_else_stands_in_brackets_is_no_language(game: Callable[..., Game], heads: str) -> None:
    cells = "3,4" if "Cost" in heads else "Stay here.,Do not go."
    assert game(events_csv=f"Name,{heads}\nGale,{cells}\n").told == []


def test_an_empty_cell_of_a_column_of_translations_is_told_at_the_cell(game: Callable[..., Game]) -> None:
    made = game(events_csv=f"{GALE}Fog,Stay.,,\nRain,,,Lluvia\n")
    (made.project.layers[0] / "data/locale/es").mkdir(parents=True)
    found = [one for one in check_words(made.project, made.database) if one.check == "translations"]
    assert [(one.place.within, one.message.partition(" has ")[2]) for one in found if "salt/event" in one.message] == [
        ("row 3, column D", "no translation into es; write it into this cell"),
        ("row 3, column C", "no translation into es; write it into this cell"),
    ]
    without = game(events_csv="Name,Text\nFog,Stay.\n")
    assert without.edition.untranslated == {}
