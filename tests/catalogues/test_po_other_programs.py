"""Other programs read every catalogue: gettext, Babel, polib (Django, Poedit's kin) and translate-toolkit (Weblate)."""

from __future__ import annotations

import shutil
import subprocess
from io import StringIO
from pathlib import Path

import polib
import pytest
from babel.messages.pofile import read_po
from translate.storage.pypo import pofile

from kensei_docs.catalogues.po import PoFile
from kensei_docs.catalogues.update import merged
from kensei_docs.project import shipped, today
from tests.catalogues.test_update_merging import message

ROOT = shipped()
CATALOGUES = sorted((ROOT / "data").rglob("*.po"))
NAMES = [file.relative_to(ROOT / "data").as_posix() for file in CATALOGUES]

with_gettext = pytest.mark.skipif(not shutil.which("msgfmt"), reason="msgfmt (gettext) is not installed")


def said_of(file: Path) -> tuple[int, str]:
    """Return gettext's exit status for a file, and all that it says."""
    done = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", file], capture_output=True, text=True)
    return done.returncode, done.stderr


@with_gettext
@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_gettext_accepts_a_catalogue(file: Path) -> None:
    assert said_of(file) == (0, "")


@with_gettext
def test_gettext_accepts_a_new_catalogue(tmp_path: Path) -> None:
    file = tmp_path / "marsh.po"
    file.write_text(
        merged(PoFile.parsed(""), [message("marsh/punt.text", "%(n)s punt", "%(n)s punts")], "es").written()
    )
    assert said_of(file) == (0, "")


@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_babel_reads_a_catalogue(file: Path) -> None:
    with file.open("rb") as content:
        assert len(read_po(content)) == len(PoFile.parsed(file.read_text(encoding="utf-8")).messages)


@pytest.mark.parametrize("before", ["", 'msgid ""\nmsgstr ""\n"PO-Revision-Date: \\n"\n'], ids=["new", "undated"])
def test_babel_reads_a_catalogue_that_is_written(before: str) -> None:
    written = merged(PoFile.parsed(before), [message("marsh/punt.text", "A punt")], "es").written()
    assert [one.id for one in read_po(StringIO(written))] == ["", "A punt"]
    assert f'"PO-Revision-Date: {today()} 00:00+0000\\n"' in written
    assert merged(PoFile.parsed(written), [message("marsh/punt.text", "A punt")], "es").written() == written


@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_other_programs_find_the_same_translations(file: Path) -> None:
    by_polib = {(entry.msgctxt or "", entry.msgid): entry for entry in polib.pofile(str(file)) if not entry.obsolete}
    by_toolkit = [unit for unit in pofile.parsefile(str(file)).units if unit.istranslated() and not unit.isheader()]
    assert {(unit.getcontext(), str(unit.source)) for unit in by_toolkit} == {
        key for key, entry in by_polib.items() if entry.translated()
    }
