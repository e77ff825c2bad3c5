"""Each stage of reading a PDF can be switched off, by the name that it has today."""

from importlib import import_module

import pytest

from benchmarks.without import STAGES


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_is_there_under_its_name(stage: str) -> None:
    room, name, _ = STAGES[stage]
    assert callable(getattr(import_module(f"kensei_docs.extract.pdf.{room}"), name))
