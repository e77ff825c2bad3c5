"""A PDF for a print shop: one side a page, its trim and bleed marked."""

import shutil

import pikepdf
import pypdfium2
import pytest
from PIL import Image

import kensei_docs.project
from tests.documents.drawn_pictures import photograph, profile_of_press, put

POINT = 72 / 25.4


@pytest.fixture(scope="module")
def shop(printed, made):
    """The deck and the markers as PDFs for a print shop; only to be read."""
    found = made(printed, "pdf-x", "command-deck", "markers", languages=("en", "es"))
    assert (found.problems, found.refused) == ([], [])
    return lambda kind="command-deck", language="en": (
        printed.project.output / "herons" / language / "pdf-x" / f"{kind}.pdf"
    )


def millimetres(box):
    return [round(float(value) / POINT, 2) for value in box]


def test_every_copy_has_its_front_and_its_back(shop):
    with pikepdf.open(shop()) as pdf:
        assert len(pdf.pages) == 2 * 24
    with pypdfium2.PdfDocument(shop(language="es")) as pdf:
        assert "Standing on one leg" in pdf[0].get_textpage().get_text_range()
        backs = {pdf[i].get_textpage().get_text_range() for i in range(1, len(pdf), 2)}
        assert ["".join(back.split()) for back in backs] == ["[COMMAND]"]


@pytest.mark.parametrize(("kind", "width", "height"), [("command-deck", 63, 88), ("markers", 25, 25)])
def test_a_page_is_as_large_as_its_bleed_and_says_where_it_is_cut(shop, kind, width, height):
    with pikepdf.open(shop(kind)) as pdf:
        for page in pdf.pages:
            assert millimetres(page.mediabox) == [0, 0, width + 6, height + 6]
            assert millimetres(page.obj.BleedBox) == [0, 0, width + 6, height + 6]
            assert millimetres(page.obj.TrimBox) == [3, 3, width + 3, height + 3]


def test_it_has_its_fonts_its_language_and_its_title_and_claims_no_standard(shop):
    with pikepdf.open(shop(language="es")) as pdf:
        fonts = {
            str(font.BaseFont): font
            for font in pdf.objects
            if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/FontDescriptor"
            for font.BaseFont in [font.FontName]
        }
        assert fonts
        assert all({"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()) for font in fonts.values())
        assert str(pdf.Root.Lang) == "es"
        assert pdf.open_metadata()["dc:title"] == "Garzas: [Command deck]"
        assert "/GTS_PDFXVersion" not in pdf.docinfo
        assert "/OutputIntents" not in pdf.Root


def test_the_art_goes_on_beyond_what_it_was_drawn_for(shop):
    with pypdfium2.PdfDocument(shop()) as pdf:
        back = pdf[1].render(scale=6).to_pil().convert("RGB")
    # It is drawn 2 mm beyond the cut; the last millimetre is the copy's.
    strip = back.crop((0, 0, back.width, 12))
    assert strip.getcolors(1 << 20) != [(strip.width * strip.height, (255, 255, 255))]


def test_how_far_it_is_bled_can_be_asked_for(herons, made):
    found = made(herons, "pdf-x", "command-deck", bleed=5.0)
    with pikepdf.open(found.outputs[0].path) as pdf:
        assert millimetres(pdf.pages[0].mediabox) == [0, 0, 73, 98]
        assert millimetres(pdf.pages[0].obj.TrimBox) == [5, 5, 68, 93]


def icc(device=b"prtr", space=b"CMYK"):
    """The head of an ICC profile, which has nothing else."""
    head = bytearray(132)
    head[0:4], head[12:16], head[16:20], head[36:40] = (132).to_bytes(4, "big"), device, space, b"acsp"
    return bytes(head)


@pytest.fixture
def for_press(herons, monkeypatch, run):
    """Print the deck for a press by the command, with a profile."""
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: herons.folder)
    monkeypatch.chdir(herons.folder)

    def build(*words, profile=None, file="Coated 39.icc"):
        if profile is not None:
            (herons.folder / file).write_bytes(profile)
        return run("build", "command-deck", "-l", "en", "--target", "pdf-x", "--profile", file, *words)

    return build


def test_with_the_profile_of_a_press_it_is_pdf_x_4(herons, for_press):
    profile = icc()
    told = for_press(profile=profile)
    assert (told.status, told.err) == (0, "")
    with pikepdf.open(herons.folder / "build/herons/en/pdf-x/command-deck-coated-39.pdf") as pdf:
        assert pdf.pdf_version == "1.6"
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "Coated 39")
        assert intent.DestOutputProfile.read_bytes() == profile and intent.DestOutputProfile.N == 4
        metadata = pdf.open_metadata()
        assert metadata["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
        assert (metadata["pdf:Trapped"], pdf.docinfo["/Trapped"]) == ("False", "/False")
        for name in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID"):
            assert metadata[name]
        assert "/ID" in pdf.trailer and not pdf.is_encrypted
        for page in pdf.pages:
            assert {"/TrimBox", "/BleedBox", "/MediaBox"} <= page.obj.keys()
        forms = [part for part in pdf.objects if isinstance(part, pikepdf.Stream) and "/BBox" in part]
        assert forms
        for form in forms:
            # RGB colours are those of a screen, with its profile.
            assert form.Resources.ColorSpace.DefaultRGB[0] == "/ICCBased"
            assert form.Resources.ColorSpace.DefaultRGB[1].N == 3
        spaces = [
            part.get("/ColorSpace") for part in pdf.objects if isinstance(part, pikepdf.Dictionary | pikepdf.Stream)
        ]
        assert "/DeviceRGB" not in map(str, spaces)
        descriptors = [part for part in pdf.objects if isinstance(part, pikepdf.Dictionary) and "/FontName" in part]
        assert all("/FontFile2" in font or "/FontFile3" in font for font in descriptors if font.get("/Type"))


def test_it_looks_alike_with_and_without_a_profile(herons, for_press, run):
    for_press(profile=icc())
    run("build", "command-deck", "-l", "en", "--target", "pdf-x")
    pages = []
    for name in ("command-deck-coated-39.pdf", "command-deck.pdf"):
        with pypdfium2.PdfDocument(herons.folder / "build/herons/en/pdf-x" / name) as pdf:
            pages.append(pdf[0].render(scale=2).to_pil().convert("RGB").tobytes())
    assert pages[0] == pages[1]


def test_it_is_made_again_for_another_profile_of_the_same_name(for_press):
    for_press(profile=icc())
    assert "1 unchanged" in for_press().out
    assert "1 document written" in for_press(profile=icc() + b" ").out


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        (icc(b"mntr", b"RGB "), "is the profile of a device 'mntr' with colours 'RGB'; PDF/X asks for that of a press"),
        (b"%PDF-1.7", "is not an ICC profile; name the .icc file of your print shop"),
        (None, "Coated 39.icc: is not there; name the ICC file that your print shop gives"),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(for_press, profile, said):
    told = for_press(profile=profile)
    assert (told.status, said in told.err) == (2, True)


def test_other_targets_have_no_use_for_a_profile(herons, for_press, run):
    (herons.folder / "press.icc").write_bytes(icc())
    told = run("build", "command-deck", "-l", "en", "--profile", "press.icc")
    assert (told.status, told.err) == (2, "build: target home has no use for --profile; leave that out  [target]\n")


def test_a_target_of_ones_own_names_the_profile_beside_it(herons, run, monkeypatch):
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: herons.folder)
    monkeypatch.chdir(herons.folder)
    shared = herons.folder / "templates/_shared"
    real = shared.resolve()
    shared.unlink()
    shutil.copytree(real, shared)
    herons.write("templates/_shared/targets/press.yaml", "makes: pages\nformats: [pdf]\nbleed: 3\nprofile: press.icc\n")
    told = run("build", "command-deck", "-l", "en", "--target", "press")
    assert told.status == 2 and "names the profile 'press.icc', which is not in this folder; put it there" in told.err
    secret = herons.folder / "secret.icc"
    secret.write_bytes(icc())
    (shared / "targets/press.icc").symlink_to(secret)
    assert run("build", "command-deck", "-l", "en", "--target", "press").status == 2
    (shared / "targets/press.icc").unlink()
    (shared / "targets/press.icc").write_bytes(icc())
    assert "not in this folder" not in run("build", "command-deck", "-l", "en", "--target", "press").err
    with pikepdf.open(herons.folder / "build/herons/en/press/command-deck.pdf") as pdf:
        assert str(pdf.Root.OutputIntents[0].OutputConditionIdentifier) == "press"


def colours_of(file):
    """The colour space of each picture in a PDF by its width in pixels: its name, or the bytes of its profile."""
    with pikepdf.open(file) as pdf:
        found = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        spaces = [one.ColorSpace for one in found]
        profiled = [isinstance(space, pikepdf.Array) for space in spaces]
        return {
            int(one.Width): space[1].read_bytes() if has else str(space)
            for one, space, has in zip(found, spaces, profiled, strict=True)
        }


@pytest.fixture
def inked(herons):
    """A kind with three pictures in CMYK, by their widths: of nobody, of the press, of another one; and one in RGB."""
    magenta = Image.new("CMYK", (90, 40), (0, 255, 0, 0))
    put(herons.folder, "plain.jpg", magenta, quality=100)
    put(herons.folder, "press.jpg", magenta.resize((91, 40)), quality=100, icc_profile=profile_of_press())
    put(herons.folder, "other.jpg", magenta.resize((92, 40)), quality=100, icc_profile=profile_of_press("other"))
    put(herons.folder, "screen.png", photograph(93, 40))
    herons.write("templates/inks/kind.yaml", "title: Inks\neach: ability\nface: poker\nbleed: 3\n")
    names = ("plain.jpg", "press.jpg", "other.jpg", "screen.png")
    face = "".join(f'<img class="n{n}" src="art/{name}">' for n, name in enumerate(names))
    herons.write("templates/inks/face.html.j2", face + '<p class="name">{{ name(record) }}</p>')
    css = "img { position: absolute; left: 10mm; width: 8mm; height: 3.5mm }"
    css += ".name { position: absolute; left: 30mm; top: 60mm }"
    css += "".join(f".n{n} {{ top: {10 + 10 * n}mm }}" for n in range(4))
    herons.write("templates/inks/face.css", css)
    return herons


def test_pictures_in_cmyk_keep_their_inks_for_a_print_shop_alone(inked, monkeypatch, run):
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: inked.folder)
    monkeypatch.chdir(inked.folder)
    (inked.folder / "press.icc").write_bytes(profile_of_press())
    build = ("build", "inks", "-l", "en", "--paper", "a4")
    of_press = (*build[:-2], "--target", "pdf-x", "--profile", "press.icc")
    # At home they are converted, and those of which nobody knows the inks are a warning, on every run.
    for _ in range(2):
        told = run(*build)
        assert (told.status, "the picture 'plain.jpg' has CMYK colours without a profile" in told.err) == (1, True)
    # For the press nothing is unsure, and no face goes back and forth.
    assert run(*of_press).err == "" and "reused" in run(*build[:-2], "--target", "pdf-x").out
    assert "0 documents written" in run(*build).out and "0 documents written" in run(*of_press).out
    folder = inked.folder / "build/herons/en"
    assert colours_of(folder / "inks-a4.pdf") == dict.fromkeys((90, 91, 92, 93), "/DeviceRGB")
    shop, press = colours_of(folder / "pdf-x/inks.pdf"), colours_of(folder / "pdf-x/inks-press.pdf")
    assert shop == {90: "/DeviceCMYK", 91: profile_of_press(), 92: profile_of_press("other"), 93: "/DeviceRGB"}
    # The press's own inks have no profile a second time, and the profile is in the file once.
    assert (press[90], press[91], press[92]) == ("/DeviceCMYK", "/DeviceCMYK", profile_of_press("other"))
    assert press[93] != "/DeviceRGB"
    with pikepdf.open(folder / "pdf-x/inks-press.pdf") as pdf:
        streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/N") == 4]
        assert sorted(one.read_bytes() for one in streams) == sorted([profile_of_press(), profile_of_press("other")])
    with pypdfium2.PdfDocument(folder / "pdf-x/inks.pdf") as pdf:
        page = pdf[0].render(scale=72 / 7.2 * 25.4 / 72).to_pil().convert("RGB")
    # Magenta is magenta in each of them, 3 mm further in than on the card.
    for top in (10, 20, 30):
        red, green, blue = page.getpixel((150, 10 * (top + 3) + 15))
        assert red > 180 and green < 60 and 60 < blue < 180


def test_a_target_that_makes_no_pages_has_no_use_for_inks(herons, run, monkeypatch):
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: herons.folder)
    monkeypatch.chdir(herons.folder)
    shared = herons.folder / "templates/_shared"
    real = shared.resolve()
    shared.unlink()
    shutil.copytree(real, shared)
    herons.write(
        "templates/_shared/targets/mine.yaml", "makes: pictures\nformats: [png]\nkeeps-cmyk: true\nprofile: a.icc\n"
    )
    told = run("build", "command-deck", "-l", "en", "--target", "mine")
    assert told.status == 2
    assert "mine.yaml:3:13: pictures have no use for 'keeps-cmyk'; leave it out  [target]" in told.err
    assert "mine.yaml:4:10: pictures have no use for 'profile'; leave it out  [target]" in told.err
