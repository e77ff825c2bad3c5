"""What an earlier build printed is deleted, kept with a word, or named as older: it never lies there unsaid."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.project import Project
from tests.conftest import Result, run_command


class Game:
    """A small game that is printed on A4 in English."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "build/g/en"
        self.kind = folder / "templates/tide-cards"
        self.records = folder / "data/editions/g/tides.yaml"

    def build(self, *words: str) -> Result:
        words = words or ("tide-cards", "ability-cards")
        return run_command("--project", self.folder, "build", *words, "-e", "g", "-l", "en", "--paper", "a4")

    def printed(self) -> list[str]:
        return sorted(path.name for path in self.out.iterdir())

    def said(self, result: Result) -> list[str]:
        """What a build says of the leftovers."""
        lines = [line for line in result.err.splitlines() if line.endswith("[leftovers]")]
        return [line.removeprefix(f"{self.out}/").removesuffix("  [leftovers]") for line in lines]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as it was printed, and its cache."""
    folder = tmp_path_factory.mktemp("once") / "g"
    assert run_command("init", folder).status == 0
    assert Game(folder).build().status == 0
    return folder


@pytest.fixture
def game(once: Path) -> Game:
    """The printed game, to change at will."""
    kept = Project.open(once).cache
    whole = {path: path.read_bytes() for path in (*once.rglob("*"), *kept.rglob("*")) if path.is_file()}
    yield Game(once)
    shutil.rmtree(once)
    shutil.rmtree(kept)
    for path, content in whole.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


BOTH = ["ability-cards-a4.pdf", "tide-cards-a4.pdf"]
OLDER = "is of an earlier build, since this one could not print it; mend what is said of it, and build again"


def renamed(game: Game) -> None:
    game.kind.rename(game.kind.with_name("sea-cards"))


def without_records(game: Game) -> None:
    game.records.unlink()


def without_copies(game: Game) -> None:
    game.records.write_text(game.records.read_text().replace("copies: ", "copies: 0 # "))


@pytest.mark.parametrize(
    ("change", "words", "status", "why"),
    [
        (renamed, ["ability-cards"], 0, "there is no kind 'tide-cards' any more"),
        # A kind that is named has nothing to print.
        (without_records, [], 2, "no record is printed as tide-cards any more"),
        (without_copies, [], 0, "no record is printed as tide-cards any more"),
    ],
)
def test_what_can_be_printed_no_more_is_deleted_and_said_once(
    game: Game, change: Callable[[Game], None], words: list[str], status: int, why: str
) -> None:
    change(game)
    result = game.build(*words)
    assert (result.status, game.said(result)) == (status, [f"tide-cards-a4.pdf: is deleted: {why}"])
    assert game.printed() == BOTH[:1]
    assert game.said(game.build(*words)) == []


def test_pictures_for_a_service_go_with_their_kind(game: Game) -> None:
    made = run_command("--project", game.folder, "build", "tide-cards", "-e", "g", "-l", "en", "--target", "pdf-x")
    assert made.status == 0 and (game.out / "pdf-x").is_dir(), made.err
    renamed(game)
    game.build("ability-cards")
    assert [path for path in game.out.rglob("*tide*") if path.is_file()] == []


def test_what_was_changed_since_is_kept_and_what_nobody_is_known_to_have_written(game: Game) -> None:
    renamed(game)
    for name in ("tide-cards-a4.pdf", "mine-a4.pdf"):
        (game.out / name).write_bytes(b"%PDF mine")
    (game.out / "notes.txt").write_text("mine")
    unknown = (
        "is kept, since no build is known to have written it, but no kind has the name that it begins with; delete it"
    )
    changed = (
        "is kept, since it was changed after it was written, but there is no kind 'tide-cards' any more; delete it"
    )
    result = game.build("ability-cards")
    assert game.said(result) == [f"mine-a4.pdf: {unknown}", f"tide-cards-a4.pdf: {changed}"]
    assert game.said(game.build("ability-cards")) == [
        f"{name}: {unknown}" for name in ("mine-a4.pdf", "tide-cards-a4.pdf")
    ]
    assert game.printed() == ["ability-cards-a4.pdf", "mine-a4.pdf", "notes.txt", "tide-cards-a4.pdf"]


def test_without_a_record_of_it_nothing_is_deleted(game: Game) -> None:
    shutil.rmtree(Project.open(game.folder).cache)
    without_records(game)
    [said] = game.said(game.build())
    assert said.startswith("tide-cards-a4.pdf: is kept, since no build is known to have written it, but no record is")
    assert game.printed() == BOTH


def broken_template(game: Game) -> None:
    (game.kind / "face.html.j2").write_text("{% if %}")


def broken_kind(game: Game) -> None:
    (game.kind / "kind.yaml").write_text("a: [")


@pytest.mark.parametrize("change", [broken_template, broken_kind])
@pytest.mark.parametrize("has_record", [True, False])
def test_what_could_not_be_printed_is_named_as_older_on_every_run(
    game: Game, change: Callable[[Game], None], has_record: bool
) -> None:
    if not has_record:
        shutil.rmtree(Project.open(game.folder).cache)
    before = (game.out / "tide-cards-a4.pdf").read_bytes()
    change(game)
    for _ in range(2):
        result = game.build()
        assert (result.status, game.said(result)) == (2, [f"tide-cards-a4.pdf: {OLDER}"])
    assert (game.out / "tide-cards-a4.pdf").read_bytes() == before


def test_sheets_of_another_paper_or_theme_are_not_named(game: Game) -> None:
    for name in ("tide-cards-letter.pdf", "tide-cards-a4-low-ink.pdf"):
        shutil.copy(game.out / "tide-cards-a4.pdf", game.out / name)
    (game.kind / "face.html.j2").write_text("{{ 1/0 }}")
    assert game.said(game.build()) == [f"tide-cards-a4.pdf: {OLDER}"]


def test_a_layout_that_a_kind_lacks_makes_nothing_older(game: Game) -> None:
    result = game.build("tide-cards", "ability-cards", "--layout", "folded")
    assert result.status == 2 and game.said(result) == []


def test_where_the_data_cannot_be_read_all_of_it_is_older(game: Game) -> None:
    game.records.write_text("a: [")
    for _ in range(2):
        result = game.build()
        said = "has 2 documents of an earlier build, such as ability-cards-a4.pdf, since this one could print none"
        assert result.status == 2 and f"{game.folder}/build: {said}; mend what is wrong, and build again" in result.err
    assert game.printed() == BOTH
    assert "earlier" not in run_command("--project", game.folder, "build", "-e", "h").err, "a word that was mistyped"


def test_what_was_not_asked_for_is_left_alone(game: Game) -> None:
    without_records(game)
    result = game.build("ability-cards")
    assert game.said(result) == [] and game.printed() == BOTH
    run_command("--project", game.folder, "build", "ability-cards", "-e", "g", "-l", "es", "--paper", "a4")
    assert game.printed() == BOTH


def test_a_kind_without_copies_is_not_said_to_lack_records(game: Game) -> None:
    without_copies(game)
    result = game.build("tide-cards")
    assert result.out == "nothing to print: every record has 0 copies (tide-cards)\n"
    game.records.unlink()
    for _ in range(2):
        refused = game.build("tide-cards")
        assert (refused.status, refused.out) == (2, "")
        assert "nothing to print: no edition has the records that tide-cards needs; kensei-docs list" in refused.err


def test_a_back_is_printed_where_there_is_one_and_one_that_is_not_is_said(game: Game) -> None:
    words = ("--project", game.folder, "build", "tide-cards", "-e", "g", "-l", "en")
    refused = run_command(*words, "--target", "tts")
    assert refused.status == 2 and "add back.html.j2 to its folder" in refused.err
    (game.kind / "back.html.j2").write_text("<h1>B</h1>")
    assert run_command(*words, "--target", "tts").status == 0
    assert "5 pieces on 2 sides" in game.build("tide-cards").out
    manifest = game.kind / "kind.yaml"
    manifest.write_text(f"{manifest.read_text()}backs: none\n")
    result = game.build("tide-cards")
    assert "back.html.j2: is not printed, since kind.yaml says 'backs: none'" in result.err
    assert (result.status, "5 pieces on 1 side" in result.out) == (0, True)
    assert "is not printed" not in game.build("tide-cards", "--backs", "none").err


@pytest.mark.parametrize(
    ("old", "new", "has_record"),
    [
        ("each: tide", "each: tyde", True),
        ("each: tide", "each: tyde", False),
        ("each: tide", "each: TIDE", True),
        ("each: tide", "each: tide/slack-water:rows", True),
        ("copies: copies", "only: {tide: figures.rize}", True),
        ("copies: copies", "applies: [tyde]", True),
    ],
)
def test_what_a_slip_in_its_settings_keeps_from_being_printed_is_older(
    game: Game, old: str, new: str, has_record: bool
) -> None:
    if not has_record:
        shutil.rmtree(Project.open(game.folder).cache)
    manifest = game.kind / "kind.yaml"
    manifest.write_text(manifest.read_text().replace(old, new))
    for _ in range(2):
        result = game.build()
        # A kind of which nothing could be printed ends with 2.
        status = 1 if new.endswith(":rows") else 2
        assert (result.status, game.said(result)) == (status, [f"tide-cards-a4.pdf: {OLDER}"])
    assert game.printed() == BOTH
    assert "nothing to print" not in game.build("tide-cards").out, "the data have records"
