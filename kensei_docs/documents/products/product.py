"""Products: what can be printed. Each is a folder of ``templates/`` with a ``kind.yaml``, which is its registration.

``docs/add-a-kind-of-document.md`` lists the settings. A product gets a row for each record of an edition, or part of a
record, with the number of its copies. Its style sheet is several files, joined and then changed by a theme. Its faces
have a size of paper and of type, and columns; lengths are in millimetres, type in points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    WithJsonSchema,
)

from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.schema import read_as
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.discover import files_of
from kensei_docs.documents.products.lengths import SOME, Gaps, Length, Margins, parse_gaps, parse_margins, sides_of
from kensei_docs.languages import codes, is_language
from kensei_docs.problems import Place, Problem, Unusable, closest, short_path, unknown, unusable
from kensei_docs.project import DATA, EDITIONS, SHARED_TEMPLATES, TEMPLATES, Project
from kensei_docs.slugs import likeliest

# What a face is cut as, besides the path of an SVG file; the sides of those folded are on one piece of paper.
SHAPES = ("square", "round", "hexagon", "standee", "banner", "pennant")
FOLDED = ("standee", "banner", "pennant")
# The end of the name of an outline of one's own.
OUTLINE = ".svg"
Flip = Literal["long-edge", "short-edge"]
# The way in which backs are printed: on the other side of a sheet that is flipped at an edge, beside the fronts on a
# sheet that is folded in the middle, or not at all.
Backs = Literal["none", "gutterfold", Flip]

# Millimetres in an inch, in a point of type, and in a pixel of CSS.
INCH = 25.4
POINT = INCH / 72
PIXEL = INCH / 96
# The margin, in millimetres, on which a home printer may not print: a quarter of an inch.
SAFE_MARGIN = 6.35
# Each attempt to fit a text goes this share of the way to the estimated size of type.
_DAMPING = 0.75
_LARGEST_PT = 1000  # of type


@dataclass(frozen=True)
class Size:
    """A width and a height in millimetres."""

    width: float
    height: float

    def turned(self) -> Size:
        """Return the size with its sides swapped."""
        return Size(self.height, self.width)

    def less(self, margin: float | Margins) -> Size:
        """Return the size without a margin."""
        left_out = Margins.of(margin)
        # The sum first: that is the same as twice the margin, to the last digit.
        return Size(self.width - (left_out.left + left_out.right), self.height - (left_out.top + left_out.bottom))

    def times(self, factor: float) -> Size:
        """Return the size enlarged by a factor."""
        return Size(self.width * factor, self.height * factor)

    def __str__(self) -> str:
        return f"{self.width:g}x{self.height:g}"


@dataclass(frozen=True)
class Columns:
    """The columns of a page and the gap between them; lengths in millimetres.

    ``pages`` is the largest number of pages (0: any number): type is made smaller, down to its floor, to keep it. A
    page with a ``fold`` is folded across its middle: a strip of that height is left empty there, and columns end above
    it. With ``more``, text that is too long in the smallest type continues on further pages.
    """

    count: int
    gap: float
    pages: int
    fold: float = 0
    more: bool = False

    @property
    def most(self) -> int:
        """The number of pages above which text runs over; 0 for none."""
        return 0 if self.more else self.pages

    def width(self, size: Size) -> float:
        """Return the width of a column on a page of a size."""
        return (size.width - (self.count - 1) * self.gap) / self.count


@dataclass(frozen=True)
class Fitting:
    """The type of a field: from ``size`` down by ``step`` to ``floor``, in points.

    Raises ValueError if one of them is not more than 0, or above 1000, or the floor is more than the size.
    """

    # Read by pydantic, which the worker processes that use this class don't import.
    __pydantic_config__: ClassVar = {"extra": "forbid"}
    size: float
    floor: float
    step: float = 0.5

    def __post_init__(self) -> None:
        # Not a number is neither more nor less.
        if not all(0 < each <= _LARGEST_PT for each in (self.size, self.floor, self.step)):
            raise ValueError(f"size, floor and step should be more than 0, and {_LARGEST_PT} at the most")
        if self.floor > self.size:
            raise ValueError("floor, the least size, should not be more than size")

    def smaller(self, size: float, needed: float) -> float | None:
        """Return the next smaller size to try; None if there is none.

        ``needed`` is the height of the text at ``size``, as a multiple of the height of its box. Text fills an area, so
        its height grows with the square of the size.
        """
        if size <= self.floor:
            return None
        # Smaller type also breaks lines better, so the estimate is too small: go a share of the way, at least one step.
        steps = max(1, int(_DAMPING * (size - size / needed**0.5) / self.step))
        return max(self.floor, size - steps * self.step)

    def all_below(self, size: float) -> list[float]:
        """Return all sizes below ``size``, by steps, down to the floor."""
        sizes: list[float] = []
        while (smaller := self.smaller(size, 1)) is not None:
            sizes.append(size := smaller)
        return sizes


# Millimetres across a token, square or round.
_TOKENS = ("20", "25", "25.4", "30", "40")

FACES = {
    "poker": Size(63, 88),
    "us-poker": Size(63.5, 88.9),
    "bridge": Size(57, 89),
    "mini": Size(44, 68),
    "us-mini": Size(41, 63),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
    **{f"token-{across}": Size(float(across), float(across)) for across in _TOKENS},
    **{f"round-{across}": Size(float(across), float(across)) for across in _TOKENS},
}

# The name of a face as large as the paper without its margins.
PAGE = "page"
# The name of the field whose text flows through all columns and pages of a face.
PAGE_FIELD = "page"

# The least and the greatest side of a face that is given by its measure, in millimetres, and the least of the longer
# side: no card or token is smaller, and a smaller one is a measure in inches without its unit.
_SIDES_MM = (2, 2000)
_LONGER_SIDE_MM = 5


def face_size(text: str) -> Size | None:
    """Return the size of a face by name (``poker``) or measure (``63x88``, ``2.5x3.5in``, with sides of 2 to 2000 mm,
    one of them of 5 or more); None for any other text."""
    if text in FACES:
        return FACES[text]
    sides = sides_of(text)
    least, most = _SIDES_MM
    is_in_range = sides and all(least <= side <= most for side in sides) and max(sides) >= _LONGER_SIDE_MM
    return Size(*sides) if sides and is_in_range else None


def face_name(text: str) -> str:
    """Return the name of a face, or its measure in millimetres, as it stands in the names of files."""
    return text if text in FACES or text == PAGE else str(face_size(text))


def shape_of(text: str) -> str:
    """Return the shape of a face by name or measure: only ``round-…`` is round."""
    return "round" if text.startswith("round-") else "square"


# The places in an army's pack of products that say none: those of the shipped cards, tokens and pages.
_CARDS_IN_PACK, _TOKENS_IN_PACK, _PAGES_IN_PACK = 60, 70, 90

# The files in the folder of a product: its settings, its style sheet, and the templates of its faces.
MANIFEST = "kind.yaml"
STYLE = "face.css"
FACE = "face.html.j2"
BACK = "back.html.j2"
ART = "art.html.j2"
BACK_ART = "back-art.html.j2"
# The template of a page for the screen, which a product may have besides its faces.
SCREEN = "page.html.j2"
KIND_CHECK = "kind"
# The endings of these files, and what is written for them.
_ENDINGS = {".yaml": (".yaml", ".yml"), ".css": (".css", ".scss"), ".html.j2": (".html", ".htm", ".j2", ".jinja")}

# The value of ``each`` for a product that belongs to no edition and prints one face.
NOTHING = "nothing"
# The value of ``also`` for cards with their front in the second language on the back.
OTHER_SIDE = "other-side"

# KIND, KIND/RECORD or KIND:PART, with any names: the check printed-kinds-exist tells those that the data don't have.
_EACH = re.compile(r"(?P<kind>[^/:]+)(?:/(?P<slug>[^/:]+))?(?::(?P<path>[^/:]+))?")
# The default of ``Record.get`` for a missing field, which null is not.
_ABSENT = object()
# The least gap of a product that says none, in millimetres: a cut half a millimetre off does not show the next card.
_LEAST_GAP_MM = 2.5
_PAIR = re.compile(r"(0*[1-9]\d*)\s*x\s*(0*[1-9]\d*)")


def _check_face(text: object) -> object:
    if isinstance(text, str) and text != PAGE and face_size(text) is None:
        in_inches = f"{text.strip()}in"
        hint = f"; did you mean '{in_inches}'?" if sides_of(text) and face_size(in_inches) else closest(text, FACES)
        raise ValueError(
            f"'{text}' is not a size of face{hint}; write {PAGE}, "
            f"{', '.join(FACES)}, or a measure such as 63x88 or 2.5x3.5in (2 to 2000 mm)"
        )
    return face_name(text) if isinstance(text, str) else text


def parse_pair(what: str) -> Callable[[object], object]:
    """Return a function that reads two numbers above 0, written as ``3x3``; others are not ``what``, a ValueError."""

    def parse(text: object) -> object:
        if not isinstance(text, str):
            return text
        numbers = _PAIR.fullmatch(text)
        if not numbers:
            raise ValueError(f"'{text}' is not {what}")
        return int(numbers[1]), int(numbers[2])

    return parse


parse_grid = parse_pair("a grid; write columns x rows, such as 3x3")


def _check_language(code: str) -> str:
    if not is_language(code):
        hint = closest(code, codes())
        raise ValueError(f"'{code}' is not the code of a language{hint}; write one such as en or es")
    return code


def _check_each(text: object) -> object:
    if isinstance(text, str) and not _EACH.fullmatch(text):
        raise ValueError(
            f"'{text}' is no kind of record; write one such as tool, a record of it (tool/hammer), its parts "
            f"(tool/hammer:parts), edition, or {NOTHING}"
        )
    return text


def _check_shape(text: object) -> object:
    if isinstance(text, str) and text not in SHAPES and not text.endswith(OUTLINE):
        known = ", ".join(SHAPES)
        raise ValueError(f"'{text}' is not a shape{closest(text, SHAPES)}; write {known}, or the name of an SVG file")
    return text


def _as_list(text: object) -> object:
    if text == []:
        raise ValueError(f"nothing is named; write a kind of record, edition, or {NOTHING}")
    return [text] if isinstance(text, str) else text


def _as_count(text: object) -> object:
    return int(text) if isinstance(text, str) and text.isdigit() else text


class Together(BaseModel):
    """Records that share a face: those whose field ``without`` is null, up to ``most`` of them on one face."""

    model_config = ConfigDict(extra="forbid")
    without: str
    most: PositiveInt


class Product(BaseModel):
    """What can be printed: the settings of a ``kind.yaml``; lengths in millimetres, sizes of type in points.

    ``docs/add-a-kind-of-document.md`` describes each setting.
    """

    model_config = ConfigDict(extra="forbid", alias_generator=lambda name: name.replace("_", "-"))
    name: str = Field(exclude=True)
    folder: Path = Field(exclude=True)
    # The size for which the templates are drawn, if faces are enlarged to another size.
    design: str | None = Field(default=None, exclude=True)
    # The folders of shared templates, where its outline may be.
    shared: tuple[Path, ...] = Field(default=(), exclude=True)
    title: str
    # Another title by a kind of record, for editions that have records of it.
    titles: dict[str, str] = {}
    # The language of the messages in its templates.
    language: Annotated[str, AfterValidator(_check_language)] = MESSAGE_LANGUAGE
    each: Annotated[list[Annotated[str, BeforeValidator(_check_each)]], BeforeValidator(_as_list)]
    only: dict[str, str] = {}
    # By kind of record, a field that documents may leave out (null): only records that have it, or only the others.
    stated: dict[str, str] = {}
    unstated: dict[str, str] = {}
    once: bool = False
    together: dict[str, Together] = {}
    forms: dict[str, list[str]] = {}
    on_request: bool = False
    otherwise: str | None = None
    left_out: str | None = None
    filled: str | None = None
    # Its place among the parts of an army's pack, the first 0; what an edition has once is in a pack only with one.
    in_pack: NonNegativeInt | None = None
    owner: str | None = None
    applies: list[str] = []
    # Whether the kinds of record that a user's project declares are printed too, after the others; or those of them
    # alone that have cards with backs, which are decks.
    own_kinds: bool | Literal["with-backs"] = False
    # An edition with fewer records to print does not get the product.
    least_records: PositiveInt = 1
    face: Annotated[str, BeforeValidator(_check_face)]
    sizes: list[Annotated[str, BeforeValidator(_check_face)]] = []
    shape: Annotated[str | None, BeforeValidator(_check_shape)] = None
    # The radius of the corners of a square face; the tab at either end of a standee; of a banner the strip round its
    # pole, and how deep its end is cut in.
    rounded: Length = 0
    tab: Length = 10
    pole: Length = 6
    tail: Length | None = None
    # Whether pages are in landscape format.
    landscape: bool = False
    margin: Annotated[Margins, BeforeValidator(parse_margins), WithJsonSchema(SOME)] = Margins.of(SAFE_MARGIN)
    columns: NonNegativeInt = 0
    column_gap: Length = 6
    pages: NonNegativeInt = 1
    more_pages: bool = False
    # Whether each page has the ruler, not the first alone: what is cut out of it must have its true size.
    to_scale: bool = False
    booklet: bool = False
    fold: Length = 0
    bleed: Length = 0
    safe: Length | None = None
    gap: Annotated[Gaps, BeforeValidator(parse_gaps), WithJsonSchema(SOME)] = Gaps.of(0)
    least_gap: Annotated[Gaps, BeforeValidator(parse_gaps), WithJsonSchema(SOME)] = Field(
        default_factory=lambda kind: kind.get("gap", Gaps.of(0)).at_most(_LEAST_GAP_MM)
    )
    grid: Annotated[tuple[int, int] | None, BeforeValidator(parse_grid)] = None
    copies: Annotated[NonNegativeInt | str | dict[str, NonNegativeInt], BeforeValidator(_as_count)] = 1
    numbered: list[str] = []
    backs: Backs = "none"
    fit: dict[str, Fitting] = {}
    icons: dict[str, str] = {}
    also: bool | Literal["other-side"] = False
    codes: str | None = None
    styles: list[str] = []
    look: dict[Literal["colour", "pattern", "crest", "art", "beside", "by", "back"], str] = {}
    looks: dict[str, str] = {}
    figures: dict[str, list[str]] = {}
    measures: dict[str, float] = {}
    layouts: dict[str, dict[str, Any]] = {}

    @property
    def is_page(self) -> bool:
        """Whether a face is a page, of the paper or of a booklet, and not a card or token."""
        return self.face == PAGE or self.booklet

    @property
    def follows_paper(self) -> bool:
        """Whether the size of a face depends on the paper."""
        return self.face == PAGE

    @property
    def is_general(self) -> bool:
        """Whether the product belongs to no edition."""
        return self.each == [NOTHING]

    @property
    def is_of_whole_edition(self) -> bool:
        """Whether an edition has only one face of the product: of the edition itself, or of a single record."""
        return all(kind == "edition" or (slug and not parts) for kind, slug, parts in self.sources())

    @property
    def place_in_pack(self) -> int:
        """Its place among the parts of a pack: without one of its own, cards come first, then tokens, then pages."""
        if self.in_pack is not None:
            return self.in_pack
        return _PAGES_IN_PACK if self.is_page else _TOKENS_IN_PACK if self.outline == "round" else _CARDS_IN_PACK

    @property
    def outline(self) -> str:
        """The shape of the cut edge of a face, one of ``SHAPES`` or the name of an SVG file."""
        return self.shape or shape_of(self.face)

    @property
    def flow(self) -> Columns | None:
        """The columns that blocks of text flow through; None for a face with a fixed layout."""
        return Columns(self.columns, self.column_gap, self.pages, self.fold, self.more_pages) if self.columns else None

    @property
    def flip(self) -> Flip | None:
        """The edge at which its sheets are flipped; None for sheets without backs, and for folded ones and pieces."""
        is_folded = self.backs == "gutterfold" or self.outline in FOLDED
        return None if self.backs == "none" or is_folded else self.backs  # type: ignore[return-value]

    def sources(self) -> list[tuple[str, str | None, str | None]]:
        """Return the entries of ``each``: (kind of record, slug of a single record, path of parts that get faces)."""
        matches = [_EACH.fullmatch(each) for each in self.each]
        return [(match["kind"], match["slug"], match["path"]) for match in matches if match]

    def shows_all_records(self) -> bool:
        """Return whether it may show records of any kind: it prints an edition as a whole."""
        return any(kind == "edition" for kind, _, _ in self.sources())

    def applies_to(self, edition: Edition) -> bool:
        """Return whether an edition has enough records that this product prints."""
        if self.is_general:
            return True
        if self.applies:
            return sum(len(edition.records_of(needed)) for needed in self.applies) >= self.least_records
        if self.shows_all_records():
            return True
        printed = [
            record
            for kind, slug, _ in self.sources()
            for record in edition.records_of(kind)
            if slug in (None, record.slug) and self.shows(record)
        ]
        return len(printed) >= self.least_records

    def shows(self, record: Record) -> bool:
        """Return whether a record has the field that ``only`` requires for its kind, and documents state what
        ``stated`` requires, or leave out what ``unstated`` does.
        """
        needed = self.only.get(record.kind)
        wanted = self.unstated.get(record.kind)
        return (
            (needed is None or record.get(needed, _ABSENT) is not _ABSENT)
            and not self.leaves_out(record)
            and (wanted is None or record.get(wanted, _ABSENT) is None)
        )

    def leaves_out(self, record: Record) -> bool:
        """Return whether documents leave out what ``stated`` requires of a record: its field is null, not missing."""
        stated = self.stated.get(record.kind)
        return stated is not None and record.get(stated, _ABSENT) is None

    def laid_out(self, layout: str) -> Product:
        """Return the product with the settings of a layout for its own; raises Unusable for an unknown layout."""
        if layout not in self.layouts:
            raise unknown(str(self.folder / MANIFEST), "layout", layout, self.layouts, KIND_CHECK)
        changed = {**self.model_dump(by_alias=True, exclude={"layouts"}, exclude_unset=True), **self.layouts[layout]}
        own = {"name": self.name, "folder": self.folder, "shared": self.shared, "design": self.design}
        return Product.model_validate({**changed, **own})

    def title_in(self, edition: Edition) -> str:
        """Return the title of the product in an edition: that of ``titles`` for its records, or the title of all."""
        return next((title for kind, title in self.titles.items() if edition.records_of(kind)), self.title)

    def has(self, file: str) -> bool:
        """Return whether the product's folder has a file of that name."""
        return (self.folder / file).is_file()


def load_products(project: Project) -> tuple[dict[str, Product], list[Problem]]:
    """Return the products of a project by name, and the problems of the folders without a valid product."""
    problems: list[Problem] = []
    folders = project.named_folders(TEMPLATES).items()
    shared = tuple(project.folders(*SHARED_TEMPLATES))
    loaded = {name: _load_product(name, folder, shared, project.parsed, problems) for name, folder in folders}
    own = _own_kinds(project)
    decks = {kind for one in loaded.values() if one and one.backs != "none" for kind, _, _ in one.sources()}
    for name, product in loaded.items():
        if product and product.own_kinds:
            asked = own if product.own_kinds is True else [name for name in own if name in decks]
            more = [name for name in asked if name not in product.applies]
            loaded[name] = product.model_copy(update={"applies": [*product.applies, *more]})
    return {name: product for name, product in loaded.items() if product}, problems


def _own_kinds(project: Project) -> list[str]:
    """Return the kinds of record that a user's project declares in its vocabulary, and the shipped kinds of drafts.

    There are none if the project adds to shipped editions, or is the shipped one itself.
    """
    if len(project.layers) == 1 or any(
        layer.joinpath(*EDITIONS, name).is_dir() for name in project.own_editions for layer in project.layers[1:]
    ):
        return []
    kinds: list[str] = []
    for i, layer in enumerate(project.layers):
        file = layer / DATA / "vocabulary.yaml"
        value = read_cached(file, project.parsed)[0].value if file.is_file() else None
        sections = value if isinstance(value, dict) else {}
        given = sections.get("kinds") if i == 0 else None
        drafted = (sections.get("drafted") or {}).get("kinds")
        kinds += [*(given.values() if isinstance(given, dict) else ()), *(drafted or ())]
    return list(dict.fromkeys(map(str, kinds)))


def require_products(
    known: dict[str, Product], problems: list[Problem], asked: tuple[str, ...]
) -> tuple[list[Product], list[Problem]]:
    """Return the products with the names in ``asked``, and the problems of those among these that are invalid.

    Without names, these are all products that belong to an edition, except those printed only ``on_request``. Raises
    Unusable for an unknown name.
    """
    broken = {name: problem for problem in problems for name in products_of([problem])}
    for name in asked:
        if name not in known and name not in broken:
            raise unknown("templates", "kind of document", name, known, KIND_CHECK)
    wanted = asked or [name for name, product in known.items() if not product.is_general and not product.on_request]
    return (
        [known[name] for name in wanted if name in known],
        [problem for name, problem in broken.items() if not asked or name in asked],
    )


def products_of(problems: Iterable[Problem]) -> set[str]:
    """Return the names of the products in whose folders problems are: their places are files or folders below
    ``templates/NAME``."""
    places = [Path(problem.place.file) for problem in problems]
    inside = [[path for path in (file, *file.parents) if path.parent.name == TEMPLATES] for file in places]
    return {paths[0].name for paths in inside if paths}


def _load_product(
    name: str, folder: Path, shared: tuple[Path, ...], cache: Path | None, problems: list[Problem]
) -> Product | None:
    """Return the product in a folder; None if it is invalid, with its problems added to ``problems``."""
    tree, faults = read_cached(folder / MANIFEST, cache)
    missing = [file for file in (MANIFEST, FACE, STYLE) if not (folder / file).is_file()]
    if missing and (MANIFEST in missing or not faults):
        meant = _meant_as(missing[0], folder)
        remedy = f"rename '{meant}', if that is it, or add it" if meant else "add it"
        faults = [Problem(Place(str(folder)), f"has no {missing[0]}; {remedy}", KIND_CHECK)]
    if faults:
        problems += faults
        return None
    problems += _almost_templates(folder)
    backs = {"backs": "long-edge"} if "backs" not in (tree.value or ()) and (folder / BACK).is_file() else {}
    product, faults = read_as(Product, tree, KIND_CHECK, name=name, folder=folder, shared=shared, design=None, **backs)
    problems += faults
    if product and product.backs != "none" and not product.has(BACK):
        meant = _meant_as(BACK, folder)
        remedy = f"rename '{meant}', if that is it, or remove 'backs'" if meant else "add it, or remove 'backs'"
        message = f"'backs' asks for a {BACK}, which is not in the folder; {remedy}"
        problems.append(Problem(tree.place("backs"), message, KIND_CHECK))
        return None
    for layout, settings in product.layouts.items() if product else ():
        given = {**settings, "name": name, "folder": folder, "design": None, "layouts": {}}
        if faults := read_as(Product, tree, KIND_CHECK, **given)[1]:
            place = tree.place(f"layouts.{layout}")
            problems += [replace(fault, place=place, message=f"layout '{layout}': {fault.message}") for fault in faults]
            return None
    return product


def _meant_as(missing: str, folder: Path) -> str:
    """Return the name of the file in a folder that is meant to be a missing one; empty without any.

    Its name is alike, or it is the only one of that sort: ``face.html`` for ``face.html.j2``, ``style.css`` for
    ``face.css``.
    """
    stem, _, ending = missing.partition(".")
    known = (MANIFEST, STYLE, FACE, BACK, ART, BACK_ART, SCREEN)
    files = [file.name for file in sorted(folder.iterdir()) if file.is_file() and file.name not in known]
    alike = [name for name in files if name.lower().endswith(_ENDINGS[f".{ending}"])]
    near = [name for name in alike if likeliest(name.partition(".")[0], [stem])]
    return next(iter(near or (alike if len(alike) == 1 and missing != BACK else ())), "")


def _almost_templates(folder: Path) -> Iterator[Problem]:
    """Yield a problem for each file of a folder whose name is almost that of a template that is printed."""
    for file in files_of(folder, ".j2"):
        name = file.name.lower().replace("_", "-")
        for known in (FACE, BACK, ART, BACK_ART):
            if name in (known, known.replace("-", "")) and file.name != known:
                yield Problem(Place(str(file)), f"is not printed; did you mean '{known}'?; rename it", KIND_CHECK)
        if file.name == BACK_ART and not (folder / BACK).is_file():
            message = f"is not printed: there is no {BACK} in its folder; add it, or delete this one"
            yield Problem(Place(str(file)), message, KIND_CHECK)


COPIES_CHECK = "copies"
# The field of a column of copies in a spreadsheet.
COPIES = "copies"
# The copies of one record, and the faces of one document, at most: a slip of the hand writes more.
MAX_COPIES = 1000
MAX_FACES = 20_000

# The slug of a face that several records share begins with this.
TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Row:
    """The content of one face: a record or a part of one; without a record, a whole edition or a form.

    ``item`` is the mapping of the part (the data of the record if it is the whole record), ``path`` its path in the
    record. ``number`` is the number of the copy, if the copies of the record are numbered; else 0. ``written`` is the
    place of what is filled in, a row of an army list for instance.
    """

    slug: str
    edition: Edition
    record: Record | None
    item: Mapping[str, Any]
    copies: int
    path: str = ""
    number: int = 0
    written: Place | None = None

    def place(self, field: str = "") -> Place:
        """Return the place of the row, or of one of its fields, in the data."""
        if self.written is not None:
            return self.written
        if self.record is None:
            return self.edition.tree.place()
        return self.record.place(".".join(filter(None, (self.path, field))))


@dataclass(frozen=True)
class Filling:
    """The content of one form: the values for its template, the record that it is about and where it is written down,
    if any."""

    slug: str
    item: Mapping[str, Any]
    record: Record | None = None
    written: Place | None = None


@dataclass(frozen=True)
class Choice:
    """A selection of faces to print instead of all faces of a product, with the number of copies of each.

    The keys of ``copies`` are (id of the record, path of the part; empty for the whole record). ``filled`` has, by the
    name in ``filled`` of a ``kind.yaml``, a function that returns the contents of the forms in a language; the slugs of
    the filled-in faces begin with ``name``. What an edition has once, such as a quick reference, is chosen if its
    ``kind.yaml`` has a place for it in a pack.
    """

    name: str
    copies: Mapping[tuple[str, str], int]
    filled: Mapping[str, Callable[[Translator], Sequence[Filling]]] = field(default_factory=dict)
    # Nothing in the names of files: a pack has a folder of its own.
    suffix: ClassVar[str] = ""

    def choose(self, product: Product, edition: Edition, rows: Sequence[Row], translator: Translator) -> Iterator[Row]:
        """Yield the chosen rows of a product, each with its number of copies: filled-in forms first."""
        fill = self.filled.get(product.filled or "")
        for filling in fill(translator) if fill else ():
            slug = "-".join(filter(None, (self.name, filling.slug)))
            yield Row(slug, edition, filling.record, filling.item, 1, written=filling.written)
        if product.in_pack is not None and product.is_of_whole_edition and not product.filled:
            yield from rows
            return
        for row in rows:
            copies = self.copies.get((row.record.id, row.path), 0) if row.record else 0
            if row.number:
                # Copies are numbered from 1; further copies repeat the last number.
                same = (other for other in rows if other.record is row.record and other.path == row.path)
                last = not any(other.number > row.number for other in same)
                copies = max(0, copies - row.number + 1) if last else int(copies >= row.number)
            if copies:
                yield replace(row, copies=copies)

    def missing_from(self, rows: Sequence[Row]) -> set[tuple[str, str]]:
        """Return the keys of ``copies`` without a row."""
        return set(self.copies) - {(row.record.id, row.path) for row in rows if row.record}


def rows_of(product: Product, edition: Edition) -> tuple[list[Row], list[Problem]]:
    """Return the rows of a product for an edition, in the order of the data, and the problems of the data.

    The number of copies is ``product.copies``: a number, a number by slug (``default`` for the others; ``EDITION/SLUG``
    in one edition alone), or the path of a field of the record with the number.
    """
    problems: list[Problem] = []
    rows: dict[str, Row] = {}
    counted: list[Row] = []
    uncounted: list[Problem] = []
    for source, slug, path in product.sources():
        if source in ("edition", NOTHING):
            return [Row(edition.id, edition, None, {}, 1)], problems
        shared = product.together.get(source)
        together: list[Record] = []
        for record in edition.records_of(source):
            if (slug and record.slug != slug) or not product.shows(record):
                continue
            # A field that is null, not missing: the document does not state its value.
            if shared and record.get(shared.without, shared) is None:
                together.append(record)
                continue
            for key, item in _parts_of(record, path, problems):
                known = rows.get(key)
                if product.once and known and known.record and known.record.kind != source:
                    continue
                full = f"{path}.{key}" if path else ""
                row = Row(key, edition, record, item, 1, full)
                # If an earlier face has the slug, the id of the record is put before it.
                name = f"{record.id}.{key}".replace("/", "-") if known else key
                copies = _count_copies(product, row, uncounted)
                counted.append(row)
                if key in product.numbered:
                    numbers = range(1, copies + 1)
                    rows |= {f"{name}-{n}": replace(row, slug=f"{name}-{n}", number=n) for n in numbers}
                    continue
                rows[name] = row if (name, copies) == (key, 1) else replace(row, slug=name, copies=copies)
        faces = -(-len(together) // shared.most) if shared else 0
        for face in range(faces):
            # The records are divided evenly among the faces.
            first = len(together) * face // faces
            last = len(together) * (face + 1) // faces
            name = f"{TOGETHER}-{source}-{face + 1}"
            rows[name] = Row(name, edition, None, {"records": together[first:last]}, 1)
    for form, needs in product.forms.items():
        if any(needed in edition.kinds for needed in needs):
            row = Row(form, edition, None, {}, 1)
            rows[form] = replace(row, copies=_count_copies(product, row, problems))
    if isinstance(product.copies, str) and counted and all(_copies_in(row, product.copies) is None for row in counted):
        # It is the name that is wrong, and not each of the records.
        fields = {field for row in counted for field in row.item}
        remedy = "mend the name, or write it in each record; one of each is printed"
        hint = closest(product.copies, sorted(fields))
        if not hint and COPIES in fields:
            hint = f"; a column of copies is '{COPIES}' here, whatever its head"
        fault = f"which no record has that is printed here{hint}; {remedy}"
        place = read_cached(product.folder / MANIFEST, None)[0].place("copies")
        message = f"'copies' names '{product.copies}', {fault}"
        uncounted = [Problem(place, message, COPIES_CHECK, edition=edition.id)]
    if isinstance(product.copies, str):
        # An empty cell is in the column of the others of its sheet.
        places = [row.place(product.copies) for row in counted]
        columns = {(place.file, place.part): place.column for place in places if place.part and place.column}
        uncounted = [
            replace(
                one, place=replace(one.place, column=one.place.column or columns.get((one.place.file, one.place.part)))
            )
            for one in uncounted
        ]
    problems += uncounted
    if (total := sum(row.copies for row in rows.values())) > MAX_FACES:
        message = f"{total} faces are asked for in one document, and at most {MAX_FACES} are printed; one of each is"
        problems.append(Problem(Place(str(product.folder / MANIFEST)), message, COPIES_CHECK, edition=edition.id))
        return [replace(row, copies=min(row.copies, 1)) for row in rows.values()], problems
    return list(rows.values()), problems


def _parts_of(record: Record, path: str | None, problems: list[Problem]) -> list[tuple[str, Mapping[str, Any]]]:
    """Return (key, mapping) of the parts of a record at a path; the record itself, by its slug, without a path."""
    if path is None:
        return [(record.slug, record.data)]
    part = record.get(path)
    if not isinstance(part, dict) or not all(isinstance(item, dict) for item in part.values()):
        message = f"'{record.id}' has no mapping of mappings at '{path}' to print from; add it"
        problems.append(Problem(record.place(path), message, COPIES_CHECK, record=record.id, edition=record.edition))
        return []
    return list(part.items())


def _count_copies(product: Product, row: Row, problems: list[Problem]) -> int:
    """Return the number of copies of a row; 1, and a problem, if the data give no number or too large a one."""
    wanted = product.copies
    manifest = Place(str(product.folder / MANIFEST))
    place, what = manifest, "'copies' are"
    if isinstance(wanted, int):
        copies = wanted
    elif isinstance(wanted, dict):
        of_slug = wanted.get(row.slug, wanted.get("default", 1))
        copies = wanted.get(f"{row.edition.id}/{row.slug}", of_slug)
    else:
        place, what = row.place(wanted), f"'{wanted}' is"
        part = _copies_in(row, wanted)
        # Python reads no number of some thousand digits.
        if not (isinstance(part, str) and part.isdecimal() and len(part) < 10):
            assert row.record is not None, "only the row of a record has a field with its copies"
            if part is None:
                file = short_path(manifest.file)
                remedy = f"add it, or write another field or a number under 'copies' in {file}"
                message = f"gives no number of copies to print; {remedy}"
            else:
                message = f"is '{part}', which is no number of copies; write one, such as 3"
            message = f"'{wanted}' {message}; one is printed"
            problems.append(Problem(place, message, COPIES_CHECK, edition=row.edition.id, record=row.record.id))
            return 1
        copies = int(part)
    if copies <= MAX_COPIES:
        return copies
    message = f"{what} {copies} for '{row.slug}', and at most {MAX_COPIES} are printed; write fewer; one is printed"
    problems.append(Problem(place, message, COPIES_CHECK, edition=row.edition.id))
    return 1


def _copies_in(row: Row, path: str) -> Any:
    """Return what the record of a row, or its part, has at the path of the number of its copies; None if nothing."""
    part: Any = row.item
    for step in path.split("."):
        part = part.get(step) if isinstance(part, dict) else None
    return part


# The style sheet of all products, and the folder of the style sheets that a product names under `styles`.
THEME = "theme.css"
STYLES = "styles"
# The folder of the files of themes.
THEMES = "themes"
STYLE_CHECK = "style"

# What opens or closes a block, and what may hold a brace that does neither: a comment, a string, a URL. A string ends
# with its line at the latest.
_PART = re.compile(
    r"""/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|(?i:url)\(\s*(?:[^"'\s)][^)\n]*)?\)|[{}]""", re.S
)
_CLOSED = re.compile(r"""/\*.*\*/|(["'])(?:\\.|[^\\])*\1""", re.S)


@dataclass(frozen=True)
class StyleSheet:
    """The texts of the files of a product's style sheet, in order: those of all products, then its own.

    ``theme`` is the file of the theme that changes it and adds to it.
    """

    files: tuple[tuple[Path, str], ...]
    theme: Path | None

    @property
    def css(self) -> str:
        """The texts of all files, joined."""
        return "\n".join(text for _, text in self.files)

    def place(self, line: int, column: int, css: str) -> Place:
        """Return the place in a file of a line and column of ``css``: this sheet as the theme has changed it."""
        themed = css.split("\n")[line - 1]
        for file, text in self.files:
            lines = text.split("\n")
            if line <= len(lines):
                # The theme may have changed lengths and colours before the column.
                return Place(str(file), line, column if lines[line - 1] == themed else None)
            line -= len(lines)
        lines = self.theme.read_text(encoding="utf-8").split("\n") if self.theme else []
        return Place(str(self.theme), next((n for n, one in enumerate(lines, 1) if themed.strip() in one), None))


def read_style_sheet(project: Project, product: Product, theme: str) -> StyleSheet:
    """Return the style sheet of a product; ``theme`` is a name.

    Raises Unusable for a file that is missing or can't be read, and for a block, a string or a comment that nothing
    closes: it would take all that follows with it, in other files too.
    """
    shared = [folder / THEME for folder in reversed(project.folders(*SHARED_TEMPLATES))]
    known = project.named_files(*SHARED_TEMPLATES, STYLES, suffix=".css")
    for name in product.styles:
        if name not in known:
            message = f"'styles' names '{name}', which is not a style sheet of _shared/{STYLES}{closest(name, known)}"
            raise unusable(product.folder / MANIFEST, f"{message}; mend the name, or add the file", STYLE_CHECK)
    first = [file for file in shared if file.is_file()]
    own = [*(known[name] for name in product.styles), product.folder / STYLE]
    files = tuple((file, _read(file)) for file in (*first, *own))
    themes = project.named_files(*SHARED_TEMPLATES, THEMES)
    return StyleSheet(files, themes.get(theme))


def _read(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        line = file.read_bytes()[: fault.start].count(b"\n") + 1
        raise unusable(file, "is not UTF-8 text; save it in that encoding", STYLE_CHECK, line) from fault
    except OSError as fault:
        raise unusable(file, f"can't be read ({fault.strerror}); check the file", STYLE_CHECK) from fault
    # Where the last block, or the first string or comment, begins that nothing closes.
    blocks: list[int] = []
    for part in _PART.finditer(text):
        if part[0] == "{":
            blocks.append(part.start())
        elif part[0] == "}" and blocks:
            blocks.pop()
        elif part[0][0] in "/\"'" and not _CLOSED.fullmatch(part[0]):
            blocks = [part.start()]
            break
    if blocks:
        opened = blocks[-1]
        parts = {"/": ("comment", "'*/'"), "{": ("block", "'}'")}
        what, closing = parts.get(text[opened], ("string", "its quotation mark again"))
        place = Place(str(file), text.count("\n", 0, opened) + 1, opened - text.rfind("\n", 0, opened))
        raise Unusable(Problem(place, f"this {what} is never closed; write {closing} at its end", STYLE_CHECK))
    return text
