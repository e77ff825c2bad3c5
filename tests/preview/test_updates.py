"""What is watched, what is laid out first, and where on the page a problem stands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kensei_docs.preview import updates
from kensei_docs.preview.updates import Update, WatchedProject
from kensei_docs.preview.views import PageFace, PageState, View, first_view
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

VIEW = View("ability-cards", "reeds-1e", "en", "colour")
ABILITIES = Path("data", "editions", "reeds-1e", "abilities.yaml")


def edited(file: Path, old: str, new: str) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def drawn(watched: WatchedProject, state: PageState) -> Iterator[list[str]]:
    """Yield the slots of the faces with new pictures of each step of an update."""
    for new, _ in Update(watched, VIEW, state).steps():
        yield [
            slot
            for slot, face in new.faces.items()
            if not face.waiting and (slot not in state.faces or state.faces[slot].waiting)
        ]
        state = new


def test_files_that_come_go_or_change_are_noticed_once(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    assert watched.changed() == set()
    edited(reeds / ABILITIES, "15 cm", "17 cm")
    new = reeds / "templates" / "_shared" / "new.css"
    new.parent.mkdir(parents=True, exist_ok=True)
    picture = reeds / "art" / "heron.png"
    picture.parent.mkdir()
    for file in (new, picture, new.with_name("new.css~"), new.with_name(".new.css.swp"), reeds / "notes.txt"):
        file.write_text("p {}", encoding="utf-8")
    assert watched.changed() == {reeds / ABILITIES, new, picture}
    assert watched.changed() == set()
    # Written again at once, with the same size: the time tells.
    os.utime(new, ns=(1, 1))
    assert watched.changed() == {new}
    new.unlink()
    assert watched.changed() == {new}


def test_data_is_read_again_only_after_it_changed(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    first = watched.database("reeds-1e")[0]
    template = reeds / "templates" / "note-cards" / "face.css"
    template.parent.mkdir(parents=True, exist_ok=True)
    template.write_text("p {}", encoding="utf-8")
    assert watched.changed() == {template}
    assert watched.database("reeds-1e")[0] is first
    edited(reeds / ABILITIES, "15 cm", "17 cm")
    watched.changed()
    assert watched.database("reeds-1e")[0] is not first


def test_faces_are_shown_at_once_then_the_cached_ones_then_those_laid_out(
    reeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "_FEW", 1)
    watched = WatchedProject(Project.open(reeds))
    everything = ["ferryman.front", "silent-paddle.front", "ferryman.back"]
    assert list(drawn(watched, PageState())) == [[], *([slot] for slot in everything)]
    edited(reeds / ABILITIES, "15 cm", "17 cm")
    watched.changed()
    # The page is opened anew: nothing has a picture, but only the changed front isn't cached.
    assert list(drawn(watched, PageState())) == [[], ["silent-paddle.front"], ["ferryman.back"], ["ferryman.front"]]


def test_an_edit_that_is_undone_is_shown_again_and_again(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    state = [state for state, _ in Update(watched, VIEW, PageState()).steps()][-1]
    first = state.faces["ferryman.front"].pictures
    for old, new in [("15 cm", "17 cm"), ("17 cm", "15 cm")] * 3:
        edited(reeds / ABILITIES, old, new)
        watched.changed()
        state = [state for state, _ in Update(watched, VIEW, state).steps()][-1]
        # A page that is opened anew draws every face from the cache.
        anew = [state for state, _ in Update(watched, VIEW, PageState()).steps()][-1]
        assert (anew.faces, anew.waiting) == (state.faces, 0)
        assert (state.faces["ferryman.front"].pictures == first) == (new == "15 cm")


def test_a_pack_that_another_command_took_away_is_laid_out_again(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    before = [state for state, _ in Update(watched, VIEW, PageState()).steps()][-1]
    for pack in Project.open(reeds).cache.glob("**/*.pack"):
        pack.unlink()
    with pytest.raises(Unusable, match="run this one again"):
        list(Update(watched, VIEW, PageState()).steps())
    after = [state for state, _ in Update(watched, VIEW, PageState()).steps()][-1]
    assert after.faces == before.faces


def test_a_face_that_is_as_it_was_keeps_its_picture_and_nothing_is_drawn(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    *_, (done, _) = Update(watched, VIEW, PageState()).steps()
    assert [(state.waiting, pictures) for state, pictures in Update(watched, VIEW, done).steps()] == [(0, {})]


def test_a_problem_stands_at_the_front_of_its_record_and_others_above_all(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    edition = watched.database("reeds-1e")[0].editions["reeds-1e"]
    ferryman, paddle = edition.records["ability/ferryman"], edition.records["ability/silent-paddle"]
    state = PageState(
        faces={
            slot: PageFace(slot, "", slot.endswith("back"), False, record, "")
            for slot, record in (("a.front", ferryman.id), ("b.front", paddle.id), ("a.back", None))
        }
    )
    line = paddle.place().line
    assert line and ferryman.place().line and ferryman.place().line < line
    file = ferryman.place().file
    problems = [Problem(Place(file, at), f"line {at}", "x") for at in (line - 1, line, line + 1)]
    elsewhere = Problem(Place("other.yaml", line), "elsewhere", "x")
    named = Problem(Place("other.yaml", 1), "named", "x", record=paddle.id)
    own = Problem(Place("face.css"), "own", "x")
    told = state.with_problems([*problems, elsewhere, named], edition, {"a.back": [own]})
    assert {slot: face.problems for slot, face in told.faces.items()} == {
        "a.front": (str(problems[0]),),
        "b.front": (str(problems[1]), str(problems[2]), str(named)),
        "a.back": (str(own),),
    }
    assert told.problems == (str(elsewhere),)


def test_the_first_view_is_of_the_projects_own_edition_and_something_to_print(reeds: Path) -> None:
    view = first_view(Project.open(reeds), None, None, "en", "colour", "")
    assert view == View("ability-cards", "reeds-1e", "en", "colour")


def test_a_file_that_is_emptied_and_written_changes_once(reeds: Path) -> None:
    watched, file = WatchedProject(Project.open(reeds)), reeds / ABILITIES
    text = file.read_text(encoding="utf-8")
    file.write_text("", encoding="utf-8")
    assert watched.changed() == set()
    file.write_text(text.replace("range: 15 cm", "range: 17 cm"), encoding="utf-8")
    assert watched.changed() == {file}
    assert watched.changed() == set()


def test_a_file_that_stays_empty_has_changed(reeds: Path) -> None:
    watched, file = WatchedProject(Project.open(reeds)), reeds / ABILITIES
    file.write_text("", encoding="utf-8")
    assert [watched.changed() for _ in range(3)] == [set(), {file}, set()]


def test_added_and_deleted_files_have_changed(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    empty = reeds / "data" / "empty.yaml"
    empty.touch()
    (reeds / ABILITIES).unlink()
    assert watched.changed() == {empty, reeds / ABILITIES}


def test_what_is_wrong_with_a_template_or_a_style_stands_at_every_face_on_every_update(run, tmp_path: Path) -> None:
    run("init", tmp_path / "shore")
    for name, old, new in (
        ("face.html.j2", "<p class", '{{ record.get("rize") or "" }}<p class'),
        ("face.css", "line-height: 1.15", "colr: red; line-height: 1.15"),
    ):
        edited(tmp_path / "shore/templates/tide-cards" / name, old, new)
    watched, state = WatchedProject(Project.open(tmp_path / "shore")), PageState()
    for _ in range(2):
        [*_, (state, _)] = Update(watched, View("tide-cards", "shore", "en", "colour"), state).steps()
        told = {slot: [one.rpartition("  ")[2] for one in face.problems] for slot, face in state.faces.items()}
        both = ["[asked-paths-exist]", "[style]"]
        assert told == {"spring-tide.front": both, "slack-water.front": both}
        assert state.problems == ()
