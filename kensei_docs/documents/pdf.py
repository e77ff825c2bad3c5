"""PDFs, made from packs: faces as form XObjects, a subset of each typeface, structure tree, links and outline.

pikepdf holds a PDF until it is written. A face stands in it once, however often it is placed. The structure tree has a
Part for each page, with the faces in order; a face that is placed once adds the headings, paragraphs and tables of its
page to the tree, in reading order. WeasyPrint writes links, anchors and headings into packs; they are copied for faces
with text over several pages.

Which faces share a pack depends on earlier prints. So that equal sheets have equal bytes, nothing of a PDF depends on
it: a typeface has one subset with exactly the glyphs that are shown, which keep their ids, and equal objects of several
packs are one object.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zlib
from binascii import unhexlify
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache
from importlib import resources
from itertools import count
from struct import unpack
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String

from kensei_docs import __version__
from kensei_docs.caches import read_entry, shared_folder, write_entry
from kensei_docs.discover import version_of
from kensei_docs.documents.cache import FaceCache
from kensei_docs.documents.layout.faces import Pack
from kensei_docs.documents.layout.renderer import Element
from kensei_docs.documents.markup.typefaces import FOLDER, data_of, digest, glyphs_of
from kensei_docs.documents.products.product import INCH, Flip, Size
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import unusable

# Points in a millimetre.
POINTS = 72 / INCH
AUTHOR = "Kensei Docs"
# The version of PDF, which defines all that is used here.
_VERSION = "1.7"
# What a PDF/X-4 (ISO 15930-7) says that it is, the version of PDF that it is of, and the namespaces of its metadata.
PDF_X = "PDF/X-4"
_VERSION_OF_PDF_X = "1.6"
_PDF_X = "http://www.npes.org/pdfx/ns/id/"
_MEDIA = "http://ns.adobe.com/xap/1.0/mm/"


def reals(*values: float) -> Array:
    """Return an array of numbers, rounded to four decimals."""
    return Array([round(value, 4) for value in values])


def points(*lengths: float) -> str:
    """Return lengths in millimetres as text for a content stream, in points."""
    return " ".join(number(length * POINTS) for length in lengths)


def number(value: float) -> str:
    """Return a number as text for a content stream, rounded to four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class About:
    """The metadata of a PDF: title, subject, language, and the edge at which sheets are flipped (None: one side).

    With an ``intent`` it is a PDF/X-4.
    """

    title: str
    subject: str
    language: str
    flip: Flip | None
    intent: Intent | None = None


@dataclass(frozen=True)
class Intent:
    """The press that a PDF/X is made for: name and bytes of its ICC profile, and the day that the file is of."""

    name: str
    profile: bytes = field(repr=False)
    day: date = field(repr=False)

    def __post_init__(self) -> None:
        """Raise ValueError if the profile is not that of a press with four inks."""
        head = self.profile[:132]
        if len(head) < 132 or head[36:40] != b"acsp":
            raise ValueError("is not an ICC profile; name the .icc file of your print shop")
        device, space = (head[at : at + 4].decode("latin-1").strip() for at in (12, 16))
        if device != "prtr" or space != "CMYK":
            raise ValueError(
                f"is the profile of a device '{device}' with colours '{space}'; PDF/X asks for that of a press (prtr, "
                "CMYK), which your print shop has"
            )


def describe(pdf: pikepdf.Pdf, about: About) -> None:
    """Set the metadata of a PDF, and the preferences of viewers and printers."""
    pdf.Root.Lang = String(about.language)
    # A viewer must not shrink a sheet to the printer's margins: the cards would have the wrong size.
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True, PrintScaling=Name("/None"))
    if about.flip:
        edge = "Long" if about.flip == "long-edge" else "Short"
        pdf.Root.ViewerPreferences.Duplex = Name(f"/DuplexFlip{edge}Edge")
    # This sets the document information too.
    with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = about.title
        metadata["dc:creator"] = [AUTHOR]
        metadata["dc:description"] = about.subject
        metadata["dc:language"] = {about.language}
        metadata["pdf:Producer"] = f"{AUTHOR} {__version__}"
        if about.intent:
            moment = f"{about.intent.day.isoformat()}T00:00:00Z"
            for name in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"):
                metadata[name] = moment
            metadata["pdf:Trapped"] = "False"
            metadata[f"{{{_PDF_X}}}GTS_PDFXVersion"] = PDF_X
            metadata[f"{{{_MEDIA}}}DocumentID"] = f"uuid:{uuid5(NAMESPACE_URL, f'{about.title} {about.subject}')}"
            metadata[f"{{{_MEDIA}}}RenditionClass"] = "default"
            metadata[f"{{{_MEDIA}}}VersionID"] = "1"
    if about.intent:
        pdf.docinfo["/Trapped"] = Name("/False")
        _add_intent(pdf, about.intent)


def _add_intent(pdf: pikepdf.Pdf, intent: Intent) -> None:
    """Add an output intent to a complete PDF, and say of its RGB colours which ones they are.

    A press prints CMYK: a colour of a device that is not that press is not allowed. Inks with the profile of that
    press are its own, and may not have the profile a second time.
    """
    profile = pdf.make_stream(intent.profile, N=4)
    pdf.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name("/GTS_PDFX"),
                OutputConditionIdentifier=String(intent.name),
                Info=String(intent.name),
                DestOutputProfile=profile,
            )
        ]
    )
    of_screens = resources.files("weasyprint.pdf").joinpath("sRGB2014.icc").read_bytes()
    colours = pdf.make_indirect(Array([Name.ICCBased, pdf.make_stream(of_screens, N=3, Alternate=Name.DeviceRGB)]))
    is_of_press: dict[tuple[int, int], bool] = {}
    for part in pdf.objects:
        if isinstance(part, Dictionary | pikepdf.Stream):
            _replace_rgb(part, colours)
            space = part.get("/ColorSpace")
            if isinstance(space, Array) and space[0] == Name.ICCBased:
                if space[1].objgen not in is_of_press:
                    is_of_press[space[1].objgen] = space[1].read_bytes() == intent.profile
                if is_of_press[space[1].objgen]:
                    part["/ColorSpace"] = Name.DeviceCMYK


def _replace_rgb(part: Any, colours: pikepdf.Object) -> None:
    """Name the colour space of RGB colours in an object: in its resources, if it has any, its group, or its pixels."""
    resources_of = part.get("/Resources")
    if isinstance(resources_of, Dictionary):
        spaces = resources_of.get("/ColorSpace", Dictionary())
        spaces["/DefaultRGB"] = colours
        resources_of["/ColorSpace"] = spaces
    if part.get("/S") == Name.Transparency and part.get("/CS") == Name.DeviceRGB:
        part["/CS"] = colours
    if part.get("/ColorSpace") == Name.DeviceRGB:
        part["/ColorSpace"] = colours
    for inner in ("/Group", "/Shading"):
        if isinstance(part.get(inner), Dictionary):
            _replace_rgb(part[inner], colours)


def written(pdf: pikepdf.Pdf) -> bytes:
    """Return the bytes of a PDF; the same objects, added in the same order, give the same bytes."""
    out = io.BytesIO()
    if "/OutputIntents" in pdf.Root:
        pdf.save(
            out,
            force_version=_VERSION_OF_PDF_X,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            deterministic_id=True,
        )
        return out.getvalue()
    pdf.save(out, min_version=_VERSION, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return out.getvalue()


# Flags of a font descriptor.
_SERIF = 1 << 1
_SYMBOLIC = 1 << 2
_ITALIC = 1 << 6
# The tables that a subset for a PDF needs: without others, making it takes much less time.
_NEEDED = {"GlyphOrder", "head", "hhea", "hmtx", "maxp", "loca", "glyf", "cvt ", "fpgm", "prep"}

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
# The entries of a block of such a map, at the most.
_ENTRIES = 100
_ENTRY = re.compile(r"^<([0-9a-f]{4})> <([0-9a-f]*)>$", re.M)


class Fonts:
    """The fonts of one PDF: the glyphs of all faces are collected, and the fonts are completed at the end."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._fonts: dict[str, pikepdf.Object] = {}
        # The texts of glyphs by typeface and glyph id; None is the text of the character that has the glyph.
        self.used: dict[str, dict[int, str | None]] = {}

    def use(self, typeface: str, glyphs: Iterable[int], texts: Mapping[int, str] | None = None) -> pikepdf.Object:
        """Return the font of a typeface, and add glyphs to its subset.

        ``texts`` are the texts of glyphs that are no single character, such as ligatures, by glyph id; of a glyph that
        is there already, the text stays.
        """
        if typeface not in self._fonts:
            self._fonts[typeface] = self._pdf.make_indirect(Dictionary())
        used = self.used.setdefault(typeface, {})
        for glyph in glyphs:
            used.setdefault(glyph, texts.get(glyph) if texts else None)
        return self._fonts[typeface]

    def encode(self, text: str, typeface: str) -> tuple[pikepdf.Object, bytes, float]:
        """Return (font, encoded string, width in ems) for a line of plain text."""
        known = glyphs_of(typeface)
        glyphs = [known.ids[character] for character in text if character in known.ids]
        encoded = b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)
        width = sum(known.advances[glyph] for glyph in glyphs) / known.units
        return self.use(typeface, glyphs), encoded, width

    def complete(self) -> None:
        """Add the subsets; no font can be used after this."""
        for typeface in sorted(self._fonts):
            self._complete(typeface, sorted(self.used[typeface]))

    def _complete(self, typeface: str, glyphs: list[int]) -> None:
        pdf = self._pdf
        known = glyphs_of(typeface)
        # The name of a subset begins with six letters that differ from those of other subsets of its typeface.
        tag = hashlib.sha256(repr(glyphs).encode()).digest()[:6]
        name = Name(f"/{''.join(chr(65 + byte % 26) for byte in tag)}+{typeface}")
        # The renderer numbers characters that the typeface has not behind its glyphs; the box for one is shown of them.
        of_box = len(known.advances)
        data = subset(typeface, [glyph for glyph in glyphs if glyph < of_box])
        widths = [
            part
            for glyph in glyphs
            for part in (glyph, [known.thousandths(known.advances[glyph if glyph < of_box else 0])])
        ]
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=name,
            Flags=_SYMBOLIC | (_SERIF if "Serif" in typeface else 0) | (_ITALIC if known.slant else 0),
            ItalicAngle=round(known.slant),
            FontBBox=[known.thousandths(edge) for edge in known.box],
            Ascent=known.thousandths(known.ascent),
            Descent=known.thousandths(known.descent),
            CapHeight=known.thousandths(known.capitals),
            StemV=80,
            FontFile2=pdf.make_stream(data, Length1=len(data)),
        )
        descendant = Dictionary(
            Type=Name.Font,
            Subtype=Name.CIDFontType2,
            BaseFont=name,
            CIDToGIDMap=Name.Identity,
            CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
            W=Array(widths),
            FontDescriptor=pdf.make_indirect(descriptor),
        )
        texts = {glyph: known.characters.get(glyph, self.used[typeface][glyph] or "") for glyph in glyphs}
        font = Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=name,
            Encoding=Name("/Identity-H"),
            DescendantFonts=[pdf.make_indirect(descendant)],
            ToUnicode=pdf.make_stream(_to_unicode(texts)),
        )
        for key, value in font.items():
            self._fonts[typeface][key] = value


def _to_unicode(texts: Mapping[int, str]) -> bytes:
    entries = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in texts.items()]
    blocks = []
    for start in range(0, len(entries), _ENTRIES):
        block = entries[start : start + _ENTRIES]
        blocks += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    return _CMAP.format(blocks="\n".join(blocks)).encode("ascii")


def _read_to_unicode(cmap: bytes) -> dict[int, str]:
    """Return the texts of glyphs by id, from a ``ToUnicode`` map that WeasyPrint wrote."""
    entries = _ENTRY.findall(cmap.decode("ascii").partition("endcodespacerange")[2])
    return {int(glyph, 16): bytes.fromhex(text).decode("utf-16-be") for glyph, text in entries}


def subset(typeface: str, glyphs: list[int]) -> bytes:
    """Return a font file with the outlines of some glyphs of a typeface, which keep their ids, without hints.

    It is cached: a changed word seldom needs a new glyph.
    """
    source = digest_of(digest_of_code(__file__), version_of("fonttools"), digest(typeface), json.dumps(glyphs))
    file = shared_folder(FOLDER) / f"{source[:32]}.subset"
    if parts := read_entry(file, source):
        return parts[0]
    from fontTools import subset as fonttools
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data_of(typeface)), lazy=True, recalcTimestamp=False)
    if "glyf" not in font or not _COLOURED.isdisjoint(font.keys()):
        try:
            made = _in_true_type(font, glyphs)
        except Exception as fault:
            # A stranger's outlines may be anything.
            message = f"its outlines can't be read ({str(fault)[:80] or type(fault).__name__}); take it out of fonts/"
            raise unusable(typeface, message, "fonts") from fault
        write_entry(file, source, made)
        return made
    for table in set(font.keys()) - _NEEDED:
        del font[table]
    options = fonttools.Options(retain_gids=True, hinting=False, notdef_outline=True, glyph_names=False)
    subsetter = fonttools.Subsetter(options)
    subsetter.populate(gids=glyphs)
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out)
    write_entry(file, source, out.getvalue())
    return out.getvalue()


# The tables of a typeface in colours, such as emoji: the renderer draws pictures, and no outlines.
_COLOURED = frozenset({"COLR", "CBDT", "sbix", "SVG "})
# How far a curve may be from the one that it stands for, as a share of an em: less than a printer can show.
_CURVE_ERROR = 1 / 2000


def _in_true_type(font: Any, glyphs: list[int]) -> bytes:
    """Return a font file with the outlines of some glyphs of a font of cubic curves (CFF), which keep their ids.

    Curves become quadratic: so there is one kind of font in a PDF, whose codes are the ids of glyphs. The ids of a CFF
    font are found by its own numbers of characters, which not all viewers and printers do alike.
    """
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    units = font["head"].unitsPerEm
    names = font.getGlyphOrder()[: max(glyphs, default=0) + 1]
    outlines = {name: Glyph() for name in names}
    if _COLOURED.isdisjoint(font.keys()):
        drawn = font.getGlyphSet()
        for name in (names[glyph] for glyph in (0, *glyphs)):
            pen = TTGlyphPen(None)
            drawn[name].draw(Cu2QuPen(pen, units * _CURVE_ERROR, reverse_direction=True))
            outlines[name] = pen.glyph()
    builder = FontBuilder(font=TTFont(recalcTimestamp=False))
    builder.isTTF = True
    builder.font.sfntVersion = "\x00\x01\x00\x00"
    builder.setupHead(unitsPerEm=units, created=0, modified=0)
    # Numbers stand for names, which nothing in a PDF asks for.
    order = [".notdef", *(f"g{number}" for number in range(1, len(names)))]
    builder.setupGlyphOrder(order)
    builder.setupGlyf(dict(zip(order, outlines.values(), strict=True)))
    metrics = font["hmtx"].metrics
    builder.setupHorizontalMetrics(dict(zip(order, (metrics[name] for name in names), strict=True)))
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    builder.setupMaxp()
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


# WeasyPrint writes each operator on a line, and names the font of every text. Parsing the content with pikepdf takes
# twice as long as this search.
_USED = re.compile(
    rb"^(?:/(?P<font>\S+) \S+ Tf|(?P<shown>[\[<(].*)T[jJ]|(?:.* )?/(?P<name>\S+) (?:gs|Do|sh|cs|CS|scn|SCN))$", re.M
)
_STRINGS = re.compile(rb"<([0-9a-fA-F]*)>")


def usage_of(content: bytes) -> tuple[dict[str, set[int]], set[str]]:
    """Return (glyph ids by the font's resource name, names of other resources) that content uses.

    The content is written by WeasyPrint; a glyph is four hexadecimal digits of a string.
    """
    glyphs: dict[str, set[int]] = {}
    names: set[str] = set()
    font = ""
    for line in _USED.finditer(content):
        if line["shown"]:
            text = unhexlify(b"".join(_STRINGS.findall(line["shown"])))
            glyphs.setdefault(font, set()).update(unpack(f">{len(text) // 2}H", text))
        elif line["font"]:
            font = f"/{line['font'].decode('ascii')}"
        else:
            names.add(f"/{line['name'].decode('ascii')}")
    return glyphs, names


@dataclass(frozen=True)
class ChangeBar:
    """A change bar from ``top`` to ``bottom``, on the left side of ``left``; millimetres from the face's upper left
    corner."""

    left: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Face:
    """A laid-out page to place: its name, title and size in millimetres, and its number (from 0) in a pack of a cache.

    ``bleed`` is the distance in millimetres by which art extends beyond the face above it. ``flows``: it is a page of a
    text over several pages, whose links, anchors and headings are kept. ``bars`` are drawn beside it.
    """

    name: str
    title: str
    size: Size
    cache: FaceCache
    pack: str
    page: int
    bleed: float = 0
    flows: bool = False
    bars: Sequence[ChangeBar] = ()


# Packs that are open at a time: a sheet has faces of a few packs.
_MAX_OPEN_PACKS = 4
# The id of the PostScript name in a font's table of names.
_POSTSCRIPT_NAME = 6


class OpenPack:
    """An open pack, a PDF that WeasyPrint wrote: its pages with their structure, links and typefaces."""

    def __init__(self, pack: Pack) -> None:
        self.structure = pack.structure
        self._pdf = pikepdf.open(io.BytesIO(pack.pdf))
        self.pages = [page.obj for page in self._pdf.pages]
        self._typefaces: dict[tuple[int, int], tuple[str, dict[int, str]]] = {}
        # Copies of the pack's objects, by their numbers.
        self.copies: dict[tuple[int, int], pikepdf.Object] = {}

    @cached_property
    def links(self) -> list[PageLinks]:
        """The links, anchors and headings of each page."""
        return _links_of_pages(self._pdf)

    def typeface_of(self, font: Any) -> tuple[str, dict[int, str]]:
        """Return the name of a font's typeface, and the texts of its glyphs by their ids."""
        if font.objgen not in self._typefaces:
            from fontTools.ttLib import TTFont

            described = font.DescendantFonts[0].FontDescriptor
            # The renderer writes curves of either kind as they are.
            file = described.get("/FontFile2") or described.FontFile3
            names = TTFont(io.BytesIO(file.read_bytes()), lazy=True)["name"]
            texts = _read_to_unicode(font.ToUnicode.read_bytes())
            self._typefaces[font.objgen] = str(names.getDebugName(_POSTSCRIPT_NAME)), texts
        return self._typefaces[font.objgen]


class Forms:
    """The form XObjects of one PDF, one for each face, from packs of which a few are open at a time.

    ``repeated`` are the names of faces that are placed more than once; the structure elements of the others become part
    of the document's structure tree.
    """

    def __init__(self, pdf: pikepdf.Pdf, fonts: Fonts, repeated: set[str]) -> None:
        self._pdf = pdf
        self._fonts = fonts
        self._repeated = repeated
        self._made: dict[str, pikepdf.Object] = {}
        self._shared: dict[tuple[bytes, bytes | None], pikepdf.Object] = {}
        # The name of a pack is the digest of its content.
        self._open = lru_cache(_MAX_OPEN_PACKS)(lambda cache, name: OpenPack(cache.pack(name)))

    def form(self, face: Face) -> pikepdf.Object:
        """Return the form of a face."""
        if face.name not in self._repeated:
            return self._make(face)
        if face.name not in self._made:
            self._made[face.name] = self._make(face)
        return self._made[face.name]

    def structure(self, face: Face) -> Sequence[Element]:
        """Return the structure elements that a face adds to the document.

        There are none for a form that is placed more than once: its marked content can have only one parent.
        """
        return [] if face.name in self._repeated else self._open(face.cache, face.pack).structure[face.page]

    def placed(self, face: Face, page: pikepdf.Object, left: float, top: float) -> PlacedPage:
        """Return a face with its links, to be placed with its upper left corner at a point of a page of the PDF."""
        return PlacedPage(face.name, page, left, top, self._open(face.cache, face.pack).links[face.page])

    def _make(self, face: Face) -> pikepdf.Object:
        pack = self._open(face.cache, face.pack)
        page = pack.pages[face.page]
        content = page.Contents.read_bytes()
        # The face is the upper part of its page.
        top = float(page.MediaBox[3])
        below = top - face.size.height * POINTS
        elements = self.structure(face)
        marked = _mark(content, set(_content_ids(elements))) if elements else unmark(content)
        # pikepdf holds it until the PDF is written.
        return self._pdf.make_stream(
            zlib.compress(marked),
            Filter=Name.FlateDecode,
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=reals(0, below, face.size.width * POINTS, top),
            Matrix=reals(1, 0, 0, 1, 0, -below),
            Resources=self._resources(page.Resources, content, pack),
        )

    def _resources(self, resources: Any, content: bytes, pack: OpenPack) -> pikepdf.Object:
        """Return the resources that content uses, with this PDF's fonts instead of the pack's."""
        glyphs, names = usage_of(content)
        used: dict[str, Any] = {}
        for category, entries in sorted(resources.items()):
            if category == "/Font":
                fonts = ((name, ids, *pack.typeface_of(entries[name])) for name, ids in sorted(glyphs.items()))
                found = {name: self._fonts.use(typeface, ids, texts) for name, ids, typeface, texts in fonts}
            else:
                found = {name: self._copy(entries[name], pack) for name in sorted(names) if name in entries}
            if found:
                used[category] = found
        return self._share(Dictionary(used))

    def _copy(self, part: Any, pack: OpenPack) -> Any:
        """Return a copy of an object of a pack; objects to which it refers are shared with equal ones of all packs."""
        if not isinstance(part, pikepdf.Object):
            return part
        if part.is_indirect and part.objgen in pack.copies:
            return pack.copies[part.objgen]
        copy: Any = part
        if shading := _shading_of(part):
            copy = Dictionary(PatternType=2, Shading=self._copy(shading, pack), Matrix=self._copy(part.Matrix, pack))
        elif isinstance(part, pikepdf.Stream):
            own = ("/Length", "/Resources")
            entries = {key: self._copy(value, pack) for key, value in part.items() if key not in own}
            if "/Resources" in part:
                entries["/Resources"] = self._resources(part.Resources, part.read_bytes(), pack)
            copy = self._share(Dictionary(entries), part.read_raw_bytes())
        elif isinstance(part, Dictionary):
            copy = Dictionary({key: self._copy(value, pack) for key, value in part.items()})
        elif isinstance(part, Array):
            copy = Array([self._copy(value, pack) for value in part])
        if part.is_indirect:
            copy = pack.copies[part.objgen] = copy if copy.is_indirect else self._share(copy)
        return copy

    def _share(self, value: Any, content: bytes | None = None) -> pikepdf.Object:
        """Return an indirect object, or a stream with encoded content; equal ones are the same object."""
        key = (value.unparse(), content)
        if key not in self._shared:
            self._shared[key] = (
                self._pdf.make_indirect(value) if content is None else self._pdf.make_stream(content, value)
            )
        return self._shared[key]


# All that a tile is, and the form in it, which WeasyPrint writes for a gradient without transparency.
_TILE_OF_FORM = re.compile(rb"\s*/\S+ gs\s+/(\w+) Do\s*")
_FORM_OF_SHADING = re.compile(rb"\s*/(\w+) sh\s*")


def _shading_of(pattern: Any) -> pikepdf.Object | None:
    """Return the shading that is all of a tiling pattern; None for anything else.

    WeasyPrint paints a gradient of a drawing as one tile with a shading in it, mostly a tile of one unit that is
    enlarged to the size of the shape: some viewers (those with Poppler) then leave the shape out. As a pattern of its
    own, the shading is painted by all.
    """
    if not isinstance(pattern, pikepdf.Stream) or pattern.get("/PatternType") != 1:
        return None
    within = _TILE_OF_FORM.fullmatch(pattern.read_bytes())
    form = pattern.Resources.XObject.get(Name(f"/{within[1].decode()}")) if within else None
    shown = _FORM_OF_SHADING.fullmatch(form.read_bytes()) if form is not None else None
    return form.Resources.Shading[Name(f"/{shown[1].decode()}")] if form is not None and shown else None


def digest_of_form(face: Face) -> str:
    """Return a digest of a printed face: of its form in a PDF of its own, and of the glyphs that it uses."""
    pdf = pikepdf.new()
    fonts = Fonts(pdf)
    pdf.Root.Face = Forms(pdf, fonts, {face.name}).form(face)
    return digest_of(written(pdf), repr(fonts.used))


_MARKED = re.compile(rb"/\w+\n<</MCID (\d+)>>\nBDC")
# Made once: a document has tens of thousands of elements.
_MCR = Name.MCR


def _content_ids(elements: Sequence[Element | int]) -> Iterator[int]:
    """Yield the ids of all marked content in elements."""
    for element in elements:
        if isinstance(element, int):
            yield element
        else:
            yield from _content_ids(element.kids)


def _mark(content: bytes, kept: set[int]) -> bytes:
    """Return a page's content, with marked content whose id is not in ``kept`` made an artifact."""
    return _MARKED.sub(lambda match: match.group() if int(match[1]) in kept else b"/Artifact\nBMC", content)


def unmark(content: bytes) -> bytes:
    """Return a page's content without ids: it is a part of the marked content in which its form is placed."""
    return _MARKED.sub(b"/Span\nBMC", content).replace(b"/Artifact\nBMC", b"/Span\nBMC")


class StructureTree:
    """The structure tree of a PDF, to which the faces of its pages are added in order."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self._document = self._element("Document", self._root, K=Array())
        self._parts: dict[int, pikepdf.Object] = {}
        # The elements of marked content: arrays by the key of the page or form in the parent tree. The keys of pages
        # are their numbers.
        self._parents: dict[int, pikepdf.Object] = {}
        self._keys = count(len(pdf.pages))

    def add_piece(self, page: int, title: str) -> int:
        """Add a face that is one piece of a page's marked content; return the id of the piece."""
        if page not in self._parents:
            self._parents[page] = self._pdf.make_indirect(Array())
            self._pdf.pages[page].obj.StructParents = page
        piece = len(self._parents[page])
        face = self._add_face("P", page, title)
        face.K = piece
        self._parents[page].append(face)
        return piece

    def add_form(self, page: int, title: str, form: pikepdf.Object, elements: Sequence[Element]) -> None:
        """Add a face whose form has elements of its own."""
        form.StructParents = key = next(self._keys)
        owners: dict[int, pikepdf.Object] = {}
        place = self._pdf.pages[page].obj

        def kids_of(kids: Sequence[Element | int], parent: pikepdf.Object) -> pikepdf.Object:
            found: list[pikepdf.Object] = []
            for kid in kids:
                if isinstance(kid, int):
                    owners[kid] = parent
                    found.append(Dictionary({"/Type": _MCR, "/Pg": place, "/Stm": form, "/MCID": kid}))
                else:
                    element = self._element(kid.tag, parent)
                    element.K = kids_of(kid.kids, element)
                    if kid.alt:
                        element.Alt = String(kid.alt)
                    if kid.cell:
                        values = {f"/{key}": Name(v) if isinstance(v, str) else v for key, v in kid.cell.items()}
                        element.A = Dictionary({"/O": Name.Table, **values})
                    found.append(element)
            # An array takes some hundred bytes of memory.
            return found[0] if len(found) == 1 else Array(found)

        face = self._add_face("Sect", page, title)
        face.K = kids_of(elements, face)
        self._parents[key] = self._pdf.make_indirect(Array([owners.get(i) for i in range(max(owners) + 1)]))

    def complete(self) -> None:
        """Add the parent tree, and the tree to the PDF."""
        numbers = [part for entry in sorted(self._parents.items()) for part in entry]
        self._root.K = Array([self._document])
        self._root.ParentTree = self._pdf.make_indirect(Dictionary(Nums=Array(numbers)))
        self._root.ParentTreeNextKey = max(self._parents, default=-1) + 1
        self._pdf.Root.StructTreeRoot = self._root
        self._pdf.Root.MarkInfo = Dictionary(Marked=True)

    def _add_face(self, tag: str, page: int, title: str) -> pikepdf.Object:
        place = self._pdf.pages[page].obj
        if page not in self._parts:
            self._parts[page] = self._element("Part", self._document, Pg=place, K=Array())
            self._document.K.append(self._parts[page])
        face = self._element(tag, self._parts[page], Pg=place, T=String(title))
        self._parts[page].K.append(face)
        return face

    def _element(self, tag: str, parent: pikepdf.Object, **entries: Any) -> pikepdf.Object:
        # The type of an element may be left out.
        return self._pdf.make_indirect(Dictionary(S=Name(f"/{tag}"), P=parent, **entries))


# The levels of the outline that are open when a viewer opens the document.
_OPEN_LEVELS = 2


@dataclass(frozen=True)
class PageLinks:
    """The links, anchors and headings of a page of a pack, in points from its upper left corner.

    ``links`` are ((left, upper, right, lower edge), name of an anchor), ``anchors`` distances from the top by name,
    ``headings`` (level from 1, words, distance from the top).
    """

    links: list[tuple[tuple[float, float, float, float], str]] = field(default_factory=list)
    anchors: dict[str, float] = field(default_factory=dict)
    headings: list[tuple[int, str, float]] = field(default_factory=list)


@dataclass(frozen=True)
class PlacedPage:
    """A page of a text over several pages: the name of its face, the page of the PDF on which it is placed, its upper
    left corner there in points, and its links."""

    name: str
    page: pikepdf.Object
    left: float
    top: float
    found: PageLinks


def _links_of_pages(pack: pikepdf.Pdf) -> list[PageLinks]:
    """Return the links, anchors and headings of each page of a pack."""
    pages = {page.obj.objgen: PageLinks() for page in pack.pages}
    heights = {page.obj.objgen: float(page.MediaBox[3]) for page in pack.pages}

    def down(page: Any, height: Any) -> float:
        return round(heights[page.objgen] - float(height), 3)

    for page in pack.pages:
        for link in page.get("/Annots", []):
            if link.get("/Subtype") == "/Link" and "/Dest" in link:
                left, y1, right, y2 = (float(edge) for edge in link.Rect)
                top, bottom = sorted((down(page.obj, y1), down(page.obj, y2)))
                pages[page.obj.objgen].links.append(((round(left, 3), top, round(right, 3), bottom), str(link.Dest)))
    if "/Names" in pack.Root and "/Dests" in pack.Root.Names:
        for name, goal in pikepdf.NameTree(pack.Root.Names.Dests).items():
            pages[goal[0].objgen].anchors[str(name)] = down(goal[0], goal[3])
    for level, item in _items(pack.open_outline().root, 1):
        place: Any = item.destination
        pages[place[0].objgen].headings.append((level, item.title, down(place[0], place[3])))
    return list(pages.values())


def _items(items: Iterable[OutlineItem], level: int) -> Iterator[tuple[int, OutlineItem]]:
    """Yield (level, item) for items of an outline and all items below them, in order."""
    for item in items:
        yield level, item
        yield from _items(item.children, level + 1)


def add_links(pages: Sequence[PlacedPage]) -> None:
    """Add the links between the pages of a document; a link to an anchor that is on none of them is left out."""
    goals = {
        name: Array([page.page, Name.XYZ, *reals(page.left, page.top - down, 0)])
        for page in pages
        for name, down in page.found.anchors.items()
    }
    for page in pages:
        links = [
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Link,
                Rect=reals(page.left + left, page.top - bottom, page.left + right, page.top - top),
                Border=[0, 0, 0],
                Dest=goals[goal],
            )
            for (left, top, right, bottom), goal in page.found.links
            if goal in goals
        ]
        if links:
            page.page.Annots = Array([*page.page.get("/Annots", []), *links])


@dataclass(frozen=True)
class Chapter:
    """A part of a document in the outline: its title, empty for a document that is all one, its first page, and the
    pages of its text."""

    title: str
    first: pikepdf.Object
    pages: Sequence[PlacedPage]


def add_outline(pdf: pikepdf.Pdf, chapters: Sequence[Chapter]) -> None:
    """Add an outline of the titles of chapters, and of the headings on their pages in the order of the names of faces;
    a document without either has none."""
    if not any(chapter.title or any(page.found.headings for page in chapter.pages) for chapter in chapters):
        return
    with pdf.open_outline() as outline:
        for chapter in chapters:
            # The last heading of each level, with its children: the next heading is a child of the last higher one.
            above: list[tuple[int, list[OutlineItem]]] = [(0, outline.root)]
            if chapter.title:
                top = reals(0, float(chapter.first.MediaBox[3]), 0)
                entry = OutlineItem(chapter.title, Array([chapter.first, Name.XYZ, *top]))
                entry.is_closed = True
                outline.root.append(entry)
                above = [(0, entry.children)]
            for page in sorted(chapter.pages, key=lambda page: _natural(page.name)):
                for level, words, down in page.found.headings:
                    while above[-1][0] >= level:
                        above.pop()
                    item = OutlineItem(words, Array([page.page, Name.XYZ, *reals(0, page.top - down, 0)]))
                    item.is_closed = level >= _OPEN_LEVELS
                    above[-1][1].append(item)
                    above.append((level, item.children))


def _natural(name: str) -> tuple[str, int]:
    """Return a sort key for the name of a face, by which page 10 is after page 9."""
    stem, _, number = name.rpartition("-")
    return (stem, int(number)) if number.isdigit() else (name, 0)
