"""Themes: the same faces in colour, with little ink, in black and white, or in large print; and the palette in a theme.

A theme is one file in ``templates/_shared/themes``; the file is its registration. A palette has the colours of an
edition by the names of their purposes, such as ``ink`` and ``accent``: ``templates/_shared/look.yaml`` has those of all
editions; an edition's ``look`` and a theme replace some of them.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from kensei_docs.database import Edition
from kensei_docs.database.schema import Measure, read_as
from kensei_docs.database.yaml_reading import read_cached
from kensei_docs.documents.kinds.paper_and_face_sizes import PAGE_FIELD, Fitting
from kensei_docs.problems import Problem, Unusable, unknown
from kensei_docs.project import SHARED_TEMPLATES, Project

# The name of the default theme.
USUAL = "colour"
CHECK = "theme"

_POINTS = re.compile(r"(?<![\w.-])(\d+(?:\.\d+)?)pt\b")
# A colour, as the value of an attribute or of a property.
_COLOUR = re.compile(r'(?<==")#[0-9a-fA-F]{3,6}(?=")|(?<=[:\s,(])#[0-9a-fA-F]{3,6}(?=[\s;,)}"])')
_DIGITS = re.compile("#(?:[0-9a-fA-F]{3}){1,2}")
_WHITE = ("#fff", "#ffffff")
# The look of all editions, in ``templates/_shared``.
SETTINGS = "look.yaml"
# The light colours of a palette.
_LIGHT_COLOURS = {"paper", "tint", "on-head", "field", "meadow"}
# The colours that only a theme's palette has.
_THEME_COLOURS = ("field", "pattern", "back-pattern")


class Type(BaseModel):
    """The factor by which type is enlarged, and the smallest type that is allowed, in points."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    times: Annotated[float, Field(gt=0, le=10)] = 1
    floor: Measure = 0


Colour = Annotated[str, Field(pattern="^#[0-9a-f]{3,6}$")]


class Theme(BaseModel):
    """The changes that a theme makes.

    ``palette`` replaces colours by the names of their purposes (``look.yaml``); its ``field`` is the colour of the
    fields of all decks, its ``pattern`` and ``back-pattern`` the colours of the lines on them. ``colours`` has the
    replacements of other colours; all dark colours without one become ``ink``, and light ones a grey that is as light,
    so that what stands on them can be read. ``enlarge`` is the factor for cards and tokens; ``type`` is for pages with
    columns. ``css`` is added after the kind's style sheet.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default=USUAL, exclude=True)
    about: str = ""
    enlarge: Annotated[float, Field(ge=1, le=10)] = 1
    type: Type = Type()
    colours: dict[str, Colour] = {}
    ink: Colour | None = None
    palette: dict[str, Colour] = {}
    css: str = ""

    @property
    def larger(self) -> bool:
        """Whether type is larger than in the templates."""
        return self.type.times != 1 or self.type.floor > 0

    def style(self, css: str, flows: bool) -> str:
        """Return a style sheet with the theme's colours and rules; type is enlarged if text ``flows`` in columns."""
        if flows and self.larger:
            css = _POINTS.sub(lambda match: f"{max(float(match[1]) * self.type.times, self.type.floor):g}pt", css)
        return self.markup(css) + "\n" + self.css

    def markup(self, text: str) -> str:
        """Return markup or a style sheet with its colours replaced."""
        if not self.colours and not self.ink:
            return text
        kept = {*_WHITE, *self.palette.values()}

        def replace(match: re.Match[str]) -> str:
            colour = match.group().lower()
            if colour in self.colours or colour in kept or not self.ink:
                return self.colours.get(colour, colour)
            return grey(colour) if is_light(colour) else self.ink

        return _COLOUR.sub(replace, text)

    def fitting(self, fit: dict[str, Fitting], flows: bool) -> dict[str, Fitting]:
        """Return the type of the fields of a page, enlarged.

        Text that flows takes more pages before it is smaller than the theme has it. A field with a height of its own
        can't: its type goes down to its own floor before it runs over.
        """
        times, least = self.type.times, self.type.floor
        enlarged = {name: Fitting(field.size * times, field.floor, field.step) for name, field in fit.items()}
        if flows and (page := fit.get(PAGE_FIELD)):
            enlarged[PAGE_FIELD] = Fitting(max(page.size * times, least), max(page.floor * times, least), page.step)
        return enlarged


def load_themes(project: Project) -> tuple[dict[str, Theme], list[Problem]]:
    """Return the themes of a project by name, and the problems of the invalid files."""
    themes: dict[str, Theme] = {}
    problems: list[Problem] = []
    for name, file in project.named_files(*SHARED_TEMPLATES, "themes").items():
        tree, faults = read_cached(file, project.parsed)
        theme, faults = (None, faults) if faults else read_as(Theme, tree, CHECK, name=name)
        problems += faults
        if theme:
            themes[name] = theme
    return themes, problems


def require_theme(project: Project, name: str) -> Theme:
    """Return the theme with a name; raises Unusable for an unknown name, and for an invalid file."""
    themes, problems = load_themes(project)
    problems_of_theme = [problem for problem in problems if problem.place.file.endswith(f"/{name}.yaml")]
    if problems_of_theme:
        raise Unusable(*problems_of_theme)
    if name == USUAL and name not in themes:
        return Theme()
    if name not in themes:
        raise unknown("build", "theme", name, themes, CHECK)
    return themes[name]


def common_look(project: Project) -> dict[str, Any]:
    """Return the look of all editions: the shipped settings, with a user's own settings over them."""
    look: dict[str, Any] = {}
    for file in reversed(project.files(*SHARED_TEMPLATES, SETTINGS)):
        tree, _ = read_cached(file, project.parsed)
        settings = tree.value if isinstance(tree.value, dict) else {}
        palette = {**look.get("palette", {}), **(settings.get("palette") or {})}
        look = {**look, **settings, "palette": palette}
    return look


def palette_of(project: Project, edition: Edition | None, theme: Theme) -> dict[str, str]:
    """Return the colours of an edition in a theme, by the names of their purposes."""
    own = edition.look.get("palette") or {} if edition else {}
    palette = {**common_look(project).get("palette", {}), **own}
    if theme.ink and not theme.palette:
        # In a theme with one ink and no palette, all light colours are white.
        palette = {name: theme.ink if name not in _LIGHT_COLOURS else "#ffffff" for name in (*palette, *_THEME_COLOURS)}
    return {name: theme.colours.get(colour, colour) for name, colour in {**palette, **theme.palette}.items()}


def style_of(palette: dict[str, str]) -> str:
    """Return a style sheet with a palette as variables: ``--ink``, ``--paper``, and so on."""
    # Older style sheets use `--vermilion` for `accent-text`.
    named = {**palette, "vermilion": palette.get("accent-text", "#000")}
    return "html { " + " ".join(f"--{name}: {colour};" for name, colour in named.items()) + " }"


def in_digits(colour: str) -> str:
    """Return a colour such as ``red`` or ``rgb(1, 2, 3)`` in digits, such as ``#ff0000``.

    What is none, and what is seen through, is unchanged.
    """
    # Most colours are written in digits.
    if _DIGITS.fullmatch(colour):
        return colour
    from tinycss2.color4 import parse_color

    read = parse_color(colour)
    if read is None or isinstance(read, str) or read.alpha < 1:
        return colour
    return "#" + "".join(f"{min(255, max(0, round(255 * channel))):02x}" for channel in read.to("srgb").coordinates)


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share (0 to 1) of another colour mixed in."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def lightness(colour: str) -> float:
    """Return the perceived lightness of a colour (CIE L*), 0 to 100."""
    linear = [(channel / 255) ** 2.2 for channel in _channels(colour)]
    return 116.0 * float((0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]) ** (1 / 3)) - 16.0


def grey(colour: str) -> str:
    """Return the grey that is as light as a colour."""
    luminance = ((lightness(colour) + 16) / 116) ** 3
    return "#" + 3 * f"{round(255 * luminance ** (1 / 2.2)):02x}"


def is_light(colour: str) -> bool:
    """Return whether ink is easier to read than paper on a colour: its mean channel is above 160 of 255."""
    return sum(_channels(colour)) > 3 * 0xA0


def _channels(colour: str) -> list[int]:
    """Return red, green and blue (0 to 255) of a colour such as ``#b3321f`` or ``#fff``."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:4])
    return [int(digits[i : i + 2], 16) for i in (0, 2, 4)]
