"""Every score that can be rolled has its result, whatever modifiers come together.

``vocabulary.yaml`` declares the hook whose modifiers are added to a die, the fact that names the die, and the rows of
results:

    outcomes:
      temper: {hook: temper.score, die: 'rule/temper:figures.die', results: 'rule/tempers:rows'}

The lowest score is the lowest face with every modifier below zero, the highest score is the highest face with every
modifier above zero. Rows are bands (see ``band-coverage``); a row without a figure takes what the others leave.

For what is no score, ``statements.yaml`` notes the ``cases`` that can happen, and those that each place provides for:

    first-to-trade:
      compare: cases
      about: who trades first
      cases: [highest-roll, draw]
      says: {rules: [highest-roll]}

Wrong: results from -2 up, where a die and its modifiers can come to -4. Right: the same with a row that is open at
the bottom, or with one for everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from kensei_docs.check.bands import Bands, bands_at
from kensei_docs.check.declarations import declared, faces_at, fact_at, names, statements
from kensei_docs.check.finding import Finding, found, listed, number, where
from kensei_docs.database import Database, Edition
from kensei_docs.database.schema import Schema
from kensei_docs.engine.effects import effects_of

SEVERITY = "error"


class Outcomes(Schema):
    """What is rolled, what is added to it, and where its results stand."""

    hook: str
    die: str
    results: str


def check(database: Database, bands: Sequence[Bands]) -> Iterator[Finding]:
    """Yield a finding for every table of results that a score can fall off."""
    declarations, problems = declared(database, "outcomes", Outcomes)
    yield from problems
    yield from _without_outcome(database)
    for declaration in declarations.values():
        for edition in database.editions.values():
            yield from _fallen_off(edition, declaration, bands)


def _without_outcome(database: Database) -> Iterator[Finding]:
    for statement in statements(database, "cases"):
        provided = {case for said in statement.says.values() for case in names(said)}
        lacking = [case for case in statement.entry.cases if case not in provided]
        if lacking:
            key, *others = statement.says
            message = (
                f"nothing says what happens in the case of {listed(lacking)}: {statement.at(key)} provides for "
                f"{listed(sorted(provided))}; settle it"
            )
            yield statement.differs(key, message, others[0] if others else None)


def _fallen_off(edition: Edition, declaration: Outcomes, known: Sequence[Bands]) -> Iterator[Finding]:
    results = fact_at(edition, declaration.results)
    scores = _scores(edition, declaration)
    if isinstance(results, str) or scores is None:
        return
    record, path = results
    bands = bands_at(known, record, path)
    if bands is None or bands.rest:
        return
    lowest, highest = scores
    first, last = bands.bands[0], max(bands.bands, key=lambda band: band.most)
    if first.least != -inf and lowest < first.least:
        message = (
            f"a score of {number(lowest)} can be rolled, but the lowest result, '{first.name}', begins at "
            f"{number(first.least)}{where(record, first.path)}; open its lower end or add a row"
        )
        yield found(record, first.path, message)
    if last.most != inf and highest > last.most:
        message = (
            f"a score of {number(highest)} can be rolled, but the highest result, '{last.name}', ends at "
            f"{number(last.most)}{where(record, last.path)}; open its upper end or add a row"
        )
        yield found(record, last.path, message)


def _scores(edition: Edition, declaration: Outcomes) -> tuple[float, float] | None:
    faces = faces_at(edition, declaration.die)
    if faces is None:
        return None
    effects = [effect for record in edition.records.values() for effect in effects_of(record)]
    figures = [effect.figure for effect in effects if effect.hook == declaration.hook and effect.operation == "add"]
    added = [figure.number for figure in figures if figure is not None and figure.number is not None]
    return faces[0] + sum(n for n in added if n < 0), faces[1] + sum(n for n in added if n > 0)
