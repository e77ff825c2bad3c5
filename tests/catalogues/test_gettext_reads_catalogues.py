"""Other programs read every catalogue: gettext, polib (Django, Poedit's kin) and translate-toolkit (Weblate)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import polib
import pytest
from translate.storage.pypo import pofile

from kensei_docs.project import shipped

ROOT = shipped()
# A starter's own catalogue has gaps that `init` fills in.
CATALOGUES = sorted(file for file in (ROOT / "data").rglob("*.po") if "__" not in file.name)
NAMES = [file.relative_to(ROOT / "data").as_posix() for file in CATALOGUES]

with_gettext = pytest.mark.skipif(not shutil.which("msgfmt"), reason="msgfmt (gettext) is not installed")


def faults_of(file: Path) -> str:
    """Return what gettext says of a file, without its advice on fields of the header that it does not need."""
    done = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", file], capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if "warning: header field" not in line]
    assert bool(lines) == bool(done.returncode), done.stderr
    return "\n".join(lines)


@with_gettext
@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_gettext_accepts_a_catalogue(file: Path) -> None:
    assert faults_of(file) == ""


@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_other_programs_find_the_same_translations(file: Path) -> None:
    by_polib = {(entry.msgctxt or "", entry.msgid): entry for entry in polib.pofile(str(file)) if not entry.obsolete}
    by_toolkit = [unit for unit in pofile.parsefile(str(file)).units if unit.istranslated() and not unit.isheader()]
    assert {(unit.getcontext(), str(unit.source)) for unit in by_toolkit} == {
        key for key, entry in by_polib.items() if entry.translated()
    }
