"""Lists that stand under headings: how many headings there are, and which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kensei_docs.database import Record
from kensei_docs.versions.assign import Pair
from kensei_docs.versions.change import Change, End
from kensei_docs.versions.leaves import cited


def of_headings(pairs: Iterable[Pair]) -> Iterator[Change]:
    """Yield a change for each group of lists that both sides have under other headings.

    Its values are the number of headings and their names: ``2: move, fight``.
    """
    seen: set[tuple[str, str, str]] = set()
    for pair in pairs:
        if not (pair.a and pair.b):
            continue
        group = pair.a.path.rpartition(".")[0]
        key = (pair.a.record.id, pair.b.record.id, group)
        if not group or key in seen or pair.b.path.rpartition(".")[0] != group:
            continue
        seen.add(key)
        old, new = (_headings(leaf.record, group) for leaf in (pair.a, pair.b))
        if old and new and set(old) != set(new):
            yield Change(
                "changed", _end(pair.a.record, group, old), _end(pair.b.record, group, new), pair.relation, "figure"
            )


def _headings(record: Record, group: str) -> list[str]:
    """Return the headings of a group, if there is nothing under them but lists."""
    part = record.get(group)
    lists = isinstance(part, dict) and all(isinstance(inner, list) for inner in part.values())
    return list(part) if lists else []


def _end(record: Record, group: str, headings: list[str]) -> End:
    places = {citation: None for heading in headings for citation in cited(record, f"{group}.{heading}")}
    return End((record,), group, f"{len(headings)}: {', '.join(headings)}", None, tuple(places) or record.citations)
