"""Boxes that are moved: where they are laid out afterwards, what the style sheet says, what is refused and undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kensei_docs.documents.layout.placed_boxes import PlacedBox, Rectangle
from kensei_docs.preview.close_look import face_of
from kensei_docs.preview.layout_edits import LayoutEdits
from kensei_docs.preview.updates import Update, WatchedProject
from kensei_docs.preview.views import PageState, View
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped
from tests.preview.conftest import NOTES, STYLE

FRONT = "ferryman.front"


class Desk:
    """Moves boxes of a face as the page does, and remembers nothing."""

    def __init__(self, folder: Path, view: View = NOTES, slot: str = FRONT) -> None:
        self.watched = WatchedProject(Project.open(folder))
        self.file, self.view, self.slot = folder / STYLE, view, slot
        self.edits = LayoutEdits(self.watched.project)

    def box(self, name: str, nth: int = 0) -> PlacedBox:
        self.watched.changed()
        face = face_of(self.watched, self.view, self.slot)
        boxes = face.boxes(face.document.faces.style, face.style_file.text)
        return [box for box in boxes if name in (box.name, box.selector)][nth]

    @property
    def stamp(self) -> str:
        return face_of(self.watched, self.view, self.slot).style_file.stamp

    def move(self, name: str, x: float = 0, y: float = 0, width: float = 0, height: float = 0) -> Rectangle:
        """Move a box by some millimetres, and return where it was put."""
        box = self.box(name)
        at = box.at
        to = Rectangle(at.x + x, at.y + y, at.width + width, at.height + height)
        self.edits.move(self.watched, self.view, self.slot, box.number, self.stamp, to)
        return to


@pytest.fixture
def desk(notes: Path) -> Desk:
    return Desk(notes)


@pytest.mark.parametrize(
    ("name", "by", "before", "after"),
    [
        ("name", {"x": 2.5, "y": -1}, "left: 6mm; top: 8mm", "left: 8.5mm; top: 7mm"),
        ("text", {"width": 3.2}, "top: 22mm; width: 40mm", "top: 22mm; width: 43.2mm"),
        # From the edge that the style sheet has it from.
        (".corner", {"x": -1, "y": -2}, "right: 4mm; bottom: 5mm", "right: 5mm; bottom: 7mm"),
        (".corner", {"width": 2}, "right: 4mm; bottom: 5mm; width: 6mm", "right: 2mm; bottom: 5mm; width: 8mm"),
        # From both edges: it stays as wide, or is made wider by one of them.
        (".wide", {"x": 2}, "left: 5mm; right: 5mm", "left: 7mm; right: 3mm"),
        (".wide", {"x": 2, "width": -2}, "left: 5mm; right: 5mm", "left: 7mm; right: 5mm"),
        (".padded", {"y": 0.1}, "top: 24mm;  /* beside", "top: 24.1mm;  /* beside"),
        # Its width is without padding and border.
        (".padded", {"width": 2}, "  width: 8mm;", "  width: 10mm;"),
        # In a box of its own.
        (".inner", {"x": 1}, "left: 2mm; top: 2mm", "left: 3mm; top: 2mm"),
        (".written", {"x": 1}, "left: 6mm; width: 10mm", "left: 7mm; width: 10mm"),
        (".right-mark", {"x": 1}, "left: 30mm }", "left: 31mm }"),
        (".loose", {"x": -2}, "left: 20mm; top: 74mm", "left: 18mm; top: 74mm"),
        (".grid", {"x": -2}, "left: 40mm", "left: 38mm"),
    ],
)
def test_a_box_is_laid_out_where_it_is_put_and_the_style_sheet_says_so_where_it_did(
    desk: Desk, name: str, by: dict[str, float], before: str, after: str
) -> None:
    css = desk.file.read_text()
    assert css.count(before) == 1
    to = desk.move(name, **by)
    assert not desk.box(name).at.differs(to)
    assert desk.file.read_text() == css.replace(before, after)


def test_a_box_of_a_shared_rule_moves_alone(desk: Desk) -> None:
    before, other = desk.file.read_text(), desk.box(".right-mark").at
    to = desk.move(".left-mark", x=-3, y=1)
    assert not desk.box(".left-mark").at.differs(to)
    assert not desk.box(".right-mark").at.differs(other)
    assert desk.file.read_text() == before + ".left-mark {\n  left: 17mm;\n  top: 67mm;\n}\n"


def test_a_box_in_the_flow_is_moved_by_its_margins_and_taken_out_of_the_flow(desk: Desk) -> None:
    to = desk.move(".second", x=2, y=3)
    assert not desk.box(".second").at.differs(to)
    assert ".second { margin: 1mm 0 0; font-size: 5pt;\n  margin-left: 2mm;\n" in desk.file.read_text()
    box = desk.box(".first")
    assert (box.absolute, box.can_leave) == (False, True)
    desk.edits.take_out(desk.watched, desk.view, desk.slot, box.number, desk.stamp)
    now = desk.box(".first")
    assert now.absolute and not now.at.differs(box.at)
    # What stood behind it moves up.
    assert desk.box(".second").at.y < to.y - 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (".turned", "a 'transform' turns or moves it"),
        ("tag", "it stands in a line of text"),
        (".slot", "it is a part of a table"),
    ],
)
def test_a_box_that_something_else_places_says_so(desk: Desk, name: str, why: str) -> None:
    before = desk.file.read_bytes()
    with pytest.raises(Unusable, match=why):
        desk.move(name, x=1)
    assert desk.file.read_bytes() == before


@pytest.mark.parametrize("name", [".cell", "tag"])
def test_what_stands_in_a_row_or_in_a_line_is_taken_out_of_the_flow(desk: Desk, name: str) -> None:
    box = desk.box(name)
    desk.edits.take_out(desk.watched, desk.view, desk.slot, box.number, desk.stamp)
    now = desk.box(name)
    assert now.absolute and not now.at.differs(box.at)
    to = desk.move(name, x=1, y=1)
    assert not desk.box(name).at.differs(to)


def test_what_would_not_be_where_it_is_put_is_not_written(desk: Desk) -> None:
    css = desk.file.read_text() + ".text { max-width: 41mm }\n[data-field='name'] { top: 8mm !important }\n"
    desk.file.write_text(css)
    with pytest.raises(Unusable, match=r"'text' would be at 6\.0, 22\.0 mm, 41\.0 mm wide"):
        desk.move("text", width=5)
    # What a rule that is important says is changed there.
    desk.move("name", y=1)
    assert "[data-field='name'] { top: 9mm !important }" in desk.file.read_text()
    with pytest.raises(Unusable, match="in a style attribute of its template"):
        desk.move(".written", y=1)
    with pytest.raises(Unusable, match="can't be so far away"):
        desk.move("text", x=1e9)
    with pytest.raises(Unusable, match="is there already"):
        desk.move("text")


def test_several_changes_are_undone_and_done_again_byte_by_byte(desk: Desk) -> None:
    desk.file.write_bytes(desk.file.read_bytes().replace(b"\n", b"\r\n"))
    texts = [desk.file.read_bytes()]
    for x in (1, 2, 3):
        desk.move("text", x=x)
        texts.append(desk.file.read_bytes())
    assert len(set(texts)) == 4 and b"\n" not in texts[-1].replace(b"\r\n", b"")
    for text in texts[-2::-1]:
        assert desk.edits.undo().startswith("undone: moved 'text'")
        assert desk.file.read_bytes() == text
    with pytest.raises(Unusable, match="there is nothing to undo"):
        desk.edits.undo()
    for text in texts[1:3]:
        desk.edits.redo()
        assert desk.file.read_bytes() == text
    # A new change is the last one.
    desk.move("name", x=1)
    assert desk.edits.redoable is None


def test_nothing_is_written_over_what_another_hand_has_written(desk: Desk) -> None:
    desk.move("text", x=1)
    stamp, box = desk.stamp, desk.box("text")
    theirs = desk.file.read_text() + "/* mine */\n"
    desk.file.write_text(theirs)
    meanwhile = r"note-cards/face\.css was changed meanwhile"
    with pytest.raises(Unusable, match=meanwhile):
        desk.edits.move(desk.watched, desk.view, desk.slot, box.number, stamp, replace(box.at, x=3))
    with pytest.raises(Unusable, match=meanwhile):
        desk.edits.undo()
    assert desk.file.read_text() == theirs
    # As it was again, it can be undone.
    desk.file.write_text(theirs.removesuffix("/* mine */\n"))
    desk.edits.undo()
    assert not desk.box("text").at.differs(replace(box.at, x=6))


def test_a_box_is_where_it_is_put_on_a_face_of_another_size_too(notes: Path) -> None:
    desk = Desk(notes, replace(NOTES, size="tarot"))
    to = desk.move("text", x=4, y=2)
    assert not desk.box("text").at.differs(to)
    assert "left: 10mm; top: 24mm" in desk.file.read_text()


def test_a_box_of_a_back_is_moved(notes: Path) -> None:
    desk = Desk(notes, slot="ferryman.back")
    desk.move(".roof", y=1)
    assert "top: 31mm; width: 40mm" in desk.file.read_text()


def test_a_shipped_kind_is_copied_into_the_project_before_it_is_changed(reeds: Path) -> None:
    desk = Desk(reeds, replace(NOTES, kind="ability-cards"))
    own, theirs = reeds / "templates" / "ability-cards", shipped() / "templates" / "ability-cards"
    before = {file.name: file.read_bytes() for file in theirs.iterdir()}
    with pytest.raises(Unusable, match="ability-cards is a shipped kind; copy it into your project first"):
        desk.move("text", x=1)
    said = desk.edits.copy_kind(desk.watched, desk.view, desk.slot)
    assert said.startswith("copied ability-cards to templates/ability-cards of your project")
    assert {file.name: file.read_bytes() for file in own.iterdir()} == before
    with pytest.raises(Unusable, match="is in your project already"):
        desk.edits.copy_kind(desk.watched, desk.view, desk.slot)
    to = desk.move("text", x=1)
    assert not desk.box("text").at.differs(to)
    assert {file.name: file.read_bytes() for file in theirs.iterdir()} == before
    assert (own / "face.css").read_bytes() != before["face.css"]


def test_a_kind_that_a_link_leads_out_of_the_project_to_is_not_written(notes: Path) -> None:
    folder = notes / "templates" / "ability-cards"
    folder.symlink_to(shipped() / "templates" / "ability-cards")
    desk = Desk(notes, replace(NOTES, kind="ability-cards"))
    with pytest.raises(Unusable, match="is a shipped kind"):
        desk.move("text", x=1)


def test_without_a_project_nothing_is_written(reeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    watched = WatchedProject(Project.open())
    edits = LayoutEdits(watched.project)
    view = View("templates", next(iter(watched.project.named_folders("data", "editions"))), "en", "colour")
    assert not edits.is_own(shipped() / "templates" / "templates")
    document = Update(watched, view, PageState()).document()
    assert document
    with pytest.raises(Unusable, match="this is no project"):
        edits.copy_kind(watched, view, document.faces.sides[0].front)
    assert list((tmp_path / "empty").iterdir()) == []
