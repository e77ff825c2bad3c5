"""A close look at a face in a browser: its boxes dragged, undone, refused; both sides, two languages, the sheet."""

from __future__ import annotations

import io
import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from PIL import Image

from kensei_docs.preview.close_look import editor_link
from kensei_docs.preview.server import EDITORS, Preview, editor_address
from kensei_docs.preview.views import PageFace
from kensei_docs.problems import Place, Unusable
from kensei_docs.serving import TOKEN
from tests.browser import PATIENCE, Chromium, Page, faults_of_access, needs_chromium
from tests.preview.conftest import NOTES, STYLE

ABILITIES = Path("data", "editions", "reeds-1e", "abilities.yaml")
FRONT = "ferryman.front"


def asked(server: Preview, path: str, **fields: str) -> Any:
    """Return what the page is answered."""
    url = f"http://127.0.0.1:{server.server_port}{path}?{urlencode(fields)}"
    with urllib.request.urlopen(url, timeout=PATIENCE) as it:
        return json.loads(it.read())


def drawn(server: Preview, address: str) -> Image.Image:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}{address}", timeout=PATIENCE) as it:
        return Image.open(io.BytesIO(it.read())).convert("RGB")


def sent(server: Preview, path: str, **fields: Any) -> Any:
    """Return what an action of the page is answered."""
    body = json.dumps({"slot": FRONT, **fields}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{server.server_port}{path}", body, {TOKEN: server.token})
    with urllib.request.urlopen(request, timeout=PATIENCE) as it:
        return json.loads(it.read())


def test_a_look_has_both_sides_with_their_bleed_and_the_boxes_as_they_are_laid_out(
    notes: Path, served: Callable[..., Preview]
) -> None:
    server = served(notes, editor=EDITORS["vscode"])
    look = asked(server, "/look", slot=FRONT)
    assert [(side["side"], side["language"]) for side in look["sides"]] == [("front", "en"), ("back", "en")]
    front = look["sides"][0]
    assert (front["width"], front["height"], front["bleed"], front["safe"]) == (63, 88, 3, 3)
    at = {box["name"]: tuple(round(box[part], 1) for part in ("x", "y", "width", "height")) for box in front["boxes"]}
    assert at["text"] == (6, 22, 40, 20)
    assert at[".corner"] == (53, 79, 6, 4)
    assert at[".padded"] == (48, 24, 11, 11)
    assert at[".inner"] == (50.5, 26.5, 3, 3)
    # The picture reaches into the bleed, where the art is; the box is in it where it is said to be.
    picture, mm = drawn(server, front["picture"]), 192 / 25.4
    assert picture.size == (round(69 * mm), round(94 * mm))
    assert picture.getpixel((2, 2)) != (255, 255, 255)
    line = picture.getpixel((round((3 + 52) * mm), round((3 + 28) * mm)))
    beside = picture.getpixel((round((3 + 54.5) * mm), round((3 + 30) * mm)))
    assert line != beside
    # Where the record is written, to be copied and opened.
    file = notes / ABILITIES
    assert look["place"].endswith("abilities.yaml:2:1") and look["link"] == f"vscode://file{file.resolve()}:2:1"
    # The same in another language, beside it.
    both = asked(server, "/look", slot=FRONT, also="es")
    assert [(one["side"], one["named"]) for one in both["sides"]] == [
        (side, named) for side in ("front", "back") for named in ("English", "Español")
    ]
    assert drawn(server, both["sides"][1]["picture"]).tobytes() != picture.tobytes()
    assert "no such face" in asked(server, "/look", slot="../face")["fault"]


def test_the_first_sheet_is_shown_as_it_prints(notes: Path, served: Callable[..., Preview]) -> None:
    server = served(notes)
    pictures = [drawn(server, address) for address in asked(server, "/sheet")["pictures"]]
    # A4 upright at 150 dots an inch, front and back, with something on both.
    assert [picture.size for picture in pictures] == [(1241, 1754)] * 2
    assert all(len(picture.getcolors(1 << 20) or []) > 5 for picture in pictures)
    empty = asked(server, "/sheet", kind="scenarios")
    assert "nothing to print" in empty["fault"]


def test_a_page_changes_the_layout_and_is_told_what_was_done_or_why_not(
    notes: Path, served: Callable[..., Preview]
) -> None:
    server, file = served(notes), notes / STYLE
    before = file.read_bytes()
    look = asked(server, "/look", slot=FRONT)
    box = next(box for box in look["sides"][0]["boxes"] if box["name"] == "text")
    to = {"number": box["number"], "x": 7, "y": box["y"], "width": box["width"], "height": box["height"]}
    done = sent(server, "/do/move", stamp=look["stamp"], **to)
    assert (done["said"], done["undo"], done["redo"], done["own"]) == ("moved 'text'", "moved 'text'", "", True)
    assert done["stamp"] != look["stamp"]
    # Another page has seen the style sheet as it was.
    assert "was changed meanwhile" in sent(server, "/do/move", stamp=look["stamp"], **{**to, "x": 9})["fault"]
    for wrong in ({**to, "x": "9"}, {**to, "x": None}, {"number": box["number"]}):
        assert "not a request" in sent(server, "/do/move", stamp=done["stamp"], **wrong)["fault"]
    assert "no such box" in sent(server, "/do/move", stamp=done["stamp"], **{**to, "number": 999})["fault"]
    assert "no such action" in sent(server, "/do/anything")["fault"]
    assert sent(server, "/do/undo", language="es")["said"] == "deshecho: «text» movida"
    assert file.read_bytes() == before
    assert sent(server, "/do/redo")["redo"] == ""


HEXAGON = "title: Notes\neach: ability\nface: 60x52\nshape: hexagon\nbleed: 3\ngap: 4\nbacks: long-edge\n"


def faces_of(server: Preview) -> dict[str, PageFace]:
    """The faces on the page, once all are drawn."""
    deadline, state = time.monotonic() + PATIENCE, server.updates.state(NOTES)
    while not state.faces or state.waiting:
        assert time.monotonic() < deadline
        state = server.updates.state(NOTES, state.version, 1)
    return dict(state.faces)


def test_what_is_no_rectangle_is_shown_as_it_is_cut_and_text_outside_is_told(
    notes: Path, served: Callable[..., Preview]
) -> None:
    folder = (notes / STYLE).parent
    (folder / "kind.yaml").write_text(HEXAGON)
    (folder / "face.html.j2").write_text('<h1 class="title" data-field="name">{{ name(record) }}</h1>')
    (folder / "back.html.j2").write_text('<p class="middle">{{ _("Note") }}</p>')
    (notes / STYLE).write_text(
        ".title, .middle { position: absolute; left: 25mm; top: 20mm; font-size: 8pt; margin: 0 }\n"
        ".title { left: 1mm; top: 3mm }\n.ground { position: absolute; inset: 0; background: var(--tint) }\n"
    )
    server = served(notes)
    faces = faces_of(server)
    front, back = faces[FRONT], next(face for face in faces.values() if face.back)
    assert front.shaped and back.shaped
    (problem,) = front.problems
    assert "stands" in problem and "mm outside of the outline" in problem and problem.endswith("[safe-zone]")
    assert back.problems == ()
    # The corners are cut off, and the middle is the art's.
    picture = Image.open(io.BytesIO(server.updates.picture(front.pictures[0].key) or b""))
    mm = 192 / 25.4
    at = {
        point: picture.getpixel((round(point[0] * mm), round(point[1] * mm))) for point in ((3, 3), (57, 49), (30, 40))
    }
    assert (at[3, 3][3], at[57, 49][3], at[30, 40][3]) == (0, 0, 255) and at[30, 40][:3] != (255, 255, 255)
    side = asked(server, "/look", slot=FRONT)["sides"][0]
    assert sorted(tuple(round(part, 2) for part in point) for point in side["outline"]) == [
        (0, 26), (15, 0), (15, 52), (45, 0), (45, 52), (60, 26)
    ]  # fmt: skip
    # More room is asked for: the text of the back is too near to the edge as well.
    (folder / "kind.yaml").write_text(HEXAGON + "safe: 22\n")
    deadline = time.monotonic() + PATIENCE
    while not faces_of(server)[back.slot].problems:
        assert time.monotonic() < deadline
    # As a rectangle it has its corners again.
    (folder / "kind.yaml").write_text(HEXAGON.replace("shape: hexagon\n", ""))
    while faces_of(server)[FRONT].shaped:
        assert time.monotonic() < deadline
    whole = Image.open(io.BytesIO(server.updates.picture(faces_of(server)[FRONT].pictures[0].key) or b""))
    assert whole.mode == "RGB" and faces_of(server)[FRONT].problems == ()


def test_boxes_of_the_art_lie_where_they_are_printed_and_are_moved_like_others(
    notes: Path, served: Callable[..., Preview]
) -> None:
    file = notes / STYLE
    (file.parent / "art.html.j2").write_text('<div class="ground"></div><div class="sun"></div>')
    file.write_text(file.read_text() + ".sun { position: absolute; left: 3mm; top: 13mm; width: 20mm; height: 5mm }\n")
    server = served(notes)
    look = asked(server, "/look", slot=FRONT)
    boxes = {(box["name"], box["art"]): box for box in look["sides"][0]["boxes"]}
    assert len({box["id"] for box in boxes.values()}) == len(boxes)
    # Art begins 3 mm outside of the cut.
    sun, ground = boxes[".sun", True], boxes[".ground", True]
    assert [sun[part] for part in ("x", "y", "width", "height")] == [0, 10, 20, 5]
    assert [ground[part] for part in ("x", "y", "width", "height")] == [-3, -3, 69, 94]
    to = {"number": sun["number"], "of": sun["slot"], "x": 30, "y": 40.5, "width": 20, "height": 6}
    done = sent(server, "/do/move", stamp=look["stamp"], **to)
    # The look stays that at the face.
    assert (done["said"], done["slot"]) == ("moved '.sun'", FRONT)
    assert ".sun { position: absolute; left: 33mm; top: 43.5mm; width: 20mm; height: 6mm }" in file.read_text()
    moved = next(box for box in done["sides"][0]["boxes"] if box["id"] == sun["id"])
    assert (moved["x"], moved["y"], moved["height"]) == (30, 40.5, 6)


@pytest.mark.parametrize(
    "name", ["javascript:alert('{file}')", "data:text/html,{file}", "file://{file}", "code -g {file}", "vscode://file"]
)
def test_an_editor_is_an_address_that_the_browser_gives_to_a_program(name: str) -> None:
    with pytest.raises(Unusable, match="opens no editor"):
        editor_address(name)


def test_the_address_of_a_line_names_a_file_as_it_is_called() -> None:
    place = Place("/tmp/a game/ñ&.yaml", 4)
    assert editor_link(editor_address("vscode"), place) == "vscode://file/tmp/a%20game/%C3%B1%26.yaml:4:1"
    own = editor_address("my-editor:open?at={file}&line={line}")
    assert editor_link(own, place) == "my-editor:open?at=/tmp/a%20game/%C3%B1%26.yaml&line=4"
    assert editor_address("") == ""


@pytest.fixture
def page(notes: Path, served: Callable[..., Preview], chromium: Chromium) -> Iterator[Page]:
    """The page with a close look at the first face."""
    server = served(notes, editor=EDITORS["vscode"])
    with chromium.page(f"{server.url}#look={FRONT}", 1400, 1000) as page:
        page.until("document.querySelectorAll('.stage .box').length > 5")
        yield page


TEXT = '[data-box^="en.front."][aria-label^="text:"]'
# Screen pixels of a millimetre of the face.
PIXELS = f"document.querySelector('{TEXT}').offsetWidth / 40"
FIELDS = "['x', 'y', 'width', 'height'].map((part) => document.querySelector(`#panel [name=${part}]`).value).join()"
SAID = "document.querySelector('#look-said').textContent"


def choose(page: Page, name: str) -> None:
    """Choose a box from the list, which puts it above those that lie on it."""
    page(f"""(() => {{ const list = document.querySelector('#box');
        list.value = [...list.options].find((one) => one.textContent.startsWith({json.dumps(name)})).value;
        list.dispatchEvent(new Event('change')); return 1; }})()""")


def told(words: str) -> str:
    return f"{SAID} == {json.dumps(words)} && !document.querySelector('.stage .old')"


@needs_chromium
def test_a_box_is_dragged_and_is_laid_out_where_it_is_dropped(notes: Path, page: Page) -> None:
    file = notes / STYLE
    before = file.read_text()
    choose(page, "text")
    mm = page(PIXELS)
    # Without Alt it would snap to the edge of another box.
    page.drag(TEXT, 2.3 * mm, 1.6 * mm, alt=True)
    page.until(told("moved 'text'"))
    assert "left: 8.3mm; top: 23.6mm; width: 40mm; height: 20mm" in file.read_text()
    assert page(FIELDS) == "8.3,23.6,40,20"
    # In steps of half a millimetre; near the middle of the card it snaps to that.
    page.drag(TEXT, 3.0 * mm, -0.2 * mm)
    page.until("document.querySelector('#panel [name=x]').value == '11.5' && !document.querySelector('.stage .old')")
    # A selected text on the page is not what is dragged.
    page("getSelection().selectAllChildren(document.querySelector('#look'))")
    # The lower right corner is pulled out, and the chosen box keeps the focus.
    page.drag(".box .handle.se", 2 * mm, 3 * mm, alt=True)
    page.until("document.querySelector('#panel [name=height]').value == '23' && !document.querySelector('.stage .old')")
    assert "width: 42mm; height: 23mm" in file.read_text()
    assert page("document.activeElement.getAttribute('aria-label')").startswith("text:")
    # Half a millimetre by an arrow, a tenth with Alt, the size with Shift: one change.
    page.press("ArrowLeft", "ArrowLeft")
    page.press("ArrowDown", held=1)
    page.press("ArrowRight", held=8)
    page.until(
        "document.querySelector('#undo').title.endsWith(\"moved 'text'\") && !document.querySelector('.stage .old')"
    )
    page.until("document.querySelector('[aria-pressed=true].box').getAttribute('aria-label').includes('42.5')")
    assert page(FIELDS).startswith("10.5,") and page(FIELDS).endswith(",42.5,23")
    # Undone after the page is loaded anew, and done again.
    page("window.before = 1; location.reload()")
    page.until("!window.before && document.querySelectorAll('.stage .box').length > 5")
    page.until("!document.querySelector('#undo').disabled")
    for _ in range(4):
        page("document.querySelector('#look-said').textContent = ''")
        page.press("z", held=2)
        page.until(told("undone: moved 'text'"))
    assert file.read_text() == before
    page.until("document.querySelector('#undo').disabled")
    page.press("z", held=2 + 8)
    page.until(told("moved 'text'"))
    assert "left: 8.3mm" in file.read_text()
    assert page.errors == []


@needs_chromium
def test_art_is_dragged_once_it_is_chosen_and_a_back_tells_what_was_done(notes: Path, page: Page) -> None:
    file = notes / STYLE
    before = file.read_text()
    ground = '[data-box="en.front.art-1"]'
    assert page(f"document.querySelector('{ground}').getAttribute('aria-label')").startswith(".ground (art): -3, -3")
    # A hand that misses the text does not drag what lies beneath all.
    page.drag(ground, 30, 30, alt=True)
    page.frame()
    assert (file.read_text(), page(SAID)) == (before, "")
    choose(page, ".ground (art)")
    mm = page(PIXELS)
    page.drag(ground, -1 * mm, 0, alt=True)
    page.until(told("moved '.ground'"))
    (rule,) = (line for line in file.read_text().split("}") if ".ground" in line)
    assert "left: -1mm" in rule and "right: 1mm" in rule
    roof = '[data-box^="en.back."][aria-label^=".roof"]'
    page.drag(roof, 2 * mm, 0, alt=True)
    page.until(told("moved '.roof'"))
    assert "left: 12mm; top: 30mm" in file.read_text()
    assert page.errors == []


@needs_chromium
def test_a_shape_is_shown_with_what_is_cut_off_or_without_it(
    notes: Path, served: Callable[..., Preview], chromium: Chromium
) -> None:
    (notes / STYLE).parent.joinpath("kind.yaml").write_text(HEXAGON)
    with chromium.page(f"{served(notes).url}#look={FRONT}", 1400, 1000) as page:
        page.until("document.querySelectorAll('.stage .zone .off').length == 2")
        # A finger in the upper left corner is on what is cut off, one in the middle is not.
        inside = "(({ x, y }) => document.querySelector('.zone clipPath path').isPointInFill(new DOMPoint(x, y)))"
        assert page(f"[{inside}({{ x: 2, y: 2 }}), {inside}({{ x: 30, y: 26 }})].join()") == "false,true"
        assert page("getComputedStyle(document.querySelector('.stage img')).clipPath") == "none"
        page.click('[data-part="bleed"]')
        page.until("document.querySelectorAll('.stage .zone .off').length == 0")
        assert page("getComputedStyle(document.querySelector('.stage img')).clipPath").startswith("polygon(")
        page.click('[data-part="safe"]')
        assert page("document.querySelectorAll('.stage .zone').length") == 0
        assert page.errors == []


@needs_chromium
def test_keys_that_are_pressed_before_the_answer_comes_are_not_lost(notes: Path, page: Page) -> None:
    choose(page, "text")
    page(f"document.querySelector('{TEXT}').focus()")
    for wait in (0, 0.41, 0.45, 0.1):
        page.press("ArrowRight")
        time.sleep(wait)
    page.until("document.querySelector('#panel [name=x]').value == '8'")
    deadline = time.monotonic() + PATIENCE
    while "left: 8mm; top: 22mm; width: 40mm" not in (notes / STYLE).read_text():
        assert time.monotonic() < deadline, (notes / STYLE).read_text()
        time.sleep(0.05)
    assert page("document.querySelector('#look-fault').hidden")


@needs_chromium
def test_what_somebody_else_writes_meanwhile_is_shown_and_never_written_over(notes: Path, page: Page) -> None:
    file = notes / STYLE
    choose(page, "text")
    mm = page(PIXELS)
    page.drag(TEXT, mm, 0, alt=True)
    page.until(told("moved 'text'"))
    theirs = file.read_text().replace("left: 7mm; top: 22mm", "left: 9mm; top: 22mm")
    file.write_text(theirs)
    page.until(f"document.querySelector('{TEXT}').getAttribute('aria-label').startsWith('text: 9, 22 mm')")
    page.click("#undo")
    page.until("!document.querySelector('#look-fault').hidden")
    assert "was changed meanwhile" in page("document.querySelector('#look-fault').textContent")
    assert file.read_text() == theirs


@needs_chromium
def test_by_keys_alone_a_box_is_chosen_measured_and_taken_out_of_the_flow(notes: Path, page: Page) -> None:
    page("document.querySelector('#box').focus()")
    choose(page, ".turned")
    assert "transform" in page("document.querySelector('#why').textContent")
    assert page("document.querySelector('#measures').disabled")
    choose(page, ".written")
    assert page("document.querySelector('#why').textContent").endswith("From the top")
    assert page("document.querySelector('#panel [name=y]').readOnly")
    choose(page, ".second")
    page.click("#take-out")
    page.until(told("took '.second' out of the flow"))
    assert ".second { margin: 0; font-size: 5pt;\n  position: absolute;" in (notes / STYLE).read_text()
    page("""(() => { const one = document.querySelector('#panel [name=x]'); one.value = '12';
        one.dispatchEvent(new Event('change', { bubbles: true })); return 1; })()""")
    page.until(told("moved '.second'"))
    assert page(FIELDS).startswith("12,")
    page.press("Escape")


@needs_chromium
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_look_can_be_used_by_everybody(notes: Path, page: Page, chromium: Chromium, dark: bool) -> None:
    colours = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    page.send("Emulation.setEmulatedMedia", features=[colours])
    page.click(TEXT)
    page("document.querySelector('#look-also').value = 'es'")
    page("document.querySelector('#look-also').dispatchEvent(new Event('change'))")
    page.until("document.querySelectorAll('.stage').length == 4")
    page.click('[data-part="sheet"]')
    page.until("document.querySelectorAll('#sheets img').length == 2")
    page("Promise.all([...document.querySelectorAll('#sheets img')].map((one) => one.decode())).then(() => 1)")
    assert faults_of_access(page) == []
    for width in (320, 390, 1024, 1600):
        page.resize(width, 800, phone=width < 500)
        page.frame()
        assert page("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    for part in ("bleed", "safe", "boxes"):
        page.click(f'[data-part="{part}"]')
    assert page("document.querySelectorAll('.stage .zone, .stage .box').length") == 0
    # Back to the faces, where the reader was.
    page.press("Escape")
    assert page("document.activeElement.dataset.look") == FRONT
    assert page("document.querySelector('#look').hidden && !document.querySelector('#faces').hidden")
    assert page.errors == []


@needs_chromium
def test_a_shipped_kind_is_copied_before_its_boxes_move(
    reeds: Path, served: Callable[..., Preview], chromium: Chromium
) -> None:
    server = served(reeds, replace(NOTES, kind="ability-cards"))
    with chromium.page(f"{server.url}#look={FRONT}", 1400, 1000) as page:
        page.until("document.querySelectorAll('.stage .box').length > 1")
        assert not page("document.querySelector('#look-shipped').hidden")
        assert page("document.querySelectorAll('.stage .box:not(.fixed)').length") == 0
        page.click("#look-copy")
        page.until("document.querySelectorAll('.stage .box:not(.fixed)').length > 1")
        assert (reeds / "templates" / "ability-cards" / "face.css").is_file()
        assert page("document.querySelector('#look-shipped').hidden")
