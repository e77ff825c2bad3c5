"""A vocabulary, or a record, of another shape than it should have: a problem with its place, never an exception."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.check.project_files import check_project, pages
from kensei_docs.database import load
from kensei_docs.database.schema import malformed
from kensei_docs.database.yaml_files import Tree, read
from kensei_docs.problems import Unusable
from kensei_docs.project import EDITIONS, Project, shipped
from tests.conftest import EVERY

# What a person may write where something else belongs.
SHAPES: list[Any] = [
    *("x", "-1", "1.5", "", True, None, "%(x)s", "$x", "99999999999999999999"),
    *([], {}, ["a"], {"a": "b"}, {"a": {"b": "c"}}, [["a"]], [{"a": "b"}], [None], {"a": None}),
]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        (
            "atoms: {self.on-rock: on wet rock}",
            "1:23: 'atoms.self.on-rock' should be a mapping such as {values: boolean",
        ),
        ("atoms: {self.on-rock: {phrase: on rock}}", "'atoms.self.on-rock' should be a mapping such as"),
        ("kinds: {tides: [a]}", "'kinds.tides' should be a name; mend it"),
        ("kinds: {tides: {a: b}}", "'kinds.tides' should be a name; mend it"),
        ("kinds: [tides]", "'kinds' should be a mapping; mend it"),
        ("within: {limit: 1.5}", "'within.limit' should be a mapping of fields to the names in each"),
        ("whose: {self: self}", "'whose.self' should be a list of names; mend it"),
        ("rolls: -1", "'rolls' should be a mapping; mend it"),
        ("rolls: {order: -1}", "'rolls.order' should be a mapping of names; mend it"),
        ("columns: {move: [move]}", "'columns.move' should be a mapping such as {words: [move], at: figures.move}"),
        ("units: [[cm]]", "'units' should be a list of names; mend it"),
        ("trace-names: {a: [b]}", "'trace-names.a' should be a text, or null; mend it"),
        ("fields: {tide: {a: b}}", "'fields.tide' should be a list of names; mend it"),
    ],
)
def test_an_entry_of_another_shape_is_named_with_what_belongs_there(
    project_of: Callable[[dict[str, str]], Path], section: str, said: str
) -> None:
    folder = project_of({"data/vocabulary.yaml": section, "data/editions/x/.keep": ""})
    found = [str(problem) for problem in load(Project.open(folder), ["none"])[1]]
    assert len([one for one in found if said in one and "vocabulary.yaml:1:" in one]) == 1, found


def test_the_shipped_vocabularies_have_the_shapes_that_are_declared() -> None:
    for file in [shipped() / "data" / "vocabulary.yaml", *shipped().joinpath(*EDITIONS).glob("*/vocabulary.yaml")]:
        tree, problems = read(file)
        assert [*problems, *malformed(tree)] == []


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each value in a value, the path of the value itself first."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from paths(part, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


SHIPPED = shipped() / "data" / "vocabulary.yaml"
WHOLE = read(SHIPPED)[0].value
PATHS = list(paths(WHOLE))


@settings(max_examples=150)
@given(path=st.sampled_from(PATHS), new=st.sampled_from(SHAPES))
def test_any_shape_anywhere_in_a_vocabulary_is_safe_to_look_for_problems_in(path: tuple[Any, ...], new: Any) -> None:
    value = replaced(WHOLE, path, new)
    if isinstance(value, dict):
        list(malformed(Tree(SHIPPED, value)))


OWN = Path(__file__).parents[1] / "specimens" / "kept" / "ferry"
FILES = sorted(OWN.joinpath("data").rglob("*.yaml"))
PLACES = [(file, path) for file in FILES for path in paths(read(file)[0].value)]


@settings(max_examples=12 if EVERY == 1 else 4)
@given(place=st.sampled_from(PLACES), new=st.sampled_from(SHAPES))
def test_any_shape_anywhere_in_a_project_is_checked_without_an_exception(
    tmp_path_factory: pytest.TempPathFactory, place: tuple[Path, tuple[Any, ...]], new: Any
) -> None:
    file, path = place
    folder = tmp_path_factory.mktemp("shapes")
    for source in (one for one in OWN.rglob("*") if one.is_file()):
        copy = folder / source.relative_to(OWN)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source.read_bytes())
    text = json.dumps(replaced(read(file)[0].value, path, new), ensure_ascii=False)
    (folder / file.relative_to(OWN)).write_text(text, encoding="utf-8")
    with suppress(Unusable):
        list(check_project(Project.open(folder), (), pages()))
