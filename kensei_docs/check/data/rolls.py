"""Rolls of dice: every score has a result, and every number can be reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kensei_docs.check.data.bands import Bands, bands_at, bands_of
from kensei_docs.check.data.statements import statements
from kensei_docs.check.finding import Finding, finding_at, listed, number, where
from kensei_docs.check.vocabulary_sections import declared, declared_by_edition, names, section_finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.record_parts import fact_at, figure_at, record_and_path, values
from kensei_docs.database.schema import Schema
from kensei_docs.engine.effects import Effect, effects_of, hook_property
from kensei_docs.figures import number_in, parse
from kensei_docs.problems import check


class Outcomes(Schema):
    """The facts of a roll: its die, the modifiers of its result, and the table of its outcomes."""

    hook: str
    die: str
    results: str


@check("error")
def outcome_totality(database: Database) -> Iterator[Finding]:
    """Every score that can be rolled has its result, whatever modifiers come together.

    ``vocabulary.yaml`` declares the hook whose modifiers are added to a die, the fact that names the die, and the rows
    of results:

        outcomes:
          temper: {hook: temper.score, die: 'rule/temper:figures.die', results: 'rule/tempers:rows'}

    The lowest score is the lowest face with every modifier below zero, the highest score is the highest face with every
    modifier above zero. Rows are bands (see ``band-coverage``); a row without a figure takes what the others leave.

    For what is not a score, ``statements.yaml`` notes the ``cases`` that can happen, and those that each place provides
    for:

        first-to-trade:
          compare: cases
          about: who trades first
          cases: [highest-roll, draw]
          says: {rules: [highest-roll]}

    Wrong: results from -2 up, where a die and its modifiers can come to -4. Right: the same with a row that is open at
    the bottom, or with one for everything else.
    """
    declarations, problems = declared(database.vocabulary, "outcomes", Outcomes)
    yield from problems
    yield from _without_outcome(database)
    bands = bands_of(database)
    for declaration in declarations.values():
        for edition in database.editions.values():
            yield from _fallen_off(edition, declaration, bands)


def _without_outcome(database: Database) -> Iterator[Finding]:
    for statement in statements(database, "cases"):
        provided = {case for value in statement.says.values() for case in names(value)}
        lacking = [case for case in statement.entry.cases if case not in provided]
        if lacking:
            key, *others = statement.says
            message = (
                f"nothing says what happens in the case of {listed(lacking)}: {statement.at(key)} provides for "
                f"{listed(sorted(provided))}; settle it"
            )
            yield statement.differs(key, message, others[0] if others else None)


def _fallen_off(edition: Edition, declaration: Outcomes, all_bands: Sequence[Bands]) -> Iterator[Finding]:
    """Yield a finding for each end of a table of results beyond which a score can be rolled."""
    results = fact_at(edition, declaration.results)
    scores = _scores(edition, declaration)
    if isinstance(results, str) or scores is None:
        return
    record, path = results
    bands = bands_at(all_bands, record, path)
    if bands is None or bands.rest:
        return
    lowest, highest = scores
    first, last = bands.bands[0], max(bands.bands, key=lambda band: band.most)
    for name, ends, side, score, band, end, is_off in (
        ("lowest", "begins", "lower", lowest, first, first.least, lowest < first.least),
        ("highest", "ends", "upper", highest, last, last.most, highest > last.most),
    ):
        if is_off:
            message = (
                f"a score of {number(score)} can be rolled, but the {name} result, '{band.name}', {ends} at "
                f"{number(end)}{where(record, band.path)}; open its {side} end or add a row"
            )
            yield finding_at(record, band.path, message)


def _scores(edition: Edition, declaration: Outcomes) -> tuple[float, float] | None:
    faces = faces_at(edition, declaration.die)
    if faces is None:
        return None
    effects = [effect for record in edition.records.values() for effect in effects_of(record)]
    figures = [effect.figure for effect in effects if effect.hook == declaration.hook and effect.operation == "add"]
    added = [figure.number for figure in figures if figure is not None and figure.number is not None]
    return faces[0] + sum(n for n in added if n < 0), faces[1] + sum(n for n in added if n > 0)


class TargetSchema(Schema):
    """The facts of a die and of the numbers that it must reach."""

    target: str
    passes: str
    die: str
    hooks: list[str]
    succeeds: str | None = None


@check("error")
def unreachable_target(database: Database) -> Iterator[Finding]:
    """Some roll of the dice reaches every number that can be needed, or one succeeds anyway.

    The edition's own ``vocabulary.yaml`` declares what is rolled against what: the ``target`` (a fact, or a pattern
    with *) and how the roll ``passes``, the ``die``, the hooks that change the roll or its attribute, and the natural
    roll that always ``succeeds``, if there is one:

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
    declarations, problems = declared_by_edition(database, "targets", TargetSchema)
    yield from problems
    for edition, name, target in declarations:
        faces = faces_at(edition, target.die)
        if faces is None:
            yield section_finding(edition, f"targets.{name}", f"'{name}': '{target.die}' names no dice; mend the path")
        elif not (target.succeeds and not isinstance(fact_at(edition, target.succeeds), str)):
            against = list(_penalties(database, edition, target))
            for record, path, needed in _targets(edition, target):
                yield from _unreached(database, record, path, needed, faces, target, against)


def _targets(edition: Edition, target: TargetSchema) -> Iterator[tuple[Record, str, float]]:
    record, pattern = record_and_path(edition, target.target)
    for path, value in values(record, pattern) if record else ():
        needed = number_in(value)
        if record and needed is not None:
            yield record, path, needed


def _penalties(database: Database, edition: Edition, target: TargetSchema) -> Iterator[tuple[Effect, float]]:
    """Yield the modifiers that make the roll harder, with how much of it each takes away."""
    for record in edition.records.values():
        for effect in effects_of(record):
            figure = effect.figure
            if effect.hook not in target.hooks or effect.operation != "add" or figure is None or figure.number is None:
                continue
            # A negative figure counts as a penalty for every roll; modifier-sign checks the signs.
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
    target: TargetSchema,
    against: list[tuple[Effect, float]],
) -> Iterator[Finding]:
    """Yield a finding if the effects that can hold together (``against``) make a number impossible to roll."""
    together: list[tuple[Effect, float]] = []
    for effect, burden in sorted(against, key=lambda pair: -pair[1]):
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
    yield finding_at(record, path, message, beside=[(effect.record, effect.fact) for effect, _ in together])


def _can_meet(database: Database, effect: Effect, other: Effect) -> bool:
    """Return whether one troop can suffer both: it can have two markers, but not one mount."""

    def is_own_atom(atom: str) -> bool:
        entry = database.vocabulary.atoms.get(atom)
        domain = entry.get("values") if isinstance(entry, dict) else None
        return isinstance(domain, list) or domain in ("boolean", "figure")

    return all(other.when.get(atom, value) == value for atom, value in effect.when.items() if is_own_atom(atom))


def faces_at(edition: Edition, name: str) -> tuple[int, int] | None:
    """Return the lowest and the highest result of the dice that a fact names, None where it names no dice."""
    figure = parse(figure_at(edition, name) or "")
    if figure is None or figure.kind != "dice" or figure.dice is None:
        return None
    many, faces, add = figure.dice
    return many + add, many * faces + add
