"""A file is parsed once for its content, and never taken for what it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kensei_docs.database import load, yaml_files
from kensei_docs.database.yaml_files import Tree, read, read_cached
from kensei_docs.problems import Problem
from kensei_docs.project import Project


def test_what_is_kept_is_what_was_read(reeds: Path, tmp_path: Path) -> None:
    for file in reeds.rglob("*.yaml"):
        first = read_cached(file, tmp_path / "kept")
        assert same(first, read(file)) and same(read_cached(file, tmp_path / "kept"), first)


def test_the_second_time_nothing_is_parsed(reeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_cached(file, tmp_path / "kept")
    for name in ("read", "parse"):
        monkeypatch.setattr(yaml_files, name, lambda file, *_: pytest.fail(f"{file} is parsed again"))
    tree, problems = read_cached(file, tmp_path / "kept")
    assert (problems, tree.value["long-tools"]["type"]) == ([], "1")
    assert tree.place("long-tools.type").line == 3


WHOLE = """# A list of boats.
punt:
  name: Punt
  text: >
    It goes
    far.

# The next is longer.
raft: {name: Raft, crews: [1, 2+, "no"]}
ferry:
  name: "Ferry: über"
  text: null
"""


def same(one: tuple[Tree, list[Problem]], other: tuple[Tree, list[Problem]]) -> bool:
    """Whether two readings agree in values, the places of all nodes and their keys, and problems."""
    return (
        one == other
        and (dict(one[0].spots), dict(one[0].keys)) == (dict(other[0].spots), dict(other[0].keys))
        and all(one[0].place(path) == other[0].place(path) for path in other[0].spots)
    )


@pytest.mark.parametrize(
    "text",
    [
        "- punt\n- raft\n",
        "a: &it {b: 1}\nc: *it\n",
        "---\na: 1\nb: 2\n",
        "",
        "# nothing\n",
        "a: 'begins\nb: here'\nc: 1\n",
        "a: [1,\nb: 2]\n",
        "a: {b: 1\n}\n",
        "a:\nb:\n",
        "a: |\n b: 1\nc: 2",
        "'a': 1\nb: 2\n",
        "a: 1\r\nb:\r\n  c: 2\r\n",
        "? a\n: 1\n",
        "a: 1\n...\nb: 2\n",
        "a.b: 1\nc: 2\n",
    ],
)
def test_a_file_of_any_shape_is_kept_as_it_is_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(text.encode())
    for _ in range(2):
        assert same(read_cached(file, tmp_path / "kept"), read(file))


def test_a_key_that_stands_twice_is_told_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: 1\nb: 2\na: 3\n")
    [problem] = read_cached(file, tmp_path / "kept")[1]
    assert str(problem).endswith("a.yaml:3:1: 'a' stands here a second time; keep one  [yaml]")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    cuts=st.lists(
        st.tuples(
            st.integers(0, len(WHOLE)),
            st.integers(0, 12),
            st.sampled_from(["", "\n", "x: 1\n", "'", "[", "  ", "# ", "punt:"]),
        ),
        max_size=3,
    )
)
def test_however_a_file_is_edited_it_is_read_as_if_it_had_never_been_kept(
    tmp_path: Path, cuts: list[tuple[int, int, str]]
) -> None:
    file = tmp_path / "boats.yaml"
    text = WHOLE
    for at, gone, come in cuts:
        text = text[:at] + come + text[at + gone :]
    for content in (WHOLE, text, WHOLE):
        file.write_text(content, encoding="utf-8")
        for _ in range(2):
            assert same(read_cached(file, tmp_path / "kept"), read(file))


SCALARS = st.text(max_size=6) | st.booleans() | st.none()
NODES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.text(max_size=4), NODES, max_size=4))
def test_values_of_every_shape_and_their_places_come_back(tmp_path: Path, value: object) -> None:
    import json

    file = tmp_path / "boats.yaml"
    # JSON is YAML, and escapes what YAML can't hold as it is.
    file.write_text(json.dumps(value, indent=1), encoding="utf-8")
    for _ in range(2):
        assert same(read_cached(file, tmp_path / "kept"), read(file))


def test_another_version_of_the_code_parses_again(reeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_cached(file, tmp_path / "kept")
    parsed: list[Path] = []
    real = yaml_files.parse
    monkeypatch.setattr(yaml_files, "parse", lambda file, content: parsed.append(file) or real(file, content))
    read_cached(file, tmp_path / "kept")
    assert parsed == []
    monkeypatch.setattr(yaml_files, "digest_of_code", lambda file: "another")
    read_cached(file, tmp_path / "kept")
    assert parsed == [file]


def test_a_changed_file_is_read_anew_even_if_its_time_and_size_are_the_same(reeds: Path, tmp_path: Path) -> None:
    import os

    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_cached(file, tmp_path / "kept")
    times = file.stat()
    file.write_text(file.read_text().replace("reach: 2.5 cm", "reach: 3.5 cm"))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert read_cached(file, tmp_path / "kept")[0].value["long-tools"]["reach"] == "3.5 cm"


@pytest.mark.parametrize(
    "broken",
    [
        lambda entry: b"",
        lambda entry: b"{",
        lambda entry: b"\xff\xfe",
        lambda entry: entry[:-9],
        lambda entry: entry.replace(b"2.5 cm", b"9.9 cm"),
        lambda entry: b" ".join(entry.split()[:3]),
        lambda entry: entry + b"\n",
        lambda entry: entry[:-3] + b"9]]",
    ],
)
def test_a_broken_entry_is_made_again(reeds: Path, tmp_path: Path, broken: Callable[[bytes], bytes]) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_cached(file, tmp_path / "kept")
    [entry] = (tmp_path / "kept").iterdir()
    whole = entry.read_bytes()
    entry.write_bytes(broken(whole))
    assert entry.read_bytes() != whole
    assert read_cached(file, tmp_path / "kept") == read(file)
    assert entry.read_bytes() == whole


def test_a_file_with_a_fault_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: [\n")
    assert read_cached(file, tmp_path / "kept")[1] == read_cached(file, tmp_path / "kept")[1]
    assert not (tmp_path / "kept").exists()


def test_outside_a_project_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    load(Project.open())
    assert list(tmp_path.iterdir()) == []


def test_a_project_that_cannot_be_written_to_is_read_all_the_same(reeds: Path) -> None:
    (reeds / "build").write_text("in the way")
    database, _ = load(Project.open(reeds))
    assert "tool/long-tools" in database.editions["reeds-1e"].records


def test_where_things_stand_is_known_where_nothing_can_be_kept(tmp_path: Path) -> None:
    file = tmp_path / "boats.yaml"
    file.write_text(WHOLE, encoding="utf-8")
    (tmp_path / "kept").write_text("no folder")
    tree, problems = read_cached(file, tmp_path / "kept")
    assert (problems, dict(tree.spots)) == ([], dict(read(file)[0].spots))
