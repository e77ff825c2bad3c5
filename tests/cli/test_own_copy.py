"""A draft that keeps the rulebook's own words: readable at once, for its owner alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from ruamel.yaml import YAML

from kensei_docs.database import load
from kensei_docs.database.load import _reminder_of
from kensei_docs.documents.build import for_own_copy
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.product import load_products
from kensei_docs.drafting.own_copy import _without_name
from kensei_docs.extract.formats import read_document
from kensei_docs.problems import say
from kensei_docs.project import Project
from kensei_docs.review.actions import Review
from kensei_docs.sources import load_source
from tests.conftest import typeset

RULEBOOK = """<style>@page { size: A5 } body { font: 10pt serif } td, th { border: 1px solid }</style>
<h1>Marsh Skirmish</h1>
<h2>Movement</h2><p>A skiff moves up to 6 inches in a turn. It loses 2 inches for each reed bed that it enters.</p>
<h2>Signals</h2><p>A keeper may raise one lantern in each turn. On a roll of 5+ the next skiff waits.</p>
"""
# A list with dashes, and a text that is longer than a card holds.
LONG_RULEBOOK = """<style>@page { size: A5 } body { font: 10pt serif }</style><h1>Marsh Skirmish</h1>
<h2>Mud</h2><p>It dries in 9 turns.%s</p>
<h2>Who wins?</h2><p>When the tide turns:</p><ul style="list-style-type: '– '">
<li>the side with more than 3 skiffs afloat wins, and takes the marsh;</li>
<li>else nobody does, and the tide comes in for a second time.</li></ul>
<h2>Omens</h2><p>Each is worth a reed to whoever saw it first and says so aloud.</p>
<h2>Keepers</h2><h3>Ane</h3><p>Ane wades 2 inches.%s She pays 4 reeds.</p><h3>Bo</h3><p>Bo wades 3 inches.</p>
<h3>Cai</h3><p>Cai wades 5 inches.</p>
""" % ((" It is slow work, and the mud holds every boot that is set into it." * 8,) * 2)


ITEMS = "It has:\n" + "\n".join(f"{number}. A reed." for number in range(1, 20))


@pytest.fixture
def draft(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    typeset(RULEBOOK, tmp_path / "marsh.pdf")
    assert run("source", "new", "marsh.pdf", "marsh", "--keep-wording").status == 0
    monkeypatch.chdir(tmp_path / "marsh")
    return tmp_path / "marsh"


def copied(draft: Path) -> dict[str, dict[str, str]]:
    return dict(YAML(typ="safe").load(draft / "own-copy" / "marsh-skirmish.yaml") or {})


def test_each_record_has_the_sentences_of_the_rulebook_with_its_figures(draft: Path) -> None:
    assert copied(draft)["rule/movement"] == {
        "text": "A skiff moves up to %(moves)s in a turn. It loses %(loses)s for each reed bed that it enters.",
        "words": "document",
    }
    assert (draft / "own-copy" / ".gitignore").read_text() == "*\n"


def test_worked_examples_are_left_out_and_told_with_their_pages(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typeset(RULEBOOK + "<h2>Example</h2><p>Ane wades 2 inches, and rolls 4.</p>", tmp_path / "marsh.pdf")
    told = run("source", "new", "marsh.pdf", "marsh", "--keep-wording").out
    assert "Left out of them: 1 passage of contents, notices and examples (p. 1)" in told
    assert "Ane" not in (tmp_path / "marsh" / "own-copy" / "marsh-skirmish.yaml").read_text()


def test_items_of_a_list_are_lines_and_what_no_card_holds_is_whole_in_the_reference(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def printed(kind: str) -> str:
        assert run("build", kind, "--paper", "a4").status == 0
        with pypdfium2.PdfDocument(tmp_path / "marsh" / "build" / "marsh-skirmish" / "en" / f"{kind}-a4.pdf") as pdf:
            return "".join(page.get_textpage().get_text_range() for page in pdf)

    monkeypatch.chdir(tmp_path)
    typeset(LONG_RULEBOOK, tmp_path / "marsh.pdf")
    made = run("source", "new", "marsh.pdf", "marsh", "--keep-wording")
    assert made.status == 0 and "Cards end 1 text with […]" in made.out
    monkeypatch.chdir(tmp_path / "marsh")
    assert copied(tmp_path / "marsh")["rule/who-wins"]["text"].splitlines() == [
        "When the tide turns:",
        "• the side with more than %(skiffs)s skiffs afloat wins, and takes the marsh;",
        "• else nobody does, and the tide comes in for a second time.",
    ]
    printed("quick-reference")
    with pdfplumber.open(tmp_path / "marsh" / "build" / "marsh-skirmish" / "en" / "quick-reference-a4.pdf") as pdf:
        found = pdf.pages[0].extract_words()
    signs = [word for word in found if word["text"] == "•"]
    below = [word["x0"] for word in found if signs[0]["bottom"] < word["bottom"] < signs[1]["bottom"]]
    assert min(x for x in below if x > signs[0]["x0"] - 1) > signs[0]["x0"] + 4, "an item goes on beside its sign"
    sheet, card, book = printed("quick-reference"), printed("keeper-cards"), printed("reference")
    begun = [line[:9] for line in sheet.splitlines() if line.startswith(("•", "Who"))]
    assert begun == ["Who wins?", "• the sid", "• else no"]
    assert "Who wins?." not in sheet and "[…]" not in sheet
    assert all(words in " ".join(sheet.split()) for words in ("saw it first and says so aloud", "9 turns", "pays 4"))
    # The figure behind the end of the card is in no box on it either.
    assert "[…]" in card and "pays 4" not in card and "Pays" not in card and "Reeds" not in card
    assert "[…]" not in book and "pays 4" in " ".join(book.split())


def test_a_quick_reference_takes_the_pages_that_it_needs_but_a_layout_those_that_it_has(draft: Path) -> None:
    project = Project.open(draft)
    product, edition = load_products(project)[0]["quick-reference"], load(project)[0].editions["marsh-skirmish"]
    assert not product.more_pages
    assert for_own_copy(product, edition, Options()).more_pages
    assert not for_own_copy(product, edition, Options(layout="one-page")).more_pages
    (draft / "own-copy" / "marsh-skirmish.yaml").unlink()
    assert not for_own_copy(product, load(Project.open(draft))[0].editions["marsh-skirmish"], Options()).more_pages


def test_kinds_of_records_stand_in_the_order_of_the_rulebook(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lists = (
        f"<h2>{kind}</h2><h3>Of {kind} A</h3><p>It has {n} reeds.</p><h3>Of {kind} B</h3><p>It has 3 reeds.</p>"
        for n, kind in enumerate(("Skiffs", "Barges"), 4)
    )
    typeset(RULEBOOK.replace("<h2>Signals", "".join(lists) + "<h2>Signals"), tmp_path / "marsh.pdf")
    assert run("source", "new", "marsh.pdf", "marsh", "--keep-wording").status == 0
    monkeypatch.chdir(tmp_path / "marsh")
    assert run("build", "quick-reference", "reference", "--paper", "a4").status == 0
    for kind, first in (("quick-reference", 0), ("reference", 1)):
        with pypdfium2.PdfDocument(tmp_path / f"marsh/build/marsh-skirmish/en/{kind}-a4.pdf") as pdf:
            lines = "\n".join(page.get_textpage().get_text_range() for page in list(pdf)[first:]).split("\n")
        heads = [line.strip() for line in lines if line.strip() in ("Rules", "General rules", "Skiffs", "Barges")]
        assert [head.split()[-1] for head in dict.fromkeys(heads)][-3:] == [
            "Rules" if kind == "quick-reference" else "rules",
            "Skiffs",
            "Barges",
        ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("It rows. " * 50, ""),
        ("It rows. " * 61, "It rows. " * 60 + "[…]"),
        (ITEMS, "\n".join(ITEMS.splitlines()[:12]) + " […]"),
    ],
)
def test_a_card_has_room_for_so_many_letters_and_lines(text: str, kept: str) -> None:
    """A text of many short lines ends before one of as many letters, and never behind the number of an item."""
    assert _reminder_of(text).get("reminder", "") == kept


def test_a_name_that_stands_above_a_text_does_not_begin_it_too() -> None:
    given = {
        "Ambush: Stay back.": "Stay back.",
        "Fear(X): It counts.": "Fear(X): It counts.",
        "ambush - Wait.": "Wait.",
    }
    assert {text: _without_name(text, "Ambush") for text in given} == given


def test_without_being_asked_for_no_words_are_kept(run: Callable, draft: Path) -> None:
    assert run("source", "new", "../marsh.pdf", "../other", "--name", "Other Marsh").status == 0
    assert not (draft.parent / "other" / "own-copy").exists()


def test_they_are_printed_with_a_line_that_says_so(run: Callable, draft: Path) -> None:
    assert run("build", "reference", "--paper", "a4").status == 0
    with pypdfium2.PdfDocument(draft / "build" / "marsh-skirmish" / "en" / "reference-a4.pdf") as pdf:
        words = " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())
    assert "in a turn. It loses" in words
    assert "own copy, in the rulebook’s words: pass it on to nobody" in words


@pytest.mark.parametrize("order", [["release", "out"], ["build", "--target", "html"], ["build", "--target", "tts"]])
def test_nothing_with_them_is_published(run: Callable, draft: Path, order: list[str]) -> None:
    refused = run(*order)
    assert refused.status == 2
    assert "own-copy/marsh-skirmish.yaml" in refused.err and "--own-use" in refused.err
    assert not (draft / "out").exists()


def test_the_owner_may_look_at_them_on_a_screen(run: Callable, draft: Path) -> None:
    assert "rulebook's own words" not in run("build", "--target", "html", "--own-use").err


def test_check_counts_what_is_left_to_be_put_into_ones_own_words(run: Callable, draft: Path) -> None:
    def said() -> list[str]:
        out = run("check", "--select", "words-are-ones-own", "--severity", "note", "--format", "json").out
        return [one["message"] for one in json.loads(out)]

    assert said()[0].startswith("rule/movement: 2 of 2 texts are in the rulebook's own words")
    data = draft / "data" / "editions" / "marsh-skirmish" / "rules.yaml"
    text = data.read_text()
    data.write_text(text.replace("  todo:", "  text: Skiffs go %(moves)s, %(loses)s less for each bed.\n  todo:", 1))
    assert said()[0].startswith("rule/signals: 1 of 2 texts")


def test_a_text_that_is_written_takes_the_place_of_theirs(draft: Path) -> None:
    project = Project.open(draft)
    source = load_source(project, "marsh-skirmish-rules")
    review = Review(project, source.id, read_document(draft.parent / "marsh.pdf", source, placed=True))
    stamp = {record: review.item(record).stamp for record in ("rule/movement", "rule/signals")}
    review.write_text("rule/movement", stamp["rule/movement"], "A skiff goes %(moves)s, %(loses)s less for a bed.")
    assert list(copied(draft)) == ["rule/signals"]
    rename = say("Renamed")
    review.change("rule/signals", stamp["rule/signals"], rename, lambda edit, one: edit.rename(one, "Lantern signals"))
    assert list(copied(draft)) == ["rule/lantern-signals"]
    review.undo()
    assert list(copied(draft)) == ["rule/signals"]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            "rule/movements: {text: Go., words: document}",
            "'rule/movements' is no record; did you mean 'rule/movement'?",
        ),
        ("rule/movement: {text: Go.}", "'rule/movement' should have a text, and 'words: document'"),
        ("- rule/movement", "holds no mapping; it should"),
    ],
)
def test_what_is_wrong_in_the_file_is_told(run: Callable, draft: Path, entry: str, said: str) -> None:
    (draft / "own-copy" / "marsh-skirmish.yaml").write_text(entry + "\n")
    assert said in run("check").out


def test_the_words_reach_no_catalogue(run: Callable, draft: Path) -> None:
    (draft / "data" / "locale" / "es").mkdir(parents=True, exist_ok=True)
    run("catalogue", "update")
    assert "reed bed" not in "".join(file.read_text() for file in draft.rglob("*.po"))
