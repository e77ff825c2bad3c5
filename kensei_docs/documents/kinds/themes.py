"""Themes: the same faces in colour, with little ink, in black and white, or in large print.

A theme is one file in ``templates/_shared/themes``, which is its registration.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, NonNegativeFloat, PositiveFloat

from kensei_docs.database.schema import read_as
from kensei_docs.database.yamlfile import read_cached
from kensei_docs.documents.kinds.paper import Fitting
from kensei_docs.problems import Problem, Unusable, unknown
from kensei_docs.project import SHARED_TEMPLATES, Project

USUAL = "colour"
CHECK = "theme"

_POINTS = re.compile(r"(?<![\w.-])(\d+(?:\.\d+)?)pt\b")
# A colour, as the value of an attribute or of a property.
_COLOUR = re.compile(r'(?<==")#[0-9a-fA-F]{3,6}(?=")|(?<=[:\s,(])#[0-9a-fA-F]{3,6}(?=[\s;,)}"])')
_WHITE = ("#fff", "#ffffff")


class Type(BaseModel):
    """How many times larger type is, and the smallest that it may be made, in points."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    times: PositiveFloat = 1
    floor: NonNegativeFloat = 0


Colour = Annotated[str, Field(pattern="^#[0-9a-f]{3,6}$")]


class Theme(BaseModel):
    """What a theme changes.

    ``palette`` gives the colours that are named by what they are for (``look.yaml``); with a ``field``, the fields
    of all decks have that colour, and with a ``pattern`` or ``back-pattern`` their lines. ``colours`` gives each other
    colour's replacement; the rest but white become ``ink``. ``enlarge`` is for cards and tokens; ``type`` for pages
    with columns. ``css`` goes after the kind's style.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default=USUAL, exclude=True)
    about: str = ""
    enlarge: Annotated[float, Field(ge=1)] = 1
    type: Type = Type()
    colours: dict[str, Colour] = {}
    ink: Colour | None = None
    palette: dict[str, Colour] = {}
    css: str = ""

    @property
    def larger(self) -> bool:
        """Whether type is larger than the templates say."""
        return self.type.times != 1 or self.type.floor > 0

    def style(self, css: str, flows: bool) -> str:
        """Return a style sheet with the theme's colours and rules, its type enlarged if text ``flows`` in columns."""
        if flows and self.larger:
            css = _POINTS.sub(lambda found: f"{max(float(found[1]) * self.type.times, self.type.floor):g}pt", css)
        return self.markup(css) + "\n" + self.css

    def markup(self, text: str) -> str:
        """Return markup or a style sheet with its colours replaced."""
        if not self.colours and not self.ink:
            return text

        kept = {*_WHITE, *self.palette.values()}

        def replace(found: re.Match[str]) -> str:
            colour = found.group().lower()
            return self.colours.get(colour) or (colour if colour in kept else self.ink or colour)

        return _COLOUR.sub(replace, text)

    def fitting(self, fit: dict[str, Fitting], flows: bool) -> dict[str, Fitting]:
        """Return the type of the fields of a page, enlarged; of one whose text doesn't flow over as many pages as it
        takes, as far as there is room."""
        times, floor = self.type.times, self.type.floor
        if not flows:
            return {name: Fitting(one.size * times, one.floor, one.step) for name, one in fit.items()}
        return {
            name: Fitting(size=max(one.size * times, floor), step=one.step, floor=max(one.floor * times, floor))
            for name, one in fit.items()
        }


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
    """Return the theme of that name; raises Unusable for an unknown name or a file with a fault."""
    themes, problems = load_themes(project)
    mine = [problem for problem in problems if problem.place.file.endswith(f"/{name}.yaml")]
    if mine:
        raise Unusable(*mine)
    if name == USUAL and name not in themes:
        return Theme()
    if name not in themes:
        raise unknown("build", "theme", name, themes, CHECK)
    return themes[name]
