"""The sentences of an own copy: in the record that they belong to, and each once."""

from __future__ import annotations

import re

from ruamel.yaml import YAML

from kensei_docs.database import load_shared
from kensei_docs.drafting.own_copy import own_copy_files
from kensei_docs.drafting.project_files import draft_document
from kensei_docs.project import Project
from tests.drafting.page import page


def copied(drawing: str, language: str = "en") -> dict[str, str]:
    """Return the texts of an own copy of a page, by record."""
    document = page(drawing, language)
    draft, read = draft_document(document, load_shared(Project.open())[0].vocabulary, whole=True)
    files = own_copy_files(document, read, draft.records, "tide")
    entries = YAML(typ="safe").load(files.get("own-copy/tide.yaml", "")) or {}
    return {name: entry["text"] for name, entry in entries.items()}


def test_words_that_name_the_rows_of_a_table_are_not_said_again_below_it() -> None:
    rows = ("1    Easy  100   90", "2    Easy  +x    88", "3    Hard   67   75", "4    Hard   50   40")
    text = copied("\n".join(("# Ease", "", "Nobody rows here without 2 oars.", "", "Aim  Ease  1D6  1D8", *rows, "")))
    assert text == {"rule/ease": "Nobody rows here without %(oars)s oars."}


def test_what_does_not_fit_into_the_last_cell_of_a_table_stands_with_it() -> None:
    text = copied(
        "# Gifts\n\nGift   Cost  What it is\nReeds  2     They are cut at low tide by whoever rows out to them then.\n"
        "Salt   5     It comes in barrels from over the\nsea, by boat, and it stays dry.\n"
    )
    assert text["gift/salt"] == "It comes in barrels from over the sea, by boat, and it stays dry."
    assert "rule/gifts" not in text


def test_items_with_a_letter_stand_in_below_those_with_a_number() -> None:
    text = copied(
        "# Rowing\n\nA boat with 3 oars is rowed so.\n"
        "1- Each oar is dipped:\na. the left one first;\nb. the right one.\n2- Then it rests.\n"
    )
    assert text["rule/rowing"].splitlines()[1:] == [
        "1- Each oar is dipped:",
        "\u2003a. the left one first;",
        "\u2003b. the right one.",
        "2- Then it rests.",
    ]


def test_a_list_that_begins_anew_inside_of_another_stands_in() -> None:
    text = copied(
        "# Rowing\n\nA boat with 3 oars is rowed so:\n\n1. Dip them.\n\n2. Row in one of these ways:\n\n  1. Fast\n\n"
        "  2. At ease\n\n  3. Slowly\n\n3. Then rest.\n\nIt is all.\n\n1. Moor.\n"
    )
    assert text["rule/rowing"].splitlines()[1:] == [
        "1. Dip them.",
        "2. Row in one of these ways:",
        "\u20031. Fast",
        "\u20032. At ease",
        "\u20033. Slowly",
        "3. Then rest.",
        "It is all.",
        "1. Moor.",
    ]


def test_rows_of_a_table_of_words_are_lines_below_their_heading() -> None:
    text = copied(
        "# Boats\n\nEach boat begins with what its class has, and with 2 oars.\n\n"
        "*Class    Has*\nSkiff    A mast\nBarge    A mast and a crane\n\n# Wind\n\nIt blows 2 in.\n"
    )
    assert text["rule/boats"].splitlines()[1:] == [
        "Class \u00b7 Has",
        "Skiff \u00b7 A mast",
        "Barge \u00b7 A mast and a crane",
    ]


def test_words_behind_the_figure_of_a_cell_are_not_lost() -> None:
    text = copied("# Aim\n\nCase     Aim\nRowing   1\nAt ease  2 but only once a day\nWaiting  3\n")
    assert text == {"table/aim": "At ease 2 but only once a day"}


def test_a_table_of_words_alone_is_the_text_of_its_heading() -> None:
    text = copied("# Boats\n\nClass    Has\nSkiff    A mast\nBarge    A crane\n\n# Wind\n\nIt blows 2 in.\n")
    assert text["rule/boats"].splitlines() == ["Class \u00b7 Has", "Skiff \u00b7 A mast", "Barge \u00b7 A crane"]


def test_each_row_of_a_table_of_several_columns_of_words_is_a_record_with_all_of_them() -> None:
    rows = ("Skiff   A mast    Whoever is small", "Barge   A crane   Whoever carries a load over the marsh")
    text = copied(
        "\n".join(("# Boats", "", "*Class   Has       Rowed by*", *rows, "", "# Wind", "", "It blows 2 in.", ""))
    )
    assert text["boat/barge"].splitlines() == ["Has: A crane", "Rowed by: Whoever carries a load over the marsh"]
    assert "rule/boats" not in text


def test_the_number_of_an_item_and_the_results_of_a_die_stand_before_their_words() -> None:
    text = copied(
        "# Draws\n\nRoll 1 die for each net:\n\n1. Look at the water.\n\n2. Throw it.\n\n2-5: Reeds\n\n6+: Eels\n"
    )
    lines = text["rule/draws"].splitlines()
    assert lines[1:3] == ["1. Look at the water.", "2. Throw it."]
    assert [line.partition(": ")[2] for line in lines[3:]] == ["Reeds", "Eels"]
    assert all(line.startswith("%(") for line in lines[3:])


def test_a_line_that_begins_with_a_number_goes_on_with_its_sentence() -> None:
    text = copied("# Draws\n\nWhoever sees an eel may roll\n\n2D6 at once, and throws the net again.\n")
    assert text["rule/draws"] == "Whoever sees an eel may roll %(throws)s at once, and throws the net again."


def test_an_item_whose_sign_stands_in_a_column_of_its_own_is_no_row_of_a_table() -> None:
    lines = ("1-  Row to the reeds.", "2-  Cast the net.", "3-  Draw it in.")
    text = copied("\n".join(("# Fishing", "", "Nobody fishes here without 2 oars.", "", *lines, "")))
    assert text["rule/fishing"].splitlines()[-3:] == ["1- Row to the reeds.", "2- Cast the net.", "3- Draw it in."]


def test_a_figure_in_words_is_printed_in_words() -> None:
    text = copied(
        "# Draws\n\nBoth sides draw four cards twice. Whoever has 9 reeds gives one reed away, or twenty of them.\n\n"
        "Half of the crew swims.\n"
    )
    assert re.sub(r"\([\w-]+", "(", text["rule/draws"]).splitlines() == [
        "Both sides draw %(|words)s cards %(|times)s. "
        "Whoever has %()s reeds gives %(|words)s reed away, or %()s of them.",
        "%(|words)s of the crew swims.",
    ]


def test_an_article_in_words_keeps_its_gender() -> None:
    text = copied("# Cartas\n\nCon 9 cartas, robas una carta y dejas un remo de 3 remos, o la mitad.\n", "es")
    assert re.sub(r"\([\w-]+", "(", text["rule/cartas"]) == (
        "Con %()s cartas, robas %(|feminine)s carta y dejas %(|masculine)s remo de %()s remos, o %(|words)s."
    )


def test_what_is_not_printed_as_the_document_has_it_in_words_is_printed_in_digits() -> None:
    text = copied("# Karten\n\nMit 9 Karten gewinnt man, mit einer Karte nicht.\n", "de")
    assert re.sub(r"\([\w-]+", "(", text["rule/karten"]) == "Mit %()s Karten gewinnt man, mit %()s Karte nicht."


def test_an_example_inside_of_a_rule_is_kept() -> None:
    text = copied("# Nets\n\nA net holds 9 eels. For example, with 2 nets you hold more. It is wet.\n")
    assert text["rule/nets"] == "A net holds %(eels)s eels. For example, with 2 nets you hold more. It is wet."


def test_a_row_keeps_its_group_its_signs_and_its_short_words_beside_a_long_text() -> None:
    text = copied(
        "# Skiffs\n\n*Skiff   Move  Build  What it does*\nRowed\n"
        "Heron    4     Light  It goes over the marsh by day and comes home at dusk.\n"
        "Teal     5     Light  It carries all the nets of the village to the sea.\n"
        "Coot     \u221e     Old    It lies on the shore and is not rowed any more.\n"
    )
    assert text["skiff/coot"].splitlines() == [
        "Rowed. Move: \u221e.",
        "Build: Old",
        "What it does: It lies on the shore and is not rowed any more.",
    ]
