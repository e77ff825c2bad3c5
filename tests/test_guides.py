"""Every command, file and shown line of the guides is tried: a guide is followed from its first block to its last.

What a block is, its first line says behind the language; readers of the page don't see it:

- no language, or ``console``: commands, a line each; what stands behind two spaces or ``#`` is about the command;
- ``text``: what the commands before it said, with … for what is left out;
- ``yaml data/vocabulary.yaml``: this file, as a whole;
- ``yaml + data/vocabulary.yaml``: entries of this file, which is there already or begins with them;
- ``yaml = data/errata/…``: lines that this file has, here or in what is shipped;
- ``yaml ~ data/lineage/a--b.yaml``: a part of such a file of somebody else's game, held against its schema.

A command in a sentence is a step as well, if it has more than its name. Words of it in capitals, and dots, stand for
what is the reader's own: such a command is held against the program's options, and another walk runs it.

A guide begins in a project that ``init`` made, kept in git, beside whose files lie those that ``given`` makes; those of
FROM_NOTHING begin in a folder with the workbook, pictures, typefaces and icons of the example game.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import jsonschema
import pytest
from openpyxl import Workbook
from ruamel.yaml import YAML
from ruamel.yaml.resolver import VersionedResolver

from kensei_docs import pull
from kensei_docs.check import data
from kensei_docs.cli import program
from kensei_docs.database import load_shared
from kensei_docs.project import Project, shipped
from kensei_docs.schemas import schema_for, schemas
from tests.conftest import ROOT, Result, run_command, typeset
from tests.documents import drawn_pictures, fonts
from tests.documents.targets.test_print_shop import icc
from tests.test_schemas import as_editors_read

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLE = ROOT / "docs" / "example-game"

FROM_NOTHING = {"start-your-own-game.md", "spreadsheets.md", "add-a-source.md", "add-an-edition.md", "expressions.md"}
# Commands by what they begin with, and why no walk runs them.
NOT_RUN = {
    "kensei-docs preview": "serves until it is ended; tests/preview has its tests",
    "kensei-docs source review": "serves until it is ended; tests/review has its tests",
    "kensei-docs site web -e kensei-2e --serve": "serves until it is ended; tests/site has its tests",
    "kensei-docs release web -e kensei-2e --site": "prints an edition whole; tests/site/test_command.py makes one",
    'kensei-docs init "The ferry war"': "makes the project that walks begin in",
    "pipx install": "needs the network; CI installs the wheel",
    "pip install": "needs the network",
    "pip download": "needs the network; CI runs it, as make runtime",
    "kensei-docs army import reeds.rosz": "a roster of another program; tests/army/test_import_list.py reads such",
    "docker": "needs Docker",
    "npm": "needs the network; a set of icons of ours lies there instead",
    "tar": "unpacks what npm fetches",
    "make": "tests and prints the checkout itself, as CI does",
    "KENSEI_SOURCES=": "tests the checkout itself with documents that are not in it",
    "python -m weasyprint": "takes the machine's typefaces; the fixture `rulebook` sets the page in those of the tests",
}
# Commands that print everything, and the words that make a walk print a part of it.
IN_PART = {
    "kensei-docs build": "-l en --paper a4",
    "kensei-docs build -e reeds-1e": "-l es --paper a4",
    "kensei-docs build art-sheet": "-l en --paper a4 --range 1",
    "kensei-docs build weapon-cards -e kensei-2e -l es": "--paper a4 --only polearms",
    "kensei-docs build -l fr": "ability-cards --paper a4",
    "kensei-docs build faq": "-e kensei-lr-2020 -l en --paper a4",
    "kensei-docs build blank-cards": "-e kensei-2e -l en --paper a4 --range 1",
    "kensei-docs build --since longer-reach": "ability-cards -l en --paper a4",
    "kensei-docs build --since 2026-11-01": "ability-cards -l en --paper a4",
    "kensei-docs build --since v1.2": "ability-cards -l en --paper a4",
    "kensei-docs build --since 2026-11-21": "ability-cards -l en --paper a4",
    "kensei-docs release web": "-l en --paper a4",
    "kensei-docs release web -e the-ferry-war -l es --paper a4": "--overwrite",
    "kensei-docs --as-of 2026-11-22 release web": "-l en --paper a4 --overwrite",
    "kensei-docs site web": "-e heroic-2002 --no-cards -l en",
    "kensei-docs site web -e kensei-2e": "--no-cards -l en",
    "kensei-docs site web -e kensei-2e --base-url https://example.org/kensei/": "--no-cards -l en",
    "kensei-docs build --dpi 600": "bird-cards -l en --paper a4",
    "kensei-docs army pack my-army.yaml -l es --paper a4": "--list",
    "kensei-docs army pack reeds.yaml -l es --paper a4 --printer desk": "--list",
}
# Blocks by their first line, and why no walk tries them.
NOT_TRIED = {
    '[project]\nname = "gamekit"': "an installed package; tests/test_discover_additions.py installs this one",
    ".text { position: absolute; left: ": "a box is moved by hand; tests/preview/test_style_edits.py moves it",
    '{"record": "weapon/polearms"': "is read from a rulebook that does not come with the tool",
    "sources → extract →": "a drawing of the steps",
    "from pathlib import Path\nfrom kensei_docs.database import load": "takes the runtime; tests/site does it",
    'const worker = new Worker("engine/engine.js"': "is asked in a browser; tests/site/test_engine_in_browser.py does",
    '{"ask": "odds"': "is a question; tests/site/test_engine_in_browser.py asks such",
}
# Commands whose exit status says that there is something left to do, or to be told.
TELLS = {
    "kensei-docs check --document": "the rulebook has faults",
    "kensei-docs check ferry-war --severity error": "the expression is wrong",
    "kensei-docs check the-ferry-war --severity error": "two pages differ, until a ruling says which holds",
    "kensei-docs check --ruled": "it shows what is settled",
    "kensei-docs army check": "a limit is broken",
    "kensei-docs catalogue status": "something is left to translate",
    "kensei-docs diff": "rules differ",
    "kensei-docs pull": "the sheet has changed",
    "kensei-docs source new": "texts are to be written",
}

_BLOCK = re.compile(r"^( *)```(\S*)(?: ([+=~]))?[ ]?([^\n]*)\n(.*?)^\1```", re.M | re.S)
_INLINE = re.compile(r"`(kensei-docs\s[^`]+)`")
_OWN = re.compile(r"(?<![\w$])(?!HEAD)[A-Z]{2,}(?![a-z])| [A-Z](?= |$)|…|[\[<|]")


class Step(NamedTuple):
    """A command, with no ``language``, or a block with its text.

    ``place`` is the guide's line, ``block`` the place of the block among all blocks and commands in sentences.
    """

    place: str
    text: str
    language: str = ""
    sign: str = ""
    file: str = ""
    block: int = 0

    @property
    def is_form(self) -> bool:
        """Whether it is a command that has words for what is the reader's own, or in a sentence its name alone."""
        return not self.language and bool(_OWN.search(self.text))

    def among(self, listed: dict[str, Any]) -> bool:
        """Whether the beginning of its text is listed."""
        return any(self.text.startswith(one) for one in listed)


def steps_of(page: Path) -> Iterator[Step]:
    """Yield the commands and blocks of a guide in their order."""
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(ROOT / "docs").as_posix() if page.is_relative_to(ROOT / "docs") else page.name
    done = 0
    for block in _BLOCK.finditer(text):
        yield from _sentences(name, text, done, block.start())
        done = block.end()
        indent, language, sign, file, content = block.groups()
        content = re.sub(rf"^{indent}", "", content, flags=re.M)
        first = text.count("\n", 0, block.start()) + 1
        if language not in ("", "console"):
            yield Step(f"{name}:{first}", content, language, sign or "", file, block.start())
            continue
        for number, line in enumerate(content.splitlines(), first + 1):
            # What it is for stands behind a wider space, or is a comment.
            if command := re.split(r"  +|\s#", line.strip())[0]:
                yield Step(f"{name}:{number}", command, block=block.start())
    yield from _sentences(name, text, done, len(text))


def _sentences(name: str, text: str, begin: int, end: int) -> Iterator[Step]:
    for found in _INLINE.finditer(text, begin, end):
        if len(found[1].split()) <= 3 and not re.search(r"[\d./-]", found[1][12:]):
            continue
        line = text.count("\n", 0, found.start()) + 1
        yield Step(f"{name}:{line}", " ".join(found[1].split()), block=found.start())


STEPS = [step for page in PAGES for step in steps_of(page)]
COMMANDS = [step for step in STEPS if step.text.startswith("kensei-docs ")]


@pytest.mark.parametrize("step", COMMANDS, ids=lambda step: f"{step.place} {step.text[12:40]}")
def test_a_command_of_a_guide_is_there_with_its_options(step: Step) -> None:
    known: click.Command = program
    words = shlex.split(step.text)[1:]
    options = {"--help", *(name for one in program.params for name in one.opts)}
    while words and isinstance(known, click.Group):
        word = words.pop(0)
        if word.startswith("-"):
            assert word in options, f"{step.place}: there is no option {word}"
            # Those of the program itself have a value each.
            words = words[1:]
            continue
        command = known.get_command(click.Context(known), word)
        assert command is not None, f"{step.place}: there is no command {word}"
        known = command
    # Commands have the options of the program that stand anywhere.
    options |= {name for one in known.params for name in (*one.opts, *one.secondary_opts)}
    for word in words:
        if word.startswith("-") and word != "--":
            assert word.partition("=")[0].strip("[]") in options, f"{step.place}: {known.name} has no option {word}"


def test_what_is_not_tried_stands_in_a_guide() -> None:
    for listed in (NOT_RUN, IN_PART, NOT_TRIED, TELLS):
        for beginning in listed:
            assert any(step.text.startswith(beginning) for step in STEPS), f"no guide has {beginning!r}: take it away"


def command_of(step: Step) -> str:
    """Return the names of a command, without what follows them: ``catalogue update``."""
    known, words = program, shlex.split(step.text)[1:]
    names = []
    while words and isinstance(known, click.Group):
        word = words.pop(0)
        if word.startswith("-"):
            words = words[1:]
            continue
        names.append(word)
        known = known.get_command(click.Context(known), word)
    return " ".join(names)


def test_every_command_that_stands_as_a_form_is_run_in_another_place() -> None:
    run = {command_of(step) for step in COMMANDS if not step.is_form and not step.among(NOT_RUN)}
    forms = {command_of(step): step.place for step in COMMANDS if step.is_form and not step.among(NOT_RUN)}
    assert {name: place for name, place in forms.items() if name not in run} == {}


class AsWritten(VersionedResolver):
    """Takes every value for a text, so that ``+1`` stays as it is written."""

    versioned_resolver = property(lambda self: {})


class Walk:
    """Follows the steps of a guide in the folder that it stands in."""

    def __init__(self) -> None:
        self.block = 0
        self.said = ""

    def take(self, step: Step) -> None:
        """Run a command, write or compare a file, compare what was said; fail where the guide is wrong."""
        if step.among(NOT_RUN) or step.among(NOT_TRIED):
            return
        if not step.language:
            if not (step.is_form and step.text.startswith("kensei-docs ")):
                for command in step.text.split(" && "):
                    self.run(step, shlex.split(command))
        elif step.language == "text" and not step.file:
            self.compare(step)
        elif step.language == "python" and not step.file:
            subprocess.run([sys.executable, "-c", step.text], check=True)
        else:
            assert step.file, f"{step.place}: the block doesn't say of which file it is"
            {"": self.write, "+": self.add, "=": self.quote, "~": self.fit}[step.sign](step)

    def run(self, step: Step, words: list[str]) -> None:
        """Run a line of commands; what it says joins that of the commands of its block."""
        if step.block != self.block:
            self.block, self.said = step.block, ""
        match words:
            case ["cd", folder]:
                os.chdir(folder)
            case ["mkdir", "-p", folder]:
                Path(folder).mkdir(parents=True, exist_ok=True)
            case ["cp", "-r", source, target]:
                shutil.copytree(source, target, dirs_exist_ok=True)
            case ["cp", *sources, target]:
                for source in sources:
                    shutil.copy(source, target)
            case ["kensei-docs", *words]:
                more = next((more for one, more in IN_PART.items() if step.text == one), "")
                done: Result = run_command(*words, *more.split())
                said = f"{step.place}: {step.text} {more}\n{done.out}{done.err}"
                assert done.status == 0 or (done.status == 1 and (step.among(TELLS) or lacks_words_alone(done))), said
                self.said += done.out + done.err
            case _:
                pytest.fail(f"{step.place}: no walk knows how to run {step.text!r}")

    def compare(self, step: Step) -> None:
        """Find what the block shows in what the commands before it said, in its order, wherever lines break."""
        said = " ".join(self.said.split())
        for part in filter(None, (" ".join(one.split()) for one in step.text.split("…"))):
            before, found, said = said.partition(part)
            assert found, f"{step.place}: nothing says {part!r} there\n{before}"

    def write(self, step: Step) -> None:
        """Write the block as its file."""
        file = Path(step.file)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(step.text, encoding="utf-8")

    def add(self, step: Step) -> None:
        """Add the block to its file: entries to entries in YAML, lines at the end elsewhere."""
        file = Path(step.file)
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if file.suffix != ".yaml":
            self.write(step._replace(text=before + step.text))
            return
        yaml = YAML()
        yaml.Resolver = AsWritten
        yaml.preserve_quotes, yaml.width = True, 10_000
        held = yaml.load(before) or {}
        merge(held, yaml.load(step.text))
        file.parent.mkdir(parents=True, exist_ok=True)
        yaml.dump(held, file)

    def quote(self, step: Step) -> None:
        """Find the block in its file, here or in what is shipped."""
        file = next((one for one in (Path(step.file), shipped() / step.file) if one.exists()), None)
        assert file, f"{step.place}: there is no file {step.file}"
        whole = file.read_text(encoding="utf-8")
        held = step.text.strip() in whole
        if not held and file.suffix == ".yaml":
            held = is_part(YAML(typ="safe").load(step.text), YAML(typ="safe").load(whole))
        assert held, f"{step.place}: {file} has it otherwise"

    def fit(self, step: Step) -> None:
        """Hold the block against the schema of its file, as a part of it."""
        vocabulary = load_shared(Project((shipped(),), shipped() / "build"))[0].vocabulary
        name = schema_for(step.file, vocabulary)
        assert name, f"{step.place}: there is no schema of {step.file}"
        schema = json.loads(schemas(vocabulary, dict.fromkeys(vocabulary.kinds.values()))[name])
        schema.pop("required", None)
        faults = jsonschema.Draft202012Validator(schema).iter_errors(as_editors_read(step.text))
        assert [fault.message for fault in faults] == [], step.place


def lacks_words_alone(done: Result) -> bool:
    """Whether all that a command found are translations that are missing: guides add words, and translate none."""
    found = [line for line in f"{done.out}{done.err}".splitlines() if re.search(r"\[[a-z-]+\]$|^ .*  \w+  ", line)]
    return bool(found) and all(re.search(r"\[translations\]$|no translation", line) for line in found)


def merge(held: dict, more: dict) -> None:
    """Add entries to a mapping, and entries of theirs to mappings in it."""
    for key, value in more.items():
        if isinstance(held.get(key), dict) and isinstance(value, dict):
            merge(held[key], value)
        else:
            held[key] = value


def is_part(part: Any, whole: Any) -> bool:
    """Whether a value has all that another one has, whose lists and mappings may have more."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and is_part(one, whole[key]) for key, one in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and all(any(is_part(one, other) for other in whole) for one in part)
    return bool(part == whole)


def workbook(file: Path, sheets: dict[str, list[list[str]]]) -> None:
    """Write a workbook; cells that are whole numbers are numbers in it."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
    book.save(file)


def table_below(page: str, words: str) -> list[list[str]]:
    """Return the cells of the first table of a guide below some words of it."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(words)[2].strip().splitlines()
    rows = lines[: next(i for i, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip(" *") for cell in row.strip("|").split("|")] for row in rows if "---" not in row]


def given_to_a_designer(folder: Path) -> None:
    """Put into a folder what a designer has: the guides' workbooks, and the example's pictures, typeface and icons."""
    shutil.copy(EXAMPLE / "data" / "editions" / "low-water" / "low-water.xlsx", folder)
    for given, name in (("art", "art"), ("fonts", "fonts"), ("templates/_shared/icons", "icons")):
        shutil.copytree(EXAMPLE / given, folder / name)
    sheets = {
        "Fighters": table_below("spreadsheets.md", "*Fighters*:"),
        "Events": [["Name", "Text"], ["Sandstorm", "Nobody shoots."]],
        "Factions": [["Name", "Colour"], ["Caravan", "Red"], ["Dunes", "Yellow"]],
    }
    workbook(folder / "Salt Roads.xlsx", sheets)


def with_an_edition(folder: Path) -> None:
    """Write the edition that the guide to editions makes, and the booklet that it may be read from."""
    for step in steps_of(ROOT / "docs" / "add-an-edition.md"):
        if step.file:
            (folder / step.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / step.file).write_text(step.text, encoding="utf-8")
    words = "Boats within 15 cm of the ferryman add +2 to their Order Roll."
    page = f"<style>body {{ font: 11pt serif }}</style><h2>List of abilities</h2><h3>Ferryman</h3><p>{words}</p>"
    typeset(page, folder / "my-rules.pdf")


# The documents of a reader, by the words that the guides have for them.
ARMY = """name: {name}
edition: kensei-2e
clan: {clan}
size: 200
rows:
  - {{name: Hero, class: Hero, miniatures: 1, points: 20, weapons: Naginata, general: true}}
  - {{name: {row}, profile: Spear ashigaru, miniatures: 10, points: 50}}
"""
ERRATUM = """name: A longer reach
reason: Tried at the table.
source: the table
changes:
  reach: {record: ability/lamplighter, fact: figures.reach, from: 12 cm, to: 14 cm}
"""
PULLED = "Name,HP,Text\nWell,3,All rest.\nSand,1,Nobody shoots.\nFog,4,Nobody sees.\n"
# Its words in Spanish.
TRANSLATED = """
msgctxt "the-ferry-war/erratum/2026-11-20-longer-reach.name"
msgid "A longer reach"
msgstr "Un alcance mayor"

msgctxt "the-ferry-war/erratum/2026-11-20-longer-reach.reason"
msgid "Tried at the table."
msgstr "Probado en la mesa."
"""
WAVE = {
    "prefix": "game-icons",
    "info": {"name": "Game Icons", "author": {"name": "Ada Reed"}, "license": {"title": "CC BY 3.0"}},
    "icons": {"big-wave": {"body": '<path d="M0 0h40v20H0z"/>'}},
    "height": 40,
    "width": 40,
}
# A rulebook to be proofread: its faults stand in the lines that the guide shows.
LINES = ["A Hatamoto moves 10 cm."] * 5 + [""] * 10 + ["Roll for the the wind."] + [""] * 24 + ["Hattamoto wait here."]


def committed(folder: Path, message: str) -> None:
    day = "2026-10-01T12:00:00+0000"
    named = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day, "GIT_CONFIG_GLOBAL": os.devnull}
    for words in (["add", "--all"], ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "-m", message]):
        subprocess.run(["git", *words], cwd=folder, env={**os.environ, **named}, check=True)


@pytest.fixture(scope="session")
def a_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project that ``init`` makes, in git, and beside its files what readers have in the guides."""
    game = tmp_path_factory.mktemp("walks") / "game"
    assert run_command("init", game, "--name", "The ferry war").status == 0
    subprocess.run(["git", "init", "--quiet"], cwd=game, check=True)
    committed(game, "begin")
    subprocess.run(["git", "tag", "v1.2"], cwd=game, check=True)
    tides = game / "data/editions/the-ferry-war/tides.yaml"
    for rise in ("6 cm", "7 cm", "8 cm", "9 cm"):
        tides.write_text(re.sub(r"rise: \d+ cm", f"rise: {rise}", tides.read_text("utf-8")), "utf-8")
        committed(game, rise)
    errata = game / "data/errata/the-ferry-war"
    errata.mkdir(parents=True)
    (errata / "2026-11-20-longer-reach.yaml").write_text(ERRATUM)
    with (game / "data/locale/es/the-ferry-war.po").open("a", encoding="utf-8") as catalogue:
        catalogue.write(TRANSLATED)
    for name, clan, row in (
        ("my-army", "Buke", "Guards"),
        ("wind", "Buke", "Yari Ashigaru"),
        ("fire", "Sohei", "Rebel peasants"),
    ):
        (game / f"{name}.yaml").write_text(ARMY.format(name=name, clan=clan, row=row))
    (game / "printers.yaml").write_text("desk: {margin: 5}\n")
    workbook(game / "units.xlsx", {"Fighters": table_below("spreadsheets.md", "*Fighters*:")})
    workbook(game / "cañas.xlsx", {"Ejército": table_below("armies.md", "then a row for each troop:")})
    (game / "rulebook.txt").write_text("\n".join(LINES))
    (game / "coated-39.icc").write_bytes(icc())
    photograph = drawn_pictures.photograph(900, 1200)
    for name in ("gull.png", "birds/tern.jpg"):
        drawn_pictures.put(game, name, photograph)
    for family in ("Cinzel", "Alegreya Sans"):
        fonts.put(game, f"{family}.ttf", fonts.font(family))
    (game / "package").mkdir()
    for name, text in (("icons", WAVE), ("info", WAVE["info"])):
        (game / "package" / f"{name}.json").write_text(json.dumps(text))
    shutil.copytree(game, game.parent / "other-project")
    return game


@pytest.fixture
def begun(a_game: Path, rulebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Go into the folder where a guide begins."""
    # The guides name days: it is the last of them.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796083200")
    monkeypatch.setattr(pull, "_fetched", lambda name, address: PULLED.encode())
    # A check of the reader's own lies in the package.
    monkeypatch.setattr(data, "__path__", [*data.__path__, str(tmp_path / "walk" / "kensei_docs" / "check" / "data")])

    def begin(page: str) -> None:
        folder = tmp_path / "walk"
        if page in FROM_NOTHING:
            folder.mkdir()
            given_to_a_designer(folder)
        elif "/" in page:
            # It stands in a project of its own.
            shutil.copytree((ROOT / "docs" / page).parent, folder, ignore=shutil.ignore_patterns("build"))
        else:
            shutil.copytree(a_game, folder)
        shutil.copytree(a_game.parent / "other-project", tmp_path / "other-project")
        if page == "add-a-source.md":
            shutil.copy(rulebook, folder / "pack-ice.pdf")
            with_an_edition(folder / "my-game")
        monkeypatch.chdir(folder)

    return begin


WALKS: dict[str, list[Step]] = {}
for _step in STEPS:
    WALKS.setdefault(_step.place.rpartition(":")[0], []).append(_step)


@pytest.mark.parametrize("page", WALKS)
def test_a_guide_can_be_followed_word_by_word(page: str, begun: Callable[[str], None]) -> None:
    begun(page)
    walk = Walk()
    for step in WALKS[page]:
        walk.take(step)
