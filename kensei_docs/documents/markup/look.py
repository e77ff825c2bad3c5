"""How an edition looks: its colours, patterns, crests and drawings, in one theme.

Colours are named by what they are for, in ``templates/_shared/look.yaml``; an edition's ``look`` and a theme change
some of them. A deck, a clan or a card has a look too: ``look`` in ``kind.yaml`` and in a record. Drawings have three
literal colours, for ink, accent and paper, which take the places of the palette's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.yamlfile import read_cached
from kensei_docs.discover import files_of
from kensei_docs.documents.kinds.kind import MANIFEST, Kind, load_kinds
from kensei_docs.documents.kinds.themes import Theme
from kensei_docs.documents.markup.drawings.patterns import read_tile, repeat
from kensei_docs.documents.markup.environment import SHARED
from kensei_docs.documents.markup.sandbox import ForTemplates
from kensei_docs.documents.markup.screen import picture_url
from kensei_docs.problems import Place, Problem, check, closest
from kensei_docs.project import SHARED_TEMPLATES, Project

# The look of all editions, in ``templates/_shared``.
SETTINGS = "look.yaml"
# The folders of drawings, by what a look names.
FOLDERS = {"art": "art", "beside": "art", "crest": "crests", "pattern": "patterns"}
CHECK = "pictures"

# The colours of drawings: ink, accent and paper.
_INK, _ACCENT, _PAPER = "#201c1a", "#b3321f", "#faf5ea"
_DRAWN = re.compile("|".join((_INK, _ACCENT, _PAPER)))
_OUTER = re.compile(r"^.*?<svg\b[^>]*>(.*)</svg>\s*$", re.S)
# The sun of a drawing: a circle in the accent as its first shape.
_SUN = re.compile(rf'^\s*<circle [^>]*fill="{_ACCENT}"/>')
_VIEW = re.compile(r'viewBox="([^"]+)"')
# The ids in a drawing; before them go a private character, which stands for the digest of the face, and a number.
_ID = re.compile(r'(?<= id=")|(?<=url\(#)')
UNIQUE = "\ue004"
# How much paper is mixed into the lines of a pattern: on faces, and on backs; of patterns made of areas, less.
_FACE, _BACK, _FACE_AREA, _BACK_AREA = 0.24, 0.34, 0.11, 0.13
# The colours of a palette that are light, and those that only themes have.
_OF_PAPER = {"paper", "tint", "on-head", "field", "meadow"}
_OF_THEMES = ("field", "pattern", "back-pattern")
# The scale of patterns on backs.
_BACK_SCALE = 1.15
# How many repeats of a pattern, in each direction, are a tile of a screen's.
_TILES = 4
# The width in a drawing's units of the paper around it where it stands on a pattern.
_HALO = 8


def common_look(project: Project) -> dict[str, Any]:
    """Return the look of all editions; a user's own settings go before the shipped ones."""
    found: dict[str, Any] = {}
    for file in reversed(project.files(*SHARED_TEMPLATES, SETTINGS)):
        tree, _ = read_cached(file, project.parsed)
        own = tree.value if isinstance(tree.value, dict) else {}
        found = {**found, **own, "palette": {**found.get("palette", {}), **(own.get("palette") or {})}}
    return found


def palette_of(project: Project, edition: Edition | None, theme: Theme) -> dict[str, str]:
    """Return the colours of an edition in a theme, by what they are for."""
    own = edition.look.get("palette") or {} if edition else {}
    palette = {**common_look(project).get("palette", {}), **own}
    if theme.ink and not theme.palette:
        # A theme of one ink and no palette leaves the paper as it is.
        palette = {name: theme.ink if name not in _OF_PAPER else "#ffffff" for name in (*palette, *_OF_THEMES)}
    return {name: theme.colours.get(colour, colour) for name, colour in {**palette, **theme.palette}.items()}


def style_of(palette: dict[str, str]) -> str:
    """Return a style sheet with a palette as variables: ``--ink``, ``--paper``, and so on."""
    # Sheets drawn before editions had colours of their own call the accent in text vermilion.
    named = {**palette, "vermilion": palette.get("accent-text", "#000")}
    return "html { " + " ".join(f"--{name}: {colour};" for name, colour in named.items()) + " }"


@dataclass(frozen=True)
class Identity:
    """What a deck, a clan or a card is known by: a colour, and the names of a pattern, a crest and a drawing; and of
    another drawing ``beside`` that, for a card of two things."""

    colour: str
    pattern: str
    crest: str
    art: str
    beside: str


class Look(ForTemplates):
    """The pictures and colours of one kind of document of an edition, for templates.

    What is not there is reported in ``problems``.
    """

    def __init__(
        self, project: Project, kind: Kind, edition: Edition | None, theme: Theme, problems: list[Problem]
    ) -> None:
        self._project, self._kind, self._edition = project, kind, edition
        self._theme, self._problems = theme, problems
        self._palette = palette_of(project, edition, theme)
        self._common = common_look(project)
        self._drawn = 0
        self._drawings: dict[Path, tuple[str, str] | None] = {}

    def begin(self) -> Look:
        """Begin a face: drawings are counted anew, so that equal faces have equal markup. Return the look itself."""
        self._drawn = 0
        return self

    @cached_property
    def _files(self) -> dict[str, dict[str, Path]]:
        return {part: pictures(self._project, folder) for part, folder in FOLDERS.items()}

    def names(self, part: str) -> list[str]:
        """Return the names of all drawings, crests or patterns: ``part`` is ``art``, ``crest`` or ``pattern``."""
        return sorted(self._files[part])

    def colour(self, name: str) -> str:
        """Return a colour by what it is for, such as ``accent``, or a colour itself."""
        return self._palette.get(name, name)

    def of(self, record: Record | None = None, part: Mapping[str, Any] | None = None) -> Identity:
        """Return the look of a record, or of a part of it: its own, that of its group (``look.by``), its kind's, the
        deck's."""
        edition = self._edition.look if self._edition else {}
        decks, kinds = edition.get("decks") or {}, edition.get("kinds") or {}
        layers: list[dict[str, Any]] = [
            self._common,
            edition,
            {str(name): value for name, value in self._kind.look.items()},
            decks.get(self._kind.name) or {},
        ]
        if record and self._edition:
            group = self._kind.look.get("by", "")
            named = self._edition.records.get(f"{group}/{record.get(group)}") if record.get(group) else None
            layers += [kinds.get(record.kind) or {}, *(one.get("look") or {} for one in (named, record) if one)]
        if part:
            layers.append(part.get("look") or {})
        merged: dict[str, Any] = {}
        for layer in layers:
            merged |= {key: value for key, value in layer.items() if key in Identity.__dataclass_fields__}
        return Identity(
            self.colour(str(merged.get("colour", "accent"))),
            *(str(merged.get(part, "")) for part in ("pattern", "crest", "art", "beside")),
        )

    def of_chapter(self, kind: str) -> Identity:
        """Return the look of the records of a kind together, as a chapter has it: ``chapters`` of ``SETTINGS``, and the
        drawing that the edition has for them."""
        common = common_look(self._project)
        edition = self._edition.look if self._edition else {}
        merged: dict[str, Any] = {**common, **edition, **((common.get("chapters") or {}).get(kind) or {})}
        merged |= (edition.get("kinds") or {}).get(kind) or {}
        return Identity(
            self.colour(str(merged.get("colour", "head"))),
            *(str(merged.get(part, "")) for part in ("pattern", "crest", "art", "beside")),
        )

    def tile(self, identity: Identity) -> Markup:
        """Return a style for an element on a screen: the colour and the pattern of an identity, in tiles."""
        file = self._file("pattern", identity.pattern)
        ground = self.ground(identity)
        if file is None:
            return Markup("--ground: {}").format(ground)
        tile = read_tile(file)
        # Tiles that meet show hairlines: a field of some of them has few.
        across, down = tile.width * _TILES, tile.height * _TILES
        drawing = repeat(tile, across, down, 1, _mix(ground, self.on_field(identity), _FACE))
        return Markup("--ground: {}; --tile: url('{}')").format(ground, Markup(picture_url(drawing)))

    def ground(self, identity: Identity) -> str:
        """Return the colour of an identity's field."""
        return self._palette.get("field", identity.colour)

    def on_field(self, identity: Identity) -> str:
        """Return the colour of text on an identity's field without a pattern: paper on a dark one, ink on a light."""
        return self.text_on(self.ground(identity))

    def text_on(self, colour: str) -> str:
        """Return the colour of text on a colour: paper on a dark one, ink on a light."""
        return self._palette["ink" if _is_light(colour) else "paper"]

    def clearest_on(self, colour: str) -> str:
        """Return paper or ink, whichever has more contrast with a colour."""
        paper, ink = self._palette["paper"], self._palette["ink"]
        return max(paper, ink, key=lambda one: abs(_lightness(one) - _lightness(colour)))

    def bands(self, identity: Identity) -> tuple[str, ...]:
        """Return the colours of bands of distance from the nearest, a theme's (``band-1`` and on) or an identity's."""
        usual = (self._palette["head"], identity.colour, self._palette["tint"])
        return tuple(self._palette.get(f"band-{number}", colour) for number, colour in enumerate(usual, 1))

    def text_colour(self, identity: Identity) -> str:
        """Return the colour of a name in an identity's colour: ink, where a theme has no fields."""
        if "field" in self._palette:
            return self._palette["ink"]
        return self._palette["accent-text"] if identity.colour == self._palette["accent"] else identity.colour

    def art(self, name: str, accent: str = "", halo: bool = False, sun: bool = True) -> Markup:
        """Return a drawing; ``accent`` takes the place of the accent, ``halo`` parts it from a pattern behind it.

        Without ``sun``, a drawing that begins with one has none: a scene of several drawings has one sun of its own.
        """
        drawn = self._read("art", name)
        if drawn is None:
            return Markup('<span class="no-icon">?</span>' if name else "")
        view, body = drawn
        if not sun:
            body = _SUN.sub("", body)
        if accent and "field" not in self._palette:
            found = self._coloured(body, self.colour("ink"), accent, self.colour("paper"))
        else:
            found = self._coloured(body, self.colour("ink"), self.colour("accent"), self.colour("paper"))
        if halo:
            paper = self.colour("paper")
            shape = self._coloured(body, paper, paper, paper)
            found = f'<g stroke="{paper}" stroke-width="{_HALO}" stroke-linejoin="round">{shape}</g>{found}'
        return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{found}</svg>')

    def crest(self, name: str, colour: str, ground: str = "paper") -> Markup:
        """Return a crest in one colour on another; colours by name or as they are."""
        drawn = self._read("crest", name)
        if drawn is None:
            return Markup('<span class="no-icon">?</span>' if name else "")
        view, body = drawn
        front, back = self.colour(colour), self.colour(ground)
        coloured = self._coloured(body, front, front, back)
        return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{coloured}</svg>')

    def field(self, identity: Identity, width: float, height: float, back: bool = False) -> Markup:
        """Return a field of ``width`` by ``height`` mm in an identity's colour, with its pattern."""
        file = self._file("pattern", identity.pattern)
        ground = self.ground(identity)
        if file is None:
            return Markup('<div class="field" style="background: {}"></div>').format(ground)
        tile = read_tile(file)
        area = all("stroke" not in attributes for _, attributes in tile.shapes)
        mixed = (_BACK_AREA if area else _BACK) if back else (_FACE_AREA if area else _FACE)
        line = self._palette.get("back-pattern" if back else "pattern") or _mix(ground, self.on_field(identity), mixed)
        drawing = Markup(repeat(tile, width, height, _BACK_SCALE if back else 1, line))
        return Markup('<div class="field" style="background: {}; width: {}mm; height: {}mm">{}</div>').format(
            ground, width, height, drawing
        )

    def swatch(self, pattern: str, width: float, height: float) -> Markup:
        """Return a field of ``width`` by ``height`` mm with a pattern, in the second colour."""
        return self.field(replace(self.of(), colour=self.colour("second"), pattern=pattern), width, height)

    def _coloured(self, body: str, ink: str, accent: str, paper: str) -> str:
        colours = {_INK: ink, _ACCENT: accent, _PAPER: paper}
        return _DRAWN.sub(lambda found: colours[found[0]], body)

    def _file(self, part: str, name: str) -> Path | None:
        file = self._files[part].get(name)
        if file is None and name:
            problem = Problem(Place(str(self._kind.folder)), _missing(part, name, self._files[part]), CHECK)
            if problem not in self._problems:
                self._problems.append(problem)
        return file

    def _read(self, part: str, name: str) -> tuple[str, str] | None:
        """Return the viewBox of a drawing and what is in it; None where there is none of that name."""
        self._drawn += 1
        file = self._file(part, name)
        if file is None:
            return None
        if file not in self._drawings:
            text = file.read_text(encoding="utf-8")
            view, body = _VIEW.search(text), _OUTER.match(text)
            self._drawings[file] = (view[1], body[1]) if view and body else None
        drawn = self._drawings[file]
        return drawn and (drawn[0], _ID.sub(f"{UNIQUE}{self._drawn}-", drawn[1]))


def pictures(project: Project, folder: str) -> dict[str, Path]:
    """Return the drawings of a folder of ``templates/_shared`` by name; a user's own go before the shipped ones."""
    folders = reversed(project.folders(*SHARED_TEMPLATES, folder))
    return {file.stem: file for found in folders for file in files_of(found, ".svg")}


def _mix(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another mixed in."""
    one, two = ([int(text[i : i + 2], 16) for i in (1, 3, 5)] for text in (_long(colour), _long(other)))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))


def _lightness(colour: str) -> float:
    """Return how light a colour looks (CIE L*, 0 to 100)."""
    text = _long(colour)
    linear = [(int(text[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    return 116.0 * float((0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]) ** (1 / 3)) - 16.0


def _is_light(colour: str) -> bool:
    text = _long(colour)
    return sum(int(text[i : i + 2], 16) for i in (1, 3, 5)) > 3 * 0xA0


def _long(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(2 * sign for sign in colour[1:4])


def _missing(part: str, name: str, known: dict[str, Path]) -> str:
    folder = FOLDERS[part]
    return (
        f"there is no drawing '{name}'{closest(name, known)}; mend the name, or draw it as "
        f"templates/{SHARED}/{folder}/{name}.svg"
    )


@check("error")
def pictures_exist(project: Project, database: Database) -> Iterator[Problem]:
    """Every drawing, crest and pattern that a ``look`` names exists.

    A look stands in a record, in ``edition.yaml`` or in ``kind.yaml``; drawings stand in ``templates/_shared/art``,
    crests in ``crests``, patterns in ``patterns``. A ``scene`` is a list of drawings.

    Wrong: ``look: {art: katanna}``. Right: ``look: {art: katana}``; or a drawing ``katanna.svg``.
    """
    known = {part: pictures(project, folder) for part, folder in FOLDERS.items()}

    def faults(look: Any) -> Iterator[tuple[str, str]]:
        for part in FOLDERS if isinstance(look, dict) else ():
            name = look.get(part)
            if name and name not in known[part]:
                yield part, _missing(part, str(name), known[part])
        for name in (look.get("scene") or ()) if isinstance(look, dict) else ():
            if name not in known["art"]:
                yield "scene", _missing("art", str(name), known["art"])

    for kind in load_kinds(project)[0].values():
        for part, message in faults(kind.look):
            yield Problem(Place(str(kind.folder / MANIFEST)), f"'look.{part}': {message}", "")
    for edition in database.editions.values():
        looks = {"look": edition.look}
        looks |= {f"look.{group}.{name}": look for group in ("kinds", "decks") for name, look in _of(edition, group)}
        for path, look in looks.items():
            for part, message in faults(look):
                yield Problem(edition.tree.place(f"{path}.{part}"), message, "", edition=edition.id)
        for record in edition.records.values():
            for path, look in _looks_in(record.data, ""):
                for part, message in faults(look):
                    yield Problem(record.place(f"{path}.{part}"), message, "", edition=edition.id, record=record.id)


def _looks_in(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Yield the path of each look in a record, of its own and of its parts, and the look."""
    for key, value in data.items():
        here = f"{path}.{key}".lstrip(".")
        if key == "look":
            yield here, value
        elif isinstance(value, dict):
            yield from _looks_in(value, here)


def _of(edition: Edition, group: str) -> list[tuple[str, Any]]:
    return list((edition.look.get(group) or {}).items())
