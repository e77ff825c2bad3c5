"""Changes of the wording, sentence by sentence, and the account of the figures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from kensei_docs.extract.reading import read_figures
from kensei_docs.extract.reading.wording import Wording
from kensei_docs.project import Project
from kensei_docs.reconcile import Difference
from kensei_docs.reconcile.wording import Comparison, SentenceMatch, sentences_of, without_rearranged
from kensei_docs.sources import load_source

ACCEPTED = (
    "Lanterns and Tides: 37 figures read, 0 doubtful, 1 in no record (%s more than accepted), 0 left out as no rules"
)


@pytest.fixture
def accepted(run: Callable, lanterns: Path) -> Path:
    """The booklet, whose wording was accepted."""
    file = lanterns / "lantern-booklet.txt"
    assert run("--project", lanterns, "reconcile", file, "--accept").status == 0
    return file


@pytest.fixture
def reconciled(run: Callable, lanterns: Path, accepted: Path) -> Callable[..., tuple[list[str], str, int]]:
    """Return the differences that are printed, without the file's name, the account and the status."""

    def reconcile() -> tuple[list[str], str, int]:
        result = run("--project", lanterns, "reconcile", accepted)
        *lines, account = result.out.splitlines()
        return [line.removeprefix(f"{accepted}:") for line in lines], account, result.status

    return reconcile


def wording_of(lanterns: Path, file: Path) -> Wording:
    source = load_source(Project.open(lanterns), "lantern-booklet")
    return read_figures(read_document(file, source), source).wording


def test_what_was_accepted_is_no_difference(reconciled: Callable) -> None:
    assert reconciled() == (["Lanterns and Tides: no difference"], ACCEPTED % "no", 0)


def test_accepting_twice_writes_nothing(run: Callable, lanterns: Path, accepted: Path) -> None:
    result = run("--project", lanterns, "reconcile", accepted, "--accept")
    assert (result.err, result.status) == ("", 0)


def test_no_word_of_the_document_is_stored(lanterns: Path, accepted: Path) -> None:
    held = (lanterns / "data" / "wording" / "lantern-booklet.csv").read_text(encoding="utf-8").splitlines()
    for row in held[1:]:
        assert re.fullmatch(r"([a-z]+/[a-z-]+)?,\d+-\d+,,\d+,([0-9a-f]{12})?,[0-9a-f]{8},(yes)?,(2|\d+)?,\d*", row), row


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("may sleep through", "may not sleep through", "70: ability/deep-anchor: the words are new: “"),
        ("burn under water", "burn under a bridge", "26: no record: the words are new: “Lamps never burn"),
        ("Whoever\nfalls short drifts", "Whoever\nfalls back drifts", "9: roll/pull: the words are new: “Whoever"),
    ],
)
def test_a_changed_word_is_told_with_its_sentence(
    reconciled: Callable, changed: Callable, old: str, new: str, told: str
) -> None:
    changed(old, new)
    [line], account, status = reconciled()
    assert line.startswith(told) and " ".join(new.split()) in line and line.endswith("”  [wording]")
    assert (account, status) == (ACCEPTED % "no", 1)


def test_a_sentence_that_has_gone_is_told_at_its_old_place(reconciled: Callable, changed: Callable) -> None:
    changed("Lamps never burn under water.\n", "")
    assert reconciled()[0] == ["26: no record: a sentence that stood here has gone  [wording]"]


def test_words_are_told_as_objects_with_the_fields_of_differences(
    run: Callable, lanterns: Path, accepted: Path, changed: Callable
) -> None:
    changed("burn under water", "burn under a bridge")
    result = run("--project", lanterns, "reconcile", accepted, "--format", "json")
    assert [json.loads(line) for line in result.out.splitlines()] == [
        {
            "change": "wording",
            "record": None,
            "fact": None,
            "database": None,
            "document": "Lamps never burn under a bridge.",
            "lines": [26, 26],
            "page": None,
        }
    ]


def test_a_new_rule_with_figures_is_told_once_and_counted(reconciled: Callable, changed: Callable) -> None:
    changed("THE LAMPS\n", "FOG\nOn 5+ there is fog. In fog no lamp reaches further than 15 cm.\n\nTHE LAMPS\n")
    [line], account, status = reconciled()
    assert line == (
        "15: no record: new, with figures that belong to nothing: “FOG On 5+ there is fog. "
        "In fog no lamp reaches further than 15 cm.”  [unread]"
    )
    assert account == (
        "Lanterns and Tides: 37 figures read, 0 doubtful, 3 in no record (2 more than accepted), 0 left out as no rules"
    )
    assert status == 1


def test_figures_that_have_gone_and_that_nothing_else_tells_are_one_line(
    run: Callable, lanterns: Path, accepted: Path, changed: Callable
) -> None:
    changed("LANTERNS AND TIDES\n", "LANTERNS AND TIDES\n\n7 8 9\n")
    run("--project", lanterns, "reconcile", accepted, "--accept")
    changed("\n7 8 9\n", "")
    result = run("--project", lanterns, "reconcile", accepted)
    assert result.out.startswith("Lanterns and Tides: no difference\n") and result.status == 1
    [told] = result.err.splitlines()
    assert told.startswith(
        f"{accepted}: it has 38 figures, 3 fewer than were accepted, and the lines above don't name all of these: "
    )


def test_figures_that_went_with_their_sentence_are_told_once(
    run: Callable, lanterns: Path, accepted: Path, changed: Callable
) -> None:
    changed("A fleet may field from 3 to 9 boats, and a keeper who loses 75% of\nthem must strike the lantern.\n", "")
    result = run("--project", lanterns, "reconcile", accepted)
    assert "fewer than were accepted" not in result.err and result.status == 1


def test_a_wording_without_the_number_of_figures_tells_of_none(
    run: Callable, lanterns: Path, accepted: Path, reconciled: Callable
) -> None:
    """As an earlier version recorded it."""
    file = lanterns / "data" / "wording" / "lantern-booklet.csv"
    rows = [line.rpartition(",")[0] for line in file.read_text(encoding="utf-8").splitlines()]
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert reconciled()[1:] == (ACCEPTED % "no", 0)


def test_a_figure_as_a_word_that_belongs_to_nothing_counts(reconciled: Callable, changed: Callable) -> None:
    changed("Lamps never burn under water.\n", "Lamps never burn under water, but three do.\n")
    lines, account, status = reconciled()
    assert [line.rpartition("  ")[2] for line in lines] == ["[unread]"]
    assert account.endswith(" 2 in no record (1 more than accepted), 0 left out as no rules") and status == 1


def test_an_unread_figure_that_changes_is_told_with_its_sentence(
    run: Callable, lanterns: Path, accepted: Path, reconciled: Callable, changed: Callable
) -> None:
    changed("Every keeper carries one lamp.\n", "Every keeper carries seven lamps.\n")
    run("--project", lanterns, "reconcile", accepted, "--accept")
    changed("carries seven lamps", "carries nine lamps")
    lines, account, status = reconciled()
    assert lines == ["16: no record: the words are new: “Every keeper carries nine lamps.”  [wording]"]
    assert account.endswith(" 2 in no record (no more than accepted), 0 left out as no rules") and status == 1


def test_a_changed_figure_is_told_once(reconciled: Callable, changed: Callable) -> None:
    changed("The pull succeeds on 4+", "Every pull succeeds on 5+")
    [line], _, _ = reconciled()
    assert line.endswith("roll/pull base: the document says 5+, the database 4+  [differs]")


def test_figures_that_the_source_sets_apart_are_no_rules(
    run: Callable, lanterns: Path, accepted: Path, reconciled: Callable, changed: Callable
) -> None:
    source = lanterns / "sources" / "lantern-booklet" / "source.yaml"
    source.write_text(source.read_text(encoding="utf-8") + "no-rules: ['Printed in \\d+']\n", encoding="utf-8")
    changed("A booklet for two keepers of the marsh lights.", "Printed in 1999 for keepers of the marsh lights.")
    assert reconciled()[1].endswith(" 0 in no record (no more than accepted), 1 left out as no rules")


def test_lines_and_places_that_change_are_no_difference(reconciled: Callable, accepted: Path) -> None:
    """Set in other lines, with other hyphens, ligatures and capitals, and with sections in another order."""
    text = accepted.read_text(encoding="utf-8")
    lamps, fleets = text.index("THE LAMPS"), text.index("FLEET SAMPLES")
    text = text[:lamps].replace("falls short", "falls\nshort").replace("Whoever", "Who\u00adever") + text[lamps:fleets]
    crew = accepted.read_text(encoding="utf-8")[fleets:].replace("reach", "re\u00adach").replace("A NIGHT", "a night")
    accepted.write_text(text + crew, encoding="utf-8")
    assert reconciled()[0] == ["Lanterns and Tides: no difference"]


def test_a_file_of_another_form_is_one_line_and_status_2(run: Callable, lanterns: Path, accepted: Path) -> None:
    file = lanterns / "data" / "wording" / "lantern-booklet.csv"
    file.write_text("record,lines\nability/beacon,many\n", encoding="utf-8")
    result = run("--project", lanterns, "reconcile", accepted)
    assert (result.out, result.status) == ("", 2)
    assert result.err == f"{file}: is not as reconcile --accept writes it; delete it and accept anew  [wording]\n"


def test_sentences_together_have_all_letters_of_the_document(lanterns: Path, accepted: Path) -> None:
    wording = wording_of(lanterns, accepted)
    ends = [0, *(one.last for one in wording.sentences)]
    assert [one.first for one in wording.sentences] == ends[:-1] and ends[-1] == len(wording.letters)
    assert wording.letters.startswith("lanternsandtidesabookletforkeepersofthemarshlights")


@pytest.mark.parametrize(("order", "sure"), [((7, 8, 9, 10), True), ((7, 9, 8, 10), False)])
def test_a_figure_among_words_of_a_pdf_in_another_order_is_not_sure(
    lanterns: Path, order: tuple[int, ...], sure: bool
) -> None:
    file = lanterns / "lantern-booklet.txt"
    source = load_source(Project.open(lanterns), "lantern-booklet")
    lines = {line.first: line for line in read_document(file, source).lines}
    turned = dict(zip((7, 8, 9, 10), order, strict=True))
    pages = [lines[turned.get(number, number)]._replace(first=None, last=None, page=1) for number in lines]
    read = read_figures(Document(source, pages), source)
    gone = Difference("gone", "roll/pull", "figures.leak", "-1", None, (9, 9), 1)
    assert Comparison(sentences_of(wording_of(lanterns, file)), read.wording).unsure([gone], {}) == (
        [] if sure else [gone]
    )


def test_a_label_that_has_gone_is_no_word_of_a_sentence_that_a_pdf_has_in_another_order(lanterns: Path) -> None:
    """The heading FLEET is missing; the two lines of a sentence with the word fleet have changed places."""
    file = lanterns / "lantern-booklet.txt"
    source = load_source(Project.open(lanterns), "lantern-booklet")
    lines = {line.first: line for line in read_document(file, source).lines}
    order = [{12: 13, 13: 12}.get(number, number) for number in lines if number != 60]
    pages = [lines[number]._replace(first=None, last=None, page=1) for number in order]
    read = read_figures(Document(source, pages), source)
    lost, new = without_rearranged(SentenceMatch(sentences_of(wording_of(lanterns, file)), read.wording))
    assert ([len(one.sentences) for one in lost], new) == ([1], [])
