"""A record by itself and among the others: its fields are known, what it names exists, what it defines is printed.

Figures are figures, blanks have a reason, places are cited, tables are complete. Every name that a record uses exists,
and what it defines is used. Figures, the conditions of modifiers, the labels of rules, and rulings are printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kensei_docs.check.finding import (
    Finding,
    fields_of_columns,
    finding_at,
    listed,
    mapping,
    names,
    own_columns,
    paths_of_columns,
    where,
)
from kensei_docs.database import Database, Record
from kensei_docs.database.model import FORMAT_KEYS
from kensei_docs.database.paths import below, mapping_at, mappings_in, pointers, rows_of
from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.yaml_files import MESSAGE_GROUPS, MESSAGES
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.engine.effects import effects_of, resolve
from kensei_docs.figures import doubt_about, parse
from kensei_docs.problems import check, closest
from kensei_docs.slugs import likeliest

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
    misspelt = dict(_fields_misspelt(database, fields))
    yield from misspelt.values()
    for record in (record for record in database.records if record.kind in fields_by_kind):
        known = fields_by_kind[record.kind] | {path.partition(".")[0] for path in paths_of_columns(record)}
        for field in record.data:
            if field not in known and (record.kind, field) not in misspelt:
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


def _fields_misspelt(database: Database, fields: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], Finding]]:
    """Yield (kind, field) and its finding for each field that a project's vocabulary spells otherwise than all records.

    No record of the kind has the one that it declares, and several have the other.
    """
    counts: dict[str, Counter[str]] = {}
    for record in database.records:
        counts.setdefault(record.kind, Counter()).update(record.data.keys())
    for kind in (kind for kind in fields if database.vocabulary.is_own_kind(kind) and kind in counts):
        declared = [*names(fields[kind]), *names(fields.get("any"))]
        unused = [name for name in names(fields[kind]) if name not in counts[kind]]
        for field, count in counts[kind].items():
            if count > 1 and field not in declared and (meant := likeliest(field, unused)):
                message = (
                    f"'fields' has '{meant}', which no {kind} has, and {count} have '{field}'; write '{field}' here"
                )
                yield (kind, field), Finding(database.vocabulary.place(f"fields.{kind}"), message, "")


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
        # A project may give a file name of the tool to another kind; the kind of the tool stays known under it too.
        of_layers = [mapping(tree.value.get(name)) for tree in database.vocabulary.trees]
        return {*section, *(value for one in (section, *of_layers) for value in one.values() if isinstance(value, str))}
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


@check("note")
def words_are_ones_own(database: Database) -> Iterator[Finding]:
    """Texts are in one's own words; in an own copy of a draft, a rulebook author's are counted.

    ``kensei-docs source review`` leads from one to the next. Nothing with such words can be published.

    Wrong: a text in ``own-copy/``. Right: a ``text`` in the record, in your own words.
    """
    for edition in database.editions.values():
        if found := edition.in_authors_words:
            count = f"{len(found)} of {len(edition.records)} texts are in the rulebook's own words, this one first"
            yield finding_at(found[0], "text", f"{count}; write them in your own ('kensei-docs source review')")


@check("warning")
def nothing_is_left_to_do(database: Database) -> Iterator[Finding]:
    """A record says all that it should: what is still to be written stands under ``todo``, until it is.

    A record that was drafted from a document has its figures, and words that only name them. Of a drafted source, which
    has a ``review.yaml``, the records are counted that nobody has looked at in ``kensei-docs source review``.

    Wrong: ``todo: say in your own words what it does``. Right: a ``text``, and no ``todo``.
    """
    for record in database.records:
        if record.get("todo") and not record.copied:
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


_COMPARISONS = ("not", "at-least", "at-most")
# Parts of a record that hold figures and words by names of their own.
_NO_REFERENCES = frozenset({"figures"}) | MESSAGE_GROUPS
_PLAIN_WORDS = {"atom": "condition", "kind": "kind of record"}


@check("error", of_print=True)
def entity_reference(database: Database) -> Iterator[Finding]:
    """Everything that a record names exists: the titles, markers, weapons and records it points to.

    ``vocabulary.yaml`` declares which fields name what, in addition to the ``values`` of each condition:

        references:
          blends: [tea]                     # slugs of records of this kind
          harvest: [season]                 # terms of this part of the glossary
          restates: [record]                # ids of records, kind/slug
          grower: [self.class]              # the values that this condition lists
          ignore: [atom, kind, record]      # conditions, kinds or ids

    In a kind of record of a project's own, a field of the tool's games names something only where the edition has
    records of that kind. A column of a project's own vocabulary that ``takes: name`` says so itself, by its ``of``; any
    name will do if nothing is of that kind.

    A key under ``brings`` that has an ``alias`` can be named as well: it stands for the slugs of its kinds, and for
    what those records have in the fields of the alias. Values that have their own phrase in the vocabulary need no
    declaration. The finding suggests the nearest name.

    Wrong: ``blends: [gren-leaf]``; ``when: {self.season: springtime}``. Right: ``blends: [green-leaf]`` where the
    edition has a record of that slug.
    """
    references = {field: names(registers) for field, registers in database.vocabulary.section("references").items()}
    own = database.vocabulary.own_section("references")
    columns = {
        str(entry.get("at") or name).rpartition(".")[2]: names(entry.get("of"))
        for name, entry in own_columns(database)
        if entry.get("takes") in ("name", "names") and not entry.get("values")
    }
    for record in database.records:
        known = {field: of for field, of in columns.items() if any(_register(database, record, one) for one in of)}
        named = references
        if database.vocabulary.is_own_kind(record.kind):
            # A project's own kind may have a field called like a kind of the tool. It is a reference only if the
            # edition has records of that kind.
            named = {
                field: of
                for field, of in references.items()
                if field in own or any(database.editions[record.edition].records_of(one) for one in of)
            }
        yield from _unknown(database, record, record.data, "", known | named)


def _unknown(
    database: Database, record: Record, part: Any, path: str, references: dict[str, list[str]]
) -> Iterator[Finding]:
    """Yield a finding for each name in a part of a record that nothing bears; ``references`` say what it names."""
    for key, inner in mapping(part).items():
        inner_path = below(path, key)
        if key == "when" and isinstance(inner, dict):
            for atom, value in inner.items():
                yield from _unknown_values(database, record, f"{inner_path}.{atom}", atom, value)
        elif key in references and key not in _NO_REFERENCES and not isinstance(inner, dict):
            for name in inner if isinstance(inner, list) else [inner]:
                if isinstance(name, str):
                    yield from _unless_known(database, record, inner_path, name, references[key])
        elif key not in _NO_REFERENCES:
            yield from _unknown(database, record, inner, inner_path, references)


def _unknown_values(database: Database, record: Record, path: str, atom: str, value: Any) -> Iterator[Finding]:
    """Yield a finding for each value of a condition that its atom can't have."""
    entry = mapping(database.vocabulary.atoms.get(atom))
    domain = entry.get("values")
    known = names(domain) if isinstance(domain, list) else []
    value = resolve(record, value)
    if isinstance(value, dict):
        value = next((value[form] for form in _COMPARISONS if form in value), None)
    for member in value if isinstance(value, list) else [value]:
        name = str(member).lower() if isinstance(member, bool) else member
        if not isinstance(name, str) or name in mapping(entry.get("phrase")):
            continue
        if domain == "figure":
            if parse(name) is None:
                yield finding_at(record, path, f"'{name}' is not a figure; '{atom}' is compared with one")
        elif domain == "boolean":
            yield finding_at(record, path, f"'{name}' is neither true nor false, as '{atom}' wants")
        elif known and name not in known:
            fault = f"'{name}' is not a value of '{atom}'{closest(name, known)}"
            yield finding_at(record, path, f"{fault}; known are {', '.join(known)}")
        elif isinstance(domain, str):
            yield from _unless_known(database, record, path, name, [domain])


def _unless_known(database: Database, record: Record, path: str, name: str, registers: list[str]) -> Iterator[Finding]:
    known = [entry for register in registers for entry in _register(database, record, register)]
    if name not in known:
        kinds = " or ".join(_PLAIN_WORDS.get(register, register.replace("-", " ")) for register in registers)
        fault = f"'{name}' is not a known {kinds} of {record.edition}{where(record, path)}{closest(name, known)}"
        yield finding_at(record, path, f"{fault}; add it or mend the name")


def _register(database: Database, record: Record, register: str) -> list[str]:
    """Return the names that a reference may have: of records, of kinds, of conditions or their values, or of terms."""
    edition = database.editions[record.edition]
    if register == "record":
        return list(edition.records)
    if register == "kind":
        return list(database.vocabulary.kinds.values())
    if register == "atom":
        return list(database.vocabulary.atoms)
    if register in database.vocabulary.atoms:
        domain = database.vocabulary.atoms[register].get("values")
        return names(domain) if isinstance(domain, list) else []
    brings = database.vocabulary.section("brings").get(register)
    if isinstance(brings, dict) and "alias" in brings:
        records = edition.records_of(*names(brings.get("kinds")))
        aliases = [entry.get(field) for entry in records for field in names(brings["alias"])]
        return [entry.slug for entry in records] + [name for alias in aliases for name in names(alias)]
    terms = [term for term, entry in database.glossary.items() if entry.get("part") == register]
    return [entry.slug for entry in edition.records_of(register)] + terms


@check("warning")
def orphan_definition(database: Database) -> Iterator[Finding]:
    """A figure that a record defines is used: its text names it, or one of its effects does.

    Records whose only message is their name are printed figure by figure, and so use all of them. A figure that cards
    print by itself, such as the cost of an order, is named in ``vocabulary.yaml``, below ``within``:

        within:
          order:
            figures: ['*', cost]

    Those of a kind for which ``fields`` declares ``figures`` by name list all that the text leaves out. What a column
    of a project's own spreadsheet gives (``at: figures.rise``) is there for its cards.

    Wrong: ``figures: {brew: 4, steep: 2}`` and a text with ``%(brew)s`` alone. Right: the same where an effect adds
    ``$steep``.
    """
    paths = [str(entry.get("at")).partition(".") for _, entry in own_columns(database)]
    of_columns = {name for group, _, name in paths if group == "figures"}
    for record in database.records:
        within = database.vocabulary.section("within").get(record.kind) or {}
        listed = "figures" in names(database.vocabulary.section("fields").get(record.kind))
        if listed or all(field == "name" for field, _ in record.messages):
            continue
        of_sheet = {path.removeprefix("figures.") for path in paths_of_columns(record)}
        used = {*of_columns, *of_sheet, *names(within.get("figures")), *_figures_named(record.data)}
        for name in (name for name in mapping_at(record, "figures") if name not in used):
            path = f"figures.{name}"
            fault = f"the figure '{name}' is read by no text and no effect of the record{where(record, path)}"
            declared = f"list it in vocabulary.yaml (within: {{{record.kind}: {{figures: ['*', {name}]}}}})"
            message = f"{fault}; name it there, {declared} if its card prints it, or take it away"
            yield finding_at(record, path, message)


def _figures_named(part: Any) -> Iterator[str]:
    """Yield the figures that messages, formulas, effects and conditions of a part name."""
    for text in strings_in(part, keys=False):
        yield from (place["name"] for place in PLACEHOLDER.finditer(text))
        if text.startswith("$"):
            yield text[1:]


def strings_in(part: Any, keys: bool = True) -> Iterator[str]:
    """Yield all strings in a part of data at any depth, with the keys of mappings or without them."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        yield from map(str, part if keys and isinstance(part, dict) else ())
        for inner in part.values() if isinstance(part, dict) else part:
            yield from strings_in(inner, keys)


@check("error")
def undefined_term(database: Database) -> Iterator[Finding]:
    """A term that a condition relies on is defined by some record of its edition.

    The glossary translates terms, but only a record says what they mean in play. ``vocabulary.yaml`` declares which
    records do, by the name that the ``values`` of a condition give their register:

        definitions:
          leaf: ['tea:leaves', 'blend:leaves']      # kind:field

    An edition that has none of those kinds defines its terms elsewhere and is not checked.

    Wrong: a modifier ``when: {tea.leaf: nettle}``, where no tea and no blend lists nettle. Right: the same with a leaf
    that one of them lists.
    """
    for register, declared in database.vocabulary.section("definitions").items():
        fields = names(declared)
        places = " or ".join(f"'{field.replace(':', ' ')}'" for field in fields)
        for edition in database.editions.values():
            defined = {
                term
                for kind, _, path in (field.partition(":") for field in fields)
                for record in edition.records_of(kind)
                for term in names(record.get(path))
            }
            for record in edition.records.values() if defined else ():
                for path, kind, term in pointers(record.data, {}, database.vocabulary.atoms):
                    if kind == register and term not in defined and term in database.glossary:
                        effect = path.rpartition(".when.")[0]
                        fault = f"the condition names the {register} '{term}'{where(record, effect)}"
                        message = f"{fault}, which no {places} defines{closest(term, defined)}"
                        remedy = "define it or mend the condition"
                        yield finding_at(record, path, f"{message}; {remedy}", beside=[(record, effect)])


# A sentence contains a word if it has this many of its first letters, with any ending.
_LETTERS_OF_WORD = 4
# The cells of a table are written with this many letters at most.
_MAX_LABEL_LETTERS = 2


@check("error", of_print=True)
def conditions_are_printed(database: Database) -> Iterator[Finding]:
    """Every condition of a modifier is printed: in its name, or as a phrase behind it.

    ``says`` is the part of ``when`` that a modifier's name says itself. All other atoms are printed behind the name,
    in the words that ``vocabulary.yaml`` has for them under ``phrase``; an effect without a name has no ``says``. A
    figure that a name says stands in it as ``%(name)s``. So a changed condition either changes the print or is found
    here. That each phrase is translated is the promise of ``translations``.

        steep: {name: Laden, hook: haggle.roll, add: +1, when: {self.laden: true, self.season: spring},
                says: {self.laden: true}}

    Where a record (or one of its levels) has a text, the text is printed in place of its effects. It then says each
    condition itself: a figure as ``%(name)s``, a named thing by its name, anything else by its phrase or by one of the
    ``words`` that ``vocabulary.yaml`` has for it:

        self.laden: {values: boolean, phrase: {true: when laden}, words: {true: [carries, heavy]}}

    Wrong: a ``says`` with ``self.laden: false`` here; a condition on an atom, or a value, that has no phrase; a text
    without a word of being laden. Right: a ``says`` that repeats a part of ``when``, and a phrase for each atom of the
    rest; "a porter who carries tea".
    """
    for record in database.records:
        for path, part in mappings_in(record.data):
            when = part.get("when")
            if isinstance(when, dict) and "hook" in part:
                says = part.get("says") or {}
                yield from _misnamed(record, path, part, when, says)
                yield from _unprinted(database, record, path, {a: v for a, v in when.items() if a not in says})
                yield from _unsaid_by_text(database, record, path, when)
            elif "hook" in part and "says" in part:
                message = "there is no 'when' that the name could say a part of; take 'says' out"
                yield finding_at(record, below(path, "says"), message)


@check("warning")
def rules_are_labelled(database: Database) -> Iterator[Finding]:
    """A rule says what its key says: the key is not printed.

    Each word of a key under ``rules`` stands in the rule or in its record's name, at least by its first letters. The
    letters that the cells of a table are written with are printed beside what they mean, and need no more.

    Wrong: ``rules: {dry: No rain falls.}``. Right: ``rules: {dry: 'Dry: no rain falls.'}``.
    """
    for record in database.records:
        # Cells need no label in their words: cards and references print the head of their column.
        of_columns = paths_of_columns(record)
        rules = {key: words for key, words in mapping_at(record, "rules").items() if f"rules.{key}" not in of_columns}
        for key, words in rules.items():
            printed = f"{words} {record.name}".casefold()
            unsaid = [word for word in key.split("-") if word[:_LETTERS_OF_WORD].casefold() not in printed]
            if unsaid and not (record.get("columns") and len(key) <= _MAX_LABEL_LETTERS):
                label = f"say it, or begin with a label: '{key.replace('-', ' ').capitalize()}: …'"
                fault = f"the rule '{key}' doesn't say {listed(unsaid)}, and its key isn't printed"
                yield finding_at(record, f"rules.{key}", f"{fault}; {label}")


@check("error", of_print=True)
def rulings_are_marked(database: Database) -> Iterator[Finding]:
    """A ruling is printed with a rule that it changes.

    That is the record of the finding that it settles or, where that is a statement or where the decision belongs to
    other rules, the records under ``applies``.

    Wrong: a ruling that settles a finding about a statement and ``applies`` to nothing, or to a record that isn't
    there. Right: ``applies: [rule/hand]``.
    """
    for edition in database.editions.values():
        for ruling in edition.rulings.values():
            for number, record in enumerate(ruling.get("applies") or ()):
                if record not in edition.records:
                    message = f"applies to '{record}', which isn't there{closest(record, edition.records)}; mend the id"
                    yield finding_at(ruling, f"applies.{number}", message)
            settled = [finding["record"] for finding in ruling.get("settles", ())]
            if not ruling.get("applies") and not any(record in edition.records for record in settled):
                message = "the decision is printed at no rule; name those that it changes under 'applies'"
                yield finding_at(ruling, "decision", message)


def _misnamed(
    record: Record, path: str, part: dict[str, Any], when: dict[str, Any], says: dict[str, Any]
) -> Iterator[Finding]:
    """Yield a finding for each condition that ``says`` claims the name of an effect to say, and that it can't say."""
    name = str(part.get("name") or "")
    named = {placeholder["name"] for placeholder in PLACEHOLDER.finditer(name)}
    for atom, value in says.items():
        inner_path = below(path, f"says.{atom}")
        written = record.condition({atom: value})
        if not name:
            yield finding_at(record, inner_path, f"says '{written}' without a name that could; take it out of 'says'")
            continue
        if atom not in when or when[atom] != value:
            actual = f"is '{record.condition({atom: when[atom]})}'" if atom in when else f"has no '{atom}'"
            fault = f"'{name}' says '{written}', and its condition {actual}{where(record, below(path, 'add'))}"
            message = f"{fault}; mend the name in every language, and 'says' with it"
            yield finding_at(record, inner_path, message, beside=[(record, below(path, "when"))])
        figures = {text[1:] for text in strings_in(value, keys=False) if text.startswith("$")}
        for figure in sorted(figures - named):
            remedy = f"write %({figure})s there, or take '{atom}' out of 'says'"
            yield finding_at(record, inner_path, f"'{name}' says a figure that isn't in it; {remedy}")


def _unprinted(database: Database, record: Record, path: str, unsaid: dict[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each condition that the name doesn't say (``unsaid``) and no phrase says."""
    for atom, value in unsaid.items():
        phrases = (database.vocabulary.atoms.get(atom) or {}).get("phrase") or {}
        for form in database.vocabulary.phrase_forms(atom, value)[0]:
            if form not in phrases:
                fault = f"the condition '{record.condition({atom: value})}' is printed nowhere{where(record, path)}"
                phrase = f"add a phrase '{form}' to the atom '{atom}' in vocabulary.yaml"
                message = f"{fault}; {phrase}, or have the name say it, and 'says'"
                yield finding_at(record, below(path, f"when.{atom}"), message)


def _unsaid_by_text(database: Database, record: Record, path: str, when: dict[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each condition of an effect that the text printed in its place doesn't say."""
    owner, effects, _ = f".{path}".rpartition(".effects.")
    part = record.get(owner.strip(".")) if owner else record.data
    if not effects or not isinstance(part, dict) or "text" not in part:
        return
    prose = " ".join(map(str, (record.name, part["text"], *(part.get("rules") or {}).values())))
    text = _Text(database, record, _folded(prose))
    for atom, value in when.items():
        if not text.says(atom, value):
            inner_path = below(path, f"when.{atom}")
            printed = f"which is printed in place of the effect{where(record, inner_path)}"
            fault = f"the condition '{record.condition({atom: value})}' isn't in the text, {printed}"
            remedy = f"say it there, or add the word that says it to 'words' of the atom '{atom}' in vocabulary.yaml"
            yield finding_at(record, inner_path, f"{fault}; {remedy}")


@dataclass(frozen=True)
class _Text:
    """The words of a record (``prose``, folded) that are printed in place of its effects."""

    database: Database
    record: Record
    prose: str

    def says(self, atom: str, value: Any) -> bool:
        """Return whether it says a condition: by its phrase, by one of its words, or by all figures and names in it."""
        entry = self.database.vocabulary.atoms.get(atom) or {}
        words, phrases = entry.get("words") or {}, entry.get("phrase") or {}
        forms, listed = self.database.vocabulary.phrase_forms(atom, value)
        return all(
            self._has([*(words.get(form) or ()), *([] if listed else [str(phrases.get(form, ""))])])
            or (listed and all(self._names(one, words) for one in listed))
            for form in forms
        )

    def _names(self, value: Any, words: dict[str, list[str]]) -> bool:
        """Return whether it names a value: as a figure, by its word or name, or by one of ``words``."""
        named = str(value)
        if named.startswith("$"):
            return f"%({named[1:]})s" in self.prose
        if parse(named) is not None and not named.isdecimal():
            return self._has([named])
        edition = self.database.editions[self.record.edition]
        term = str(mapping(self.database.glossary.get(named)).get(edition.written_in) or "").partition(" (")[0]
        names_of = [r.name for r in edition.records.values() if named in (r.slug, str(r.get("type")))]
        return self._has([named.replace("-", " "), term, *names_of, *(words.get(named) or ())])

    def _has(self, words: list[str]) -> bool:
        return any(_folded(word) in self.prose for word in words if word)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
