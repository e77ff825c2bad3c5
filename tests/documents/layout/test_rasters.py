"""Pictures of pixels as they are printed: how large, in which colours, packed how, and what is told of their size."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms

from kensei_docs.documents.layout.faces import FaceMarkup, Style, lay_out
from kensei_docs.documents.layout.rasters import packed_pixels
from kensei_docs.documents.markup.pictures import raster_of
from kensei_docs.documents.products.product import Size
from kensei_docs.problems import Unusable
from tests.documents.drawn_pictures import BLUE, RED, disc, halves, near, photograph, profile_of_press, put, saved

CSS = """@font-face { font-family: A; src: url(typeface:SourceSansPro-Regular) } html { font: 9pt A } body { margin: 0 }
img { display: block } """
# A face of 50.8 mm has 600 dots at 300 dots an inch.
FACE = Size(50.8, 50.8)


def picture(folder: Path, name: str, content, **options):
    file = put(folder, name, content, **options)
    return raster_of(file, name, (file.stat().st_mtime_ns, file.stat().st_size))


def laid_out(html: str, *pictures, dpi: float = 300, size: Size = FACE, css: str = "", keeps_cmyk=False, **more):
    face = FaceMarkup("one", html, "", size, FACE, pictures=pictures, **more)
    return lay_out([face], Style(CSS + css, "en", {}, dpi=dpi, keeps_cmyk=keeps_cmyk))


def images(pack):
    """The width and height in pixels, and the colour space, of each picture in a pack; and whether one has a mask."""
    with pikepdf.open(io.BytesIO(pack.pdf)) as pdf:
        found = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        # A mask is no picture of its own.
        masks = {one.SMask.objgen for one in found if "/SMask" in one}
        return sorted(
            (int(one.Width), int(one.Height), str(one.ColorSpace), str(one.Filter), "/SMask" in one)
            for one in found
            if one.objgen not in masks
        )


def drawn(pack):
    """The face as it is printed, a pixel for each tenth of a millimetre."""
    with pypdfium2.PdfDocument(pack.pdf) as pdf:
        return pdf[0].render(scale=72 / 7.2 * 25.4 / 72).to_pil().convert("RGB")


def img(one, style):
    return f'<img src="{one.address}" style="{style}">'


def test_a_picture_is_scaled_down_to_the_dots_of_the_print_and_never_up(tmp_path):
    large, small = (
        picture(tmp_path, "large.png", photograph(900, 900)),
        picture(tmp_path, "small.png", photograph(80, 80)),
    )
    html = img(large, "width: 25.4mm; height: 25.4mm") + img(small, "width: 6.35mm; height: 6.35mm")
    assert [one[:2] for one in images(laid_out(html, large, small))] == [(75, 75), (300, 300)]
    assert [one[:2] for one in images(laid_out(html, large, small, dpi=600))] == [(80, 80), (600, 600)]


@pytest.mark.parametrize(
    ("html", "css"),
    [
        ('<div style="width: 25.4mm; height: 25.4mm; background: no-repeat 0 0 / cover url({0})"></div>', ""),
        ('<div style="width: 40mm; height: 40mm; background: 0 0 / 25.4mm url({0})"></div>', ""),
        (
            '<div class="of-sheet"></div>',
            ".of-sheet {{ width: 25.4mm; height: 25.4mm; background: 0 0/100% url({0}) }}",
        ),
        ('<div style="opacity: 0.5">{1}</div>', ""),
        ('<div style="transform: rotate(30deg)">{1}</div>', ""),
        ('<div style="width: 50.8mm; transform: scale(0.5)"><img style="width: 50.8mm" src="{0}"></div>', ""),
        ('<svg viewBox="0 0 10 10" style="width: 25.4mm"><image href="{0}" width="10" height="10"/></svg>', ""),
        (
            '<svg viewBox="0 0 10 10" style="width: 25.4mm"><g opacity="0.4"><image href="{0}" width="10"/></g></svg>',
            "",
        ),
    ],
    ids=["background", "pattern", "style-sheet", "opacity", "turned", "scaled", "svg", "svg-group"],
)
def test_its_printed_size_is_known_wherever_it_is_painted(tmp_path, html, css):
    one = picture(tmp_path, "one.png", photograph(900, 900))
    filled = html.format(one.address, img(one, "width: 25.4mm; height: 25.4mm"))
    found = images(laid_out(filled, one, css=css.format(one.address)))
    assert [(abs(wide - 300) <= 1, abs(high - 300) <= 1) for wide, high, *_ in found] == [(True, True)]


def test_a_face_that_is_enlarged_has_more_dots(tmp_path):
    one = picture(tmp_path, "one.png", photograph(900, 900))
    pack = laid_out(img(one, "width: 25.4mm"), one, size=Size(101.6, 101.6))
    assert [one[:2] for one in images(pack)] == [(600, 600)]


def test_a_picture_that_several_elements_show_is_in_a_pack_once_a_size(tmp_path):
    one = picture(tmp_path, "one.png", photograph(400, 400))
    html = 3 * img(one, "width: 10mm") + img(one, "width: 20mm")
    assert [found[:2] for found in images(laid_out(html, one))] == [(119, 119), (237, 237)]


def test_a_photograph_is_packed_as_a_jpeg_and_a_flat_picture_without_any_loss(tmp_path):
    one, flat = picture(tmp_path, "one.png", photograph(300, 300)), picture(tmp_path, "flat.png", halves(300, 300))
    pack = laid_out(img(one, "width: 25.4mm") + img(flat, "width: 25.4mm"), one, flat)
    assert sorted(found[3] for found in images(pack)) == ["/DCTDecode", "/FlateDecode"]
    assert len(packed_pixels(flat, (300, 300)).data) < 3_000 < len(packed_pixels(one, (300, 300)).data) < 90_000
    # Every pixel of the flat one is as it was, and those of the photograph to the eye.
    assert drawn(pack).getpixel((50, 300)) == RED and drawn(pack).getpixel((200, 300)) == BLUE
    original = photograph(300, 300).resize((254, 254)).getpixel((100, 100))
    assert near(drawn(pack).getpixel((100, 100)), original, 25)


def test_what_is_transparent_stays_so_and_has_no_dark_edge(tmp_path):
    one = picture(tmp_path, "disc.png", disc(900))
    pack = laid_out(f'<div style="background: #fff; width: 25.4mm">{img(one, "width: 25.4mm")}</div>', one)
    assert [(found[2], found[4]) for found in images(pack)] == [("/DeviceRGB", True)]
    printed = drawn(pack)
    assert near(printed.getpixel((127, 127)), RED) and near(printed.getpixel((4, 4)), (255, 255, 255))
    # Between red and white lies no colour that is darker than either.
    assert min(printed.getpixel((x, 127))[0] for x in range(0, 60)) >= RED[0] - 12


def test_a_transparent_photograph_is_small(tmp_path):
    whole = photograph(900, 900)
    whole.putalpha(disc(900).getchannel("A"))
    packed = packed_pixels(picture(tmp_path, "one.webp", whole, lossless=True), (900, 900))
    assert packed.packing == "/DCTDecode" and packed.alpha and len(packed.data) + len(packed.alpha) < 500_000


@pytest.mark.parametrize(
    ("name", "content", "options", "space"),
    [
        ("grey.png", halves(300, 300, "L"), {}, "/DeviceGray"),
        ("bits.png", halves(300, 300).convert("1"), {}, "/DeviceGray"),
        ("palette.png", halves(300, 300).convert("P"), {}, "/DeviceRGB"),
        ("cmyk.jpg", halves(300, 300, "CMYK"), {"quality": 95}, "/DeviceRGB"),
        ("lossy.webp", halves(300, 300), {"quality": 90}, "/DeviceRGB"),
        ("opaque.png", halves(300, 300, "RGBA"), {}, "/DeviceRGB"),
    ],
)
def test_every_sort_of_pixels_is_printed_in_its_colours(tmp_path, name, content, options, space):
    one = picture(tmp_path, name, content, **options)
    pack = laid_out(img(one, "width: 25.4mm"), one)
    assert [(found[2], found[4]) for found in images(pack)] == [(space, False)]
    for x in (50, 200):
        expected = content.convert("RGB").resize((254, 254)).getpixel((x, 127))
        assert near(drawn(pack).getpixel((x, 127)), expected, 20)


def test_sixteen_bits_of_grey_are_printed_as_eight(tmp_path):
    grey = Image.new("I;16", (100, 100), 128 * 257)
    one = picture(tmp_path, "deep.png", grey)
    assert near(drawn(laid_out(img(one, "width: 25.4mm"), one)).getpixel((127, 127)), (128, 128, 128), 2)


def test_a_profile_in_the_file_is_followed(tmp_path):
    lab = ImageCms.createProfile("LAB")
    profile = ImageCms.ImageCmsProfile(lab).tobytes()
    same = picture(tmp_path, "same.png", halves(100, 100))
    # One of other colours than those of the picture, or a broken one, changes nothing.
    for number, wrong in enumerate((profile, b"no profile")):
        one = picture(tmp_path, f"wrong-{number}.png", halves(100, 100), icc_profile=wrong)
        assert packed_pixels(one, (100, 100)).data == packed_pixels(same, (100, 100)).data
    swapped = picture(tmp_path, "swapped.png", halves(100, 100), icc_profile=_swapping_profile())
    red, green, blue = drawn(laid_out(img(swapped, "width: 25.4mm"), swapped)).getpixel((200, 127))
    assert green > 150 > blue and red < 120


def _swapping_profile() -> bytes:
    """A profile of sRGB in which the green and the blue primary have changed places."""
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return (
        data.replace(b"gXYZ", b"tXYZ")
        .replace(b"bXYZ", b"gXYZ")
        .replace(b"tXYZ", b"bXYZ")
        .replace("sRGB".encode("utf-16be"), "swap".encode("utf-16be"))
    )


INKS = [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255)]


def inked(profile: bytes = b"", **options):
    """A picture with a stripe in each ink, as a JPEG has it."""
    stripes = Image.new("CMYK", (400, 200))
    for place, ink in enumerate(INKS):
        stripes.paste(ink, (100 * place, 0, 100 * place + 100, 200))
    return saved(stripes, "jpeg", quality=100, icc_profile=profile, **options)


@pytest.mark.parametrize("profile", [b"", profile_of_press()], ids=["plain", "with-profile"])
def test_for_a_press_a_picture_in_cmyk_keeps_its_inks(tmp_path, profile):
    one = picture(tmp_path, "one.jpg", inked(profile))
    pack = laid_out(img(one, "width: 16.933mm"), one, keeps_cmyk=True)
    assert pack.faces[0].defects == ()
    with pikepdf.open(io.BytesIO(pack.pdf)) as pdf:
        (found,) = (part for part in pdf.objects if isinstance(part, pikepdf.Stream) and "/ColorSpace" in part)
        space = found.ColorSpace
        assert (space[1].read_bytes() if profile else space) == (profile or "/DeviceCMYK")
        assert (int(found.Width), str(found.Filter)) == (200, "/FlateDecode")
        pixels = found.read_bytes()
    for place, ink in enumerate(INKS):
        at = 4 * (200 * 50 + 50 * place + 25)
        assert near(pixels[at : at + 4], ink, 3)
    # Each is printed in its colour: cyan, magenta, yellow and black.
    cyan, magenta, yellow, black = (drawn(pack).getpixel((21 + 42 * place, 40)) for place in range(4))
    assert cyan[0] < 60 < 140 < cyan[1] and magenta[1] < 60 < 180 < magenta[0]
    assert yellow[2] < 60 < 190 < yellow[1] and max(black) < 60


def test_inks_of_a_photograph_are_packed_as_a_jpeg_and_not_inverted(tmp_path):
    whole = Image.blend(photograph(300, 300), Image.new("RGB", (300, 300), (250, 200, 60)), 0.7).convert("CMYK")
    one = picture(tmp_path, "one.jpg", whole, quality=95)
    kept, converted = (laid_out(img(one, "width: 25.4mm"), one, keeps_cmyk=keeps) for keeps in (True, False))
    assert [found[2:4] for found in images(kept)] == [("/DeviceCMYK", "/DCTDecode")]
    assert [found[2:4] for found in images(converted)] == [("/DeviceRGB", "/DCTDecode")]
    averages = [drawn(pack).crop((20, 20, 230, 230)).resize((1, 1), Image.Resampling.BOX) for pack in (kept, converted)]
    assert near(averages[0].getpixel((0, 0)), averages[1].getpixel((0, 0)), 25)


def test_inks_stand_as_the_camera_says_and_other_pictures_are_as_they_were(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    turned, red = picture(tmp_path, "one.jpg", inked(exif=exif)), picture(tmp_path, "two.png", halves(300, 300))
    html = img(turned, "width: 10mm; height: 20mm") + img(red, "width: 10mm")
    pack = laid_out(html, turned, red, keeps_cmyk=True)
    assert [found[2] for found in images(pack)] == ["/DeviceRGB", "/DeviceCMYK"]
    # Turned by a quarter, the stripes lie one below the other.
    assert drawn(pack).getpixel((50, 25))[0] < 60 and max(drawn(pack).getpixel((50, 175))) < 60


def test_a_picture_stands_as_its_camera_says(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    one = picture(tmp_path, "side.png", halves(300, 200), exif=exif)
    printed = drawn(laid_out(img(one, "width: 20mm"), one))
    # Turned by a quarter, what was left is above.
    assert (printed.getpixel((100, 50)), printed.getpixel((100, 250))) == (RED, BLUE)


def test_equal_pictures_give_equal_bytes_with_and_without_the_cache(tmp_path, monkeypatch):
    one = picture(tmp_path, "one.png", photograph(300, 300))
    first = laid_out(img(one, "width: 20mm"), one).pdf
    assert laid_out(img(one, "width: 20mm"), one).pdf == first
    monkeypatch.setattr("kensei_docs.documents.layout.rasters.read_entry", lambda *_: None)
    assert laid_out(img(one, "width: 20mm"), one).pdf == first


def test_pixels_are_packed_once_a_size(tmp_path, monkeypatch):
    one = picture(tmp_path, "one.png", photograph(300, 300, seed=5))
    from kensei_docs.documents.layout import rasters

    packed, real = [], rasters._pack
    monkeypatch.setattr(rasters, "_pack", lambda *given: (packed.append(given), real(*given))[1])
    for _ in range(3):
        laid_out(img(one, "width: 20mm"), one)
    assert len(packed) == 1
    laid_out(img(one, "width: 10mm"), one)
    assert len(packed) == 2


def test_a_picture_that_is_changed_while_it_is_printed_stops_the_print(tmp_path):
    one = picture(tmp_path, "one.png", photograph(300, 300, seed=7))
    put(tmp_path, "one.png", halves(300, 300))
    with pytest.raises(Unusable, match=r"one\.png: was changed while it was printed; print it again"):
        laid_out(img(one, "width: 20mm"), one)


def told(pack):
    return [(defect.check, defect.message) for defect in pack.faces[0].defects]


def test_too_few_dots_are_told_with_the_size_and_how_many_there_should_be(tmp_path):
    one = picture(tmp_path, "small.png", halves(300, 150))
    assert told(laid_out(img(one, "width: 25.4mm"), one)) == []
    message = (
        "the picture 'small.png' is printed at 150 dots per inch (300 x 150 pixels on 50.8 x 25.4 mm), and looks "
        "coarse; give it 600 x 300 pixels, or print it smaller"
    )
    for html in (img(one, "width: 50.8mm"), img(one, "width: 10mm") + img(one, "width: 50.8mm")):
        assert told(laid_out(html, one)) == [("picture-size", message)]
    assert told(laid_out(img(one, "width: 50.8mm; image-rendering: pixelated"), one)) == []


def test_a_picture_that_is_stretched_is_told_and_one_that_is_cut_is_not(tmp_path):
    one = picture(tmp_path, "one.png", halves(600, 600))
    size = "width: 25.4mm; height: 12.7mm"
    (defect,) = told(laid_out(img(one, size), one))
    assert defect == (
        "picture-size",
        "the picture 'one.png' is stretched: 2.00 times wider than drawn (25.4 x 12.7 mm); say 'object-fit: cover' or "
        "'contain' of it, or 'background-size: cover'",
    )
    for fit in ("cover", "contain"):
        assert told(laid_out(img(one, f"{size}; object-fit: {fit}"), one)) == []


def test_a_dot_in_a_colour_is_neither_coarse_nor_stretched(tmp_path):
    one = picture(tmp_path, "dot.png", Image.new("RGB", (1, 1), RED))
    assert told(laid_out(img(one, "width: 40mm; height: 2mm"), one)) == []


@pytest.mark.parametrize(("name", "form"), [("cut.png", "png"), ("cut.jpg", "jpeg")])
def test_a_file_that_ends_early_is_told_each_time_and_printed_as_far_as_it_goes(tmp_path, name, form):
    whole = saved(halves(600, 600) if form == "png" else photograph(600, 600, seed=3), form)
    one = picture(tmp_path, name, whole[: len(whole) // 2])
    for _ in range(2):
        ((check, message),) = told(laid_out(img(one, "width: 25.4mm"), one))
        assert check == "pictures" and message.startswith(f"the picture '{name}' is broken (")
        assert message.endswith("); save it anew, or copy it again")


def test_the_renderer_is_given_no_other_picture_than_those_of_its_faces(tmp_path):
    one = picture(tmp_path, "one.png", halves(300, 300))
    pack = laid_out(img(one, "width: 25.4mm"))
    assert images(pack) == []
    assert [defect.check for defect in pack.faces[0].defects] == ["style"]
