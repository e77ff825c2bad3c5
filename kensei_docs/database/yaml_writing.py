"""Writing into YAML files as text: entries are renamed, added or removed, values and citations replaced.

Every other line stays as it is. A YAML library would rewrap lines and move comments to the entry above them. Here an
entry is its lines, with the comments right above it, and the text after each change is parsed and compared with the
expected value. Drafts, catalogues and wording have writers of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from kensei_docs.database.yaml_reading import Tree, line_ends_of, parse
from kensei_docs.problems import Unusable, say, unusable

CHECK = "edit"
_INDENT = re.compile(r"( *)(?:- +)?")
# Scalars that YAML reads as the strings that they are; all others are quoted.
_PLAIN_SCALAR = re.compile(r"[\w+./$~-][\w+./%$()×½″ ~-]*(?<! )")
_SPECIAL_SCALARS = ("true", "false", "null", "~", "")


class YamlText:
    """The text of a YAML file, changed entry by entry.

    A place is a sequence of keys, and of numbers for the items of a list (counted from 0). Every change raises
    Unusable, and leaves the text as it was, where it would change anything else.
    """

    def __init__(self, file: Path, text: str | None = None) -> None:
        """Take a text, by default the content of the file, empty if there is no file; raises Unusable if it is no
        YAML."""
        self.file = file
        try:
            content = file.read_bytes().decode("utf-8") if text is None and file.is_file() else text or ""
        except (OSError, UnicodeDecodeError):
            raise unusable(
                file, say("can't be read as %(encoding)s text; see what stands there", encoding="UTF-8"), CHECK
            ) from None
        # Changes are made with LF at the end of each line.
        self.text, self._line_end = line_ends_of(content)
        self.tree = self._parsed(self.text)

    @property
    def content(self) -> str:
        """The text in the line ends of the file that it was read from."""
        return self.text.replace("\n", self._line_end)

    @property
    def value(self) -> Any:
        """The value of the whole file; None for an empty file."""
        return self.tree.value

    def get(self, *steps: str | int) -> Any:
        """Return the value at a place, None if there is no such place."""
        return _at(self.value, steps)

    def set(self, value: str, *steps: str | int) -> None:
        """Replace the text at a place that has one."""
        expected = deepcopy(self.value)
        _at(expected, steps[:-1])[steps[-1]] = value
        spot = self.tree.spots[_path(steps)]
        self._become(self.text[: spot.start] + scalar(value) + self.text[spot.end :], expected)

    def rename(self, new: str, *steps: str | int) -> None:
        """Give an entry another key; it keeps its place."""
        expected = deepcopy(self.value)
        holder = _at(expected, steps[:-1])
        if new in holder:
            message = say("has '%(name)s' already, beside '%(old)s'; choose another name", name=new, old=steps[-1])
            raise unusable(self.file, message, CHECK)
        entries = [(new if key == steps[-1] else key, value) for key, value in holder.items()]
        holder.clear()
        holder.update(entries)
        spot = self.tree.keys[_path(steps)]
        self._become(self.text[: spot.start] + scalar(new) + self.text[spot.end :], expected)

    def add(self, key: str, value: Any, *steps: str | int) -> None:
        """Add an entry at the end of the mapping at a place; ``value`` is texts, mappings and lists of texts."""
        expected = deepcopy(self.value) if self.value is not None else {}
        holder = _at(expected, steps)
        if not isinstance(holder, dict) or key in holder:
            raise unusable(self.file, say("has no room for '%(name)s'; change it by hand", name=key), CHECK)
        holder[key] = value
        line = f"{scalar(key)}: {flow(value)}"
        spot = self.tree.spots.get(_path(steps))
        if self.value is None or (not steps and not self.value):
            self._become(f"{self.text}{line}\n" if self.value is None else f"{line}\n", expected)
            return
        assert spot is not None  # there is a mapping
        if self.text[spot.start] == "{":
            filled = len(holder) > 1
            at = len(self.text[: spot.end - 1].rstrip()) if filled else spot.end - 1
            self._become(self.text[:at] + (", " if filled else "") + line + self.text[at:], expected)
            return
        self._become(self._with_line(content_end(self.text, spot.end), f"{' ' * (spot.column - 1)}{line}"), expected)

    def remove(self, *steps: str | int) -> str:
        """Remove an entry, or an item of a list; return its lines, with the comments right above it.

        A mapping or a list whose last entry is removed becomes empty; so does the file.
        """
        expected = deepcopy(self.value)
        holder = _at(expected, steps[:-1])
        del holder[steps[-1]]
        path = _path(steps)
        if not holder and len(steps) > 1:
            around = self.tree.spots[_path(steps[:-1])]
            end = max(around.start, content_end(self.text, around.end))
            empty = "{}" if isinstance(holder, dict) else "[]"
            # A block begins on the line below its key.
            start = len(self.text[: around.start].rstrip())
            taken = self.text[around.start : end]
            self._become(f"{self.text[:start]} {empty}{self.text[end:]}", expected)
            return taken
        around = self.tree.spots[_path(steps[:-1])] if len(steps) > 1 else self.tree.spots[""]
        if self.text[around.start] in "{[":
            start, end = self._in_flow(path)
        else:
            start, end = self.lines_of(*steps)
        taken = self.text[start:end]
        before, after = self.text[:start], self.text[end:]
        if len(steps) == 1 and (not before or before.endswith("\n\n")):
            # The empty line below it separated it from the next entry.
            after = after.removeprefix("\n") if after else after
            before = before if after else before.rstrip("\n") + ("\n" if before else "")
        self._become(before + after, expected or None)
        return taken

    def append(self, lines: str, apart: bool = False) -> None:
        """Add lines that ``remove`` gave at the end of the file, ``apart`` by an empty line."""
        added = parse(self.file, lines.encode())[0].value
        before = deepcopy(self.value)
        expected = added if not before else [*before, *added] if isinstance(before, list) else {**before, **added}
        if isinstance(before, dict) and set(before) & set(added):
            repeated = ", ".join(sorted(set(before) & set(added)))
            raise unusable(self.file, say("has '%(name)s' already; choose another name", name=repeated), CHECK)
        text = self.text if not self.text or self.text.endswith("\n") else f"{self.text}\n"
        if not before and text.strip() in ("[]", "{}"):
            text = ""
        between = "\n" if apart and text and not text.endswith("\n\n") else ""
        self._become(f"{text}{between}{lines}", expected)

    def substitute(self, pattern: re.Pattern[str], new: str, *steps: str | int) -> None:
        """Replace the matches of a pattern in the lines of an entry; raises Unusable if the file is no YAML then."""
        start, end = self.lines_of(*steps)
        text = self.text[:start] + pattern.sub(new, self.text[start:end]) + self.text[end:]
        if text != self.text:
            self.tree, self.text = self._parsed(text), text

    def lines_of(self, *steps: str | int) -> tuple[int, int]:
        """Return the span of whole lines that an entry of a block has, with the comments right above it."""
        path = _path(steps)
        key = self.tree.keys.get(path)
        spot = self.tree.spots[path]
        start = self.text.rfind("\n", 0, key.start if key else spot.start) + 1
        lead = _INDENT.match(self.text, start)
        if lead is None or lead.end() != (key.start if key else spot.start) or ("-" in lead[0]) == (key is not None):
            message = say("has '%(name)s' within a line; change it by hand", name=steps[-1])
            raise unusable(self.file, message, CHECK, spot.line)
        end = max(content_end(self.text, spot.end), key.end if key else spot.start)
        line_end = self.text.find("\n", end)
        while start:
            above = self.text.rfind("\n", 0, start - 1) + 1
            # A comment at the top is about the whole file.
            if not above or not self.text[above:start].startswith(f"{lead[1]}#"):
                break
            start = above
        return start, len(self.text) if line_end < 0 else line_end + 1

    def _in_flow(self, path: str) -> tuple[int, int]:
        """Return the span of an entry that stands within a line, with the comma after it, or else the one before it."""
        spot, key = self.tree.spots[path], self.tree.keys.get(path)
        start, end = (key or spot).start, spot.end
        comma = re.compile(r"\s*,[ \t]*").match(self.text, end)
        if comma:
            return start, comma.end()
        before = self.text[:start].rstrip()
        return (len(before) - 1 if before.endswith(",") else start), end

    def _with_line(self, at: int, line: str) -> str:
        end = self.text.find("\n", at)
        if end < 0:
            return f"{self.text}\n{line}\n"
        return f"{self.text[: end + 1]}{line}\n{self.text[end + 1 :]}"

    def _become(self, text: str, expected: Any) -> None:
        tree = self._parsed(text)
        if _plain(tree.value) != _plain(expected):
            raise unusable(self.file, say("can't be changed there without changing more; change it by hand"), CHECK)
        self.tree, self.text = tree, text

    def _parsed(self, text: str) -> Tree:
        tree, problems = parse(self.file, text.encode())
        if problems:
            raise Unusable(*problems)
        return tree


def scalar(value: str) -> str:
    """Return a text as a YAML scalar that reads back as the same string."""
    if value in _SPECIAL_SCALARS or not _PLAIN_SCALAR.fullmatch(value) or value.startswith("- "):
        return "'" + value.replace("'", "''") + "'"
    return value


def flow(value: Any) -> str:
    """Return a value of texts, mappings and lists on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(str(key))}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return "null" if value is None else scalar(str(value))


def updated(
    tree: Tree, values: Mapping[str, str | None], provenance: Mapping[str, Iterable[Mapping[str, Any]]]
) -> bytes:
    """Return the content of a file with some scalars and ``from`` blocks replaced, in the file's own line ends.

    ``values`` maps dotted paths (``leader.figures.range``) to their new value; ``provenance`` maps slugs to all entries
    of their ``from``. Raises Unusable if a path doesn't exist, or if the new content would read as anything else.
    """
    # The file may have changed since the tree was read.
    file = YamlText(tree.file)
    expected = deepcopy(file.value)
    edits: list[tuple[int, int, str]] = []
    for path, value in values.items():
        spot = file.tree.spots.get(path)
        if spot is None:
            raise unusable(file.file, say("has no '%(path)s' to write to; add it by hand", path=path), "data")
        edits.append((spot.start, spot.end, flow(value)))
        *around, key = path.split(".")
        holder = _at(expected, around)
        holder[int(key) if isinstance(holder, list) else key] = value
    for slug, entries in provenance.items():
        expected[slug]["from"] = [
            {key: _texts(value) for key, value in entry.items() if value is not None and value != []}
            for entry in entries
        ]
        edits.append(_citations_edit(file, slug, expected[slug]["from"]))
    text = file.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    file._become(text, expected)
    return file.content.encode()


def _texts(value: Any) -> Any:
    return [str(member) for member in value] if isinstance(value, list | tuple) else str(value)


def _citations_edit(file: YamlText, slug: str, entries: Iterable[Mapping[str, Any]]) -> tuple[int, int, str]:
    """Return the span of a record's citations in the text, and what is written there."""
    lines = list(map(flow, entries))
    record, key = file.tree.spots[slug], file.tree.keys.get(f"{slug}.from")
    is_flow = file.text[record.start] == "{"
    written = f"from: [{', '.join(lines)}]" if is_flow else "\n    - ".join(["from:", *lines])
    if key:
        return key.start, content_end(file.text, file.tree.spots[f"{slug}.from"].end), written
    if is_flow:
        return record.end - 1, record.end - 1, f", {written}"
    end = content_end(file.text, record.end)
    return end, end, f"\n  {written}"


def content_end(text: str, end: int) -> int:
    """Return the end of a block without the blank lines and comments after it, which YAML counts to it."""
    lines = text[:end].split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return len("\n".join(lines))


def _plain(value: Any) -> Any:
    """Return a value for comparison: mappings become lists of pairs, so that the order of keys counts."""
    if isinstance(value, dict):
        return [(key, _plain(inner)) for key, inner in value.items()]
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _path(steps: Sequence[str | int]) -> str:
    return ".".join(map(str, steps))


def _at(value: Any, steps: Sequence[str | int]) -> Any:
    for step in steps:
        if isinstance(value, list) and str(step).isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return None
    return value
