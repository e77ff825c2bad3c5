"""An installed package adds a check, a recipe, a maker, a function, a language and a kind of print."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
FILES = {
    "gamekit/__init__.py": "",
    "gamekit/kensei/__init__.py": "",
    "gamekit/kensei/checks/__init__.py": "",
    "gamekit/kensei/checks/names.py": '''
from kensei_docs.check.finding import finding_at
from kensei_docs.problems import check

@check("warning")
def short_names(database):
    """A name fits on a badge."""
    for record in database.records:
        if len(record.name) > 8:
            yield finding_at(record, "name", f"'{record.name}' is too long for a badge; shorten it")
''',
    "gamekit/kensei/recipes/__init__.py": "",
    "gamekit/kensei/recipes/stated.py": """
from kensei_docs.extract.reading.recipes import PASSAGE, TEXT

KEY = "stated"
KEYS = {KEY: TEXT, **PASSAGE, "value": TEXT}

def read(entry, observer):
    if passage := observer.locate(entry, entry.get(KEY)):
        observer.observe(passage, "figures.stated", entry.get("value"), passage.start, passage.end)
""",
    "gamekit/kensei/makers/__init__.py": "",
    "gamekit/kensei/makers/listing.py": """
from kensei_docs.documents.targets.deck import DeckFile, MadeFile

FORMATS, OPTIONS = ("listing",), ()

def files(deck):
    sides = tuple(card.front for card in deck.cards)
    return [DeckFile(deck.document.path.with_suffix(".txt"), deck.key(sides, ""), sides)]

def make(deck, wanted, faces):
    for file in wanted:
        yield MadeFile(file, "".join(f"{card.name}\\n" for card in deck.cards).encode())
""",
    "gamekit/kensei/functions/__init__.py": "",
    "gamekit/kensei/functions/doubling.py": '''
from kensei_docs.engine.expressions.evaluation import Evaluation
from kensei_docs.engine.expressions.syntax import Expression

def doubled(run: Evaluation, value: Expression, /):
    """Twice a number."""
    return run.amount(value).times(2)
''',
    "gamekit/kensei/languages/it.yaml": "name: Italian of the game kit\nown-name: italiano\n",
    "gamekit/kensei/templates/badges/kind.yaml": "title: Badges\neach: ability\nface: 30x30\nbleed: 0\ngap: 2\n",
    "gamekit/kensei/templates/badges/face.html.j2": '<h1 class="name">{{ name(record) }}</h1>\n',
    "gamekit/kensei/templates/badges/face.css": ".name { font-size: 8pt }\n",
    "gamekit/kensei/templates/_shared/targets/listing.yaml": "about: names\nmakes: listing\nformats: [listing]\n",
    "gamekit-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: gamekit\nVersion: 1.0\n",
    "gamekit-1.0.dist-info/entry_points.txt": "[kensei_docs]\ngamekit = gamekit.kensei\n",
}
# Runs commands, each a list of words in the arguments' JSON, and prints what they printed and their status.
SCRIPT = """
import json, sys
from tests.conftest import run_command
print(json.dumps([run_command(*words) for words in json.loads(sys.argv[1])]))
"""

Answer = tuple[str, str, int]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder for installed packages with one that adds something of each sort."""
    for name, text in FILES.items():
        file = tmp_path / "site" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "site"


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    """A project of an invented game with its booklet; a worked example calls the package's function."""
    folder = Path(shutil.copytree(ROOT / "tests" / "specimens" / "lanterns", tmp_path / "lanterns"))
    edition = folder / "data" / "editions" / "lanterns-1e"
    with (edition / "edition.yaml").open("a", encoding="utf-8") as rules:
        rules.write("play: {computes: {oars: doubled(given.rowers)}}\n")
    example = "{name: Oars, given: {rowers: 3}, should: {oars: 6}, asks: {oars: oars}, status: formal}"
    (edition / "examples.yaml").write_text(f"oars: {example}\n", encoding="utf-8")
    return folder


def run_with(site: Path | None, cwd: Path, *commands: list[str | Path]) -> list[Answer]:
    """Run commands in a process of its own, in which the packages of ``site`` are installed."""
    path = os.pathsep.join(map(str, [*([site] if site else []), ROOT]))
    words = json.dumps([[str(word) for word in command] for command in commands])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(answer) for answer in json.loads(done.stdout)]


def test_an_installed_package_adds_one_of_each(site: Path, lanterns: Path, tmp_path: Path) -> None:
    profile = lanterns / "sources" / "lantern-booklet" / "reading" / "stated.yaml"
    profile.write_text("- stated: ability/towing\n  from: Tow Line\n  value: 7 cm\n", encoding="utf-8")
    booklet, out = lanterns / "lantern-booklet.txt", tmp_path / "out"
    checked, listed, replayed, extracted, begun, printed = run_with(
        site,
        lanterns,
        ["check", "lanterns-1e", "--select", "short-names"],
        ["list", "--format", "json"],
        ["example", "run", "lanterns-1e"],
        ["extract", booklet, "--source", "lantern-booklet", "--out", out],
        ["source", "new", booklet, "--language", "it", "--outline"],
        ["build", "badges", "-e", "lanterns-1e", "-l", "en", "--target", "listing", "--out", out],
    )
    assert "is too long for a badge; shorten it  [short-names]" in checked[0] and checked[2] == 1
    assert {"kind": "badges", "title": "Badges"} in json.loads(listed[0])["prints"]
    assert "1 example: 1 passed." in replayed[0], replayed
    assert '"figures.stated", "value": "7 cm"' in (out / "observations.jsonl").read_text(encoding="utf-8"), extracted
    assert "Italian of the game kit, lengths in" in begun[0], begun
    assert printed[2] == 0, printed
    assert "Beacon\n" in (out / "lanterns-1e" / "en" / "listing" / "badges.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"gamekit/kensei/checks/names.py": "import nothing_such"}, "(ModuleNotFoundError: No module named"),
        (
            {"gamekit/kensei/recipes/stated.py": "KEY = 'stated'"},
            "(ImportError: gamekit.kensei.recipes.stated has no KEYS)",
        ),
        (
            {"gamekit-1.0.dist-info/entry_points.txt": "[kensei_docs]\nx = gone.away\n"},
            "(ModuleNotFoundError: No module named 'gone')",
        ),
    ],
)
def test_a_package_that_cannot_be_imported_is_one_problem_with_its_name(
    site: Path, lanterns: Path, broken: dict[str, str], said: str
) -> None:
    for name, text in broken.items():
        (site / name).write_text(text, encoding="utf-8")
    words = ["extract", lanterns / "lantern-booklet.txt"] if "recipes" in str(broken) else ["check", "lanterns-1e"]
    [(out, err, status), (helped, _, well)] = run_with(site, lanterns, words, ["--help"])
    assert (out, status, well) == ("", 2, 0) and "Commands:" in helped
    assert err.startswith(f"gamekit 1.0: adds to kensei-docs, but can't be imported {said}") and err.count("\n") == 1
    assert err.endswith("; update it, or remove it with 'pip uninstall gamekit'  [installed]\n")


def test_a_name_that_is_taken_is_refused(site: Path, lanterns: Path) -> None:
    (site / "gamekit" / "kensei" / "languages" / "en.yaml").write_text("name: English\n", encoding="utf-8")
    [(_, err, status)] = run_with(site, lanterns, ["check", "lanterns-1e"])
    assert status == 2
    own = ROOT / "kensei_docs" / "languages" / "en.yaml"
    assert f"adds '{site}/gamekit/kensei/languages/en.yaml', but '{own}' is there already" in err


def test_what_the_tool_has_is_not_replaced(site: Path, lanterns: Path) -> None:
    for name, old, new in (
        ("checks/names", "short_names", "entity_reference"),
        ("recipes/stated", '"stated"', '"passage"'),
        ("functions/doubling", "doubled", "floor"),
    ):
        file = site / "gamekit" / "kensei" / f"{name}.py"
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    checked, extracted, replayed = run_with(
        site,
        lanterns,
        ["check", "--list"],
        ["extract", lanterns / "lantern-booklet.txt"],
        ["example", "run", "lanterns-1e"],
    )
    for (_, err, status), module, name in (
        (checked, "checks.names", "entity-reference"),
        (extracted, "recipes.stated", "passage"),
        (replayed, "functions.doubling", "floor"),
    ):
        assert status == 2 and f"gamekit.kensei.{module}: has '{name}', as 'kensei_docs." in err, err


def test_a_project_adds_nothing_even_where_python_looks_in_it(site: Path, lanterns: Path, run: Callable) -> None:
    """What a stranger's project brings along is data, also in the working directory, which Python may look at."""
    shutil.copytree(site, lanterns, dirs_exist_ok=True)
    (lanterns / "gamekit" / "__init__.py").write_text("raise SystemExit('code of a stranger ran')", encoding="utf-8")
    [checked, listed] = run_with(lanterns, lanterns, ["check", "lanterns-1e", "--list"], ["list", "--format", "json"])
    assert checked[2] == listed[2] == 0
    assert "short-names" not in checked[0] and "badges" not in listed[0]
