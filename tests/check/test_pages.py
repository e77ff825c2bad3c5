"""Every check has a page in the manual that says what it promises, and a test of its own."""

from pathlib import Path

import pytest

from kensei_docs import check
from kensei_docs.catalogues import findings
from kensei_docs.check import rulings
from kensei_docs.problems import checks_in

TESTS = Path(__file__).resolve().parent / "data"


@pytest.mark.parametrize(
    "page", [*check.pages().values(), *findings.pages().values()], ids=[*check.pages(), *findings.pages()]
)
def test_a_page_promises_shows_and_weighs(page: str) -> None:
    promise = page.splitlines()[0]
    assert promise.endswith(".") and len(promise) < 100
    assert "Wrong: " in page and "Right: " in page
    assert page.splitlines()[-1] in ("Severity: error.", "Severity: warning.", "Severity: note.")


@pytest.mark.parametrize("name", [name for name in check.pages() if name not in checks_in([rulings])])
def test_a_check_has_its_tests(name: str) -> None:
    assert (TESTS / f"test_{name.replace('-', '_')}.py").is_file()
