"""YAML files with the places of all their values: read, kept in a cache, and written into as text.

Every plain scalar is read as the string in the file, so that ``+1``, ``012``, ``no`` and ``4+`` keep their spelling;
only ``true``, ``false`` and ``null`` are converted. Parsing takes most of the time of loading a database, so
``read_cached`` keeps an entry a file, which is valid for the file's bytes alone.

A change is made in the text of a file: entries are renamed, added or removed, values and citations replaced, and every
other line stays as it is. A YAML library would rewrap lines and move comments to the entry above them. Here an entry is
its lines, with the comments right above it, and the text after each change is parsed and compared with the expected
value. Drafts, catalogues and wording have writers of their own.
"""

from __future__ import annotations

import json
import re
from collections import UserDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from kensei_docs.caches import entry_of, read_entry, write_entry
from kensei_docs.figures import figure_in
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import Place, Problem, Unusable, say, unusable

# The levels of lists and mappings in one another, and the values of a file with those that its aliases repeat. The
# deepest and largest shipped files have a tenth of them.
_MAX_LEVELS = 100
_MAX_VALUES = 500_000
_TOO_DEEP = f"has more than {_MAX_LEVELS} lists and mappings in one another; close some"
# What begins a level; the C parser ends the process where there are some ten thousand of them.
_BRACKETS = re.compile(r"[][{}]")
_DASHES = re.compile(rf"(?:[-?:][ \t]+){{{_MAX_LEVELS}}}")
# What libyaml says of a colon or a question mark in a text without quotes between brackets, and of other faults there.
_CLOSING = {"{": "}", "[": "]"}
_REFUSED_IN_BRACKETS = ("found unexpected ':'", "did not find expected ',' or '}'", "did not find expected ',' or ']'")
# Characters that no terminal, page or spreadsheet can take; YAML has them in quotes alone, as escapes.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Keys whose string is a message to the reader, and keys that hold a mapping of messages.
MESSAGES = frozenset({"name", "text", "reminder", "remark", "question", "decision", "reason", "place"})
MESSAGE_GROUPS = frozenset({"rules", "columns", "captions"})
# What follows a text on its line; it is surely a comment with two spaces before its sign, and one behind.
_COMMENT = re.compile(r"[ \t]+#.*")
_SURE_COMMENT = re.compile(r"(?:[ \t]{2,}|\t)#+(?:\s|$)")
# What stands before the letters of a text: a quote, or the sign of a block.
_HEAD_OF_TEXT = re.compile(r"""["']|[>|][-+\d]*|""")
NULL, BOOL = "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool"


class Spot(NamedTuple):
    """The position of a value: 1-based line and column, and its span of characters in the file."""

    line: int
    column: int
    start: int
    end: int

    @classmethod
    def between(cls, start: Any, end: Any) -> Spot:
        """Return the position between two marks of the parser."""
        return cls(start.line + 1, start.column + 1, start.index, end.index)


@dataclass
class Tree:
    """The value of a file and the spots of its parts by dotted path (``leader.figures.range``)."""

    file: Path
    value: Any = None
    spots: Mapping[str, Spot] = field(default_factory=dict)
    keys: Mapping[str, Spot] = field(default_factory=dict)

    def place(self, path: str = "", before: str | None = None) -> Place:
        """Return the place of a part, or of the closest part around it that the file has.

        A block's place is its key's: that is the line an editor looks for. With the text ``before`` it, empty for the
        first one, the place is that of a character in a text.
        """
        while path and path not in self.spots:
            path, before = path.rpartition(".")[0], None
        spot, key = self.spots.get(path), self.keys.get(path)
        if spot and before is not None:
            return self._place_behind(spot, "".join(before.split()))
        if spot and key and spot.line != key.line:
            spot = key
        return Place(str(self.file), spot.line, spot.column) if spot else Place(str(self.file))

    def _place_behind(self, spot: Spot, letters: str) -> Place:
        """Return the place of what follows some letters at the beginning of a text; lines may be folded anywhere."""
        try:
            text = self.file.read_text(encoding="utf-8")
        except OSError:
            # A tree may have come without its file.
            return Place(str(self.file), spot.line, spot.column)
        at = spot.start + len(_HEAD_OF_TEXT.match(text, spot.start)[0])  # type: ignore[index]  # it matches nothing, too
        for letter in letters:
            at = text.find(letter, at, spot.end) + 1
            if not at:
                return Place(str(self.file), spot.line, spot.column)
        rest = text[at : spot.end]
        # Behind the end of a text there is nothing to go on to: the next line is another's.
        at += len(rest) - len(rest.lstrip()) if rest.strip() else 0
        return Place(str(self.file), text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


@dataclass
class DataTree(Tree):
    """Data that stand in no file, such as those that a page sends: the place of a part is its path, ``rows.3.points``.

    ``file`` is what the data are called as a whole.
    """

    def place(self, path: str = "", before: str | None = None) -> Place:
        """Return the path of a part as its place."""
        return Place(path or str(self.file))


def tree_of_data(name: str, data: Any) -> tuple[DataTree, list[Problem]]:
    """Return data in the form that a YAML file of them has, and the problems; ``name`` is what they are called.

    Numbers become the strings that a person would write, and stay numbers with one meaning. What is no value of YAML or
    JSON, or lies too deep, is a problem, and left out.
    """
    tree = DataTree(Path(name))
    problems: list[Problem] = []
    left = _MAX_VALUES

    def written(value: Any, path: str, level: int) -> Any:
        nonlocal left
        left -= 1
        fault = ""
        if left < 0 or level > _MAX_LEVELS:
            fault = f"has more than {_MAX_VALUES} values; write less" if left < 0 else _TOO_DEEP
        elif value is None or isinstance(value, bool):
            return value
        elif isinstance(value, int | float):
            return _number_as_written(value)
        elif isinstance(value, str):
            if control := _CONTROLS.search(value):
                fault = f"has a control character (U+{ord(control[0]):04X}); take it out"
            else:
                return value
        elif isinstance(value, Mapping):
            inner = ((str(key), part) for key, part in value.items())
            return {key: written(part, f"{path}.{key}" if path else key, level + 1) for key, part in inner}
        elif isinstance(value, Sequence):
            return [written(part, f"{path}.{i}" if path else str(i), level + 1) for i, part in enumerate(value)]
        else:
            fault = f"is a {type(value).__name__}, which no data have; write text, a number, a list or a mapping"
        if not (left < -1 and problems):
            problems.append(Problem(tree.place(path), fault, "data"))
        return None

    tree.value = written(data, "", 0)
    return tree, problems


def _number_as_written(value: float) -> str:
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    text = f"{value:.15g}"
    # Three digits behind a point may be read as thousands.
    return f"{text}0" if re.fullmatch(r"-?[1-9]\d{0,2}\.\d{3}", text) else text


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
        if deep := _too_deep(text):
            return tree, [_problem(file, *deep)]
        node = _compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said, *at = _fault_of(error, text) or (_said_of(error, text), *_at_mark(mark))
        return tree, [_problem(file, f"is not YAML: {said}", *at)]
    except YAMLError as error:
        reason = str(error).partition("\n")[0]
        return tree, [_problem(file, f"is not YAML: {reason}; mend the file")]
    reader = _Reader(file, text)
    try:
        reader.tree.value = reader.value(node) if node is not None else None
    except _Refused as refused:
        node, message = refused.args
        return tree, [_problem(file, message, node.start_mark.line + 1)]
    return reader.tree, reader.problems


def _too_deep(text: str) -> tuple[str, int] | None:
    """Return the message and the line where a file has too many levels; None for any other file.

    Most files have too few brackets for that; of the others, the parser's events are counted, which need no recursion.
    """
    level = most = 0
    for bracket in _BRACKETS.findall(text):
        level += 1 if bracket in "[{" else -1
        most = max(most, level)
    if most < _MAX_LEVELS and not _DASHES.search(text):
        return None
    level = 0
    for event in _parser().parse(text):
        name = type(event).__name__
        level += name.endswith("StartEvent") - name.endswith("EndEvent")
        if level > _MAX_LEVELS:
            return _TOO_DEEP, event.start_mark.line + 1
    return None


def _at_mark(mark: Any) -> tuple[int | None, int | None]:
    return (mark.line + 1, mark.column + 1) if mark else (None, None)


# A space that is none to YAML, in the indent of a line: editors and web pages write it.
_OTHER_SPACE = re.compile(r" *[\u00a0\u2000-\u200b\u202f\u3000]")
# A line that begins with a name and a colon.
_KEYED = re.compile(r"(?P<indent> *)[^\s:#\-][^:#]*:(?:\s|$)")
# A line with a value, and the sign with which the value begins.
_VALUE = re.compile(r"\s*(?:- +)*(?:[^\s:#][^:#]*: +)?(?P<sign>[\[{\"'])")


def _fault_of(error: Any, text: str) -> tuple[str, int | None, int | None] | None:
    """Return what is wrong, with the line and column where it begins, of a fault that shows only behind that place."""
    mark, start = error.problem_mark, error.context_mark
    lines = text.splitlines()
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    before, here = (line[: mark.column], line[mark.column : mark.column + 1]) if mark else ("", "")
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return None
    spaced = [n for n, one in enumerate(lines[: mark.line + 1] if mark else ()) if _OTHER_SPACE.match(one)]
    if spaced:
        said = "another space than that of the space bar begins the line; write spaces anew"
        return said, spaced[-1] + 1, len(lines[spaced[-1]]) - len(lines[spaced[-1]].lstrip(" ")) + 1
    if error.problem in _REFUSED_IN_BRACKETS and mark and start:
        sign = lines[start.line][start.column : start.column + 1]
        if not before.strip() or mark.line > start.line:
            return f"the '{sign}' is left open; close it with '{_CLOSING.get(sign, sign)}'", *_at_mark(start)
        if error.problem == _REFUSED_IN_BRACKETS[0]:
            sign = lines[start.line][start.column - 1 : start.column]
            if sign in _CLOSING:
                said = f"a text that begins with '{sign}' is more than a text to YAML; put the whole text in quotes"
                return said, start.line + 1, start.column
            return "a colon can't stand in this text; put the text in quotes", *_at_mark(mark)
        if here == ":":
            said = "a colon before a space begins a value; put the text in quotes, or write a comma before the name"
            return said, *_at_mark(mark)
        return "a comma is missing between two values; write it, or put the text in quotes", *_at_mark(mark)
    if "mapping values are not allowed" in str(error.problem) and (keyed := _KEYED.match(line)):
        above = next((one for one in reversed(lines[: mark.line]) if one.strip()), "")
        outer = _KEYED.match(above)
        if outer and keyed.end() - 1 <= mark.column + 1 and len(outer["indent"]) < len(keyed["indent"]):
            said = "the line is indented further than the one above, which has a value; line it up with that"
            return said, mark.line + 1, len(keyed["indent"]) + 1
    if error.context == "while scanning a quoted scalar" and start:
        return "a quotation mark is left open; close it", *_at_mark(start)
    if "could not find expected ':'" in str(error.problem) and start:
        said = "a line without a colon; write 'name: value', or indent it if it goes on with the text above"
        return said, *_at_mark(start)
    if here in ("-", "?") and "not allowed in this context" in str(error.problem):
        return f"a text can't begin with '{here} '; put it in quotes", *_at_mark(mark)
    if error.context == "while scanning a block scalar" and start:
        sign = lines[start.line][start.column : start.column + 1]
        return f"a text can't begin with '{sign}'; put it in quotes, or begin it on the next line", *_at_mark(start)
    if error.problem == "did not find expected key" and mark:
        value = _VALUE.match(line)
        if not before.strip():
            said = "the line is indented unlike those above it; line it up with them, or indent the one above"
            return said, *_at_mark(mark)
        if value and value.end() == mark.column and value["sign"] in "\"'":
            return "a quotation mark is left open above, and this one closes it; close that one", *_at_mark(mark)
        if value:
            sign = value["sign"]
            said = f"a text that begins with '{sign}' ends where that is closed; put the whole text in quotes"
            return said, mark.line + 1, value.start("sign") + 1
    return None


def _said_of(error: Any, text: str) -> str:
    """Return what is wrong and how to mend it, in the words of somebody who writes texts."""
    reason = error.problem or "it breaks off"
    mark = error.problem_mark or error.context_mark
    line = (text.splitlines() or [""])[mark.line : mark.line + 1] if mark else []
    here = line[0][mark.column :] if line else ""
    if line and "\t" in (line[0][: len(line[0]) - len(line[0].lstrip())] + here[:1]):
        return "a tab stands where YAML has spaces; use spaces"
    if "cannot start any token" in reason and here:
        return f"a text can't begin with '{here[0]}'; put it in quotes"
    if "found another document" in reason:
        return "'---' begins another document, and a file has one; take the line out"
    if "'-' indicator" in reason:
        return "a line without '-' stands in a list; begin it with '- ', or mend the indent"
    if "unknown escape" in reason:
        return "a backslash in double quotes is a sign of YAML; write two, or take single quotes"
    if "node content" in reason:
        return "a value is missing here, or a sign is too many; mend the line"
    if "directive" in f"{error.context} {reason}":
        return "a line can't begin with '%'; put the text in quotes"
    if "mapping values are not allowed" in reason:
        return (
            "a colon before a space begins a value, which can't stand here; put the text in quotes, or mend the indent"
        )
    if "undefined alias" in reason or "alphabetic or numeric" in reason:
        return "a text can't begin with '*' or '&', which names a value; put it in quotes"
    return f"{reason}; mend the line"


def _compose(text: str) -> Any:
    """Return the root node of a YAML text; raises YAMLError.

    YAML 1.2 allows a colon and a question mark in a text without quotes between brackets, as in
    ``{is: given.wounds / weapon/bow:figures.wounds}``. The fast parser refuses them; the slow one reads them.
    """
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        return _parser().compose(text)
    except MarkedYAMLError as error:
        if error.problem in _REFUSED_IN_BRACKETS:
            with suppress(YAMLError):
                return _parser(pure=True).compose(text)
        raise


def _parser(pure: bool = False) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.resolver import VersionedResolver

    class Resolver(VersionedResolver):
        # The library looks the version of YAML up again at every value, which takes a third of the time.
        processing_version = (1, 2)

    parser = YAML(typ="safe", pure=pure)
    parser.Resolver = Resolver
    return parser


class _Refused(Exception):
    """Raised with a node that is not read, and a message that says why."""


class _Reader:
    """Builds the value of a file from the nodes of the parser, with the spots of all its parts and its problems."""

    def __init__(self, file: Path, text: str) -> None:
        self.problems: list[Problem] = []
        self._text = text
        self._spots: dict[str, Spot] = {}
        self._keys: dict[str, Spot] = {}
        self.tree = Tree(file, None, self._spots, self._keys)
        self._around: list[Any] = []  # the nodes around the current one

    def _add_problem(self, mark: Any, message: str) -> None:
        self.problems.append(_problem(self.tree.file, message, mark.line + 1, mark.column + 1))

    def value(self, node: Any, path: str = "") -> Any:
        """Return the value of the node at a path; raises _Refused."""
        if len(self._spots) > _MAX_VALUES:
            raise _Refused(node, f"has more than {_MAX_VALUES} values with what its aliases repeat; write less")
        self._spots[path] = Spot.between(node.start_mark, node.end_mark)
        self._look_before(node)
        if isinstance(node.value, str):
            return self._scalar(node, path)
        if any(node is one for one in self._around):
            raise _Refused(node, "is nested without end: an alias (*name) holds itself; write it out")
        if len(self._around) == _MAX_LEVELS:
            raise _Refused(node, _TOO_DEEP)
        self._around.append(node)
        value: Any
        if isinstance(node.value[0], tuple) if node.value else node.tag.endswith(":map"):
            value = self._mapping(node, path)
        else:
            value = [self.value(item, f"{path}.{i}" if path else str(i)) for i, item in enumerate(node.value)]
        self._around.pop()
        return value

    def _scalar(self, node: Any, path: str) -> str | bool | None:
        if not node.style:
            self._look_behind(node, path)
        if node.tag == NULL and node.value in ("null", "~", ""):
            return None
        if node.tag == BOOL and node.value in ("true", "false"):
            return bool(node.value == "true")
        if control := _CONTROLS.search(node.value):
            self._add_problem(node.start_mark, f"has a control character (U+{ord(control[0]):04X}); take it out")
        return _CONTROLS.sub("", node.value)

    def _look_before(self, node: Any) -> None:
        """Add a problem where a text without quotes begins with a sign that YAML takes away: ``!Halt``, ``&you``."""
        at = node.start_mark.index
        sign = self._text[at : at + 1]
        is_text = sign == "!" and self._text[at + 1 : at + 2] != "!"
        if is_text or (sign == "&" and node.tag == NULL):
            self._add_problem(
                node.start_mark, f"a text can't begin with '{sign}', which YAML takes away; put it in quotes"
            )

    def _look_behind(self, node: Any, path: str) -> None:
        """Add a problem where a text without quotes may go on behind a ``#``, which begins a comment: ``Draw #2``.

        A sign without a space behind it may belong to the text, and so may one behind a message that ends in the middle
        of a sentence: ``Draw the # of cards``. All else is a comment: ``name: Old ferry # mine``, ``text: Draw. #
        later``.
        """
        comment = _COMMENT.match(self._text, node.end_mark.index)
        if comment is None or _SURE_COMMENT.match(comment[0]):
            return
        *above, key = path.split(".")
        is_message = node.tag != NULL and (key in MESSAGES or not MESSAGE_GROUPS.isdisjoint(above[-1:]))
        is_glued = not re.match(r"\s+#+(?:\s|$)", comment[0])
        is_broken_off = is_message and key != "name" and " " in node.value and node.value[-1].isalnum()
        if is_broken_off or (is_glued and (is_message or figure_in(node.value) is None)):
            self._add_problem(
                node.end_mark,
                f"'{comment[0].strip()}' is a comment to YAML, and cut off from the text; put the text in quotes, or "
                "two spaces before a comment and one behind its '#'",
            )

    def _mapping(self, node: Any, path: str) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value
            if not isinstance(name, str):
                self._add_problem(key.start_mark, "has a list or a mapping before the colon; write a name there")
            elif name in mapping:
                self._add_problem(key.start_mark, f"'{name}' stands here a second time; keep one")
            else:
                inner = f"{path}.{name}" if path else name
                self._keys[inner] = Spot.between(key.start_mark, key.end_mark)
                mapping[name] = self.value(value, inner)
        return mapping


def _problem(file: Path, message: str, line: int | None = None, column: int | None = None) -> Problem:
    return Problem(Place(str(file), line, column), message, "yaml")


At = TypeVar("At")


class LazyPlaces(UserDict[str, At]):
    """The places of values by path, spots or cells, decoded on first access: few commands need them."""

    def __init__(self, load: Callable[[], dict[str, At]]) -> None:
        self._load = load

    @cached_property
    def data(self) -> dict[str, At]:  # type: ignore[override]  # it is set on first access
        """The places by path; ``UserDict`` takes everything from here."""
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
    digest = digest_of(digest_of_code(__file__), content)
    entry = entry_of(digest, folder)
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

    return Tree(file, json.loads(values), LazyPlaces(lambda: spots()[0]), LazyPlaces(lambda: spots()[1]))


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
            message = say("can't be read as %(encoding)s text; see what stands there", encoding="UTF-8")
            raise unusable(file, message, CHECK) from None
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
        at = content_end(self.text, spot.end)
        if self.text[spot.start] == "{":
            filled = len(holder) > 1
            at = len(self.text[: spot.end - 1].rstrip()) if filled else spot.end - 1
            self._become(self.text[:at] + (", " if filled else "") + line + self.text[at:], expected)
            return
        before, _, after = self.text[at:].partition("\n")
        self._become(f"{self.text[:at]}{before}\n{' ' * (spot.column - 1)}{line}\n{after}", expected)

    def remove(self, *steps: str | int) -> str:
        """Remove an entry, or an item of a list; return its lines, with the comments right above it.

        A mapping or a list whose last entry is removed becomes empty; so does the file.
        """
        expected = deepcopy(self.value)
        holder = _at(expected, steps[:-1])
        del holder[steps[-1]]
        around = self.tree.spots[_path(steps[:-1])]
        if not holder and len(steps) > 1:
            end = max(around.start, content_end(self.text, around.end))
            empty = "{}" if isinstance(holder, dict) else "[]"
            # A block begins on the line below its key.
            start = len(self.text[: around.start].rstrip())
            taken = self.text[around.start : end]
            self._become(f"{self.text[:start]} {empty}{self.text[end:]}", expected)
            return taken
        if self.text[around.start] in "{[":
            start, end = self._in_flow(_path(steps))
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
            {
                key: list(map(str, value)) if isinstance(value, list | tuple) else str(value)
                for key, value in entry.items()
                if value is not None and value != []
            }
            for entry in entries
        ]
        edits.append(_citations_edit(file, slug, expected[slug]["from"]))
    text = file.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    file._become(text, expected)
    return file.content.encode()


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
