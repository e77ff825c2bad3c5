"""Placeholders of figures in messages, and words with a singular and a plural: ``%(markers)s {marker|markers}``.

The words in braces agree with a figure: the one inside the braces, else the nearest before, else the next.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from kensei_docs.problems import closest

# A placeholder of a figure in a message or formula, ``%(name)s``, or of a figure as words, ``%(name|words)s``. Also
# matches ``%%``, and a lone ``%`` (a fault).
PLACEHOLDER = re.compile(r"%\((?P<name>[^)|]*)(?:\|(?P<way>[^)]*))?\)s|%%|%")
# The ways in which a placeholder can ask for a figure as words; ``number_in_words`` says what each gives.
WAYS = ("words", "feminine", "masculine", "times", "multiple")
# What was meant to be a placeholder, from a percent sign that is none on: ``%(name)d``, ``%(name) s``, ``% (name)s``,
# ``%{name}``; and ``%name``, ``%name%``.
_NEARLY = re.compile(
    r"%\s?[({\[]\s*(?P<name>[\w-]+)(?P<way>\s*\|\s*\w+)?"
    r"(?:\s*[)}\]](?:(?:\s?[sd]|[-+#0]*\d*(?:\.\d+)?[A-Za-z])(?!\w))?)?"
)
_BARE = re.compile(r"%(?P<name>[\w-]+)(?P<way>)%?")
# A name in brackets with what a program would make of it: ``%(name)d``, ``%(name) s``; not "50 %(at most)".
_NAMED = re.compile(r"%\([\w|-]*\)(?:\s?[sd]|[-+#0]*\d*(?:\.\d+)?[A-Za-z])(?!\w)")
# A figure as other programs write it: ``$name``, ``${name}``, ``$(name)s``.
_WITH_DOLLAR = re.compile(r"\$[({]?(?P<name>[\w-]*\w)(?:\)s?|\})?")
_PART = r"((?:%\([^)]*\)s|[^{}|])*)"
_FORMS = re.compile(rf"\{{{_PART}\|{_PART}\}}")


class Forms(NamedTuple):
    """The text of a message for one thing and for several, and the name of the figure that chooses.

    A message with one form has no ``many`` and no ``counted``.
    """

    one: str
    many: str = ""
    counted: str = ""


def forms_of(message: str) -> Forms:
    """Return the forms of a message; braces without a figure are words like others."""
    if "{" not in message:
        return Forms(message)
    singular, plural = _FORMS.sub(r"\1", message), _FORMS.sub(r"\2", message)
    counted = next(iter(counted_in(message)), "")
    return Forms(singular, plural, counted) if counted and plural else Forms(message)


class Mistake(NamedTuple):
    """What was meant to be a placeholder of a ``figure`` and is none; ``said`` tells it, after "has".

    The figure is empty where it is not known which is meant.
    """

    figure: str
    said: str


LONE_SIGN = "a lone %; write %%"


def mistakes_in(message: str, figures: Collection[str]) -> list[Mistake]:
    """Return the placeholders that are none in a message with some figures, each way of writing one once.

    Without figures, each name may be one.
    """
    return list(dict.fromkeys(_mistakes(message, figures)))


def _mistakes(message: str, figures: Collection[str]) -> Iterator[Mistake]:
    one = next(iter(figures)) if len(figures) == 1 else ""
    only = one and f"; did you mean '%({one})s'?"
    end = 0
    for place in PLACEHOLDER.finditer(message):
        sign = place.group()
        if place["name"] is not None:
            if not place["name"].strip():
                yield Mistake(one, f"{sign}, which names no figure{only}; write %(NAME)s, or take it away")
            continue
        if place.start() < end:
            continue
        # A doubled sign before a name in brackets prints them as they stand.
        nearly = _NEARLY.match(message, place.end() - 1) or _BARE.match(message, place.end() - 1)
        name = nearly["name"] if nearly else ""
        is_name = name in figures or (not figures and message[place.end() : place.end() + 1] == "(")
        if nearly and is_name and (sign == "%" or nearly.group()[1] == "("):
            meant = f"%({name}{(nearly['way'] or '').replace(' ', '')})s"
            written = sign[1:] + nearly.group()
            printed = "" if sign == "%" else " and prints its name"
            end = nearly.end()
            yield Mistake(name, f"'{written}', which is no placeholder{printed}; did you mean '{meant}'?")
        elif nearly and nearly.group()[1] == "(" and (sign == "%" or nearly.group().endswith(")s")):
            hint = closest(f"%({name})s", [f"%({figure})s" for figure in figures]) or only
            yield Mistake(one, f"'{sign[1:]}{nearly.group()}', which is no placeholder{hint}; write %(NAME)s, or words")
        elif sign == "%":
            yield Mistake("", LONE_SIGN)
    for found in _WITH_DOLLAR.finditer(message):
        if (name := found["name"]) in figures:
            yield Mistake(name, f"'{found.group()}', which is no placeholder; did you mean '%({name})s'?")


def unknown_ways(message: str) -> list[str]:
    """Return what is wrong with each placeholder of a message that asks for a figure in a way that there is not."""
    asked = {(place["name"], place["way"]) for place in PLACEHOLDER.finditer(message) if place["way"] is not None}
    return [
        f"%({name}|{way})s, and '{way}' is no way to say a figure{closest(way, WAYS)}; write one of {', '.join(WAYS)}"
        for name, way in sorted(asked)
        if way not in WAYS
    ]


def counted_in(message: str) -> dict[str, None]:
    """Return the names of the figures that words in braces agree with; a message with several can't be translated.

    The keys of the mapping are the names, in order; its values are None.
    """
    names: dict[str, None] = {}
    for braces in _FORMS.finditer(message):
        inside = _named(braces.group())
        before, after = _named(message[: braces.start()]), _named(message[braces.end() :])
        names[(inside[-1:] or before[-1:] or after[:1] or [""])[0]] = None
    return names


def placeholder_in_cell(words: str) -> str:
    """Return what looks like a placeholder in the words of a cell, where it stands for nothing; empty without one."""
    named = next((one for one in PLACEHOLDER.finditer(words) if one["name"] is not None), None) or _NAMED.search(words)
    return named.group() if named else ""


def of_braces_in_cell(inner: str) -> str:
    """Return what to write in a cell in the place of braces around some words, which mean nothing there."""
    if "|" in inner:
        return "write one of the words, or put its figure before them"
    icon = inner.strip()
    is_name = re.fullmatch(r"[\w-]+", icon)
    as_icon = f", or {{icon:{icon}}} for an icon, drawn as templates/_shared/icons/{icon}.svg" if is_name else ""
    return f"write ({icon}) for words{as_icon}"


def figure_of_cell(field: str, number: int) -> str:
    """Return the name of a figure that stands in the words of a cell: the ``number``-th of its field, from 1."""
    return f"{field}-{number}"


def is_figure_of_cell(name: str) -> bool:
    """Return whether a figure has such a name."""
    return bool(re.fullmatch(r"[a-z0-9-]+-\d+", name))


def renumbered(field: str, before: Sequence[str], after: Sequence[str]) -> dict[str, str] | None:
    """Return the new names by the former ones, where two texts differ only in the numbers of figures of cells.

    ``before`` and ``after`` are the forms of a message of a record's ``field``. None where anything else differs. An
    earlier version counted the figures of the whole row: a column more gave all of them other numbers.
    """
    shape = re.compile(rf"{re.escape(field)}-\d+")
    names: dict[str, str] = {}
    for old, new in zip(before, after, strict=True):
        if PLACEHOLDER.sub("%", old) != PLACEHOLDER.sub("%", new):
            return None
        for one, other in zip(PLACEHOLDER.finditer(old), PLACEHOLDER.finditer(new), strict=True):
            is_of_cell = all(shape.fullmatch(each["name"] or "") for each in (one, other))
            ours, theirs = one.groupdict(), other.groupdict()
            if (ours != theirs and not is_of_cell) or ours["way"] != theirs["way"]:
                return None
            if names.setdefault(ours["name"], theirs["name"]) != theirs["name"]:
                return None
    return names if len({*names.values()}) == len(names) else None


def with_names(text: str, names: dict[str, str]) -> str:
    """Return a text with its placeholders under other names."""

    def renamed(placeholder: re.Match[str]) -> str:
        name = names.get(placeholder["name"])
        way = f"|{placeholder['way']}" if placeholder["way"] is not None else ""
        return f"%({name}{way})s" if name else placeholder.group()

    return PLACEHOLDER.sub(renamed, text)


def _named(words: str) -> list[str]:
    return [placeholder["name"] for placeholder in PLACEHOLDER.finditer(words) if placeholder["name"]]
