"""What is found wrong with a face as it was laid out."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """The field, what to say about it, and the check that it is a matter of."""

    field: str
    message: str
    check: str
