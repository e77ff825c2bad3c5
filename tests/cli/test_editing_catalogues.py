"""Compiled catalogues: what gettext reads back is what the translator wrote."""

from __future__ import annotations

import gettext
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.po import Catalogue
from kensei_docs.catalogues.update import catalogue_as_printed
from kensei_docs.database import load
from kensei_docs.project import Project
from tests.catalogues.test_po_other_programs import with_gettext


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
    assert "has %(bonos)s, which the message hasn't; write %(bonus)s" in result.err
    assert not (tmp_path / "out").exists()


OWN_FORMS = {
    "nplurals=2; plural=(n != 1);": ("uno", "varios"),
    "nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;": ("uno", "millones de", "varios"),
    "nplurals=1; plural=0;": ("varios",),
    "nplurals=2; plural=(n == 1);": ("varios", "uno"),
}
PADDLES = ("reeds-1e/ability/paddles.text", "Take %(n)s paddle.", "Take %(n)s paddles.")


def with_paddles(reeds: Path, declared: str, strings: Sequence[str]) -> Path:
    """Give the game a message with forms, and its catalogue a header and translations; return the catalogue."""
    abilities = reeds / "data/editions/reeds-1e/abilities.yaml"
    paddles = "\npaddles:\n  name: Paddles\n  figures: {n: 2}\n  text: Take %(n)s {paddle|paddles}.\n"
    abilities.write_text(abilities.read_text(encoding="utf-8") + paddles, encoding="utf-8")
    file = reeds / "data/locale/es/reeds-1e.po"
    written = [words and f"%(n)s {words}" for words in strings]
    forms = "".join(f'msgstr[{i}] "{words}"\n' for i, words in enumerate(written))
    name = f'\nmsgctxt "{PADDLES[0][:-4]}name"\nmsgid "Paddles"\nmsgstr "Remos"\n'
    entry = f'\nmsgctxt "{PADDLES[0]}"\nmsgid "{PADDLES[1]}"\nmsgid_plural "{PADDLES[2]}"\n{forms}'
    header = f'"Language: es\\n"\n"Plural-Forms: {declared}\\n"\n'
    text = re.sub(r'"Plural-Forms:.*\n', "", file.read_text(encoding="utf-8"))
    file.write_text(text.replace('"Language: es\\n"\n', header) + name + entry, encoding="utf-8")
    return file


@with_gettext
@pytest.mark.parametrize("declared", OWN_FORMS)
def test_a_compiled_catalogue_counts_as_its_header_says(
    run: Callable, reeds: Path, tmp_path: Path, declared: str
) -> None:
    """What gettext's own compiler makes of the file says the same, of any number of things."""
    file = with_paddles(reeds, declared, OWN_FORMS[declared])
    result = run("--project", reeds, "catalogue", "compile", "--out", tmp_path / "ours")
    assert (result.status, result.err) == (0, "")
    theirs = tmp_path / "theirs/es/LC_MESSAGES/reeds-1e.mo"
    theirs.parent.mkdir(parents=True)
    subprocess.run(["msgfmt", "-o", theirs, file], check=True)
    ours, wanted = (gettext.translation("reeds-1e", tmp_path / made, ["es"]) for made in ("ours", "theirs"))
    numbers = (0, 1, 2, 5, 11, 21, 101, 1_000_000, 3_000_000)
    assert [ours.npgettext(*PADDLES, n) for n in numbers] == [wanted.npgettext(*PADDLES, n) for n in numbers]
    assert "uno" in ours.npgettext(*PADDLES, 1) or len(OWN_FORMS[declared]) == 1


def test_what_the_status_calls_broken_is_not_compiled_and_not_printed(
    run: Callable, reeds: Path, tmp_path: Path
) -> None:
    with_paddles(reeds, "nplurals=6; plural=(n != 1);", ("uno", "varios"))
    fault = "has 2 forms of the translation (msgstr[0] …), and its header declares 6; add those that are missing"
    assert ", 1 broken" in run("--project", reeds, "catalogue", "status").out
    result = run("--project", reeds, "catalogue", "compile", "--out", tmp_path / "out")
    assert result.status == 2 and fault in result.err
    assert not (tmp_path / "out").exists()
    project = Project.open(reeds)
    database, _ = load(project)
    spanish = Translator(project, database, "es")
    assert spanish.text(database.editions["reeds-1e"].records["ability/paddles"]) == "Take 2 paddles."
    [told] = spanish.problems
    assert fault in told.message and told.place.file.endswith("es/reeds-1e.po")


def test_what_was_printed_untranslated_keeps_its_own_forms_among_others(reeds: Path, tmp_path: Path) -> None:
    with_paddles(reeds, "nplurals=2; plural=(n > 1);", ("", ""))
    project = Project.open(reeds)
    file = tmp_path / "printed.po"
    file.write_bytes(catalogue_as_printed(project, load(project)[0], "es", "reeds-1e"))
    printed = Catalogue("es", [file]).translations[PADDLES[0], PADDLES[1]]
    assert [printed.of(n) for n in (0, 1, 2)] == [PADDLES[2], PADDLES[1], PADDLES[2]]


def test_markup_in_a_translation_is_not_compiled(run: Callable, reeds: Path, tmp_path: Path) -> None:
    file = reeds / "data/locale/es/reeds-1e.po"
    file.write_text(file.read_text(encoding="utf-8").replace('"Barquero"', '"<b>Barquero</b>"'), encoding="utf-8")
    result = run("--project", reeds, "catalogue", "compile", "--out", tmp_path / "out")
    assert result.status == 2 and "has '<b>Barquero</b>', which is printed as it stands" in result.err
    assert not (tmp_path / "out").exists()
