"""A game of the benchmark's own: as many distinct cards as are asked for, and tokens."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path
from typing import NamedTuple

from kensei_docs.project import Project

EDITION = "specimen-1e"
DECK, TOKENS = "specimen-deck", "specimen-tokens"
# Twelve faces, and the number of copies of each.
FACES, COPIES = 12, 35

_ADJECTIVES = """
    amber bold brisk calm dusky early fleet gentle golden hollow idle keen
    little mellow narrow old patient quiet rugged silver tall upper vivid weary
""".split()  # noqa: SIM905  a line a dozen, not a line a word
_NOUNS = """
    anchor beacon cedar drummer ember falcon gate harbour islet juniper kiln lantern
    meadow needle orchard pillar quarry raft spindle tower urn valley willow yard
""".split()  # noqa: SIM905  a line a dozen, not a line a word
_OPENINGS = (
    "Before anybody else moves",
    "When the river is crossed",
    "At the end of a turn",
    "While two boats are side by side",
    "As soon as a lamp goes out",
    "If nobody holds the ford",
)
_DEEDS = (
    "its crew may go up to %(reach)s further and gets %(bonus)s",
    "it loses %(loss)s lamp",
    "every boat within %(reach)s adds %(bonus)s to the next throw",
    "take %(loss)s from a neighbour, who may move %(reach)s in return",
    "two of its oars count as three, with %(bonus)s for the helm",
)
_CLOSINGS = (
    "Nobody may answer that.",
    "The next player decides where it ends.",
    "This holds until the tide turns.",
    "A crew that sleeps is left alone.",
    "Whoever is upstream goes first.",
    "It is told once, and then forgotten.",
)

_THEME = """@font-face { font-family: "Sans"; font-weight: 400;
  src: url(typeface:SourceSansPro-Regular) }
@font-face { font-family: "Sans"; font-weight: 700; src: url(typeface:SourceSansPro-Bold) }
@font-face { font-family: "Serif"; font-weight: 600; src: url(typeface:SourceSerifPro-Semibold) }
html { font: 400 9pt/1.34 "Sans"; color: #000 }
p, table, figure { margin: 0; padding: 0; font: inherit }
svg { display: block; width: 100%; height: 100% }
"""
_DECK = {
    "kind.yaml": """title: Specimen deck
each: specimen
face: poker
gap: 2
fit:
  name: {size: 14, floor: 9}
  text: {size: 10, floor: 6.5}
""",
    "face.css": """.head { position: absolute; left: 5mm; top: 5mm; width: 53mm; height: 9mm }
.head p { font: 600 14pt/1.1 "Serif"; font-size: var(--name) }
.rule { position: absolute; left: 5mm; top: 15mm; width: 53mm; border-top: 0.5mm solid #000 }
.picture { position: absolute; left: 44mm; top: 17mm; width: 14mm; height: 14mm }
.figures { position: absolute; left: 5mm; top: 17mm; width: 36mm; border-collapse: collapse }
.figures th, .figures td { padding: 0.5mm 0; border-bottom: 0.2mm solid #777; text-align: left }
.figures th { font-weight: 400; width: 22mm }
.figures td { font-weight: 700 }
.text { position: absolute; left: 5mm; top: 39mm; width: 53mm; height: 40mm }
.text p { font-size: var(--text); margin-bottom: 1.5mm }
.stamp { position: absolute; left: 5mm; top: 82mm; font-size: 5pt }
""",
    "face.html.j2": """<div class="head" data-field="name"><p>{{ name(record) }}</p></div>
<div class="rule"></div>
<div class="picture">{{ icon("lamp") }}</div>
<table class="figures">
{% for key in ("reach", "bonus", "loss", "value") %}
<tr><th>{{ key }}</th><td>{{ figure(record.figure("figures." ~ key)) }}</td></tr>
{% endfor %}
</table>
<div class="text" data-field="text">
<p>{{ text(record) }}</p>
<p>{{ text(record, "reminder") }}</p>
</div>
<p class="stamp">{{ edition_name(edition.id) }} · {{ stamp }}</p>
""",
}
_TOKEN = {
    "kind.yaml": f"title: Specimen tokens\neach: token\nface: token-25\ngap: 1\ncopies: {COPIES}\n",
    "face.css": """.rim { position: absolute; left: 1mm; top: 1mm; width: 22.4mm; height: 22.4mm;
  border: 0.3mm solid #000; border-radius: 50% }
.picture { position: absolute; left: 7.5mm; top: 3.5mm; width: 10mm; height: 10mm }
.word { position: absolute; left: 2mm; top: 14.5mm; width: 21mm; text-align: center;
  font: 700 7pt/1.1 "Sans" }
""",
    "face.html.j2": """<div class="rim"></div>
<div class="picture">{{ icon("lamp") }}</div>
<p class="word">{{ name(record) }}</p>
""",
}
_LAMP = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    '<path d="M14 6h12l4 8v14l-4 6H14l-4-6V14z" fill="none" stroke="#000" stroke-width="2"/>'
    '<path d="M20 13c5 6 5 9 0 14c-5-5-5-8 0-14z" fill="#000"/></svg>'
)


def forget(project: Path) -> None:
    """Delete what was printed of a project, and its caches: the next build is cold."""
    shutil.rmtree(project / "build", ignore_errors=True)
    shutil.rmtree(Project.open(project).cache, ignore_errors=True)


def make(folder: Path, cards: int) -> None:
    """Write a project with a number of cards, and tokens; the same number gives the same project."""
    _write(folder, "data/vocabulary.yaml", "kinds: {specimens: specimen, tokens: token}\n")
    _write(
        folder,
        f"data/editions/{EDITION}/edition.yaml",
        f"id: {EDITION}\nname: Lamps of the Delta\ngame: Lamps of the Delta\nlanguage: en\nunits: cm\ndocuments: []\n",
    )
    _write(folder, f"data/editions/{EDITION}/specimens.yaml", "".join(_card(number) for number in range(cards)))
    _write(
        folder,
        f"data/editions/{EDITION}/tokens.yaml",
        "".join(f"token-{i}: {{name: {_ADJECTIVES[i].title()} {_NOUNS[-i]}}}\n" for i in range(FACES)),
    )
    _write(folder, "templates/_shared/theme.css", _THEME)
    _write(folder, "templates/_shared/icons/lamp.svg", _LAMP)
    for kind, files in ((DECK, _DECK), (TOKENS, _TOKEN)):
        for name, text in files.items():
            _write(folder, f"templates/{kind}/{name}", text)


def change(folder: Path) -> None:
    """Change the words of one card, to others each time."""
    file = folder / f"data/editions/{EDITION}/specimens.yaml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    here = next(i for i, line in enumerate(lines) if line.startswith("card-00003:")) + 3
    lines[here] = f'  reminder: "It was changed at {time.time_ns()}, and is another card."\n'
    file.write_text("".join(lines), encoding="utf-8")


def words_of(cards: int) -> list[dict[str, str]]:
    """Return what stands on each card, for tools that read it from a table."""
    found = []
    for card in map(_drawn, range(cards)):
        figures = card.figures
        found.append(
            {
                "name": card.name,
                "text": card.text % figures,
                "reminder": card.reminder,
                **{f"figure{n}": f"{key} {value}" for n, (key, value) in enumerate(figures.items())},
            }
        )
    return found


class _Card(NamedTuple):
    name: str
    text: str
    reminder: str
    figures: dict[str, str]


def _drawn(number: int) -> _Card:
    chance = random.Random(number)
    words = [f"{chance.choice(_OPENINGS)}, {chance.choice(_DEEDS)}.", chance.choice(_CLOSINGS)]
    if chance.random() < 0.5:
        words.append(f"{chance.choice(_OPENINGS)}, it is {chance.choice(_ADJECTIVES)}.")
    return _Card(
        f"{chance.choice(_ADJECTIVES).title()} {chance.choice(_NOUNS)} {number + 1}",
        " ".join(words),
        chance.choice(_CLOSINGS),
        {
            "reach": f"{chance.randrange(2, 40)} cm",
            "bonus": f"+{chance.randrange(1, 4)}",
            "loss": str(chance.randrange(1, 6)),
            "value": str(number + 1),
        },
    )


def _card(number: int) -> str:
    card = _drawn(number)
    figures = ", ".join(f"{key}: {value}" for key, value in card.figures.items())
    return (
        f"card-{number:05}:\n"
        f"  name: {card.name}\n"
        f'  text: "{card.text}"\n'
        f'  reminder: "{card.reminder}"\n'
        f"  figures: {{{figures}}}\n"
        "  status: prose\n"
    )


def _write(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
