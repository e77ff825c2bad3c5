"""The real documents, where a user has them: they agree, in text and PDF, and changes show."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.extract.formats import read_document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.project import Project
from kensei_docs.reconcile import differences
from kensei_docs.reconcile.wording import Comparison, count_figures, recorded_at
from kensei_docs.sources import Source, load_source, source_ids

ROOT = Path(__file__).resolve().parents[2]
PROJECT = Project.open(ROOT)
FORMS: dict[tuple[str, str], tuple[Source, Document, ReadingResult]] = {}


def form(documents: Path, source_id: str, suffix: str) -> tuple[Source, Document, ReadingResult]:
    """Return a document in one of its forms, read once for all tests."""
    if (source_id, suffix) not in FORMS:
        source = load_source(PROJECT, source_id)
        document = read_document(documents / f"{source_id}.{source.language}.{suffix}", source)
        FORMS[source_id, suffix] = source, document, read_figures(document, source)
    return FORMS[source_id, suffix]


@pytest.mark.parametrize("source_id", source_ids(PROJECT))
@pytest.mark.parametrize("suffix", ["txt", "pdf"])
def test_an_untouched_document_says_what_the_database_says(documents: Path, source_id: str, suffix: str) -> None:
    from kensei_docs.database import load

    source, _, read = form(documents, source_id, suffix)
    edition = load(PROJECT.as_printed())[0].editions[source.edition]
    assert read.observations and not read.problems
    assert differences(edition, source_id, read) == []


@pytest.mark.parametrize("source_id", source_ids(PROJECT))
@pytest.mark.parametrize("suffix", ["txt", "pdf"])
def test_an_untouched_document_has_the_words_and_figures_that_were_accepted(
    documents: Path, source_id: str, suffix: str
) -> None:
    _, _, read = form(documents, source_id, suffix)
    recorded = recorded_at(PROJECT.file("data", "wording", f"{source_id}.csv"))
    assert recorded and Comparison(recorded, read.wording).changes([]) == []
    account = count_figures(read.wording, recorded)
    assert account.facts > account.loose == account.before
    assert account.figures == account.accepted


@pytest.mark.parametrize("source_id", source_ids(PROJECT))
def test_a_word_put_into_a_sentence_is_told_with_the_sentence(documents: Path, source_id: str) -> None:
    """In running text, in words that no reading goes by."""
    source, document, read = form(documents, source_id, "txt")
    recorded = recorded_at(PROJECT.file("data", "wording", f"{source_id}.csv"))
    assert recorded
    sentences = [one for one in read.wording.sentences if one.prose]
    chosen = random.Random(source_id).choice(sentences)
    at = document.text.index(" ", read.wording.places[chosen.first] + 12)
    changed = text_with(document, source, at, " hardly")
    told = Comparison(recorded, read_figures(changed, source).wording).changes([])
    assert [one.change for one in told] == ["wording"] and " hardly " in str(told[0].document)


def text_with(document: Document, source: Source, at: int, words: str) -> Document:
    """Return a document with words put in at an offset of its text."""
    lines = list(document.lines)
    line = document.line_at(at)
    column = at - document.starts[line]
    text = lines[line].text
    lines[line] = lines[line]._replace(text=text[:column] + words + text[column:])
    return Document(source, lines)


@pytest.mark.parametrize("suffix", ["txt", "pdf"])
@pytest.mark.parametrize("source_id", source_ids(PROJECT))
def test_an_untouched_document_has_nothing_to_write(documents: Path, source_id: str, suffix: str) -> None:
    from kensei_docs.database import load
    from kensei_docs.reconcile.differences import citations

    _, _, read = form(documents, source_id, suffix)
    edition = load(PROJECT.as_printed())[0].editions[load_source(PROJECT, source_id).edition]
    for record in edition.records.values():
        own = [one for one in read.observations if one.record == record.id]
        passages = [one for one in read.passages if one.record == record.id]
        assert citations(record, source_id, own, passages) == list(record.citations)


@pytest.mark.parametrize("source_id", source_ids(PROJECT))
def test_text_and_pdf_give_the_same_observations(documents: Path, source_id: str) -> None:
    text, pdf = (
        [(o.record, o.fact, o.value, o.digest) for o in form(documents, source_id, suffix)[2].observations]
        for suffix in ("txt", "pdf")
    )
    assert text == pdf


@pytest.mark.parametrize("source_id", source_ids(PROJECT))
@pytest.mark.parametrize("seed", range(3))
def test_changed_figures_are_told_and_no_others(documents: Path, source_id: str, seed: int) -> None:
    source, document, read = form(documents, source_id, "txt")
    chance = random.Random(seed)
    lines = list(document.lines)
    observed: dict[int, list[tuple[str, str, str]]] = {}
    for o in read.observations:
        assert o.lines
        if re.search(r"\d", o.value) and o.fact != "name":
            observed.setdefault(o.lines[0], []).append((o.record, o.fact, o.value))
    wanted: set[tuple[str, str]] = set()
    last = 0
    for at, line in enumerate(lines):
        number = re.findall(r"(?<![\dD.,(])\d+(?![\dxD.,])", line.text)
        here = observed.get(line.first or 0, [])
        if len(here) != 1 or len(number) != 1 or at - last < 8 or chance.random() < 0.5:
            continue
        if number[0] not in re.findall(r"\d+", here[0][2]):  # it stands there as a word
            continue
        last = at
        wanted.add(here[0][:2])
        lines[at] = ReadLine(
            line.text.replace(number[0], str(int(number[0]) + 3)),
            line.first,
            line.last,
            line.page,
            line.block,
            line.heading,
        )
    again = read_figures(Document(source, lines), source)
    before = {(o.record, o.fact, o.lines): o.value for o in read.observations}
    changed = {(o.record, o.fact) for o in again.observations if before.get((o.record, o.fact, o.lines)) != o.value}
    assert changed == wanted
    recorded = recorded_at(PROJECT.file("data", "wording", f"{source_id}.csv"))
    assert recorded and Comparison(recorded, again.wording).changes([]) == []
    assert {(o.record, o.fact) for o in read.observations} == {(o.record, o.fact) for o in again.observations}


def test_the_command_tells_a_changed_ability(documents: Path, tmp_path: Path, run: Callable) -> None:
    text = (documents / "kensei-rulebook-2e.en.txt").read_text(encoding="utf-8")
    changed = tmp_path / "kensei-rulebook-2e.txt"
    changed.write_text(
        text.replace("within 30 cm suffer", "within 35 cm suffer").replace(
            "within 30 cm su\ufb00er", "within 35 cm su\ufb00er"
        ),
        encoding="utf-8",
    )
    result = run("--project", ROOT, "reconcile", changed, "--format", "json")
    assert result.status == 1
    assert [json.loads(line) for line in result.out.splitlines()] == [
        {
            "change": "differs",
            "record": "ability/fear",
            "fact": "figures.range",
            "database": "30 cm",
            "document": "35 cm",
            "lines": [6975, 6975],
            "page": None,
        }
    ]
