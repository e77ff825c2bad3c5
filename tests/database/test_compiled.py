"""A file is parsed once for its content, and never taken for what it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kensei_docs.database import compiled, load, yamlfile
from kensei_docs.database.compiled import read_changed, read_compiled
from kensei_docs.database.yamlfile import Tree, read
from kensei_docs.problems import Problem
from kensei_docs.project import Project


def test_what_is_kept_is_what_was_read(reeds: Path, tmp_path: Path) -> None:
    for file in reeds.rglob("*.yaml"):
        first = read_compiled(file, tmp_path / "kept")
        assert first == read_compiled(file, tmp_path / "kept") == read(file)


def test_the_second_time_nothing_is_parsed(reeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_compiled(file, tmp_path / "kept")
    for name in ("read", "parse"):
        monkeypatch.setattr(compiled, name, lambda file, *_: pytest.fail(f"{file} is parsed again"))
    assert read_compiled(file, tmp_path / "kept")[0].value["long-tools"]["type"] == "1"


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


def parsed_of(file: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Read a file, and return what of it had to be parsed."""
    texts: list[str] = []

    def parse(file: Path, text: str) -> tuple[Tree, list[Problem]]:
        texts.append(text)
        return yamlfile.parse(file, text)

    monkeypatch.setattr(compiled, "parse", parse)
    assert read_compiled(file, kept) == read(file)
    assert read_compiled(file, kept) == read(file)
    return texts


def test_where_a_record_changed_only_that_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "boats.yaml"
    for old, new, parsed in (
        ("", "", [WHOLE[WHOLE.index("punt:") :]]),
        ("Raft", "Long raft", ['raft: {name: Long raft, crews: [1, 2+, "no"]}\n']),
        ("# A list of boats.\n", "", []),
        ("punt", "pram", ["pram:\n  name: Punt\n  text: >\n    It goes\n    far.\n\n# The next is longer.\n"]),
    ):
        file.write_text(WHOLE.replace(old, new) if old else WHOLE, encoding="utf-8")
        assert parsed_of(file, tmp_path / "kept", monkeypatch) == parsed
        file.write_text(WHOLE, encoding="utf-8")
        read_compiled(file, tmp_path / "kept")


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
def test_a_file_that_is_no_plain_list_is_read_as_it_always_was(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(text.encode())
    for _ in range(2):
        assert read_compiled(file, tmp_path / "kept") == read(file)


def test_a_key_that_stands_twice_is_told_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: 1\nb: 2\na: 3\n")
    [problem] = read_compiled(file, tmp_path / "kept")[1]
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
        assert read_compiled(file, tmp_path / "kept") == read(file)


def test_a_changed_file_is_read_anew_even_if_its_time_and_size_are_the_same(reeds: Path, tmp_path: Path) -> None:
    import os

    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_compiled(file, tmp_path / "kept")
    times = file.stat()
    file.write_text(file.read_text().replace("reach: 2.5 cm", "reach: 3.5 cm"))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert read_compiled(file, tmp_path / "kept")[0].value["long-tools"]["reach"] == "3.5 cm"


@pytest.mark.parametrize(
    "broken",
    [
        lambda entry: b"",
        lambda entry: b"{",
        lambda entry: b"\xff\xfe",
        lambda entry: entry[:-9],
        lambda entry: entry.replace(b"2.5 cm", b"9.9 cm"),
        lambda entry: b" ".join(entry.split()[:3]),
    ],
)
def test_a_broken_entry_is_made_again(reeds: Path, tmp_path: Path, broken: Callable[[bytes], bytes]) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_compiled(file, tmp_path / "kept")
    [entry] = (tmp_path / "kept").iterdir()
    whole = entry.read_bytes()
    entry.write_bytes(broken(whole))
    assert entry.read_bytes() != whole
    assert read_compiled(file, tmp_path / "kept") == read(file)
    assert entry.read_bytes() == whole


def test_a_file_with_a_fault_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: [\n")
    assert read_compiled(file, tmp_path / "kept")[1] == read_compiled(file, tmp_path / "kept")[1]
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
    tree, problems = read_compiled(file, tmp_path / "kept")
    assert (problems, dict(tree.spots)) == ([], dict(read(file)[0].spots))


def test_many_records_are_kept_and_found_as_few_are(tmp_path: Path) -> None:
    file = tmp_path / "boats.yaml"
    file.write_text("".join(f"boat-{n}: {{name: Boat {n}, crews: [{n}, x]}}\n" for n in range(450)), encoding="utf-8")
    for _ in range(2):
        assert read_compiled(file, tmp_path / "kept") == read(file)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changed=st.sets(st.sampled_from(["It goes", "Ferry: \u00fcber", "Raft", "A list of boats"])))
def test_only_records_that_changed_are_read_and_stand_where_they_do(tmp_path: Path, changed: set[str]) -> None:
    file = tmp_path / "boats.yaml"
    file.write_text(WHOLE, encoding="utf-8")
    before, _ = read_compiled(file, tmp_path / "kept")
    text = WHOLE
    for words in changed:
        text = text.replace(words, f"{words}, or so")
    file.write_text(text, encoding="utf-8")
    tree, now = read_changed(file, before), read(file)[0]
    if not changed - {"A list of boats"}:
        assert tree is None or tree.value.keys() <= {"punt"}
        return
    assert tree is not None
    assert {key for key in now.value if now.value[key] != before.value[key]} <= tree.value.keys()
    for key, value in tree.value.items():
        assert value == now.value[key]
        assert tree.place(f"{key}.name") == now.place(f"{key}.name")


@pytest.mark.parametrize("text", ["punt: [", "- a list\n", "punt: {a: 1}\npunt: {a: 2}\n", ""])
def test_what_changed_in_a_file_with_a_fault_is_not_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "boats.yaml"
    file.write_text(WHOLE, encoding="utf-8")
    before, _ = read_compiled(file, tmp_path / "kept")
    file.write_text(text, encoding="utf-8")
    assert read_changed(file, before) is None
    file.unlink()
    assert read_changed(file, before) is None
