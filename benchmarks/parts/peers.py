"""The same cards by other tools, as far as they are installed: two card makers, and two floors.

Decksmith draws pictures of cards and puts them on sheets. Cartuli puts pictures on sheets that
somebody else drew: it is given them drawn, and that isn't counted against it. ReportLab and Typst
know nothing of cards, data or translations: a script of their own says where each line goes.
A tool is looked for beside this Python, or is run by the Python that BENCH_DECKSMITH,
BENCH_CARTULI, BENCH_REPORTLAB or BENCH_TYPST names.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap

from benchmarks.plain_html import build
from benchmarks.specimen import DECK, forget, make, words_of
from benchmarks.timing import PYTHON, ROOT, Command, Row, in_turn

# Those that a user would pick instead.
_CARD_TOOLS = ("decksmith", "cartuli")
# Pixels of a card of 63 x 88 mm at 300 dpi; pixels a point.
_WIDTH, _HEIGHT, _POINT = 744, 1039, 300 / 72
_DECKSMITH = """import runpy, sys
from pathlib import Path
here = Path(sys.argv[1])
for words in (["build", "--spec", here / "deck.yaml", "--data", here / "deck.csv", "--output",
               here / "cards"],
              ["export", here / "cards", "--output", here / "deck.pdf", "--width", "63",
               "--height", "88"]):
    sys.argv = ["decksmith", *map(str, words)]
    try:
        runpy.run_module("decksmith.main", run_name="__main__")
    except SystemExit as done:
        if done.code:
            raise
"""
# What its command does; that fails at its end, when the sheets are there.
_CARTULI = """import os, sys
from pathlib import Path
from cartuli.definition import Definition
from cartuli.output import sheet_pdf_output
os.chdir(sys.argv[1])
for sheet in Definition.from_file("Cartulifile.yml").sheets.values():
    sheet_pdf_output(sheet, Path("deck.pdf"))
"""


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure the tools that are there, on the smallest and the largest deck."""
    for cards in dict.fromkeys((sizes[0], sizes[-1])):
        project = folder / f"peers-{cards}"
        make(project, cards)
        words = words_of(cards)
        ours = Command("ours", build(project, DECK), partial(forget, project))
        others = []
        for name, prepare in _TOOLS.items():
            python = os.environ.get(f"BENCH_{name.upper()}") or (PYTHON if find_spec(name) else "")
            if python:
                here = project / name
                here.mkdir()
                others.append(Command(name, [python, *prepare(here, words)], folder=here))
            else:
                yield Row(f"{cards} cards, cold", name, None, note="not installed here")
        if others:
            in_turn([*others, ours], runs)
        for other in others:
            aim = 1.0 if other.name in _CARD_TOOLS else None
            yield Row.of(f"{cards} cards, cold", ours, other, aim, f"{other.name} takes {other.memory:.0f} MB")


def _decksmith(here: Path, words: list[dict[str, str]]) -> list[str | Path]:
    regular, bold = (str(_typefaces()[name]) for name in ("SourceSansPro-Regular", "SourceSansPro-Bold"))
    elements = []
    top = 60
    for field, size, step in (
        ("name", 14, 120),
        *((f"figure{n}", 9, 60) for n in range(4)),
        ("text", 10, 300),
        ("reminder", 10, 0),
    ):
        elements.append(
            {
                "type": "text",
                "position": [60, top],
                "text": f"%{field}%",
                "font_size": round(size * _POINT),
                "width": 624,
                "color": [0, 0, 0],
                "font_path": bold if field == "name" else regular,
            }
        )
        top += step
    # JSON is YAML.
    (here / "deck.yaml").write_text(
        json.dumps(
            {
                "id": "canvas",
                "width": _WIDTH,
                "height": _HEIGHT,
                "background_color": [255, 255, 255],
                "elements": elements,
            }
        ),
        encoding="utf-8",
    )
    with (here / "deck.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(words[0]), delimiter=";")
        table.writeheader()
        table.writerows(words)
    return ["-c", _DECKSMITH, here]


def _cartuli(here: Path, words: list[dict[str, str]]) -> list[str | Path]:
    from PIL import Image, ImageDraw, ImageFont

    pictures = here / "pictures"
    pictures.mkdir()
    faces = {size: ImageFont.truetype(_typefaces()["SourceSansPro-Regular"], round(size * _POINT)) for size in (10, 14)}
    for number, card in enumerate(words):
        picture = Image.new("RGB", (_WIDTH, _HEIGHT), "white")
        pen, top = ImageDraw.Draw(picture), 60
        for field, text in card.items():
            set_in = faces[14 if field == "name" else 10]
            lines = "\n".join(wrap(text, 34))
            pen.multiline_text((60, top), lines, "black", set_in)
            top += 60 * (2 + lines.count("\n"))
        picture.save(pictures / f"{number:05}.png", compress_level=1)
    # JSON is YAML.
    (here / "Cartulifile.yml").write_text(
        json.dumps(
            {
                "decks": {"deck": {"size": "(63*mm, 88*mm)", "front": {"images": "pictures/*.png"}}},
                "outputs": {"sheet": {"print_margin": "8*mm", "padding": "2*mm"}},
            }
        ),
        encoding="utf-8",
    )
    return ["-c", _CARTULI, here]


def _reportlab(here: Path, words: list[dict[str, str]]) -> list[str | Path]:
    (here / "cards.json").write_text(json.dumps(words), encoding="utf-8")
    return [
        ROOT / "benchmarks" / "reportlab_cards.py",
        here / "cards.json",
        here / "deck.pdf",
        _typefaces()["SourceSansPro-Regular"],
    ]


def _typst(here: Path, words: list[dict[str, str]]) -> list[str | Path]:
    cards = []
    for card in words:
        rows = "".join(f"[{card[f'figure{n}']}], " for n in range(4))
        cards.append(
            f"box(width: 63mm, height: 88mm, inset: 5mm)[#text(14pt)[*{card['name']}*]\n"
            f"#line(length: 100%)\n#table(columns: 1, {rows})\n{card['text']}\n\n"
            f"{card['reminder']}]"
        )
    (here / "deck.typ").write_text(
        f'#set page(paper: "a4", margin: 6mm)\n#set text(10pt)\n#grid(columns: 3, gutter: 2mm, {", ".join(cards)})\n',
        encoding="utf-8",
    )
    return [
        "-c",
        "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])",
        here / "deck.typ",
        here / "deck.pdf",
    ]


def _typefaces() -> dict[str, Path]:
    from kensei_docs.documents.markup.typefaces import typefaces

    return typefaces()


_TOOLS: dict[str, Callable[[Path, list[dict[str, str]]], list[str | Path]]] = {
    "decksmith": _decksmith,
    "cartuli": _cartuli,
    "reportlab": _reportlab,
    "typst": _typst,
}
