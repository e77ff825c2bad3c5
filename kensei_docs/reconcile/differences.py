"""The differences between the observations of a document and its edition in the database, and how they are written.

``update`` writes a document's new values into ``data/``, and the citations (``from``) of every fact.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, TypeVar

from kensei_docs.database import Citation, Edition, Record
from kensei_docs.database.yaml_files import Tree, updated
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.extract.reading.observations import Covered, Observation
from kensei_docs.figures import same
from kensei_docs.files import write_whole
from kensei_docs.problems import unusable
from kensei_docs.sources import digest_of_record


@dataclass(frozen=True)
class Difference:
    """One fact on which a document and the database disagree, or words that were not recorded so, and its place.

    Of a fact, ``change`` is ``differs``, ``new`` (the database has no such fact, or null) or ``gone`` (the document
    doesn't give it any more), or ``moved``: the columns of a table stand in another order. Of words, it is ``unread``
    where new words have figures that belong to nothing, else ``wording``: ``document`` has the new words, None for a
    recorded sentence that has gone; ``fact`` is empty, and so is ``record`` where none has the words.
    """

    change: Literal["differs", "new", "gone", "moved", "wording", "unread"]
    record: str
    fact: str
    database: str | None
    document: str | None
    lines: tuple[int, int] | None
    page: int | None

    def as_json(self) -> dict[str, Any]:
        """Return the difference as the commands print it."""
        return {**asdict(self), "record": self.record or None, "fact": self.fact or None}


def differences(edition: Edition, document: str, read: ReadingResult) -> list[Difference]:
    """Return how a document, as it was read, differs from its edition, in the order of the document.

    Facts of the database that the reading looks for, and did not observe, are ``gone``; a figure of a picture that is
    only unsure is not.
    """
    found: list[Difference] = []
    for observed in read.observations:
        difference = _difference_of(edition.records.get(observed.record), observed, observed.record in read.renamed)
        if difference:
            found.append(difference)
    for table in read.reordered:
        orders = ", ".join(table.before), ", ".join(table.now)
        found.append(Difference("moved", table.record, "columns", *orders, table.lines, table.page))
    there = {(o.record, o.fact) for o in read.observations} | read.doubted
    found += _gone_facts(edition, document, there, read.expected)
    return list(dict.fromkeys(found))


def _difference_of(record: Record | None, observed: Observation, renamed: bool) -> Difference | None:
    is_name = observed.fact == "name"
    known = None if record is None else record.name if is_name else record.figure(observed.fact)
    if record is not None and ((is_name and not renamed) or (not is_name and known and _agree(known, observed))):
        return None
    cited = _citations(record, observed.fact, observed.document) if record else []
    lines = observed.lines or (cited[0].lines if cited else None)
    change: Literal["new", "differs"] = "new" if known is None else "differs"
    return Difference(change, observed.record, observed.fact, known, observed.value, lines, observed.page)


def _agree(known: str | None, observed: Observation) -> bool:
    """Return whether a value of the database is that of the document; of one in doubt, either of the two."""
    return same(known, observed.value) or bool(observed.other and same(known, observed.other))


def open_doubts(edition: Edition, read: ReadingResult, accepted: Mapping[str, str]) -> list[Observation]:
    """Return the figures in doubt of which nobody has decided, in the order of the document, each place once.

    A person decides by writing the other value into the record, or by accepting the record as it stands: ``accepted``
    has the digests of the records that were, by id.
    """
    found: dict[tuple[int, int], Observation] = {}
    for observed in read.observations:
        record = edition.records.get(observed.record)
        if not observed.doubt or (record and not same(record.figure(observed.fact), observed.value)):
            continue
        if record is None or accepted.get(record.id) != digest_of_record(record):
            found.setdefault(observed.span, observed)
    return list(found.values())


def _gone_facts(
    edition: Edition, document: str, seen: Set[tuple[str, str]], expected: Sequence[tuple[str, str]]
) -> list[Difference]:
    wanted: dict[str, list[str]] = {}
    for record_id, pattern in expected:
        wanted.setdefault(record_id, []).append(pattern)
    gone = []
    for record_id, patterns in wanted.items():
        record = edition.records.get(record_id)
        if record is None:
            continue
        if "name" in patterns and (record_id, "name") not in seen:
            gone.append(_gone_fact(record, document, "name", record.name))
            continue
        for fact in record.facts:
            if fact.value is None or (record_id, fact.path) in seen:
                continue
            if any(fnmatchcase(fact.path, pattern) for pattern in patterns):
                gone.append(_gone_fact(record, document, fact.path, fact.value))
    return gone


def _gone_fact(record: Record, document: str, fact: str, value: str) -> Difference:
    where = next(iter(_citations(record, fact, document)), Citation(document))
    return Difference("gone", record.id, fact, value, None, where.lines, where.page)


def _citations(record: Record, fact: str, document: str) -> list[Citation]:
    return [c for c in record.citations if c.document == document and c.is_for(fact)]


Read = TypeVar("Read", Observation, Covered)


def write(
    edition: Edition,
    document: str,
    observations: Sequence[Observation],
    passages: Sequence[Covered],
    found: Iterable[Difference],
    layer: Path,
    only: Collection[str] | None = None,
) -> tuple[dict[tuple[str, str], str], tuple[Path, ...]]:
    """Write a document's values and citations into the files of its edition; return the new values, by record and fact,
    and the changed files.

    Written are values of facts that the edition has. ``found`` are the differences of the two,
    ``layer`` is the folder of the project that may be written to: raises Unusable where the
    edition lies in another, or a file can't be written. With ``only``, the citations of these records are written, and
    no values.
    """
    observed, read_for = _by_record(observations), _by_record(passages)
    gone = [(difference.record, difference.fact) for difference in found if difference.change == "gone"]
    written: dict[tuple[str, str], str] = {}
    edits: dict[Path, tuple[Tree, dict[str, str | None], dict[str, list[dict[str, Any]]]]] = {}
    for record in edition.records.values():
        here, read = observed.get(record.id, []), read_for.get(record.id, [])
        if not (here or read) or (only is not None and record.id not in only):
            continue
        if not record.tree.file.resolve().is_relative_to(layer.resolve()):
            remedy = f"copy the edition '{edition.id}' into your project to change it"
            raise unusable(record.tree.file, f"belongs to the tool; {remedy}", "reconcile")
        _, values, provenance = edits.setdefault(record.tree.file, (record.tree, {}, {}))
        for fact, value in _new_values(record, here).items() if only is None else ():
            values[f"{record.slug}.{spot_of(record, fact)}"] = value
            written[record.id, fact] = value
        cited = citations(record, document, here, read, [fact for name, fact in gone if name == record.id])
        if cited:
            provenance[record.slug] = [asdict(citation) for citation in cited]
    # No file is written before all of them are known to be right.
    contents = {file: updated(*edit) for file, edit in edits.items()}
    files = tuple(file for file, content in contents.items() if file.read_bytes() != content)
    for file in files:
        write_whole(file, contents[file])
    return written, files


def _by_record(read: Iterable[Read]) -> dict[str, list[Read]]:
    found: dict[str, list[Read]] = {}
    for one in read:
        found.setdefault(one.record, []).append(one)
    return found


def _cited(record: Record, observations: Iterable[Observation]) -> Iterator[Observation]:
    """Yield the observations of facts that a record has a place for; a name is not cited."""
    return (observed for observed in observations if observed.fact != "name" and has_place(record, observed.fact))


def _new_values(record: Record, observations: Sequence[Observation]) -> dict[str, str]:
    """Return the facts whose value in the document has changed, with the new value.

    Of a fact that the document gives in several places, only the places that changed since they were
    cited count; if these disagree, the fact is left out, for a person to decide.
    """
    said: dict[str, list[Observation]] = {}
    for observed in _cited(record, observations):
        said.setdefault(observed.fact, []).append(observed)
    values = {}
    for fact, places in said.items():
        other = [o for o in places if not _agree(record.figure(fact), o)]
        if len(other) < len(places):
            cited = any(spot_of(record, fact) in c.covers for c in record.citations)
            other = [o for o in other if cited and not stood_before(record, o, observations)]
        if other and all(same(o.value, other[0].value) for o in other):
            values[fact] = other[0].value
    return values


def citations(
    record: Record,
    document: str,
    observations: Sequence[Observation],
    passages: Sequence[Covered],
    gone: Collection[str] = (),
) -> list[Citation]:
    """Return the record's citations with those of one document brought up to date.

    Facts on the same lines share a citation, with one digest for all of them. Values that are not figures
    (texts, lists of ids) are covered by the passages that were read for the record. A text file has
    lines and a PDF has pages: the one that this reading lacks is kept from the old citation, if the
    document gives the fact as often as before. Facts that have ``gone`` from the document keep the
    citation that they had, and so do texts that a person cites from a place which is not read for the record.
    """
    own = _citations_of_figures(record, document, observations)
    observed = {fact for citation in own for fact in citation.covers}
    own += _citations_of_passages(record, document, passages, observed, gone)
    if not own:
        return list(record.citations)
    covered = {fact for citation in own for fact in citation.covers}
    at = next((i for i, c in enumerate(record.citations) if c.document == document), len(record.citations))
    before, after = record.citations[:at], record.citations[at:]
    left = [
        replace(c, covers=tuple(fact for fact in c.covers if fact not in covered)) if c.document == document else c
        for c in after
    ]
    return [*before, *own, *(c for c in left if c.covers or c.document != document)]


def _citations_of_figures(record: Record, document: str, observations: Sequence[Observation]) -> list[Citation]:
    facts: dict[str, list[Observation]] = {}
    for observed in _cited(record, observations):
        facts.setdefault(spot_of(record, observed.fact), []).append(observed)
    found: dict[tuple[Any, ...], Citation] = {}
    digests: dict[tuple[Any, ...], list[str]] = {}
    for fact, places in facts.items():
        known = [c for c in record.citations if c.document == document and fact in c.covers]
        for i, observed in enumerate(places):
            before = known[i] if len(known) == len(places) else None
            citation = _merged_citation(document, observed, before, (fact,))
            key: tuple[Any, ...] = citation.lines, citation.page
            if key in found and fact in found[key].covers:
                key = *key, i
            found[key] = replace(found[key], covers=(*found[key].covers, fact)) if key in found else citation
            digests.setdefault(key, []).append(observed.digest)
    cited = [replace(citation, digest=_digest(digests[key])) for key, citation in found.items()]
    return sorted(cited, key=lambda c: (c.lines or (0, 0), c.page or 0))


def stood_before(record: Record, observed: Observation, observations: Sequence[Observation]) -> bool:
    """Return whether a record already cites the unchanged words in which the document gives a fact."""
    fact = spot_of(record, observed.fact)
    for citation in record.citations:
        if citation.document == observed.document and fact in citation.covers:
            here = [
                next((o.digest for o in observations if spot_of(record, o.fact) == covered and _is_at(citation, o)), "")
                for covered in citation.covers
            ]
            if _is_at(citation, observed) and _digest(here) == citation.digest:
                return True
    return False


def _is_at(citation: Citation, observed: Observation) -> bool:
    return observed.lines == citation.lines if observed.lines else observed.page == citation.page


def _digest(digests: Sequence[str]) -> str:
    """Return one digest for the facts that share a citation."""
    if len(digests) == 1:
        return digests[0]
    return hashlib.sha256("|".join(digests).encode()).hexdigest()[:16]


def _citations_of_passages(
    record: Record, document: str, passages: Sequence[Covered], observed: Collection[str], gone: Collection[str]
) -> list[Citation]:
    elsewhere = _cited_elsewhere(record, document, passages)
    covers = tuple(path for path in _unobserved_fields(record, observed) if path not in gone and path not in elsewhere)
    for_words = [p for p in passages if not p.figures] or sorted(passages, key=lambda p: p.figures)[-1:]
    known = [c for c in record.citations if c.document == document and set(c.covers) & set(covers)]
    return [
        _merged_citation(document, passage, known[i] if len(known) == len(for_words) else None, covers)
        for i, passage in enumerate(for_words)
        if covers
    ]


def _cited_elsewhere(record: Record, document: str, passages: Sequence[Covered]) -> set[str]:
    """Return the fields that a person cites from places of the document which are not read for the record.

    Such a citation has no digest.
    """
    return {
        field
        for citation in record.citations
        if citation.document == document and not citation.digest and not any(_overlap(citation, p) for p in passages)
        for field in citation.covers
    }


def _overlap(citation: Citation, place: Covered) -> bool:
    """Return whether a citation may be of a place that is read.

    A PDF gives no lines, so that it can't tell this of a citation that has them: another place may be on its page.
    """
    if citation.lines:
        lines = place.lines
        return lines is not None and citation.lines[0] <= lines[1] and lines[0] <= citation.lines[1]
    return not (citation.page and place.page) or citation.page == place.page


def _unobserved_fields(record: Record, observed: Collection[str]) -> Iterator[str]:
    """Yield the paths of a record's values that are not figures; a whole field if it contains no figure.

    Figures that no reading observed are left out: they have no place to cite.
    """
    figures = {fact.path for fact in record.facts if fact.figure} | set(observed)
    says = [fact.path for fact in record.facts if fact.value is not None]
    says += [field for field, _ in record.messages]
    for key in record.data:
        below = [path for path in says if path == key or path.startswith(f"{key}.")]
        if any(path in figures for path in below):
            yield from (path for path in below if path not in figures)
        elif below:
            yield key


def _merged_citation(
    document: str, place: Observation | Covered, before: Citation | None, covers: tuple[str, ...]
) -> Citation:
    lines, page = (before.lines, before.page) if before else (None, None)
    return Citation(document, place.lines or lines, place.page or page, place.digest, covers)


def has_place(record: Record, fact: str) -> bool:
    """Return whether a record has a place for a fact: a value, or null."""
    return record.has(fact) and isinstance(record.get(fact), str | None)


def spot_of(record: Record, fact: str) -> str:
    """Return the path of a fact's value: its own, or that of the record's figure if it is ``$name``."""
    value = record.get(fact)
    return f"figures.{value[1:]}" if isinstance(value, str) and value.startswith("$") else fact
