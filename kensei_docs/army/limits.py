"""The limits on armies: how records declare them, their bounds for one army, and whether the army keeps them.

A record says under ``limits`` what it limits, part by part: what is counted (``counts``), of
which troops (``of``), in the whole army or for ``each`` troop or profile, and the bounds. A limit of
one faction may replace a general one (``instead-of``) and inherits the settings that it doesn't state.

``judge`` returns a ``Result`` for every limit. Where data about a troop are missing, a count is a ``NumberSpan``
(lowest and highest possible value); the status is ``unknown`` if the limit is kept at one end and broken at the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf
from typing import Any, Literal

from pydantic import Field

from kensei_docs.army.troops import Muster, Troop, cost_of_level, cost_of_troops, declared_musters
from kensei_docs.database import Citation, Edition, Record
from kensei_docs.database.paths import record_and_path
from kensei_docs.database.schema import Schema, validate
from kensei_docs.engine.amounts import Step
from kensei_docs.figures import number_in, parse
from kensei_docs.problems import Problem, Unusable, closest, unusable

SECTION = "limits"
# What a limit counts: ``points`` are what its troops cost, ``cost`` is that and the commander's level, and ``size`` is
# the size of the battle in points, for which the army is made. ``values`` are the different values of a trait.
Counts = Literal["points", "cost", "troops", "miniatures", "profiles", "values", "size"]
Status = Literal["broken", "unknown", "met"]
# The share of the most of a limit from which on an army is near it.
_NEARLY = 0.8
# In order of severity, the worst first.
STATUSES: tuple[Status, ...] = ("broken", "unknown", "met")


class BoundSchema(Schema):
    """A bound that is computed, not just a figure.

    With ``per``, the figure is multiplied by the number of times that ``per`` points go into the battle's size (or,
    with ``against: points``, into the cost of the counted troops). ``of`` makes it a fraction of another limit's
    at-most; ``for-each`` multiplies it by the troops of that sort. ``table`` and ``bands`` look it up by the size of
    the battle; ``size`` is the column of the table that has sizes.
    """

    figure: str
    per: str | None = None
    against: Literal["size", "points"] = "size"
    of: str | None = None
    for_each: Any = Field(default=None, alias="for-each")
    table: str | None = None
    size_column: str = Field(default="points", alias="size")
    beyond: Literal["continues"] | None = None
    bands: str | None = None


class LimitSchema(Schema):
    """One part of a record's ``limits``.

    ``by`` is the trait whose ``values`` are counted. With ``where``, only armies that have such a troop are limited.
    """

    name: str | None = None
    counts: Counts | None = None
    by: str | None = None
    of: Any = None
    where: Any = None
    each: Literal["troop", "profile"] | None = None
    at_least: str | BoundSchema | None = Field(default=None, alias="at-least")
    at_most: str | BoundSchema | None = Field(default=None, alias="at-most")
    round: Literal["up", "down"] = "down"
    instead_of: str | None = Field(default=None, alias="instead-of")

    @property
    def depends_on_troops(self) -> bool:
        """Whether a bound follows from the troops and not only from the size of the battle."""
        bounds = [bound for bound in (self.at_least, self.at_most) if isinstance(bound, BoundSchema)]
        return any(bound.for_each is not None or bound.against == "points" for bound in bounds)


@dataclass(frozen=True)
class Limit:
    """A limit that applies to an army; a faction's limit has the general limit that it replaces."""

    record: Record
    part: str
    schema: LimitSchema
    general: Limit | None = None

    @property
    def id(self) -> str:
        return f"{self.record.id}:{self.part}"

    @property
    def name_field(self) -> str:
        """The field of the record that names the limit."""
        return f"{SECTION}.{self.part}.name" if self.schema.name else "name"

    def stated(self, key: str) -> tuple[Record, Any]:
        """Return the record that states a setting (this limit's, or the general limit's), and its value or None."""
        value = getattr(self.schema, key)
        if value is None and self.general:
            return self.general.stated(key)
        return self.record, value

    def unusable(self, message: str) -> Unusable:
        """Return the exception for a limit that can't be computed, ready to raise."""
        place = self.record.place(f"{SECTION}.{self.part}")
        return unusable(place.file, f"{self.id}: {message}; mend the limit", "data", place.line, place.column)


@dataclass(frozen=True)
class NumberSpan:
    """The lowest and the highest possible value of a number; equal if all data are known."""

    low: float
    high: float


@dataclass(frozen=True)
class Result:
    """The result of one limit for an army, with the figures that were compared.

    ``subject`` names the troop or profile where a limit holds for each and one decides;
    ``troops`` are those counted, ``missing`` the unknown traits that decide, by troop. ``size`` is
    the size of the battle in points.
    """

    limit: Limit
    status: Status
    counts: Counts
    have: NumberSpan
    at_least: NumberSpan | None
    at_most: NumberSpan | None
    size: float
    troops: tuple[Troop, ...] = ()
    subject: str | None = None
    missing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    # Where a limit holds for each troop or profile, the results of those that decide.
    deciding: tuple[Result, ...] = ()

    @property
    def is_near(self) -> bool:
        """Whether a limit that is met has little room left: the least that it asks for, or nearly the most."""
        most, least = self.at_most.low if self.at_most else inf, self.at_least.high if self.at_least else -inf
        is_full = most > 0 and self.have.high >= most * _NEARLY
        return self.status == "met" and (is_full or self.have.low == least)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Where the figures of the limit were read; where none is one of the document's, where its words were."""
        read = {str(citation): citation for step in self.steps for citation in step.citations}
        return tuple(read.values()) or self.limit.record.citations


def limits_of(edition: Edition, faction: str | None) -> list[Limit]:
    """Return the limits that apply to a faction's army, in the order of the data.

    Raises Unusable where one is declared wrongly.
    """
    limits: dict[str, Limit] = {}
    problems: list[Problem] = []
    of_faction = declared_musters(edition).faction
    for record in edition.records.values():
        parts = record.get(SECTION)
        if not isinstance(parts, dict) or record.data.get(of_faction) not in (None, faction):
            continue
        for part, entry in parts.items():
            path = f"{SECTION}.{part}"
            schema, invalid = validate(LimitSchema, record.tree, f"{record.slug}.{path}", entry or {})
            problems += invalid
            if schema is None:
                continue
            limit = Limit(record, part, schema, limits.get(schema.instead_of or ""))
            if schema.instead_of and limit.general is None:
                message = f"'{schema.instead_of}' is not a limit{closest(schema.instead_of, limits)}; mend the name"
                problems.append(Problem(record.place(f"{path}.instead-of"), message, "data"))
            elif limit.stated("counts")[1] is None:
                message = f"'{part}' doesn't say what it counts; add 'counts'"
                problems.append(Problem(record.place(path), message, "data"))
            else:
                # A limit that replaces a general one takes its position in the order.
                limits[schema.instead_of or limit.id] = limit
    if problems:
        raise Unusable(*problems)
    return list(limits.values())


def judge(
    muster: Muster, asked: Callable[[Limit], bool] = lambda limit: True, limits: Sequence[Limit] | None = None
) -> list[Result]:
    """Return the result of every limit of an army's edition and faction, or of those that are ``asked`` for.

    ``limits`` are these limits, for whoever judges many armies. Raises Unusable where a limit is declared wrongly.
    """
    if limits is None:
        limits = limits_of(muster.edition, muster.faction.slug if muster.faction else None)
    return [_judge_limit(limit, limits, muster) for limit in limits if asked(limit)]


def _judge_limit(limit: Limit, limits: Sequence[Limit], muster: Muster) -> Result:
    """Return the result for the whole army; with ``each``, the worst of the results by troop or profile."""

    def result_of(troops: Sequence[Troop], subject: str | None) -> Result:
        return _Judgement(limit, limits, muster).result(troops, subject)

    _, each = limit.stated("each")
    if not each:
        return result_of(muster.troops, None)
    groups: dict[str, list[Troop]] = {}
    for troop in muster.troops:
        groups.setdefault((troop.path or troop.name) if each == "troop" else troop.identity, []).append(troop)
    results = [result_of(group, group[0].name) for group in groups.values()]
    applying = [result for result in results if result.troops or result.missing]
    if not applying:
        return replace(result_of((), None), status="met", missing={})
    has_maximum = any(result.at_most for result in applying)
    worst = min(
        applying,
        key=lambda result: (STATUSES.index(result.status), -result.have.high if has_maximum else result.have.low),
    )
    deciding = [result for result in applying if result.status == worst.status != "met"]
    return replace(
        worst,
        troops=tuple(troop for result in applying for troop in result.troops),
        subject=", ".join(str(result.subject) for result in deciding) or None,
        missing={name: fields for result in deciding for name, fields in result.missing.items()},
        deciding=tuple(deciding),
    )


@dataclass
class _Judgement:
    """Evaluates one limit for some troops, and collects the figures read and the unknown traits of troops."""

    limit: Limit
    limits: Sequence[Limit]
    muster: Muster
    steps: list[Step] = field(default_factory=list)
    missing: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def result(self, group: Sequence[Troop], subject: str | None) -> Result:
        """Return the result of the limit for a group of troops; ``subject`` names them if they aren't all of them."""
        counts: Counts = self.limit.stated("counts")[1]
        where = self.limit.stated("where")[1]
        if where is not None and not self._troops_of(self.muster.troops, where)[0]:
            return Result(self.limit, "met", counts, NumberSpan(0, 0), None, None, self.muster.size)
        sure, unsure = self._troops_of(group, self.limit.stated("of")[1])
        counted = [*sure, *unsure]
        have = NumberSpan(self._count(counts, sure), self._count(counts, counted))
        at_least, at_most = (self._bound(self.limit, end, counted) for end in ("at_least", "at_most"))
        if counts in ("points", "cost"):
            for troop in (troop for troop in counted if troop.points is None):
                self.missing[troop.name] = (*self.missing.get(troop.name, ()), "points")
                have = NumberSpan(have.low, inf)
        status = "met" if subject is not None and not counted else _status(have, at_least, at_most)
        if subject is not None and not sure and status == "broken":
            # Broken only if the limit applies to these troops at all, which is unknown.
            status = "unknown"
        missing = self.missing if status == "unknown" else {}
        bounds = (at_least, at_most, self.muster.size)
        return Result(self.limit, status, counts, have, *bounds, tuple(sure), subject, missing, tuple(self.steps))

    def _count(self, counts: Counts, troops: Sequence[Troop]) -> float:
        """Return how much there is of what the limit counts."""
        if counts == "miniatures":
            return sum(troop.miniatures for troop in troops)
        if counts == "size":
            return self.muster.size
        if counts == "troops":
            return len(troops)
        if counts == "profiles":
            return len({troop.identity for troop in troops})
        if counts == "values":
            trait = str(self.limit.stated("by")[1])
            # A troop whose value is unknown may have a value that no other troop has.
            return len({value for troop in troops for value in troop.traits.get(trait, {troop.path})})
        return cost_of_troops(troops) + (cost_of_level(self.muster) if counts == "cost" else 0.0)

    def _troops_of(self, troops: Sequence[Troop], of: Any) -> tuple[list[Troop], list[Troop]]:
        """Return the troops that match ``of``, and those for which it is unknown; note the latter in ``missing``."""
        sure, unsure = [], []
        for troop in troops:
            lacking: set[str] = set()
            answer = troop.fits(of, lacking)
            if answer:
                sure.append(troop)
            elif answer is None:
                unsure.append(troop)
                self.missing[troop.name] = tuple(sorted(lacking))
        return sure, unsure

    def _bound(self, limit: Limit, end: str, counted: Sequence[Troop]) -> NumberSpan | None:
        """Return a limit's bound for the army, None if it has none; raises Unusable if the data don't define it.

        ``limit`` differs from ``self.limit`` where the bound is a fraction of another limit's bound.
        """
        owner, stated = limit.stated(end)
        if stated is None:
            return None
        schema = stated if isinstance(stated, BoundSchema) else BoundSchema(figure=stated)
        if schema.table or schema.bands:
            value = self._from_table(limit, schema) if schema.table else self._from_bands(limit, owner, schema)
            return NumberSpan(value, value)
        text = self._read_figure(owner, schema.figure)
        figure, amount = parse(text), number_in(text)
        if figure and figure.kind == "fraction" and schema.of:
            over, under = map(float, figure.text.split("/"))
            whole = next((other for other in self.limits if _is_named(other, schema.of, owner)), None)
            base = self._bound(whole, "at_most", counted) if whole else None
            if base is None:
                raise limit.unusable(f"'{schema.of}' is not a limit with 'at-most'")
            span = NumberSpan(base.low * over / under, base.high * over / under)
        elif figure is None or amount is None:
            raise limit.unusable(f"'{schema.figure}' gives no figure to compare with")
        else:
            value = amount / 100 * self.muster.size if figure.kind == "share" else amount
            span = NumberSpan(value, value)
        if schema.per:
            per = number_in(self._read_figure(owner, schema.per))
            if not per:
                raise limit.unusable(f"'{schema.per}' gives no number to divide by")
            points = self.muster.size if schema.against == "size" else cost_of_troops(counted)
            multiples = (ceil if limit.schema.round == "up" else floor)(points / per)
            span = NumberSpan(span.low * multiples, span.high * multiples)
        if schema.for_each is not None:
            sure, unsure = self._troops_of(self.muster.troops, schema.for_each)
            span = NumberSpan(span.low * len(sure), span.high * (len(sure) + len(unsure)))
        for value in dict.fromkeys((span.low, span.high)):
            self.steps.append(Step("compute", text, f"{value:g}", owner))
        return span

    def _from_table(self, limit: Limit, schema: BoundSchema) -> float:
        """Return the figure of the first row whose size is not below that of the battle.

        Beyond the last row, ``beyond: continues`` extrapolates with the step between the last two rows."""
        size_of_battle = self.muster.size
        record, path = record_and_path(self.muster.edition, str(schema.table))
        rows = record.get(path) if record else None
        if record is None or not isinstance(rows, dict):
            raise limit.unusable(f"'{schema.table}' is not a table of rows (record:path)")
        rows_by_size = sorted(
            (size, value, f"{path}.{key}.{schema.figure}")
            for key in rows
            if (size := number_in(record.figure(f"{path}.{key}.{schema.size_column}"))) is not None
            and (value := number_in(record.figure(f"{path}.{key}.{schema.figure}"))) is not None
        )
        for size, value, fact in rows_by_size:
            if size_of_battle <= size:
                return self._read(value, record, fact)
        if schema.beyond != "continues" or len(rows_by_size) < 2:
            raise limit.unusable(f"'{schema.table}' has no row for {size_of_battle:g} points")
        (size_before, figure_before, _), (last_size, last_figure, fact) = rows_by_size[-2:]
        growth = ceil((size_of_battle - last_size) / (last_size - size_before)) * (last_figure - figure_before)
        highest = self._read(last_figure, record, fact) + growth
        self.steps.append(Step("compute", f"+{growth:g}", f"{highest:g}", record, fact))
        return highest

    def _from_bands(self, limit: Limit, owner: Record, schema: BoundSchema) -> float:
        """Return the figure of the band in which the size of the battle lies."""
        bands = owner.get(str(schema.bands))
        for key in bands if isinstance(bands, dict) else ():
            least, most, value = (
                number_in(owner.figure(f"{schema.bands}.{key}.{name}")) for name in ("least", "most", schema.figure)
            )
            if (least or 0) <= self.muster.size and (most is None or self.muster.size <= most):
                if value is None:
                    break
                return self._read(value, owner, f"{schema.bands}.{key}.{schema.figure}")
        raise limit.unusable(f"'{schema.bands}' has no band for {self.muster.size:g} points")

    def _read(self, value: float, record: Record, fact: str) -> float:
        self.steps.append(Step("read", f"{value:g}", f"{value:g}", record, fact))
        return value

    def _read_figure(self, owner: Record, written: str) -> str:
        """Return the figure that ``$name`` or a path in the record refers to; any other text as it is."""
        path = f"figures.{written[1:]}" if written.startswith("$") else written
        text = owner.figure(path)
        if text is None:
            return written
        self.steps.append(Step("read", text, text, owner, path))
        return text


def _is_named(limit: Limit, name: str, owner: Record) -> bool:
    """Return whether a bound's ``of`` names a limit: by its id, or by its part within the same record."""
    return name in (limit.id, limit.part) and (":" in name or limit.record is owner)


def _status(have: NumberSpan, least: NumberSpan | None, most: NumberSpan | None) -> Status:
    if (least and have.high < least.low) or (most and have.low > most.high):
        return "broken"
    if (not least or have.low >= least.high) and (not most or have.high <= most.low):
        return "met"
    return "unknown"
