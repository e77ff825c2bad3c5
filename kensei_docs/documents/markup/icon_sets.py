"""Sets of icons in the folder ``art``: files of Iconify (JSON), which have some thousand icons, authors and a licence.

A set is read where an icon is asked for that nobody drew for the game. Of its icons, those that are printed go into a
document. Who made a set is said where a template asks for ``credits``; whether an edition uses a set is seen in its
records and in the templates of the project, as no document knows what the others print.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from kensei_docs.database import Edition
from kensei_docs.discover import files_inside
from kensei_docs.documents.markup.environment import ForTemplates
from kensei_docs.documents.markup.pictures import SET
from kensei_docs.documents.markup.svg import Svg, parse_svg
from kensei_docs.problems import Place, Problem
from kensei_docs.project import ART, TEMPLATES, Project

CHECK = "icons"
# The function of templates that returns who made the sets of an edition.
CREDITS = "credits"
# The file that a package of a set has for its authors and licence, beside that of its icons.
_INFO = "info.json"
# The bytes of a set at most; the largest that there are have some ten millions.
_MOST_BYTES = 100_000_000
# An icon may be another one turned, and so on.
_MOST_ALIASES = 10
# The size of an icon, where a set says none.
_USUAL_SIZE = 16
# The colour of an icon without one of its own: black, as of the drawn ones.
_CURRENT, _USUAL_COLOUR = "currentColor", "#000"
# How a template, and a text, ask for an icon by a name that they write out; and any other call of a template.
_ASKED = re.compile(r"""\bicon\(\s*["']([\w:-]+)["']\s*[,)]|\{icon:([\w:-]+)\}""")
_COMPUTED = re.compile(r"""\bicon\(\s*(?:[^"'\s)]|["'][^"']*["']\s*[^,)\s])""")
# The licences that ask for nothing.
_GIVEN_AWAY = re.compile(r"\b(?:CC0|Unlicense|0BSD|MIT-0|public domain)\b", re.I)
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True)
class IconSet(ForTemplates):
    """A set of icons: its prefix and file, what it is called, who made it, and under which licence and address."""

    prefix: str
    file: str
    title: str
    author: str
    licence: str
    address: str
    icons: Mapping[str, Any]
    aliases: Mapping[str, Any]
    sizes: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash(self.file)

    def __contains__(self, name: object) -> bool:
        return name in self.icons or name in self.aliases

    @property
    def names(self) -> Iterator[str]:
        """The names of all its icons."""
        yield from (*self.icons, *self.aliases)

    @property
    def credit(self) -> str:
        """Its name, and in brackets who made it, its licence and its address, as far as it says so."""
        said = ", ".join(filter(None, (self.author, self.licence, self.address)))
        return f"{self.title} ({said})" if said else self.title

    @property
    def asks_for_credit(self) -> bool:
        """Whether its licence asks for the name of who made it; one that is not known may."""
        return not _GIVEN_AWAY.search(self.licence)

    def drawing(self, name: str) -> Svg:
        """Return an icon as a drawing; without a view, it can't be printed."""
        return _drawing(self, name)


@cache
def _drawing(icons: IconSet, name: str) -> Svg:
    body, box, turns, flips = _resolved(icons, name)
    if not body:
        return Svg("", "", (Problem(Place(icons.file), f"has no lines for the icon '{name}'; take it out", CHECK),))
    left, top, width, height = box
    steps: list[str] = []
    across, down = flips
    if across and down:
        turns += 2
    elif across:
        steps = [f"translate({width + left:g} {-top:g})", "scale(-1 1)"]
        left = top = 0
    elif down:
        steps = [f"translate({-left:g} {height + top:g})", "scale(1 -1)"]
        left = top = 0
    # A quarter turn swaps the sides, which is right round this point.
    if turns % 4 == 1:
        steps.insert(0, f"rotate(90 {height / 2 + top:g} {height / 2 + top:g})")
    elif turns % 4 == 2:
        steps.insert(0, f"rotate(180 {width / 2 + left:g} {height / 2 + top:g})")
    elif turns % 4 == 3:
        steps.insert(0, f"rotate(-90 {width / 2 + left:g} {width / 2 + left:g})")
    if turns % 2:
        left, top, width, height = top, left, height, width
    if steps:
        body = f'<g transform="{" ".join(steps)}">{body}</g>'
    body = body.replace(_CURRENT, _USUAL_COLOUR)
    view = f"{left:g} {top:g} {width:g} {height:g}"
    drawn = parse_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'.encode(), icons.file)
    told = (Problem(Place(icons.file), f"the icon '{name}': {one.message}", CHECK) for one in drawn.problems)
    return replace(drawn, problems=tuple(told))


def _resolved(icons: IconSet, name: str) -> tuple[str, tuple[float, float, float, float], int, tuple[bool, bool]]:
    """Return the body of an icon, its box (left, top, width, height), its quarter turns, and whether it is flipped,
    across and down; an empty body if it names itself."""
    turns, across, down = 0, False, False
    own: dict[str, Any] = {}
    for _ in range(_MOST_ALIASES):
        entry = icons.icons.get(name) or icons.aliases.get(name)
        if not isinstance(entry, Mapping):
            break
        turns += int(entry.get("rotate") or 0)
        across ^= bool(entry.get("hFlip"))
        down ^= bool(entry.get("vFlip"))
        # What an alias says of its box goes before what its parent says.
        own = {**entry, **own}
        if "body" in entry:
            usual = {"left": 0, "top": 0, "width": _USUAL_SIZE, "height": _USUAL_SIZE, **icons.sizes}
            left, top, width, height = (float(own.get(side, usual[side])) for side in usual)
            return str(entry["body"]), (left, top, width, height), turns, (across, down)
        name = str(entry.get("parent"))
    return "", (0, 0, 0, 0), 0, (False, False)


def icon_sets(project: Project) -> tuple[dict[str, IconSet], list[Problem]]:
    """Return the sets of icons of a project by their prefixes, and the problems of files that can't be read."""
    found: dict[str, IconSet] = {}
    problems: list[Problem] = []
    for folder in reversed(project.folders(ART)):
        for file in files_inside(folder):
            if file.suffix.lower() == SET and not file.name.startswith("."):
                known = file.stat()
                icons, problem = _read(file, (known.st_mtime_ns, known.st_size))
                problems += [problem] if problem else []
                if icons:
                    found[icons.prefix] = icons
    return found, problems


@cache
def _read(file: Path, _changed: tuple[int, int]) -> tuple[IconSet | None, Problem | None]:
    """Return the set of icons in a file, or the problem of it; neither for a file of something else."""
    if file.stat().st_size > _MOST_BYTES:
        message = f"has more than {_MOST_BYTES // 1_000_000} MB; keep the icons that you need"
        return None, Problem(Place(str(file)), message, CHECK)
    try:
        data = json.loads(file.read_bytes())
    except json.JSONDecodeError as fault:
        message = f"is no JSON that can be read ({fault.msg}); get the set of icons anew"
        return None, Problem(Place(str(file), fault.lineno, fault.colno), message, CHECK)
    except (UnicodeDecodeError, RecursionError, OSError) as fault:
        message = f"can't be read ({type(fault).__name__}); get the set of icons anew"
        return None, Problem(Place(str(file)), message, CHECK)
    if not isinstance(data, dict) or not isinstance(data.get("icons"), dict) or not isinstance(data.get("prefix"), str):
        # A package of a set has other files beside it.
        return None, None
    info = data["info"] if isinstance(data.get("info"), dict) else _info_beside(file)
    author, licence = (dict(info[key]) if isinstance(info.get(key), dict) else {} for key in ("author", "license"))
    sizes = {side: data[side] for side in ("left", "top", "width", "height") if isinstance(data.get(side), int | float)}
    address = str(author.get("url") or licence.get("url") or "")
    return IconSet(
        data["prefix"],
        str(file),
        str(info.get("name") or data["prefix"]),
        str(author.get("name") or ""),
        str(licence.get("title") or licence.get("spdx") or ""),
        re.sub(r"^https?://(?:www\.)?|/$", "", address),
        data["icons"],
        data["aliases"] if isinstance(data.get("aliases"), dict) else {},
        sizes,
    ), None


def _info_beside(file: Path) -> dict[str, Any]:
    try:
        info = json.loads((file.parent / _INFO).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return info if isinstance(info, dict) else {}


def used_sets(project: Project, edition: Edition, drawn: Iterable[str]) -> list[IconSet]:
    """Return the sets of which the templates of a project, or the records of an edition, name an icon.

    ``drawn`` are the names of the icons that are drawn for the game: a name of theirs is no other set's.
    """
    sets, _ = icon_sets(project)
    if not sets:
        return []
    templates = [
        file.read_text(encoding="utf-8", errors="replace")
        for folder in project.folders(TEMPLATES)
        if project.holds(folder)
        for file in files_inside(folder)
        if file.suffix == ".j2"
    ]
    values = [value for record in edition.records.values() for value in _texts_in(record.data)]
    texts = [*templates, *values]
    named = {name for text in texts for match in _ASKED.finditer(text) for name in match.groups() if name}
    if any(map(_COMPUTED.search, templates)):
        # A template may ask for the icon that any field names.
        named |= {value for value in values if _NAME.fullmatch(value.rpartition(":")[2])}
    own = set(drawn)
    used: list[IconSet] = []
    for icons in sets.values():
        prefix = f"{icons.prefix}:"
        plain = (name for name in named if name not in own and sum(name in one for one in sets.values()) == 1)
        if any(name.removeprefix(prefix) in icons for name in named if name.startswith(prefix)) or any(
            name in icons for name in plain
        ):
            used.append(icons)
    return used


def _texts_in(data: Any) -> Iterator[str]:
    """Yield the texts of a record, at any depth."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _texts_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts_in(value)
