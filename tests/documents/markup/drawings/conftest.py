"""A battle of the herons: a table, scenarios on it and a deck, to be drawn and printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest

from kensei_docs.database import load
from kensei_docs.documents.markup.drawings.deployment import Ground, read_deployment
from kensei_docs.documents.markup.drawings.maps import Map, MapWords, draw_map
from kensei_docs.figures import localise
from kensei_docs.project import Project
from tests.documents.conftest import POINT, ROOT, Press

PRINTED = ("scenarios", "scenario-cards", "templates", "tuck-box", "roster")
KINDS = """
    kinds:
      battle-sizes: battle-size
      characteristics: characteristic
      command-deck: command-deck
      deployment: deployment
      formations: formation
      limits: limit
      markers: marker
      missions: mission
      ranges: range
      scenarios: scenario
    hooks: {}
    atoms: {}
    """
TABLE = """
    table: {name: Pond, figures: {width: 60 cm, depth: 40 cm}}
    deployment: {name: Landing, text: Land by turns.}
    """
SCENARIOS = """
    two-banks:
      name: Two banks
      number: 1
      text: A pond between two flocks.
      figures: {water: 20 cm, parts: 2, strip: 10 cm, strips: 2}
      deployments:
        usual:
          name: Both banks
          text: "There is %(water)s of water."
          zones: {a: {side: a, at: top}, b: {side: b, at: bottom}}
          gaps: {middle: {between: [a, b], distance: $water}}
          areas: {strips: {in: middle, count: $strips, depth: $strip}}
          pieces:
            nests: {marker: fire, owner: a, limit: a, count: 2, parts: $parts}
      main: two-banks
    island:
      name: Island
      number: 2
      text: One flock holds the island.
      figures:
        {long: 24 cm, wide: 16 cm, reach: 15 cm, deep: 8 cm, free: 6 cm, nests: 3, apart: 5 cm,
         reeds: 8 cm, pond: 30 cm}
      rules: {water: Nobody swims.}
      results: {held: 1-3, lost: 4-6}
      deployments:
        held:
          name: Held
          text: In the middle.
          first: defender
          zones:
            defender: {side: defender, at: middle, depth: $deep}
            attacker: {side: attacker, at: bottom}
          gaps: {free: {between: [defender, attacker], distance: $free}}
          areas: {island: {name: The island, at: above-middle, width: $long, depth: $wide}}
          pieces: {nests: {name: Nests, in: island, count: $nests, spacing: $apart}}
        lost:
          name: Lost
          text: Anywhere.
          zones: {all: {side: both, at: centre, radius: $reach}, a: {side: a, at: top}, b: {side: b, at: bottom}}
          gaps: {pond: {between: [a, b], distance: $pond}}
          areas: {all: {name: Water, at: centre, radius: $reach}}
          pieces:
            reeds:
              {name: Reeds, zones: [a, b], distance: $reeds, centre: $reach, count: 4, width: 3 cm, depth: 3 cm,
               radius: 4 cm}
            rock: {name: Rock, at: centre, width: 6 cm, depth: 6 cm}
      main: two-banks
    """
MISSIONS = """
    two-banks:
      {name: 'Two banks: mission', figures: {fish: 2}, text: 'Points:',
       rules: {fish: '%(fish)s a fish.'}}
    """


def ground_of(press: Press, scenario: str, way: str) -> Ground:
    """The geometry of one of the game's scenarios."""
    database, _ = load(press.project)
    edition = database.editions["herons"]
    return read_deployment(
        edition, edition.records[f"scenario/{scenario}"], f"deployments.{way}", edition.records["deployment/table"]
    )


def drawn(ground: Ground, width: float = 180, height: float = 130, points: float = 8, longer: str = "") -> Map:
    """A map with the plainest of local_texts; the names of sides are ``longer`` by some letters."""

    def say(word: str, **figures: object) -> str:
        if word.startswith("hatching-"):
            return "-45 dashed" if word == "hatching-attacker" else "45"
        name = word.removeprefix("side-") + (longer if word.startswith("side-") else "")
        return " ".join([name.replace("-", " "), *map(str, figures.values())])

    words = MapWords(
        say,
        lambda figure: localise(figure, "en") if figure else "____",
        lambda path: path.rpartition(".")[2],
        lambda entry: '<svg viewBox="0 0 1 1"></svg>' if entry.get("marker") else "",
        lambda colour: "#888",
    )
    return draw_map(ground, words, width, height, points)


def spans(drawing: str) -> Iterator[tuple[str, bool, float]]:
    """The dimension lines of a drawing: the figure, whether it is derived, millimetres."""
    found = re.findall(
        r'd="M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)"[^>]*data-span="([^"]+)" '
        r'data-derived="(\w+)"',
        drawing,
    )
    for x1, y1, x2, y2, figure, derived in found:
        length = ((float(x2) - float(x1)) ** 2 + (float(y2) - float(y1)) ** 2) ** 0.5
        yield figure, derived == "yes", length


def segments(pdf: Path, page: int = 0) -> list[tuple[float, float, float, float]]:
    """Every straight line of a printed page, in millimetres."""
    with pikepdf.open(pdf) as document:
        return list(_segments(document.pages[page], document.pages[page].Resources, pikepdf.Matrix()))


def _segments(
    stream: pikepdf.Page | pikepdf.Object, resources: pikepdf.Object, matrix: pikepdf.Matrix
) -> Iterator[tuple[float, float, float, float]]:
    stack: list[pikepdf.Matrix] = []
    at = (0.0, 0.0)
    for instruction in pikepdf.parse_content_stream(stream):
        operands, name = instruction.operands, str(instruction.operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name == "m":
            at = float(operands[0]), float(operands[1])
        elif name == "l":
            to = float(operands[0]), float(operands[1])
            ends = [*matrix.transform(at), *matrix.transform(to)]
            yield tuple(value / POINT for value in ends)  # type: ignore[misc]
            at = to
        elif name == "Do":
            form = resources.XObject[str(operands[0])]
            if form.get("/Subtype") == "/Form":
                own = pikepdf.Matrix(*map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0]))) @ matrix
                yield from _segments(form, form.get("/Resources", resources), own)


@pytest.fixture
def pond(herons: Press) -> Press:
    """The herons' battles, ready to be changed, drawn and printed."""
    for file in ("abilities", "rolls", "tables"):
        (herons.folder / f"data/editions/herons/{file}.yaml").unlink()
    for kind in PRINTED:
        (herons.folder / "templates" / kind).symlink_to(ROOT / "templates" / kind)
    herons.write("data/vocabulary.yaml", KINDS)
    herons.write("data/editions/herons/deployment.yaml", TABLE)
    herons.write("data/editions/herons/scenarios.yaml", SCENARIOS)
    herons.write("data/editions/herons/missions.yaml", MISSIONS)
    herons.translate({})
    return herons


@pytest.fixture(scope="session")
def shipped() -> Project:
    """The data that the package ships."""
    return Project.open()
