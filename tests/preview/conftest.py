"""A game with a kind of card whose boxes are placed in every way that a style sheet has."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.preview.server import Preview
from kensei_docs.preview.views import View
from kensei_docs.project import Project

NOTES = View("note-cards", "reeds-1e", "en", "colour")
STYLE = Path("templates", "note-cards", "face.css")

KIND = """title: Note cards
each: ability
face: poker
bleed: 3
gap: 4
backs: long-edge
fit:
  text: {size: 10, floor: 6.5}
"""
FACE = """<h1 class="title" data-field="name">{{ name(record) }}</h1>
<div class="text" data-field="text"><p class="first">{{ text(record) }}</p><p class="second">{{ stamp }}</p></div>
<div class="corner"></div>
<div class="wide"></div>
<div class="padded"><i class="inner"></i></div>
<div class="turned"></div>
<div class="row"><span class="cell">1</span><span class="cell">2</span></div>
<div class="written" style="top: 60mm"></div>
<div class="left-mark"></div><div class="right-mark"></div>
<div class="loose">by <b class="tag" data-field="tag">itself</b></div>
<table class="grid"><tr><td class="slot">a</td></tr></table>
"""
CSS = """/* Lengths are those of the finished card: none is rounded. */
.title { position: absolute; left: 6mm; top: 8mm; width: 51mm; height: 10mm; margin: 0 } /* the name */
.text { position: absolute; left: 6mm; top: 22mm; width: 40mm; height: 20mm }
.first { margin: 0 }
.second { margin: 1mm 0 0; font-size: 5pt }
.corner { position: absolute; right: 4mm; bottom: 5mm; width: 6mm; height: 4mm; background: var(--tint) }
.wide { position: absolute; left: 5mm; right: 5mm; top: 80mm; height: 1mm; background: var(--line) }
.padded {
  position: absolute;
  left: 48mm;
  top: 24mm;  /* beside the text */
  width: 8mm;
  height: 8mm;
  padding: 1mm;
  border: 0.5mm solid var(--line);
}
.inner { position: absolute; left: 2mm; top: 2mm; width: 3mm; height: 3mm; background: var(--line) }
.turned { position: absolute; left: 30mm; top: 50mm; width: 5mm; height: 5mm; transform: rotate(45deg) }
.row { position: absolute; left: 6mm; top: 44mm; width: 20mm; display: flex }
.cell { width: 5mm; height: 5mm }
.written { position: absolute; left: 6mm; width: 10mm; height: 4mm; background: var(--tint) }
.left-mark, .right-mark { position: absolute; left: 20mm; top: 66mm; width: 3mm; height: 3mm }
.right-mark { left: 30mm }
.loose { position: absolute; left: 20mm; top: 74mm; font-size: 6pt }
.grid { position: absolute; left: 40mm; top: 60mm }
.slot { width: 6mm; height: 6mm; padding: 0; font-size: 6pt }
"""
FILES = {
    "kind.yaml": KIND,
    "face.html.j2": FACE,
    "art.html.j2": '<div class="ground"></div>',
    "back.html.j2": '<div class="roof">{{ _("Note") }}</div>',
    "back-art.html.j2": '<div class="ground"></div>',
    "face.css": CSS
    + ".ground { position: absolute; inset: 0; background: var(--tint) }\n"
    + ".roof { position: absolute; left: 10mm; top: 30mm; width: 40mm; height: 20mm; background: var(--paper) }\n",
}


@pytest.fixture
def notes(reeds: Path) -> Path:
    """A project with the kind ``note-cards``."""
    folder = reeds / "templates" / "note-cards"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_bytes(text.encode())
    return reeds


@pytest.fixture
def served() -> Iterator[Callable[..., Preview]]:
    """Serve the preview of a project, by the arguments of ``Preview``, until the test ends."""
    with ExitStack() as open_ones:

        def serve(folder: Path, view: View = NOTES, **settings: Any) -> Preview:
            server = open_ones.enter_context(Preview(Project.open(folder), view, 0, **settings))
            thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
            thread.start()
            open_ones.callback(thread.join)
            open_ones.callback(server.shutdown)
            return server

        yield serve
