"""A database that is read from its snapshot is the one that was loaded: records, figures, places, words, verdicts."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from kensei_docs import languages
from kensei_docs.army import ArmyReader, as_json, judge
from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, load
from kensei_docs.database.model import Edition, Record
from kensei_docs.engine.examples import replay_examples
from kensei_docs.languages import use_values
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped
from kensei_docs.site.snapshot import Snapshot, read_snapshot, write_snapshot
from tests.army.test_limits_lists import LISTS

LANGUAGES = ("en", "es")


@pytest.fixture(autouse=True)
def languages_of_files() -> Iterator[None]:
    yield
    use_values({})


@pytest.fixture(scope="module")
def project() -> Project:
    folder = shipped()
    return Project((folder,), folder / "build")


@pytest.fixture(scope="module")
def loaded(project: Project) -> Database:
    return load(project)[0]


@pytest.fixture(scope="module")
def content(project: Project, loaded: Database) -> bytes:
    return write_snapshot(project, loaded, LANGUAGES)


@pytest.fixture(scope="module")
def snapshot(content: bytes) -> Snapshot:
    return read_snapshot(content)


def plain(value: Any, folder: Path) -> Any:
    """Return a value with the records and trees in it as what they say; files are paths in the project."""
    if isinstance(value, Record):
        places = [str(value.place(path)).removeprefix(f"{folder}/") for path in ("", "figures", *value.data)]
        lender = value.lender and (value.lender.id, value.lender.edition, value.lender.data)
        known = {"lender": lender, "tree": places, "copied": value.copied and places}
        own = {one.name: getattr(value, one.name) for one in fields(value) if one.name not in known}
        return {**own, **known, "facts": value.facts, "messages": value.messages, "class": type(value).__name__}
    if isinstance(value, dict):
        return {key: plain(inner, folder) for key, inner in value.items()}
    return value


def parts(edition: Edition, folder: Path) -> dict[str, Any]:
    whole = {one.name: plain(getattr(edition, one.name), folder) for one in fields(edition)}
    trees = [edition.tree, *whole.pop("vocabulary").trees]
    del whole["tree"]
    places = [str(tree.place(path)).removeprefix(f"{folder}/") for tree in trees for path in tree.spots]
    return {**whole, "trees": [tree.value for tree in trees], "places": places}


def test_every_part_of_every_edition_is_the_same(loaded: Database, snapshot: Snapshot) -> None:
    assert list(snapshot.database.editions) == list(loaded.editions)
    for name, edition in loaded.editions.items():
        before, after = parts(edition, shipped()), parts(snapshot.database.editions[name], shipped())
        assert [key for key in before if before[key] != after[key]] == []


def test_vocabulary_and_glossary_are_the_same(loaded: Database, snapshot: Snapshot) -> None:
    for section in {section for tree in loaded.vocabulary.trees for section in tree.value}:
        assert snapshot.database.vocabulary.section(section) == loaded.vocabulary.section(section)
    assert (snapshot.database.glossary, snapshot.database.labels) == (loaded.glossary, loaded.labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_the_same(language: str, project: Project, loaded: Database, snapshot: Snapshot) -> None:
    before, after = Translator(project, loaded, language), snapshot.translators[language]
    for name, edition in loaded.editions.items():
        records = snapshot.database.editions[name].records
        for identity, record in edition.records.items():
            for field, _ in record.messages:
                assert after.text(records[identity], field) == before.text(record, field)
    names = loaded.vocabulary.section("trace-names")
    assert [after.quantity(one) for one in names] == [before.quantity(one) for one in names]
    assert after.problems == []


@pytest.mark.parametrize("name", LISTS)
def test_every_list_has_the_same_verdict(
    name: str, project: Project, loaded: Database, snapshot: Snapshot, tmp_path: Path
) -> None:
    file, text, edits = LISTS[name]
    own = {language: Translator(project, loaded, language) for language in LANGUAGES}
    readers = [
        (ArmyReader(loaded, lambda record: [each.name(record) for each in own.values()]), own),
        (
            ArmyReader(snapshot.database, lambda one: [each.name(one) for each in snapshot.translators.values()]),
            snapshot.translators,
        ),
    ]
    for before, after, *_ in (("", "", ""), *edits):
        path = tmp_path / file
        path.write_text(text.replace(before, after, 1), encoding="utf-8")
        armies = [(reader.read(path), spoken) for reader, spoken in readers]
        told = [as_json(army, judge(army), lambda *_: {}, spoken) for army, spoken in armies]
        assert told[0] == told[1]


def test_every_worked_example_gives_the_same(loaded: Database, snapshot: Snapshot) -> None:
    before, after = ([one.as_json() for one in replay_examples(each, [])] for each in (loaded, snapshot.database))
    assert len(before) > 50
    assert [one for one in zip(before, after, strict=True) if one[0] != one[1]] == []


def test_languages_come_along(snapshot: Snapshot, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their files aren't read: a browser has no parser of YAML that is fast."""
    before = languages.language("es")
    monkeypatch.setattr(languages, "_value", lambda file: pytest.fail("a file is read"))
    read_snapshot(content).database  # noqa: B018  # it takes the languages over
    assert languages.language("es") == before


def test_one_edition_with_one_that_lends_it_figures(project: Project) -> None:
    alone = load(project, ["kensei-2e"])[0]
    read = read_snapshot(write_snapshot(project, alone, ["en"]))
    assert list(read.database.editions) == ["kensei-2e"]
    lent = [(one.id, one.lender.id, one.lender.data) for one in alone.records if one.lender]
    assert lent
    assert [(one.id, one.lender.id, one.lender.data) for one in read.database.records if one.lender] == lent


def test_what_is_written_twice_is_the_same(project: Project, loaded: Database, content: bytes) -> None:
    assert write_snapshot(project, loaded, LANGUAGES) == content


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:-1],
        lambda content: content.replace(b"snapshot 1 ", b"snapshot 0 ", 1),
        lambda content: b"",
        lambda content: content[:200] + b"x" + content[201:],
    ],
)
def test_a_spoilt_snapshot_is_refused(spoil: Callable[[bytes], bytes], content: bytes) -> None:
    with pytest.raises(Unusable, match="another version, or not whole"):
        read_snapshot(spoil(content))


def test_it_holds_data_alone(content: bytes) -> None:
    length = int(content.partition(b"\n")[0].split()[-1])
    text = zlib.decompress(content.partition(b"\n")[2][:length])
    assert text.startswith(b"{") and str(shipped()).encode() not in text


def test_records_of_a_spreadsheet_have_their_cells(
    project_of: Callable[[dict[str, str]], Path], project: Project
) -> None:
    units = "Name;Class;Points;Weapons\nReed cutters;Warrior;4;Yari\n"
    folder = project_of({"data/editions/kensei-2e/units.csv": units})
    own = Project.open(folder)
    database = load(own, ["kensei-2e"])[0]
    read = read_snapshot(write_snapshot(own, database, LANGUAGES)).database.editions["kensei-2e"]
    record = read.records["unit/reed-cutters"]
    assert record.get("points") == "4"
    assert str(record.place("points")) == "data/editions/kensei-2e/units.csv, row 2, column C"
    assert str(read.records["weapon/polearms"].tree.file).startswith("shipped/data/editions")
