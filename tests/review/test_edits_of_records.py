"""Records of a draft are renamed, joined, moved and dropped, and the rulebook still agrees with them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.review import Clash
from kensei_docs.review.server import lines_of

from .conftest import Draft

RECORDS, READING = "data/editions/pack-ice", "sources/pack-ice-rules/reading"


def figures(draft: Draft, record: str) -> dict[str, str]:
    return {path.partition(".")[2]: value for path, value in draft.review.item(record).figures}


def test_whatever_is_done_the_rulebook_agrees_and_undoing_all_gives_the_same_bytes(pack_ice: Draft) -> None:
    before, found = pack_ice.files(), pack_ice.findings()
    records = lambda: pack_ice.review.edition.records  # noqa: E731
    states = [before]
    for record, change in (
        ("crew-skill/stoker", lambda edit, one: edit.rename_figure(one, "figures.adds", "Extra move")),
        ("gun/harpoon", lambda edit, one: edit.rename_figure(one, "figures.damage", "Harm")),
        ("crew-skill/stoker", lambda edit, one: edit.rename(one, "Fire room")),
        ("gun/flare", lambda edit, one: edit.rename(one, "Signal flare")),
        ("rule/crew-skills", lambda edit, one: edit.join(one, records()["rule/signals"], {})),
        ("crew-skill/lookout", lambda edit, one: edit.join(one, records()["gun/harpoon"], {})),
        ("rule/boarding", lambda edit, one: edit.drop(one)),
        ("crew-skill/sharpshooter", lambda edit, one: edit.drop(one)),
        ("gun/swivel-gun", lambda edit, one: edit.drop(one)),
        ("rule/weather", lambda edit, one: edit.change_kind(one, "signal")),
        ("crew-skill/ice-pilot", lambda edit, one: edit.change_kind(one, "ability")),
        ("gun/bow-chaser", lambda edit, one: edit.change_kind(one, "ship")),
        ("signal/full-ahead", lambda edit, one: edit.drop(one)),
    ):
        pack_ice.change(record, change)
        states.append(pack_ice.files())
    assert pack_ice.findings() <= found
    pack_ice.open()
    while pack_ice.review.undoable():
        states.pop()
        pack_ice.review.undo()
        assert pack_ice.files() == states[-1]
    assert pack_ice.files() == before


def test_a_figure_is_renamed_in_its_record_its_text_its_cue_and_the_glossary(pack_ice: Draft) -> None:
    file = pack_ice.folder / RECORDS / "crew-skills.yaml"
    words = "  text: Moves %(adds)s, on %(roll)s or %(adds|words)s.\n  # mine\n  figures: {adds: 1D6 in"
    file.write_text(file.read_text(encoding="utf-8").replace("  figures: {adds: 1D6 in", words), encoding="utf-8")
    pack_ice.open()
    pack_ice.change("crew-skill/stoker", lambda edit, one: edit.rename_figure(one, "figures.adds", "Extra move"))
    text = pack_ice.text(f"{RECORDS}/crew-skills.yaml")
    assert "  text: Moves %(extra-move)s, on %(roll)s or %(extra-move|words)s.\n  # mine\n" in text
    assert "figures: {extra-move: 1D6 in, roll: 6+" in text and "covers: [figures.extra-move, figures.roll" in text
    assert "figures.extra-move: 'ship adds <length> to its'" in pack_ice.text(f"{READING}/crew-skills.yaml")
    # Another record has a figure of the old name.
    glossary = pack_ice.text("data/glossary.yaml")
    assert "extra-move: {en: Extra move}\n" in glossary and "\nadds: {en: Adds}\n" in f"\n{glossary}"


def test_what_only_a_dropped_record_named_leaves_the_glossary(pack_ice: Draft) -> None:
    review = pack_ice.review
    dropped = review.item("crew-skill/sharpshooter").record
    others = {
        name for one in review.edition.records.values() if one is not dropped for name in one.data.get("figures") or {}
    }
    own = set(dropped.data["figures"]) - others
    assert own and own <= set(review.database.glossary)
    pack_ice.change("crew-skill/sharpshooter", lambda edit, one: edit.drop(one))
    assert not own & set(review.database.glossary)
    assert others & set(review.database.glossary)
    review.undo()
    assert own <= set(review.database.glossary)


def test_a_column_of_a_table_is_renamed_for_all_its_rows(pack_ice: Draft) -> None:
    told = pack_ice.change("gun/flare", lambda edit, one: edit.rename_figure(one, "figures.damage", "Harm"))
    assert told == ["The column is renamed for 4 records."]
    assert pack_ice.text(f"{RECORDS}/guns.yaml").count("harm: ") == 4
    assert "harm: Damage" in pack_ice.text(f"{READING}/guns.yaml")
    assert "harm: {en: Harm}" in pack_ice.text("data/glossary.yaml")
    assert "damage" not in pack_ice.text("data/glossary.yaml")


def test_an_id_follows_the_name_unless_another_record_names_it(pack_ice: Draft) -> None:
    pack_ice.change("crew-skill/stoker", lambda edit, one: edit.rename(one, "Fire room"))
    assert "heading: Stoker" in pack_ice.text(f"{READING}/crew-skills.yaml")
    assert figures(pack_ice, "crew-skill/fire-room")["roll"] == "6+"
    file = pack_ice.folder / RECORDS / "signals.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("  status", "  includes: [gun/flare]\n  status", 1))
    pack_ice.open()
    told = pack_ice.change("gun/flare", lambda edit, one: edit.rename(one, "Light"))
    assert told == ["The id stays gun/flare: it is named in signal/full-ahead."]
    assert pack_ice.review.item("gun/flare").record.name == "Light"
    told = pack_ice.change("gun/flare", lambda edit, one: edit.drop(one))
    assert told == ["signal/full-ahead names gun/flare: mend it there."]


def test_joined_figures_of_one_name_are_asked_for_and_never_overwritten(pack_ice: Draft) -> None:
    before = pack_ice.files()
    with pytest.raises(Clash) as asked:
        pack_ice.change(
            "crew-skill/surgeon", lambda edit, one: edit.join(one, pack_ice.review.item("crew-skill/stoker").record, {})
        )
    assert asked.value.names == ["roll", "point"] and pack_ice.files() == before
    labels = {"roll": "Die", "point": "Repair"}
    pack_ice.change(
        "crew-skill/surgeon", lambda edit, one: edit.join(one, pack_ice.review.item("crew-skill/stoker").record, labels)
    )
    assert figures(pack_ice, "crew-skill/stoker") == {
        "adds": "1D6 in",
        "roll": "6+",
        "point": "1",
        "die": "1D10",
        "within": "4 in",
        "gains": "8+",
        "repair": "1",
    }
    assert "surgeon" not in pack_ice.text(f"{RECORDS}/crew-skills.yaml")


@pytest.mark.parametrize(
    ("record", "change", "told"),
    [
        (
            "gun/flare",
            lambda edit, one: edit.join(one, edit.edition.records["gun/harpoon"], {}),
            "is read from a table",
        ),
        ("gun/flare", lambda edit, one: edit.rename(one, "¿?"), "'¿?' is not a name"),
        ("gun/flare", lambda edit, one: edit.rename_figure(one, "figures.damage", "Shots"), "'shots' already"),
        ("gun/flare", lambda edit, one: edit.change_kind(one, "Guns"), "is of this kind already"),
        ("gun/flare", lambda edit, one: edit.change_kind(one, "¿?"), "'¿?' can't be a kind of record"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    pack_ice: Draft, record: str, change: object, told: str
) -> None:
    before = pack_ice.files()
    with pytest.raises(Unusable, match=re.escape(told)):
        pack_ice.change(record, change)  # type: ignore[arg-type]
    assert pack_ice.files() == before and pack_ice.review.undoable() is None


def test_a_change_after_which_the_rulebook_would_not_agree_is_taken_back(pack_ice: Draft) -> None:
    """A second reading of the record, by a recipe that a review can't change, still has the figure's old name."""
    corrected = pack_ice.folder / "sources/pack-ice-rules/corrections.yaml"
    corrected.write_text(
        "- correction: crew-skill/stoker\n  from: Stoker\n  to: Lookout\n  read: {figures.point: 1}\n  reason: faint\n"
    )
    pack_ice.open()
    before = pack_ice.files()
    with pytest.raises(Unusable, match="would not agree any more"):
        pack_ice.change("crew-skill/stoker", lambda edit, one: edit.rename_figure(one, "figures.point", "Loss"))
    assert pack_ice.files() == before


def test_a_record_can_be_of_any_kind_of_the_game_or_of_a_draft(pack_ice: Draft) -> None:
    kinds = pack_ice.review.kinds()
    assert {"gun", "ship", "rule", "ability"} <= set(kinds) and "table" not in kinds
    told = pack_ice.change("crew-skill/stoker", lambda edit, one: edit.change_kind(one, "ability"))
    assert told[-1] == "No record of the kind crew-skill is left: its cards in templates/ can go."
    # What is read from one list moves together, in its order.
    assert [one.record.id for one in pack_ice.review.items if one.record.kind == "ability"] == [
        "ability/ice-pilot",
        "ability/stoker",
        "ability/lookout",
        "ability/sharpshooter",
        "ability/surgeon",
    ]
    assert not (pack_ice.folder / RECORDS / "crew-skills.yaml").exists()


@pytest.mark.parametrize("name", ["Engine room", "engine rooms", "Engine-rooms"])
def test_a_new_kind_is_named_in_the_plural_or_the_singular_and_undone(pack_ice: Draft, name: str) -> None:
    before, found = pack_ice.files(), pack_ice.findings()
    pack_ice.change("crew-skill/stoker", lambda edit, one: edit.change_kind(one, name))
    assert pack_ice.findings() <= found
    assert "engine-rooms: engine-room" in pack_ice.text("data/vocabulary.yaml")
    assert "engine-room: [figures, text]" in pack_ice.text("data/vocabulary.yaml")
    assert "stoker:\n  name: Stoker\n" in pack_ice.text(f"{RECORDS}/engine-rooms.yaml")
    assert f"title: {name}\n" in (kind := pack_ice.text("templates/engine-room-cards/kind.yaml"))
    assert "\nlanguage: en\neach: engine-room\n" in kind
    assert "engine-room" in pack_ice.review.kinds()
    # Another record can be made one of it.
    pack_ice.change("rule/weather", lambda edit, one: edit.change_kind(one, "engine-room"))
    assert pack_ice.review.item("engine-room/weather").record.name == "Weather"
    pack_ice.open()
    pack_ice.review.undo()
    pack_ice.review.undo()
    assert pack_ice.files() == before and not (pack_ice.folder / "templates/engine-room-cards").exists()
    assert "engine-room" not in pack_ice.review.kinds()


def test_a_kind_that_the_tool_reads_in_its_own_way_is_left_alone(pack_ice: Draft) -> None:
    """A game has its own kind of such a name, with the game before it, as in a draft."""
    found = pack_ice.findings()
    for name in ("Phases", "phase", "weapon"):
        pack_ice.change("rule/weather", lambda edit, one, name=name: edit.change_kind(one, name))  # type: ignore[misc]
        kind = "pack-ice-weapon" if name == "weapon" else "pack-ice-phase"
        assert pack_ice.review.item(f"{kind}/weather").record.name == "Weather" and kind in pack_ice.review.kinds()
        assert pack_ice.findings() <= found
        pack_ice.review.undo()
    with pytest.raises(Unusable, match=r"for a new kind with cards of its own, or one of these: .*crew-skill, .*gun"):
        pack_ice.change("rule/weather", lambda edit, one: edit.change_kind(one, "¿?"))


def test_a_record_is_split_at_a_place_of_the_document_and_joined_again_by_undo(pack_ice: Draft) -> None:
    before, found = pack_ice.files(), pack_ice.findings()
    item = pack_ice.review.item("rule/sailing")
    whole = figures(pack_ice, "rule/sailing")
    places = pack_ice.review.places(item)
    assert len(places) > 1 and all(pack_ice.review.document.text[at].isupper() for at, _, _ in places)
    at = places[len(places) // 2][0]
    pack_ice.review.split("rule/sailing", item.stamp, at, "Drifting")
    first, second = figures(pack_ice, "rule/sailing"), figures(pack_ice, "rule/drifting")
    assert second and {**first, **second} == whole and not first.keys() & second.keys()
    assert pack_ice.findings() <= found | {("nothing-is-left-to-do", "nothing-is-left-to-do")}
    with pytest.raises(Unusable, match="choose another name"):
        now = pack_ice.review.item("rule/sailing")
        pack_ice.review.split("rule/sailing", now.stamp, places[0][0], "Drifting")
    pack_ice.open()
    pack_ice.review.undo()
    assert pack_ice.files() == before
    # The rows of a table stay apart.
    assert pack_ice.review.places(pack_ice.review.item("gun/flare")) == []


def test_what_was_accepted_stays_so_until_it_changes(pack_ice: Draft) -> None:
    for record in ("gun/flare", "crew-skill/stoker", "crew-skill/lookout"):
        pack_ice.accept(record)
    assert pack_ice.review.left == 26
    pack_ice.change("gun/flare", lambda edit, one: edit.rename(one, "Light"))
    pack_ice.open()
    assert pack_ice.review.item("gun/light").accepted and pack_ice.review.left == 26
    # What took figures of another record is to be looked at again.
    pack_ice.change(
        "crew-skill/stoker", lambda edit, one: edit.join(one, edit.edition.records["crew-skill/lookout"], {})
    )
    assert not pack_ice.review.item("crew-skill/lookout").accepted
    file = pack_ice.folder / RECORDS / "guns.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("0-24 in", "0-20 in"), encoding="utf-8")
    pack_ice.open()
    assert not pack_ice.review.item("gun/light").accepted and pack_ice.review.left == 28


def test_a_file_that_was_changed_meanwhile_is_not_written_over(pack_ice: Draft) -> None:
    seen = pack_ice.review.item("gun/flare").stamp
    file = pack_ice.folder / RECORDS / "guns.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("Flare", "Flair"), encoding="utf-8")
    with pytest.raises(Unusable, match="gun/flare was changed since this page showed it; look at it again"):
        pack_ice.review.change("gun/flare", seen, "Renamed", lambda edit, one: edit.rename(one, "Light"))
    pack_ice.change("gun/flare", lambda edit, one: edit.rename(one, "Light"))
    file.write_text(file.read_text(encoding="utf-8").replace("Light", "Lights"), encoding="utf-8")
    with pytest.raises(Unusable, match="was changed by hand since; undo 'Changed: Flair' by hand"):
        pack_ice.review.undo()
    assert "Lights" in file.read_text(encoding="utf-8")


def test_an_action_that_was_cut_off_is_taken_back_at_the_next_start(pack_ice: Draft) -> None:
    before = pack_ice.files()
    file = f"{RECORDS}/guns.yaml"
    kept = Project.open(pack_ice.folder).cache / "review" / "pack-ice-rules" / "pending.json"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({file: pack_ice.text(file), "data/new.yaml": None}), encoding="utf-8")
    (pack_ice.folder / file).write_text("half", encoding="utf-8")
    (pack_ice.folder / "data" / "new.yaml").write_text("{}", encoding="utf-8")
    pack_ice.open()
    assert pack_ice.files() == before and not kept.exists()


def test_a_text_is_reviewed_by_its_lines_and_translations_go_with_a_record(tmp_path: Path) -> None:
    from .conftest import program

    rules = tmp_path / "mareas.txt"
    rules.write_text(
        "MAREAS\n\nBARCAS\n\nBarca Remo Casco Carga\n\nEsquife 4 2 1\n\nGarza 3 4 3\n\nHABILIDADES\nFarero\n"
        "Las barcas a 4 hexágonos o menos del farero suman +1 a su tirada.\nTimonel\n"
        "Esta barca vira dos veces por turno, y resta -1 a la deriva.\n",
        encoding="utf-8",
    )
    made = program(tmp_path, "source", "new", rules, tmp_path / "game", "--name", "Mareas")
    assert made.returncode == 0, made.stderr
    draft = Draft(tmp_path / "game", rules)
    garza = next(item for item in draft.review.items if item.record.name == "Garza")
    assert garza.lines == (9, 9) and garza.page is None
    shown = lines_of(draft.review.document, draft.review.read, garza)
    assert [(line.number, "".join(words for words, _ in line.pieces)) for line in shown] == [
        (5, "Barca Remo Casco Carga"),
        (9, "Garza 3 4 3"),
    ]
    assert [words for words, what in shown[1].pieces if what == "figure"] == ["3", "4", "3"]
    found = draft.findings()
    draft.change(garza.record.id, lambda edit, one: edit.rename(one, "Garceta"))
    draft.change(
        garza.record.id.replace("garza", "garceta"), lambda edit, one: edit.rename_figure(one, one_of(one), "Palas")
    )
    assert "palas: {es: Palas}" in draft.text("data/glossary.yaml")
    assert draft.findings() <= found
    # Spanish is what it is written in; English is a translation, which goes with its record.
    words = draft.folder / "data/locale/en/mareas.po"
    words.parent.mkdir(parents=True)
    heron = garza.record.id.replace("garza", "garceta")
    words.write_text(f'msgctxt "mareas/{heron}.name"\nmsgid "Garceta"\nmsgstr "Heron"\n', encoding="utf-8")
    draft.open()
    draft.change(heron, lambda edit, one: edit.rename(one, "Garza"))
    entry = words.read_text(encoding="utf-8")
    assert f'{garza.record.id}.name"' in entry and 'msgstr "Heron"' in entry and "fuzzy" in entry


def one_of(record: object) -> str:
    """The first figure of a record."""
    return f"figures.{next(iter(record.data['figures']))}"  # type: ignore[attr-defined]
