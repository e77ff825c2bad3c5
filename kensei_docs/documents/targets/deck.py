"""A document as a deck of cards for a target: each card once, with its number of copies, and the files to make of it.

The settings of targets are here too, and what makers of files have in common: sides of cards as pages of a PDF or as
pictures, and the check of their safe zone.
"""

from __future__ import annotations

import io
import re
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

from jinja2 import TemplateError
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PositiveInt

from kensei_docs.catalogues import Translator
from kensei_docs.database.schema import Measure
from kensei_docs.documents.cache import FaceSet
from kensei_docs.documents.imposition import DocumentFaces, Placement, PrintedDocument, Sheet, SheetBox
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.templates import without_stamp
from kensei_docs.documents.pdf import POINTS, About, Intent
from kensei_docs.documents.products.outlines import Outline
from kensei_docs.documents.products.product import INCH, Size, parse_grid, parse_pair
from kensei_docs.documents.sheets import SAFE_ZONE, Outside, words_on, write_sheets
from kensei_docs.files import digest_of
from kensei_docs.problems import unusable
from kensei_docs.processes import cores
from kensei_docs.project import Project

if TYPE_CHECKING:
    from PIL.Image import Image

# The level of compression of a PNG: with a higher level, drawings are hardly smaller, and take several times as long.
_COMPRESSION = 3
# A drawing has fewer colours, a photograph more.
_MANY_COLOURS = 1 << 14
# The tolerance for type outside of the safe zone, in millimetres.
_TOLERANCE_MM = 0.01
_PICTURE = re.compile(r"<svg.*?</svg>", re.S)
_WORDS = re.compile(r">\s*([^<>\s][^<>]*?)\s*<")
_PIXELS = "a number of pixels; write width x height, such as 825x1125"
_NOT_IN_A_FILE_NAME = re.compile(r"[^\w.-]+")


class Offer(BaseModel):
    """A size of card that a service takes; lengths in pixels.

    ``pixels`` are the width and height of the picture with its bleed, ``bleed`` is the bleed outside of the cut,
    ``safe`` the width of the zone without text inside of it. ``also`` are names of sizes that are near enough to be
    printed in this one. ``one_sided``: it has no back, as a board or a box that is folded from one sheet. ``shape`` is
    what it is cut as, if the service cuts it as nothing but that: a shape of ``kind.yaml``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"))
    pixels: Annotated[tuple[PositiveInt, PositiveInt], BeforeValidator(parse_pair(_PIXELS))]
    bleed: Measure
    safe: Measure
    also: list[str] = []
    one_sided: bool = False
    shape: str | None = None


class Target(BaseModel):
    """The settings of a target.

    ``makes`` is the name of the maker of its files, ``dpi`` the resolution in dots per inch. A target without ``sizes``
    takes cards of any size, with ``bleed`` and ``safe`` in millimetres. ``profile`` names the ICC file of a press, in
    the ``folder`` of the target's own file; ``suffix`` ends file names where a user names it instead. Pictures in CMYK
    are converted unless it ``keeps_cmyk``. ``grid`` and ``widest`` (pixels) limit a sprite sheet.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"))
    name: str = Field(default="", exclude=True)
    folder: Path = Field(default=Path(), exclude=True)
    suffix: str = Field(default="", exclude=True)
    about: str = ""
    makes: str
    formats: list[str]
    needs_back: bool = False
    dpi: Annotated[float, Field(gt=0, le=2400)] = 300
    bleed: Measure = 0
    safe: Measure = 0
    sizes: dict[str, Offer] = {}
    profile: str | None = None
    keeps_cmyk: bool = False
    grid: Annotated[tuple[int, int], BeforeValidator(parse_grid)] = (1, 1)
    widest: PositiveInt = 4096


@dataclass(frozen=True)
class Cut:
    """The cut of faces: the bleed and the safe zone in millimetres, and the size in which they are laid out.

    ``face`` is None for the size of the kind. If a service takes only certain sizes, ``size`` is the size of the cut in
    millimetres, and ``pixels`` the size of the whole picture. ``turned``: the service has this size lying on its side.
    """

    bleed: float
    safe: float
    face: str | None
    size: Size | None = None
    pixels: tuple[int, int] | None = None
    turned: bool = False


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

    ``intent`` is the press that a PDF is made for, if a profile is named. ``base_url`` is the address of the folder in
    which its pictures will be published, for makers that link to them.
    ``keys`` are keys of its faces by slot, which replace the cache keys when files are compared.
    """

    project: Project
    translator: Translator
    document: PrintedDocument
    target: Target
    cut: Cut
    base_url: str = ""
    intent: Intent | None = None
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
        return self.document.spec.face

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
        return About(document.title, document.edition_name, document.faces.style.language, None, self.intent)

    def key(self, sides: Sequence[CardSide], *parts: str) -> str:
        """Return the key of a file with these sides; ``parts`` are further inputs of the file."""
        keys = self.document.faces.keys if self.keys is None else self.keys
        return digest_of(
            *(keys[slot] for side in sides for slot in side.slots),
            self.target.model_dump_json(),
            self.intent.profile if self.intent else "",
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


class Maker(Protocol):
    """A module of ``makers``: it makes the files of the targets whose ``makes`` is its name, or one of ``WAS``.

    ``FORMATS`` are the values of ``--format`` for which it makes files; ``OPTIONS`` are the options of the command line
    that it uses, of those that not all makers use. One that prints faces on their side, where the service has their
    size so, has ``TURNS = True``.
    """

    FORMATS: Collection[str]
    OPTIONS: Collection[str]

    def files(self, deck: Deck) -> list[DeckFile]:
        """Return the files to make for a deck; raises Unusable if they can't be made."""

    def make(self, deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
        """Yield each of the wanted files, made from laid-out faces."""


def backs_of(cards: Sequence[Card]) -> list[CardSide]:
    """Return the different backs of some cards, in order."""
    return list(dict.fromkeys(card.back for card in cards if card.back))


def plain(html: str) -> str:
    """Return a face's markup without its drawings and its stamp."""
    return without_stamp(_PICTURE.sub("", html))


def filled_in(deck: Deck, template: str, **values: Any) -> tuple[str, Path]:
    """Return what a shared template gives in the language of a deck, and its file; raises Unusable if it is invalid."""
    try:
        found = environment(deck.project, deck.translator, SHARED).get_template(template)
        return found.render(**values), Path(found.filename or template)
    except TemplateError as fault:
        line = getattr(fault, "lineno", None)
        message = f"can't be filled in: {fault}; mend it"
        raise unusable(f"templates/{SHARED}/{template}", message, "templates", line) from fault


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
    return write_sheets(sheets, deck.about)


def outside_safe_zone(
    deck: Deck, pdf: bytes, sides: Sequence[CardSide]
) -> dict[CardSide, tuple[tuple[str, Defect], ...]]:
    """Return, by side, the text outside of the safe zone as (slot, defect); each side is a page of ``pdf``."""
    import pypdfium2

    defects: dict[CardSide, tuple[tuple[str, Defect], ...]] = {}
    safe = SheetBox(deck.cut.bleed, deck.cut.bleed, deck.trim.width, deck.trim.height).grown(*(-deck.safe,) * 4)
    piece, whole = deck.document.spec.piece, deck.trim.less(-deck.cut.bleed)
    # A face is in the middle of its page.
    place = (whole.width - deck.size.width) / 2, (whole.height - deck.size.height) / 2
    backs = {card.back for card in deck.cards}
    with pypdfium2.PdfDocument(pdf) as document:
        for side, page in zip(sides, document, strict=True):
            if side not in defects:
                outline = piece.back_outline if side in backs else piece.front_outline
                found = _defects_outside(deck, page, safe, outline and outline.moved(*place))
                defects[side] = tuple((side.face, defect) for defect in found)
    return defects


def _defects_outside(deck: Deck, page: Any, safe: SheetBox, outline: Outline | None) -> Iterator[Defect]:
    """Yield a defect if text on a page is outside of a box, or not far enough inside of an outline."""
    outside: list[str] = []
    worst, where = 0.0, ""
    height = page.get_height() / POINTS
    for word in words_on(page):
        over = {
            "left": safe.x - word.left,
            "bottom": safe.y - (height - word.bottom),
            "right": word.right - safe.right,
            "top": height - word.top - safe.top,
        }
        if outline:
            over["outline"] = deck.safe - word.depth_in(outline, height)
        edge = max(over, key=lambda name: over[name])
        if over[edge] > _TOLERANCE_MM:
            outside.append(word.text)
            worst, where = max((worst, where), (over[edge], edge))
    if outside:
        said = " ".join(dict.fromkeys(outside))
        keeper = f"target {deck.target.name}" if deck.safe == deck.cut.safe else deck.document.faces.product.name
        yield Defect(
            "",
            f"{Outside(said, worst, where).said('the safe zone')}"
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
    from PIL.Image import RLE

    out = io.BytesIO()
    # A photograph is smaller, and packed in half the time, if only equal neighbours are looked for.
    many = picture.mode == "RGB" and picture.getcolors(_MANY_COLOURS) is None
    packing = {"compress_level": 1, "compress_type": RLE} if many else {"compress_level": _COMPRESSION}
    picture.save(out, "png", **packing, **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def pngs(drawn: Iterable[tuple[CardSide, Image]], dpi: float | None = None) -> Iterator[tuple[CardSide, bytes]]:
    """Yield (side, PNG) for pictures of sides, in order; while they are packed, the next ones are drawn."""
    with ThreadPoolExecutor(cores()) as pool:
        waiting: deque[tuple[CardSide, Future[bytes]]] = deque()
        for side, picture in drawn:
            waiting.append((side, pool.submit(png, picture, dpi)))
            if len(waiting) > 2 * cores():
                first, packed = waiting.popleft()
                yield first, packed.result()
        for side, packed in waiting:
            yield side, packed.result()


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
