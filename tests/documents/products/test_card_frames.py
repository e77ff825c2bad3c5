"""The frame that cards share, by the pixels of what is printed: panels on a field, labels and medallions on a back."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from kensei_docs.documents.products.options import require_theme
from tests.documents.conftest import Press

# Pixels of a millimetre.
SHARP = 16
TALE = " ".join(["Those who wait lose a turn."] * 11)


def picture(press: Press, kind: str, page: int = 0):
    """Return a page as a grey picture, and the place of its first face: left and top in millimetres."""
    import pypdfium2

    (pdf,) = press.project.output.rglob(f"{kind}-a4*.pdf")
    document = pypdfium2.PdfDocument(pdf)
    shown = document[page].render(scale=SHARP * 25.4 / 72).to_pil().convert("L")
    document.close()
    left, _below, _right, above = max(press.boxes(kind, page), key=lambda box: (round(box[3]), -box[0]))
    return shown, left, shown.height / SHARP - above


@pytest.fixture
def black(herons: Press, monkeypatch: pytest.MonkeyPatch) -> Press:
    """The game, whose abilities are printed in black-and-white."""
    assert herons.print("ability-cards", theme=require_theme(herons.project, "black-and-white")) == []
    monkeypatch.setattr(
        herons, "pdf", lambda kind, *_: next(herons.project.output.rglob(f"{kind}-a4-black-and-white.pdf"))
    )
    return herons


def test_the_medallion_of_a_back_has_an_edge_all_round_in_black_and_white(black):
    shown, left, top = picture(black, "ability-cards", 1)
    radius = (63 * 0.54 + 3.2) / 2 - 0.25
    dark = [
        shown.getpixel((round((left + 31.5 + radius * cos(a)) * SHARP), round((top + 44 + radius * sin(a)) * SHARP)))
        for a in (step * pi / 180 for step in range(360))
    ]
    assert max(dark) < 128


def test_a_panel_on_a_field_reaches_into_the_bleed(herons):
    herons.write("data/editions/herons/abilities.yaml", f"patience: {{name: Patience, text: {TALE}}}\n")
    assert herons.print("ability-cards") == []
    shown, left, top = picture(herons, "ability-cards")
    row = [shown.getpixel((round((left + at) * SHARP), round((top + 15) * SHARP))) for at in (-2.5, -1, 0.5, 2)]
    assert len(set(row)) == 1, "the paper of the panel, on either side of the trim"
    assert row[0] > 200
