"""Findings: what a check has to say of one fact, with the places that it compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kensei_docs.database import Citation, Record
from kensei_docs.problems import Place, Problem

# More spans of lines than this are drawn together into one: a finding has to stay readable.
_LISTED = 3


@dataclass(frozen=True)
class Finding(Problem):
    """A problem that a check found, with the dotted path of its fact.

    ``ruling`` is the id of the ruling that settles it, where a person has made one, and
    ``related`` are the other places of the data that it was compared with.
    """

    fact: str | None = None
    ruling: str | None = None
    related: tuple[Place, ...] = ()


def found(
    record: Record, path: str, message: str, place: Place | None = None, beside: Iterable[tuple[Record, str]] = ()
) -> Finding:
    """Return a finding of the fact at ``path``; the check's name is put on it by ``run``.

    ``beside`` are the facts that it was compared with: where they were read is part of it.
    """
    others = list(beside)
    citations = [
        *citations_of(record, path),
        *(citation for other, at in others for citation in citations_of(other, at)),
    ]
    return Finding(
        place or record.place(path),
        f"{record.id}: {message}",
        "",
        edition=record.edition,
        record=record.id,
        fact=path,
        citations=tuple(dict.fromkeys(citations)),
        related=tuple(other.place(at) for other, at in others),
    )


def citations_of(record: Record, path: str) -> tuple[Citation, ...]:
    """Return where the fact (or group of facts) at ``path`` was read, as closely as is known."""
    close = tuple(
        c for c in record.citations if any(cover == path or cover.startswith(f"{path}.") for cover in c.covers)
    )
    return close or tuple(c for c in record.citations if c.is_for(path))


def where(record: Record, *paths: str) -> str:
    """Return the places of facts in the document, `` (rulebook, lines 12-14)``, or nothing."""
    documents: dict[str, set[Citation]] = {}
    for path in paths:
        for citation in citations_of(record, path):
            documents.setdefault(citation.document, set()).add(citation)
    places = [_places(document, citations) for document, citations in documents.items()]
    return f" ({'; '.join(places)})" if places else ""


def _places(document: str, citations: set[Citation]) -> str:
    spans: list[tuple[int, int]] = []
    for first, last in sorted(c.lines for c in citations if c.lines):
        if spans and first <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((first, last))
    kind = "line"
    if not spans:
        spans = [(page, page) for page in sorted({c.page for c in citations if c.page})]
        kind = "page"
    if not spans:
        return document
    if len(spans) > _LISTED:
        spans = [(spans[0][0], spans[-1][1])]
    numbers = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
    many = len(numbers) > 1 or "-" in numbers[0]
    return f"{document}, {kind}{'s' if many else ''} {', '.join(numbers)}"


def listed(names: Iterable[object]) -> str:
    """Return names as a message lists them: ``'a', 'b' and 'c'``."""
    quoted = [f"'{name}'" for name in names]
    return " and ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1]))) if quoted else ""


def number(amount: float) -> str:
    """Return an amount without needless decimals."""
    return f"{amount:g}"
