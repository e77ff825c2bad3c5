"""Reading a YAML file with the places of all its values, and a cache of parsed files.

Every plain scalar is read as the string in the file, so that ``+1``, ``012``, ``no`` and
``4+`` keep their spelling; only ``true``, ``false`` and ``null`` are converted.

Parsing takes most of the time of loading a database, so ``read_cached`` keeps an entry a file: its values,
and the places of all values. An entry is valid for the file's bytes alone, so it can't be stale.
"""

from __future__ import annotations

import json
from collections import UserDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from kensei_docs.caches import entry_of, read_entry, write_entry
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import Place, Problem

_TOO_DEEP = "is nested without end, or an alias (*name) holds itself; write it out"
NULL, BOOL = "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool"


class Spot(NamedTuple):
    """The position of a value: 1-based line and column, and its span of characters in the file."""

    line: int
    column: int
    start: int
    end: int


@dataclass
class Tree:
    """The value of a file and the spots of its parts by dotted path (``leader.figures.range``)."""

    file: Path
    value: Any = None
    spots: Mapping[str, Spot] = field(default_factory=dict)
    keys: Mapping[str, Spot] = field(default_factory=dict)

    def place(self, path: str = "") -> Place:
        """Return the place of a part, or of the closest part around it that the file has.

        A block's place is its key's: that is the line an editor looks for.
        """
        while path and path not in self.spots:
            path = path.rpartition(".")[0]
        spot, key = self.spots.get(path), self.keys.get(path)
        if spot and key and spot.line != key.line:
            spot = key
        return Place(str(self.file), spot.line, spot.column) if spot else Place(str(self.file))


def read(file: Path) -> tuple[Tree, list[Problem]]:
    """Read a file; return what could be read, and its problems.

    A file that is missing, not UTF-8 or not YAML gives a tree whose value is None.
    """
    try:
        return parse(file, file.read_bytes())
    except OSError as error:
        return Tree(file), [_problem(file, f"cannot be read ({error.strerror}); check the file")]


def line_ends_of(text: str) -> tuple[str, str]:
    """Return a text with LF at the end of each line, and the line end that most of its lines have (LF or CRLF)."""
    is_crlf = 2 * text.count("\r\n") > text.count("\n")
    return text.replace("\r\n", "\n"), "\r\n" if is_crlf else "\n"


def parse(file: Path, content: bytes) -> tuple[Tree, list[Problem]]:
    """Read the content of a file as ``read`` does."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    tree = Tree(file)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return tree, [_problem(file, "is not UTF-8 text; save it in that encoding", line)]
    try:
        node = _parser().compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = error.problem or "it breaks off"
        place = (mark.line + 1, mark.column + 1) if mark else ()
        return tree, [_problem(file, f"is not YAML: {reason}; mend the line", *place)]
    except YAMLError as error:
        reason = str(error).partition("\n")[0]
        return tree, [_problem(file, f"is not YAML: {reason}; mend the file")]
    except RecursionError:
        return tree, [_problem(file, _TOO_DEEP)]
    collected = _Collected(file, {}, {}, [])
    try:
        value = _value(node, "", collected) if node is not None else None
    except RecursionError:
        return tree, [_problem(file, _TOO_DEEP)]
    return Tree(file, value, collected.spots, collected.keys), collected.problems


def _parser() -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.resolver import VersionedResolver

    class Resolver(VersionedResolver):
        # The library looks the version of YAML up again at every value, which takes a third of the time.
        processing_version = (1, 2)

    parser = YAML(typ="safe")
    parser.Resolver = Resolver
    return parser


class _Collected(NamedTuple):
    """Collects spots and problems while the value of a file is built."""

    file: Path
    spots: dict[str, Spot]
    keys: dict[str, Spot]
    problems: list[Problem]


def _value(node: Any, path: str, collected: _Collected) -> Any:
    start, end = node.start_mark, node.end_mark
    collected.spots[path] = Spot(start.line + 1, start.column + 1, start.index, end.index)
    if isinstance(node.value, str):
        if node.tag == NULL and node.value in ("null", "~", ""):
            return None
        if node.tag == BOOL and node.value in ("true", "false"):
            return node.value == "true"
        return node.value
    if node.value and isinstance(node.value[0], tuple):
        return _mapping(node, path, collected)
    if node.tag.endswith(":map"):
        return {}
    return [_value(item, f"{path}.{i}" if path else str(i), collected) for i, item in enumerate(node.value)]


def _mapping(node: Any, path: str, collected: _Collected) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for key, value in node.value:
        name = str(key.value)
        inner = f"{path}.{name}" if path else name
        mark = key.start_mark
        if name in mapping:
            message = f"'{name}' stands here a second time; keep one"
            collected.problems.append(_problem(collected.file, message, mark.line + 1, mark.column + 1))
            continue
        collected.keys[inner] = Spot(mark.line + 1, mark.column + 1, mark.index, key.end_mark.index)
        mapping[name] = _value(value, inner, collected)
    return mapping


def _problem(file: Path, message: str, line: int | None = None, column: int | None = None) -> Problem:
    return Problem(Place(str(file), line, column), message, "yaml")


class _Spots(UserDict[str, Spot]):
    """The spots of values or of keys, decoded on first access: few commands need them."""

    def __init__(self, load: Callable[[], dict[str, Spot]]) -> None:
        self._load = load

    @cached_property
    def data(self) -> dict[str, Spot]:  # type: ignore[override]  # it is set on first access
        """The spots by path; ``UserDict`` takes everything from here."""
        return self._load()


def read_cached(file: Path, folder: Path | None) -> tuple[Tree, list[Problem]]:
    """Read a YAML file as ``read`` does, from its entry in ``folder`` if the file is as it was.

    A file with problems is not cached; neither is any file if the folder can't be written to.
    """
    try:
        content = file.read_bytes()
    except OSError:
        return read(file)
    if folder is None:
        return parse(file, content)
    entry = entry_of(file, folder)
    digest = digest_of(digest_of_code(__file__), content)
    if parts := read_entry(entry, digest):
        return _tree(file, *parts), []
    tree, problems = parse(file, content)
    if not problems:
        places = (dict(tree.spots), dict(tree.keys))
        write_entry(entry, digest, *(json.dumps(part).encode() for part in (tree.value, places)))
    return tree, problems


def _tree(file: Path, values: bytes, places: bytes) -> Tree:
    @cache
    def spots() -> list[dict[str, Spot]]:
        return [{path: Spot(*spot) for path, spot in side.items()} for side in json.loads(places)]

    return Tree(file, json.loads(values), _Spots(lambda: spots()[0]), _Spots(lambda: spots()[1]))
