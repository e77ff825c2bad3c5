"""YAML files as they were read last: parsing is most of the work of loading a database.

A file is kept in parts, one for each of its records, with the digest of the part's text. A part is
used for that text alone, so it can't be stale; where a record changed, only that is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple

from kensei_docs.database.entries import Entry, Where, digest_of_part, line_of, places_in
from kensei_docs.database.yamlfile import Spot, Tree, parse, read
from kensei_docs.problems import Problem

# The form of an entry; another number makes all older ones invalid.
_FORM = "3"
# Records that are parsed at a time: enough to share its cost, few enough to be small.
_AT_A_TIME = 100
# The key of a part, at the margin; where anything else but a comment stands there, the file is
# one part.
_KEY = re.compile(r"^([A-Za-z0-9][\w-]*):(?=[ \r\n]|\Z)", re.M)
_OTHER = re.compile(rf"^(?![\s#]|\Z|{_KEY.pattern[1:]})", re.M)
# All that may stand before the first key.
_BEFORE = re.compile(r"(?:[ \t\r]*(?:#.*)?\n)*")


class _Part(NamedTuple):
    """A record of a file, or (with no key) all of it: the digest of its text, where that begins
    and ends, and how many lines there are before it."""

    key: str
    digest: str
    start: int
    end: int
    lines: int


class _Places:
    """Where everything in a file stands; that is read when it is first asked for, as it seldom is.

    ``lines`` gives the lines of an entry that the parts stand in.
    """

    def __init__(self, parts: Sequence[_Part], lines: Callable[[], Iterable[str]]) -> None:
        self._parts = {part.key: part for part in parts}
        self._lines = lines

    def has(self, part: _Part) -> bool:
        """Return whether a part stands there as it is."""
        known = self._parts.get(part.key)
        return known is not None and known.digest == part.digest

    @cached_property
    def _where(self) -> dict[str, Where]:
        return places_in(self._lines(), {part.digest: part.key for part in self._parts.values()})

    def spot(self, path: str, side: int) -> Spot:
        """Return the spot of a value (side 0) or of its key (1); raises KeyError."""
        part = self._parts.get(path.partition(".")[0]) or self._parts[""]
        line, column, start, end = self._where[part.key][side][path]
        return Spot(line + part.lines, column, start + part.start, end + part.start)

    def paths(self, side: int) -> Iterator[str]:
        """Yield the paths of all values, or of all keys."""
        for where in self._where.values():
            yield from where[side]


class _Spots(Mapping[str, Spot]):
    """The spots of a file's values, or of their keys; ``root`` is that of all of it."""

    def __init__(self, places: _Places, side: int, root: Spot | None = None) -> None:
        self.places, self._side, self._root = places, side, root

    def __getitem__(self, path: str) -> Spot:
        return self._root if self._root and not path else self.places.spot(path, self._side)

    def __iter__(self) -> Iterator[str]:
        if self._root:
            yield ""
        yield from self.places.paths(self._side)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def read_compiled(file: Path, folder: Path | None) -> tuple[Tree, list[Problem]]:
    """Read a YAML file, from its entry in ``folder`` as far as that fits; see ``yamlfile.read``.

    A file with problems is never kept, and a folder that can't be written to is left alone.
    """
    if folder is None:
        return read(file)
    try:
        text = file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return read(file)
    entry = Entry(folder, file)
    # As records first, then as a whole.
    for parts in (_parts(text), [_part("", text, 0, len(text), 0)]):
        try:
            values, lines = _values(file, text, parts, entry)
        except _NoRecords:
            continue
        return _tree(file, text, parts, values, lines), []
    return read(file)


def _values(
    file: Path, text: str, parts: Sequence[_Part], entry: Entry
) -> tuple[dict[str, Any], Callable[[], Iterable[str]]]:
    """Return the values of all parts by their digests, and what gives their lines.

    Those that aren't kept are parsed, and kept. Raises _NoRecords.
    """
    wanted = {part.digest for part in parts}
    values = entry.values(wanted)
    if parts and len(values) == len(parts):
        return values, entry.lines
    fresh = _parsed(file, text, parts, values.keys())
    # A file with a fault is found out before anything is written, as a rule.
    first = next(fresh, None)
    if first is None:
        raise _NoRecords
    # Many values take less memory as they are read again.
    many = len(parts) - len(values) > _AT_A_TIME
    added: dict[str, Any] = {}

    def lines() -> Iterator[str]:
        for digest, value, line in chain([first], fresh):
            if not many:
                added[digest] = value
            yield line

    try:
        entry.write(set(values), lines())
        return entry.values(wanted) if many else values | added, entry.lines
    except OSError:
        parsed = list(_parsed(file, text, parts, values.keys()))
        values |= {digest: value for digest, value, _ in parsed}
        return values, partial(chain, [*entry.lines()], [line for _, _, line in parsed])


def read_changed(file: Path, before: Tree) -> Tree | None:
    """Return a tree of the records of a file alone that aren't as they were; nothing is kept.

    It is None where that can't be told, or where something is wrong with one of them.
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    parts = _parts(text)
    if not parts or not isinstance(before.spots, _Spots):
        return None
    places = before.spots.places
    changed = [part for part in parts if not places.has(part)]
    try:
        parsed = list(_parsed(file, text, parts, {part.digest for part in parts if places.has(part)}))
    except _NoRecords:
        return None
    values = {digest: value for digest, value, _ in parsed}
    lines = partial(iter, [line for _, _, line in parsed])
    return _tree(file, text, changed, values, lines) if changed else None


def _part(key: str, text: str, start: int, end: int, lines: int) -> _Part:
    return _Part(key, digest_of_part(f"{_FORM} {key}\n{text[start:end]}"), start, end, lines)


def _parts(text: str) -> list[_Part]:
    """Return the parts of a file, one for each key; none where it isn't plainly a list of those."""
    keys = list(_KEY.finditer(text))
    if (
        not keys
        or not _BEFORE.fullmatch(text, 0, keys[0].start())
        or _OTHER.search(text)
        or len({key[1] for key in keys}) < len(keys)
    ):
        return []
    found = []
    lines = counted = 0
    ends = [*(key.start() for key in keys[1:]), len(text)]
    for key, end in zip(keys, ends, strict=True):
        lines += text.count("\n", counted, key.start())
        counted = key.start()
        found.append(_part(key[1], text, counted, end, lines))
    return found


class _NoRecords(Exception):
    """A part of a file is not what it seemed to be: one record, with nothing wrong."""


def _parsed(file: Path, text: str, parts: Sequence[_Part], known: Collection[str]) -> Iterator[tuple[str, Any, str]]:
    """Parse the parts whose digests aren't known, those side by side together.

    Yields the digest, value and line of each; raises _NoRecords.
    """
    for missing, group in groupby(parts, lambda part: part.digest not in known):
        run = list(group) if missing else []
        for start in range(0, len(run), _AT_A_TIME):
            some = run[start : start + _AT_A_TIME]
            tree, problems = parse(file, text[some[0].start : some[-1].end])
            whole = not some[0].key
            if problems or not (
                whole or (isinstance(tree.value, dict) and list(tree.value) == [part.key for part in some])
            ):
                raise _NoRecords
            for part, where in zip(some, _where(tree, some), strict=True):
                value = tree.value if whole else tree.value[part.key]
                yield part.digest, value, line_of(part.digest, value, where)


def _where(tree: Tree, parts: Sequence[_Part]) -> Iterator[Where]:
    """Yield where everything in each part stands, of parts that were parsed together."""
    first = parts[0]
    found: dict[str, tuple[dict[str, Spot], dict[str, Spot]]] = {part.key: ({}, {}) for part in parts}
    for side, spots in enumerate((tree.spots, tree.keys)):
        for path, spot in spots.items():
            key = path.partition(".")[0] if first.key else ""
            if path or not first.key:
                found[key][side][path] = spot
    for part in parts:
        lines, before = part.lines - first.lines, part.start - first.start
        yield [
            {
                path: (spot.line - lines, spot.column, spot.start - before, spot.end - before)
                for path, spot in side.items()
            }
            for side in found[part.key]
        ]


def _tree(
    file: Path, text: str, parts: Sequence[_Part], values: Mapping[str, Any], lines: Callable[[], Iterable[str]]
) -> Tree:
    first, places = parts[0], _Places(parts, lines)
    root = Spot(first.lines + 1, 1, first.start, len(text)) if first.key else None
    value = {part.key: values[part.digest] for part in parts} if first.key else values[first.digest]
    return Tree(file, value, _Spots(places, 0, root), _Spots(places, 1))
