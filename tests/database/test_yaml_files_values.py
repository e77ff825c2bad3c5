"""Writing changes what it is asked to change, and not one character more."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.database.yaml_files import Tree, read, scalar, updated
from kensei_docs.files import write_whole
from kensei_docs.problems import Unusable


def update(tree: Tree, values: dict[str, str | None], provenance: dict[str, list[dict[str, Any]]]) -> None:
    write_whole(tree.file, updated(tree, values, provenance))


def abilities(reeds: Path) -> Path:
    return reeds / "data" / "editions" / "reeds-1e" / "abilities.yaml"


def test_a_new_figure_is_put_at_its_place_and_all_else_stays(reeds: Path) -> None:
    file = abilities(reeds)
    before = file.read_text()
    update(read(file)[0], {"ferryman.figures.range": "20 cm"}, {})
    assert file.read_text() == before.replace("range: 15 cm", "range: 20 cm")


def test_provenance_takes_the_place_of_what_stood_there(reeds: Path) -> None:
    file = abilities(reeds)
    before = file.read_text()
    update(
        read(file)[0],
        {},
        {"ferryman": [{"document": "reeds-booklet", "lines": (13, 15), "digest": "55ff", "page": None}]},
    )
    assert file.read_text() == before.replace("lines: [12, 14], digest: 41aa", "lines: [13, 15], digest: 55ff")


def test_a_record_without_provenance_gets_it_at_its_end(reeds: Path) -> None:
    file = abilities(reeds)
    before = file.read_text()
    update(read(file)[0], {}, {"silent-paddle": [{"document": "reeds-booklet", "lines": (3, 3)}]})
    assert file.read_text() == before.rstrip("\n") + ("\n  from:\n    - {document: reeds-booklet, lines: [3, 3]}\n")


def test_a_record_on_one_line_keeps_it(reeds: Path) -> None:
    file = abilities(reeds)
    file.write_text("oarsman: {name: Oarsman, figures: {bonus: +1}}  # short\n")
    for line in (3, 4):
        update(
            read(file)[0],
            {},
            {"oarsman": [{"document": "reeds-booklet", "lines": (line, line), "covers": ["figures.bonus"]}]},
        )
    assert file.read_text() == (
        "oarsman: {name: Oarsman, figures: {bonus: +1}, from: [{document: reeds-booklet, "
        "lines: [4, 4], covers: [figures.bonus]}]}  # short\n"
    )


@pytest.mark.parametrize("slug", ["ferryman", "silent-paddle"])
def test_a_file_with_windows_line_ends_keeps_them(reeds: Path, slug: str) -> None:
    file = abilities(reeds)
    values, cited = {"ferryman.figures.range": "20 cm"}, {slug: [{"document": "reeds-booklet", "lines": (3, 3)}]}
    before = file.read_bytes()
    update(read(file)[0], values, cited)
    expected = file.read_bytes().replace(b"\n", b"\r\n")
    file.write_bytes(before.replace(b"\n", b"\r\n"))
    update(read(file)[0], values, cited)
    assert file.read_bytes() == expected


def test_a_file_that_was_changed_since_it_was_read_is_changed_at_the_right_place(reeds: Path) -> None:
    file = abilities(reeds)
    tree = read(file)[0]
    file.write_text("# A note that somebody has just written.\n" + file.read_text())
    before = file.read_text()
    update(tree, {"ferryman.figures.range": "20 cm"}, {})
    assert file.read_text() == before.replace("range: 15 cm", "range: 20 cm")


def test_a_place_that_is_not_there_is_said_and_nothing_is_written(reeds: Path) -> None:
    file = abilities(reeds)
    before = file.read_text()
    with pytest.raises(Unusable) as refused:
        update(read(file)[0], {"ferryman.figures.range": "9 cm", "ferryman.figures.depth": "1"}, {})
    assert "has no 'ferryman.figures.depth' to write to; add it by hand" in str(refused.value)
    assert file.read_text() == before


@given(
    some.text(alphabet=some.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)
    | some.sampled_from(["- a", "a: b", "true", "~", "#x", "+1", " x"])
)
def test_any_scalar_reads_back_as_itself(tmp_path_factory: pytest.TempPathFactory, value: str) -> None:
    file = tmp_path_factory.getbasetemp() / "scalar.yaml"
    file.write_text(f"{{a: {scalar(value)}}}\n", encoding="utf-8")
    tree, problems = read(file)
    assert problems == [] and tree.value == {"a": value}
