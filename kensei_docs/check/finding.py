"""Findings: what a check has to say of one fact, with the places that it compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kensei_docs.database import Citation, Record
from kensei_docs.problems import Place, Problem

# More places than this are counted instead of listed: a line has to stay readable.
_LISTED = 3


@dataclass(frozen=True)
class Finding(Problem):
    """A problem that a check found, with the dotted path of its fact.

    ``ruling`` is the id of the ruling that settles it, where a person has made one.
    """

    fact: str | None = None
    ruling: str | None = None


def found(record: Record, path: str, message: str, place: Place | None = None) -> Finding:
    """Return a finding of the fact at ``path``; the check's name is put on it by ``run``."""
    return Finding(place or record.place(path), f"{record.id}: {message}", "",
                   edition=record.edition, record=record.id, fact=path,
                   citations=citations_of(record, path))


def citations_of(record: Record, path: str) -> tuple[Citation, ...]:
    """Return where the fact (or group of facts) at ``path`` was read."""
    return tuple(c for c in record.citations
                 if c.is_for(path) or any(cover.startswith(f"{path}.") for cover in c.covers))


def where(record: Record, *paths: str) -> str:
    """Return the places of facts in the document, `` (rulebook, lines 12-14)``, or nothing."""
    places = list(dict.fromkeys(place(citation) for path in paths
                                for citation in citations_of(record, path)))
    if not places:
        return ""
    more = len(places) - _LISTED
    listed = "; ".join(places[:_LISTED])
    return f" ({listed}; {more} more)" if more > 0 else f" ({listed})"


def place(citation: Citation) -> str:
    """Return a citation as a reader looks it up: document and lines, else its page."""
    if citation.lines:
        first, last = citation.lines
        return f"{citation.document}, " + (f"line {first}" if first == last
                                           else f"lines {first}-{last}")
    return f"{citation.document}, page {citation.page}" if citation.page else citation.document


def listed(names: Iterable[object]) -> str:
    """Return names as a message lists them: ``'a', 'b' and 'c'``."""
    quoted = [f"'{name}'" for name in names]
    return " and ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1]))) if quoted else ""


def number(amount: float) -> str:
    """Return an amount without needless decimals."""
    return f"{amount:g}"
