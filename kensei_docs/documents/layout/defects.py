"""What is wrong with a face as it was laid out."""

from __future__ import annotations

from typing import NamedTuple


class Defect(NamedTuple):
    """The field of the face it is in (empty: the whole face), the message, and the name of the check."""

    field: str
    message: str
    check: str
