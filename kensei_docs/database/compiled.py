"""YAML files as they were read last: parsing is most of the work of loading a database.

A file is kept in parts, one for each of its records, with the digest of the part's text. A part is
used for that text alone, so it can't be stale; where a record changed, only that is parsed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from kensei_docs.database.yamlfile import Spot, Tree, parse, read
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem

# The form of an entry; another number makes all older ones invalid.
_FORM = "2"
# How many characters of a digest are kept.
_DIGEST = 32
# The key of a part, at the margin; where anything else but a comment stands there, the file is
# one part.
_KEY = re.compile(r"^([A-Za-z0-9][\w-]*):(?=[ \r\n]|\Z)", re.M)
_OTHER = re.compile(rf"^(?![\s#]|\Z|{_KEY.pattern[1:]})", re.M)
# All that may stand before the first key.
_BEFORE = re.compile(r"(?:[ \t\r]*(?:#.*)?\n)*")

# Where the parts of a value stand, counted from the beginning of a part of the file.
_Where = Mapping[str, Sequence[int]]


class _Part(NamedTuple):
    """A record of a file, or (with no key) all of it: its text and digest, and how many lines and
    characters there are before it."""

    key: str
    text: str
    digest: str
    lines: int
    characters: int


class _Spots(Mapping[str, Spot]):
    """The spots of a file, by those of its parts: few are ever asked for."""

    def __init__(self, parts: Mapping[str, tuple[_Part, _Where]], root: Spot | None) -> None:
        self._parts, self._root = parts, root

    def __getitem__(self, path: str) -> Spot:
        if self._root and not path:
            return self._root
        part, where = self._parts.get(path.partition(".")[0]) or self._parts[""]
        line, column, start, end = where[path]
        return Spot(line + part.lines, column, start + part.characters, end + part.characters)

    def __iter__(self) -> Iterator[str]:
        if self._root:
            yield ""
        for _, where in self._parts.values():
            yield from where

    def __len__(self) -> int:
        return bool(self._root) + sum(len(where) for _, where in self._parts.values())


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
    known = _kept(entry)
    # As records first, then as a whole.
    for parts in (_parts(text), [_part("", text, 0, 0)]):
        kept = {part.digest: known[part.digest] for part in parts if part.digest in known}
        fresh = len(kept) < len(parts)
        if parts and (not fresh or _parse_missing(file, parts, kept)):
            if fresh:
                with suppress(OSError):
                    write_whole(entry, "".join(
                        f"{part.digest} {_digest(line)} {line}\n" for part in parts
                        for line in [kept[part.digest]]))
            return _tree(file, text, parts, kept), []
    return read(file)


def _kept(entry: Path) -> dict[str, str]:
    """Return what is kept of parts by their digests, as it is written, if it is still that."""
    try:
        lines = [line.split(" ", 2) for line in entry.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        return {}
    return {line[0]: line[2] for line in lines if len(line) == 3 and line[1] == _digest(line[2])}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]


def _part(key: str, text: str, lines: int, characters: int) -> _Part:
    return _Part(key, text, _digest(f"{_FORM} {key}\n{text}"), lines, characters)


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
        found.append(_part(key[1], text[counted:end], lines, counted))
    return found


def _parse_missing(file: Path, parts: Sequence[_Part], kept: dict[str, str]) -> bool:
    """Parse the parts that aren't kept, those side by side together, and keep them.

    Returns whether each is what it seemed to be: one record, with nothing wrong.
    """
    for missing, group in groupby(parts, lambda part: part.digest not in kept):
        if not missing:
            continue
        run = list(group)
        tree, problems = parse(file, "".join(part.text for part in run))
        whole = not run[0].key
        if problems or not (whole or (isinstance(tree.value, dict)
                            and list(tree.value) == [part.key for part in run])):
            return False
        found: dict[str, tuple[dict[str, Spot], dict[str, Spot]]] = {
            part.key: ({}, {}) for part in run}
        for side, spots in enumerate((tree.spots, tree.keys)):
            for path, spot in spots.items():
                key = "" if whole else path.partition(".")[0]
                if path or whole:
                    found[key][side][path] = spot
        for part in run:
            lines, characters = part.lines - run[0].lines, part.characters - run[0].characters
            value = tree.value if whole else tree.value[part.key]
            kept[part.digest] = json.dumps([value, *(
                {path: (spot.line - lines, spot.column, spot.start - characters,
                        spot.end - characters) for path, spot in where.items()}
                for where in found[part.key])])
    return True


def _tree(file: Path, text: str, parts: Sequence[_Part], kept: Mapping[str, str]) -> Tree:
    found = [(part, *json.loads(kept[part.digest])) for part in parts]
    first = parts[0]
    root = Spot(first.lines + 1, 1, first.characters, len(text)) if first.key else None
    value = {part.key: value for part, value, _, _ in found} if first.key else found[0][1]
    return Tree(file, value, _Spots({part.key: (part, where) for part, _, where, _ in found}, root),
                _Spots({part.key: (part, where) for part, _, _, where in found}, None))
