"""What reading a document gives: observed figures, and figures that nothing took."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# Letters and digits on each side of a figure that its digest is made of: about six words.
_AROUND = 36


@dataclass(frozen=True)
class Observation:
    """One figure (or name) of a record, as a document gives it.

    ``lines`` are 1-based lines of the document's text file, ``page`` its page where it is a PDF.
    ``digest`` stands for the words around the figure and is the same in text and PDF.
    """

    record: str
    fact: str
    value: str
    unit: str
    document: str
    page: int | None
    lines: tuple[int, int] | None
    digest: str

    def as_json(self) -> dict[str, Any]:
        """Return the observation as the commands print it."""
        return {
            "record": self.record,
            "fact": self.fact,
            "value": self.value,
            "unit": self.unit,
            "document": self.document,
            "page": self.page,
            "lines": _listed(self.lines),
            "digest": self.digest,
        }


@dataclass(frozen=True)
class Passage:
    """The part ``start:end`` of a document's text that was read for one record.

    ``figures`` counts the facts that it is read for: a passage of none is read for its words.
    """

    record: str
    start: int
    end: int
    figures: int = 0


@dataclass(frozen=True)
class Covered:
    """A passage by its place: which record it was read for, and a digest of all its words."""

    record: str
    document: str
    page: int | None
    lines: tuple[int, int] | None
    digest: str
    figures: int


@dataclass(frozen=True)
class Unresolved:
    """A figure that no reading took, why not, and a few words around it to find it by."""

    value: str
    document: str
    page: int | None
    lines: tuple[int, int] | None
    reason: str
    context: str

    def as_json(self) -> dict[str, Any]:
        """Return the figure as the commands print it."""
        return {
            "value": self.value,
            "document": self.document,
            "page": self.page,
            "lines": _listed(self.lines),
            "reason": self.reason,
            "context": self.context,
        }


def digest(text: str, start: int, end: int, value: str) -> str:
    """Return 16 hexadecimal digits for a value at ``start:end`` of a text and the words around.

    Only letters and digits count, so line ends, hyphens and typography change nothing.
    """
    before = _bare(text[max(0, start - 4 * _AROUND) : start])[-_AROUND:]
    after = _bare(text[end : end + 4 * _AROUND])[:_AROUND]
    return fingerprint((before, _bare(value), after))


def digest_of_all(text: str) -> str:
    """Return 16 hexadecimal digits for all letters and digits of a text."""
    return fingerprint([_bare(text)])


def fingerprint(parts: Iterable[str]) -> str:
    """Return 16 hexadecimal digits for a sequence of strings."""
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


def as_lines(items: Iterable[Observation | Unresolved]) -> str:
    """Return the items as one JSON object a line."""
    return "".join(json.dumps(item.as_json(), ensure_ascii=False) + "\n" for item in items)


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _listed(lines: tuple[int, int] | None) -> list[int] | None:
    return list(lines) if lines else None
