"""Drawings on a page: what stands on it several times is drawn the same each time."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from kensei_docs.documents.layout import renderer as module
from kensei_docs.documents.layout.renderer import renderer

# A closed path with a corner, a curve and an arc; and its middle marked, for which the renderer asks for its corners.
HERON = (
    '<svg viewBox="0 0 40 40" width="{0}" height="{0}"><defs><marker id="dot"><circle r="1"/></marker></defs>'
    '<path d="M4 4 L20 8 c4 0 8 4 8 8 A6 6 0 0 1 16 30 z m2 2 h3 v3" stroke="black" marker-mid="url(#dot)"/></svg>'
)

PAINTING = ("f", "B", "S", "b", "s")


def drawn(*sizes: int) -> list[list[str]]:
    """Return the operators, with their numbers, of the paths on a page with the drawing in some sizes."""
    engine = renderer()
    css = "@font-face {font-family: Sans; src: url(typeface:SourceSansPro-Regular)} html {font-family: Sans}"
    page = engine.lay_out("".join(f"<p>{HERON.format(size)}</p>" for size in sizes), engine.style_sheet(css))
    found: list[list[str]] = []
    with pikepdf.open(BytesIO(page.write_pdf(uncompressed_pdf=True))) as pdf:
        for instruction in pikepdf.parse_content_stream(pdf.pages[0]):
            name = str(instruction.operator)
            if name == "m" and (not found or found[-1][-1] in PAINTING):
                found.append([])
            if found and name in ("m", "l", "c", "h", *PAINTING):
                found[-1].append(" ".join([*(f"{float(number):g}" for number in instruction.operands), name]))
    return found


@pytest.mark.parametrize("room", [0, 1_000_000])
def test_a_path_is_drawn_again_as_the_first_time_in_whatever_size(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    monkeypatch.setattr(module, "_MAX_KEPT", room)
    once, again = drawn(40), drawn(40, 90, 40)
    assert again == once * 3
    assert once[0][:3] == ["0 0 m", "4 4 m", "20 8 l"] and sum(step.endswith("c") for step in once[0]) > 1
    # The corners of a path that is drawn again have their marks, too.
    assert len(once) > 3
