"""Entries that name the rules which documents leave to other pages: kinds of record, ids, or facts of either."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Named(Protocol):
    """A record, by its kind and id."""

    @property
    def kind(self) -> str: ...
    @property
    def id(self) -> str: ...


def is_named(entries: Iterable[str], record: Named, path: str = "") -> bool:
    """Return whether an entry (``ability``, ``weapon/oar``, ``weapon:effects``) names a record, or a fact of it."""
    for entry in entries:
        name, _, group = entry.partition(":")
        if name in (record.kind, record.id) and (not group or path == group or path.startswith(f"{group}.")):
            return True
    return False
