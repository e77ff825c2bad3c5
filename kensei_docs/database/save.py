"""Replaces values of records at their exact places in a file, and leaves the rest of the file unchanged.

This is the only module that does so; drafts, catalogues and wording have writers of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kensei_docs.database.yamlfile import Tree, read
from kensei_docs.files import write_whole
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


def splice(tree: Tree, values: Mapping[str, str | None], provenance: Mapping[str, Iterable[Mapping[str, Any]]]) -> str:
    """Return the text of a file with some scalars and ``from`` blocks replaced.

    ``values`` maps dotted paths (``leader.figures.range``) to their new value; ``provenance``
    maps slugs to all entries of their ``from``. Raises Unusable if a path doesn't exist.
    """
    text = tree.file.read_text(encoding="utf-8")
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


def update(tree: Tree, values: Mapping[str, str | None], provenance: Mapping[str, Iterable[Mapping[str, Any]]]) -> None:
    """Write new values and citations into a file; raises Unusable, and leaves the file unchanged, if they can't be read
    back."""
    text = splice(tree, values, provenance)
    old_text = tree.file.read_text(encoding="utf-8")
    if text == old_text:
        return
    write_whole(tree.file, text)
    new_tree, problems = read(tree.file)
    if problems or any(_value_at(new_tree.value, path) != value for path, value in values.items()):
        write_whole(tree.file, old_text)
        raise (
            Unusable(*problems)
            if problems
            else unusable(tree.file, "could not be updated; it was left as it was", "data")
        )


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
