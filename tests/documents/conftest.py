"""A small game of our own, Herons, in two languages, printed with the shipped templates."""

from __future__ import annotations

import os
import shutil
import tempfile
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from kensei_docs.catalogues import collect
from kensei_docs.database import load
from kensei_docs.documents.build import Order, run
from kensei_docs.documents.manifest import Output
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.papers import papers_of
from kensei_docs.documents.products.product import Product, load_products, require_products
from kensei_docs.problems import Problem
from kensei_docs.project import Project

ROOT = Path(__file__).resolve().parents[2]
POINT = 72 / 25.4

# The kinds that the game is printed with.
KINDS = ("ability-cards", "command-deck", "markers", "quick-reference")

HERONS = {
    "data/vocabulary.yaml": """
        kinds:
          abilities: ability
          command-deck: command-deck
          markers: marker
          rolls: roll
          tables: table
        hooks:
          shoot.roll: {name: Shoot Roll}
          move: {name: Movement}
        atoms:
          self.mounted: {values: boolean, phrase: {true: when mounted, false: when on foot}, words: {false: [deep]}}
        """,
    "data/glossary.yaml": """
        clubs: {en: clubs, es: bastos, part: command}
        spades: {en: spades, es: espadas, part: command}
        hearts: {en: hearts, es: copas, part: command}
        diamonds: {en: diamonds, es: oros, part: command}
        """,
    "data/editions/herons/edition.yaml": """
        id: herons
        name: Herons
        game: Herons
        language: en
        units: cm
        documents: []
        """,
    "data/editions/herons/abilities.yaml": """
        wade:
          name: Wade
          figures: {depth: 2.5 cm, bonus: +1}
          text: "Water up to %(depth)s deep is not a hindrance; its Shoot Roll gets %(bonus)s there."
          effects: {shooting: {hook: shoot.roll, add: $bonus, when: {self.mounted: false}}}
        patience:
          name: Patience
          figures: {loss: -1}
          text: "Those who wait lose %(loss)s turn."
        silence:
          name: Silence
          text: Nobody hears it come.
        """,
    "data/editions/herons/command-deck.yaml": """
        deck:
          name: Deck of reeds
          figures: {size: 24}
          cards:
            value-0: {value: 0, copies: 7}
            value-1: {value: 1, copies: 8}
            value-2: {value: 2, copies: 6}
            value-3: {value: 3, copies: 3}
          suits: {clubs: 0, spades: 1, hearts: 2, diamonds: 3}
          text: "A deck of %(size)s cards."
        command-duel:
          name: Standing on one leg
          icon: command-duel
          reminder: Whoever falls over first has lost.
        """,
    "data/editions/herons/markers.yaml": """
        fire: {name: Reeds on fire, icon: fire}
        used-unit: {name: Has flown, icon: used-unit}
        """,
    "data/editions/herons/rolls.yaml": """
        catch:
          name: Catch
          base: 4+
          text: Throw for every frog.
          modifiers:
            calm: {name: Calm water, hook: shoot.roll, add: +1}
            wind: {name: A wind, hook: shoot.roll, add: -2}
          outcomes:
            natural-1: {name: Splash, text: The frog is gone., die: 1}
        """,
    "data/editions/herons/tables.yaml": """
        depths:
          name: Depths
          columns: {near: Near the bank, far: Far out}
          rows:
            pond: {name: Pond, near: 10 cm, far: none}
            lake: {name: Lake, near: 20 cm, far: 2.5 cm}
        """,
}
SPANISH = {
    "ability/wade.name": "Vadear",
    "ability/wade.text": "El agua de hasta %(depth)s no la estorba; allí suma %(bonus)s al disparo.",
    "ability/patience.name": "Paciencia",
    "edition.name": "Garzas",
}


# Two errata of one day, and one that came later.
ERRATA = {
    "2026-03-01-depth": """
        name: Deeper water
        reason: The pond was measured <anew> & rightly.
        source: a letter
        changes:
          depth: {record: ability/wade, fact: figures.depth, from: 2.5 cm, to: 3.5 cm}
        """,
    "2026-03-01-patience": """
        name: Patience costs more
        reason: Nobody waited.
        source: a letter
        changes:
          text:
            record: ability/patience
            fact: text
            from: "Those who wait lose %(loss)s turn."
            to: "Those who wait and watch lose %(loss)s turn, and then another one after that."
        """,
    "2026-04-10-stilts": """
        name: Stilts for silence
        reason: Silence is hard to hear.
        source: a letter
        changes:
          lake: {record: table/depths, fact: rows.lake.far, from: 2.5 cm, to: 4 cm}
        add:
          ability/stilts: {name: Stilts, figures: {height: 7.5 cm}, text: "Stands %(height)s above the water."}
        withdraw: [ability/silence]
        """,
}


class Press:
    """The game's folder, and a way to print from it and to read what was printed."""

    def __init__(self, folder: Path) -> None:
        self.project = Project((folder,), folder / "build")
        self.folder = folder
        self.reasons: list[str] = []
        self.outputs: list[Output] = []
        self.refused: list[Problem] = []
        self.options = Options()
        self.products: dict[str, Product] = {}

    def edit(self, file: str, old: str, new: str) -> None:
        """Change a file of the game."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def write(self, file: str, text: str) -> None:
        """Write a file of the game."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")

    def translate(self, translations: dict[str, str]) -> None:
        """Write Spanish catalogues: these translations, and all else in square brackets."""
        database, _ = load(self.project)
        catalogues: dict[str, list[str]] = {}
        for message in collect(self.project, database):
            known = translations.get(message.context.removeprefix(f"{message.domain}/"))
            spanish = known or f"[{message.text}]"
            words = [("msgctxt", message.context), ("msgid", message.text), ("msgstr", spanish)]
            if message.plural:
                words[2:] = [
                    ("msgid_plural", message.plural),
                    ("msgstr[0]", spanish),
                    ("msgstr[1]", known or f"[{message.plural}]"),
                ]
            entry = [f"{word} {_quoted(text)}" for word, text in words]
            catalogues.setdefault(message.domain, []).append("\n".join(entry))
        head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: es\\n"\n'
        for domain, entries in catalogues.items():
            self.write(f"data/locale/es/{domain}.po", head + "\n" + "\n\n".join(entries) + "\n")

    def print(
        self, *kinds: str, languages: Iterable[str] = ("en",), papers: Iterable[str] = ("a4",), **asked: Any
    ) -> list[Problem]:
        """Print kinds of document; return the problems, and note which faces were laid out."""
        database, problems = load(self.project)
        assert problems == []
        wanted, problems = require_products(*load_products(self.project), kinds)
        assert problems == []
        self.reasons = []
        self.options = Options(papers=papers_of(self.project), **asked)
        self.products = {one.name: one for one in wanted}
        order = Order(
            wanted, list(database.editions.values()), list(languages), list(papers), self.project.output, self.options
        )
        printed = run(self.project, database, order, self)
        self.outputs, self.refused = printed.outputs, printed.refused
        return printed.problems

    def pdf(self, kind: str, language: str = "en", paper: str = "a4") -> Path:
        """Return the path of a document, whose name ends with the options of its sheets when it was printed last."""
        product = self.products.get(kind)
        suffix = self.options.suffix_of_sheets(product) if product else ""
        folder = self.project.output / "herons" / language
        asked = folder / f"{kind}-{paper}{suffix}.pdf"
        return asked if asked.exists() else folder / f"{kind}-{paper}.pdf"

    def text(self, kind: str, page: int = 0, language: str = "en", paper: str = "a4") -> str:
        """Return the words on a page, each run of white space as one space."""
        import pypdfium2

        document = pypdfium2.PdfDocument(self.pdf(kind, language, paper))
        words = document[page].get_textpage().get_text_range()
        document.close()
        return " ".join(words.split())

    def boxes(
        self, kind: str, page: int = 0, language: str = "en", paper: str = "a4", beginning: str = "/Face"
    ) -> list[tuple[float, float, float, float]]:
        """Return (left, bottom, right, top) in millimetres of the forms placed on a page."""
        with pikepdf.open(self.pdf(kind, language, paper)) as pdf:
            return list(_placed(pdf.pages[page], beginning))

    def planned(self, lay_out: int, reuse: int, sides: int) -> None:
        """Watch the press."""

    def stale(self, faces: Path, slot: str, reason: str) -> None:
        """Note that a face is laid out, and why."""
        self.reasons.append(f"{faces.name} {slot}: {reason}")

    def laid_out(self, count: int) -> None:
        """Watch the press."""

    def written(self, path: Path, sides: int) -> None:
        """Watch the press."""


def _placed(page: pikepdf.Page, beginning: str) -> Iterator[tuple[float, float, float, float]]:
    matrix, stack = pikepdf.Matrix(), []
    for instruction in pikepdf.parse_content_stream(page):
        operands, name = instruction.operands, str(instruction.operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name == "Do" and str(operands[0]).startswith(beginning):
            form = page.Resources.XObject[str(operands[0])]
            own = pikepdf.Matrix(*map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0]))) @ matrix
            x0, y0, x1, y1 = (float(v) for v in form.BBox)
            (left, below), (right, above) = own.transform((x0, y0)), own.transform((x1, y1))
            yield left / POINT, below / POINT, right / POINT, above / POINT


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@pytest.fixture
def herons(tmp_path: Path) -> Press:
    """The game, ready to be changed and printed."""
    return game_of_herons(tmp_path / "herons")


@pytest.fixture
def mended(herons: Press) -> Press:
    """The game with errata of two days, and the sheet of them."""
    (herons.folder / "templates" / "errata-sheet").symlink_to(ROOT / "templates" / "errata-sheet")
    for name, text in ERRATA.items():
        herons.write(f"data/errata/herons/{name}.yaml", text)
    herons.translate({**SPANISH, "erratum/2026-03-01-depth.name": "Agua más honda"})
    return herons


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Press:
    """The game, printed: every kind, both languages, both papers. Only to be read."""
    press = game_of_herons(tmp_path_factory.mktemp("printed") / "herons")
    assert press.print(languages=("en", "es"), papers=("a4", "letter")) == []
    return press


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> Press:
    """The game, with its calibration sheets printed."""
    press = game_of_herons(tmp_path_factory.mktemp("calibrated") / "herons")
    assert press.print("calibration", languages=("en", "es")) == []
    return press


def game_of_herons(folder: Path) -> Press:
    """Write the game into a folder."""
    return Press(shutil.copytree(_written(), folder, symlinks=True))


@cache
def _written() -> Path:
    """The game's folder, which is written once and only copied."""
    folder = Path(tempfile.mkdtemp(prefix="herons-", dir=os.environ["KENSEI_CACHE"]))
    (folder / "templates").mkdir()
    for kind in ("_shared", "calibration", *KINDS):
        (folder / "templates" / kind).symlink_to(ROOT / "templates" / kind)
    press = Press(folder)
    for file, text in HERONS.items():
        press.write(file, text)
    press.translate(SPANISH)
    return folder
