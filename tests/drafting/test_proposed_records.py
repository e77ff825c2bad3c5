"""Records that are proposed, and a profile that reads all their figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from kensei_docs.database import load_shared
from kensei_docs.drafting import project_files
from kensei_docs.drafting.detected_settings import numbers_of_headings
from kensei_docs.drafting.draft import Draft
from kensei_docs.drafting.outline import Section
from kensei_docs.drafting.project_files import draft_document
from kensei_docs.drafting.proposed_records import Drafter
from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.extract.reading.grids import Grid
from kensei_docs.project import Project
from kensei_docs.sources import Source
from tests.conftest import ROOT

from .conftest import source_of

VOCABULARY = load_shared(Project.open(ROOT))[0].vocabulary


def draft(document: Document) -> Draft:
    return draft_document(document, VOCABULARY)[0]


def test_a_list_below_a_heading_is_a_kind_of_record(read: Callable) -> None:
    made = draft(read("HERONS\nGrey one\nIt stands 6 in from the pier.\nWhite one\nIt waits for 2 fish.\n"))
    assert list(made.records) == ["heron/grey-one", "heron/white-one"]
    assert made.new_kinds == {"herons": "heron"} and made.titles == {"heron": "Herons"}


@pytest.mark.parametrize(
    ("language", "heading", "kind"),
    [
        ("en", "SPECIES", "species"),
        ("en", "FERRIES", "ferry"),
        ("es", "ENFERMEDADES", "enfermedad"),
        ("es", "MALDICIONES", "maldicion"),
        ("es", "NAVES", "nave"),
        ("es", "LAS NAVES", "nave"),
        ("en", "THE FERRIES", "ferry"),
        ("fr", "LES ARMES", "arme"),
        ("fr", "L’ÉQUIPAGE", "equipage"),
        ("fr", "BATEAUX", "bateau"),
        ("de", "DIE FÄHIGKEITEN", "fahigkeit"),
        ("de", "RUNDE", "runde"),
    ],
)
def test_a_kind_is_the_singular_of_its_heading(read: Callable, language: str, heading: str, kind: str) -> None:
    made = draft(read(f"{heading}\n\nShape Oars Hull\n\nAlpha 4 2\n\nBeta 3 4\n", language))
    assert {record.kind for record in made.records.values()} == {kind}


def test_a_german_plural_is_one_where_the_document_has_the_singular(read: Callable) -> None:
    ships = "Ein Schiff hat ein Ruder.\n\nSCHIFFE\n\nName Ruder Rumpf\n\nAlpha 4 2\n\nBeta 3 4\n"
    assert draft(read(ships, "de")).new_kinds == {"schiffe": "schiff"}


def test_a_kind_that_the_tool_prints_is_used_and_one_with_a_form_of_its_own_is_not(read: Callable) -> None:
    entries = (
        "First one\nThey go on by {} in every turn of the game.\nOther one\nThey go on by {} out of the harbour.\n"
    )
    text = f"ABILITIES\n{entries.format('6 in', '2 in')}\nUNITS\n{entries.format('4 in', '3 in')}"
    made = draft(read(text))
    assert {record.kind for record in made.records.values()} == {"ability", "tide-unit"}
    assert made.new_kinds == {"tide-units": "tide-unit"}


def test_long_chapters_are_rules_and_no_list(read: Callable) -> None:
    chapter = "A boat moves 6 in. " + "It goes on as the captain likes it. " * 12
    made = draft(read(f"MOVING\nOn water\n{chapter}\nOn land\n{chapter}\n"))
    assert list(made.records) == ["rule/on-water", "rule/on-land"]


def test_a_column_of_modifiers_is_one_table(read: Callable) -> None:
    made = draft(read("MODIFIERS\n\nCase Value\n\nIn fog -1\n\nAt anchor +1\n\nMoored +2\n"))
    (record,) = made.records.values()
    assert record.rows["at-anchor"] == ("At anchor", {"value": "+1"})


def test_a_heading_whose_words_stand_before_it_is_found_behind_another(read: Callable) -> None:
    text = "ROWING\n\nAll boats carry 2 oars before anchor is weighed.\n\nANCHOR\n\nIt costs 3 points.\n"
    document = read(text)
    made, found = draft_document(document, VOCABULARY)
    assert made.readings["rules"][1]["from"] != "ANCHOR" or "after" in made.readings["rules"][1]
    assert [one.value for one in found.observations] == ["2", "3"]
    assert not found.problems and not made.sections_unread


def test_the_numbers_of_a_list_are_no_figures(read: Callable) -> None:
    document = read("THE TURN\n\n1) Row 3 hexes\n\n2) Fish\n\n3) Rest for 2 turns\n")
    shapes = numbers_of_headings(document.text.split("\n"))
    document.source = document.source.model_copy(update={"no_rules": shapes})
    (record,) = draft(document).records.values()
    assert list(record.figures.values()) == ["3", "2"]


WORDS = some.sampled_from(
    [
        "boats",
        "herons",
        "lanterns",
        "oars",
        "keepers",
        "row",
        "sail",
        "drift",
        "burn",
        "carry",
        "the",
        "of",
        "from",
        "over",
    ]
)
FIGURES = some.sampled_from(["6 in", "2-4 in", "+1", "-2", "2D6", "1D6+1", "4+", "50 %", "7", "3/4/5", "1.5 in"])
SENTENCE = some.tuples(some.lists(WORDS, min_size=1, max_size=5), FIGURES, some.lists(WORDS, min_size=1, max_size=4))
SECTIONS = some.lists(some.lists(SENTENCE, min_size=1, max_size=4), min_size=1, max_size=5)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(SECTIONS)
def test_what_is_drafted_is_read_again(sections: list[list[tuple[list[str], str, list[str]]]]) -> None:
    """Whatever the words: a figure that the profile could not find again is in no record."""
    lines: list[ReadLine] = []
    for number, sentences in enumerate(sections):
        name = f"Chapter {'abcde'[number] * 4}"
        lines.append(ReadLine(name, len(lines) + 1, len(lines) + 1, None, 2 * number, True))
        for before, figure, after in sentences:
            text = f"{' '.join(before).capitalize()} {figure} {' '.join(after)}."
            lines.append(ReadLine(text, len(lines) + 1, len(lines) + 1, None, 2 * number + 1, False))
    made, found = draft_document(Document(source_of(), lines), VOCABULARY)
    observed = {(one.record, one.fact): one.value for one in found.observations if one.fact != "name"}
    held = {(record.id, fact): value for record in made.records.values() for fact, value in record.facts()}
    assert observed == held
    assert not found.problems


# Capitals that head a table count as its cells: the list of abbreviations looks like a table of die results.
ABBREVIATIONS = """\
FOG AND FERRY

A boat goes 6 cm a turn.

BOWS

EW effective width

RD reach in the dark

RS resting strength

Name EW RS RD

Long 3 5 2

Short 4 6 1
"""


def test_labels_without_a_figure_are_no_results_of_a_die(read: Callable) -> None:
    made = draft(read(ABBREVIATIONS))
    assert made.sections_failed == []
    assert "rule/fog-and-ferry" in made.records


def test_a_section_that_fails_costs_that_section(read: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "HERONS\n\nName Size Fish\n\nGrey 4 2\n\nWhite 3 4\n\nPIERS\n\nA pier holds 3 herons.\n"
    added = Drafter._add_table

    def fails(drafter: Drafter, section: Section, table: Grid) -> None:
        added(drafter, section, table)
        raise StopIteration

    monkeypatch.setattr(Drafter, "_add_table", fails)
    made = draft(read(text))
    assert list(made.records) == ["rule/piers"] and list(made.readings) == ["rules"] and not made.new_kinds
    assert [(section.name, section.line, error) for section, error in made.sections_failed] == [
        ("Herons", 1, "StopIteration")
    ]


def test_a_section_whose_reading_fails_costs_that_section(read: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = project_files.read_figures

    def fails(document: Document, source: Source) -> ReadingResult:
        if "piers" in str(source.reading):
            raise KeyError("piers")
        return reads(document, source)

    monkeypatch.setattr(project_files, "read_figures", fails)
    made = draft(read("HERONS\n\nA heron stands 6 in from the pier.\n\nPIERS\n\nA pier holds 3 herons.\n"))
    assert list(made.records) == ["rule/herons"]
    assert [(section.name, error) for section, error in made.sections_failed] == [("Piers", "'piers'")]
