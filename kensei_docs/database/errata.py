"""Errata: changes of the rules since an edition's documents were printed, one file each; and what version they make.

``data/errata/<edition>/<date>-<slug>.yaml`` changes figures and messages, adds records and withdraws some. All are
applied while the edition is read, the oldest first, so that every reader of the database has the rules in force. An
erratum whose ``from`` differs from the current value is refused: it was written for other rules.

The version of an edition, such as ``2e.3``, is derived from the data alone: ``version`` of ``edition.yaml``, a dot, and
the number of errata in force that come with the edition. In a user's project over the edition, ``+2`` counts the house
rules: its errata, and the records and rulings that it adds or replaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from kensei_docs.database.model import ERRATUM_KIND, Citation, Edition, Erratum, Record, Vocabulary, day_in_name
from kensei_docs.database.paths import Part, one_line, pointers
from kensei_docs.database.records import read_citations, record_problems
from kensei_docs.database.schema import ChangeSchema, ErratumSchema, validate
from kensei_docs.database.yaml_files import Spot, Tree, read_cached
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import ERRATA, Project


@dataclass(frozen=True)
class VersionStep:
    """An erratum in force, its day, and the version that it made of the edition."""

    erratum: Erratum
    version: str

    @property
    def day(self) -> date:
        return self.erratum.day


@dataclass(frozen=True)
class Issue:
    """The errata of one day, the latest first, and the version that they made of the edition."""

    day: date
    steps: tuple[VersionStep, ...]

    @property
    def version(self) -> str:
        return self.steps[0].version


def version_of(edition: Edition) -> str:
    """Return the version of an edition with the errata in force."""
    return _version(edition, [*edition.errata.values()], len(house_rules(edition)))


def issues_of(edition: Edition) -> list[Issue]:
    """Return the errata in force by days, the latest first."""
    errata, house_rule_count = list(edition.errata.values()), len(house_rules(edition))
    steps = [
        VersionStep(erratum, _version(edition, errata[:count], house_rule_count))
        for count, erratum in enumerate(errata, 1)
    ]
    return [Issue(day, tuple(group)) for day, group in groupby(reversed(steps), key=attrgetter("day"))]


def has_house_rules(edition: Edition) -> bool:
    """Return whether a project over the edition changes, adds or replaces any of its rules."""
    return "+" in version_of(edition)


def _version(edition: Edition, errata: Sequence[Erratum], house_rule_count: int) -> str:
    """Return the version of an edition with some errata, of which those in its own layer aren't house rules."""
    shipped = sum(comes_with(edition, erratum) for erratum in errata)
    house_rule_count += len(errata) - shipped
    return f"{edition.base_version}.{shipped}{f'+{house_rule_count}' if house_rule_count else ''}"


def house_rules(edition: Edition) -> list[Record]:
    """Return the records and rulings in a layer above the edition's, without those of errata."""
    records: Sequence[Record] = (*edition.records.values(), *edition.rulings.values())
    return [record for record in records if "" not in record.errata and not comes_with(edition, record)]


def comes_with(edition: Edition, record: Record) -> bool:
    """Return whether a record is in the layer of its edition, and not in a project over it."""
    # The manifest is data/editions/ID/edition.yaml.
    return record.tree.file.is_relative_to(edition.tree.file.parents[2])


CHECK = "errata"


def apply_errata(project: Project, edition: Edition, vocabulary: Vocabulary) -> Iterator[Problem]:
    """Apply an edition's errata up to the project's day, the oldest first; yield a problem for each part that can't be
    applied.

    Those of a later day are kept in ``edition.errata_to_come``.
    """
    errata: list[Erratum] = []
    for name, path in project.named_files(*ERRATA, edition.id).items():
        if day_in_name(name) is None:
            message = "has a name without a day; name it like 2026-11-22-what-it-mends.yaml"
            yield Problem(Place(str(path)), message, CHECK, edition=edition.id)
            continue
        erratum, problems = _read(name, path, edition, project)
        yield from problems
        errata += [erratum] if erratum else []
    errata, problems = _in_order(errata)
    yield from problems
    # The index of the erratum before which the project is read (``project.before``): it is not applied.
    stop = next((i for i, erratum in enumerate(errata) if erratum.slug == project.before), None)
    history: list[_Change] = []
    for i, erratum in enumerate(errata):
        if project.as_of is not None and erratum.day > project.as_of:
            edition.errata_to_come[erratum.slug] = erratum
        # Errata of lower layers always count as earlier.
        elif stop is None or i < stop or erratum.layer > errata[stop].layer:
            edition.errata[erratum.slug] = erratum
            yield from _Application(erratum, edition, vocabulary, history).apply()
    yield from _withdrawn_but_named(edition, vocabulary)


def _read(name: str, path: Path, edition: Edition, project: Project) -> tuple[Erratum | None, list[Problem]]:
    tree, problems = read_cached(path, project.parsed)
    if problems:
        return None, problems
    content, problems = validate(ErratumSchema, tree, "", tree.value)
    if content is None:
        return None, problems
    # Paths in a record's tree begin with its slug, but an erratum's file holds one record without a slug.
    below_slug = _subtree(tree, "", name, tree.value)
    layer = next(i for i, folder in enumerate(project.layers) if path.is_relative_to(folder))
    return Erratum(ERRATUM_KIND, name, edition.id, tree.value, below_slug, content=content, layer=layer), []


def _in_order(errata: Sequence[Erratum]) -> tuple[list[Erratum], list[Problem]]:
    """Return errata by day; of one day, those of a lower layer first, each after the one that it follows."""
    by_name = {erratum.slug: erratum for erratum in errata}
    waiting = sorted(errata, key=lambda erratum: (*erratum.order, erratum.slug))
    problems: list[Problem] = []

    def refuse(erratum: Erratum, message: str) -> None:
        problems.append(Problem(erratum.place("after"), message, CHECK, edition=erratum.edition))

    for erratum in waiting:
        after = erratum.content.after
        other = by_name.get(after or erratum.slug)
        if other is None:
            refuse(erratum, f"there is no erratum '{after}'{closest(after or '', by_name)}; mend the name")
        elif other.order > erratum.order:
            refuse(erratum, f"'{other.slug}' is applied later, by its date or its project; write 'after' there instead")
    ordered: list[Erratum] = []
    while waiting:
        group = [erratum for erratum in waiting if erratum.order == waiting[0].order]
        names = {erratum.slug for erratum in group}
        following = next((erratum for erratum in group if erratum.content.after not in names), None)
        if following is None:
            following = group[0]
            pair = f"'{following.slug}' and '{following.content.after}'"
            refuse(following, f"{pair} follow each other; take one 'after' away")
        ordered.append(following)
        waiting.remove(following)
    return ordered, problems


def _withdrawn_but_named(edition: Edition, vocabulary: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each part of a record that still names a record which an erratum withdrew."""
    withdrawn_by = {
        record_id: erratum
        for erratum in edition.errata.values()
        for record_id in erratum.content.withdraw
        if record_id in edition.withdrawn and record_id not in edition.records
    }
    references = vocabulary.section("references")
    for record in edition.records.values() if withdrawn_by else ():
        for path, kind, name in pointers(record.data, references, vocabulary.atoms):
            record_id = f"{kind}/{name}" if kind else name
            if record_id in withdrawn_by:
                yield Problem(
                    withdrawn_by[record_id].place("withdraw"),
                    f"'{record_id}' is withdrawn, but '{path}' of {record.id} names it; change that in the erratum too",
                    CHECK,
                    edition=edition.id,
                    record=record.id,
                )


# A part that an erratum changed: the id of its record, its path, the name of the erratum.
_Change = tuple[str, str, str]


class _Application:
    """The application of one erratum to an edition.

    ``history`` has the changes of all errata so far, the oldest first; those of this one are added.
    """

    def __init__(self, erratum: Erratum, edition: Edition, vocabulary: Vocabulary, history: list[_Change]) -> None:
        self._erratum = erratum
        self._edition = edition
        self._vocabulary = vocabulary
        self._history = history
        # The records that this erratum changed or added, by id.
        self._changed: dict[str, Record] = {}

    def apply(self) -> Iterator[Problem]:
        """Apply the erratum; yield a problem for each part that can't be applied, and the problems of the changed
        records."""
        content = self._erratum.content
        for key, change in content.changes.items():
            yield from self._change(f"changes.{key}", change)
        for record_id in content.withdraw:
            self._changed.pop(record_id, None)
            if record := self._edition.records.pop(record_id, None):
                self._edition.withdrawn[record_id] = record
            else:
                yield self._no_record("withdraw", record_id, " to withdraw")
        for record_id, data in content.add.items():
            yield from self._add(record_id, data)
        for record in self._changed.values():
            yield from record_problems(record, self._vocabulary, self._edition)

    def _problem(self, path: str, message: str, record: str | None = None) -> Problem:
        return Problem(self._erratum.place(path), message, CHECK, edition=self._edition.id, record=record)

    def _no_record(self, path: str, record_id: str, purpose: str = "") -> Problem:
        hint = closest(record_id, self._edition.records)
        return self._problem(
            path, f"there is no record '{record_id}' in {self._edition.id}{purpose}{hint}; mend the id"
        )

    def _change(self, path: str, change: ChangeSchema) -> Iterator[Problem]:
        """Change one part, or yield why it can't be changed; ``path`` is the path of the change in the erratum."""
        record = self._edition.records.get(change.record)
        if record is None:
            yield self._no_record(f"{path}.record", change.record)
            return
        part = Part(record, change.fact)
        if part.problem or part.is_missing(change.before, change.after):
            yield self._problem(f"{path}.fact", part.problem or part.unknown(), record.id)
        elif part.is_group and isinstance(change.before, str):
            yield self._problem(f"{path}.fact", part.unknown(), record.id)
        elif not part.is_same(change.before):
            yield self._problem(f"{path}.from", self._conflict(part, change), record.id)
        elif refusal := part.refusal(change.after, self._edition.units):
            yield self._problem(f"{path}.to", f"{record.id}: {refusal}", record.id)
        else:
            self._set(record, change)

    def _set(self, record: Record, change: ChangeSchema) -> None:
        """Set a part of a record to its new value, in a copy of the record: the parsed data may be shared."""
        name = self._erratum.slug
        if record.id not in self._changed:
            copy = replace(record, data=deepcopy(record.data), errata=dict(record.errata))
            self._changed[record.id] = self._edition.records[record.id] = copy
        record = self._changed[record.id]
        Part(record, change.fact).set(change.after)
        record.errata[change.fact] = name
        record.citations = (*record.citations, _citation(name, change.fact))
        self._history.append((record.id, change.fact, name))

    def _conflict(self, part: Part, change: ChangeSchema) -> str:
        """Return the message that a part has another value than the erratum says."""
        value, expected = (one_line(part.record, value) for value in (part.value, part.read(change.before)))
        current = "nothing" if value is None else f"'{value}'"
        start = f"{part.record.id} '{change.fact}' is {current} and not '{expected}'"
        of_part = (
            erratum
            for record_id, path, erratum in reversed(self._history)
            # The same part, or one of the two within the other.
            if record_id == part.record.id
            and (f"{path}.".startswith(f"{change.fact}.") or f"{change.fact}.".startswith(f"{path}."))
        )
        earlier = next(of_part, None)
        if earlier is None:
            return f"{start}; see what changed it, and let the erratum start from that"
        later = f"let the later one, {self._erratum.slug}, start from that, or withdraw one of them"
        return f"{start} since the erratum {earlier}; {later}"

    def _add(self, record_id: str, data: dict[str, Any]) -> Iterator[Problem]:
        """Add a record, or yield why it can't be added; yield the problems of its citations."""
        kind, _, slug = record_id.partition("/")
        kinds = self._vocabulary.kinds.values()
        if record_id in self._edition.records:
            yield self._problem(f"add.{record_id}", f"'{record_id}' is there already; change it instead")
            return
        if kind not in kinds:
            message = f"'{record_id}' is of no known kind{closest(kind, kinds)}; write kind/name"
            yield self._problem(f"add.{record_id}", message)
            return
        tree = _subtree(self._erratum.tree, f"{self._erratum.slug}.add.{record_id}", slug, {slug: data})
        citations, problems = read_citations(tree, slug, data)
        yield from problems
        name = self._erratum.slug
        record = Record(kind, slug, self._edition.id, data, tree, citations or (_citation(name),), {"": name})
        self._changed[record_id] = self._edition.records[record_id] = record


def _citation(name: str, *covers: str) -> Citation:
    return Citation(f"{ERRATUM_KIND}/{name}", covers=covers)


def _subtree(tree: Tree, start: str, slug: str, value: Any) -> Tree:
    """Return the tree of a record with a value, which begins at the path ``start`` of another (empty: the whole file).

    Its paths begin with the record's slug.
    """
    prefix = f"{start}." if start else ""

    def moved(spots: Mapping[str, Spot]) -> dict[str, Spot]:
        inner = {path: spot for path, spot in spots.items() if path and path.startswith(prefix)}
        around = {slug: spots[start]} if start in spots else {}
        return {**around, **{f"{slug}.{path.removeprefix(prefix)}": spot for path, spot in inner.items()}}

    return Tree(tree.file, value, moved(tree.spots), moved(tree.keys))
