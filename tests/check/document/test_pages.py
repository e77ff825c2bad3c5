"""Every check of a document has a page in the manual, and a test of its own."""

from pathlib import Path

import pytest

from kensei_docs.check import proofread


@pytest.mark.parametrize("name", proofread.pages())
def test_a_page_promises_shows_and_weighs(name: str) -> None:
    page, module = proofread.pages()[name], name.replace("-", "_")
    promise = page.splitlines()[0]
    assert promise.endswith(".") and len(promise) < 100
    assert "Wrong: " in page and "Right: " in page
    assert page.splitlines()[-1] in ("Severity: error.", "Severity: warning.", "Severity: note.")
    assert (Path(__file__).resolve().parent / f"test_{module}.py").is_file()
