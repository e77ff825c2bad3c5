"""Every check has a page in the manual that says what it promises, and a test of its own."""

from pathlib import Path

import pytest

from kensei_docs.check import data, messages
from kensei_docs.check.project_files import pages
from kensei_docs.discover import modules_of
from kensei_docs.problems import checks_in

TESTS = Path(__file__).resolve().parent / "data"


IN_DATA = list(checks_in(modules_of(data)))
IN_WORDS = list(checks_in([messages]))


@pytest.mark.parametrize("name", [*IN_DATA, *IN_WORDS])
def test_a_page_promises_shows_and_weighs(name: str) -> None:
    page = pages()[name]
    promise = page.splitlines()[0]
    assert promise.endswith(".") and len(promise) < 100
    assert "Wrong: " in page and "Right: " in page
    assert page.splitlines()[-1] in ("Severity: error.", "Severity: warning.", "Severity: note.")


@pytest.mark.parametrize("name", IN_DATA)
def test_a_check_has_its_tests(name: str) -> None:
    assert (TESTS / f"test_{name.replace('-', '_')}.py").is_file()
