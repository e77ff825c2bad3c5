"""Compiled catalogues: what gettext reads back is what the translator wrote."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path


def test_gettext_reads_back_what_was_translated_and_the_same_words_give_the_same_bytes(
    run: Callable, reeds: Path, tmp_path: Path
) -> None:
    out = tmp_path / "compiled"
    for folder in (out, tmp_path / "again"):
        result = run("--project", reeds, "catalogue", "compile", "--out", folder)
        assert (result.status, result.err) == (0, "")
    files, others = (
        {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.mo")}
        for folder in (out, tmp_path / "again")
    )
    assert files == others != {}
    words = gettext.translation("reeds-1e", out, ["es"])
    assert words.pgettext("reeds-1e/ability/ferryman.name", "Ferryman") == "Barquero"
    assert words.pgettext(
        "reeds-1e/ability/ferryman.text", "Boats within %(range)s of the ferryman add %(bonus)s to their Order Roll."
    ) == ("Las barcas a %(range)s o menos del barquero suman %(bonus)s a su Tirada de Órdenes.")
    # Two layers are one catalogue: the user's conditions, and the tool's.
    vocabulary = gettext.translation("vocabulary", out, ["es"])
    assert vocabulary.pgettext("vocabulary/when.self.charging.true", "when charging") != ("when charging")
    assert vocabulary.pgettext("vocabulary/when.self.mounted.true", "when mounted") != ("when mounted")


def test_a_stale_translation_is_left_out(run: Callable, reeds: Path, tmp_path: Path) -> None:
    file = reeds / "data/locale/es/reeds-1e.po"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace('msgctxt "reeds-1e/ability/ferryman.name"', '#, fuzzy\nmsgctxt "reeds-1e/ability/ferryman.name"'),
        encoding="utf-8",
    )
    run("--project", reeds, "catalogue", "compile", "--out", tmp_path / "out")
    words = gettext.translation("reeds-1e", tmp_path / "out", ["es"])
    assert words.pgettext("reeds-1e/ability/ferryman.name", "Ferryman") == "Ferryman"


def test_broken_catalogues_are_refused_and_nothing_is_written(run: Callable, reeds: Path, tmp_path: Path) -> None:
    file = reeds / "data/locale/es/reeds-1e.po"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('msgstr "Barquero"', 'msgstr "Barquero'), encoding="utf-8")
    result = run("--project", reeds, "catalogue", "compile", "--out", tmp_path / "out")
    assert result.status == 2
    assert "reeds-1e.po:12: has a string that doesn't begin and end with a quotation mark" in (result.err)
    file.write_text(text.replace("suman %(bonus)s", "suman %(bonos)s"), encoding="utf-8")
    result = run("--project", reeds, "catalogue", "compile", "--out", tmp_path / "out")
    assert result.status == 2
    assert "has %(bonos)s, which the message hasn't; did you mean 'bonus'?" in result.err
    assert not (tmp_path / "out").exists()
