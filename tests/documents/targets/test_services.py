"""Pictures for card printers: their exact pixels, real bleed, no text outside the safe zone."""

import csv
import re

import pytest
from PIL import Image

from kensei_docs.documents.targets.target import require_target

DECK, WHITE = "command-deck", (255, 255, 255)


@pytest.fixture(scope="module")
def service(printed, made):
    """The deck and the abilities for a service, in two languages; only to be read."""
    for target in ("thegamecrafter", "makeplayingcards"):
        found = made(printed, target, DECK, "ability-cards", languages=("en", "es"))
        assert (found.problems, found.refused) == ([], [])
    return lambda target, kind=DECK, language="en": printed.project.output / "herons" / language / target / kind


@pytest.mark.parametrize(("target", "pixels"), [("thegamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_picture_has_the_pixels_that_the_service_asks_for(service, target, pixels, language):
    pictures = sorted(service(target, language=language).glob("*.png"))
    assert [file.name for file in pictures] == [
        "back.png",
        "front-001-value-0-7x.png",
        "front-002-value-1-8x.png",
        "front-003-value-2-6x.png",
        "front-004-value-3-3x.png",
    ]
    for file in pictures:
        with Image.open(file) as picture:
            assert (picture.size, picture.mode) == (pixels, "RGB")
            assert [round(dots) for dots in picture.info["dpi"]] == [300, 300]
            assert "transparency" not in picture.info


def test_a_list_says_which_pictures_make_a_card_and_how_many_copies_of_it(service):
    with (service("thegamecrafter", language="es") / "list.csv").open(encoding="utf-8-sig") as file:
        rows = list(csv.reader(file))
    assert rows[:2] == [
        ["front", "back", "copies", "card"],
        ["front-001-value-0-7x.png", "back.png", "7", "[Deck of reeds]: 0"],
    ]
    with (service("thegamecrafter", "ability-cards", "es") / "list.csv").open(encoding="utf-8-sig") as file:
        assert list(csv.reader(file))[1] == ["front-001-wade-1x.png", "back.png", "1", "Vadear"]


@pytest.mark.parametrize("target", ["thegamecrafter", "makeplayingcards"])
def test_the_art_of_a_back_reaches_every_edge_of_the_picture(service, target):
    with Image.open(service(target) / "back.png") as picture:
        width, height = picture.size
        for strip in (
            (0, 0, width, 12),
            (0, height - 12, width, height),
            (0, 0, 12, height),
            (width - 12, 0, width, height),
        ):
            colours = picture.crop(strip).getcolors(1 << 20)
            drawn = sum(count for count, colour in colours if colour != WHITE)
            assert drawn > 0.03 * sum(count for count, _ in colours)


def test_what_stands_on_a_front_stands_where_the_card_will_be_cut_to_have_it(service):
    with Image.open(service("thegamecrafter") / "front-001-value-0-7x.png") as picture:
        # The cut is an eighth of an inch from the edge, and the card of 63x88 mm in the middle of 63.5x88.9 mm.
        dots = 300 / 25.4
        left, top = 3.175 + (63.5 - 63) / 2, 3.175 + (88.9 - 88) / 2
        # The index is 14.6 mm wide, 3 mm from the left edge of the card; its value, in light type on a dark ground,
        # stands in the middle of it, in a line of 9.8 mm that begins below the edge, 4.2 mm from the top of the card.
        line = [round(at * dots) for at in (left + 3.6, top + 3.8, left + 17, top + 4.2 + 9.8)]
        ink = picture.convert("L").crop(line).point(lambda grey: 255 * (grey > 128)).getbbox()
    assert 3.6 + (ink[0] + ink[2]) / 2 / dots == pytest.approx(3 + 14.6 / 2, abs=0.2)
    assert 3.8 + (ink[1] + ink[3]) / 2 / dots == pytest.approx(4.2 + 9.8 / 2, abs=0.5)


def test_the_same_cards_give_the_same_bytes_elsewhere(service, printed, made, tmp_path):
    made(printed, "thegamecrafter", DECK, out=tmp_path)
    folder = service("thegamecrafter")
    for file in sorted(folder.iterdir()):
        again = tmp_path / "herons" / "en" / "thegamecrafter" / DECK / file.name
        assert again.read_bytes() == file.read_bytes()


def test_only_the_picture_of_a_card_that_changed_is_made_again(herons, made):
    made(herons, "makeplayingcards", "ability-cards")
    assert not any(one.fresh for one in made(herons, "makeplayingcards", "ability-cards").outputs)
    assert herons.reasons == []
    herons.edit("data/editions/herons/abilities.yaml", "loss: -1", "loss: -2")
    again = made(herons, "makeplayingcards", "ability-cards").outputs
    assert [one.path.name for one in again if one.fresh] == ["front-002-patience-1x.png"]


def test_the_picture_of_a_card_that_is_no_more_goes(herons, made):
    folder = herons.project.output / "herons" / "en" / "thegamecrafter" / "ability-cards"
    made(herons, "thegamecrafter", "ability-cards")
    own = folder / "notes.png"
    own.write_bytes(b"the user's own")
    herons.edit("data/editions/herons/abilities.yaml", "silence:", "stillness:")
    made(herons, "thegamecrafter", "ability-cards")
    assert sorted(file.name for file in folder.iterdir()) == [
        "back.png",
        "front-001-wade-1x.png",
        "front-002-patience-1x.png",
        "front-003-stillness-1x.png",
        "list.csv",
        "notes.png",
    ]


def test_cards_with_a_back_each_have_a_picture_of_each(herons, made, riddles):
    riddles(herons)
    names = [one.path.name for one in made(herons, "thegamecrafter", "riddles").outputs]
    assert names == [
        "front-001-wade-1x.png",
        "front-002-patience-1x.png",
        "front-003-silence-1x.png",
        "back-001-wade.png",
        "back-002-patience.png",
        "back-003-silence.png",
        "list.csv",
    ]
    folder = herons.project.output / "herons" / "en" / "thegamecrafter" / "riddles"
    with Image.open(folder / "back-001-wade.png") as picture:
        corners = [picture.getpixel((x, y)) for x in (0, 824) for y in (0, 1124)]
    assert corners == [(0, 0x50, 0xA0)] * 4


def test_a_text_outside_of_the_safe_zone_is_told_and_the_card_made_all_the_same(herons, made, riddles):
    riddles(herons, ".name { left: 1mm }")
    found = made(herons, "thegamecrafter", "riddles")
    told = next(str(problem) for problem in found.problems if "wade.front" in str(problem))
    assert told.startswith(f"{herons.folder}/data/editions/herons/abilities.yaml:1:1: ")
    assert re.search(r"'Wade' stands [12]\.\d\d mm", told)
    assert "mm outside of the safe zone at the left (target thegamecrafter keeps 3.2 mm" in told
    assert told.endswith("[safe-zone]")
    # It is told again as long as it is so, though nothing is made anew.
    again = made(herons, "thegamecrafter", "riddles")
    assert again.problems == found.problems
    assert not any(one.fresh for one in again.outputs)


def test_shipped_cards_keep_the_safe_zone_whatever_the_name_of_the_game(herons, made):
    herons.edit("data/editions/herons/edition.yaml", "name: Herons", "name: Åçgjpqyþ (Ħerons) Ţ")
    herons.translate({})
    for target in ("thegamecrafter", "makeplayingcards"):
        assert [str(one) for one in made(herons, target, "ability-cards", "command-deck").problems] == []


def test_a_kind_says_how_near_to_the_cut_its_text_may_stand_if_the_target_keeps_more_free(herons, made, riddles):
    riddles(herons, ".name { left: 2mm }")
    kind = "templates/riddles/kind.yaml"
    assert "(target thegamecrafter keeps 3.2 mm" in str(made(herons, "thegamecrafter", "riddles").problems[0])
    herons.edit(kind, "bleed: 2", "bleed: 2\nsafe: 1.5")
    assert made(herons, "thegamecrafter", "riddles").problems == []
    herons.edit(kind, "safe: 1.5", "safe: 2.5")
    assert "(riddles keeps 2.5 mm inside of the cut" in str(made(herons, "thegamecrafter", "riddles").problems[0])
    # More than the target asks for is not asked for.
    herons.edit(kind, "safe: 2.5", "safe: 9")
    assert "(target thegamecrafter keeps 3.2 mm" in str(made(herons, "thegamecrafter", "riddles").problems[0])


def test_a_card_is_printed_on_another_size_that_the_service_has(herons, made):
    found = made(herons, "thegamecrafter", "ability-cards", size="tarot")
    assert found.problems == []
    with Image.open(found.outputs[0].path) as picture:
        assert picture.size == (900, 1500)
    assert found.outputs[0].path.parent.name == "ability-cards-tarot"


@pytest.mark.parametrize(
    ("kind", "asked", "message"),
    [
        (
            "markers",
            {},
            "markers is round-25, which target thegamecrafter doesn't take; the nearest of its 67 sizes for this "
            "shape, round, are large-chit (25.4x25.4 mm), medium-chit (19.05x19.05 mm), mini-tile (31.75x31.75 mm)",
        ),
        (DECK, {"backs": "none"}, "leave out --backs none"),
        (
            DECK,
            {"size": "70x100"},
            "command-deck is 70x100, which target thegamecrafter doesn't take; the nearest of its 67 sizes are ",
        ),
        (DECK, {"size": "mini"}, "command-deck: it is drawn for faces of poker"),
        (
            "quick-reference",
            {},
            "quick-reference is made of pages, and target thegamecrafter is for cards; print it with --target home",
        ),
    ],
)
def test_what_the_service_does_not_take_is_refused_with_what_to_do(herons, made, kind, asked, message):
    found = made(herons, "thegamecrafter", kind, **asked)
    assert found.outputs == []
    assert message in str(found.refused[0])


def test_cards_stand_in_the_middle_of_what_they_are_cut_to_as_large_as_they_are(service, printed):
    # Nothing was laid out for the service that sheets of paper had not needed already.
    assert printed.reasons == []
    with Image.open(service("makeplayingcards") / "back.png") as picture:
        ink = picture.convert("L").point(lambda grey: 255 * (grey < 60)).getbbox()
    assert (ink[0] + ink[2]) / 2 == pytest.approx(411, abs=3)


def test_of_all_kinds_those_are_left_out_that_the_service_does_not_take(printed, made, tmp_path):
    found = made(printed, "makeplayingcards", out=tmp_path)
    assert {one.path.parent.name for one in found.outputs} == {DECK, "ability-cards"}
    assert found.refused == []
    markers, note = found.problems
    assert note.severity == "note"
    assert note.message == (
        "left out, for target makeplayingcards is for cards of its sizes: quick-reference; "
        "print them with --target home"
    )
    # Whoever asks for all cards of his game misses these, and is told why and what to do.
    assert markers.severity == "warning"
    assert markers.place.file.endswith("templates/markers/kind.yaml")
    assert markers.message.startswith(
        "left out: markers is round-25, which target makeplayingcards doesn't take; it has"
    )


TILES = {
    "kind.yaml": "title: Tiles\neach: ability\nface: {face}\nshape: {shape}\nbleed: 2\n",
    "face.html.j2": '<p class="name">X</p>',
    "art.html.j2": '<div class="head"></div>',
    "back.html.j2": "",
    "back-art.html.j2": '<div class="head"></div>',
    "face.css": ".name { position: absolute; left: 45%; top: 45%; margin: 0; font-size: 20pt }\n"
    ".head { position: absolute; left: 0; top: 0; width: 100%; height: 12mm; background: #0050a0 }",
}
BLUE = (0, 0x50, 0xA0)


@pytest.fixture
def tiles(herons):
    """A function that gives the game tiles of a face and a shape, with a blue strip at the head of either side."""

    def write(face, shape="hexagon"):
        for file, text in TILES.items():
            text = text.format(face=face, shape=shape) if file == "kind.yaml" else text
            herons.write(f"templates/tiles/{file}", text)

    return write


def test_a_hexagon_is_offered_those_sizes_that_are_hexagons_with_ways_out_that_hold(herons, made, tiles):
    tiles("43.3x50")
    [refused] = made(herons, "thegamecrafter", "tiles").refused
    assert refused.message == (
        "tiles is 43.3x50, which target thegamecrafter doesn't take; its sizes for this shape, hexagon, are "
        "small-hex-tile (50.8x44.45 mm), hex (95.25x82.55 mm), hex-mat (133.35x114.3 mm), large-hex-mat "
        "(241.3x209.55 mm); print it larger with --size small-hex-tile or hex or hex-mat or large-hex-mat, or write "
        "'face: 44.45x50.8' in its kind.yaml and draw it for that"
    )
    for way_out in ({"size": "small-hex-tile"}, {"size": "50.8x44.45"}, {"size": "44.45x50.8"}, {"size": "hex-mat"}):
        found = made(herons, "thegamecrafter", "tiles", **way_out)
        assert (found.refused, found.problems) == ([], [])
    tiles("44.45x50.8")
    assert made(herons, "thegamecrafter", "tiles").refused == []


def test_a_hexagon_with_a_corner_at_its_top_lies_on_its_side_where_the_service_has_it_so(herons, made, tiles):
    tiles("44.45x50.8")
    made(herons, "thegamecrafter", "tiles")
    folder = herons.project.output / "herons" / "en" / "thegamecrafter" / "tiles"
    for name, blue, white in (("front-001-wade-3x.png", 670, 5), ("back.png", 5, 670)):
        # The heads of both sides are at one edge of the tile: what is right on its front is left on its back.
        with Image.open(next(folder.glob(name.replace("3x", "*x")))) as picture:
            assert picture.size == (675, 600)
            assert [picture.getpixel((x, 300)) for x in (blue, white)] == [BLUE, WHITE]


def test_broad_cards_are_printed_on_the_high_cards_of_a_service(herons, made, tiles):
    tiles("88x63", "square")
    found = made(herons, "makeplayingcards", "tiles")
    assert (found.refused, found.problems) == ([], [])
    with Image.open(found.outputs[0].path) as picture:
        assert picture.size == (822, 1122)


def test_a_hexagon_too_large_for_a_size_and_a_size_of_another_shape_are_refused_with_what_to_do(herons, made, tiles):
    tiles("69.28x80")
    [refused] = made(herons, "thegamecrafter", "tiles", size="small-hex-tile").refused
    assert "it is drawn for faces of 69.28x80 and larger ones" in refused.message
    [refused] = made(herons, "thegamecrafter", "tiles", size="mini").refused
    assert refused.message.startswith("tiles has the shape hexagon, which mini has not; its sizes for this shape")
    assert "print it larger with --size hex or hex-mat" in refused.message


def test_every_size_of_a_service_is_another_and_whole_parts_of_an_inch_after_its_bleed_is_cut(herons):
    target = require_target(herons.project, "thegamecrafter", None)
    assert len({(offer.pixels, offer.one_sided) for offer in target.sizes.values()}) == len(target.sizes) == 67
    for name, offer in target.sizes.items():
        # An eighth of an inch at either side; what is left is a whole number of eighths, but for a card of 70 mm. A box
        # is the whole of its template.
        assert offer.bleed == (0 if "tuck-box" in name else 37.5)
        eighths = [(side - 2 * offer.bleed) / 300 * 8 for side in offer.pixels]
        assert all(abs(one - round(one)) < 0.01 for one in eighths) or name == "square", name


@pytest.mark.parametrize(
    ("face", "settings", "pixels"),
    [("2x2in", [], (675, 675)), ("95.25x82.55", ["shape: hexagon"], (1200, 1050)), ("3.5x5.5in", [], (1125, 1725))],
)
def test_tiles_have_the_pixels_of_their_product(herons, made, face, settings, pixels):
    lines = ["title: Tiles", "each: ability", f"face: {face}", "bleed: 2", "backs: long-edge", *settings]
    herons.write("templates/tiles/kind.yaml", "\n".join(lines) + "\n")
    for side in ("face", "back"):
        herons.write(f"templates/tiles/{side}.html.j2", '<p class="name">{{ name(record) }}</p>')
    herons.write(
        "templates/tiles/face.css", ".name { position: absolute; left: 30%; top: 40%; margin: 0; font-size: 7pt }"
    )
    found = made(herons, "thegamecrafter", "tiles")
    assert (found.problems, found.refused) == ([], [])
    with Image.open(next(output.path for output in found.outputs if "wade" in output.path.name)) as picture:
        assert picture.size == pixels


def test_text_that_the_outline_of_a_tile_would_cut_off_is_told(herons, made):
    lines = ["title: Tiles", "each: ability", "face: 95.25x82.55", "shape: hexagon", "bleed: 2", "backs: long-edge"]
    herons.write("templates/tiles/kind.yaml", "\n".join(lines) + "\n")
    for side in ("face", "back"):
        herons.write(f"templates/tiles/{side}.html.j2", '<p class="name">{{ name(record) }}</p>')
    # Inside of the safe rectangle, and outside of the hexagon in it.
    herons.write(
        "templates/tiles/face.css", ".name { position: absolute; left: 8mm; top: 8mm; margin: 0; font-size: 7pt }"
    )
    problems = made(herons, "thegamecrafter", "tiles").problems
    assert {problem.check for problem in problems} == {"safe-zone"}
    assert re.search(r"'Wade' stands \d+\.\d+ mm outside of the safe zone at the outline", " ".join(map(str, problems)))


def _board(herons, face, backs):
    """A kind with one large face, with or without a back."""
    lines = ["title: Boards", "each: edition", f"face: {face}", "bleed: 2", f"backs: {backs}"]
    herons.write("templates/boards/kind.yaml", "\n".join(lines) + "\n")
    herons.write("templates/boards/face.html.j2", '<p class="name">{{ edition_name(edition.id) }}</p>')
    if backs != "none":
        herons.write("templates/boards/back.html.j2", '<p class="name">{{ stamp }}</p>')
    herons.write("templates/boards/face.css", ".name { position: absolute; left: 30%; top: 40%; margin: 0 }")


@pytest.mark.parametrize(
    ("face", "backs", "pixels"),
    [
        ("7x6in", "none", (2100, 1800)),
        ("9x18in", "none", (2775, 5475)),
        # One mat of this size is printed on one side, another on both.
        ("10x16in", "none", (3075, 4875)),
        ("10x16in", "long-edge", (3075, 4875)),
    ],
    ids=["box", "board", "one-side", "both"],
)
def test_boards_and_boxes_have_one_side(herons, made, face, backs, pixels):
    _board(herons, face, backs)
    found = made(herons, "thegamecrafter", "boards")
    assert (found.problems, found.refused) == ([], [])
    pictures = [one.path for one in found.outputs if one.path.suffix == ".png"]
    assert [file.name[:4] for file in pictures] == (["fron"] if backs == "none" else ["fron", "back"])
    for file in pictures:
        with Image.open(file) as picture:
            assert picture.size == pixels


def test_what_has_as_many_sides_as_the_product_is_asked_for(herons, made):
    _board(herons, "7x6in", "long-edge")
    (refusal,) = made(herons, "thegamecrafter", "boards").refused
    assert "boards has backs, and target thegamecrafter prints this size on one side; say so with --backs none" in str(
        refusal
    )
    assert made(herons, "thegamecrafter", "boards", backs="none").refused == []
    herons.write("templates/boards/back.html.j2", "")
    _board(herons, "2x2in", "none")
    assert "has no backs, and target thegamecrafter needs them" in str(
        made(herons, "thegamecrafter", "boards").refused[0]
    )


def test_the_other_service_has_seven_sizes_that_are_larger_than_their_cut_by_as_much(herons):
    target = require_target(herons.project, "makeplayingcards", None)
    trims = {name: [side - 72 for side in offer.pixels] for name, offer in target.sizes.items()}
    assert (trims["domino"], trims["business"], trims["micro"]) == ([525, 1050], [600, 1050], [375, 525])
    assert {(offer.bleed, offer.safe, offer.one_sided) for offer in target.sizes.values()} == {(36, 36, False)}
