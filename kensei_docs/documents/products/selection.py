"""A selection: the faces of products that an order prints, by the names of records, by numbers or by an expression.

It is what ``--only``, ``--range``, ``--select`` and ``--proof`` ask for. A face has a number in the order of printing,
from 1, whatever the number of its copies. An expression (``docs/expressions.md``) names what stands in a record: a
field, a figure by its key, or a path; here, unlike in the data of a game, it may have figures of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition
from kensei_docs.documents.products.product import Product, Row, rows_of
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.effects import resolve
from kensei_docs.engine.expressions.evaluation import Evaluation, values_in
from kensei_docs.engine.expressions.schema import Misfit, operators
from kensei_docs.engine.expressions.syntax import CONSTANTS, LIST, Call, Figure, Name, Node, Unreadable, Word, parse
from kensei_docs.engine.game import Game
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem, Unusable, closest, unusable
from kensei_docs.slugs import slug_of

_SPAN = re.compile(r"(?P<first>\d{1,6})?\s*(?P<dash>-)?\s*(?P<last>\d{1,6})?")
_PLAIN = re.compile(r"[a-z0-9.+-]*")
# Characters of a file name for what was chosen, at most.
_NAMED = 40
# A name in place of one that an expression has, or of a figure in it: see ``_Test``.
_ALIAS = re.compile(r"\bgiven\.((?:name|figure)-\d+)\b")
# The keys under which a record has what it is, besides its fields.
_OWN_KEYS = ("kind", "slug", "id")
# Numbers of faces from the first to the last, which may be open.
Span = tuple[int, int | None]


@dataclass(frozen=True)
class Selection:
    """The faces to print: those that all of its parts choose, each part if it is given; with ``proof`` each once.

    ``only`` are ids (``fighter/abbot``) or slugs of records, ``spans`` numbers of faces, ``test`` an expression.
    ``slugs`` are the slugs of the rows that ``only`` and ``test`` choose, by the names of product and edition; None
    without these.
    """

    only: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    test: str = ""
    proof: bool = False
    slugs: Mapping[tuple[str, str], frozenset[str]] | None = field(default=None, compare=False)
    # How many pieces (or pages) were chosen, of how many, and what they are, by the names of product and edition.
    counts: dict[tuple[str, str], tuple[int, int, str]] = field(default_factory=dict, compare=False, repr=False)
    # The (edition, id) of each record of a face, and whether that was chosen.
    _records: dict[tuple[str, str], bool] = field(default_factory=dict, compare=False, repr=False)

    @property
    def is_some(self) -> bool:
        """Whether it leaves faces out."""
        return bool(self.only or self.spans or self.test)

    @property
    def suffix(self) -> str:
        """The end of file names: two selections have two; empty if it is none."""
        spans = "+".join(f"{first}" if first == last else f"{first}-{last or 'end'}" for first, last in self.spans)
        names = "+".join(one.replace("/", ".") for one in self.only)
        plain = _PLAIN.fullmatch(names) and len(names) <= _NAMED
        parts = {
            "only": names if plain else _named(names),
            "range": spans if len(spans) <= _NAMED else _named(spans),
            "select": _named(self.test),
        }
        return "".join(f"-{option}-{named}" for option, named in parts.items() if named) + "-proof" * self.proof

    def choose(self, product: Product, edition: Edition, rows: Sequence[Row], translator: Translator) -> Iterator[Row]:
        """Yield the chosen rows of a product, which are in the order of printing."""
        chosen = None if self.slugs is None else self.slugs.get((product.name, edition.id), frozenset())
        printed = [row for row in rows if row.copies or self.proof]
        pieces = [1 if self.proof else row.copies for row in printed]
        count = 0
        for number, row in enumerate(printed, 1):
            in_a_span = any(first <= number <= (last or number) for first, last in self.spans)
            is_chosen = (chosen is None or row.slug in chosen) and (in_a_span or not self.spans)
            for record in _records_of(row):
                self._records[edition.id, record.id] = is_chosen or self._records.get((edition.id, record.id), False)
            if is_chosen:
                count += pieces[number - 1]
                yield replace(row, copies=1) if self.proof else row
        what = "page" if product.is_page else "piece"
        self.counts[product.name, edition.id] = (count, sum(pieces), what)

    def parted(self, problems: Iterable[Problem]) -> tuple[list[Problem], list[Problem]]:
        """Return the problems of what is chosen, with those of no face's record, and those of the records of others."""
        parts: tuple[list[Problem], list[Problem]] = ([], [])
        for problem in problems:
            owner = (problem.edition or "", problem.record or "")
            parts[not self._records.get(owner, True)].append(problem)
        return parts

    def lines(self, by_name: bool) -> list[str]:
        """Return a line for each product of an edition that was asked, with how many of its pieces were chosen.

        ``by_name``: the user named the products; others of which none is chosen are left out. Raises Unusable if no
        face was chosen at all.
        """
        if self.is_some and self.counts and not any(count for count, *_ in self.counts.values()):
            message = "the faces that --only, --range and --select choose have none in common; ask for less"
            raise unusable("build", message, "select")
        return [
            f"{product} of {edition}: {count} of {all_} {what}{'s' * (all_ != 1)} chosen"
            for (product, edition), (count, all_, what) in self.counts.items()
            if self.is_some and all_ and (by_name or count)
        ]


def _named(text: str) -> str:
    """Return a text as a part of a file name, shortened, with a digest: no other text has the same; empty for none."""
    return f"{slug_of(text)[:_NAMED].strip('-')}-{digest_of(text)[:4]}".lstrip("-") if text else ""


def parse_spans(text: str) -> tuple[Span, ...]:
    """Return the numbers of faces in a text such as ``3-9``, ``3``, ``3-``, ``-9`` or ``1,4-6``; raises Unusable."""
    spans: list[Span] = []
    for part in text.split(","):
        match = _SPAN.fullmatch(part.strip())
        first = int(match["first"] or 1) if match else 0
        last = int(match["last"]) if match and match["last"] else None if match and match["dash"] else first
        if not match or not (match["first"] or match["last"]) or first < 1 or (last is not None and last < first):
            message = f"'{part.strip()}' is no range of faces; write one such as 3, 3-9, 3-, -9 or 1,4-6"
            raise unusable("build", message, "range")
        spans.append((first, last))
    return tuple(spans)


def resolved(
    selection: Selection,
    database: Database,
    products: Sequence[Product],
    editions: Sequence[Edition],
    by_name: bool,
    every: Sequence[Product] = (),
) -> Selection:
    """Return a selection that knows the rows that its names and its expression choose.

    ``by_name``: the user named the products; ``every`` one may have what these lack. Raises Unusable if nothing is
    chosen, for a name that no record has, a number that no face has, and an expression that can't be read or computed.
    """
    found: dict[tuple[str, str], list[Row]] = {}
    for product in products:
        for edition in editions[:1] if product.is_general else editions:
            if product.is_general or product.applies_to(edition):
                rows = [row for row in rows_of(product, edition)[0] if row.copies or selection.proof]
                found[product.name, edition.id] = rows
    if selection.only:
        known = {name for rows in found.values() for row in rows for name in _names_of(row)}
        records = [record for rows in found.values() for row in rows for record in _records_of(row)]
        called = {record.name.casefold(): record.slug for record in records}
        meant = (name if name in known else called.get(name.casefold(), name) for name in selection.only)
        selection = replace(selection, only=tuple(meant))
        for name in selection.only:
            if name not in known:
                there = [
                    product.name
                    for product in every
                    for edition in editions
                    if not product.is_general and product.applies_to(edition)
                    if any(name in _names_of(row) for row in rows_of(product, edition)[0])
                ]
                raise _no_record(name, known, products, by_name, there)
    chosen = found
    if selection.only:
        wanted = set(selection.only)
        chosen = {key: [row for row in rows if wanted & set(_names_of(row))] for key, rows in chosen.items()}
    if selection.test:
        passing = _passing(selection.test, database, found)
        chosen = {key: [row for row in rows if row.slug in passing[key]] for key, rows in chosen.items()}
    if selection.spans:
        _require_numbers(selection.spans, products, found)
    if not any(chosen.values()):
        raise unusable("build", _nothing(selection, found), "select" if selection.test else "only")
    if selection.only or selection.test:
        slugs = {key: frozenset(row.slug for row in rows) for key, rows in chosen.items()}
        selection = replace(selection, slugs=slugs)
    return selection


def _names_of(row: Row) -> list[str]:
    """Return the names by which a row may be asked for: slugs, ids, and the path of its part."""
    part = [f"{row.record.id}:{row.path}"] if row.record and row.path else []
    records = _records_of(row)
    return [row.slug, *(name for record in records for name in (record.slug, record.id)), *part]


def _records_of(row: Row) -> list[Any]:
    return [row.record] if row.record else list(row.item.get("records", ()))


def _no_record(
    name: str, known: set[str], products: Sequence[Product], by_name: bool, there: Sequence[str]
) -> Unusable:
    what = ", ".join(product.name for product in products) if by_name else "what is printed"
    message = f"no face of {what} is of a record '{name}'"
    if there:
        return unusable("build", f"{message}; it is on {' and '.join(dict.fromkeys(there))}, so build that", "only")
    message += closest(name, sorted(known))
    return unusable("build", f"{message}; 'kensei-docs list' names the records", "only")


def _nothing(selection: Selection, found: Mapping[tuple[str, str], Sequence[Row]]) -> str:
    count = sum(map(len, found.values()))
    if not count:
        return "there is no face to choose from: none of the editions has records for these documents"
    what = f"'{selection.test}' is true of" if selection.test else "these names choose"
    return f"{what} none of {count} faces; ask for less, or look at a record with 'kensei-docs show'"


def _require_numbers(
    spans: Sequence[Span], products: Sequence[Product], found: Mapping[tuple[str, str], Sequence[Row]]
) -> None:
    """Raise Unusable for a number that no product's faces have in any edition."""
    for product in products:
        of_product = [len(rows) for (name, _), rows in found.items() if name == product.name]
        most = max(of_product, default=0)
        for number in (bound for span in spans for bound in span if bound):
            if of_product and number > most:
                faces = f"faces are numbered from 1 to {most}" if most > 1 else f"number of faces is {most}"
                message = f"{product.name} has no face {number}: its {faces}, copies not counted; ask for less"
                raise unusable("build", message, "range")


class _Test:
    """An expression, as it is computed for one row: names of the record's values are names of what is given.

    ``known`` are the values that all rows have, by name: a name that none of them has is a fault, or, where it is
    compared with one, a word. Raises Unusable for an expression that can't be computed for any row.
    """

    def __init__(self, text: str, known: Mapping[str, set[str]]) -> None:
        self._text, self._known = text, known
        self._names: dict[str, str] = {}
        self._figures: dict[str, str] = {}
        try:
            self.node = self._read(parse(text))
        except Unreadable as unreadable:
            rest = text[unreadable.at :]
            raise self.wrong(f"{unreadable.message}: '{rest}'" if rest else unreadable.message) from None
        except Misfit as misfit:
            raise self.wrong(misfit.message) from None

    def wrong(self, message: str) -> Unusable:
        """Return the exception for a fault of the expression, in the words of who wrote it."""
        written = {**self._names, **self._figures}
        message = _ALIAS.sub(lambda alias: written.get(alias[1], alias[0]), message)
        return unusable("build", f"--select: {message.removesuffix('; mend it')}; mend it", "select")

    def holds(self, game: Game, row: Row) -> bool:
        """Return whether it is true of a row; raises Unusable if it can't be computed, or is neither true nor false."""
        values = {alias: _value(row, name) for alias, name in self._names.items()}
        try:
            value = Evaluation(game, {**values, **self._figures}, Situation({})).evaluate(self.node)
        except Unusable as fault:
            raise self.wrong(f"{row.slug}: {fault.problems[0].message}") from None
        if not isinstance(value, bool):
            raise self.wrong(f"'{self._text}' is neither true nor false, but {value}; compare it with something")
        return value

    def _read(self, node: Node, beside: Node | None = None) -> Node:
        """Return a node with names of given values; ``beside`` is what it is compared with."""
        match node:
            case Name(name=name) if name in CONSTANTS or name.partition(".")[0] == "it":
                return node
            case Name(name=name) if name in self._known:
                return self._given(self._names, "name", name)
            case Name(name=name) if isinstance(beside, Name):
                return self._word(name, beside)
            case Name(name=name):
                raise self.wrong(f"no face has a field or figure '{name}'{closest(name, self._known)}")
            case Figure(figure=figure) if "," in figure:
                raise self.wrong(f"'{figure}' is one number here; write a point in it, or a space behind each comma")
            case Figure(figure=figure):
                return self._given(self._figures, "figure", figure)
            case Call("is" | "is not" | "in" | "not in", (first, second)):
                return replace(node, operands=(self._read(first), self._read(second, first)))
            case Call(operator=name, operands=operands) if name == LIST:
                return replace(node, operands=tuple(self._read(part, beside) for part in operands))
            case Call(operator=name):
                if name not in operators():
                    raise self.wrong(f"'{name}' is not a function{closest(name, operators())}")
                bound = [operand for operand, named, _ in operators()[name].bound(node) if not named]
                parts = [
                    self._read(part) if operand.is_expression else part
                    for operand, part in zip(bound, node.operands, strict=True)
                ]
                return replace(node, operands=tuple(parts))
        return node

    def _word(self, word: str, beside: Name) -> Word:
        """Return a name as the word that it is, if a record has it where it is compared with."""
        values = self._known.get(beside.name, set())
        if word not in values:
            raise self.wrong(f"no face has '{word}' as its {beside.name}{closest(word, sorted(values))}")
        return Word(word)

    def _given(self, names: dict[str, str], sort: str, name: str) -> Name:
        alias = next((alias for alias, known in names.items() if known == name), f"{sort}-{len(names)}")
        names[alias] = name
        return Name(f"given.{alias}")


def _passing(
    text: str, database: Database, found: Mapping[tuple[str, str], Sequence[Row]]
) -> dict[tuple[str, str], set[str]]:
    """Return the slugs of the rows of which an expression is true, by the names of product and edition."""
    rows = [row for some in found.values() for row in some if row.record]
    known: dict[str, set[str]] = {key: set() for key in _OWN_KEYS}
    for row in rows:
        for name in _value_names(row):
            known.setdefault(name, set()).update(map(str, values_in(_value(row, name))))
    test = _Test(text, known)
    games = {edition: Game(database, edition) for _, edition in found}
    return {
        key: {row.slug for row in some if row.record and test.holds(games[key[1]], row)} for key, some in found.items()
    }


def _value_names(row: Row) -> Iterator[str]:
    """Yield the names of the values of a row: fields and figures by their keys, and paths."""
    assert row.record is not None, "a form has no values"
    yield from _OWN_KEYS
    for data in (row.record.data, row.item):
        yield from _paths(data)
        figures = data.get("figures")
        yield from figures if isinstance(figures, dict) else ()


def _paths(data: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for key, value in data.items():
        yield f"{before}{key}"
        if isinstance(value, dict):
            yield from _paths(value, f"{before}{key}.")


def _value(row: Row, name: str) -> Any:
    """Return the value of a name in a row; None without one."""
    record = row.record
    assert record is not None, "a form has no values"
    if name in _OWN_KEYS:
        return getattr(record, name)
    value = row.item.get(name)
    for path in (name, f"figures.{name}"):
        value = record.get(path) if value is None else value
    value = resolve(record, value)
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
