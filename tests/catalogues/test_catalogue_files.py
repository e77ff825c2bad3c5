"""A catalogue is parsed once for its content; a language is asked for its name once."""

from __future__ import annotations

from pathlib import Path

import pytest

from kensei_docs.catalogues import po
from kensei_docs.catalogues.po import Translation, read_translations
from kensei_docs.problems import Unusable

CATALOGUE = """msgid ""
msgstr ""

msgctxt "boat/punt.name"
msgid "Punt"
msgstr "Batea"

#, fuzzy
msgctxt "boat/raft.name"
msgid "Raft"
msgstr "Barca"

msgctxt "boat/ferry.name"
msgid "Ferry"
msgstr ""
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    file = tmp_path / "boats.po"
    file.write_text(CATALOGUE, encoding="utf-8")
    return file


def no_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po, "read_po_file", lambda *_: pytest.fail("it is parsed again"))


def test_only_translations_that_hold_are_words(catalogue: Path, tmp_path: Path) -> None:
    for folder in (None, tmp_path / "kept", tmp_path / "kept"):
        assert read_translations(catalogue, "es", folder) == {("boat/punt.name", "Punt"): Translation(("Batea",))}


def test_the_second_time_no_catalogue_is_parsed(
    catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read_translations(catalogue, "es", tmp_path / "kept")
    no_parsing(monkeypatch)
    assert read_translations(catalogue, "es", tmp_path / "kept") == first


def test_a_changed_catalogue_is_read_anew(catalogue: Path, tmp_path: Path) -> None:
    read_translations(catalogue, "es", tmp_path / "kept")
    catalogue.write_text(CATALOGUE.replace("Batea", "Chata"), encoding="utf-8")
    assert read_translations(catalogue, "es", tmp_path / "kept") == {
        ("boat/punt.name", "Punt"): Translation(("Chata",))
    }


@pytest.mark.parametrize("broken", ["", "[1, 2]", '["a", "b", "c"]', "{}"])
def test_what_is_kept_and_broken_is_made_again(catalogue: Path, tmp_path: Path, broken: str) -> None:
    first = read_translations(catalogue, "es", tmp_path / "kept")
    [kept] = (tmp_path / "kept").iterdir()
    whole = kept.read_bytes()
    for text in (broken, whole.decode().replace("Batea", "Bates")):
        kept.write_text(text, encoding="utf-8")
        assert read_translations(catalogue, "es", tmp_path / "kept") == first
        assert kept.read_bytes() == whole


def test_a_broken_catalogue_is_told_every_time(catalogue: Path, tmp_path: Path) -> None:
    catalogue.write_text('msgid "a\n', encoding="utf-8")
    for _ in range(2):
        with pytest.raises(Unusable, match=r"boats\.po:1"):
            read_translations(catalogue, "es", tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_without_a_folder_nothing_is_kept() -> None:
    assert read_translations(Path(__file__).parent / "none.po", "es", None) == {}
