"""YAML files as they were last parsed: parsing takes most of the time of loading a database.

For each file that was read, the cache folder has an entry of two parts: the values, and the places of all values.
It is valid for the file's bytes alone, so it can't be stale. It is JSON, which runs no code: the entries of a
stranger's project may have come with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from kensei_docs.database import yamlfile
from kensei_docs.database.yamlfile import Spot, Tree, parse, read
from kensei_docs.files import digest_of, read_entry, write_entry
from kensei_docs.problems import Problem


class _Spots(Mapping[str, Spot]):
    """The spots of values or of keys; they are decoded when the first is asked for, as few commands do."""

    def __init__(self, load: Callable[[], Mapping[str, Spot]]) -> None:
        self._load = load

    @cached_property
    def _spots(self) -> Mapping[str, Spot]:
        return self._load()

    def __getitem__(self, path: str) -> Spot:
        return self._spots[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._spots)

    def __len__(self) -> int:
        return len(self._spots)


@cache
def _code() -> str:
    """Return the digest of the code that parses and of this module: where it changes, older entries are not used."""
    return digest_of(*(Path(file).read_bytes() for file in (yamlfile.__file__, __file__)))


def read_cached(file: Path, folder: Path | None) -> tuple[Tree, list[Problem]]:
    """Read a YAML file as ``yamlfile.read`` does, from its entry in ``folder`` if the file is as it was.

    A file with problems is not kept; a folder that can't be written to is left alone.
    """
    try:
        content = file.read_bytes()
    except OSError:
        return read(file)
    if folder is None:
        return parse(file, content)
    entry = folder / f"{digest_of(str(file.resolve()))[:24]}.json"
    digest = digest_of(_code(), content)
    if parts := read_entry(entry, digest):
        return _tree(file, *parts), []
    tree, problems = parse(file, content)
    if not problems:
        places = (dict(tree.spots), dict(tree.keys))
        write_entry(entry, digest, *(json.dumps(part).encode() for part in (tree.value, places)))
    return tree, problems


def _tree(file: Path, values: bytes, places: bytes) -> Tree:
    @cache
    def spots() -> list[Mapping[str, Spot]]:
        return [{path: Spot(*spot) for path, spot in side.items()} for side in json.loads(places)]

    return Tree(file, json.loads(values), _Spots(lambda: spots()[0]), _Spots(lambda: spots()[1]))
