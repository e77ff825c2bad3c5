"""What matters at the table is declared by kind, and computed where the engine can."""

from __future__ import annotations

from kensei_docs.versions.changes import Change, Consequence, End, Headline, SurveySchema, Weights, first
from tests.versions.editions import edition

RECORDS = edition("one", {"roll/row": {}, "rule/cover": {}}).records
WEIGHTS = Weights({"roll": 8, "rule": 4}, {"rule/cover:figures.far": 20})


def change(record: str, path: str, **more: object) -> Change:
    end = End((RECORDS[record],), path, "1")
    return Change("changed", end, end, "same", **{"matter": "field", **more})  # type: ignore[arg-type]


def test_a_figure_weighs_more_than_a_text_and_a_lineage_has_the_last_word() -> None:
    text, figure = change("rule/cover", "text"), change("rule/cover", "figures.near", matter="figure")
    own = change("rule/cover", "figures.far", matter="figure")
    assert WEIGHTS.weigh(text) < WEIGHTS.weigh(figure) < WEIGHTS.weigh(own)
    assert WEIGHTS.weigh(change("rule/cover", "text", matter="words")) == 0


def test_what_halves_the_casualties_weighs_twice_as_much() -> None:
    plain = change("roll/row", "a.add", matter="figure")
    halved = change("roll/row", "a.add", matter="figure", consequence=Consequence("row", 3.0, 2.0, "losses", 2.0, 1.0))
    assert WEIGHTS.weigh(halved) == 2 * WEIGHTS.weigh(plain)


def test_one_record_does_not_fill_the_page() -> None:
    rolls = [change("roll/row", str(i), weight=10.0 - i) for i in range(3)]
    cover = change("rule/cover", "text", weight=6.0)
    found = first([*rolls, cover], SurveySchema(lines=3))
    assert [one.record.id for one in found] == ["roll/row", "rule/cover", "roll/row"]


def test_a_kind_of_many_figures_may_have_more_lines() -> None:
    rolls = [change("roll/row", str(i), weight=10.0 - i) for i in range(3)]
    cover = change("rule/cover", "text", weight=6.0)
    found = first([*rolls, cover], SurveySchema(lines=3, kinds={"roll": 0.9}))
    assert [one.record.id for one in found] == ["roll/row", "roll/row", "roll/row"]


def test_a_change_that_a_headline_summarises_has_no_line_of_its_own() -> None:
    row, cover = change("roll/row", "a.add", weight=10.0), change("rule/cover", "text", weight=6.0)
    record = RECORDS["rule/cover"]
    headline = Headline(record, ("rules.before", record), ("rules.now", record), 8.0, (row,), ("old", "new"))
    assert first([row, cover], SurveySchema(), [headline]) == [headline, cover]
