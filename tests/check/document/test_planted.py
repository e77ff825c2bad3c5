"""Of faults of spelling that are planted in documents, the proofreader finds most; in the untouched text, none."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from kensei_docs.check import proofread

ROOT = Path(__file__).resolve().parents[3]
SPECIMENS = sorted(Path(__file__).with_name("specimens").glob("*.txt"))


@pytest.fixture(scope="module")
def planter() -> Iterator[ModuleType]:
    """The tool that plants faults."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")
        yield importlib.import_module("plant_faults")


@pytest.mark.parametrize("file", SPECIMENS, ids=lambda file: file.name)
def test_an_untouched_specimen_has_no_faults(planter: ModuleType, file: Path) -> None:
    assert list(proofread.check_manuscript(planter.manuscript_at(planter.Workspace(str(ROOT)), file))) == []


def test_most_faults_that_are_planted_are_found(planter: ModuleType) -> None:
    english = [file for file in SPECIMENS if ".en." in file.name]
    found = [bool(findings) for *_, findings in planter.plant(english, 1, 50)]
    assert sum(found) >= 0.7 * len(found)
