"""The values of attributes of drawings: small grammars of lengths, points, paths and transforms, one of each.

A renderer takes a value that it can't read for nothing, or for zero, and what it draws vanishes in silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from kensei_docs.problems import closest

# A number isn't read again as two shorter ones.
_NUMBER = r"(?>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
# Numbers of a list may touch, as in 1-2 and .5.5.
_GAP = r"\s*,?\s*"
_UNIT = r"(?:px|pt|pc|mm|cm|in|Q|rem|em|ex|ch|vw|vh|%)"
_ANGLE = r"(?:deg|grad|rad|turn)"
_LENGTH = rf"{_NUMBER}{_UNIT}?"
_LENGTHS = rf"{_LENGTH}(?:{_GAP}{_LENGTH})*"
_FUNCTION = re.compile(rf"\s*,?\s*([\w-]+)\s*\(\s*((?:{_NUMBER}(?:{_UNIT}|{_ANGLE})?{_GAP})*)\)\s*")
_COORDINATE = re.compile(rf"{_NUMBER}{_GAP}")
# How many numbers a function of a transform has.
_FUNCTIONS = {
    "matrix": (6,),
    "rotate": (1, 3),
    **dict.fromkeys(("translate", "scale", "skew"), (1, 2)),
    **dict.fromkeys(("translateX", "translateY", "scaleX", "scaleY", "skewX", "skewY"), (1,)),
}
# The numbers of a command of a path, of which two are flags in an arc: these are one character each.
_ARGUMENTS = {**dict.fromkeys("mlt", 2), **dict.fromkeys("hv", 1), **dict.fromkeys("sq", 4), "c": 6, "z": 0}
_COMMANDS = {
    command: re.compile(rf"(?:{_NUMBER}{_GAP}){{{count}}}" if count else "") for command, count in _ARGUMENTS.items()
} | {"a": re.compile(rf"(?:{_NUMBER}{_GAP}){{3}}(?:[01]{_GAP}){{2}}(?:{_NUMBER}{_GAP}){{2}}")}


def _fault_of_transform(value: str) -> str:
    at = 0
    while at < len(value):
        if not (function := _FUNCTION.match(value, at)):
            return f"'{_shortened(value[at:].strip())}' is no function with numbers"
        name, count = function[1], len(_COORDINATE.findall(function[2]))
        if name not in _FUNCTIONS:
            return f"'{name}' is no function of a transform{closest(name, _FUNCTIONS)}"
        if count not in _FUNCTIONS[name]:
            return f"'{name}' has {count} numbers; it has {' or '.join(map(str, _FUNCTIONS[name]))}"
        at = function.end()
    return ""


def _fault_of_points(value: str) -> str:
    at = count = 0
    while coordinate := _COORDINATE.match(value, at):
        at, count = coordinate.end(), count + 1
    if at < len(value):
        return f"'{_shortened(value[at:])}' is no number"
    return f"it has {count} numbers, and each point has two" if count % 2 else ""


def _fault_of_path(value: str) -> str:
    at = 0
    while at < len(value):
        command, rest = value[at], _shortened(value[at:])
        if command.lower() not in _COMMANDS:
            return f"'{rest}' is no command of a path; is a letter before it wrong, or a number missing or too much?"
        if at == 0 and command.lower() != "m":
            return f"it begins with '{rest}'; a path begins with M and a point"
        at += 1 + len(value[at + 1 :]) - len(value[at + 1 :].lstrip())
        arguments = _COMMANDS[command.lower()]
        begun = at
        while (group := arguments.match(value, at)) and group[0]:
            at = group.end()
        if command.lower() != "z" and at == begun:
            return f"'{rest}' lacks numbers of the command '{command}'"
    return ""


def _pattern(pattern: str, what: str) -> Callable[[str], str]:
    known = re.compile(pattern)
    return lambda value: "" if known.fullmatch(value) else f"it is no {what}"


def _words(*words: str) -> Callable[[str], str]:
    return lambda value: "" if value in words else f"it is none of {', '.join(words)}{closest(value, words)}"


_UNITS = _words("userSpaceOnUse", "objectBoundingBox")
_AMOUNT = _pattern(f"{_NUMBER}%?", "number and no percentage")
# What is wrong with the value of each attribute; a property of a style has the same grammar.
_GRAMMARS: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("x", "y", "dx", "dy"), _pattern(_LENGTHS, "length")),
    **dict.fromkeys(("cx", "cy", "fx", "fy", "x1", "x2", "y1", "y2"), _pattern(_LENGTH, "length")),
    **dict.fromkeys(("width", "height", "rx", "ry"), _pattern(f"(?:{_LENGTH}|auto)", "length")),
    **dict.fromkeys(("r", "stroke-width", "stroke-dashoffset"), _pattern(_LENGTH, "length")),
    "stroke-dasharray": _pattern(f"none|{_LENGTHS}", "list of lengths"),
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "offset"), _AMOUNT),
    "stroke-miterlimit": _pattern(_NUMBER, "number"),
    "viewBox": _pattern(rf"{_NUMBER}(?:{_GAP}{_NUMBER}){{3}}", "list of four numbers"),
    **dict.fromkeys(("transform", "gradientTransform", "patternTransform"), _fault_of_transform),
    "points": _fault_of_points,
    "d": _fault_of_path,
    "stroke-linecap": _words("butt", "round", "square"),
    "stroke-linejoin": _words("miter", "round", "bevel", "miter-clip", "arcs"),
    **dict.fromkeys(("fill-rule", "clip-rule"), _words("nonzero", "evenodd")),
    "text-anchor": _words("start", "middle", "end"),
    **dict.fromkeys(("gradientUnits", "patternUnits", "maskUnits", "clipPathUnits"), _UNITS),
    "spreadMethod": _words("pad", "reflect", "repeat"),
}


def fault_of_value(name: str, value: str) -> str:
    """Return what is wrong with the value of an attribute of a drawing, or of a property of its style; empty if it is
    right, or the attribute has no grammar."""
    value = re.sub(r"\s*!important$", "", value.strip())
    grammar = _GRAMMARS.get(name)
    if not grammar or not value or value in ("inherit", "initial", "unset", "none"):
        return ""
    return grammar(value)


# Left, top, right and bottom of a shape.
Box = tuple[float, float, float, float]
# Elements that paint something by themselves.
PAINTING = frozenset(
    re.findall(r"\S+", "circle ellipse image line path polygon polyline rect text use foreignObject style svg")
)


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
    return [float(number) for number in re.findall(_NUMBER, text)]


def fault_of_shapes(view: str, boxes: Iterable[Box | None]) -> str:
    """Return what is wrong with all that a drawing paints: it is nothing, or none of it is in the ``view``."""
    known = list(boxes)
    if not known:
        return "paints nothing: there is no shape in it; draw one"
    left, top, width, height = _numbers_in(view)
    seen = [
        box is None or (box[0] < left + width and box[2] > left and box[1] < top + height and box[3] > top)
        for box in known
    ]
    return "" if any(seen) else f"no shape is within the viewBox '{view}'; move the shapes, or mend the viewBox"


def _shortened(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"
