"""Boxes of a face moved and sized by hand: written to the style sheet of the kind, undone, and done again.

A change is written only if the box is then laid out where it was put. Nothing is written over what somebody else has
written: a change, and an undo, are of the text that is expected in the file.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from kensei_docs.discover import files_inside
from kensei_docs.documents.layout.placed_boxes import HEIGHT, WIDTH, PlacedBox, Rectangle, X, Y
from kensei_docs.documents.products.product import STYLE
from kensei_docs.files import write_whole
from kensei_docs.preview.close_look import Face, StyleFile, face_of, refused
from kensei_docs.preview.style_edits import Named, rules_in
from kensei_docs.preview.updates import WatchedProject
from kensei_docs.preview.views import View
from kensei_docs.problems import Said, Unusable, say
from kensei_docs.project import TEMPLATES, Project

# Changes that can be undone.
_MOST_STEPS = 200
# Millimetres; a face is at most 2000 wide.
_FARTHEST = 4000.0


class Step(NamedTuple):
    """A change of a file: its text before and after, and what was done."""

    path: Path
    before: str
    after: str
    said: Said


class LayoutEdits:
    """Changes the layout of the kinds of a project, and remembers the changes of this run.

    Its methods raise Unusable for what can't be done; nothing is written then.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def undoable(self) -> Said | None:
        """What ``undo`` would undo."""
        return self._done[-1].said if self._done else None

    @property
    def redoable(self) -> Said | None:
        """What ``redo`` would do again."""
        return self._undone[-1].said if self._undone else None

    def is_own(self, folder: Path) -> bool:
        """Return whether the folder of a kind lies in the project, so that it may be written to."""
        top = self._project.layers[0].resolve()
        return self._project.is_open and all(path.resolve().is_relative_to(top) for path in (folder, folder / STYLE))

    def move(self, watched: WatchedProject, view: View, slot: str, number: int, stamp: str, to: Rectangle) -> Said:
        """Move or size a box of a face, and return what was done.

        ``number`` is that of the box, ``stamp`` that of the style sheet which the page has seen, ``to`` a rectangle as
        the page shows it.
        """
        face, style, box = self._box(watched, view, slot, number, stamp)
        to = face.own(to)
        if box.refusal:
            raise refused(box.refusal)
        for part in (X, Y, WIDTH, HEIGHT):
            if part in box.fixed and abs(getattr(to, part) - getattr(box.at, part)) > 0.01:
                raise refused(
                    say(
                        "'%(box)s' has this in a style attribute of its template, which goes before the style sheet; "
                        "write it in %(file)s instead",
                        box=box.name,
                        file=STYLE,
                    )
                )
        far = max(abs(to.x), abs(to.y), to.width, to.height)
        if not (far <= _FARTHEST and min(to.width, to.height) >= 0):
            raise refused(say("a box can't be so far away, or so large"))
        ways = [box.moved(to), *([box.placed(to)] if box.absolute else [])]
        if not ways[0]:
            raise refused(say("'%(box)s' is there already", box=box.name))
        return self._write(face, style, box, to, ways, say("moved '%(box)s'", box=box.name))

    def take_out(self, watched: WatchedProject, view: View, slot: str, number: int, stamp: str) -> Said:
        """Take a box out of the flow, where it stays in its place, and return what was done."""
        face, style, box = self._box(watched, view, slot, number, stamp)
        if not box.can_leave:
            raise refused(box.refusal or say("'%(box)s' is out of the flow already", box=box.name))
        said = say("took '%(box)s' out of the flow", box=box.name)
        return self._write(face, style, box, box.at, [box.taken_out()], said)

    def copy_kind(self, watched: WatchedProject, view: View, slot: str) -> Said:
        """Copy the folder of a shipped kind into the project, so that it can be changed, and return what was done."""
        product = face_of(watched, view, slot).document.faces.product
        if not self._project.is_open:
            raise refused(say("this is no project: make one with 'kensei-docs init', and start the preview in it"))
        folder = self._project.layers[0] / TEMPLATES / product.name
        if folder.exists() or folder.is_symlink():
            raise refused(say("templates/%(kind)s is in your project already", kind=product.name))
        folder.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{product.name}."))
        try:
            for file in files_inside(product.folder):
                name = file.relative_to(product.folder)
                if not any(part.startswith(".") for part in name.parts):
                    write_whole(temporary / name, file.read_bytes())
            temporary.chmod(0o755)
            temporary.rename(folder)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        return say(
            "copied %(kind)s to templates/%(kind)s of your project, whose files go before the shipped ones",
            kind=product.name,
        )

    def undo(self) -> Said:
        """Undo the last change, and return what was undone."""
        if not self._done:
            raise refused(say("there is nothing to undo"))
        step = self._done[-1]
        self._replace(step.path, step.after, step.before)
        self._undone.append(self._done.pop())
        return say("undone: %(what)s", what=step.said)

    def redo(self) -> Said:
        """Do the last change that was undone again, and return what was done."""
        if not self._undone:
            raise refused(say("there is nothing to do again"))
        step = self._undone[-1]
        self._replace(step.path, step.before, step.after)
        self._done.append(self._undone.pop())
        return step.said

    def _box(
        self, watched: WatchedProject, view: View, slot: str, number: int, stamp: str
    ) -> tuple[Face, StyleFile, PlacedBox]:
        """Return a face, its style sheet and one of its boxes; raises Unusable if these aren't as the page saw them."""
        face = face_of(watched, view, slot)
        product = face.document.faces.product
        if not self.is_own(product.folder):
            raise refused(say("%(kind)s is a shipped kind; copy it into your project first", kind=product.name))
        style = face.style_file
        if style.stamp != stamp:
            raise _written_meanwhile(style.path)
        boxes = face.boxes(face.document.faces.style, style.text)
        box = next((box for box in boxes if box.number == number), None)
        if box is None:
            raise refused(say("there is no such box any more; look at the face anew"))
        return face, style, box

    def _write(
        self, face: Face, style: StyleFile, box: PlacedBox, to: Rectangle, ways: list[dict[str, str]], said: Said
    ) -> Said:
        """Write the first of some ways to place a box that places it there."""
        where = box.at
        named = Named(box.wrapper, rules_in(style.text))
        for values in ways:
            css = named.changed(style.text, box.selector, values)
            boxes = face.boxes(face.document.faces.style_with(style.path, css), css)
            now = next((one for one in boxes if one.number == box.number), None)
            if now and not now.at.differs(to):
                self._replace(style.path, style.text, css)
                self._done = [*self._done, Step(style.path, style.text, css, said)][-_MOST_STEPS:]
                self._undone.clear()
                return said
            where = now.at if now else where
        raise refused(
            say(
                "'%(box)s' would be at %(x)s, %(y)s mm, %(width)s mm wide and %(height)s mm high: what it stands in, "
                "another rule or what it holds goes before. Nothing was written",
                box=box.name,
                **{part: f"{getattr(face.shown(where), part):.1f}" for part in (X, Y, WIDTH, HEIGHT)},
            )
        )

    def _replace(self, path: Path, before: str, after: str) -> None:
        """Write a text over another one; raises Unusable if the file has not that, or can't be written."""
        if not self.is_own(path.parent) or StyleFile.read(path).text != before:
            raise _written_meanwhile(path)
        try:
            write_whole(path, after.encode())
        except OSError as fault:
            raise refused(
                say(
                    "%(file)s can't be written (%(reason)s); nothing was changed", file=path.name, reason=fault.strerror
                )
            ) from fault


def _written_meanwhile(path: Path) -> Unusable:
    return refused(
        say(
            "%(file)s was changed meanwhile, not by this page; nothing was written: look at the face anew",
            file=f"{path.parent.name}/{path.name}",
        )
    )
