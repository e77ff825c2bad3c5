"""Writing into data/: new values at their place, provenance beside them, all else as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kensei_docs.database import Citation, Record, load
from kensei_docs.database.yaml_files import Tree
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.reconcile.differences import citations
from kensei_docs.reconcile.differences import write as write_read

BOOKLET = "lantern-booklet"


def records(lanterns: Path) -> dict[str, Record]:
    database, problems = load(Project.open(lanterns))
    assert not [problem for problem in problems if problem.edition == "lanterns-1e"]
    return database.editions["lanterns-1e"].records


def write(run: Callable, lanterns: Path, *words: str) -> None:
    run("--project", lanterns, "reconcile", lanterns / "lantern-booklet.txt", "--write", *words)


def differences_in(out: str) -> str:
    """Return what reconcile prints without its last line, the account of the figures."""
    *lines, account = out.splitlines(keepends=True)
    assert " in no record" in account
    return "".join(lines)


def test_every_figure_says_where_it_was_read(run: Callable, lanterns: Path) -> None:
    write(run, lanterns)
    held = records(lanterns)
    for record in held.values():
        for fact in record.facts:
            if fact.figure:
                [citation] = fact.citations
                assert citation.document == BOOKLET and citation.lines and citation.digest
    text = (lanterns / "data/editions/lanterns-1e/rolls.yaml").read_text(encoding="utf-8")
    assert "    - {document: lantern-booklet, lines: [7, 7], digest: " in text
    assert held["roll/pull"].citations[0].covers == ("dice", "figures.song")
    assert held["ability/deep-anchor"].citations == (
        Citation(BOOKLET, (69, 71), None, held["ability/deep-anchor"].citations[0].digest, ("name", "text")),
    )


def test_writing_twice_changes_nothing(run: Callable, lanterns: Path) -> None:
    write(run, lanterns)
    folder = lanterns / "data" / "editions" / "lanterns-1e"
    before = {file: file.read_bytes() for file in folder.iterdir()}
    write(run, lanterns)
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_a_new_value_goes_to_its_place_and_leaves_the_comments(
    run: Callable, lanterns: Path, changed: Callable
) -> None:
    write(run, lanterns)
    file = lanterns / "data/editions/lanterns-1e/rolls.yaml"
    before = file.read_text(encoding="utf-8").splitlines()
    changed("succeeds on 4+", "succeeds on 5+")
    write(run, lanterns)
    after = file.read_text(encoding="utf-8").splitlines()
    moved = [(a, b) for a, b in zip(before, after, strict=True) if a != b and "digest" not in a]
    assert moved == [("  base: 4+        # the same for every crew", "  base: 5+        # the same for every crew")]
    assert run("--project", lanterns, "reconcile", lanterns / "lantern-booklet.txt").status == 0


def test_a_changed_figure_of_an_effect_is_written_where_it_stands(
    run: Callable, lanterns: Path, changed: Callable
) -> None:
    changed("the current adds +2", "the current adds +4")
    write(run, lanterns)
    pull = records(lanterns)["roll/pull"]
    assert pull.get("effects.current.add") == "$current" and pull.figure("figures.current") == "+4"


def test_what_is_new_is_left_to_a_person(run: Callable, lanterns: Path, changed: Callable) -> None:
    file = changed("Gale Rider\n", "Night Eyes\nBoats see 30 cm far.\nGale Rider\n")
    result = run("--project", lanterns, "reconcile", file, "--write")
    assert result.status == 1
    assert differences_in(result.out) == (
        f"{file}:72: ability/night-eyes name: the document says Night Eyes, the database nothing"
        f"  [new]\n{file}:73: ability/night-eyes figures.length: the document says 30 cm, the "
        "database nothing  [new]\n"
    )
    assert "ability/night-eyes" not in records(lanterns)


def test_what_has_gone_is_left_to_a_person(run: Callable, lanterns: Path, changed: Callable) -> None:
    write(run, lanterns)
    file = changed("The pull succeeds on 4+. ", "")
    result = run("--project", lanterns, "reconcile", file, "--write")
    assert differences_in(result.out) == (
        f"{file}:9: roll/pull base: the document says nothing, the database 4+  [gone]\n"
    )
    assert result.status == 1 and base_of(lanterns) == ("4+", [(9, 9)])


TWICE = """
- passage: roll/pull
  from: Roll 1D6 for each rope
  to: holds, and
  read: {base: on <target>}
"""


@pytest.fixture
def told_twice(lanterns: Path) -> Path:
    """The booklet's file, where the readings find the roll's base in two places."""
    reading = lanterns / "sources/lantern-booklet/reading/rolls.yaml"
    reading.write_text(reading.read_text(encoding="utf-8") + TWICE, encoding="utf-8")
    return lanterns / "lantern-booklet.txt"


def base_of(lanterns: Path) -> tuple[object, list[tuple[int, int] | None]]:
    pull = records(lanterns)["roll/pull"]
    return pull.get("base"), [c.lines for c in pull.citations if "base" in c.covers]


def test_of_two_places_the_one_that_has_changed_is_written_and_the_other_told(
    run: Callable, lanterns: Path, told_twice: Path
) -> None:
    write(run, lanterns)
    told_twice.write_text(
        told_twice.read_text(encoding="utf-8").replace("succeeds on 4+", "succeeds on 5+"), encoding="utf-8"
    )
    result = run("--project", lanterns, "reconcile", told_twice, "--write")
    assert differences_in(result.out) == (
        f"{told_twice}:9: roll/pull base: the document says 5+, the database 4+  [differs]"
        f"; written\n{told_twice}:78: roll/pull base: the document says 4+, the database 5+"
        "  [differs]\n"
    )
    assert result.status == 1
    assert base_of(lanterns) == ("5+", [(9, 9), (78, 78)])
    write(run, lanterns)
    assert base_of(lanterns) == ("5+", [(9, 9), (78, 78)])


def test_two_places_that_never_agreed_are_left_to_a_person(run: Callable, lanterns: Path, told_twice: Path) -> None:
    told_twice.write_text(
        told_twice.read_text(encoding="utf-8").replace("succeeds on 4+", "succeeds on 5+"), encoding="utf-8"
    )
    for _ in range(2):
        result = run("--project", lanterns, "reconcile", told_twice, "--write")
        assert result.status == 1
        assert "roll/pull base: the document says 5+, the database 4+  [differs]\n" in result.out
        assert base_of(lanterns) == ("4+", [(9, 9), (78, 78)])


def test_an_edition_of_the_tool_s_own_is_not_written_to(lanterns: Path, tmp_path: Path) -> None:
    database, _ = load(Project.open(lanterns))
    edition = database.editions["lanterns-1e"]
    with pytest.raises(Unusable, match="belongs to the tool; copy the edition 'lanterns-1e' into your project"):
        write_read(edition, BOOKLET, [], [Place("roll/pull", "", (7, 10), None, "a")], [], tmp_path / "mine")


def record(cited: list[Citation]) -> Record:
    data = {"name": "Beacon", "text": "Light.", "figures": {"range": "10 cm", "bonus": "+1"}}
    return Record("ability", "beacon", "lanterns-1e", data, Tree(Path("x")), tuple(cited))


class Place:
    """A fact or a passage as it was read."""

    def __init__(self, record: str, fact: str, lines: tuple[int, int] | None, page: int | None, digest: str) -> None:
        self.record, self.fact, self.value, self.document = record, fact, "1", BOOKLET
        self.lines, self.page, self.digest, self.figures = lines, page, digest, 2


def place(fact: str, lines: tuple[int, int] | None, page: int | None, digest: str) -> Place:
    return Place("ability/beacon", fact, lines, page, digest)


def test_a_pdf_adds_pages_to_the_lines_of_the_text() -> None:
    text = citations(
        record([]),
        BOOKLET,
        [place("figures.range", (5, 5), None, "a"), place("figures.bonus", (5, 5), None, "b")],
        [place("", (4, 6), None, "c")],
    )
    shared = text[0].digest
    assert text == [
        Citation(BOOKLET, (5, 5), None, shared, ("figures.range", "figures.bonus")),
        Citation(BOOKLET, (4, 6), None, "c", ("name", "text")),
    ]
    both = citations(
        record(text),
        BOOKLET,
        [place("figures.range", None, 2, "a"), place("figures.bonus", None, 2, "b")],
        [place("", None, 2, "c")],
    )
    assert both == [
        Citation(BOOKLET, (5, 5), 2, shared, ("figures.range", "figures.bonus")),
        Citation(BOOKLET, (4, 6), 2, "c", ("name", "text")),
    ]
    assert (
        citations(
            record(both),
            BOOKLET,
            [place("figures.range", (5, 5), None, "a"), place("figures.bonus", (5, 5), None, "b")],
            [place("", (4, 6), None, "c")],
        )
        == both
    )


def test_citations_of_other_documents_and_of_what_has_gone_stay() -> None:
    other = Citation("faq", (1, 1), None, "f", ("figures.range",))
    old = Citation(BOOKLET, (8, 8), None, "g", ("figures.bonus",))
    assert citations(record([other, old]), BOOKLET, [place("figures.range", (5, 5), None, "a")], []) == [
        other,
        Citation(BOOKLET, (5, 5), None, "a", ("figures.range",)),
        old,
    ]


def test_a_text_that_a_person_cites_from_another_place_stays_cited_there() -> None:
    read = Citation(BOOKLET, (4, 6), 2, "c", ("name",))
    by_hand = Citation(BOOKLET, (30, 31), 3, "", ("text",))
    assert citations(record([read, by_hand]), BOOKLET, [], [place("", (4, 6), None, "d")]) == [
        Citation(BOOKLET, (4, 6), 2, "d", ("name",)),
        by_hand,
    ]


def test_a_text_that_a_person_cites_from_lines_of_a_page_stays_cited_there_when_a_pdf_is_read() -> None:
    read = Citation(BOOKLET, (4, 6), 2, "c", ("name",))
    by_hand = Citation(BOOKLET, (30, 31), 2, "", ("text",))
    assert citations(record([read, by_hand]), BOOKLET, [], [place("", None, 2, "c")]) == [read, by_hand]


def test_a_citation_without_digest_of_the_place_that_is_read_gets_one() -> None:
    for lines, page in (((4, 5), None), (None, 2), ((5, 5), 2)):
        by_hand = Citation(BOOKLET, lines, page, "", ("name", "text"))
        [found] = citations(record([by_hand]), BOOKLET, [], [place("", (4, 6), None, "d")])
        assert found == Citation(BOOKLET, (4, 6), page, "d", ("name", "text"))


LINES = [7, 8, 9, 10, 12, 20, 22, 24, 42, 46, 50, 58, 66, 68, 73, 75, 78, 82]


@settings(max_examples=3, deadline=None)
@given(line=some.sampled_from(LINES))
def test_any_one_changed_figure_is_told_written_and_then_agrees(line: int, tmp_path_factory: object) -> None:
    """The whole way, over the command: told once, with its line; written; told no more."""
    import re
    import shutil

    from click.testing import CliRunner

    from kensei_docs.cli import program

    lanterns = tmp_path_factory.mktemp("any") / "lanterns"  # type: ignore[attr-defined]
    shutil.copytree(Path(__file__).resolve().parent.parent / "specimens" / "lanterns", lanterns)
    file = lanterns / "lantern-booklet.txt"
    page = file.read_text(encoding="utf-8").splitlines()
    page[line - 1] = re.sub(r"(?<![\dD,])\d+", lambda m: str(int(m.group()) + 3), page[line - 1], count=1)
    file.write_text("\n".join(page), encoding="utf-8")
    words = ["--project", str(lanterns), "reconcile", str(file)]
    told = CliRunner().invoke(program, words)
    assert told.exit_code == 1 and told.output.startswith(f"{file}:{line}: ")
    assert differences_in(told.output).count("\n") == 1
    written = CliRunner().invoke(program, [*words, "--write"])
    assert written.exit_code == 0 and "[differs]; written" in written.output
    assert CliRunner().invoke(program, words).exit_code == 0
