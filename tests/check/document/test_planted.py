"""Of faults of structure that are planted in documents, the proofreader finds most; in the untouched text, none."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from kensei_docs.check import proofread
from tests.conftest import EVERY

ROOT = Path(__file__).resolve().parents[3]
SPECIMENS = sorted(Path(__file__).with_name("specimens").glob("*.txt"))


@pytest.fixture(scope="module")
def planter() -> Iterator[ModuleType]:
    """The tool that plants faults; its rules stand in a module beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")
        yield importlib.import_module("plant_faults")


def share(planter: ModuleType, files: list[Path], seed: int, faults: int, other: bool) -> float:
    found = [bool(findings) for _, _, _, findings in planter.plant(files, seed, faults, other)]
    return sum(found) / len(found)


@pytest.mark.parametrize("file", SPECIMENS, ids=lambda file: file.name)
def test_an_untouched_specimen_has_no_faults(planter: ModuleType, file: Path) -> None:
    assert list(proofread.check_manuscript(planter.manuscript_at(planter.Workspace(str(ROOT)), file))) == []


@pytest.mark.parametrize(("other", "least"), [(False, 0.9), (True, 0.7)])
def test_most_faults_of_specimens_are_found(planter: ModuleType, other: bool, least: float) -> None:
    assert share(planter, SPECIMENS, 1, 100, other) >= least


@pytest.mark.parametrize("other", [False, True])
def test_most_faults_of_the_documents_are_found(planter: ModuleType, documents: Path, other: bool) -> None:
    assert share(planter, sorted(documents.glob("*.txt")), 1, 30 // EVERY, other) >= 0.6
