"""Themes: the same faces in colour, with little ink, in black and white, or in large print.

A theme is one file in ``templates/_shared/themes``; the file is its registration.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, NonNegativeFloat, PositiveFloat

from kensei_docs.database.schema import read_as
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
_WHITE = ("#fff", "#ffffff")


class Type(BaseModel):
    """The factor by which type is enlarged, and the smallest type that is allowed, in points."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    times: PositiveFloat = 1
    floor: NonNegativeFloat = 0


Colour = Annotated[str, Field(pattern="^#[0-9a-f]{3,6}$")]


class Theme(BaseModel):
    """The changes that a theme makes.

    ``palette`` replaces colours by the names of their purposes (``look.yaml``); its ``field`` is the colour of the
    fields of all decks, its ``pattern`` and ``back-pattern`` the colours of the lines on them. ``colours`` has the
    replacements of other colours; all colours without one, except white, become ``ink``. ``enlarge`` is the factor for
    cards and tokens; ``type`` is for pages with columns. ``css`` is added after the kind's style sheet.
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
            return self.colours.get(colour) or (colour if colour in kept else self.ink or colour)

        return _COLOUR.sub(replace, text)

    def fitting(self, fit: dict[str, Fitting], flows: bool) -> dict[str, Fitting]:
        """Return the type of the fields of a page, enlarged.

        Text that flows takes more pages before it is smaller than the theme has it. A field with a height of its own
        can't: its type goes down to its own floor before it runs over.
        """
        times = self.type.times

        def enlarged(name: str, field: Fitting) -> Fitting:
            size = field.size * times
            if not flows or name != PAGE_FIELD:
                return Fitting(size, field.floor, field.step)
            return Fitting(max(size, self.type.floor), max(field.floor * times, self.type.floor), field.step)

        return {name: enlarged(name, field) for name, field in fit.items()}


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
