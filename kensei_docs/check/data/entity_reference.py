"""Everything that a record names exists: the titles, markers, weapons and records it points to.

``vocabulary.yaml`` declares which fields name what, in addition to the ``values`` of each condition:

    references:
      blends: [tea]                     # slugs of records of this kind
      harvest: [season]                 # terms of this part of the glossary
      restates: [record]                # ids of records, kind/slug
      grower: [self.class]              # the values that this condition lists
      ignore: [atom, kind, record]      # conditions, kinds or ids

A key under ``brings`` that has an ``alias`` can be named as well: it stands for the slugs of its kinds, and for what
those records have in the fields of the alias. Values that have their own phrase in the vocabulary need no
declaration. The finding suggests the nearest name.

Wrong: ``blends: [gren-leaf]``; ``when: {self.season: springtime}``. Right: ``blends: [green-leaf]`` where the edition
has a record of that slug.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.declarations import names
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.database.model import MESSAGE_GROUPS
from kensei_docs.engine.effects import resolve
from kensei_docs.figures import parse
from kensei_docs.problems import closest

SEVERITY = "error"
_COMPARISONS = ("not", "at-least", "at-most")
# Parts of a record that hold figures and words by names of their own.
_OTHER = frozenset({"figures"}) | MESSAGE_GROUPS
_PLAIN_WORDS = {"atom": "condition", "kind": "kind of record"}


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every name that nothing bears."""
    references = {field: names(registers) for field, registers in database.vocabulary.section("references").items()}
    for record in database.records:
        yield from _unknown(database, record, record.data, "", references)


def _unknown(
    database: Database, record: Record, part: Any, path: str, references: dict[str, list[str]]
) -> Iterator[Finding]:
    if not isinstance(part, dict):
        return
    for key, inner in part.items():
        here = f"{path}.{key}" if path else key
        if key == "when" and isinstance(inner, dict):
            for atom, value in inner.items():
                yield from _unknown_value(database, record, f"{here}.{atom}", atom, value)
        elif key in references and key not in _OTHER and not isinstance(inner, dict):
            for name in inner if isinstance(inner, list) else [inner]:
                if isinstance(name, str):
                    yield from _unless_known(database, record, here, name, references[key])
        elif key not in _OTHER:
            yield from _unknown(database, record, inner, here, references)


def _unknown_value(database: Database, record: Record, path: str, atom: str, value: Any) -> Iterator[Finding]:
    entry = database.vocabulary.atoms.get(atom)
    if not isinstance(entry, dict):
        return
    domain, phrases = entry.get("values"), entry.get("phrase")
    words = list(phrases) if isinstance(phrases, dict) else []
    value = resolve(record, value)
    if isinstance(value, dict):
        value = next((value[form] for form in _COMPARISONS if form in value), None)
    for one in value if isinstance(value, list) else [value]:
        name = str(one).lower() if isinstance(one, bool) else one
        if not isinstance(name, str) or name in words:
            continue
        if domain == "figure":
            if parse(name) is None:
                yield found(record, path, f"'{name}' is no figure; '{atom}' is compared with one")
        elif domain == "boolean":
            yield found(record, path, f"'{name}' is neither true nor false, as '{atom}' wants")
        elif isinstance(domain, list):
            if name not in [str(known) for known in domain]:
                message = (
                    f"'{name}' is no value of '{atom}'{closest(name, map(str, domain))}; known are "
                    f"{', '.join(map(str, domain))}"
                )
                yield found(record, path, message)
        elif isinstance(domain, str):
            yield from _unless_known(database, record, path, name, [domain])


def _unless_known(database: Database, record: Record, path: str, name: str, registers: list[str]) -> Iterator[Finding]:
    known = [entry for register in registers for entry in _register(database, record, register)]
    if name not in known:
        kinds = " or ".join(_PLAIN_WORDS.get(register, register.replace("-", " ")) for register in registers)
        message = (
            f"'{name}' is no {kinds} of {record.edition}{where(record, path)}{closest(name, known)}; add it or mend "
            "the name"
        )
        yield found(record, path, message)


def _register(database: Database, record: Record, register: str) -> list[str]:
    edition = database.editions[record.edition]
    if register == "record":
        return list(edition.records)
    if register == "kind":
        return list(database.vocabulary.kinds.values())
    if register == "atom":
        return list(database.vocabulary.atoms)
    if register in database.vocabulary.atoms:
        listed = database.vocabulary.atoms[register].get("values")
        return [str(value) for value in listed] if isinstance(listed, list) else []
    brings = database.vocabulary.section("brings").get(register)
    if isinstance(brings, dict) and "alias" in brings:
        records = [entry for kind in names(brings.get("kinds")) for entry in edition.records_of(kind)]
        aliases = [entry.get(field) for entry in records for field in names(brings["alias"])]
        return [entry.slug for entry in records] + [name for alias in aliases for name in names(alias)]
    terms = [term for term, entry in database.glossary.items() if entry.get("part") == register]
    return [entry.slug for entry in edition.records_of(register)] + terms
