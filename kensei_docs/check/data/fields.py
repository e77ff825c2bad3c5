"""Fields of records are known, figures are figures, blanks explained and places cited; tables are complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from kensei_docs.check.finding import Finding, fields_of_columns, finding_at, listed, names, where
from kensei_docs.database import Database, Record
from kensei_docs.database.model import FORMAT_KEYS
from kensei_docs.database.paths import below, mapping_at, mappings_in, rows_of
from kensei_docs.database.yaml_files import MESSAGES
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.engine.effects import effects_of
from kensei_docs.figures import doubt_about, parse
from kensei_docs.problems import check, closest

# The most figures without a citation that a message names: a record that was just begun cites none.
_MAX_NAMED = 3
# A field is one of figures if at least this number of its values are figures.
_MIN_FIGURES = 3


@check("error", of_print=True)
def known_fields(database: Database) -> Iterator[Finding]:
    """A record has no field that its kind doesn't know, and no mapping in it a key that nothing reads.

    ``vocabulary.yaml`` declares the fields of each kind, under ``any`` those of all kinds, and the columns of
    spreadsheets, whose values are fields too. The fields of a kind that isn't declared are those that its records have:
    a field that one record alone has is wrong if it is written almost like one that this record lacks. ``within``
    declares the keys inside fields, for one kind or under ``any`` for all kinds; under ``vocabulary``, the keys of
    vocabulary.yaml itself. A field that ``within`` does not name may hold any value:

        fields:
          any: [name, text, figures, effects, status, from]
          tea: [leaves, price, rows]
        within:
          any:
            figures: '*'                    # any name
            rows.*: [name, <columns>]       # and the keys of the field, the ids of the kind, or the section 'columns'
          tea:
            leaves.*: ['', weight]          # a single value, or a mapping
            price: '**'                     # whatever it is, another check or reader looks at it

    Wrong: ``prize: 4``, which no template and no rule reads. Right: ``price: 4``.
    """
    fields = database.vocabulary.section("fields")
    fields_by_kind = {
        kind: {*names(fields.get("any")), *names(listed), *fields_of_columns(database, kind)}
        for kind, listed in fields.items()
    }
    of_effects = {*OPERATIONS, *FORMAT_KEYS, *MESSAGES, *names(fields.get("effect"))}
    shapes = {kind: _shape_of(declared) for kind, declared in database.vocabulary.section("within").items()}
    for edition in database.editions.values():
        for kind in edition.kinds:
            if kind not in fields_by_kind and "any" in fields:
                yield from _unlike_the_others(edition.records_of(kind), set(names(fields["any"])))
    for record in (record for record in database.records if record.kind in fields_by_kind):
        for field in record.data:
            if field not in (known := fields_by_kind[record.kind]):
                fault = f"'{field}' is not a field of the kind {record.kind}{closest(field, known)}"
                remedy = "mend the name, or declare it under 'fields' in vocabulary.yaml"
                yield finding_at(record, field, f"{fault}; {remedy}")
        inside = shapes.get("any", {}) | shapes.get(record.kind, {})
        for field in (field for field in inside if field in record.data):
            for path, message in _unknown_keys(record.data[field], inside[field], field, database, record):
                yield finding_at(record, path, message)
    for record in database.records if "effect" in fields else ():
        for path, part in mappings_in(record.data):
            for key in part if _is_effect(part) else ():
                if key not in of_effects:
                    hint = closest(key, of_effects)
                    message = f"'{key}' is nothing that an effect can do or have{hint}; mend the name"
                    yield finding_at(record, below(path, key), message)
    of_editions = (tree for edition in database.editions.values() for tree in edition.vocabulary.trees)
    for tree in (*database.vocabulary.trees, *of_editions) if "vocabulary" in shapes else ():
        for path, message in _unknown_keys(tree.value, shapes["vocabulary"], "", database):
            yield Finding(tree.place(path), message, "")


# How alike two names are, of 1, of which one is the other misspelt: "texxt" and "text" are, "hulls" and "rules" aren't.
_NEAR = 0.75


def _unlike_the_others(records: Sequence[Record], of_all: set[str]) -> Iterator[Finding]:
    """Yield a finding for each field of a kind without declared fields that seems to be another one, misspelt.

    ``of_all`` are the fields of all kinds.
    """
    counts = Counter(field for record in records for field in record.data)
    known = of_all | {field for field, count in counts.items() if count > 1}
    for record in records:
        for field in record.data.keys() - known:
            near = get_close_matches(field, sorted(known - record.data.keys()), 1, _NEAR)
            if hint := closest(field, near):
                remedy = "mend the name, or declare the fields of the kind in vocabulary.yaml"
                message = f"'{field}' is a field of no other {record.kind}{hint}; {remedy}"
                yield finding_at(record, field, f"{message}: 'fields: {{{record.kind}: [{field}]}}'")


def _is_effect(part: Any) -> bool:
    return isinstance(part, dict) and "hook" in part and any(operation in part for operation in OPERATIONS)


def _shape_of(declared: dict[str, Any]) -> dict[str, Any]:
    """Return the paths of ``within`` as mappings of mappings: ``{"rows": {"*": {"name": {}}}}``."""
    root: dict[str, Any] = {}
    for path, keys in declared.items():
        part = root
        for step in path.split("."):
            part = part.setdefault(step, {})
        part.update({key: part.get(key, {}) for key in names(keys)})
    return root


def _unknown_keys(
    part: Any, shape: dict[str, Any], path: str, database: Database, record: Record | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the path of each key that a shape doesn't have, and of each value in place of a mapping, with a message."""
    if "**" in shape or part is None or _is_effect(part):
        return
    if isinstance(part, list):
        for i, inner in enumerate(part):
            if isinstance(inner, dict):
                yield from _unknown_keys(inner, shape, f"{path}.{i}", database, record)
        return
    known = {key: inner for pattern, inner in shape.items() for key in _keys_meant(pattern, database, record)}
    if isinstance(part, dict):
        for key, inner in part.items():
            if key in known or "*" in known:
                yield from _unknown_keys(inner, known.get(key, known.get("*", {})), below(path, key), database, record)
            else:
                every = f"; known are {', '.join(filter(None, known))}" if known else ""
                fault = f"'{key}' is nothing that '{path or 'the file'}' can have{closest(key, known) or every}"
                yield below(path, key), f"{fault}; mend the name or take it out"
    elif known and "" not in known:
        yield path, f"'{path}' is '{part}', where a mapping belongs; mend it or take it out"


def _keys_meant(name: str, database: Database, record: Record | None) -> Iterable[str]:
    """Return the names that ``<name>`` is replaced by; any other name is returned as it is."""
    if not name.startswith("<"):
        return [name]
    name = name.strip("<>")
    section = database.vocabulary.section(name)
    if record is None:
        return {*section, *(value for value in section.values() if isinstance(value, str))}
    ids = (other.slug for other in database.editions[record.edition].records_of(name))
    return {*mapping_at(record, name), *section, *ids}


@check("error", of_print=True)
def figures_are_figures(database: Database) -> Iterator[Finding]:
    """A value in a place for figures is a figure.

    Figures belong among a record's ``figures``, in its effects, and in fields in which at least three values of an
    edition's records of that kind are figures, and at least three times as many as are none. A figure is a number, a
    length, dice, a share and so on. What the book leaves out is null.

    Wrong: ``figures: {price: four}``; ``add: one``; ``base: four`` in a roll, where all others have ``4+`` or the like.
    Right: ``price: 4``; ``add: $bonus``; null.
    """
    for record in database.records:
        for name, value in mapping_at(record, "figures").items():
            if value is not None and not (isinstance(value, str) and _is_figure(value)):
                yield _no_figure(record, f"figures.{name}", value)
        for effect in effects_of(record):
            written = effect.written
            takes_figure = effect.does.apply is not None and not isinstance(written, dict | list | None)
            if takes_figure and effect.figure is None:
                yield _no_figure(record, effect.place_path, written)
    # By edition, kind and pattern of the path: the figures there, and what is none.
    by_field: dict[tuple[str, ...], tuple[list[_Value], list[_Value]]] = {}
    for record in database.records:
        for fact in record.facts:
            first, *inner = fact.path.split(".")
            if fact.value is not None and first != "figures":
                field = (record.edition, record.kind, first, *(["*"] * (len(inner) - 1)), *inner[-1:])
                figures, others = by_field.setdefault(field, ([], []))
                (figures if _is_figure(fact.value) else others).append((record, fact.path, fact.value))
    for figures, others in by_field.values():
        if len(figures) >= max(_MIN_FIGURES, 3 * len(others)):
            yield from (_no_figure(*other) for other in others)


_Value = tuple[Record, str, str]  # a record, a path in it, and the value there


def _is_figure(value: str) -> bool:
    # A formula is made of the record's figures.
    return (parse(value) is not None and doubt_about(value) is None) or "%(" in value


def _no_figure(record: Record, path: str, value: object) -> Finding:
    text = str(value).lower() if isinstance(value, bool) else f"'{value}'"
    remedy = "which is not a figure; give a number, a length, dice and the like, or null with a note"
    if doubt := doubt_about(str(value)):
        remedy = f"which {doubt.removeprefix(f'{text} ')}"
    return finding_at(record, path, f"'{path}' is {text}{where(record, path)}, {remedy}")


@check("warning")
def every_blank_has_a_reason(database: Database) -> Iterator[Finding]:
    """A figure that is null says why: the document leaves it out, and a note says what was seen.

    The note stands in the record, or in the part of it that has the blank.

    Wrong: ``per-turn: null`` in a record without a note. Right: the same with ``note: The sheet is torn there.``
    """
    for record in database.records:
        for path in _unexplained(record.data, ""):
            fault = f"'{path}' is null without a reason{where(record, path)}"
            yield finding_at(record, path, f"{fault}; give the figure, or say in a note why there is none")


def _unexplained(part: Any, path: str) -> Iterator[str]:
    for key, inner in part.items() if isinstance(part, dict) and not part.get("note") else ():
        if inner is None and key not in FORMAT_KEYS:
            yield below(path, key)
        yield from _unexplained(inner, below(path, key))


@check("warning")
def nothing_is_left_to_do(database: Database) -> Iterator[Finding]:
    """A record says all that it should: what is still to be written stands under ``todo``, until it is.

    A record that was drafted from a document has its figures, and words that only name them. Of a drafted source, which
    has a ``review.yaml``, the records are counted that nobody has looked at in ``kensei-docs source review``.

    Wrong: ``todo: say in your own words what it does``. Right: a ``text``, and no ``todo``.
    """
    for record in database.records:
        if record.get("todo"):
            yield finding_at(record, "todo", f"is still to be done: {record.get('todo')}; do it, and take 'todo' away")


@check("warning")
def every_figure_has_provenance(database: Database) -> Iterator[Finding]:
    """Every figure says where it was read.

    A record's ``from`` names the document, its lines or page, and under ``covers`` the figures that were read there.
    Editions that name no document are the reader's own and need none.

    Wrong: a figure that no entry of ``from`` covers. Right: an entry without ``covers``, which stands for the whole
    record; a record without figures.
    """
    for edition in database.editions.values():
        for record in edition.records.values() if edition.documents else ():
            # An example with ``printed`` has a wrong answer in the book: what it expects is ours, and needs no
            # citation.
            ours = ("expect.",) if record.get("printed") else ()
            uncited = (fact.path for fact in record.facts if fact.figure and not fact.citations)
            lacking = [path for path in uncited if not path.startswith(ours)]
            if lacking:
                more = len(lacking) - _MAX_NAMED
                named = listed(lacking[:_MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
                fault = f"{named} {'cites' if len(lacking) == 1 else 'cite'} no place of a document"
                remedy = "let 'kensei-docs reconcile FILE --write' find it, or name it under 'from'"
                yield finding_at(record, lacking[0], f"{fault}; {remedy}")


@check("error")
def abbreviation_register(database: Database) -> Iterator[Finding]:
    """Letters that stand for an outcome in a table are explained beside it, once, and used.

    The cells of ``rows`` that are outcomes (``D``, ``D/W``) consist of letters that the record's ``rules`` explain.

    Wrong: a cell ``D/S`` where only D is explained; an explanation of S where no cell has it. Right: ``none`` for a
    dash, which needs no explanation.
    """
    for record in database.records:
        cells = list(_outcomes(record))
        letters = list(mapping_at(record, "rules"))
        used: set[str] = set()
        for path, letter in cells:
            if letter not in letters and letter not in used:
                fault = f"'{letter}' in '{path}' is explained nowhere{where(record, path)}{closest(letter, letters)}"
                yield finding_at(record, path, f"{fault}; explain it under 'rules' or mend the cell")
            used.add(letter)
        # Only codes are letters; other rules of the record are sentences about the table.
        for letter in (letter for letter in letters if cells and letter.isupper() and letter not in used):
            place = where(record, f"rules.{letter}")
            message = f"'{letter}' is explained but stands in no cell{place}; mend the cells or take it away"
            yield finding_at(record, f"rules.{letter}", message)


def _outcomes(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the letters of the cells that are outcomes, each with the path of its cell."""
    for name, row in rows_of(record, "rows").items():
        for column, cell in row.items():
            if column not in FORMAT_KEYS | MESSAGES and isinstance(cell, str) and cell != "none":
                figure = parse(cell)
                if figure and figure.kind == "outcome":
                    yield from ((f"rows.{name}.{column}", letter) for letter in figure.text.split("/"))


_REMARKS = FORMAT_KEYS | MESSAGES


@check("error", of_print=True)
def announced_but_absent(database: Database) -> Iterator[Finding]:
    """What a record announces is there: every column in every row, and no list that is empty.

    A record with ``columns`` has a cell for each of them in each of its ``rows``, and no cell of another column. In
    rows without declared columns, a cell that most rows have is expected in all of them. A cell that the document
    leaves empty is null, with a reason.

    Wrong: the columns near and far, and a row with near alone; ``rows: {}``. Right: near, and ``far: null``.
    """
    for record in database.records:
        for path, part in mappings_in(record.data):
            for key, inner in part.items():
                if isinstance(inner, dict | list) and not inner and key not in _REMARKS:
                    at = below(path, key)
                    message = f"'{at}' is announced but empty{where(record, at)}; fill it or take it away"
                    yield finding_at(record, at, message)
        rows, columns = rows_of(record, "rows"), record.get("columns")
        cells = Counter(cell for row in rows.values() for cell in row if cell not in _REMARKS)
        has_columns = isinstance(columns, dict)
        wanted = list(columns) if has_columns else [cell for cell, n in cells.items() if n * 2 > len(rows) > 2]
        for name, row in rows.items():
            path = f"rows.{name}"
            if lacking := [cell for cell in wanted if cell not in row]:
                lack = f"cell for {listed(lacking)}" if has_columns else f"{listed(lacking)}, which most rows have"
                fault = f"row '{name}' has no {lack}{where(record, path)}"
                yield finding_at(record, path, f"{fault}; add it, as null where the document has none")
            for cell in row if has_columns else ():
                if cell not in wanted and cell not in _REMARKS:
                    fault = f"row '{name}' has a cell '{cell}', which is not a column{closest(cell, wanted)}"
                    yield finding_at(record, f"{path}.{cell}", f"{fault}; name the column or mend the cell")
