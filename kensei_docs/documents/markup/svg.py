"""SVG files of drawings, crests and icons, read as XML, and what in a drawing can't be printed, with its line.

A face is HTML. Its parser reports no fault: it takes what follows an element without an end for a part of that element,
and the rest of the face would vanish into the drawing. So a file is checked before it is put into a face.

The values of attributes have small grammars: lengths, points, paths and transforms. A renderer takes a value that it
can't read for nothing, or for zero, and what it draws vanishes in silence.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from markupsafe import escape

from kensei_docs.problems import Place, Problem, closest

CHECK = "pictures"

# The start tag of an element.
_START = re.compile(rb"""<[^\s/>]+(?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>""")
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*")
# Where an id stands, or is named.
_ID = re.compile(r"""(?<=\sid=["'])|(?<=url\(#)|(?<=url\(["']#)|(?<=href=["']#)""")
# The beginning of an id of a drawing that was read from a file (see ``with_ids``), as it stands in a face.
OF_FILE = re.compile(r"d[0-9a-f]{8}-\d+-")
_STYLE = re.compile(r"<style\b.*?</style>", re.S)
_NAMED = re.compile(r"""url\(["']?#([^)"']+)""")
# The size that a drawing gives itself.
_SIDES = re.compile(r"""\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')""")
_SIZES = re.compile(r"""(?<![\w-])(?:width|height)\s*:[^;"']*;?""")
# What the file of SVG's names says.
_NAMES = tomllib.loads(files(__package__).joinpath("svg.toml").read_text(encoding="utf-8"))
_ELEMENTS, _PAINTING, _OF_TEXT, _ATTRIBUTES, _COLOURED, _PAINTS = (
    frozenset(_NAMES[key].split()) for key in ("elements", "painting", "text", "attributes", "colours", "paints")
)
_PAINT = re.compile(rf"\s*(?:#(?:[0-9a-fA-F]{{3,4}}){{1,2}}|{'|'.join(_PAINTS)}|url\(.*|)\s*", re.S)
_NEVER = re.compile("(?!)")
# Any colour of an icon but white, as an attribute and in a style; a paint that an id names is kept.
_KEPT = r"(?:#fff|#ffffff|white|none|inherit)"
_COLOUR = re.compile(rf"""(fill|stroke)=(["'])(?!(?:{_KEPT}|url.*?)\2)[^"']+\2""", re.I)
_STYLED = re.compile(rf"(?<![\w-])((?:fill|stroke)\s*+:\s*+)(?!{_KEPT}\s*(?:[;}}!]|$)|url\()[^;}}!]+", re.I)
_IN_STYLE = re.compile(r"""\sstyle\s*=\s*(?:"[^"]*"|'[^']*')|<style\b.*?</style>""", re.S)
# In a mask, colours say what is seen.
_MASK = re.compile(r"(<mask\b.*?</mask>)", re.S)
# Shapes that are black where nothing gives them a colour.
_SHAPES = frozenset(["circle", "ellipse", "path", "polygon", "polyline", "rect", "text"])
_NAMESPACES = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}
# What may stand before all else in a file: the mark of the encoding, and what says that the file is XML.
_DECLARATION = re.compile(r"^\ufeff?\s*(?:<\?xml[^>]*\?>)?")
# Attributes of the outermost element that say nothing of how its shapes look.
_OF_FRAME = re.compile(
    r"(?:id|viewBox|width|height|x|y|version|baseProfile|preserveAspectRatio|role|xml.*|.*:.*|aria-.*|data-.*)"
)
# Elements whose effect is lost, and the primitives of filters that are printed.
_LOST = re.compile(r"foreignObject|animate\w*|fe(?!Offset$|Blend$)[A-Z]\w*")

# As the parser of HTML spells those of them that HTML has not.
_SMALL = frozenset(map(str.lower, _ELEMENTS - {"a", "image", "script", "style", "title"}))
# What a template fills in, and the character that stands for each of it.
_FILLING = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)
_FILLED = "\ue008"
_NAME_OF_ATTRIBUTE = re.compile(r"(?<=\s)[\w:-]+(?=\s*=)")
# How much alike a slip of the hand and what was meant are, as ``difflib`` reckons: more than two names that are right.
_ALIKE = 0.85


@dataclass(frozen=True)
class Svg:
    """A drawing: its ``viewBox``, the content of its outermost element, and what in it can't be printed.

    ``body`` has the style of the outermost element around it. Without a ``view``, nothing can be printed. ``icon`` is
    the whole element, without a size of its own, which would be larger than the place of an icon; ``whole`` is the
    drawing as an image of its own, with what stands before that element. Each has the lines of the file. ``is_bare``:
    it has a shape that nothing gives a colour, which is black.
    """

    view: str
    body: str
    problems: tuple[Problem, ...]
    icon: str = ""
    whole: str = ""
    is_bare: bool = False

    def in_colour(self, colour: str) -> str:
        """Return the icon with a colour in place of all its colours but white; empty if it has none to replace."""
        written = str(escape(colour))
        count = 0

        def of_style(style: re.Match[str]) -> str:
            nonlocal count
            # The quotation mark that ends an attribute is no part of a colour.
            head, words, end = style[0][:1], style[0][1:-1], style[0][-1:]
            words, found = _STYLED.subn(lambda match: match[1] + written, words)
            count += found
            return head + words + end

        parts = _MASK.split(self.icon)
        for i in range(0, len(parts), 2):
            parts[i], found = _COLOUR.subn(rf'\g<1>="{written}"', parts[i])
            parts[i] = _IN_STYLE.sub(of_style, parts[i])
            count += found
        if self.is_bare:
            parts[0] = parts[0].replace("<svg", f'<svg fill="{written}"', 1)
            masks = range(1, len(parts), 2)
            for i in (i for i in masks if "fill" not in parts[i].partition(">")[0]):
                parts[i] = parts[i].replace("<mask", '<mask fill="#000"', 1)
        return "".join(parts) if count or self.is_bare else ""

    def with_ids(self, prefix: str) -> str:
        """Return the body with a prefix before each id, so that two drawings in one document do not clash."""

        def selectors(style: re.Match[str]) -> str:
            return re.sub(rf"(?<![(\"'])#(?=(?:{ids})(?![\w-]))", f"#{prefix}", style[0])

        ids = "|".join(map(re.escape, re.findall(r"""\sid=["']([^"']+)""", self.body)))
        return _ID.sub(prefix, _STYLE.sub(selectors, self.body) if ids else self.body)


@dataclass
class _Reader:
    """What a parser has read of a drawing; ``at`` returns the parser's place."""

    file: str
    at: Callable[[], tuple[int, int]]
    root: dict[str, str] = field(default_factory=dict)
    name: str = ""
    depth: int = 0
    # The element of each id: its name in small letters, and its attributes.
    ids: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    # Where an id is first named, by the attribute and the id; where it first is the paint of a text.
    named: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    on_text: dict[str, tuple[int, int]] = field(default_factory=dict)
    # The fill and the stroke of each element that is open.
    paints: list[dict[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    # The box of each shape; None where it is not known.
    boxes: list[Box | None] = field(default_factory=list)
    is_bare: bool = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self.depth:
            self.name, self.root = tag, attributes
        self.depth += 1
        if "id" in attributes:
            self.ids[attributes["id"]] = (tag.lower(), attributes)
        href = attributes.get("href") or attributes.get("xlink:href") or ""
        if tag == "use" and not href.startswith("#"):
            self.add(self.at(), f"'{href}' is in another file, which isn't read; put it into this one")
        if tag != "a" and href.startswith("#"):
            self.named.setdefault(("href", href.removeprefix("#")), self.at())
        style = dict(part.split(":", 1) for part in attributes.get("style", "").split(";") if ":" in part)
        styled = {name.strip(): value.strip() for name, value in style.items()}
        if ":" not in tag and tag not in _ELEMENTS and not _LOST.fullmatch(tag):
            near = closest(tag, _ELEMENTS)
            self.add(self.at(), f"'<{tag}>' is no element of SVG{near}; mend the name, or take it out")
        for name, value in (*attributes.items(), *styled.items()):
            self.look_at(name, value, self.at())
        if _LOST.fullmatch(tag):
            self.add(self.at(), f"'<{tag}>' isn't printed; draw it in another way, or take it out")
        given = {**attributes, **styled}
        if "transform" in given or (tag in _PAINTING and self.depth > 1):
            self.boxes.append(None if "transform" in given else box_of(tag, attributes))
        around = self.paints[-1] if self.paints else {}
        self.paints.append(around | {name: given[name] for name in ("fill", "stroke") if name in given})
        self.is_bare = self.is_bare or (tag in _SHAPES and "fill" not in self.paints[-1])
        for paint in self.paints[-1].values() if tag in _OF_TEXT else ():
            self.on_text |= {name: self.at() for name in _NAMED.findall(paint) if name not in self.on_text}

    def look_at(self, name: str, value: str, at: tuple[int, int]) -> None:
        """Look at an attribute, or at a property of a style, and note the ids that it names."""
        for named in _NAMED.findall(value):
            self.named.setdefault((name, named), at)
        if name not in _ATTRIBUTES and (near := get_close_matches(name, _ATTRIBUTES, 1, _ALIKE)):
            self.add(at, f"'{name}' is nothing that a drawing has; did you mean '{near[0]}'?; mend the name")
        if name in _COLOURED and (fault := fault_of_colour(value)):
            self.add(at, f"'{name}': {fault}; mend it")
        if (asks_none := _NAMES["without-effect"].get(name)) and not re.fullmatch(asks_none, value.strip(), re.S):
            self.add(at, f"'{name}: {value}' isn't printed; draw it in another way, or take it out")
        if fault := fault_of_value(name, value):
            self.add(at, f"'{name}' can't be read: {fault}; mend it")

    def look_at_style(self, css: str, line: int) -> None:
        """Look at a style sheet in the drawing, which begins in a line."""
        # Most drawings have no style sheet.
        from cssselect2 import SelectorError, compile_selector_list
        from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

        for rule in parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            at = (line + rule.source_line - 1, 1)
            if rule.type == "error":
                self.add(at, f"this is no style that can be read: {rule.message}; mend it, or take it out")
            elif rule.type == "at-rule" and rule.lower_at_keyword != "font-face":
                self.add(at, f"'@{rule.at_keyword}' isn't printed in a drawing; write its rules without it")
            elif rule.type == "qualified-rule":
                try:
                    compile_selector_list(rule.prelude)
                except SelectorError:
                    selector = serialize(rule.prelude).strip()
                    self.add(at, f"'{selector}' is no selector that can be printed by; mend it, or take the rule out")
                for one in parse_blocks_contents(rule.content):
                    if one.type == "declaration" and not one.name.startswith("-"):
                        place = (line + one.source_line - 1, 1)
                        self.look_at(one.lower_name, serialize(one.value).strip(), place)

    def look_at_ids(self, known: Mapping[str, tuple[str, dict[str, str]]], made: re.Pattern[str] = _NEVER) -> None:
        """Look at the ids that are named; ``known`` are those that there are, ``made`` matches those that will be."""
        for (attribute, name), at in self.named.items():
            meant = _NAMES["meant"].get(attribute)
            if not name or made.fullmatch(name):
                continue
            if name not in known:
                self.add(at, f"there is no id '{name}'{closest(name, known)}; mend the name, or draw it")
            elif meant and not any(part in known[name][0] for part in meant):
                what = f"a '{known[name][0]}' and no {' or '.join(meant)}"
                self.add(at, f"'{attribute}' names '{name}', which is {what}; mend the name")
            elif attribute == "mask" and known[name][1].get("maskUnits") != "userSpaceOnUse":
                message = f"what has the mask '{name}' isn't printed as drawn, for the mask is measured by the shape"
                self.add(at, f'{message}; say maskUnits="userSpaceOnUse" of it, with x, y, width and height')
        for name, at in self.on_text.items():
            if "gradient" in known.get(name, ("", {}))[0] and not _is_on_page(name, known):
                message = f"not every program prints text in the gradient '{name}'"
                self.add(at, f'{message}; say gradientUnits="userSpaceOnUse" of it, with lengths, or take one colour')

    def end(self, _tag: str) -> None:
        self.depth -= 1
        if self.paints:
            self.paints.pop()

    def add(self, at: tuple[int, int], message: str) -> None:
        self.problems.append(Problem(Place(self.file, *at), message, CHECK))


def _is_on_page(name: str, known: Mapping[str, tuple[str, dict[str, str]]]) -> bool:
    """Return whether a gradient, or one that it goes by, has its lengths in the units of the drawing."""
    seen: set[str] = set()
    while name in known and name not in seen:
        seen.add(name)
        attributes = known[name][1]
        if "gradientUnits" in attributes:
            return attributes["gradientUnits"] == "userSpaceOnUse"
        name = (attributes.get("href") or attributes.get("xlink:href") or "").removeprefix("#")
    return False


def fault_of_colour(value: str, roles: Iterable[str] = ()) -> str:
    """Return what is wrong with a colour of a drawing; empty if it is one, or the name of one of some ``roles``."""
    if _PAINT.fullmatch(value) or value in roles:
        return ""
    if value.strip().startswith("var("):
        return f"'{value}' is a variable, which a drawing can't have; write look.colour(…) in a template"
    # Most drawings have colours of digits alone.
    from tinycss2.color4 import parse_color

    if (colour := parse_color(value)) is not None and colour != "currentcolor":
        return ""
    from PIL.ImageColor import colormap

    return f"'{value}' is no colour{closest(value.lower(), [*roles, *colormap, *sorted(_PAINTS)])}"


class _Written(HTMLParser):
    """What a template has written of drawings: the start tags within ``<svg>``, read as those of a file are."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.within = 0
        # The line in which a style sheet in a drawing begins.
        self.style = 0
        self.reader = _Reader(file, lambda: (self.getpos()[0], self.getpos()[1] + 1))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within += tag == "svg"
        self.style = self.getpos()[0] if tag == "style" and self.within else 0
        text = self.get_starttag_text() or ""
        name = text[1 : len(tag) + 1]
        if self.within and _FILLED not in name:
            # The parser makes the names of attributes small.
            spelt = {key.lower(): key for key in _NAME_OF_ATTRIBUTE.findall(text)}
            read = {spelt.get(key, key): value or "" for key, value in attrs if _FILLED not in f"{key}{value}"}
            if name == "use" and any(key.endswith("href") and _FILLED in (value or "") for key, value in attrs):
                read["href"] = "#"
            self.reader.start(name, read)
        # A macro may draw what stands within the svg of another template.
        for one in {value for key, value in attrs if key == "id" and value}:
            if self.within or _FILLED not in one or tag in _SMALL:
                units = {"maskUnits": "userSpaceOnUse"} if "maskunits" in dict(attrs) else {}
                self.reader.ids.setdefault(one, (tag, units))

    def handle_data(self, data: str) -> None:
        if self.style and _FILLED not in data:
            self.reader.look_at_style(data, self.style)

    def handle_endtag(self, tag: str) -> None:
        self.style = 0
        self.within -= tag == "svg"
        self.reader.end(tag)


def problems_in_templates(files: Iterable[Path]) -> Iterator[Problem]:
    """Yield what can't be printed of the drawings that templates have written; what these fill in is not looked at.

    The ids that one of the templates has are there for all of them.
    """
    read = []
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace")
        written = _Written(str(file))
        written.feed(_FILLING.sub(lambda match: re.sub(r"[^\n]", _FILLED, match[0]), text))
        read.append(written.reader)
    ids = {one: what for reader in read for one, what in reader.ids.items()}
    # What is filled into an id may be anything.
    filled = [re.sub(f"{_FILLED}+", ".+", re.escape(one)) for one in ids if _FILLED in one]
    made = re.compile("|".join(filled)) if filled else _NEVER
    for reader in read:
        reader.look_at_ids(ids, made)
        yield from reader.problems


@cache
def _parsed(file: Path, _changed: tuple[int, int]) -> Svg:
    """Return the drawing in a file; the other argument is the file's time and size."""
    return parse_svg(file.read_bytes(), str(file))


def parse_svg(data: bytes, file: str) -> Svg:
    """Return a drawing; ``file`` is where it stands."""

    def refused(message: str, *place: int) -> Svg:
        return Svg("", "", (Problem(Place(file, *place), message, CHECK),))

    try:
        data.decode("utf-8")
    except UnicodeDecodeError as fault:
        return refused("is not UTF-8 text; save it in that encoding", data.count(b"\n", 0, fault.start) + 1)
    parser = ParserCreate()
    reader = _Reader(file, lambda: (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))
    # Where the outermost element begins and ends.
    bounds: list[int] = []
    css: list[str] = []
    line = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal line
        if not reader.depth:
            bounds.append(parser.CurrentByteIndex)
        css.clear()
        line = parser.CurrentLineNumber
        reader.start(tag, attributes)

    def end(tag: str) -> None:
        if tag == "style":
            reader.look_at_style("".join(css), line)
        reader.end(tag)
        if not reader.depth:
            bounds.append(parser.CurrentByteIndex)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, css.append
    try:
        parser.Parse(data, True)
    except ExpatError as fault:
        message = f"is not XML: {ErrorString(fault.code)}; mend the line, or save the drawing anew"
        return refused(message, fault.lineno, fault.offset + 1)
    opening = _START.match(data, bounds[0])
    if reader.name != "svg" or not opening:
        return refused(f"is no SVG drawing: it begins with '<{reader.name}>'; save it as plain SVG", 1, 1)
    reader.look_at_ids(reader.ids)
    body = data[opening.end() : max(opening.end(), bounds[1])].decode()
    frame = {name: value for name, value in reader.root.items() if not _OF_FRAME.fullmatch(name)}
    frame["style"] = _SIZES.sub("", frame.get("style", "")).strip()
    if style := "".join(f' {name}="{escape(value)}"' for name, value in frame.items() if value):
        body = f"<g{style}>{body}</g>"
    # A drawing without a viewBox has its width and height, where these are pixels.
    width, height = (_NUMBER.fullmatch(reader.root.get(name, "")) for name in ("width", "height"))
    view = reader.root.get("viewBox") or (f"0 0 {width[1]} {height[1]}" if width and height else "")
    if not view:
        reader.add((1, 1), 'has no viewBox, so nobody knows how large it is; add viewBox="0 0 WIDTH HEIGHT"')
    elif not reader.problems and (unseen := fault_of_shapes(view, reader.boxes)):
        reader.add((1, 1), unseen)
    text, tag = data[bounds[0] :].decode().rstrip(), opening[0].decode()
    whole = _SIZES.sub("", tag) if "style" in reader.root else tag
    if "viewBox" not in reader.root and view:
        whole = whole.replace("<svg", f'<svg viewBox="{view}"', 1)
    image = whole + text[len(tag) :]
    icon = (_SIDES.sub("", whole) if view else whole) + text[len(tag) :]
    # As an image, a drawing is XML, in which each prefix is declared.
    needed = {"xmlns": "", "xmlns:xlink": "xlink:"}
    lacking = (name for name, prefix in needed.items() if name not in reader.root and prefix in text)
    declared = "".join(f' {name}="{_NAMESPACES[name]}"' for name in lacking)
    head = _DECLARATION.sub("", data[: bounds[0]].decode())
    whole = head + image.replace("<svg", f"<svg{declared}", 1)
    return Svg(view, body, tuple(reader.problems), icon, whole, reader.is_bare)


def read_svg(file: Path) -> Svg:
    """Return the drawing in a file; raises OSError."""
    known = file.stat()
    return _parsed(file, (known.st_mtime_ns, known.st_size))


# A number isn't read again as two shorter ones.
_A_NUMBER = r"(?>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
# Numbers of a list may touch, as in 1-2 and .5.5.
_GAP = r"\s*,?\s*"
_UNIT = r"(?:px|pt|pc|mm|cm|in|Q|rem|em|ex|ch|vw|vh|%)"
_ANGLE = r"(?:deg|grad|rad|turn)"
_LENGTH = rf"{_A_NUMBER}{_UNIT}?"
_LENGTHS = rf"{_LENGTH}(?:{_GAP}{_LENGTH})*"
_FUNCTION = re.compile(rf"\s*,?\s*([\w-]+)\s*\(\s*((?:{_A_NUMBER}(?:{_UNIT}|{_ANGLE})?{_GAP})*)\)\s*")
_COORDINATE = re.compile(rf"{_A_NUMBER}{_GAP}")
# The characters of a value that a message shows.
_MOST_SHOWN = 20
# The numbers of a command of a path, of which two are flags in an arc: these are one character each.
_ARGUMENTS = {**dict.fromkeys("mlt", 2), **dict.fromkeys("hv", 1), **dict.fromkeys("sq", 4), "c": 6, "z": 0}
_COMMANDS = {
    command: re.compile(rf"\s*(?:(?:{_A_NUMBER}{_GAP}){{{count}}})+") for command, count in _ARGUMENTS.items()
} | {"a": re.compile(rf"\s*(?:(?:{_A_NUMBER}{_GAP}){{3}}(?:[01]{_GAP}){{2}}(?:{_A_NUMBER}{_GAP}){{2}})+")}


def _fault_of_transform(value: str) -> str:
    while value:
        if not (function := _FUNCTION.match(value)):
            return f"'{_shortened(value.strip())}' is no function with numbers"
        name, count = function[1], len(_COORDINATE.findall(function[2]))
        known = _NAMES["transforms"]
        if name not in known:
            return f"'{name}' is no function of a transform{closest(name, known)}"
        if count not in known[name]:
            return f"'{name}' has {count} numbers; it has {' or '.join(map(str, known[name]))}"
        value = value[function.end() :]
    return ""


def _fault_of_points(value: str) -> str:
    numbers = re.match(rf"(?:{_A_NUMBER}{_GAP})*", value)
    if numbers and (left := value[numbers.end() :]):
        return f"'{_shortened(left)}' is no number"
    count = len(_COORDINATE.findall(value))
    return f"it has {count} numbers, and each point has two" if count % 2 else ""


def _fault_of_path(value: str) -> str:
    at = 0
    while at < len(value):
        command, left = value[at], _shortened(value[at : at + _MOST_SHOWN + 1])
        if command.lower() not in _COMMANDS:
            return f"'{left}' is no command of a path; is a letter before it wrong, or a number missing or too much?"
        if at == 0 and command.lower() != "m":
            return f"it begins with '{left}'; a path begins with M and a point"
        arguments = _COMMANDS[command.lower()].match(value, at + 1)
        if not arguments:
            return f"'{left}' lacks numbers of the command '{command}'"
        at = arguments.end()
    return ""


# Of the sorts of values that one pattern matches: what they are, and the pattern.
_SORTS = {
    "lengths": ("length", _LENGTHS),
    "length": ("length", _LENGTH),
    "size": ("length", f"(?:{_LENGTH}|auto)"),
    "dashes": ("list of lengths", f"none|{_LENGTHS}"),
    "amount": ("number and no percentage", f"{_A_NUMBER}%?"),
    "number": ("number", _A_NUMBER),
    "view": ("list of four numbers", rf"{_A_NUMBER}(?:{_GAP}{_A_NUMBER}){{3}}"),
}
_FAULTS = {"transform": _fault_of_transform, "points": _fault_of_points, "path": _fault_of_path}
_SORT_BY_NAME = {name: sort for sort, names in _NAMES["numbers"].items() for name in names.split()}


def fault_of_value(name: str, value: str) -> str:
    """Return what is wrong with the value of an attribute of a drawing, or of a property of its style; empty if it is
    right, or the attribute has no grammar."""
    value = re.sub(r"\s*!important$", "", value.strip())
    if not value or value in ("inherit", "initial", "unset", "none"):
        return ""
    if words := _NAMES["words"].get(name, "").split():
        return "" if value in words else f"it is none of {', '.join(words)}{closest(value, words)}"
    sort = _SORT_BY_NAME.get(name)
    if sort in _SORTS:
        what, pattern = _SORTS[sort]
        return "" if re.fullmatch(pattern, value) else f"it is no {what}"
    return _FAULTS[sort](value) if sort else ""


# Left, top, right and bottom of a shape.
Box = tuple[float, float, float, float]


def box_of(tag: str, attributes: Mapping[str, str]) -> Box | None:
    """Return the box of a shape in the units of the drawing; None if it is not known from plain numbers."""

    def number(name: str) -> float:
        return float(attributes.get(name) or 0)

    try:
        match tag:
            case "rect":
                return number("x"), number("y"), number("x") + number("width"), number("y") + number("height")
            case "circle" | "ellipse":
                wide, high = (number("r"),) * 2 if tag == "circle" else (number("rx"), number("ry"))
                return number("cx") - wide, number("cy") - high, number("cx") + wide, number("cy") + high
            case "polygon" | "polyline":
                numbers = _numbers_in(attributes.get("points", ""))
                across, down = numbers[::2], numbers[1::2]
                return (min(across), min(down), max(across), max(down)) if down else None
    except ValueError:
        # A length with a unit.
        return None
    return None


def _numbers_in(text: str) -> list[float]:
    return [float(number) for number in re.findall(_A_NUMBER, text)]


def fault_of_shapes(view: str, boxes: Iterable[Box | None]) -> str:
    """Return what is wrong with all that a drawing paints: it is nothing, or none of it is in the ``view``."""
    known = list(boxes)
    if not known:
        return "paints nothing: there is no shape in it; draw one"
    left, top, width, height = _numbers_in(view)
    field = (left, top, left + width, top + height)
    is_seen = any(
        box is None or (box[0] < field[2] and box[2] > left and box[1] < field[3] and box[3] > top) for box in known
    )
    return "" if is_seen else f"no shape is within the viewBox '{view}'; move the shapes, or mend the viewBox"


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
