"""Conditions (a record's ``when``) as one line of the vocabulary's own words."""

from __future__ import annotations

from typing import Any

from kensei_docs.database.model import Record


def condition(when: dict[str, Any] | None, record: Record) -> str | None:
    """Return a condition as one line: ``self.charging: true; opponent.weapon-type: not 1, 2``.

    A figure that it names (``$range``) is put in from the record.
    """
    if not when:
        return None
    return "; ".join(f"{atom}: {_shown(value, record)}" for atom, value in when.items())


def _shown(value: Any, record: Record) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {_shown(inner, record)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(inner, record) for inner in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return record.figure(f"figures.{text[1:]}") or text if text.startswith("$") else text
