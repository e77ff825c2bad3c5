"""The parts of records by their dotted paths (``figures.range``): found, compared, and set to values of their sort.

A fact of an edition has a name with its record before the path: ``roll/combat:base``. A path of a ``Part`` leads to a
figure, a message, a condition or one atom of it (``modifiers.charge.when.self.mounted``), a cell, a member of a list by
its own name (``weapons.yari``), or a whole part. Values are written as in the data. On one line, the members of a list
have commas between them, and a condition is ``self.charging: true; opponent.weapon-type: not 1, 2``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kensei_docs.database.model import Edition, Record
from kensei_docs.figures import Figure, figure_in, parse, same
from kensei_docs.problems import closest

_WHEN = "when"
_COMPARISONS = ("not", "at-least", "at-most")
_LENGTHS = ("length", "dice-length", "length-range")
# Kinds of figures that may replace each other: an amount is a number or dice.
_AMOUNTS = ("count", "modifier", "dice", "range", "fraction", *_LENGTHS)
_SORTS: Mapping[str, str] = {
    "share": "a share in %, such as 50 %",
    "target": "a number to reach, such as 4+",
    "ceiling": "the most that counts, such as 4- for '4 or less'",
    "outcome": "capital letters, or none",
    "fraction": "a fraction, such as 1/2",
    "range": "a range, such as 2-4",
    "profile": "values with strokes between them, such as 3/4/5",
    "modifier": "a modifier, such as +1",
    "dice": "dice, such as +1D6",
    "count": "a number, such as 3",
}


def below(path: str, key: str) -> str:
    """Return the path of a key in the mapping at a path."""
    return f"{path}.{key}" if path else key


def set_at(data: dict[str, Any], path: str, value: Any) -> None:
    """Set the value at a path of ``data``; mappings on the way are made, or replaced by copies.

    Copies, because an inner mapping may belong to a record, which must not change.
    """
    *groups, last = path.split(".")
    for group in groups:
        inner = data.get(group)
        data[group] = dict(inner) if isinstance(inner, Mapping) else {}
        data = data[group]
    data[last] = value


def values(record: Record, pattern: str) -> list[tuple[str, Any]]:
    """Return ``(path, value)`` of the record's parts; ``*`` stands for every key of a mapping."""
    found: list[tuple[str, Any]] = [("", record.data)]
    for step in pattern.split("."):
        found = [
            (below(path, key), part[key])
            for path, part in found
            if isinstance(part, dict)
            for key in (part if step == "*" else [step])
            if key in part
        ]
    return found


def mapping_at(record: Record, path: str) -> dict[str, Any]:
    """Return the mapping at a path (``figures``), an empty one if there is none."""
    part = record.get(path)
    return part if isinstance(part, dict) else {}


def rows_of(record: Record, path: str) -> dict[str, dict[str, Any]]:
    """Return those parts of the mapping at a path that are mappings themselves, such as the rows of a table."""
    return {key: row for key, row in mapping_at(record, path).items() if isinstance(row, dict)}


def mappings_in(data: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every mapping of a record's data with its path, the outer before the inner; that of all is empty."""
    yield path, data
    for key, inner in data.items():
        if isinstance(inner, dict):
            yield from mappings_in(inner, below(path, key))


def record_and_path(edition: Edition, name: str) -> tuple[Record | None, str]:
    """Return the record and the path in a name such as ``roll/combat:base``; None for an unknown record."""
    record_id, _, path = name.partition(":")
    return edition.records.get(record_id), path


def fact_at(edition: Edition, name: str) -> tuple[Record, str] | str:
    """Return the record and the path that a name such as ``roll/combat:base`` has.

    If there is no such record or part, return the message that says so.
    """
    record, path = record_and_path(edition, name)
    if record is None:
        return record_id_problem(edition, name.partition(":")[0])
    return path_problem(record, path) or (record, path)


def record_id_problem(edition: Edition, record_id: str) -> str:
    """Return the message that an edition has no record of an id."""
    return f"'{record_id}' is not a record of {edition.id}{closest(record_id, edition.records)}"


def path_problem(record: Record, path: str) -> str | None:
    """Return the message that a record has nothing at a path; None if it has a value there, or null."""
    if path and record.has(path):
        return None
    return f"{record.id} has no '{path}'{closest(path, [fact.path for fact in record.facts])}"


def figure_at(edition: Edition, name: str) -> str | None:
    """Return the figure that a name such as ``roll/combat:base`` has; None if there is no such record or figure."""
    record, path = record_and_path(edition, name)
    return record.figure(path) if record else None


class Part:
    """One part of a record, by its path: its value, and whether and how it can be changed.

    ``problem`` says what is wrong with the path, None if it leads somewhere: to a value, or to a place in a mapping or
    list where one can be added.
    """

    def __init__(self, record: Record, path: str) -> None:
        self.record, self.path = record, path
        self.exists = False
        self.problem = self._find()

    def _find(self) -> str | None:
        """Find the mapping or list that holds the part (``holder``) and the part's key in it.

        Return why the part can't be changed, None if it can.
        """
        holder: Any = self.record.data
        steps = self.record.steps(self.path)
        for i, step in enumerate(steps):
            self.holder, self.key, self.steps = holder, step, steps[: i + 1]
            rest = self.path[len(".".join(steps[: i + 1])) + 1 :]
            if isinstance(holder, dict) and step in holder:
                holder = holder[step]
                if isinstance(holder, list) and rest:
                    self.holder, self.key, self.steps = holder, rest, [*steps[: i + 1], rest]
                    self.exists = rest in map(str, holder)
                    return None if not any(isinstance(member, dict | list) for member in holder) else self.unknown()
                continue
            # The mapping around the part exists, so that the part can be added to it.
            can_be_added = isinstance(holder, dict) and i == len(steps) - 1
            return None if can_be_added else self.unknown()
        self.exists = True
        return None

    def unknown(self) -> str:
        """Return the message that the path leads to no value, with the most similar path."""
        paths = [*(fact.path for fact in self.record.facts), *(field for field, _ in self.record.messages)]
        description = "a group of facts" if self.exists else "not a fact or message"
        return f"'{self.path}' of {self.record.id} is {description}{closest(self.path, paths)}; name one"

    @property
    def value(self) -> Any:
        """The value: a text, a boolean, a list or a mapping; None if there is none."""
        if not self.exists:
            return None
        return self.key if isinstance(self.holder, list) else self.holder[self.key]

    @property
    def can_be_added(self) -> bool:
        """Whether the part is a member of a list or an atom of a condition: only these can be added by their path."""
        return not self.problem and (isinstance(self.holder, list) or self._is_atom)

    def is_missing(self, before: Any, after: Any) -> bool:
        """Return whether a change replaces or removes a part that doesn't exist.

        A list that lacks the member that is replaced is reported by ``is_same``.
        """
        return not self.exists and (after is None or (before is not None and not isinstance(self.holder, list)))

    @property
    def is_group(self) -> bool:
        """Whether the value is a group of facts: a mapping, but no condition."""
        return isinstance(self.value, Mapping) and self.key != _WHEN and not self._is_atom

    @property
    def _is_atom(self) -> bool:
        return len(self.steps) > 1 and self.steps[-2] == _WHEN

    def is_same(self, value: Any) -> bool:
        """Return whether a value, as an erratum writes it, equals the current one; figures may be spelled
        differently."""
        if value is None or not self.exists:
            return value is self.value
        return _equal(self.value, self.read(value))

    def read(self, value: Any) -> Any:
        """Return a value in the form that the record has there; a text on one line becomes a list or a condition."""
        if not isinstance(value, str):
            return value
        if self.key == _WHEN and not self._is_atom:
            return read_condition(value)
        if self._is_atom:
            return read_atom(value)
        if isinstance(self.value, bool):
            return {"true": True, "false": False}.get(value, value)
        if isinstance(self.value, list) and not isinstance(self.holder, list):
            return [name.strip() for name in value.split(",") if name.strip()]
        return value

    def refusal(self, value: Any, units: str) -> str | None:
        """Return the reason why the part can't have a value, None if it can; ``units`` are those of the edition."""
        old, new = self.value, self.read(value)
        if new is None:
            return None
        if isinstance(old, bool) and not isinstance(new, bool):
            return f"'{value}' is neither true nor false, as '{self.path}' is"
        if isinstance(old, Mapping | list) and not isinstance(new, type(old)):
            return f"'{value}' is not a {'list' if isinstance(old, list) else 'mapping'}, as '{self.path}' is"
        if isinstance(old, str) and not isinstance(new, str):
            return f"'{self.path}' is a single value, and not a {'list' if isinstance(new, list) else 'mapping'}"
        if not isinstance(new, str) or isinstance(self.holder, list) or (isinstance(old, str) and old.startswith("$")):
            return None
        pattern = parse(old) if isinstance(old, str) else self._beside()
        figure = parse(new)
        if figure is None and old is None and self.steps[0] == "figures":
            return f"'{new}' is not a figure; write one, such as 10 cm, +1D6 or 4+"
        if pattern is None or (figure is not None and _is_of_sort(pattern, figure, units)):
            return None
        reason = f"'{new}' is not a figure" if figure is None else f"'{new}' is of another sort"
        is_now = f"'{self.path}' is {old}" if isinstance(old, str) else f"beside '{self.path}' is {pattern}"
        is_length = pattern.kind in _LENGTHS
        sort = f"a distance in {pattern.unit or units}, such as {pattern.text}" if is_length else _SORTS[pattern.kind]
        return f"{reason}; {is_now}: write {sort}"

    def _beside(self) -> Figure | None:
        """Return a figure in the row of a blank cell, where all figures there have one unit; else None."""
        cells = [cell for key, cell in self.holder.items() if key not in ("name", self.key) and cell is not None]
        figures = [figure for figure in map(figure_in, cells) if figure is not None]
        alike = len(figures) == len(cells) and len({figure.unit for figure in figures}) == 1
        return figures[0] if self.steps[0] == "rows" and alike else None

    def set(self, value: Any) -> None:
        """Set the value. None removes a group, an atom of a condition or a member of a list, and makes a figure a
        blank."""
        new = self.read(value)
        if isinstance(self.holder, list):
            at = list(map(str, self.holder)).index(self.key) if self.exists else len(self.holder)
            self.holder[at : at + 1] = [] if new is None else [new]
        elif new is None and (isinstance(self.value, Mapping) or self._is_atom):
            del self.holder[self.key]
        else:
            self.holder[self.key] = new


def one_line(record: Record, value: Any) -> str | None:
    """Return a value on one line, as facts are spelled; None for a blank."""
    if value is None or isinstance(value, str):
        return value
    return record.condition(value) if isinstance(value, Mapping) else record.one_line(value)


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return list(a) == list(b) and all(_equal(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, str) and isinstance(b, str):
        return a == b or same(a, b)
    return bool(a == b)


def read_condition(line: str) -> Any:
    """Return the condition on one line, ``self.charging: true; distance: at-most 20 cm``; the line if it is no
    condition."""
    parts = [part.partition(": ") for part in line.split(";")]
    if not all(colon for _, colon, _ in parts):
        return line
    return {atom.strip(): read_atom(value.strip()) for atom, _, value in parts}


def read_atom(value: str) -> Any:
    """Return the value of one atom of a condition from one line: ``true``, ``not 1, 2``, ``at-most 20 cm``."""
    form, space, rest = value.partition(" ")
    if space and form in _COMPARISONS:
        return {form: read_atom(rest)}
    if ", " in value:
        return [name.strip() for name in value.split(",")]
    return {"true": True, "false": False}.get(value, value)


def _is_of_sort(old: Figure, new: Figure, units: str) -> bool:
    """Return whether a figure may replace another: both are lengths, amounts, or of one kind."""
    if new.kind in _LENGTHS and new.unit not in (units, old.unit):
        return False
    if old.kind in _LENGTHS:
        return new.kind in _LENGTHS
    if old.kind in _AMOUNTS:
        return new.kind in _AMOUNTS
    return new.kind == old.kind or (old.kind == "share" and new.kind == "fraction")


def pointers(
    part: Any, references: Mapping[str, Any], atoms: Mapping[str, Any], path: str = ""
) -> Iterator[tuple[str, str, str]]:
    """Yield ``(path, kind, name)`` for each record that a part names: by its slug and kind, or by its id (kind empty).

    ``references`` and ``atoms`` are the vocabulary's: which fields and conditions name records of which kinds.
    """
    for key, inner in part.items() if isinstance(part, Mapping) else ():
        inner_path = below(path, key)
        if key == _WHEN and isinstance(inner, Mapping):
            for atom, value in inner.items():
                kind = atoms.get(atom, {}).get("values") if isinstance(atoms.get(atom), Mapping) else None
                if isinstance(kind, str):
                    yield from ((f"{inner_path}.{atom}", kind, name) for name in _names(value))
            continue
        kinds = references.get(key)
        if isinstance(kinds, list):
            yield from ((inner_path, kind, name) for kind in kinds for name in _names(inner))
        if key != "from":
            ids = (name.partition(":")[0] for name in _names(inner) if "/" in name and " " not in name)
            yield from ((inner_path, "", record_id) for record_id in ids)
            yield from pointers(inner, references, atoms, inner_path)


def _names(value: Any) -> list[str]:
    """Return the names in a value: itself, the members of a list, those of ``{not: …}``."""
    if isinstance(value, Mapping):
        return _names(value["not"]) if set(value) == {"not"} else []
    return [name for name in (value if isinstance(value, list) else [value]) if isinstance(name, str)]


def conditions(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the path of each part of a record's data that has conditions, such as an effect, and these (``when``)."""
    for path, part in mappings_in(data):
        if path and isinstance(part.get(_WHEN), dict):
            yield path, part[_WHEN]
