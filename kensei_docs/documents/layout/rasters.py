"""Pictures of pixels in a laid-out face: scaled to what the print needs, each once, and what is wrong with their size.

WeasyPrint decodes a picture when it lays a face out, and packs all its pixels again into each PDF. Here the layout
knows the size of a picture alone. When it is painted, its printed size is known: it is scaled to the dots that the
print has, in sRGB (or in its inks, for a press), and the packed pixels are kept in a cache by the digest of the picture
and the size. Equal pictures of several packs are equal bytes, of which a document has one copy.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import catch_warnings

from kensei_docs.caches import read_entry, shared_folder, write_entry
from kensei_docs.discover import version_of
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.markup.pictures import FORMATS, Picture, orientation_of, profile_of_inks
from kensei_docs.documents.products.product import INCH
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import unusable

if TYPE_CHECKING:
    from PIL.Image import Image

# The names of the checks of a picture's printed size, and of its file.
PICTURE_SIZE, PICTURE_COLOURS, CHECK = "picture-size", "picture-colours", "pictures"
# The dots per inch to which pictures are scaled down, unless more are asked for.
USUAL_DPI = 300
# Fewer dots per inch are seen at the distance at which a card is held.
_LEAST_DPI = 250.0
# A picture that is wider or higher than it is drawn by a larger factor looks wrong.
_MOST_STRETCHED = 1.03
# The quality of a JPEG, in which nobody sees what was left out; and how many times as large a picture without any loss
# may be.
_QUALITY = 92
_WORTH_IT = 1.6
# The rows of such a band.
_BAND = 64
# How much of a picture may go by at once, when it is scaled down far: twice the size that it's scaled to.
_REDUCING_GAP = 2.0
# Colours of Pillow's modes, as a PDF calls them.
_COLOURS = {"RGB": "/DeviceRGB", "L": "/DeviceGray", "CMYK": "/DeviceCMYK"}
# How many numbers a pixel has.
_CHANNELS = {"/DeviceRGB": 3, "/DeviceGray": 1, "/DeviceCMYK": 4}
# The turns and flips that undo how a camera was held, by the numbers of EXIF; as Pillow numbers them.
_UPRIGHT = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}


class Printed(NamedTuple):
    """A picture that was painted on a page: its address, and its printed size in millimetres.

    ``smooth``: it's no picture whose pixels are meant to be seen.
    """

    address: str
    width: float
    height: float
    smooth: bool


@dataclass
class Painting:
    """How pictures are painted: with at most ``dpi`` dots per inch; CMYK in sRGB, or as it is (``keeps_cmyk``).

    And what is found then: which pictures are ``painted``, the ``faults`` of their files by their addresses, and the
    objects of a PDF whose colours have a profile, with its bytes (``profiled``).
    """

    dpi: float = USUAL_DPI
    keeps_cmyk: bool = False
    painted: list[Printed] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    profiled: list[tuple[Any, bytes]] = field(default_factory=list)

    def add_profiles(self, _document: Any, pdf: Any) -> None:
        """Add the profiles of pictures to a PDF of pydyf that has them, each once.

        WeasyPrint asks for pictures one by one, and calls this at the end: a profile is an object beside the picture.
        """
        import pydyf

        added: dict[bytes, Any] = {}
        for picture, profile in self.profiled:
            if profile not in added:
                entries = pydyf.Dictionary({"N": 4, "Alternate": "/DeviceCMYK"})
                added[profile] = pydyf.Stream([profile], entries, compress=True)
                pdf.add_object(added[profile])
            picture.extra["ColorSpace"] = pydyf.Array(["/ICCBased", added[profile].reference])
        self.profiled.clear()


class Raster:
    """A picture for WeasyPrint, which calls these methods when it is painted."""

    def __init__(self, picture: Picture, painting: Painting) -> None:
        self._picture = picture
        self._painting = painting
        self.width, self.height = picture.size
        self.ratio = self.width / self.height

    def get_intrinsic_size(self, resolution: float, _font_size: float) -> tuple[float, float, float]:
        """Return the width and height in CSS pixels, and their ratio."""
        return self.width / resolution, self.height / resolution, self.ratio

    def draw(self, stream: Any, width: float, height: float, style: Mapping[str, str]) -> None:
        """Paint the picture in a size in the units of a stream."""
        (a, b), (c, d) = (row[:2] for row in matrix_of(stream)[:2])
        # In inches.
        across, down = abs(width) * math.hypot(a, b) / 72, abs(height) * math.hypot(c, d) / 72
        smooth = style["image_rendering"] not in ("pixelated", "crisp-edges")
        self._painting.painted.append(Printed(self._picture.address, across * INCH, down * INCH, smooth))
        wide = min(self.width, max(1, math.ceil(across * self._painting.dpi)))
        high = min(self.height, max(1, math.ceil(down * self._painting.dpi)))
        if not smooth:
            wide, high = self.width, self.height
        name = stream.add_image(_Sized(self._picture, wide, high, self._painting), smooth, 1)
        stream.transform(width, 0, 0, -height, 0, height)
        stream.draw_x_object(name)


class _Sized:
    """A picture in a number of pixels, as WeasyPrint asks for it when it writes a PDF."""

    def __init__(self, picture: Picture, width: int, height: int, painting: Painting) -> None:
        self._picture = picture
        self._size = (width, height)
        self._painting = painting
        self.id = f"{picture.address.partition(':')[2]}-{width}x{height}"

    def get_x_object(self, interpolate: bool, _ratio: float) -> Any:
        """Return the picture as an object of pydyf."""
        import pydyf

        packed = packed_pixels(self._picture, self._size, self._painting.keeps_cmyk)
        if packed.fault:
            self._painting.faults[self._picture.address] = packed.fault
        wide, high = self._size
        common = {
            "Type": "/XObject",
            "Subtype": "/Image",
            "Width": wide,
            "Height": high,
            "BitsPerComponent": 8,
            "Interpolate": "true" if interpolate else "false",
        }
        entries = common | {"ColorSpace": packed.space, "Filter": packed.packing}
        if packed.predicted:
            entries["DecodeParms"] = _predictor(wide, _CHANNELS[packed.space])
        elif packed.space == "/DeviceCMYK":
            # A JPEG of inks has them inverted, as Adobe began it.
            entries["Decode"] = pydyf.Array([1, 0] * 4)
        if packed.alpha:
            of_mask = {"ColorSpace": "/DeviceGray", "Filter": "/FlateDecode", "DecodeParms": _predictor(wide, 1)}
            entries["SMask"] = pydyf.Stream([packed.alpha], pydyf.Dictionary(common | of_mask))
        picture = pydyf.Stream([packed.data], pydyf.Dictionary(entries))
        if packed.profile:
            self._painting.profiled.append((picture, packed.profile))
        return picture


def _predictor(columns: int, colours: int) -> Any:
    import pydyf

    # The rows of a PNG say how each of them was predicted.
    return pydyf.Dictionary({"Predictor": 15, "Columns": columns, "Colors": colours})


class Packed(NamedTuple):
    """The packed pixels of a picture: ``alpha`` are those of how opaque it is, empty for all of it.

    ``profile`` is that of its inks, empty without one. ``space`` and ``packing`` are the names of a colour space and of
    a filter of a PDF; ``predicted``: the data are rows of a PNG. ``fault`` says what is wrong with the file.
    """

    data: bytes
    alpha: bytes
    profile: bytes
    space: str
    packing: str
    predicted: bool
    fault: str = ""


def packed_pixels(picture: Picture, size: tuple[int, int], keeps_cmyk: bool = False) -> Packed:
    """Return the pixels of a picture, scaled to a size, from the cache if they were packed before.

    They are in sRGB, but for a picture in CMYK that keeps it.

    Raises Unusable for a file that was changed since it was found.
    """
    inks = "inks" if keeps_cmyk and picture.is_cmyk else ""
    source = digest_of(picture.address, repr(size), inks, digest_of_code(__file__), version_of("pillow"))
    entry = shared_folder("pictures") / f"{source[:32]}.pixels"
    if parts := read_entry(entry, source):
        return Packed(parts[0], parts[1], parts[2], *json.loads(parts[3]))
    packed = _pack(picture, size, bool(inks))
    write_entry(entry, source, *packed[:3], json.dumps(packed[3:]).encode())
    return packed


def _pack(picture: Picture, size: tuple[int, int], in_inks: bool) -> Packed:
    from PIL import Image, ImageFile

    data = Path(picture.file).read_bytes()
    if digest_of(data)[:32] != picture.address.partition(":")[2]:
        raise unusable(picture.file, "was changed while it was printed; print it again", CHECK)
    fault, profile = "", b""
    # WeasyPrint lets Pillow fill in the missing part of a broken file in grey. Such a file must be reported instead.
    tolerated = ImageFile.LOAD_TRUNCATED_IMAGES
    try:
        for ImageFile.LOAD_TRUNCATED_IMAGES in (False, True):
            try:
                with catch_warnings(action="ignore"), Image.open(BytesIO(data), formats=FORMATS) as image:
                    pixels, alpha = _read(image, size, in_inks)
                    profile = profile_of_inks(image) if in_inks else b""
                break
            except Exception as broken:
                # A broken file makes Pillow fail with whatever comes of it.
                if fault:
                    pixels, alpha = Image.new("RGB", size, "white"), None
                fault = f"is broken ({broken}); save it anew, or copy it again"
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = tolerated
    return _packed(pixels, alpha, fault)._replace(profile=profile)


def _read(image: Image, size: tuple[int, int], in_inks: bool) -> tuple[Image, Image | None]:
    """Return the pixels of a picture in RGB or grey, or in its inks, upright and in a size; and how opaque they are."""
    from PIL import Image as pillow

    turned = orientation_of(image)
    asked = size[::-1] if turned >= 5 else size
    if image.format in ("JPEG", "MPO"):
        # The decoder leaves out detail that nobody will see.
        image.draft(None, (2 * asked[0], 2 * asked[1]))
    image.load()
    pixels, alpha = (image, None) if in_inks else _in_srgb(image, image.info.get("icc_profile"))
    if pixels.size != asked:
        if alpha:
            # Scaled with its alpha, a picture doesn't mix the colours of transparent pixels into its edges.
            both = pixels.convert("RGB")
            both.putalpha(alpha)
            both = both.resize(asked, pillow.Resampling.LANCZOS, reducing_gap=_REDUCING_GAP)
            pixels, alpha = both.convert("RGB"), both.getchannel("A")
        else:
            pixels = pixels.resize(asked, pillow.Resampling.LANCZOS, reducing_gap=_REDUCING_GAP)
    if (upright := _UPRIGHT.get(turned)) is not None:
        pixels = pixels.transpose(upright)  # type: ignore[arg-type]
        alpha = alpha.transpose(upright) if alpha else None  # type: ignore[arg-type]
    return pixels, alpha


def _in_srgb(image: Image, profile: bytes | None) -> tuple[Image, Image | None]:
    """Return the colours of a picture in sRGB, or its greys, and how opaque it is, if not all of it is."""
    from PIL import Image as pillow

    alpha: Image | None = None
    if image.has_transparency_data:
        image = image.convert("RGBA")
        alpha = image.getchannel("A")
        if alpha.getextrema() == (255, 255):
            alpha = None
        image = image.convert("RGB")
    elif image.mode.startswith("I"):
        # Of sixteen bits, the eight that count; Pillow cuts off what is above 255.
        image = image.convert("I").point(lambda value: value / 257).convert("L")
    elif image.mode in ("1", "LA", "La", "F"):
        image = image.convert("L")
    elif image.mode not in ("RGB", "L", "CMYK"):
        image = image.convert("RGB")
    if profile and (converted := _converted(image, profile)):
        image = converted
    if image.mode == "CMYK":
        image = image.convert("RGB")
    assert isinstance(image, pillow.Image)
    return image, alpha


def _converted(image: Image, profile: bytes) -> Image | None:
    """Return a picture in sRGB; None for a profile that is broken, of other colours, or sRGB itself."""
    from PIL import ImageCms

    try:
        own = ImageCms.ImageCmsProfile(BytesIO(profile))
        if "sRGB" in (ImageCms.getProfileDescription(own) or ""):
            return None
        to = "L" if image.mode == "L" else "RGB"
        if to == "L":
            # A grey with a curve of its own differs by less than anybody prints.
            return None
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
        return ImageCms.profileToProfile(image, own, _srgb(), intent, to, flags=flags)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None


@cache
def _srgb() -> Any:
    from PIL import ImageCms

    return ImageCms.createProfile("sRGB")


def _packed(pixels: Image, alpha: Image | None, fault: str) -> Packed:
    """Return pixels packed without any loss, or as a JPEG where that is much smaller."""
    space = _COLOURS[pixels.mode]
    mask = _rows_of_png(alpha, 6) if alpha else b""
    lossy = BytesIO()
    seen = _without_hidden(pixels, alpha) if alpha else pixels
    # Pillow's better packing ('optimize') fails on pictures of noise, for which it makes no room.
    seen.save(lossy, "jpeg", quality=_QUALITY, subsampling=0)
    whole = b"" if _is_photograph(seen) else _rows_of_png(seen, 6)
    if not whole or len(whole) > _WORTH_IT * lossy.tell():
        return Packed(lossy.getvalue(), mask, b"", space, "/DCTDecode", False, fault)
    return Packed(whole, mask, b"", space, "/FlateDecode", True, fault)


def _is_photograph(pixels: Image) -> bool:
    """Return whether a JPEG is smaller by far, from a look at two bands: to pack a photograph well takes long."""
    wide, high = pixels.size
    for middle in (high // 3, 2 * high // 3):
        band = pixels.crop((0, max(0, middle - _BAND // 2), wide, min(high, middle + _BAND // 2)))
        lossy = BytesIO()
        band.save(lossy, "jpeg", quality=_QUALITY, subsampling=0)
        if len(_rows_of_png(band, 1)) < 2 * _WORTH_IT * lossy.tell():
            return False
    return True


def _without_hidden(pixels: Image, alpha: Image) -> Image:
    """Return a picture with one colour, the mean of what is seen, wherever nothing of it is seen."""
    from PIL import Image as pillow
    from PIL import ImageStat

    seen = alpha.point(lambda value: 255 if value else 0)
    colour = tuple(round(mean) for mean in ImageStat.Stat(pixels, seen).mean) if seen.getbbox() else 0
    return pillow.composite(pixels, pillow.new(pixels.mode, pixels.size, colour), seen)


def _rows_of_png(image: Image, level: int) -> bytes:
    """Return the data of a PNG: what its chunks IDAT hold, one after the other."""
    from PIL import Image as pillow

    if image.mode == "CMYK":
        # A PNG has no inks, but one with four numbers a pixel has the same data.
        image = pillow.frombytes("RGBA", image.size, image.tobytes())
    out = BytesIO()
    image.save(out, "png", compress_level=level)
    png, at, parts = out.getvalue(), 8, []
    while at < len(png):
        # The length of what a chunk holds, its name, that, and a checksum.
        length, name = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        if name == b"IDAT":
            parts.append(png[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(parts)


def matrix_of(stream: Any) -> Any:
    """Return the matrix from the units of a stream to points of its page."""
    from weasyprint.matrix import Matrix

    return stream.ctm @ getattr(stream, "around", Matrix())


@cache
def keep_matrix_of_groups() -> None:
    """Have WeasyPrint keep, in each group and pattern, the matrix of the stream around, which it forgets there.

    Backgrounds are painted in a group: without the matrix, nobody knows how large a picture in it is printed.
    """
    from weasyprint.pdf.stream import Stream

    add_group, add_pattern = Stream.add_group, Stream.add_pattern

    def group(self: Any, *box: float) -> Any:
        inner = add_group(self, *box)
        inner.around = matrix_of(self)
        return inner

    def pattern(self: Any, *numbers: Any) -> Any:
        from weasyprint.matrix import Matrix

        inner = add_pattern(self, *numbers)
        # The last number is the matrix of the pattern to the stream's own units, with the stream's.
        inner.around = numbers[-1] @ getattr(self, "around", Matrix())
        return inner

    Stream.add_group, Stream.add_pattern = group, pattern


def defects_of_pictures(
    printed: Iterable[Printed], pictures: Mapping[str, Picture], painting: Painting
) -> Iterator[Defect]:
    """Yield what is wrong with the pictures on a page, each once: broken, unsure colours, too few dots, stretched."""
    placed = [one for one in printed if one.address in pictures]
    for address in dict.fromkeys(one.address for one in placed):
        name = pictures[address].name
        if fault := painting.faults.get(address):
            yield Defect("", f"the picture '{name}' {fault}", CHECK, name)
        if pictures[address].is_plain_cmyk and not painting.keeps_cmyk:
            message = (
                f"the picture '{name}' has CMYK colours without a profile, and they are printed as estimated in RGB"
            )
            yield Defect("", f"{message}; save it in RGB, or with its profile", PICTURE_COLOURS, name)
        wide, high = pictures[address].size
        # One dot in a colour, such as a rule, is neither coarse nor stretched.
        seen = [one for one in placed if one.address == address and min(wide, high, one.width, one.height) > 1]
        coarse, coarsest = None, _LEAST_DPI
        for one in seen:
            across, down = wide / one.width * INCH, high / one.height * INCH
            if one.smooth and min(across, down) < coarsest:
                coarse, coarsest = one, min(across, down)
            stretched = max(across / down, down / across)
            if stretched > _MOST_STRETCHED:
                how = "wider" if across < down else "higher"
                message = f"the picture '{name}' is stretched: {stretched:.2f} times {how} than drawn ({_size_of(one)})"
                remedy = "say 'object-fit: cover' or 'contain' of it, or 'background-size: cover'"
                yield Defect("", f"{message}; {remedy}", PICTURE_SIZE, name)
        if coarse:
            message = f"the picture '{name}' is printed at {coarsest:.0f} dots per inch ({wide} x {high} pixels on "
            needed = " x ".join(f"{math.ceil(side / INCH * USUAL_DPI)}" for side in (coarse.width, coarse.height))
            message += f"{_size_of(coarse)}), and looks coarse; give it {needed} pixels, or print it smaller"
            yield Defect("", message, PICTURE_SIZE, name)


def _size_of(printed: Printed) -> str:
    return f"{printed.width:.1f} x {printed.height:.1f} mm"
