"""Here faces are laid out each time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kensei_docs.documents.layout import workers
from kensei_docs.documents.layout.faces import Pack


@pytest.fixture(autouse=True)
def laid_out_each_time(faces_laid_out_once: Callable[..., Pack], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "lay_out", faces_laid_out_once)
