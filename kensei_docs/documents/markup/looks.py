"""The look of an edition: its colours, patterns, crests, drawings and icons, in one theme.

A deck, a clan or a card has a look too: ``look`` in ``kind.yaml`` and in a record. Drawings are drawn in three fixed
colours (ink, accent, paper); the colours of the palette replace them.

A pattern is a tile that is repeated over a field: a file of ``templates/_shared/patterns``, an SVG drawing whose
``viewBox`` begins at 0 0 and is as large as the tile, in millimetres. Its shapes are paths with the commands M, L, C
and Z. Viewers of PDFs show SVG patterns differently, with hairlines between tiles: all copies of a shape are one path.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import below
from kensei_docs.database.yaml_files import Tree, read_cached
from kensei_docs.discover import files_of
from kensei_docs.documents.markup.art_folder import Pictures
from kensei_docs.documents.markup.environment import SHARED, TEMPLATES_CHECK, ForTemplates, calling_place
from kensei_docs.documents.markup.icon_sets import IconSet, icon_sets
from kensei_docs.documents.markup.pictures import ENDINGS, Unprintable
from kensei_docs.documents.markup.svg import Svg, fault_of_colour, read_svg
from kensei_docs.documents.products.options import Theme, common_look, in_digits, is_light, lightness, mixed, palette_of
from kensei_docs.documents.products.product import MANIFEST, Product
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import ART, SHARED_TEMPLATES, Project


@dataclass(frozen=True)
class WrittenLook:
    """A look where it is written: of a record (at any depth), else in ``edition.yaml`` or ``kind.yaml``."""

    look: Mapping[str, Any]
    path: str
    owner: Record | Tree

    def place(self, part: str) -> Place:
        """Return the place of a part, such as ``art``."""
        path = f"{self.path}.{part}"
        return self.owner.place(path if self.look.get(part) else f"{self.path}.scene")

    def names(self, part: str) -> list[str]:
        """Return the names of a part; a ``scene`` is a list of drawings."""
        scene = self.look.get("scene") if part == "art" else ()
        return [str(name) for name in (self.look.get(part), *(scene or ())) if name]


def looks_of(project: Project, product: Product | None, edition: Edition | None) -> Iterator[WrittenLook]:
    """Yield the looks of a kind of document, and of an edition with its records."""
    if product:
        yield WrittenLook(
            {str(part): name for part, name in product.look.items()},
            "look",
            read_cached(product.folder / MANIFEST, project.parsed)[0],
        )
    if edition:
        yield WrittenLook(edition.look, "look", edition.tree)
        for group in ("kinds", "decks"):
            for name, look in (edition.look.get(group) or {}).items():
                yield WrittenLook(look, f"look.{group}.{name}", edition.tree)
        for record in edition.records.values():
            yield from (WrittenLook(look, path, record) for path, look in _looks_in(record.data, ""))


def _looks_in(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (path, look) for each ``look`` in a record, at any depth."""
    for key, value in data.items():
        inner = below(path, key)
        if isinstance(value, dict):
            yield from [(inner, value)] if key == "look" else _looks_in(value, inner)


# The folders of drawings, by the keys of a look.
FOLDERS = {"art": "art", "beside": "art", "crest": "crests", "pattern": "patterns"}
CHECK = "pictures"
# The drawing and the crest of an edition without any: a pawn, and rings.
PLAIN = "plain"

# The colours of drawings.
_INK = "#201c1a"
_ACCENT = "#b3321f"
_PAPER = "#faf5ea"
_DRAWN = re.compile("|".join((_INK, _ACCENT, _PAPER)))
# The sun of a drawing: a circle in the accent as its first shape.
_SUN = re.compile(rf'^\s*<circle [^>]*fill="{_ACCENT}"/>')
# The prefix of each id, so that two drawings on a face do not clash: this, which is replaced by the digest of the face,
# and a number.
UNIQUE = "\ue004"
# The share (0 to 1) of the text colour in a pattern that is drawn with lines: on faces, and on backs.
_LINES_SHARES = (0.24, 0.34)
# The same in a pattern that is made of areas.
_AREAS_SHARES = (0.11, 0.13)
# The size of patterns on backs, as a multiple of their size on faces.
_BACK_SCALE = 1.15
# The repeats of a pattern, in each direction, in one tile for a screen.
_TILE_REPEATS = 4
# The width of the strip of paper around a drawing on a pattern, in units of the drawing.
_HALO_WIDTH = 8
# The folder of icons, of a kind and of the shared ones.
ICONS = "icons"
_WHITE = re.compile("#fff|#ffffff|white", re.I)
# What is printed for an unknown drawing or icon.
_UNKNOWN = Markup('<span class="no-icon">?</span>')


@dataclass(frozen=True)
class Identity:
    """The look of a deck, a clan or a card: a colour, and the names of a pattern, a crest and a drawing (``art``).

    ``beside`` is the name of a second drawing, for a card of two things. A name is empty if there is none.
    """

    colour: str
    pattern: str
    crest: str
    art: str
    beside: str


class Look(ForTemplates):
    """The pictures and colours of one kind of document of an edition, for templates.

    Unknown pictures are added to ``problems``. ``pictures`` are those of the folder ``art``.
    """

    def __init__(
        self,
        project: Project,
        product: Product,
        edition: Edition | None,
        theme: Theme,
        problems: list[Problem],
        pictures: Pictures | None = None,
    ) -> None:
        self._pictures = pictures or Pictures(project, "", problems)
        self._project = project
        self._product = product
        self._edition = edition
        self._edition_look: Mapping[str, Any] = edition.look if edition else {}
        self._records: Mapping[str, Record] = edition.records if edition else {}
        self._problems = problems
        self._palette = palette_of(project, edition, theme)
        self._common = common_look(project)
        self._drawn = 0

    def begin(self) -> Look:
        """Begin a face: the numbers of ids begin at 1, so that equal faces have equal markup. Return this object."""
        self._drawn = 0
        return self

    @cached_property
    def _files(self) -> dict[str, dict[str, Path]]:
        return {part: pictures(self._project, folder) for part, folder in FOLDERS.items()}

    @cached_property
    def _art(self) -> Pictures:
        return Pictures(self._project, "", [])

    def names(self, part: str) -> list[str]:
        """Return the names of all drawings, crests or patterns: ``part`` is ``art``, ``crest`` or ``pattern``."""
        return sorted(self._files[part])

    def colour(self, name: str) -> str:
        """Return the colour for a purpose, such as ``accent``, or a colour as it is, in digits where that can be.

        What is neither is ink, and a problem.
        """
        colour = self._palette.get(name, name)
        if fault := fault_of_colour(colour, self._palette):
            self._add_problem("colour", name, f"{fault}; mend it, or add it to the palette")
            return self._palette["ink"]
        return in_digits(colour)

    def of(self, record: Record | None = None, part: Mapping[str, Any] | None = None) -> Identity:
        """Return the look of a record, or of a part of it.

        A key that it lacks comes from its group (``look.by``), its kind, the deck, the kind of document, the edition,
        or the look of all editions, in this order.
        """
        layers: list[Mapping[str, Any]] = [
            self._common,
            self._edition_look,
            self._fitting({str(name): value for name, value in self._product.look.items()}),
            self._section("decks").get(self._product.name) or {},
        ]
        if record and self._edition:
            group = self._product.look.get("by", "")
            group_record = self._records.get(f"{group}/{record.get(group)}") if record.get(group) else None
            layers.append(self._section("kinds").get(record.kind) or {})
            layers += [owner.get("look") or {} for owner in (group_record, record) if owner]
        if part:
            layers.append(part.get("look") or {})
        return self._merged(layers, "accent")

    def of_chapter(self, kind: str) -> Identity:
        """Return the look of the chapter of a kind of record: ``chapters`` of ``look.yaml``, and the edition's look.

        Of a plain edition it is the colour alone: the drawings and patterns are those of other games.
        """
        chapter = self._fitting((self._common.get("chapters") or {}).get(kind) or {})
        return self._merged([self._common, self._edition_look, chapter, self._section("kinds").get(kind) or {}], "head")

    def _fitting(self, shipped: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a look that is shipped says to an edition: to a plain one its colour alone."""
        is_plain = self._edition_look.get("art") == PLAIN and not self._project.holds(self._product.folder)
        return {part: value for part, value in shipped.items() if part == "colour"} if is_plain else shipped

    def _section(self, name: str) -> Mapping[str, Any]:
        """Return a mapping in the edition's look, such as ``decks``."""
        return self._edition_look.get(name) or {}

    def _merged(self, layers: Iterable[Mapping[str, Any]], default_colour: str) -> Identity:
        """Return the look of several layers; a later one goes before an earlier one."""
        merged: dict[str, Any] = {}
        for layer in layers:
            merged |= {key: value for key, value in layer.items() if key in Identity.__dataclass_fields__}
        colour = self.colour(str(merged.get("colour", default_colour)))
        return Identity(colour, *(str(merged.get(part, "")) for part in ("pattern", "crest", "art", "beside")))

    def tile(self, identity: Identity) -> Markup:
        """Return a style for an element on a screen: the colour of an identity, and its pattern as a tiled image."""
        file, ground = self._file("pattern", identity.pattern), self.ground(identity)
        if file is None:
            return Markup("--ground: {}").format(ground)
        tile = read_tile(file)
        # A screen shows hairlines between tiles: larger tiles have fewer of them.
        width, height = tile.width * _TILE_REPEATS, tile.height * _TILE_REPEATS
        drawing = repeat(tile, width, height, 1, mixed(ground, self.on_field(identity), _LINES_SHARES[0]))
        # As a URL without quotation marks.
        url = Markup(f"data:image/svg+xml,{quote(drawing, safe=' =:/;,()')}")
        return Markup("--ground: {}; --tile: url('{}')").format(ground, url)

    def ground(self, identity: Identity) -> str:
        """Return the colour of an identity's field."""
        return self._palette.get("field", identity.colour)

    def on_field(self, identity: Identity) -> str:
        """Return the colour of text on an identity's field without a pattern: paper on a dark field, else ink."""
        return self.text_on(self.ground(identity))

    def text_on(self, colour: str) -> str:
        """Return the colour of text on a colour: paper on a dark colour, else ink."""
        return self._palette["ink" if is_light(colour) else "paper"]

    def clearest_on(self, colour: str) -> str:
        """Return the colour of paper or of ink, whichever has more contrast with a colour."""
        choices = (self._palette["paper"], self._palette["ink"])
        return max(choices, key=lambda choice: abs(lightness(choice) - lightness(colour)))

    def bands(self, identity: Identity) -> tuple[str, ...]:
        """Return the colours of three bands of distance, the nearest first.

        They are ``band-1`` to ``band-3`` of the palette or, without these, made of the identity's colour.
        """
        defaults = (self._palette["head"], identity.colour, self._palette["tint"])
        return tuple(self._palette.get(f"band-{number}", colour) for number, colour in enumerate(defaults, 1))

    def text_colour(self, identity: Identity) -> str:
        """Return the colour of a name in an identity's colour; ink in a theme whose fields all have one colour."""
        if "field" in self._palette:
            return self._palette["ink"]
        return self._palette["accent-text"] if identity.colour == self._palette["accent"] else identity.colour

    def art(self, name: str, accent: str = "", halo: bool = False, sun: bool = True) -> Markup:
        """Return a drawing as SVG; ``accent`` replaces the accent colour, ``halo`` draws a strip of paper around it.

        ``sun=False`` removes the sun of a drawing that begins with one: a scene of several drawings has its own sun. A
        name with the ending of a picture (``x.png``) is one of the folder ``art``, which is printed as it is.
        """
        if is_of_art(name):
            return self._picture(name)
        paper = self.colour("paper")
        accent = self.colour(accent if accent and "field" not in self._palette else "accent")

        def coloured(body: str) -> str:
            body = body if sun else _SUN.sub("", body)
            drawing = _coloured(body, self.colour("ink"), accent, paper)
            if not halo:
                return drawing
            strip = f'stroke="{paper}" stroke-width="{_HALO_WIDTH}" stroke-linejoin="round"'
            return f"<g {strip}>{_coloured(body, paper, paper, paper)}</g>{drawing}"

        return self._drawing("art", name, coloured)

    def _picture(self, name: str) -> Markup:
        try:
            self._pictures.key(name)
        except Unprintable as fault:
            self._add_problem("art", name, str(fault))
            return _UNKNOWN
        return self._pictures.picture(name, fills=True)

    def crest(self, name: str, colour: str, ground: str = "paper") -> Markup:
        """Return a crest as SVG in one colour on another; ``colour`` and ``ground`` are names or colours."""
        front, back = self.colour(colour), self.colour(ground)
        return self._drawing("crest", name, lambda body: _coloured(body, front, front, back))

    def field(self, identity: Identity, width: float, height: float, back: bool = False) -> Markup:
        """Return a field of ``width`` by ``height`` mm in an identity's colour, with its pattern."""
        file = self._file("pattern", identity.pattern)
        ground = self.ground(identity)
        if file is None:
            empty = Markup('<div class="field" style="background: {}; width: {}mm; height: {}mm"></div>')
            return empty.format(ground, width, height)
        tile = read_tile(file)
        has_areas = all("stroke" not in attributes for _, attributes in tile.shapes)
        share = (_AREAS_SHARES if has_areas else _LINES_SHARES)[back]
        theme_line = self._palette.get("back-pattern" if back else "pattern")
        line = theme_line or mixed(ground, self.on_field(identity), share)
        drawing = Markup(repeat(tile, width, height, _BACK_SCALE if back else 1, line))
        return Markup('<div class="field" style="background: {}; width: {}mm; height: {}mm">{}</div>').format(
            ground, width, height, drawing
        )

    def swatch(self, pattern: str, width: float, height: float) -> Markup:
        """Return a field of ``width`` by ``height`` mm with a pattern, in the colour ``second``."""
        return self.field(replace(self.of(), colour=self.colour("second"), pattern=pattern), width, height)

    def _file(self, part: str, name: str) -> Path | None:
        """Return the file of a drawing; None, and a problem, for an unknown name."""
        file = self._files[part].get(name)
        if file is None and name:
            self._add_problem(part, name, missing_picture(part, name, self._files[part], self._art.names))
        return file

    def _add_problem(self, part: str, name: str, message: str) -> None:
        """Add the problem that a part of a look is unknown, at the look that says it, or at the template."""
        looks = looks_of(self._project, self._product, self._edition)
        place = next((one.place(part) for one in looks if name in one.names(part)), None)
        _add_problem(self._problems, self._product, message, CHECK, place)

    def _drawing(self, part: str, name: str, coloured: Callable[[str], str]) -> Markup:
        """Return a drawing as SVG; ``coloured`` makes what is printed of the content of its SVG element.

        An unknown one, and one that can't be printed, is a question mark and a problem; nothing without a name.
        """
        self._drawn += 1
        file = self._file(part, name)
        drawn = read_svg(file) if file else None
        if drawn:
            self._problems += (problem for problem in drawn.problems if problem not in self._problems)
        if drawn is None or not drawn.view:
            return _UNKNOWN if name else Markup("")
        body = coloured(drawn.with_ids(f"{UNIQUE}{self._drawn}-"))
        return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{drawn.view}">{body}</svg>')


def _coloured(body: str, ink: str, accent: str, paper: str) -> str:
    colours = {_INK: ink, _ACCENT: accent, _PAPER: paper}
    return _DRAWN.sub(lambda match: colours[match[0]], body)


def pictures(project: Project, folder: str) -> dict[str, Path]:
    """Return the drawings of a folder of ``templates/_shared`` by name; a user's file replaces a shipped one."""
    folders = reversed(project.folders(*SHARED_TEMPLATES, folder))
    return {file.stem: file for path in folders for file in files_of(path, ".svg")}


def pictures_of(project: Project, product: Product) -> list[Path]:
    """Return the files of all drawings that a kind can print: its own icons, and all of ``templates/_shared``."""
    folders = (*dict.fromkeys(FOLDERS.values()), ICONS)
    return [
        *files_of(product.folder / ICONS, ".svg"),
        *(file for folder in folders for file in pictures(project, folder).values()),
    ]


def is_of_art(name: str) -> bool:
    """Return whether a look names a picture of the folder ``art``, by its ending, and no drawing in three colours."""
    return name.lower().endswith(ENDINGS)


def missing_picture(part: str, name: str, known: dict[str, Path], art: Iterable[str] = ()) -> str:
    """Return the message that there is no drawing of a name; ``known`` are the drawings, ``part`` a key of FOLDERS.

    A name with an ending may be meant for one of the pictures of the folder ``art``.
    """
    folder = FOLDERS[part]
    if "." in name and (near := closest(name, art)):
        return f"there is no picture '{name}'{near}; mend the name, or put the picture into the folder {ART}"
    return (
        f"there is no drawing '{name}'{closest(name, known)}; mend the name, or draw it as "
        f"templates/{SHARED}/{folder}/{name}.svg"
    )


def _add_problem(
    problems: list[Problem], product: Product, message: str, check: str, place: Place | None = None
) -> None:
    """Add a problem with a picture that a template of a kind asks for, once."""
    problem = Problem(place or calling_place() or Place(str(product.folder)), message, check)
    if problem not in problems:
        problems.append(problem)


class Icons:
    """The icons that the templates of a kind can use, in one language.

    An icon of the kind replaces the shared one of the same name, and in Spanish, ``suit-clubs.es.svg`` replaces
    ``suit-clubs.svg``. Then come those of sets in the folder ``art``: ``game-icons:wave`` names the set, too. Unknown
    icons are added to ``problems``; ``used`` are the sets of which an icon was printed.
    """

    def __init__(self, project: Project, product: Product, language: str, problems: list[Problem]) -> None:
        self._files = pictures(project, ICONS) | {file.stem: file for file in files_of(product.folder / ICONS, ".svg")}
        self.used: dict[str, IconSet] = {}
        self._project = project
        self._product = product
        self._language = language
        self._problems = problems

    def icon(self, name: str, tint: str = "") -> Markup:
        """Return an icon as SVG; with a ``tint``, all its colours except white are replaced by it.

        An unknown icon is a question mark and a problem; one without a colour to replace is printed as it is, and a
        problem.
        """
        file = self._files.get(f"{name}.{self._language}") or self._files.get(name)
        drawn = read_svg(file) if file else self._of_set(name)
        if drawn is None:
            _add_problem(self._problems, self._product, self.missing(name), "icons")
            return _UNKNOWN
        self._problems += (problem for problem in drawn.problems if problem not in self._problems)
        if not drawn.icon:
            return _UNKNOWN
        coloured = drawn.in_colour(tint) if tint else drawn.icon
        if not coloured and not _WHITE.fullmatch(tint):
            message = (
                f"the icon '{name}' can't be printed in '{tint}': it is white, or painted with gradients or a picture; "
                "draw it in one colour that is not white, or leave the colour out"
            )
            _add_problem(self._problems, self._product, message, TEMPLATES_CHECK)
        return Markup(coloured or drawn.icon)

    @cached_property
    def _sets(self) -> dict[str, IconSet]:
        sets, problems = icon_sets(self._project)
        self._problems += (problem for problem in problems if problem not in self._problems)
        return sets

    @property
    def drawn(self) -> list[str]:
        """The names of the icons that are drawn, for this kind or for all."""
        return [known for known in self._files if "." not in known]

    def knows(self, name: str) -> bool:
        """Return whether there is an icon of a name."""
        return name in self._files or len(self._sets_with(name)) == 1

    def missing(self, name: str) -> str:
        """Return the message that there is no icon of a name, or that several sets have one."""
        if several := self._sets_with(name):
            choices = " or ".join(f"'{one.prefix}:{name}'" for one in several)
            return f"several sets have an icon '{name}'; write {choices}"
        prefix, _, plain = name.rpartition(":")
        if prefix and prefix not in self._sets:
            near = closest(prefix, self._sets)
            return (
                f"there is no set of icons '{prefix}'{near}; mend the name, or put its JSON file into the folder {ART}"
            )
        if prefix:
            near = closest(plain, self._sets[prefix].names)
            return f"the set '{prefix}' has no icon '{plain}'{near}; mend the name, or draw it"
        near = closest(name, self.drawn) or closest(name, (one for icons in self._sets.values() for one in icons.names))
        own, shared = (f"templates/{folder}/{ICONS}/{name}.svg" for folder in (self._product.name, SHARED))
        return f"there is no icon '{name}'{near}; mend the name, or draw it as {own}, or for all kinds as {shared}"

    def _of_set(self, name: str) -> Svg | None:
        """Return an icon of the one set that has it; None if none has it, or several."""
        found = self._sets_with(name)
        if len(found) != 1:
            return None
        self.used[found[0].prefix] = found[0]
        return found[0].drawing(name.rpartition(":")[2])

    def _sets_with(self, name: str) -> list[IconSet]:
        prefix, _, plain = name.rpartition(":")
        return [icons for icons in self._sets.values() if prefix in ("", icons.prefix) and plain in icons]

    def name_for_effects(self, record: Record) -> str:
        """Return the name of the icon for the first effect of a record that has one in ``kind.icons``.

        The keys of ``kind.icons`` are beginnings of hooks, with or without ``self`` or another ``whose`` before them;
        the longest key that fits is used.
        """
        icons = self._product.icons
        beginnings = sorted(icons, key=len, reverse=True)
        effects = (effect for effect in (record.get("effects") or {}).values() if isinstance(effect, dict))
        for effect in effects:
            hook = str(effect.get("hook", ""))
            for target in (f"{effect.get('whose', 'self')} {hook}", hook):
                for beginning in beginnings:
                    if target.startswith(beginning):
                        return icons[beginning]
        return icons.get("other", "other")


_VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_SHAPE = re.compile(r'<path d="([^"]+)"([^>]*?)/>')
_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")
_COLOUR_OF_TILE = re.compile(r'(?<==")#[0-9a-f]{3,6}(?=")')


@dataclass(frozen=True)
class _Line:
    """One unbroken line of a path: where it starts, and the commands after that, with points relative to the one
    before; and the sides of the box around all its points."""

    x: float
    y: float
    commands: str
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Tile:
    """A tile and its size in millimetres; ``shapes`` are pairs of the lines and the attributes of an SVG path."""

    width: float
    height: float
    shapes: tuple[tuple[tuple[_Line, ...], str], ...]


@cache
def read_tile(file: Path) -> Tile:
    """Return the tile in a file; raises ValueError for a drawing without a ``viewBox`` at 0 0 or without paths."""
    text = file.read_text(encoding="utf-8")
    view, shapes = _VIEW.search(text), _SHAPE.findall(text)
    if not view or not shapes:
        raise ValueError("is not a tile: its viewBox should begin at 0 0, and its shapes be paths")
    return Tile(float(view[1]), float(view[2]), tuple((tuple(_lines(d)), attributes) for d, attributes in shapes))


@cache
def repeat(tile: Tile, width: float, height: float, scale: float, colour: str) -> str:
    """Return an SVG drawing of ``width`` by ``height`` millimetres that is filled with copies of a tile.

    Corners of four copies meet in the middle. The copies are ``scale`` times as large as the tile, and ``colour``
    replaces every colour of the tile.
    """
    across, down = width / scale, height / scale
    left, top = (across / 2) % tile.width - tile.width, (down / 2) % tile.height - tile.height
    columns = range(-1, math.ceil((across - left) / tile.width) + 1)
    rows = range(-1, math.ceil((down - top) / tile.height) + 1)
    paths = ""
    for lines, attributes in tile.shapes:
        drawn = ""
        for row, column in product(rows, columns):
            x, y = left + column * tile.width, top + row * tile.height
            # Lines that reach into the field; half a millimetre is added for their width.
            drawn += "".join(
                f"M{line.x + x:.2f} {line.y + y:.2f}{line.commands}"
                for line in lines
                if line.right + x > -0.5 and line.left + x < across + 0.5
                if line.bottom + y > -0.5 and line.top + y < down + 0.5
            )
        paths += f'<path d="{drawn}"{_COLOUR_OF_TILE.sub(colour, attributes)}/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {across:.4f} {down:.4f}">{paths}</svg>'
    )


def _lines(d: str) -> Iterator[_Line]:
    """Yield the lines of a path, of which each begins with a command M; ``d`` is the attribute of the path."""
    for line in re.findall(r"M[^M]*", d):
        drawn, corners, at = "", list[tuple[float, float]](), (0.0, 0.0)
        for command, numbers in _COMMAND.findall(line):
            values = [float(value) for value in numbers.replace(",", " ").split()]
            points = list(zip(values[::2], values[1::2], strict=True))
            if command == "M":
                command, at, *points = "L", *points
                corners.append(at)
            elif command == "Z":
                drawn, at = f"{drawn}z", corners[0]
            size = 3 if command == "C" else 1
            for step in [points[i : i + size] for i in range(0, len(points), size)]:
                drawn += command.lower() + " ".join(f"{x - at[0]:.4g} {y - at[1]:.4g}" for x, y in step)
                at = step[-1]
            corners += points
        across, down = zip(*corners, strict=True)
        yield _Line(*corners[0], drawn, min(across), max(across), min(down), max(down))
