"""How a product is printed: the theme and its palette, the printer, the options of an order, and what follows of them.

A theme is one file in ``templates/_shared/themes``; the file is its registration. A palette has the colours of an
edition by the names of their purposes, such as ``ink`` and ``accent``: ``templates/_shared/look.yaml`` has those of all
editions; an edition's ``look`` and a theme replace some of them. A printer has a profile, measured by its owner: the
project's ``printers.yaml`` has profiles by name, ``printers/<name>.yaml`` has one. ``spec_of`` puts all together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from kensei_docs.catalogues import MESSAGE_LANGUAGE, PSEUDO
from kensei_docs.database import Edition
from kensei_docs.database.schema import Measure, Model, read_as
from kensei_docs.database.yaml_files import Tree, read, read_cached
from kensei_docs.documents.products.lengths import Gaps, Length, Margins
from kensei_docs.documents.products.outlines import Piece, piece_of
from kensei_docs.documents.products.papers import Paper, papers_of, shipped_papers
from kensei_docs.documents.products.product import (
    BACK,
    FOLDED,
    MANIFEST,
    OTHER_SIDE,
    PAGE_FIELD,
    SAFE_MARGIN,
    Backs,
    Fitting,
    Flip,
    Product,
    Size,
    face_size,
    shape_of,
)
from kensei_docs.problems import Problem, Unusable, closest, unknown, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project

# The name of the default theme.
USUAL = "colour"
THEME_CHECK = "theme"
MARKS_CHECK = "marks"
# The air between a registration mark and a face, in millimetres.
_CLEAR_MM = 1.0

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


class TypeFamilies(BaseModel):
    """The families of type in place of those of the shipped styles; an empty one leaves them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    text: str = ""
    heads: str = ""


class Theme(BaseModel):
    """The changes that a theme makes.

    ``palette`` replaces colours by the names of their purposes (``look.yaml``); its ``field`` is the colour of the
    fields of all decks, its ``pattern`` and ``back-pattern`` the colours of the lines on them. ``colours`` has the
    replacements of other colours; all dark colours without one become ``ink``, and light ones a grey that is as light,
    so that what stands on them can be read. ``enlarge`` is the factor for cards and tokens; ``type`` is for pages with
    columns. ``families`` are the families of type in place of those of ``text`` and of ``heads``. ``css`` is added
    after the product's style sheet.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default=USUAL, exclude=True)
    about: str = ""
    enlarge: Annotated[float, Field(ge=1, le=10)] = 1
    type: Type = Type()
    colours: dict[str, Colour] = {}
    ink: Colour | None = None
    palette: dict[str, Colour] = {}
    families: TypeFamilies = TypeFamilies()
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
    return _read_all(project, "themes", Theme, THEME_CHECK)


def _read_all(project: Project, folder: str, model: type[Model], check: str) -> tuple[dict[str, Model], list[Problem]]:
    """Return the settings in the files of a shared folder of templates by name, and the problems of invalid files."""
    found: dict[str, Model] = {}
    problems: list[Problem] = []
    for name, file in project.named_files(*SHARED_TEMPLATES, folder).items():
        tree, faults = read_cached(file, project.parsed)
        one, faults = (None, faults) if faults else read_as(model, tree, check, name=name)
        problems += faults
        if one:
            found[name] = one
    return found, problems


class Marks(BaseModel):
    """Registration marks, by which a cutting machine finds its place on a printed sheet; lengths in millimetres.

    ``inset`` is the distance of all from the edges of the paper, ``square`` the side of the one at the upper left,
    ``length`` and ``line`` length and width of the lines of the corners at the upper right and the lower left.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default="", exclude=True)
    about: str = ""
    inset: Length
    square: Length
    length: Length
    line: Length

    @property
    def margin(self) -> Margins:
        """The margins in which no face stands near a mark."""
        beside = self.inset + self.line + _CLEAR_MM
        return Margins(self.inset + max(self.square, self.line) + _CLEAR_MM, beside, beside, beside)


def load_marks(project: Project) -> tuple[dict[str, Marks], list[Problem]]:
    """Return the registration marks of a project by name, and the problems of the invalid files."""
    return _read_all(project, "marks", Marks, MARKS_CHECK)


def require_marks(project: Project, name: str) -> Marks:
    """Return the marks with a name; raises Unusable for an unknown name, and for an invalid file."""
    marks, problems = load_marks(project)
    if own := [problem for problem in problems if problem.place.file.endswith(f"/{name}.yaml")]:
        raise Unusable(*own)
    if name not in marks:
        raise unknown("build", "marks", name, marks, MARKS_CHECK)
    return marks[name]


def require_theme(project: Project, name: str) -> Theme:
    """Return the theme with a name; raises Unusable for an unknown name, and for an invalid file."""
    themes, problems = load_themes(project)
    problems_of_theme = [problem for problem in problems if problem.place.file.endswith(f"/{name}.yaml")]
    if problems_of_theme:
        raise Unusable(*problems_of_theme)
    if name == USUAL and name not in themes:
        return Theme()
    if name not in themes:
        raise unknown("build", "theme", name, themes, THEME_CHECK)
    return themes[name]


def common_look(project: Project) -> dict[str, Any]:
    """Return the look of all editions: the shipped settings, with a user's own settings over them."""
    look: dict[str, Any] = {}
    for file in project.files(*SHARED_TEMPLATES, SETTINGS):
        tree, _ = read_cached(file, project.parsed)
        settings = tree.value if isinstance(tree.value, dict) else {}
        palette = {**look.get("palette", {}), **(settings.get("palette") or {})}
        look = {**look, **settings, "palette": palette}
    return look


def families_in(project: Project, theme: Theme) -> dict[str, str]:
    """Return the families of type in place of those of ``text`` and ``heads``: of a theme, else of the common look."""
    common = common_look(project).get("families")
    own = common if isinstance(common, dict) else {}
    given = {part: family or str(own.get(part) or "") for part, family in theme.families.model_dump().items()}
    return {part: family for part, family in given.items() if family}


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


PRINTERS = "printers.yaml"
PRINTER_CHECK = "printer"

# No printer has a larger offset: a larger number is a typing error.
_MAX_OFFSET_MM = 10.0
# Characters of the address for QR codes at most: with more, the squares on a card are too small for a telephone.
_MAX_LENGTH = 100


class Offset(BaseModel):
    """The distances to move the back side of a sheet: millimetres to the right and upwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    x: Annotated[float, Field(ge=-_MAX_OFFSET_MM, le=_MAX_OFFSET_MM)] = 0
    y: Annotated[float, Field(ge=-_MAX_OFFSET_MM, le=_MAX_OFFSET_MM)] = 0

    @property
    def distances(self) -> tuple[float, float]:
        """Both distances: to the right, and upwards."""
        return self.x, self.y


class Printer(BaseModel):
    """The profile of a printer; lengths in millimetres. Its ``paper`` is the default to print on."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default="", exclude=True)
    margin: Length = SAFE_MARGIN
    flip: Flip | None = None
    offset: Offset = Offset()
    gutter: Length = 4
    paper: Annotated[str | None, BeforeValidator(lambda name: name.lower() if isinstance(name, str) else name)] = None


def require_printer(project: Project, name: str | None) -> Printer:
    """Return the printer with a name; the default profile for None.

    Raises Unusable for an unknown name, and for an invalid profile.
    """
    if name is None:
        return Printer()
    places = _find_profiles(project)
    if name not in places:
        known = f"; known are {', '.join(places)}" if places else ""
        raise unusable(
            PRINTERS, f"there is no printer '{name}'{closest(name, places)}{known}; describe it there", PRINTER_CHECK
        )
    tree, path = places[name]
    printer, faults = read_as(Printer, tree, PRINTER_CHECK, path, name=name)
    if printer is None:
        raise Unusable(*faults)
    papers = papers_of(project)
    if printer.paper and printer.paper not in papers:
        message = f"'paper': '{printer.paper}' is not a paper{closest(printer.paper, papers)}; known are "
        place = tree.place(".".join(filter(None, (path, "paper"))))
        raise Unusable(Problem(place, message + ", ".join(papers), PRINTER_CHECK))
    return printer


def printer_names(project: Project) -> list[str]:
    """Return the names of the printers that the project knows."""
    return list(_find_profiles(project))


def _find_profiles(project: Project) -> dict[str, tuple[Tree, str]]:
    """Return (tree of the file, path of the profile in it) by the name of the printer.

    Raises Unusable for a file that can't be read.
    """
    profiles: dict[str, tuple[Tree, str]] = {}
    for file in project.printer_files():
        tree, faults = read_cached(file, project.parsed)
        if faults:
            raise Unusable(*faults)
        if file.name != PRINTERS:
            profiles[file.stem] = (tree, "")
        elif isinstance(tree.value, dict):
            profiles.update({name: (tree, name) for name in tree.value})
        else:
            message = "holds no printer; give each a name, and its margin, flip, offset or paper below that"
            raise Unusable(Problem(tree.place(), message, PRINTER_CHECK))
    return dict(sorted(profiles.items()))


@dataclass(frozen=True)
class Options:
    """The options of a user; lengths in millimetres, None for the setting of the product.

    ``also`` is the code of a second language to print beside the first, ``layout`` the name of a layout of the product,
    ``codes`` the address of the HTML pages for QR codes, ``dpi`` the most dots per inch that pictures are printed with;
    those in CMYK are converted, unless the target ``keeps_cmyk``.
    ``skip`` is the number of places on the first sheet that are used already. ``marks`` are those of a cutting machine,
    ``cut_file`` asks for the paths that it cuts. ``papers`` are those that the project knows, by name.
    """

    size: str | None = None
    backs: Backs | None = None
    gap: Gaps | float | None = None
    bleed: float | None = None
    grid: tuple[int, int] | None = None
    cut_lines: bool = False
    printer: Printer = field(default_factory=Printer)
    theme: Theme = field(default_factory=Theme)
    also: str | None = None
    layout: str | None = None
    codes: str = ""
    dpi: float | None = None
    keeps_cmyk: bool = False
    skip: int = 0
    marks: Marks | None = None
    cut_file: bool = False
    papers: Mapping[str, Paper] = field(default_factory=shipped_papers)

    @property
    def suffix(self) -> str:
        """The end of file names for what changes all faces: a layout, a size, a theme, or a second language.

        Empty without these.
        """
        theme = "" if self.theme.name == USUAL else self.theme.name
        also = f"with-{self.also}" if self.also else ""
        dpi = f"{self.dpi:g}dpi" if self.dpi else ""
        return "".join(f"-{part}" for part in (self.layout, self.size, theme, also, dpi) if part)

    def suffix_of_sheets(self, product: Product) -> str:
        """Return the end of file names for what changes the sheets of a product and not the faces on them.

        Empty without such options; those that say nothing to a product are not in the names of its files.
        """
        backs = self.backs if product.has(BACK) else None
        parts: dict[str, object] = {
            "printer": self.printer.name,
            "no-backs" if backs == "none" else backs or "": backs is not None,
            "codes": bool(self.codes and product.codes),
        }
        if not product.is_page:
            parts |= {
                "grid": self.grid and "x".join(map(str, self.grid)),
                "gap": self.gap is not None and str(Gaps.of(self.gap)),
                "bleed": self.bleed is not None and f"{self.bleed:g}",
                "cut-lines": self.cut_lines,
                "marks": self.marks and self.marks.name,
                "skip": self.skip,
            }
        given = {name: value for name, value in parts.items() if value}
        return "".join(f"-{name}" if value is True else f"-{name}-{value}" for name, value in given.items())


@dataclass(frozen=True)
class PrintSpec:
    """How a product is printed in a language on a paper, by its name; lengths in millimetres.

    ``product`` has what the order, its printer and its theme ask for instead of its own settings; ``options`` are those
    of the order, with a second language only beside another first one. ``sheet`` is the size of a sheet as the product
    holds it, ``face`` the printed size of a face, ``drawn`` the size at which it is laid out, before it is enlarged.
    ``bleed`` is how far art is printed beyond the cut edge.
    """

    product: Product
    options: Options
    language: str
    paper: str
    sheet: Size
    face: Size
    drawn: Size
    bleed: float

    @cached_property
    def piece(self) -> Piece:
        """The piece of paper with the sides of a card; raises Unusable for an outline that can't be cut."""
        return piece_of(self.product, self.face)

    @property
    def stock(self) -> Paper:
        """The paper."""
        return self.options.papers[self.paper]


def spec_of(
    product: Product, options: Options | None = None, language: str = MESSAGE_LANGUAGE, paper: str = "a4"
) -> PrintSpec:
    """Return how a product is printed with the options of an order.

    Raises Unusable for a size, a bleed or a layout that its templates don't have, and for a second language if they
    print only one.
    """
    options = options or Options()
    if options.also == language:
        # Documents in the second language itself have only that language.
        options = replace(options, also=None)
    product = _with_options(product, options)
    if language == PSEUDO:
        # Its texts are longer: pages may continue, so that only cards and columns that have too little room are
        # reported.
        product = product.model_copy(update={"more_pages": True})
    upright = options.papers[paper].size
    sheet = upright.turned() if product.landscape else upright
    face = face_size(product.face) or sheet.less(product.margin)
    drawn = face_size(product.design) if product.design else None
    bleed = product.bleed if options.bleed is None else options.bleed
    return PrintSpec(product, options, language, paper, sheet, face, drawn or face, bleed)


def _with_options(product: Product, options: Options) -> Product:
    """Return a copy of a product with the settings that options replace; raises Unusable as ``spec_of``."""
    if options.layout:
        product = product.laid_out(options.layout)
    theme = options.theme
    sizes = {name: face_size(name) for name in (product.face, *product.sizes, options.size) if name}
    without = not product.has(BACK) or (product.backs == "none" and not options.backs)
    changes: dict[str, Any] = {"backs": "none" if without else options.backs or options.printer.flip or product.backs}
    if options.size:
        # The name of a token implies its shape; with any other size, the product keeps its shape.
        named = options.size.startswith(("round-", "token-"))
        shape = shape_of(options.size) if named else product.outline
        changes.update(shape=shape, face=options.size, design=_design_for(product, options.size, sizes))
    elif (drawn := sizes[product.face]) and not (product.flow or product.is_of_whole_edition) and theme.enlarge > 1:
        # The only card of an edition, such as a cover or a track, fills its sheet and is large already.
        changes.update(shape=product.outline, face=str(drawn.times(theme.enlarge)), design=product.face)
    if theme.larger and (product.flow or product.is_page):
        changes["fit"] = theme.fitting(product.fit, bool(product.flow))
        if product.flow:
            # Larger type may take any number of pages.
            changes["pages"] = 0
    if product.outline in FOLDED and options.backs == "gutterfold":
        message = f"a {product.outline} is folded by itself; print it without --backs gutterfold"
        raise _refused(product, message, "backs")
    if options.also and not product.also:
        message = f"it is drawn for one language, not for {options.also} beside it"
        raise _refused(product, f"{message}; `build --list` says which kinds are drawn for two", "also")
    if options.also and product.also == OTHER_SIDE and changes["backs"] == "none":
        raise _refused(product, f"its backs are for {options.also}; print it with backs", "also")
    if options.gap is not None:
        changes.update(gap=Gaps.of(options.gap), least_gap=Gaps.of(options.gap))
    if options.grid:
        changes["grid"] = options.grid
    # The margin of a product is part of its design; the printer's is the smallest possible one.
    own_margin = product.margin if "margin" in product.model_fields_set else Margins.of(0)
    margin = own_margin.at_least(options.printer.margin)
    if options.marks or options.cut_file:
        if product.is_page or product.flow:
            given = "--marks" if options.marks else "--cut-file"
            raise _refused(product, f"its pages are not cut out; print it without {given}", MARKS_CHECK)
        clear = options.marks.margin if options.marks else Margins.of(0)
        margin = Margins(*map(max, margin, clear))
    changes["margin"] = margin
    if options.bleed is not None and options.bleed > product.bleed:
        message = f"it is drawn for a bleed of up to {product.bleed:g} mm, not of {options.bleed:g} mm"
        remedy = f"write --bleed {product.bleed:g} or less, or draw its art further and set 'bleed: {options.bleed:g}'"
        raise _refused(product, f"{message}; {remedy}", "bleed")
    return product.model_copy(update=changes)


def _design_for(product: Product, asked: str, sizes: Mapping[str, Size | None]) -> str:
    """Return the name of the size at which to lay out faces for an ``asked`` one: the largest of the product that fits.

    ``sizes`` are those of its faces and the asked one by name. The faces are then enlarged, never reduced, so that type
    is never smaller than its floor. Raises Unusable if no size fits.
    """

    def described(name: str) -> str:
        size = sizes[name]
        return f"{name} ({size} mm)" if size and str(size) != name else name

    size = sizes[asked]
    assert size is not None  # the caller has checked the name
    names = (product.face, *product.sizes)
    drawn = {name: one for name in names if (one := sizes[name])}
    fitting = {name: one for name, one in drawn.items() if one.width <= size.width and one.height <= size.height}
    if not fitting:
        more = " and larger ones" if drawn else ""
        message = f"it is drawn for faces of {', '.join(map(described, names))}{more}, not of {described(asked)}"
        raise _refused(product, f"{message}; write --size {product.face}, or a larger one", "size")
    return max(fitting, key=lambda name: fitting[name].width * fitting[name].height)


def _refused(product: Product, message: str, check: str) -> Unusable:
    # What is asked for stands against a setting of the kind, or against none of it.
    file = product.folder / MANIFEST
    place = read(file)[0].place({"size": "face"}.get(check, check))
    return Unusable(Problem(place, f"{product.name}: {message}", check))


def require_address(address: str) -> str:
    """Return the address of a folder with HTML pages for QR codes, with a slash at its end.

    Raises Unusable for an invalid one.
    """
    parts = urlsplit(address)
    is_plain = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment or not is_plain:
        message = f"'{address}' is not the address of a folder; write one such as https://example.org/rules"
    elif len(address) > _MAX_LENGTH:
        message = (
            f"this address has {len(address)} letters; a code on a card has room for {_MAX_LENGTH}, "
            "so use a shorter one"
        )
    else:
        return f"{address.removesuffix('/')}/"
    raise unusable("build", message, "codes")
