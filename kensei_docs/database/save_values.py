"""Replaces values and citations of loaded records at their exact places in a file; the rest of the file is unchanged.

``yaml_edit`` changes single entries of any YAML file; drafts, catalogues and wording have writers of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from kensei_docs.database.yaml_reading import Tree, line_ends_of, parse
from kensei_docs.problems import Unusable, unusable

# Scalars that YAML would read as something else, or not at all, unless they are quoted.
_PLAIN_SCALAR = re.compile(r"[\w+./$~-][\w+./%$()×½″ ~-]*(?<! )")
_SPECIAL_SCALARS = ("true", "false", "null", "~", "")


def scalar(value: str | None) -> str:
    """Return a value as a YAML scalar that reads back as the same string."""
    if value is None:
        return "null"
    if value in _SPECIAL_SCALARS or not _PLAIN_SCALAR.fullmatch(value) or value.startswith("- "):
        return "'" + value.replace("'", "''") + "'"
    return value


def citation_line(entry: Mapping[str, Any]) -> str:
    """Return one entry of ``from`` in YAML's flow style."""
    parts = []
    for key, value in entry.items():
        if value is None or value == []:
            continue
        shown = "[" + ", ".join(map(str, value)) + "]" if isinstance(value, list | tuple) else str(value)
        parts.append(f"{key}: {shown}")
    return "{" + ", ".join(parts) + "}"


def updated(
    tree: Tree, values: Mapping[str, str | None], provenance: Mapping[str, Iterable[Mapping[str, Any]]]
) -> bytes:
    """Return the content of a file with some scalars and ``from`` blocks replaced, in the file's own line ends.

    ``values`` maps dotted paths (``leader.figures.range``) to their new value; ``provenance`` maps slugs to all entries
    of their ``from``. Raises Unusable if a path doesn't exist, or if the new content would read as anything else.
    """
    text, line_end = line_ends_of(tree.file.read_bytes().decode("utf-8"))
    # The spots of a tree are those of the file's own line ends, and of the file as it was read.
    tree, problems = parse(tree.file, text.encode())
    if problems:
        raise Unusable(*problems)
    cited = {slug: list(entries) for slug, entries in provenance.items()}
    new = _splice(tree, text, values, cited)
    after, problems = parse(tree.file, new.encode())
    if problems:
        raise Unusable(*problems)
    if _plain(after.value) != _plain(_expected(tree.value, values, cited)):
        raise unusable(tree.file, "could not be updated; it was left as it was", "data")
    return new.replace("\n", line_end).encode()


def _splice(
    tree: Tree, text: str, values: Mapping[str, str | None], provenance: Mapping[str, Sequence[Mapping[str, Any]]]
) -> str:
    """Return the text of a file with new values and citations at their places."""
    edits: list[tuple[int, int, str]] = []
    for path, value in values.items():
        spot = tree.spots.get(path)
        if spot is None:
            raise unusable(tree.file, f"has no '{path}' to write to; add it by hand", "data")
        edits.append((spot.start, spot.end, scalar(value)))
    for slug, entries in provenance.items():
        edits.append(_provenance_edit(tree, text, slug, entries))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _expected(
    value: Any, values: Mapping[str, str | None], provenance: Mapping[str, Sequence[Mapping[str, Any]]]
) -> Any:
    """Return the value of a file with the new values and citations."""
    expected = deepcopy(value)
    for path, new in values.items():
        holder, _, key = path.rpartition(".")
        around = _value_at(expected, holder) if holder else expected
        around[int(key) if isinstance(around, list) else key] = new
    for slug, entries in provenance.items():
        expected[slug]["from"] = [
            {key: entry[key] for key in entry if entry[key] is not None and entry[key] != []} for entry in entries
        ]
    return expected


def _plain(value: Any) -> Any:
    """Return a value for comparison: a file has texts alone."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if value is None else str(value)


def _provenance_edit(tree: Tree, text: str, slug: str, entries: Iterable[Mapping[str, Any]]) -> tuple[int, int, str]:
    lines = [citation_line(entry) for entry in entries]
    inline = f"from: [{', '.join(lines)}]"
    block = "\n    - ".join(["from:", *lines])
    record, key = tree.spots[slug], tree.keys.get(f"{slug}.from")
    is_flow = text[record.start] == "{"
    if key:
        end = content_end(text, tree.spots[f"{slug}.from"].end)
        return key.start, end, inline if is_flow else block
    if is_flow:
        return record.end - 1, record.end - 1, f", {inline}"
    end = content_end(text, record.end)
    return end, end, f"\n  {block}"


def content_end(text: str, end: int) -> int:
    """Return the end of a block without the blank lines and comments after it, which YAML counts to it."""
    lines = text[:end].split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return len("\n".join(lines))


def _value_at(value: Any, path: str) -> Any:
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value
