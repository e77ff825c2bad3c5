"""Targets: the settings in their files, and the cut of a kind's faces for a target.

A document as a deck of cards for a target: each card once, with its number of copies, and the files to make.

This module also draws the sides of cards as pages of a PDF or as pictures, and checks their safe zone.

Building for a target: makes the target's files of an order; unchanged files are not made again.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PositiveInt

from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database
from kensei_docs.database.schema import Measure, read_as
from kensei_docs.database.yaml_files import Tree, read_cached
from kensei_docs.documents.build import (
    Order,
    Plan,
    Printed,
    Watcher,
    defects_of,
    lay_out,
    older,
    plan,
    problems_of,
    refusing_unwritable,
    subject_of,
    write_pages,
)
from kensei_docs.documents.cache import FaceCache, FaceSet, Manifest, Output, Subject, Written
from kensei_docs.documents.imposition import DocumentFaces, Placement, PrintedDocument, Sheet, SheetBox
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.markup.templates import without_stamp
from kensei_docs.documents.pdf import POINTS, About
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.paper import FACES, INCH, Size, face_size
from kensei_docs.documents.products.product import MANIFEST, SCREEN, Product, parse_grid
from kensei_docs.documents.sheets import write_sheets
from kensei_docs.documents.targets.makers import Maker, load_makers
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, Unusable, closest, unknown, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER = "targets"
CHECK = "target"
# The default target.
HOME = "home"
# The ``makes`` of the default target: sheets of paper and pictures of them, which no maker module makes.
SHEETS = "sheets"
_SHEET_FORMATS = ("pdf", "png")
_SHEET_OPTIONS = ("--paper", "--printer", "--gap", "--grid", "--cut-lines", "--since", "--bleed")

# Two sizes with a smaller difference are the same size of card, cut by two companies.
_SIZE_TOLERANCE_MM = 1.0
_PIXELS = re.compile(r"([1-9]\d*)\s*x\s*([1-9]\d*)")


def _parse_pixels(text: object) -> object:
    if isinstance(text, str):
        counts = _PIXELS.fullmatch(text)
        if not counts:
            raise ValueError(f"'{text}' is not a number of pixels; write width x height, such as 825x1125")
        return int(counts[1]), int(counts[2])
    return text


class Offer(BaseModel):
    """A size of card that a service takes; lengths in pixels.

    ``pixels`` are the width and height of the picture with its bleed, ``bleed`` is the bleed outside of the cut,
    ``safe`` the width of the zone without text inside of it. ``also`` are names of sizes that are near enough to be
    printed in this one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    pixels: Annotated[tuple[PositiveInt, PositiveInt], BeforeValidator(_parse_pixels)]
    bleed: Measure
    safe: Measure
    also: list[str] = []


class Target(BaseModel):
    """The settings of a target.

    ``makes`` is the name of the maker of its files, ``dpi`` the resolution in dots per inch. A target without ``sizes``
    takes cards of any size, with ``bleed`` and ``safe`` in millimetres. ``grid`` and ``widest`` (pixels) limit a sprite
    sheet.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"))
    name: str = Field(default="", exclude=True)
    about: str = ""
    makes: str
    formats: list[str]
    needs_back: bool = False
    dpi: Annotated[float, Field(gt=0, le=2400)] = 300
    bleed: Measure = 0
    safe: Measure = 0
    sizes: dict[str, Offer] = {}
    grid: Annotated[tuple[int, int], BeforeValidator(parse_grid)] = (1, 1)
    widest: PositiveInt = 4096


@dataclass(frozen=True)
class Cut:
    """The cut of faces: the bleed and the safe zone in millimetres, and the size in which they are laid out.

    ``face`` is None for the size of the kind. If a service takes only certain sizes, ``size`` is the size of the cut in
    millimetres, and ``pixels`` the size of the whole picture.
    """

    bleed: float
    safe: float
    face: str | None
    size: Size | None = None
    pixels: tuple[int, int] | None = None


def load_targets(project: Project) -> tuple[dict[str, Target], list[Problem]]:
    """Return the targets of a project by name, and the problems of the invalid files."""
    targets: dict[str, Target] = {}
    problems: list[Problem] = []
    formats = {SHEETS: _SHEET_FORMATS, **{name: maker.FORMATS for name, maker in load_makers().items()}}
    for name, file in project.named_files(*SHARED_TEMPLATES, FOLDER).items():
        tree, faults = read_cached(file, project.parsed)
        target = None
        if not faults:
            target, faults = read_as(Target, tree, CHECK, name=name)
        if target:
            faults = [*faults, *_unknown_names(target, tree, formats)]
        problems += faults
        if target and not faults:
            targets[name] = target
    return targets, problems


def _unknown_names(target: Target, tree: Tree, formats: Mapping[str, Collection[str]]) -> Iterator[Problem]:
    """Yield a problem for an unknown maker, and for each format that the maker can't make."""
    if target.makes not in formats:
        hint = f"{closest(target.makes, formats)}; known are {', '.join(formats)}"
        yield Problem(tree.place("makes"), f"nothing is made as '{target.makes}'{hint}", CHECK)
        return
    known = formats[target.makes]
    for form in (form for form in target.formats if form not in known):
        yield Problem(tree.place("formats"), f"{target.makes} come as {', '.join(known)}, not as {form}", CHECK)


def require_target(project: Project, name: str | None, form: str | None, options: Collection[str] = ()) -> Target:
    """Return the target with a name; without a name, the default target of the format.

    ``options`` are the other options of the command line, such as ``--bleed``. Raises Unusable if there is no such
    target, its file is invalid, it doesn't have the format, or it doesn't use an option.
    """
    targets, problems = load_targets(project)
    problems_of_target = [problem for problem in problems if problem.place.file.endswith(f"/{name or HOME}.yaml")]
    if problems_of_target:
        raise Unusable(*problems_of_target)
    forms = list(dict.fromkeys(form for target in targets.values() for form in target.formats))
    if form is not None and form not in forms:
        raise unknown("build", "format", form, forms)
    if name is None:
        # The default target of a format is home, else the target of the same name, else the first with the format.
        candidates = [HOME, form or HOME, *targets]
        fitting = (
            candidate
            for candidate in candidates
            if candidate in targets and (form is None or form in targets[candidate].formats)
        )
        name = next(fitting, HOME)
    if name not in targets:
        raise unknown("build", "target", name, targets, CHECK)
    target = targets[name]
    if form and form not in target.formats:
        raise unusable(
            "build",
            f"target {name} comes as {', '.join(target.formats)}, not "
            f"as {form}; leave out --format or choose another --target",
            "format",
        )
    used = _SHEET_OPTIONS if target.makes == SHEETS else load_makers()[target.makes].OPTIONS
    useless = [option for option in options if option not in used]
    if useless:
        raise unusable("build", f"target {name} has no use for {' and '.join(useless)}; leave that out", CHECK)
    return target


def cut_for(target: Target, product: Product, options: Options) -> Cut:
    """Return the cut of a kind's faces for a target; raises Unusable if the target doesn't take them."""
    place = product.folder / MANIFEST
    if product.is_page:
        message = f"{product.name} is made of pages, and target {target.name} is for cards; print it with --target home"
        raise unusable(place, message, CHECK)
    if target.needs_back and options.applied(product).backs == "none":
        remedy = "add back.html.j2 to its folder, or choose another --target"
        if options.backs == "none":
            remedy = "leave out --backs none"
        raise unusable(place, f"{product.name} has no backs, and target {target.name} needs them; {remedy}", CHECK)
    if not target.sizes:
        return Cut(target.bleed if options.bleed is None else options.bleed, target.safe, options.size)
    asked = options.size or product.face
    offer = _find_offer(target, asked)
    if offer is None:
        known = ", ".join(f"{name} ({_trim_size(size, target.dpi)} mm)" for name, size in target.sizes.items())
        raise unusable(
            place,
            f"{product.name} is {asked}, which target {target.name} doesn't take; "
            f"its sizes are {known}, to be asked for with --size",
            "size",
        )
    pixel = INCH / target.dpi
    trim = _trim_size(offer, target.dpi)
    face = options.size
    size = face_size(asked)
    # A face of nearly the same size is not scaled, but centred.
    if size is None or max(abs(size.width - trim.width), abs(size.height - trim.height)) > _SIZE_TOLERANCE_MM:
        face = str(trim)
    elif options.theme.enlarge > 1:
        # A large-print theme can't enlarge the cards of a service.
        face = asked
    replace(options, size=face, bleed=None).applied(product)
    return Cut(offer.bleed * pixel, offer.safe * pixel, face, trim, offer.pixels)


def _find_offer(target: Target, asked: str) -> Offer | None:
    """Return the offer of a target for a size by name or measure; None if it has none."""
    size = face_size(asked)
    for name, offer in target.sizes.items():
        names = (name, *offer.also)
        if asked in names or size in [*map(FACES.get, names), _trim_size(offer, target.dpi)]:
            return offer
    return None


def _trim_size(offer: Offer, dpi: float) -> Size:
    """Return the size of the cut of an offer, in millimetres."""
    width, height = (round((side - 2 * offer.bleed) / dpi * INCH, 2) for side in offer.pixels)
    return Size(width, height)


SAFE_ZONE = "safe-zone"

# The level of compression of a PNG: with a higher level, drawings are hardly smaller, and take several times as long.
_COMPRESSION = 3
# The tolerance for type outside of the safe zone, in millimetres.
_TOLERANCE_MM = 0.01
# The characters of the text outside that a defect quotes.
_QUOTED_CHARACTERS = 30
_PICTURE = re.compile(r"<svg.*?</svg>", re.S)
_WORDS = re.compile(r">\s*([^<>\s][^<>]*?)\s*<")
_NOT_IN_A_FILE_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class CardSide:
    """One side of a card: the slots of its face and of the art beneath it."""

    face: str
    art: str | None

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots of its faces."""
        return (self.face, self.art) if self.art else (self.face,)


@dataclass(frozen=True)
class Card:
    """A card of a deck: its number (the first is 1), the slug of its row, its name, copies and sides."""

    number: int
    slug: str
    name: str
    copies: int
    front: CardSide
    back: CardSide | None

    @property
    def label(self) -> str:
        """The part of file names for the card, such as ``007-polearms``; sorted names have the order of the deck."""
        return f"{self.number:03}-{_NOT_IN_A_FILE_NAME.sub('-', self.slug)}"


@dataclass(frozen=True)
class Deck:
    """A document to make for a target: its cards, their cut, and the folder of its files.

    ``base_url`` is the address of the folder in which its pictures will be published, for makers that link to them.
    ``keys`` are keys of its faces by slot, which replace the cache keys when files are compared.
    """

    project: Project
    translator: Translator
    document: PrintedDocument
    target: Target
    cut: Cut
    base_url: str = ""
    keys: Mapping[str, str] | None = None

    @cached_property
    def cards(self) -> list[Card]:
        """The document's cards in its order; rows with the same faces are copies of one card."""
        return _cards(self.document.faces)

    def group_of(self, card: Card) -> str:
        """Return the name of the record after whose look a card is drawn, such as its clan; empty without one."""
        faces = self.document.faces
        by = faces.product.look.get("by", "")
        row = next(side.row for side in faces.sides if side.row.slug == card.slug)
        group = row.edition.records.get(f"{by}/{row.record.get(by)}") if by and row.record else None
        return self.translator.name(group) if group else ""

    @property
    def name(self) -> str:
        """The name of its file, or of the folder of its files."""
        return self.document.path.stem

    @property
    def folder(self) -> Path:
        """The folder of its files, if the maker makes several."""
        return self.document.path.parent / self.name

    @property
    def size(self) -> Size:
        """The size of its cards."""
        return self.document.faces.product.face_on(self.document.paper)

    @property
    def trim(self) -> Size:
        """The size to which its cards are cut."""
        return self.cut.size or self.size

    @property
    def safe(self) -> float:
        """The least distance of text from the cut in mm: the least safe zone of target and kind."""
        safe = self.document.faces.product.safe
        return self.cut.safe if safe is None else min(safe, self.cut.safe)

    @property
    def about(self) -> About:
        """The metadata of its PDF."""
        document = self.document
        return About(document.title, document.edition_name, document.faces.style.language, None)

    def key(self, sides: Sequence[CardSide], *parts: str) -> str:
        """Return the key of a file with these sides; ``parts`` are further inputs of the file."""
        keys = self.document.faces.keys if self.keys is None else self.keys
        return digest_of(
            *(keys[slot] for side in sides for slot in side.slots),
            self.target.model_dump_json(),
            repr(self.cut),
            repr(self.size),
            repr(self.safe),
            *parts,
        )


@dataclass(frozen=True)
class DeckFile:
    """A file to make: its path, its key, the sides of cards on it, and its number of pages or pictures."""

    path: Path
    key: str
    sides: tuple[CardSide, ...] = ()
    pages: int = 1


@dataclass(frozen=True)
class MadeFile:
    """The content of a file, and the defects of its faces as (slot, defect)."""

    file: DeckFile
    data: bytes
    defects: tuple[tuple[str, Defect], ...] = ()


def backs_of(cards: Sequence[Card]) -> list[CardSide]:
    """Return the different backs of some cards, in order."""
    return list(dict.fromkeys(card.back for card in cards if card.back))


def plain(html: str) -> str:
    """Return a face's markup without its drawings and its stamp."""
    return without_stamp(_PICTURE.sub("", html))


def side_pages(deck: Deck, sides: Sequence[CardSide], faces: DocumentFaces, bleed: float) -> bytes:
    """Return a PDF with a page for each side, with its bleed (mm) to the edges of the page, and its trim box."""
    size = deck.size
    page = deck.trim.less(-bleed)
    trim = SheetBox(bleed, bleed, deck.trim.width, deck.trim.height)
    across = (page.width - size.width) / 2
    upwards = (page.height - size.height) / 2
    box = SheetBox(across, upwards, size.width, size.height)
    backs = {card.back for card in deck.cards}
    titles = {side: card.name for card in deck.cards for side in (card.front, card.back) if side}
    sheets = []
    for side in sides:
        face = faces.face(side.face, titles[side])
        art = faces.face(side.art, titles[side]) if side.art else None
        # The art of a back is a pattern and may be enlarged; the art of a front keeps its place.
        placed = Placement(box, face, art, max(across, upwards), stretched=side in backs)
        sheets.append(Sheet(page, (placed,), note="", crop=False, trim=trim))
    return write_sheets(sheets, deck.about, deck.project.cache)


def outside_safe_zone(
    deck: Deck, pdf: bytes, sides: Sequence[CardSide]
) -> dict[CardSide, tuple[tuple[str, Defect], ...]]:
    """Return, by side, the text outside of the safe zone as (slot, defect); each side is a page of ``pdf``."""
    import pypdfium2

    defects: dict[CardSide, tuple[tuple[str, Defect], ...]] = {}
    safe = SheetBox(deck.cut.bleed, deck.cut.bleed, deck.trim.width, deck.trim.height).grown(*(-deck.safe,) * 4)
    with pypdfium2.PdfDocument(pdf) as document:
        for side, page in zip(sides, document, strict=True):
            if side not in defects:
                defects[side] = tuple((side.face, defect) for defect in _defects_outside(deck, page, safe))
    return defects


def _defects_outside(deck: Deck, page: Any, safe: SheetBox) -> Iterator[Defect]:
    """Yield a defect if text on a page is outside of a box."""
    text = page.get_textpage()
    worst = 0.0
    where = ""
    # Whole words are quoted: letters at an edge alone say nothing.
    outside: list[str] = []
    word, is_outside = "", False
    for i in range(text.count_chars()):
        character = text.get_text_range(i, 1)
        if not character.strip():
            outside += [word] if is_outside else []
            word, is_outside = "", False
            continue
        word += character
        left, below, right, above = (value / POINTS for value in text.get_charbox(i))
        over = {"left": safe.x - left, "bottom": safe.y - below, "right": right - safe.right, "top": above - safe.top}
        edge = max(over, key=lambda name: over[name])
        if over[edge] > _TOLERANCE_MM:
            is_outside = True
        if over[edge] > max(worst, _TOLERANCE_MM):
            worst = over[edge]
            where = edge
    outside += [word] if is_outside else []
    if outside:
        said = " ".join(dict.fromkeys(outside))
        words = said[:_QUOTED_CHARACTERS] + ("…" if len(said) > _QUOTED_CHARACTERS else "")
        keeper = f"target {deck.target.name}" if deck.safe == deck.cut.safe else deck.document.faces.product.name
        yield Defect(
            "",
            f"'{words}' stands {worst:.2f} mm outside of the safe zone at the {where}"
            f" ({keeper} keeps {deck.safe:.1f} mm inside of the cut "
            "free of text); move it inwards in the template",
            SAFE_ZONE,
            said,
        )


def draw(
    deck: Deck, sides: Sequence[CardSide], faces: DocumentFaces, pixels: tuple[int, int]
) -> Iterator[tuple[CardSide, Image]]:
    """Yield each side without bleed as an RGB picture of the given size in pixels."""
    if sides:
        yield from draw_pages(side_pages(deck, sides, faces, 0), sides, pixels)


def draw_pages(pdf: bytes, sides: Sequence[CardSide], pixels: tuple[int, int]) -> Iterator[tuple[CardSide, Image]]:
    """Yield the pages of a PDF of sides as RGB pictures of the given size in pixels."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        for side, page in zip(sides, document, strict=True):
            width, height = page.get_size()
            # The renderer rounds up: half a pixel less gives the wanted number of pixels, or one fewer.
            scale = min((pixels[0] - 0.5) / width, (pixels[1] - 0.5) / height)
            drawn = page.render(scale=scale).to_pil().convert("RGB")
            yield side, drawn if drawn.size == pixels else drawn.resize(pixels)


def png(picture: Image, dpi: float | None = None) -> bytes:
    """Return a picture as a PNG; equal pictures give equal bytes."""
    out = io.BytesIO()
    picture.save(out, "png", compress_level=_COMPRESSION, **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def pixels_of(size: Size, dpi: float) -> tuple[int, int]:
    """Return the width and height of a size in pixels."""
    return round(size.width * dpi / INCH), round(size.height * dpi / INCH)


def _cards(faces: FaceSet) -> list[Card]:
    """Return the cards of a face set, equal ones together; cards of one title get their first words besides."""
    cards: dict[tuple[CardSide, CardSide | None], Card] = {}
    titles = Counter(side.title for side in faces.sides)
    for side in faces.sides:
        front = CardSide(side.front, side.art)
        back = CardSide(side.back, side.back_art) if side.back else None
        known = cards.get((front, back))
        if known:
            cards[front, back] = replace(known, copies=known.copies + side.row.copies)
            continue
        name = side.title
        if titles[name] > 1:
            # Parts of one record have its name; their first words differ.
            words = _WORDS.search(plain(faces.fragments[side.front].html))
            name = f"{name}: {' '.join(words[1].split()) if words else side.row.slug}"
        cards[front, back] = Card(len(cards) + 1, side.row.slug, name, side.row.copies, front, back)
    return list(cards.values())


# Cards for a target are on no paper, but a plan needs one: every face fits on the largest.
ANY_PAPER = "a3"
# In this format, the page for the screen of a kind, if it has one, replaces its cards.
HTML = "html"


def build_for_target(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool, watcher: Watcher
) -> Printed:
    """Make an order's files for a target.

    ``by_name``: the user named the kinds; a kind that the target doesn't take is then refused, and otherwise left out.
    ``base_url`` is the address of the folder in which pictures will be published. Raises Unusable if nothing can be
    made.
    """
    decks, planned = decks_of(project, database, order, target, base_url, by_name)
    return make_files(project, order.out, target, list(files_of(decks, target, planned)), planned, watcher)


def files_of(decks: Sequence[Deck], target: Target, planned: Plan) -> Iterator[tuple[Deck, list[DeckFile]]]:
    """Yield each deck with its files; the problems of decks whose files can't be made are added to ``planned``."""
    maker = load_makers()[target.makes]
    for deck in decks:
        try:
            yield deck, maker.files(deck)
        except Unusable as fault:
            planned.refused += fault.problems
            planned.failed.add(_subject_of(deck))


def make_files(
    project: Project,
    out: Path,
    target: Target,
    wanted: Sequence[tuple[Deck, list[DeckFile]]],
    planned: Plan,
    watcher: Watcher,
) -> Printed:
    """Make the files of decks that are not up to date, and the plan's HTML pages.

    Other files that an earlier run made in the folders of the decks are deleted. Raises Unusable if the folder ``out``
    can't be written to.
    """
    maker = load_makers()[target.makes]
    manifest = Manifest(project.cache)
    all_files = [file for _, files in wanted for file in files]
    current = {file.path: entry for file in all_files if (entry := manifest.current(file.path, file.key))}
    lacking = [
        (deck, missing) for deck, files in wanted if (missing := [file for file in files if file.path not in current])
    ]
    try:
        with refusing_unwritable(out):
            out.mkdir(parents=True, exist_ok=True)
            caches = lay_out([deck.document for deck, _ in lacking], project.cache, watcher)
            for deck, missing in lacking:
                for file, written in _write(maker, deck, missing, caches[deck.document.faces.folder], manifest):
                    current[file.path] = written
                    watcher.written(file.path, file.pages)
            for deck, _ in wanted:
                manifest.forget_all_but(deck.folder, current.keys())
            outputs = list(write_pages(planned, manifest))
            manifest.save()
    except Unusable as fault:
        folders = dict.fromkeys(deck.folder for deck, _ in lacking)
        raise Unusable(*fault.problems, *(older(folder) for folder in folders if folder.is_dir())) from fault
    fresh = {file.path for _, missing in lacking for file in missing}
    for deck, files in wanted:
        for file in files:
            written = current[file.path]
            outputs.append(Output(file.path, file.path in fresh, written.faces, written.pages))
            planned.problems += problems_of(deck.document, written.defects)
        planned.problems += deck.translator.problems
    return Printed(
        outputs, list(dict.fromkeys(planned.problems)), planned.refused, planned.failed, sorted(planned.uncopied)
    )


def decks_of(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool
) -> tuple[list[Deck], Plan]:
    """Return the decks to make for an order, and a plan with their problems and HTML pages, but without documents."""
    result = Plan()
    cuts: dict[Cut, list[Product]] = {}
    left_out: list[str] = []
    for product in order.products:
        if HTML in target.formats and product.has(SCREEN):
            _add(result, plan(project, database, replace(order, products=[product], papers=(ANY_PAPER,))))
            continue
        try:
            cuts.setdefault(cut_for(target, product, order.options), []).append(product)
        except Unusable as fault:
            if by_name:
                result.refused += fault.problems
            else:
                left_out.append(product.name)
    if left_out:
        result.problems.append(
            Problem(
                Place("build"),
                f"left out, for target {target.name} doesn't take them: {', '.join(left_out)}; name one to be told why",
                CHECK,
                "note",
            )
        )
    translators = {language: translator_for(project, database, language) for language in order.languages}
    decks = []
    for cut, products in cuts.items():
        # The cut determines the printed bleed; the art is drawn with the bleed of its kind.
        options = replace(order.options, bleed=None, size=cut.face)
        planned = plan(project, database, replace(order, products=products, papers=(ANY_PAPER,), options=options))
        for document in planned.documents:
            faces = document.faces
            theme = faces.suffix.removeprefix(f"-{options.size}")
            size = f"-{order.options.size}" if order.options.size else ""
            path = document.path.parent / target.name / f"{faces.product.name}{size}{theme}.out"
            renamed = replace(document, path=path)
            decks.append(Deck(project, translators[faces.language], renamed, target, cut, base_url))
        _add(result, replace(planned, pages={}))
    return decks, result


def _add(result: Plan, planned: Plan) -> None:
    """Add the pages and problems of a plan to another plan."""
    result.pages |= planned.pages
    result.problems += planned.problems
    result.refused += planned.refused
    result.failed |= planned.failed
    result.subjects |= planned.subjects
    result.uncopied |= planned.uncopied


def _write(
    maker: Maker, deck: Deck, wanted: Sequence[DeckFile], cache: FaceCache, manifest: Manifest
) -> Iterator[tuple[DeckFile, Written]]:
    """Make and write the wanted files of a deck; yield each with its entry in the manifest."""
    for made in maker.make(deck, wanted, DocumentFaces(deck.document, cache)):
        file = made.file
        slots = dict.fromkeys(slot for side in file.sides for slot in side.slots)
        defects = [*defects_of(deck.document.faces, cache, slots), *made.defects]
        faces = len({side.face for side in file.sides})
        of = _subject_of(deck)
        yield file, manifest.write(file.path, file.key, made.data, faces, file.pages, defects, of, save=False)


def _subject_of(deck: Deck) -> Subject:
    shown = deck.document.faces
    return subject_of(shown.product, shown.edition, shown.language)
