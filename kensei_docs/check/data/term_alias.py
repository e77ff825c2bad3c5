"""One thing has one name, and one name means one thing.

Names of one kind are compared with each other, and every entry of ``aliases`` with all names of its kind and edition.
Hyphens, capitals and the order of words make no difference.

Wrong: two abilities called Steady Shot; Swift Foot beside Foot Swift; an alias that is the name of another marker;
Heavy Armour beside Heavy Armours. Right: Undead beside Undead Samurai; an ability and a marker of one name.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from kensei_docs.check.declarations import names
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Edition, Record

SEVERITY = "warning"
# Names nearer than this differ by a letter or two, as slips and plurals do.
_NEAR = 0.9


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every pair of names that a reader would take for one."""
    for edition in database.editions.values():
        for kind in edition.kinds:
            yield from _near_names(edition.records_of(kind))
        yield from _claimed_aliases(edition)


def _near_names(records: list[Record]) -> Iterator[Finding]:
    seen: list[tuple[str, Record]] = []
    for record in records:
        name = _plain(record.name)
        for other_name, other in seen:
            if name == other_name or _is_near(name, other_name):
                likeness = "is also the name of" if name == other_name else "differs by a letter or two from"
                message = (
                    f"'{record.name}'{where(record, 'name')} {likeness} {other.id}, "
                    f"'{other.name}'{where(other, 'name')}; give each its own name, or one of them as an alias"
                )
                yield found(record, "name", message)
        seen.append((name, record))


def _claimed_aliases(edition: Edition) -> Iterator[Finding]:
    owners = {(record.kind, _plain(record.name)): record for record in edition.records.values()}
    for record in edition.records.values():
        for alias in names(record.get("aliases")):
            owner = owners.setdefault((record.kind, _plain(alias)), record)
            if owner is not record:
                message = (
                    f"the alias '{alias}' belongs to {owner.id}, '{owner.name}', already; keep it with one of them"
                )
                yield found(record, "aliases", message)


def _plain(name: str) -> str:
    return " ".join(sorted(name.casefold().replace("-", " ").split()))


def _is_near(a: str, b: str) -> bool:
    # Cheap bounds first: a hundred names make thousands of pairs.
    if abs(len(a) - len(b)) > 2 or min(len(a), len(b)) < 5:
        return False
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.quick_ratio() >= _NEAR and matcher.ratio() >= _NEAR
