"""Some roll of the dice reaches every number that can be needed, or one succeeds anyway.

The edition's own ``vocabulary.yaml`` declares what is rolled against what: the ``target`` (a fact, or a pattern with
*) and how the roll ``passes``, the ``die``, the hooks that change the roll or its attribute, and the natural roll that
always ``succeeds``, if there is one:

    targets:
      temper:
        target: 'rule/tempers:rows.temper.*'
        passes: at-most
        die: 'rule/temper:figures.die'
        hooks: [temper.roll, temper]

All modifiers against the roll that one troop can have together are added up; two that need different values of one
condition can't meet.

Wrong: 5 or more on one die of six sides at -2. Right: the same where a natural 6 succeeds; -3 from two modifiers of
which one is for carts and one for mules.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import amount, declared_by_edition, faces_at, fact_at, fault, values
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema
from kensei_docs.engine.effects import Effect, effects_of, hook_property

SEVERITY = "error"
_SECTION = "targets"


class Target(Schema):
    """What is rolled against what."""

    target: str
    passes: str
    die: str
    hooks: list[str]
    succeeds: str | None = None


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every number that no face reaches."""
    declarations, problems = declared_by_edition(database, _SECTION, Target)
    yield from problems
    for edition, name, target in declarations:
        faces = faces_at(edition, target.die)
        if faces is None:
            yield fault(edition, f"{_SECTION}.{name}", f"'{name}': '{target.die}' names no dice; mend the path")
        elif not (target.succeeds and not isinstance(fact_at(edition, target.succeeds), str)):
            against = list(_penalties(database, edition, target))
            for record, path, needed in _targets(edition, target):
                yield from _unreached(database, record, path, needed, faces, target, against)


def _targets(edition: Edition, target: Target) -> Iterator[tuple[Record, str, float]]:
    identity, _, pattern = target.target.partition(":")
    record = edition.records.get(identity)
    for path, value in values(record, pattern) if record else ():
        needed = amount(value)
        if record and needed is not None:
            yield record, path, needed


def _penalties(database: Database, edition: Edition, target: Target) -> Iterator[tuple[Effect, float]]:
    """Yield the modifiers that make the roll harder, with how much of it each takes away."""
    for record in edition.records.values():
        for effect in effects_of(record):
            figure = effect.figure
            if effect.hook not in target.hooks or effect.operation != "add" or figure is None or figure.number is None:
                continue
            # A negative figure is taken for a penalty whatever the roll; modifier-sign checks the signs.
            harder = hook_property(database, effect.hook, "changes") == "difficulty"
            burden = figure.number if harder else -figure.number
            if burden > 0:
                yield effect, burden


def _unreached(
    database: Database,
    record: Record,
    path: str,
    needed: float,
    faces: tuple[int, int],
    target: Target,
    against: list[tuple[Effect, float]],
) -> Iterator[Finding]:
    together: list[tuple[Effect, float]] = []
    for effect, burden in sorted(against, key=lambda one: -one[1]):
        if all(_can_meet(database, effect, other) for other, _ in together):
            together.append((effect, burden))
    total = sum(burden for _, burden in together)
    least, most = faces
    wanted = needed - total if target.passes == "at-most" else needed + total
    if (wanted >= least) if target.passes == "at-most" else (wanted <= most):
        return
    sources = ", ".join(
        f"{effect.record.id} {effect.figure}{where(effect.record, effect.fact)}" for effect, _ in together
    )
    found_by = f"{number(wanted)} or {'less' if target.passes == 'at-most' else 'more'}"
    message = (
        f"'{path}' is {record.figure(path)}{where(record, path)}, which {sources} "
        f"{'makes' if len(together) == 1 else 'make together'} {found_by}: no roll comes to that; say what happens then"
    )
    yield found(record, path, message, beside=[(effect.record, effect.fact) for effect, _ in together])


def _can_meet(database: Database, one: Effect, other: Effect) -> bool:
    """Return whether one troop can suffer both: it can have two markers, but not one mount."""

    def is_one(atom: str) -> bool:
        entry = database.vocabulary.atoms.get(atom)
        domain = entry.get("values") if isinstance(entry, dict) else None
        return isinstance(domain, list) or domain in ("boolean", "figure")

    return all(other.when.get(atom, value) == value for atom, value in one.when.items() if is_one(atom))
