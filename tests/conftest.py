"""What all tests share: the real documents, where a user has them, and small projects."""

from __future__ import annotations

import atexit
import contextlib
import gc
import hashlib
import io
import os
import pickle
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from kensei_docs import faults
from kensei_docs.documents.layout import workers
from kensei_docs.documents.layout.faces import FaceMarkup, Pack, Style
from kensei_docs.extract.pdf import ocr
from kensei_docs.files import write_whole
from tests.browser import Chromium

# A third of hypothesis' own number of examples; no test is held to a time. HYPOTHESIS_EXAMPLES asks for more.
settings.register_profile("suite", max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "30")), deadline=None)
settings.load_profile("suite")
# Data and catalogues stay in memory between tests: looking through them for garbage takes a tenth of the time.
gc.set_threshold(50_000, 20, 50)

# Of a long list of like cases, the tests try one in EVERY. EVERY=1 asks for all of them.
EVERY = int(os.environ.get("EVERY", "3"))

ROOT = Path(__file__).resolve().parent.parent

# The caches of the tests: a folder of their own, which all workers share.
if "PYTEST_XDIST_WORKER" not in os.environ:
    CACHE = tempfile.mkdtemp(prefix="kensei-docs-tests-")
    os.environ["KENSEI_CACHE"] = CACHE
    os.environ["KENSEI_TESTS"] = str(Path(CACHE, "tests"))
    atexit.register(shutil.rmtree, CACHE, ignore_errors=True)


class Result(NamedTuple):
    """What a command printed to its two streams, and its exit status."""

    out: str
    err: str
    status: int


@pytest.fixture(scope="session")
def documents() -> Path:
    """The folder of the real documents, as ``KENSEI_SOURCES`` names it; none, no test of them."""
    folder = os.environ.get("KENSEI_SOURCES")
    if not folder:
        assert "KENSEI_SOURCES_REQUIRED" not in os.environ, "the documents must be tested here"
        pytest.skip("KENSEI_SOURCES does not name the folder of the documents")
    path = Path(folder)
    assert path.is_dir(), f"KENSEI_SOURCES names {path}, which is no folder"
    return path


@pytest.fixture(scope="session", autouse=True)
def no_text_recognition() -> Iterator[None]:
    """Text recognition counts as not installed, as a page takes it half a minute where both cores are busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ocr, "is_installed", lambda: False)
        yield


@pytest.fixture(scope="session", autouse=True)
def faces_laid_out_once() -> Iterator[Callable[..., Pack]]:
    """Equal faces of all tests are laid out once: it takes most of the time of printing, and gives the same each time.

    It is the function that lays them out each time, for those who test that.
    """
    real = workers.lay_out

    def lay_out(faces: Sequence[FaceMarkup], style: Style) -> Pack:
        asked = pickle.dumps((tuple(faces), style))
        kept = Path(os.environ["KENSEI_TESTS"], hashlib.sha256(asked).hexdigest())
        if not kept.exists():
            write_whole(kept, pickle.dumps(real(faces, style)))
        pack: Pack = pickle.loads(kept.read_bytes())
        return pack

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "lay_out", lay_out)
        yield real


@pytest.fixture(scope="session", autouse=True)
def faces_laid_out_in_this_process() -> Iterator[None]:
    """Faces are laid out in the process of the tests, of which there is one a core.

    A fork of it has much in memory and begins anew with every typeface: printing in several takes a quarter more of
    the processors' time. The tests of the forks ask for some, and a command in a process of its own has them.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "cores", lambda: 1)
        patch.setattr(workers, "can_fork", lambda: False)
        yield


@pytest.fixture
def laid_out_each_time(faces_laid_out_once: Callable[..., Pack], monkeypatch: pytest.MonkeyPatch) -> None:
    """Faces are laid out each time in the test: it is about what laying out does, or that it does the same."""
    monkeypatch.setattr(workers, "lay_out", faces_laid_out_once)


@pytest.fixture
def text_recognition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text recognition as it is; without it, the test is skipped."""
    pytest.importorskip("rapidocr", reason="text recognition is not installed: pip install 'kensei-docs[ocr]'")
    monkeypatch.setattr(ocr, "is_installed", lambda: True)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """A headless browser, for tests that are marked ``needs_chromium``."""
    browser = Chromium(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.close()


@pytest.fixture
def project_of(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Write a project of the given files (path: text) into an empty folder and return that."""

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def reeds(tmp_path: Path) -> Path:
    """A copy of the project of an invented game, Reeds and Banners, to change at will."""
    copy = tmp_path / "reeds"
    # Somebody may have printed from it, or checked it, in its own folder.
    shutil.copytree(ROOT / "tests" / "specimens" / "reeds", copy, ignore=shutil.ignore_patterns("build"))
    return copy


def run_command(*words: str | Path) -> Result:
    """Run ``kensei-docs`` with the given words in this process and return what it printed and its status."""
    from kensei_docs.cli import main

    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["kensei-docs", *map(str, words)])
        try:
            main()
            status = 0
        except SystemExit as stop:
            status = int(stop.code or 0)
    assert status != faults.EXIT_STATUS, err.getvalue()
    return Result(out.getvalue(), err.getvalue(), status)


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run ``kensei-docs`` with the given words and return what it printed and its status."""
    return run_command


def typeset(page: str, pdf: Path) -> None:
    """Typeset a page of HTML with a ``<style>``.

    Its typefaces are packaged ones: the machine may have none, and the toolkit's renderer leaves none to its process.
    """
    import weasyprint

    style = ""
    for family, package, name in (
        ("sans-serif", "font_source_sans_pro", "SourceSansPro"),
        ("serif", "font_source_serif_pro", "SourceSerifPro"),
    ):
        page = re.sub(rf"(?<=[a-z0-9] ){family}(?=[ ;}}])", f"'Typeset {name}'", page)
        for weight in ("Regular", "Bold"):
            file = Path(str(resources.files(package) / "files" / f"{name}-{weight}.ttf"))
            named = f"font-family: 'Typeset {name}'; font-weight: {weight.replace('Regular', 'normal').lower()}"
            style += f"@font-face {{ {named}; src: url({file.as_uri()}) }}\n"
    weasyprint.HTML(string=page.replace("<style>", f"<style>{style}")).write_pdf(str(pdf))


@pytest.fixture(scope="session")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's rulebook, typeset: four pages in two columns, with ruled tables."""
    pdf = tmp_path_factory.mktemp("rulebook") / "pack-ice.pdf"
    typeset((ROOT / "docs" / "example-rulebook" / "rules.html").read_text(encoding="utf-8"), pdf)
    return pdf
