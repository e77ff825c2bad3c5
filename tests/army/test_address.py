"""A whole army in the fragment of an address: it comes back as it was, and a damaged one is refused with the reason."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.army import Army, read_army
from kensei_docs.army.address import army_as_data, army_as_fragment, army_from_fragment, as_yaml, fragment_of
from kensei_docs.database import Database
from kensei_docs.database.yaml_files import read
from kensei_docs.problems import Unusable

ARMY = """\
    name: 'Ñandú’s reeds: all of them'
    edition: kensei-2e
    clan: Sohei
    size: Vanguard
    commander level: Taisho
    rows:
      - {name: Hero, class: hero, general: yes, miniatures: 1, points: 20, weapons: katana, abilities: Leader}
      - {profile: Spear ashigaru, miniatures: 10, points: 50, armour: Samurai Armour, honour: 4}
      - {name: Monks, profile: Spear ashigaru, title: monk, miniatures: 5, points: 50, weapons: "teppo; no-dachi"}
      - {name: 'no', miniatures: 2, points: 7.5, movement: 12 cm, volume: v2}
    """
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
rows = st.dictionaries(texts, texts | st.lists(texts, max_size=3), max_size=5)
lists = st.tuples(
    st.dictionaries(texts.filter(lambda key: key != "rows"), texts, max_size=6), st.lists(rows, max_size=6)
)


def again(army: Army, database: Database, file: Path) -> Army:
    """The army that comes out of its fragment, through a list in YAML."""
    file.write_text(as_yaml(army_from_fragment(army_as_fragment(army))), encoding="utf-8")
    return read_army(file, database)


def test_an_army_comes_back_as_it_was(army_of: Callable[..., Army], database: Database, tmp_path: Path) -> None:
    army = army_of(ARMY)
    back = again(army, database, tmp_path / "back.yaml")
    assert (back.name, back.edition.id, back.faction, back.level, back.size) == (
        "Ñandú’s reeds: all of them",
        "kensei-2e",
        army.faction,
        army.level,
        army.size,
    )
    assert [(one.name, one.miniatures, one.points, one.profile, one.traits) for one in back.troops] == [
        (one.name, one.miniatures, one.points, one.profile, one.traits) for one in army.troops
    ]
    assert [one.stated for one in back.troops] == [one.stated for one in army.troops]


def test_it_is_short_and_has_the_version_of_its_edition(army_of: Callable[..., Army]) -> None:
    army = army_of(ARMY)
    assert len(army_as_fragment(army)) < 500
    assert army_as_data(army)["_version"].startswith("2e.")


def test_a_whole_address_is_read(army_of: Callable[..., Army]) -> None:
    army = army_of(ARMY)
    address = f"https://example.org/kensei/#/army/{army_as_fragment(army)}"
    assert army_from_fragment(address) == army_as_data(army)


@given(lists)
def test_whatever_a_list_says_comes_back(listed: tuple[dict, list[dict]]) -> None:
    data = {**listed[0], "rows": listed[1]}
    fragment = fragment_of(data)
    assert fragment.replace("-", "").replace("_", "").isalnum() and fragment.isascii()
    assert army_from_fragment(fragment) == data


@given(lists, st.data())
def test_a_letter_that_is_wrong_or_missing_is_never_taken_for_the_list(listed: tuple[dict, list[dict]], data) -> None:
    whole = {**listed[0], "rows": listed[1]}
    fragment = fragment_of(whole)
    at = data.draw(st.integers(0, len(fragment) - 1))
    letter = data.draw(st.sampled_from("ABCdef019_-"))
    for damaged in (fragment[:at], fragment[:at] + letter + fragment[at + 1 :]):
        try:
            assert army_from_fragment(damaged) == whole
        except Unusable as refused:
            assert str(refused.problems[0]).startswith("link: ")


def reason(fragment: str) -> str:
    with pytest.raises(Unusable) as refused:
        army_from_fragment(fragment)
    [problem] = refused.value.problems
    return str(problem)


def packed(text: bytes) -> str:
    return "1" + urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


def test_a_damaged_one_is_refused_with_the_reason(army_of: Callable[..., Army]) -> None:
    fragment = army_as_fragment(army_of(ARMY))
    assert reason("") == "link: has no list in it; copy the whole link  [address]"
    assert reason("https://example.org/#/army/") == "link: has no list in it; copy the whole link  [address]"
    assert "is cut short; copy the whole link" in reason(fragment[:-30])
    assert "is damaged: a letter is wrong" in reason(
        fragment[:40] + ("a" if fragment[40] != "a" else "b") + fragment[41:]
    )
    assert "another version of the tool" in reason("2" + fragment[1:])
    assert "has no list in it" in reason(packed(b"[1, 2]"))
    assert "has no list in it" in reason(packed(b'{"rows": [3]}'))
    assert "has no list in it" in reason(packed(b'{"rows": [{"name": {"a": "b"}}]}'))
    assert "has no list in it" in reason(packed(b"[" * 50_000))


def test_one_that_unpacks_to_more_than_a_list_is_refused_before_it_does() -> None:
    assert "is longer than that of any list" in reason(packed(b" " * 3_000_000))
    assert "is longer than that of any list" in reason("1" + "A" * 30_000)


def test_yaml_says_what_the_data_say(tmp_path: Path) -> None:
    words = [
        "no",
        "null",
        "1e3",
        "- a",
        "#b",
        "c: d",
        "{e}",
        "'",
        "",
        " x ",
        "ñ",
        "~",
        "*f",
        "&g",
        "a, b",
        "[",
        "2026-01-01",
    ]
    data = {"name": "yes", "rows": [{"name": word, "weapons": [word, "a"]} for word in words]}
    (tmp_path / "list.yaml").write_text(as_yaml(data), encoding="utf-8")
    tree, problems = read(tmp_path / "list.yaml")
    assert problems == []
    assert tree.value == data
