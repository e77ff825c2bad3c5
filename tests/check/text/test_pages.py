"""Every check of a document has a page in the manual, and a test of its own."""

from importlib import import_module
from pathlib import Path

import pytest

from kensei_docs.check import proofread


@pytest.mark.parametrize("name", proofread.pages())
def test_a_page_promises_shows_and_weighs(name: str) -> None:
    page, module = proofread.pages()[name], name.replace("-", "_")
    promise = page.splitlines()[0]
    assert promise.endswith(".") and len(promise) < 100
    assert "Wrong: " in page and "Right: " in page
    rule = import_module(f"kensei_docs.check.text.{module}")
    assert page.endswith(f"Severity: {rule.SEVERITY}.")
    assert (Path(__file__).resolve().parent / f"test_{module}.py").is_file()
