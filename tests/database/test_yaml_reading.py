"""Every scalar keeps its spelling, and everything its place."""

from pathlib import Path

import pytest

from kensei_docs.database.yaml_reading import read


@pytest.mark.parametrize("written", ["+1", "012", "no", "4+", "1:30", "+1D6", "10 cm", "-1", "1e3"])
def test_a_plain_scalar_stays_as_it_is_written(tmp_path: Path, written: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(f"value: {written}\n")
    tree, problems = read(file)
    assert problems == []
    assert tree.value == {"value": written}


def test_only_true_false_and_null_are_more_than_strings(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: true\nb: false\nc: null\nd:\ne: yes\nf: []\ng: {}\n")
    assert read(file)[0].value == {"a": True, "b": False, "c": None, "d": None, "e": "yes", "f": [], "g": {}}


def test_a_value_has_its_place_and_a_block_its_keys(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("one:\n  figures: {range: 10 cm}\n  list:\n    - x\n")
    tree, _ = read(file)
    assert str(tree.place("one.figures.range")) == f"{file}:2:20"
    assert str(tree.place("one")) == f"{file}:1:1"
    assert str(tree.place("one.list.0")) == f"{file}:4:7"
    assert str(tree.place("one.figures.missing")) == f"{file}:2:12"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a: [1,\nb: {c\n", ":3:1: is not YAML: did not find expected ',' or '}'; mend the line"),
        (b"a: 1\na: 2\n", ":2:1: 'a' stands here a second time; keep one"),
        (b"a: 1\nb: \xff\n", ":2: is not UTF-8 text; save it in that encoding"),
        (b"a: 1\n\tb: 2\n", ":2:1: is not YAML: found a tab character that violates indentation; mend the line"),
        (b"a: &a [*a]\n", ": is nested without end, or an alias (*name) holds itself; write it out"),
        (b"[" * 2000 + b"]" * 2000, ": is nested without end, or an alias (*name) holds itself; write it out"),
    ],
)
def test_what_is_no_yaml_is_said_with_its_line(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(content)
    _, problems = read(file)
    assert [str(problem) for problem in problems] == [f"{file}{said}  [yaml]"]


def test_a_missing_file_is_said() -> None:
    _, problems = read(Path("nowhere.yaml"))
    assert [str(p) for p in problems] == [
        "nowhere.yaml: cannot be read (No such file or directory); check the file  [yaml]"
    ]
