"""``kensei-docs source coverage``, and what ``check`` says of the sentences that were ticked off."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

SPECIMEN = Path(__file__).resolve().parent.parent / "specimens" / "lanterns"
TICKS = "data/coverage/lantern-booklet.csv"
# The sentences of the booklet that no record has: "A booklet for …", "Every keeper carries …", "These fleets …".
NOWHERE = 4


@pytest.fixture
def booklet(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A booklet whose wording was accepted, in its project's folder."""
    project = shutil.copytree(SPECIMEN, tmp_path / "lanterns", ignore=shutil.ignore_patterns("build"))
    monkeypatch.chdir(project)
    assert run("reconcile", "lantern-booklet.txt", "--accept").status == 0
    return Path("lantern-booklet.txt")


@pytest.fixture
def sentences(run: Callable, booklet: Path) -> Callable[..., dict[str, dict]]:
    """Return the sentences as JSON has them, by their first words."""

    def read(*words: str) -> dict[str, dict]:
        lines = run("source", "coverage", booklet, "--format", "json", *words).out.splitlines()
        return {" ".join(one["words"].split()[:3]): one for one in map(json.loads, lines)}

    return read


@pytest.fixture
def checked(run: Callable) -> Callable[..., list[str]]:
    """Return what the two checks say, without files and the remedy."""

    def check(*words: str) -> list[str]:
        checks = ("--select", "sentences-are-covered,ticks-hold,settings", *words, "--format", "json")
        return [one["message"].partition(";")[0] for one in json.loads(run("check", "lanterns-1e", *checks).out)]

    return check


def change(file: str, old: str, new: str) -> None:
    path = Path(file)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def tick_all(run: Callable, booklet: Path, sentences: Callable) -> None:
    for one in sentences("--left").values():
        how = [] if one["record"] else ["--as", "flavour"]
        assert run("source", "coverage", booklet, "--tick", one["digest"], *how).status == 0


def test_a_record_stands_above_the_sentences_that_it_has_to_tell(run: Callable, booklet: Path) -> None:
    out = run("source", "coverage", booklet, "ability/deep-anchor").out
    assert out.splitlines()[1:3] == [
        "Deep Anchor  ability/deep-anchor  data/editions/lanterns-1e/abilities.yaml:6",
        "    text: No current moves it.",
    ]
    assert "  · " in out and "may sleep through any" in out


def test_what_nobody_began_is_no_finding(booklet: Path, checked: Callable) -> None:
    assert checked("--severity", "note") == []


def test_a_sentence_of_no_record_is_named_until_it_is_told_or_declared(
    run: Callable, booklet: Path, sentences: Callable, checked: Callable
) -> None:
    lost = [one for one in sentences("--left").values() if one["record"] is None]
    assert [one["state"] for one in lost] == ["nowhere"] * NOWHERE
    keeper = sentences()["Every keeper carries"]["digest"]
    run("source", "coverage", booklet, "--tick", keeper, "--in", "table/lamps")
    assert len(checked()) == NOWHERE - 1 and not any(keeper in message for message in checked())
    tick_all(run, booklet, sentences)
    assert checked("--severity", "note") == []
    assert run("source", "coverage", booklet, "--left").out.strip().startswith("0 of ")


def test_a_sentence_that_another_record_tells_stands_beside_that_and_is_read_again_beside_that(
    run: Callable, booklet: Path, sentences: Callable, checked: Callable
) -> None:
    tick_all(run, booklet, sentences)
    moved = sentences()["This boat is"]["digest"]
    run("source", "coverage", booklet, "--tick", moved, "--in", "ability/beacon", "--in", "roll/pull")
    assert "may sleep through any" in run("source", "coverage", booklet, "ability/beacon").out
    change("data/editions/lanterns-1e/abilities.yaml", "have %(bonus)s to signal", "have %(bonus)s")
    run("source", "coverage", booklet, "ability/beacon", "--tick", "all")
    assert sentences()["This boat is"]["covered-by"] == "ability/beacon, roll/pull" and checked() == []


def test_sentences_that_nobody_read_beside_their_record_are_counted(
    run: Callable, booklet: Path, sentences: Callable, checked: Callable
) -> None:
    run("source", "coverage", booklet, "ability/beacon", "--tick", "all")
    every, left = sentences(), [one for one in sentences().values() if one["state"] == "left"]
    assert sentences()["Boats within 10"]["state"] == "covered"
    assert f"{len(left)} of {len(every)} sentences were not read beside the record that they stand under" in checked(
        "--severity", "note"
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("No current moves it.", "It stays.", ["the words of ability/deep-anchor changed since lines 70-71 of the "]),
        (
            "have %(bonus)s to signal",
            "have %(bonus)s",
            ["the words of ability/beacon changed since lines 66-67, lines "],
        ),
        ("No current moves it.", "No current moves it!", []),  # not the words
        ("range: 10 cm", "range: 12 cm", []),  # figures are held against the document by reconcile
    ],
)
def test_a_tick_holds_as_long_as_the_words_of_its_record(
    run: Callable, booklet: Path, sentences: Callable, checked: Callable, old: str, new: str, told: list[str]
) -> None:
    tick_all(run, booklet, sentences)
    change("data/editions/lanterns-1e/abilities.yaml", old, new)
    found = checked()
    assert [message[: len(start)] for message, start in zip(found, told, strict=True)] == told
    # Reading it again settles it.
    tick_all(run, booklet, sentences)
    assert checked() == []


def test_a_changed_condition_is_a_changed_word(
    run: Callable, booklet: Path, sentences: Callable, checked: Callable
) -> None:
    tick_all(run, booklet, sentences)
    change(
        "data/editions/lanterns-1e/rolls.yaml",
        "{hook: pull.roll, add: $current}",
        "{hook: pull.roll, add: $current, when: {self.moored: true}}",
    )
    assert [message.split(" since ")[0] for message in checked()] == ["the words of roll/pull changed"]


def test_ticks_outlive_a_new_printing_and_a_changed_sentence_asks_again(
    run: Callable, booklet: Path, sentences: Callable, checked: Callable
) -> None:
    tick_all(run, booklet, sentences)
    before = Path(TICKS).read_text(encoding="utf-8")
    change("lantern-booklet.txt", "THE LAMPS\n", "\nSome new page.\n\nTHE LAMPS\n")
    change("lantern-booklet.txt", "Lamps never burn under water.", "Lamps never burn under a bridge.")
    run("reconcile", booklet, "--accept")
    assert Path(TICKS).read_text(encoding="utf-8") == before
    (message,) = checked()
    assert message.endswith(f"no record tells the sentence {sentences()['Lamps never burn']['digest']}")


def test_no_word_of_the_document_is_stored(run: Callable, booklet: Path, sentences: Callable) -> None:
    tick_all(run, booklet, sentences)
    rows = [row.split(",") for row in Path(TICKS).read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) == len(sentences()) and {len(digest) for digest, *_ in rows} == {12}
    assert {told for _, record, told, _ in rows if not record} == {"flavour"}
    assert all(record == told and len(words) == 12 for _, record, told, words in rows if record)


def test_what_is_ticked_wrongly_by_hand_is_named_with_what_was_meant(
    run: Callable, booklet: Path, sentences: Callable, checked: Callable
) -> None:
    tick_all(run, booklet, sentences)
    text = Path(TICKS).read_text(encoding="utf-8")
    deep, keeper = sentences()["This boat is"]["digest"], sentences()["Every keeper carries"]["digest"]
    text = text.replace(",ability/deep-anchor,ability/deep-anchor,", ",ability/deep-anchor,ability/deep-ankor,")
    Path(TICKS).write_text(text.replace(f"{keeper},,flavour", f"{keeper},,flavor"), encoding="utf-8")
    assert {f"{keeper}: 'flavor' is no reason", f"{deep}: there is no record or ruling 'ability/deep-ankor'"} <= set(
        checked()
    )
    Path(TICKS).write_text("digest,where\n", encoding="utf-8")
    assert "has other columns than digest, record, covered-by, words" in checked()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--tick", "zz"], "no sentence has the digest 'zz'"),
        (["--tick", ""], "digests; write more of it, or name the record"),
        (["--tick", "all"], "'all' needs the RECORD whose sentences are meant"),
        (["--tick", "KEEPER"], "stands under no record; name the one that tells it, or a reason"),
        (["--tick", "KEEPER", "--as", "flavor"], "there is no reason 'flavor'; did you mean 'flavour'?"),
        (["--tick", "KEEPER", "--in", "table/lamp"], "no record or ruling 'table/lamp'; did you mean 'table/lamps'?"),
        (["ability/beakon"], "did you mean 'ability/beacon'?"),
    ],
)
def test_what_names_no_sentence_or_record_is_refused_in_a_line(
    run: Callable, booklet: Path, sentences: Callable, words: list[str], told: str
) -> None:
    keeper = sentences()["Every keeper carries"]["digest"]
    refused = run("source", "coverage", booklet, *(keeper if word == "KEEPER" else word for word in words))
    assert told in refused.err and refused.err.count("\n") == 1 and refused.status == 2
    assert not Path(TICKS).exists()


def test_a_wording_that_was_not_accepted_is_refused(run: Callable, booklet: Path) -> None:
    Path("data/wording/lantern-booklet.csv").unlink()
    refused = run("source", "coverage", booklet)
    assert "--accept" in refused.err and refused.status == 2


def test_a_person_is_asked_sentence_by_sentence(
    run: Callable, booklet: Path, sentences: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["t", "no reason", "table/lamps, ability/beacon", "flavour", "", "q"])
    monkeypatch.setattr("click.prompt", lambda *_args, **_settings: next(answers))
    asked = run("source", "coverage", booklet, "--ask")
    assert "there is no reason 'no reason'" in asked.err
    told = [row.split(",")[2] for row in Path(TICKS).read_text(encoding="utf-8").splitlines()[1:]]
    assert sorted(told) == ["flavour", "roll/pull", "table/lamps|ability/beacon"]
