"""Entries of a YAML file are changed as text: whatever else stands in the file keeps every byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.database.yaml_files import YamlText, flow
from kensei_docs.problems import Unusable

FILE = Path("boats.yaml")
BOATS = """\
# All boats.
punt:
  name: Punt   # flat
  figures: {oars: 2, hull: 3}
  from:
    - {page: 1, covers: [oars, hull]}

# The long one.
gig:
  name: Gig
  figures:
    oars: 4
    # as printed
    hull: 5+
"""
READINGS = """\
- passage: boat/punt
  read: {oars: 'has <count> oars'}
# By its heading.
- entries: boat
  read:
    gig: {hull: 'on <target>'}
"""


def changed(text: str, *changes: Callable[[YamlText], object]) -> str:
    one = YamlText(FILE, text)
    for change in changes:
        change(one)
    return one.text


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        (lambda one: one.set("Long gig", "gig", "name"), "name: Gig", "name: Long gig"),
        (lambda one: one.set("+1", "punt", "figures", "oars"), "oars: 2", "oars: '+1'"),
        (lambda one: one.set("body", "punt", "from", 0, "covers", 1), "[oars, hull]", "[oars, body]"),
        (lambda one: one.rename("blades", "punt", "figures", "oars"), "{oars: 2", "{blades: 2"),
        (lambda one: one.rename("skiff", "punt"), "\npunt:", "\nskiff:"),
        (lambda one: one.add("sail", "1", "punt", "figures"), "hull: 3}", "hull: 3, sail: 1}"),
        (lambda one: one.add("sail", "1", "gig", "figures"), "hull: 5+\n", "hull: 5+\n    sail: 1\n"),
        (lambda one: one.remove("punt", "figures", "oars"), "{oars: 2, hull: 3}", "{hull: 3}"),
        (lambda one: one.remove("punt", "figures", "hull"), "{oars: 2, hull: 3}", "{oars: 2}"),
        (lambda one: one.remove("gig", "figures", "hull"), "    # as printed\n    hull: 5+\n", ""),
        (lambda one: one.remove("gig", "figures"), "\n    oars: 4\n    # as printed\n    hull: 5+", None),
        (lambda one: one.remove("gig"), "\n# The long one.\n" + BOATS.partition("# The long one.\n")[2], ""),
    ],
)
def test_a_change_touches_its_own_characters_alone(change: Callable, old: str, new: str | None) -> None:
    if new is None:
        old, new = "  figures:\n    oars: 4\n    # as printed\n    hull: 5+\n", ""
    assert BOATS.count(old) == 1
    assert changed(BOATS, change) == BOATS.replace(old, new.replace("'+1'", "+1"))


def test_a_record_moves_with_the_comment_above_it(tmp_path: Path) -> None:
    other = YamlText(tmp_path / "ships.yaml")
    left = YamlText(FILE, BOATS)
    other.append(left.remove("gig"), apart=True)
    assert left.text == BOATS.partition("\n# The long one.")[0]
    assert other.text == "# The long one." + BOATS.partition("# The long one.")[2]
    other.append(left.remove("punt"), apart=True)
    assert left.value is None and list(other.value) == ["gig", "punt"]
    assert "5+\n\npunt:\n" in other.text


def test_items_of_a_list_go_with_their_comments_and_an_emptied_mapping_stays() -> None:
    assert changed(READINGS, lambda one: one.remove(1)) == READINGS.partition("# By")[0]
    assert changed(READINGS, lambda one: one.remove(0)) == "# By" + READINGS.partition("# By")[2]
    assert "read: {}\n" in changed(READINGS, lambda one: one.remove(1, "read", "gig"))
    added = changed(READINGS, lambda one: one.add("skip", ["Punt"], 1))
    assert added == f"{READINGS}  skip: [Punt]\n"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: one.rename("hull", "punt", "figures", "oars"), "has 'hull' already, beside 'oars'"),
        (lambda one: one.add("oars", "1", "punt", "figures"), "has no room for 'oars'"),
        (lambda one: one.append("punt: {name: Punt}\n"), "has 'punt' already"),
        (lambda one: one.lines_of("punt", "figures", "oars"), "has 'oars' within a line; change it by hand"),
    ],
)
def test_what_would_be_overwritten_or_is_not_there_is_refused(change: Callable, told: str) -> None:
    one = YamlText(FILE, BOATS)
    with pytest.raises(Unusable, match=told):
        change(one)
    assert one.text == BOATS


KEYS = some.text("abc-", min_size=1, max_size=4).filter(lambda key: key.strip("-") == key)
VALUES = some.one_of(
    some.text("ab: #'\"{}[],+%&*!|>", max_size=8), some.sampled_from(["null", "true", "~", "- a", "4+"])
)


@given(
    some.dictionaries(KEYS, some.dictionaries(KEYS, VALUES, min_size=1, max_size=4), min_size=1, max_size=4),
    some.data(),
)
def test_whatever_the_words_an_entry_that_goes_and_comes_back_is_as_it_was(
    records: dict[str, dict[str, str]], data: some.DataObject
) -> None:
    text = "".join(f"{flow({name: fields})[1:-1]}\n" for name, fields in records.items())
    one = YamlText(FILE, text)
    assert one.value == records
    name = data.draw(some.sampled_from(sorted(records)))
    field = data.draw(some.sampled_from(sorted(records[name])))
    one.remove(name, field)
    one.add(field, records[name][field], name)
    assert one.value == records


def test_a_file_with_windows_line_ends_keeps_them(tmp_path: Path) -> None:
    file = tmp_path / "boats.yaml"
    file.write_bytes(BOATS.replace("\n", "\r\n").encode())
    yaml = YamlText(file)
    yaml.set("3", "punt", "figures", "oars")
    yaml.add("planks", "7", "gig", "figures")
    assert yaml.content == (
        BOATS.replace("oars: 2", "oars: 3").replace("hull: 5+\n", "hull: 5+\n    planks: 7\n").replace("\n", "\r\n")
    )
