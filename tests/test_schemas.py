"""Editors check a project's YAML by schemas that are made of the models which read it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from kensei_docs.database import load_shared
from kensei_docs.project import Project, shipped
from kensei_docs.schemas import line_for, schema_for, schemas

ROOT = Path(__file__).resolve().parents[1]
jsonschema = pytest.importorskip("jsonschema")

PROJECT = Project((shipped(),), shipped() / "build")
VOCABULARY = load_shared(PROJECT)[0].vocabulary


@pytest.fixture(scope="module")
def checkers() -> dict[str, Any]:
    texts = schemas(VOCABULARY, dict.fromkeys(VOCABULARY.kinds.values()))
    for text in texts.values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))
    return {name: jsonschema.Draft202012Validator(json.loads(text)) for name, text in texts.items()}


def as_editors_read(text: str) -> Any:
    """Return the value of a YAML text with its numbers; an editor has JSON, whose keys are texts."""
    reader = YAML(typ="safe", pure=True)

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {str(key).lower() if isinstance(key, bool) else str(key): plain(one) for key, one in value.items()}
        if isinstance(value, list):
            return [plain(one) for one in value]
        return str(value) if isinstance(value, date) else value

    return plain(reader.load(text))


SHIPPED = [
    file.relative_to(shipped()).as_posix()
    for folder in ("data", "templates", "sources")
    for file in sorted((shipped() / folder).rglob("*.yaml"))
    if schema_for(file.relative_to(shipped()).as_posix(), VOCABULARY)
]


@pytest.mark.parametrize("folder", sorted({Path(name).parts[0] + "/" + Path(name).parts[1] for name in SHIPPED}))
def test_what_is_shipped_fits(checkers: dict[str, Any], folder: str) -> None:
    for name in (one for one in SHIPPED if one.startswith(f"{folder}/")):
        value = as_editors_read((shipped() / name).read_text(encoding="utf-8"))
        faults = [fault.message for fault in checkers[schema_for(name, VOCABULARY)].iter_errors(value)]
        assert faults == [], name


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("data/editions/x/edition.yaml", "{id: x, name: X, game: X, language: en, unitz: cm}"),
        ("data/editions/x/edition.yaml", "{id: x, name: X, game: X, language: en, units: yards}"),
        ("data/editions/x/edition.yaml", "{id: x, name: X, game: X, language: en, units: cm, look: {crests: a}}"),
        ("data/vocabulary.yaml", "kindz: {a: b}"),
        ("data/vocabulary.yaml", "columns: {move: {word: [move]}}"),
        ("data/vocabulary.yaml", "kinds: {a: [b]}"),
        ("data/glossary.yaml", "hp: HP"),
        ("data/glossary.yaml", "hp: {english: HP}"),
        ("data/errata/x/2026-01-01-a.yaml", "{name: A, reason: B, sources: C}"),
        ("data/lineage/a--b.yaml", "sam: [a/b]"),
        ("data/editions/x/rulings.yaml", "a: {question: A}"),
        ("data/editions/x/abilities.yaml", "a: {name: A, texxt: B}"),
        ("data/editions/x/abilities.yaml", "a: {text: B}"),
        ("templates/tool-cards/kind.yaml", "{title: Tools, each: tool, face: poker, blead: 2}"),
        ("templates/tool-cards/kind.yaml", "{title: Tools, face: poker}"),
        ("templates/tool-cards/kind.yaml", "{title: T, each: tool, face: poker, backs: sideways}"),
        ("templates/_shared/themes/mine.yaml", "colour: {}"),
        ("sources/x/source.yaml", "{id: x, title: X, edition: x, language: en, units: cm, digest: {}}"),
        ("printers.yaml", "desk: {margins: 5}"),
        ("pull.yaml", "a.csv: events"),
    ],
)
def test_a_slip_of_the_hand_does_not(checkers: dict[str, Any], path: str, text: str) -> None:
    assert not checkers[schema_for(path, VOCABULARY)].is_valid(as_editors_read(text))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("templates/tool-cards/kind.yaml", "{title: 5, each: tool, face: 63x88, grid: 3x3, copies: 2}"),
        ("templates/tool-cards/kind.yaml", "{title: T, each: [tool, axe], face: page, copies: {default: 1, a: 0}}"),
        ("data/editions/x/edition.yaml", "{id: x, name: 1914, game: X, language: en, units: in, version: 1.1}"),
        ("pull.yaml", "data/editions/x/a.csv: https://example.com/a"),
        ("printers.yaml", "desk: {margin: 5, offset: {x: 0.4}}"),
    ],
)
def test_what_the_tool_reads_does(checkers: dict[str, Any], path: str, text: str) -> None:
    assert checkers[schema_for(path, VOCABULARY)].is_valid(as_editors_read(text))


@pytest.mark.parametrize("arguments", [(), ("--language", "es", "--units", "in")])
def test_a_new_project_has_its_schemas_and_fits_them(run: Callable, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run("init", tmp_path / "game", *arguments).status == 0
    files = sorted((tmp_path / "game").rglob("*.yaml"))
    assert len(files) >= 5
    for file in files:
        text = file.read_text(encoding="utf-8")
        first, _, _ = text.partition("\n")
        assert first.startswith("# yaml-language-server: $schema=../"), file
        schema = (file.parent / first.partition("=")[2]).resolve()
        jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(as_editors_read(text))
    tides = json.loads((tmp_path / "game/schemas/records-tide.json").read_text())
    assert not jsonschema.Draft202012Validator(tides).is_valid({"ebb": {"name": "Ebb", "texxt": "Out."}})


def test_the_schemas_of_the_example_game_are_those_of_today(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else run 'kensei-docs schemas' in a copy of the game, and copy those that it has."""
    written = {file.name: file.read_text() for file in (ROOT / "docs/example-game/schemas").iterdir()}
    game = tmp_path / "game"
    shutil.copytree(ROOT / "docs/example-game", game, ignore=shutil.ignore_patterns("build", "art", "schemas"))
    monkeypatch.chdir(game)
    assert run("schemas").status == 0
    assert written == {name: Path("schemas", name).read_text() for name in written}


def test_the_command_writes_them_anew_and_says_what_to_write(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", tmp_path / "game")
    monkeypatch.chdir(tmp_path / "game")
    written = {file.name: file.read_bytes() for file in Path("schemas").iterdir()}
    Path("data/editions/game/boats.yaml").write_text("raft: {name: Raft}\n")
    vocabulary = Path("data/vocabulary.yaml")
    vocabulary.write_text(vocabulary.read_text().replace("tides: tide", "tides: tide\n  boats: boat"))
    told = run("schemas")
    line = line_for("data/editions/game/boats.yaml", "records-boat").strip()
    assert told.out.endswith(f"data/editions/game/boats.yaml: begin it with {line}\n")
    assert Path("schemas/records-boat.json").is_file()
    assert Path("schemas/edition.json").read_bytes() == written["edition.json"]
