"""The small game of the other tests, made for a target."""

from __future__ import annotations

import textwrap

import pytest

from kensei_docs.database import load
from kensei_docs.documents.build import Order
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.product import load_products, require_products
from kensei_docs.documents.targets.target import build_for_target, require_target

# A kind whose cards differ in their backs, and whose text can be put anywhere.
RIDDLES = {
    "kind.yaml": """
        title: Riddles
        each: ability
        face: poker
        bleed: 2
        backs: long-edge
        """,
    "face.html.j2": """
        <p class="name">{{ name(record) }}</p>
        """,
    "back.html.j2": """
        <p class="name">{{ text(record) }}</p>
        """,
    "back-art.html.j2": """
        <div class="art"></div>
        """,
    "face.css": """
        .name { position: absolute; left: 6mm; top: 6mm; width: 40mm }
        .art { position: absolute; left: 0; top: 0; width: 67mm; height: 92mm; background: #0050a0 }
        """,
}


@pytest.fixture(scope="session")
def made():
    """A function that makes kinds of the game for a target, and returns what was printed."""

    def make(press, target, *kinds, languages=("en",), base="", out=None, **asked):
        database, problems = load(press.project)
        assert problems == []
        wanted, problems = require_products(*load_products(press.project), kinds)
        assert problems == []
        order = Order(
            wanted,
            list(database.editions.values()),
            list(languages),
            ["a4"],
            out or press.project.output,
            Options(**asked),
        )
        press.reasons = []
        wanted_by = require_target(press.project, target, None)
        return build_for_target(press.project, database, order, wanted_by, base, bool(kinds), press)

    return make


@pytest.fixture(scope="session")
def riddles():
    """A function that gives a game cards with a back each; ``css`` goes after their style."""

    def write(press, css=""):
        for file, text in RIDDLES.items():
            press.write(f"templates/riddles/{file}", textwrap.dedent(text) + (css if file == "face.css" else ""))
        press.translate({})

    return write
