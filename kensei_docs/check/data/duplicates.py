"""Different things differ, and one thing has one name."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from difflib import SequenceMatcher

from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.check.vocabulary_sections import names
from kensei_docs.database import Database, Edition, Record
from kensei_docs.engine.effects import effects_of
from kensei_docs.problems import check


@check("note")
def duplicate_effect(database: Database) -> Iterator[Finding]:
    """Two things with different names do different things.

    Records of one kind with effects are compared by what all their effects do, figures filled in, and by their other
    fields; records without effects by their text and figures. Records that are only partly formal are left out, because
    the part that is not formal may make the difference.

    Wrong: Bold and Daring, both of which add one to the same roll. Right: Bold and Daring, one of which does so only in
    a charge.
    """
    for edition in database.editions.values():
        seen: dict[Hashable, Record] = {}
        for record in edition.records.values():
            doing = _comparable_content(record)
            first = seen.setdefault(doing, record) if doing else record
            if first is not record:
                path = "effects" if record.get("effects") else "text"
                message = (
                    f"{record.name}{where(record, path, 'figures')} does exactly what {first.id} "
                    f"does{where(first, path, 'figures')}; see whether one of them is mistaken"
                )
                yield finding_at(record, path, message)


def _comparable_content(record: Record) -> Hashable:
    effects = frozenset(effect.comparable for effect in effects_of(record))
    groups = ("figures", "effects", "aliases") if effects else ("aliases",)
    others = frozenset((fact.path, fact.value) for fact in record.facts if fact.path.partition(".")[0] not in groups)
    if effects:
        return (record.kind, effects, others) if record.get("status") == "formal" else None
    text = record.get("text")
    if not isinstance(text, str):
        return None
    return (record.kind, " ".join(text.casefold().split()), others)


# Names nearer than this differ by a letter or two, as slips and plurals do.
_MIN_SIMILARITY = 0.9
_NUMBER = re.compile(r"\d+")


@check("warning")
def term_alias(database: Database) -> Iterator[Finding]:
    """One thing has one name, and one name means one thing.

    Names of one kind are compared with each other, and every entry of ``aliases`` with all names of its kind and
    edition. Hyphens, capitals and the order of words make no difference.

    Wrong: two abilities called Steady Shot; Swift Foot beside Foot Swift; an alias that is the name of another marker;
    Heavy Armour beside Heavy Armours. Right: Undead beside Undead Samurai; an ability and a marker of one name.
    """
    for edition in database.editions.values():
        for kind in edition.kinds:
            yield from _near_names(edition.records_of(kind))
        yield from _claimed_aliases(edition)


def _near_names(records: list[Record]) -> Iterator[Finding]:
    """Yield a finding for each two records of one name, or of names that differ by a letter or two."""
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
                yield finding_at(record, "name", message)
        seen.append((name, record))


def _claimed_aliases(edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each alias that is a name or an alias of another record."""
    owners = {(record.kind, _plain(record.name)): record for record in edition.records.values()}
    for record in edition.records.values():
        for alias in names(record.get("aliases")):
            owner = owners.setdefault((record.kind, _plain(alias)), record)
            if owner is not record:
                message = (
                    f"the alias '{alias}' belongs to {owner.id}, '{owner.name}', already; keep it with one of them"
                )
                yield finding_at(record, "aliases", message)


def _plain(name: str) -> str:
    return " ".join(sorted(name.casefold().replace("-", " ").split()))


def _is_near(a: str, b: str) -> bool:
    # Cheap bounds first: a hundred names make thousands of pairs. Another number makes another name: Phase 1, Phase 2.
    if abs(len(a) - len(b)) > 2 or min(len(a), len(b)) < 5 or _NUMBER.findall(a) != _NUMBER.findall(b):
        return False
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.quick_ratio() >= _MIN_SIMILARITY and matcher.ratio() >= _MIN_SIMILARITY
