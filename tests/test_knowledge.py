"""The code knows no game, no language and no document: those are data.

A word of a shipped edition that stands in the code as a string is either knowledge that belongs into ``data/``, or a
word that the toolkit uses itself for something of its own; those are listed here, each with what it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import kensei_docs

PACKAGE = Path(kensei_docs.__file__).parent
ROOT = PACKAGE.parent

# Words of the toolkit's own formats and reports that the shipped editions use for something as well.
OWN = {
    "band": "a function of expressions",
    "phases": "how the parts of a turn are laid out",
    "turn": "the file of an edition with the parts of its turn, and their kind",
    "applies": "a field of any record: the names of its effects that hold while it is in play",
    "areas": "a field of a scenario's map",
    "army": "who uses a column of a list; a key of JSON",
    "attack": "a command's argument; a key of JSON",
    "attributes": "a key of a filled-in roster",
    "bases": "a field of a scenario's map",
    "broken": "how an army stands to a limit",
    "cards": "a page of a site, and its folder of pictures",
    "centimetres": "a unit, written out",
    "check": "a key of a finding",
    "clan": "a key of JSON",
    "elements": "a key of the file of names in SVG",
    "class": "an attribute of HTML",
    "commander-level": "a key of JSON",
    "cost": "what a limit may count",
    "deck": "an object of Tabletop Simulator",
    "dice": "a kind of figure; a unit",
    "die.natural": "the condition that the odds of a die are computed with",
    "distance": "a property of hooks; a field of a scenario's map",
    "equipment": "a key of a filled-in roster",
    "example": "the kind of record that examples are replayed from",
    "front": "a side of a sheet or of a box",
    "ground": "the colour behind an icon",
    "headline": "the kind of record that reports of changes begin with",
    "headlines": "a file of an edition",
    "limit": "a key of JSON; a field of a scenario's map",
    "limits": "a field of any record",
    "miniatures": "what a limit may count; a column of a list",
    "name": "a field of any record",
    "opponent": "a side of a situation",
    "outcome": "a kind of figure",
    "profiles": "what a limit may count",
    "range": "a kind of figure",
    "results": "a key of SARIF",
    "roll": "a property of hooks; an operator",
    "rolls": "a section of the vocabulary",
    "rules": "a field of any record; a key of SARIF",
    "rule": "an operator of earlier versions",
    "ruling": "a key of a finding",
    "rulings": "a file of an edition",
    "run": "a command",
    "sequence": "a function of expressions; a key of an edition",
    "sides": "a key of JSON; a count of progress",
    "statements": "a file of an edition",
    "steps": "a field of any record",
    "table": "an operator of expressions; a part of a page",
    "targets": "a section of an edition's vocabulary; a folder of templates",
    "title": "a field of a kind; of a figure's caption",
    "titles": "a field of a kind: its titles by kind of record",
    "unit": "a key of a fact",
    "units": "what an edition measures in; a setting of proofreading",
    "visible": "the state of a spreadsheet's tab",
    "visibility": "a property of CSS",
    "weapon": "what a side of an attack is described with",
    "weapons": "a trait of a troop; a key of JSON",
    "wounds": "a key of a filled-in roster",
}


# Modules that name letters for what they are, not for what a language does with them.
LETTERS = {
    "slugs.py": "letters without a mark that could be taken off, and those that ids have for them",
    "translation_faults.py": "what UTF-8 looks like where it was read as Latin-1",
}


@cache
def game_words() -> frozenset[str]:
    """Return the kinds, ids, conditions, hooks and quantities of the shipped editions."""
    read = YAML(typ="safe").load
    vocabulary = read((ROOT / "data" / "vocabulary.yaml").read_text(encoding="utf-8"))
    words = {*vocabulary["kinds"], *vocabulary["kinds"].values(), *vocabulary["atoms"], *vocabulary["hooks"]}
    words |= {name.partition(".")[2] for name in vocabulary["quantities"]}
    for edition in (ROOT / "data" / "editions").iterdir():
        words.add(edition.name)
        for file in edition.glob("*.yaml"):
            if file.stem not in ("edition", "vocabulary"):
                words |= set(map(str, read(file.read_text(encoding="utf-8")) or {}))
    words |= {source.name for source in (ROOT / "sources").iterdir()}
    return frozenset(words)


def strings_of(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that aren't docstrings, with their lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_code_knows_no_game(file: Path) -> None:
    known = game_words() - OWN.keys()
    assert [(line, text) for line, text in strings_of(file) if text in known] == []


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_code_knows_no_language(file: Path) -> None:
    # Letters and marks that only some languages use.
    letters = re.compile("[À-ÖØ-öø-ſ¿¡«»„]")
    if file.name in LETTERS:
        return
    assert [(line, text) for line, text in strings_of(file) if letters.search(text)] == []


def test_a_word_of_the_toolkit_is_one_of_a_game_too() -> None:
    """The list holds nothing that it needn't."""
    used = {text for file in MODULES for _, text in strings_of(file)}
    assert {word for word in OWN if word not in game_words() or word not in used} == set()
