"""What the tests of PDFs share: a body of HTML that is set as a PDF and read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import weasyprint

from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from tests.extract.conftest import source_of

STYLE = """
@font-face { font-family: Set; src: url(%(file)s) }
@page { size: %(paper)s; margin: 15mm }
body { font: %(size)spt/1.2 Set; columns: %(columns)s; column-gap: 7mm; text-align: justify; hyphens: %(hyphens)s }
i { font-style: normal }
h2 { font-size: 1.3em; margin: 0.6em 0 0.2em } p { margin: 0 0 0.4em }
h1 { column-span: all; font-size: 1.8em; margin: 0 0 0.3em }
table { border-collapse: collapse; width: 100%%; break-inside: avoid; text-align: left; hyphens: manual }
td { vertical-align: top; padding: 2pt 4pt; border: %(rule)s } %(more)s
"""
ReadAs = Callable[..., Document]


@pytest.fixture
def read_as() -> ReadAs:
    """Read a body of HTML set with a setting; tests that ask for the same share what was read."""
    return lambda body, **setting: _read(body, tuple(sorted(setting.items())))


@lru_cache(maxsize=64)
def _read(body: str, settings: tuple[tuple[str, object], ...]) -> Document:
    setting = dict(settings)
    name = f"Source{str(setting.get('font', 'serif')).capitalize()}Pro-Regular.ttf"
    file = resources.files(f"font_source_{setting.get('font', 'serif')}_pro") / "files" / name
    usual = {"paper": "A4", "size": 9, "columns": 1, "hyphens": "manual", "rule": "0.5pt solid", "more": ""}
    style = STYLE % {**usual, **setting, "file": Path(str(file)).as_uri()}
    with TemporaryDirectory() as folder:
        path = Path(folder, "set.pdf")
        weasyprint.HTML(string=f"<html lang=en><style>{style}</style><body>{body}").write_pdf(path)
        return read_document(path, source_of())
