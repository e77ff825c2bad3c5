"""Texts are written beside their place, and rows of a table are accepted together."""

from __future__ import annotations

import pytest

from kensei_docs.catalogues.number_words import with_one_counted, with_plurals
from kensei_docs.problems import Unusable
from kensei_docs.review import Rewritten
from kensei_docs.review.edits import remove_figures, unused_figures
from tests.review.conftest import Draft


def text_written(draft: Draft, record: str, text: str) -> str:
    """Write a text as the page does, and return what the record has then."""
    draft.review.write_text(record, draft.review.item(record).stamp, text)
    return str(draft.review.item(record).record.get("text"))


def test_a_text_takes_the_place_of_the_note_and_the_record_is_accepted(pack_ice: Draft) -> None:
    written = text_written(
        pack_ice, "crew-skill/ice-pilot", "Rolls against floes gain %(rolls)s;\n at most %(hit)s hits."
    )
    assert written == "Rolls against floes gain %(rolls)s; at most %(hit)s {hit|hits}."
    file = pack_ice.text("data/editions/pack-ice/crew-skills.yaml")
    assert file.index("  text:") < file.index("  status:") and pack_ice.review.item("crew-skill/ice-pilot").accepted
    assert "todo" not in pack_ice.review.item("crew-skill/ice-pilot").record.data
    pack_ice.review.undo()
    assert not pack_ice.review.item("crew-skill/ice-pilot").accepted


def test_a_text_that_check_finds_wrong_is_refused_and_nothing_is_written(pack_ice: Draft) -> None:
    before = pack_ice.files()
    with pytest.raises(Unusable, match="has 9 in its words; give it as a figure"):
        text_written(pack_ice, "crew-skill/ice-pilot", "Sees 9 floes and gains %(rolls)s, %(hit)s.")
    with pytest.raises(Unusable, match="the record has no figure add; it has rolls, hit"):
        text_written(pack_ice, "crew-skill/ice-pilot", "Gains %(add)s.")
    assert pack_ice.files() == before


def test_where_several_figures_count_the_others_are_said_behind_their_words_and_a_person_reads_it_again(
    pack_ice: Draft,
) -> None:
    before = pack_ice.files()
    for text in (
        "Gains %(rolls)s {roll|rolls} for %(hit)s {hit|hits}.",
        "Gains %(rolls)s {roll|rolls} for %(hit)s hits.",
    ):
        with pytest.raises(Rewritten, match="for several of one figure only") as asked:
            text_written(pack_ice, "crew-skill/ice-pilot", text)
        assert asked.value.text == "Gains %(rolls)s {roll|rolls} for hits: %(hit)s."
    assert pack_ice.files() == before
    assert text_written(pack_ice, "crew-skill/ice-pilot", asked.value.text) == asked.value.text


def test_figures_that_are_more_than_one_have_plurals_behind_them(pack_ice: Draft) -> None:
    record = pack_ice.review.item("crew-skill/ice-pilot").record
    record.data["figures"]["hit"] = "24"
    text = "Gains %(rolls)s {roll|rolls} for %(hit)s smoke counters."
    assert with_one_counted(text, record, "en") == text
    forms = "Gains %(rolls)s {roll|rolls} for %(hit)s {counter|counters}, and %(rolls)s {roll|rolls} more."
    assert with_plurals(forms, record) == forms.replace("{counter|counters}", "counters")


def test_a_record_whose_figures_say_all_needs_no_text(pack_ice: Draft) -> None:
    item = pack_ice.review.item("signal/full-ahead")
    pack_ice.review.write_text("signal/full-ahead", item.stamp, " ")
    item = pack_ice.review.item("signal/full-ahead")
    assert item.accepted and "todo" not in item.record.data and "text" not in item.record.data


def test_a_figure_of_a_rule_that_its_text_leaves_out_is_told(pack_ice: Draft) -> None:
    item = pack_ice.review.item("rule/weather")
    said = pack_ice.review.write_text("rule/weather", item.stamp, "Nobody knows.")
    assert [str(one).startswith("The text leaves out ") for one in said] == [True]
    written = pack_ice.review.item("rule/weather").record
    assert unused_figures(pack_ice.review.database, written, "Nobody knows.") == list(item.record.data["figures"])


def test_figures_that_are_no_rules_go_from_a_record_and_the_rulebook_still_agrees(pack_ice: Draft) -> None:
    first, other = list(pack_ice.review.item("rule/weather").record.data["figures"])[:2]
    text_written(pack_ice, "rule/weather", f"Snow lies %({first})s.")
    before = pack_ice.files()
    pack_ice.change("rule/weather", lambda edit, one: remove_figures(edit, one, [other]))
    item = pack_ice.review.item("rule/weather")
    assert other not in item.record.data["figures"] and item.accepted
    assert f"figures.{other}" not in pack_ice.text("sources/pack-ice-rules/reading/rules.yaml").split("rule/weather")[1]
    with pytest.raises(Unusable, match=f"the words of rule/weather name {first}; change them first"):
        pack_ice.change("rule/weather", lambda edit, one: remove_figures(edit, one, [first]))
    with pytest.raises(Unusable, match="'range' is a column of a table, which stays whole"):
        pack_ice.change("gun/flare", lambda edit, one: remove_figures(edit, one, ["range"]))
    with pytest.raises(Unusable, match="'tides' has no cue of its own in the reading profile; remove it by hand"):
        pack_ice.change("rule/weather", lambda edit, one: remove_figures(edit, one, ["tides"]))
    assert ("reconcile", "0 ") in pack_ice.findings()
    pack_ice.review.undo()
    assert pack_ice.files() == before


def test_what_has_no_text_yet_is_not_accepted_with_the_other_rows_of_its_table(pack_ice: Draft) -> None:
    file = pack_ice.folder / "data/editions/pack-ice/guns.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("  status: prose", "  todo: write it\n  status: prose", 1), encoding="utf-8")
    pack_ice.open()
    untold = next(one for one in pack_ice.review.items if "todo" in one.record.data and one.record.kind == "gun")
    said = pack_ice.review.accept("gun/flare", pack_ice.review.item("gun/flare").stamp, together=True)
    assert [str(one) for one in said] == [f"Still without a text: {untold.record.name}."]
    assert not pack_ice.review.item(untold.record.id).accepted and pack_ice.review.item("gun/flare").accepted


def test_the_rows_of_a_table_are_accepted_together(pack_ice: Draft) -> None:
    item = pack_ice.review.item("gun/flare")
    assert "rows" in pack_ice.review.actions(item)
    pack_ice.review.accept("gun/flare", item.stamp, together=True)
    accepted = {one.record.id for one in pack_ice.review.items if one.accepted}
    assert accepted == {"gun/harpoon", "gun/swivel-gun", "gun/bow-chaser", "gun/flare"}
    pack_ice.review.undo()
    assert not any(one.accepted for one in pack_ice.review.items)
