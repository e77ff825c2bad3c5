"""A printing's wording as recorded in ``data/wording/<source>.csv``: digests of its sentences, never words."""

from __future__ import annotations

import csv
import io
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path

from kensei_docs.extract.reading.sentences_and_loose_figures import Wording
from kensei_docs.files import write_whole
from kensei_docs.problems import unusable

_COLUMNS = ("record", "lines", "page", "letters", "digest", "mixture", "prose", "figures", "read")


@dataclass(frozen=True)
class Recorded:
    """One sentence as it was recorded: its place, the number and the digest of its letters, its loose figures.

    ``read`` is the number of its other figures, with those of the lines behind it that are no sentence.
    """

    record: str | None
    lines: tuple[int, int] | None
    page: int | None
    letters: int
    digest: str
    mixture: int
    prose: bool
    figures: tuple[str, ...]
    read: int = 0


def recorded_at(file: Path | None) -> list[Recorded] | None:
    """Return the sentences of a file of ``data/wording/``, None without a file; raises Unusable for another form."""
    if file is None:
        return None
    try:
        rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
        return [_sentence(row) for row in rows]
    except (KeyError, ValueError, TypeError, AttributeError):
        raise unusable(file, "is not as reconcile --accept writes it; delete it and accept anew", "wording") from None


def _sentence(row: dict[str, str]) -> Recorded:
    first, _, last = row["lines"].partition("-")
    return Recorded(
        row["record"] or None,
        (int(first), int(last)) if first else None,
        int(row["page"]) if row["page"] else None,
        int(row["letters"]),
        row["digest"],
        int(row["mixture"], 16),
        row["prose"] == "yes",
        tuple(row["figures"].split("|")) if row["figures"] else (),
        # A file that an earlier version wrote does not have it.
        int(row.get("read") or 0),
    )


def sentences_of(wording: Wording) -> list[Recorded]:
    """Return a document's sentences as they are recorded."""
    found = []
    known = sorted(wording.known)
    # Figures that have no letters around them, as some cells of a table, count for the sentence before them.
    stops = [*(bisect_left(known, s.start) for s in wording.sentences[1:]), len(known)]
    begins = [0, *stops]
    for s, begin, stop in zip(wording.sentences, begins, stops, strict=False):
        text = wording.document.text[s.start : s.end]
        shift = len(text) - len(text.lstrip())
        lines, page = wording.document.place(s.start + shift, s.start + len(text.rstrip()))
        digest = wording.digest((s.first, s.last)) if s.first < s.last else ""
        mixture = wording.mixture(s.first, s.last)
        found.append(
            Recorded(s.record, lines, page, s.last - s.first, digest, mixture, s.prose, s.figures, stop - begin)
        )
    return found


def record(file: Path, wording: Wording) -> bool:
    """Write the digests of a document's sentences, and its loose figures, into a file; return whether it changed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for s in sentences_of(wording):
        lines = f"{s.lines[0]}-{s.lines[1]}" if s.lines else ""
        prose, figures = "yes" if s.prose else "", "|".join(s.figures)
        row = (s.record, lines, s.page, s.letters, s.digest, f"{s.mixture:08x}", prose, figures, s.read or "")
        writer.writerow("" if value is None else value for value in row)
    if file.is_file() and file.read_text(encoding="utf-8") == out.getvalue():
        return False
    write_whole(file, out.getvalue())
    return True
