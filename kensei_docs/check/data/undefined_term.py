"""A term that a condition relies on is defined by some record of its edition.

The glossary translates terms, but only a record says what they mean in play. ``vocabulary.yaml`` declares which
records do, by the name that the ``values`` of a condition give their register:

    definitions:
      leaf: ['tea:leaves', 'blend:leaves']      # kind:field

An edition that has none of those kinds defines its terms elsewhere and is not checked.

Wrong: a modifier ``when: {tea.leaf: nettle}``, where no tea and no blend lists nettle. Right: the same with a leaf
that one of them lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import names
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Edition
from kensei_docs.engine.effects import Effect, effects_of
from kensei_docs.problems import closest

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every term in a condition that its edition leaves undefined."""
    for register, declared in database.vocabulary.section("definitions").items():
        fields = names(declared)
        entries = database.vocabulary.atoms.items()
        atoms = {atom for atom, entry in entries if isinstance(entry, dict) and entry.get("values") == register}
        for edition in database.editions.values():
            defined = _defined(edition, fields)
            records = edition.records.values() if defined else ()
            for effect in (effect for record in records for effect in effects_of(record)):
                for atom, term in _terms(effect, atoms):
                    if term not in defined and term in database.glossary:
                        yield _undefined(effect, atom, term, register, defined, fields)


def _undefined(effect: Effect, atom: str, term: str, register: str, defined: set[str], fields: list[str]) -> Finding:
    path = f"{effect.path}.when.{atom}"
    places = " or ".join(f"'{field.replace(':', ' ')}'" for field in fields)
    message = (
        f"the condition names the {register} '{term}'{where(effect.record, effect.path)}, which no {places} "
        f"defines{closest(term, defined)}; define it or mend the condition"
    )
    return found(effect.record, path, message, beside=[(effect.record, effect.path)])


def _defined(edition: Edition, fields: list[str]) -> set[str]:
    terms: set[str] = set()
    for field in fields:
        kind, _, path = field.partition(":")
        for record in edition.records_of(kind):
            terms.update(names(record.get(path)))
    return terms


def _terms(effect: Effect, atoms: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the terms that an effect's condition names under some atoms, each with its atom."""
    for atom, value in effect.when.items():
        if atom in atoms:
            yield from ((atom, term) for term in names(value.get("not") if isinstance(value, dict) else value))
