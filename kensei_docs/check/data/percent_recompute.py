"""What the rules say a share of a number comes to is what it comes to.

The edition's own ``vocabulary.yaml`` declares which figures belong together. A word in angle brackets stands for each
key of a mapping, and for the same key wherever it stands again:

    percents:
      tithe: {record: rule/tithe, share: figures.tithe, base: examples.<one>.load,
              value: examples.<one>.tithe}

Wrong: 40 as 25 % of 200. Right: 50; a number that is null, because then there is nothing to recompute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.check.declarations import amount, declared_by_edition, fault
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Record
from kensei_docs.database.schema import Schema
from kensei_docs.figures import parse
from kensei_docs.problems import closest

SEVERITY = "error"
_SECTION = "percents"
_EACH = re.compile(r"<(\w+)>")


class Percent(Schema):
    """Which figures of a record are a share, what it is of, and what it comes to."""

    record: str
    share: str
    base: str
    value: str


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every share that comes to something else."""
    declarations, problems = declared_by_edition(database, _SECTION, Percent)
    yield from problems
    for edition, name, declaration in declarations:
        record = edition.records.get(declaration.record)
        path = f"{_SECTION}.{name}"
        if record is None:
            message = (
                f"'{declaration.record}' is no record of {edition.id}{closest(declaration.record, edition.records)}; "
                "mend the name"
            )
            yield fault(edition, path, message)
            continue
        rows = list(_matching_paths(record, declaration.value))
        if not rows:
            yield fault(edition, path, f"{record.id} has no '{declaration.value}'; mend the path")
        for value, names in rows:
            yield from _wrong_share(
                record, _fill_in(declaration.share, names), _fill_in(declaration.base, names), value
            )


def _fill_in(pattern: str, names: dict[str, str]) -> str:
    return _EACH.sub(lambda part: names.get(part[1], part[0]), pattern)


def _wrong_share(record: Record, share: str, base: str, value: str) -> Iterator[Finding]:
    part, whole, stated = (record.figure(path) for path in (share, base, value))
    factor, of, printed = _as_fraction(part), amount(whole), amount(stated)
    if factor is None or of is None or printed is None:
        return
    over, under = factor
    if printed * under != over * of:
        message = (
            f"'{value}' is {stated}, but {part} of {whole} ('{share}' of '{base}') is "
            f"{number(over * of / under)}{where(record, share, base, value)}; mend whichever the document bears out"
        )
        yield found(record, value, message)


def _as_fraction(share: str | None) -> tuple[float, float] | None:
    """Return a share as a fraction, so that nothing is lost by dividing."""
    figure = parse(share or "")
    if figure and figure.kind == "share" and figure.number is not None:
        return figure.number, 100
    if figure and figure.kind == "fraction":
        over, under = map(float, figure.text.split("/"))
        return over, under
    return None


def _matching_paths(record: Record, pattern: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the paths that fit a pattern, with the keys that its words stand for."""
    found: list[tuple[str, dict[str, str]]] = [("", {})]
    for step in pattern.split("."):
        each = _EACH.fullmatch(step)
        longer = []
        for path, names in found:
            part = record.get(path) if path else record.data
            for key in part if isinstance(part, dict) else ():
                if each or key == step:
                    longer.append((f"{path}.{key}" if path else key, {**names, each[1]: key} if each else names))
        found = longer
    yield from found
