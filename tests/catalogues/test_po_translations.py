"""The translations of a catalogue: those that hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kensei_docs.catalogues.po import Catalogue, Translation
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


def test_only_translations_that_hold_are_words_as_the_file_is_now(tmp_path: Path) -> None:
    file = tmp_path / "boats.po"
    for words in ("Batea", "Chata"):
        file.write_text(CATALOGUE.replace("Batea", words), encoding="utf-8")
        assert Catalogue("es", [file]).translations == {("boat/punt.name", "Punt"): Translation((words,))}


def test_a_broken_catalogue_is_told_every_time(tmp_path: Path) -> None:
    file = tmp_path / "boats.po"
    file.write_text('msgid "a\n', encoding="utf-8")
    for _ in range(2):
        with pytest.raises(Unusable, match=re.escape("boats.po:1")):
            Catalogue("es", [file])


def test_without_a_file_nothing_is_translated() -> None:
    assert Catalogue("es", [Path(__file__).parent / "none.po"]).translations == {}
