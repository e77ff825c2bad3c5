"""Here faces are laid out each time."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def each_time(laid_out_each_time: None) -> None:
    """Lay out in every test."""
