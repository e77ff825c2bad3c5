"""YAML files as they were read last: parsing is most of the work of loading a database.

A file is kept in parts, one for each of its records, with the digest of the part's text. A part is
used for that text alone, so it can't be stale; where a record changed, only that is parsed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple

from kensei_docs.database.yamlfile import Spot, Tree, parse, read
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem

# The form of an entry; another number makes all older ones invalid.
_FORM = "3"
# How many characters of a digest are kept.
_DIGEST = 32
# Records that are parsed, or read, at a time: enough to share its cost, few enough to be small.
_AT_A_TIME = 100
# The key of a part, at the margin; where anything else but a comment stands there, the file is
# one part.
_KEY = re.compile(r"^([A-Za-z0-9][\w-]*):(?=[ \r\n]|\Z)", re.M)
_OTHER = re.compile(rf"^(?![\s#]|\Z|{_KEY.pattern[1:]})", re.M)
# All that may stand before the first key.
_BEFORE = re.compile(r"(?:[ \t\r]*(?:#.*)?\n)*")

# Where the values in a part of a file stand, and where their keys do, from where that begins.
_Where = Sequence[Mapping[str, Sequence[int]]]


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

    @cached_property
    def _where(self) -> dict[str, _Where]:
        keys = {part.digest: part.key for part in self._parts.values()}
        return {keys[digest]: json.loads(where)
                for digest, _, where in _sound(self._lines()) if digest in keys}

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
        self._places, self._side, self._root = places, side, root

    def __getitem__(self, path: str) -> Spot:
        return self._root if self._root and not path else self._places.spot(path, self._side)

    def __iter__(self) -> Iterator[str]:
        if self._root:
            yield ""
        yield from self._places.paths(self._side)

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
    entry = folder / f"{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:24]}.jsonl"
    # As records first, then as a whole.
    for parts in (_parts(text), [_part("", text, 0, len(text), 0)]):
        values = _values(_lines(entry), {part.digest for part in parts})
        kept = set(values)
        fresh = _parse_missing(file, text, parts, values) if parts else None
        if fresh is None:
            continue
        lines: Callable[[], Iterable[str]] = partial(_lines, entry)
        if fresh:
            still = (line for line in _lines(entry) if line.partition(" ")[0] in kept)
            try:
                write_whole(entry, (line.encode() for line in chain(still, fresh)))
            except OSError:
                lines = partial(chain, list(still), fresh)
        return _tree(file, text, parts, values, lines), []
    return read(file)


def _lines(entry: Path) -> Iterator[str]:
    """Yield the lines of an entry, a part each, as far as it can be read."""
    with suppress(OSError, UnicodeDecodeError), entry.open(encoding="utf-8", newline="\n") as file:
        yield from file


def _line(digest: str, value: Any, where: _Where) -> str:
    """Return the line of a part: its digest, a digest of what follows, its value, the places."""
    rest = f"{json.dumps(value)}\t{json.dumps(where)}"
    return f"{digest} {_digest(rest)} {rest}\n"


def _sound(lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what stands in lines that are as they were written: digest, value, places."""
    for line in lines:
        digest, _, checked = line.removesuffix("\n").partition(" ")
        check, _, rest = checked.partition(" ")
        if check == _digest(rest):
            value, _, where = rest.partition("\t")
            yield digest, value, where


def _values(lines: Iterable[str], wanted: set[str]) -> dict[str, Any]:
    """Return the values of parts by their digests, as far as they are kept."""
    found: dict[str, Any] = {}
    waiting: dict[str, str] = {}

    def read_waiting() -> None:
        # Together: what their keys are called is in memory once for all of them.
        found.update(zip(waiting, json.loads(f"[{','.join(waiting.values())}]"), strict=True))
        waiting.clear()

    for digest, value, _ in _sound(lines):
        if digest in wanted:
            waiting[digest] = value
            if len(waiting) == _AT_A_TIME:
                read_waiting()
    read_waiting()
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]


def _part(key: str, text: str, start: int, end: int, lines: int) -> _Part:
    return _Part(key, _digest(f"{_FORM} {key}\n{text[start:end]}"), start, end, lines)


def _parts(text: str) -> list[_Part]:
    """Return the parts of a file, one for each key; none where it isn't plainly a list of those."""
    keys = list(_KEY.finditer(text))
    if (not keys or not _BEFORE.fullmatch(text, 0, keys[0].start()) or _OTHER.search(text)
            or len({key[1] for key in keys}) < len(keys)):
        return []
    found = []
    lines = counted = 0
    ends = [*(key.start() for key in keys[1:]), len(text)]
    for key, end in zip(keys, ends, strict=True):
        lines += text.count("\n", counted, key.start())
        counted = key.start()
        found.append(_part(key[1], text, counted, end, lines))
    return found


def _parse_missing(file: Path, text: str, parts: Sequence[_Part],
                   values: dict[str, Any]) -> list[str] | None:
    """Parse the parts whose values there aren't, those side by side together, and add those.

    Returns their lines, or None where one is not what it seemed to be: a record, nothing wrong.
    """
    lines: list[str] = []
    for missing, group in groupby(parts, lambda part: part.digest not in values):
        run = list(group) if missing else []
        for start in range(0, len(run), _AT_A_TIME):
            some = run[start:start + _AT_A_TIME]
            tree, problems = parse(file, text[some[0].start:some[-1].end])
            whole = not some[0].key
            if problems or not (whole or (isinstance(tree.value, dict)
                                and list(tree.value) == [part.key for part in some])):
                return None
            for part, where in zip(some, _where(tree, some), strict=True):
                values[part.digest] = tree.value if whole else tree.value[part.key]
                lines.append(_line(part.digest, values[part.digest], where))
    return lines


def _where(tree: Tree, parts: Sequence[_Part]) -> Iterator[_Where]:
    """Yield where everything in each part stands, of parts that were parsed together."""
    first = parts[0]
    found: dict[str, tuple[dict[str, Spot], dict[str, Spot]]] = {
        part.key: ({}, {}) for part in parts}
    for side, spots in enumerate((tree.spots, tree.keys)):
        for path, spot in spots.items():
            key = path.partition(".")[0] if first.key else ""
            if path or not first.key:
                found[key][side][path] = spot
    for part in parts:
        lines, before = part.lines - first.lines, part.start - first.start
        yield [{path: (spot.line - lines, spot.column, spot.start - before, spot.end - before)
                for path, spot in side.items()} for side in found[part.key]]


def _tree(file: Path, text: str, parts: Sequence[_Part], values: Mapping[str, Any],
          lines: Callable[[], Iterable[str]]) -> Tree:
    first, places = parts[0], _Places(parts, lines)
    root = Spot(first.lines + 1, 1, first.start, len(text)) if first.key else None
    value = ({part.key: values[part.digest] for part in parts} if first.key
             else values[first.digest])
    return Tree(file, value, _Spots(places, 0, root), _Spots(places, 1))
