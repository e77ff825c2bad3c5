"""No field of any record escapes a comparison, but those that no rule depends on."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from kensei_docs.database import Citation, Database, Record, load
from kensei_docs.database.model import FORMAT_KEYS
from kensei_docs.project import Project
from kensei_docs.versions.compare import compare
from kensei_docs.versions.matching import NOT_COMPARED, leaves
from tests.conftest import ROOT
from tests.versions.editions import edition as edition_of


@pytest.fixture(scope="module")
def database() -> Database:
    return load(Project.open(ROOT))[0]


def parts(part: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every value of a record's data, whatever it is."""
    if isinstance(part, dict) and part:
        for key, inner in part.items():
            if key not in NOT_COMPARED:
                yield from parts(inner, (*path, key))
    else:
        yield path


def altered(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        return [*value, "another"]
    return "7" if value is None or isinstance(value, dict) else f"{value} another"


def with_another(record: Record, path: tuple[str, ...]) -> Record:
    data = copy.deepcopy(record.data)
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = altered(part[path[-1]])
    return replace(record, data=data)


def test_every_value_of_every_kind_of_record_is_compared(database: Database) -> None:
    # One of each shape is enough: the same keys at the same places of a kind are read alike.
    seen: set[tuple[str, ...]] = set()
    for edition in database.editions.values():
        for record in edition.records.values():
            for path in parts(record.data):
                shape = (record.kind, path[0], str(len(path)), path[-1])
                if shape in seen:
                    continue
                seen.add(shape)
                changed = with_another(record, path)
                found = compare(
                    replace(edition, records={record.id: record}),
                    replace(edition, records={record.id: changed}),
                    database,
                    None,
                    with_wording=True,
                )
                assert found, f"{record.id} of {edition.id}: {'.'.join(path)} is not compared"
    assert len(seen) > 400


def test_what_is_not_compared_is_listed_with_the_reason() -> None:
    assert all(NOT_COMPARED.values())
    assert NOT_COMPARED.keys() <= FORMAT_KEYS | {"applies", "printed"}
    # These keep a record, and yet say what its rule is.
    assert {"hook", "when", "whose", "per", "includes"} <= FORMAT_KEYS - NOT_COMPARED.keys()


def test_a_leaf_is_cited_where_it_was_read(database: Database) -> None:
    roll = database.editions["kensei-2e"].records["roll/combat"]
    found = leaves(roll)
    flank = found["difficulty.modifiers.flank.add"]
    assert [citation.lines for citation in flank.citations] == [(3463, 3463)]
    # A condition is read where its effect is.
    assert found["difficulty.modifiers.flank.when"].citations == flank.citations


def test_an_end_of_a_band_is_a_figure(database: Database) -> None:
    band = database.editions["kensei-2e"].records["range/mid-range"]
    assert leaves(band)["includes.most"].value == "< 40 cm"


def test_an_operation_is_cited_where_its_figure_was_read() -> None:
    data = {"figures": {"far": "+1D6"}, "effects": {"on": {"hook": "row.pool", "add": "$far", "when": {"a": True}}}}
    record = edition_of("one", {"rule/row": data}).records["rule/row"]
    figure, effect = Citation("book", (1, 1), covers=("figures.far",)), Citation("book", (2, 2), covers=("effects",))
    found = leaves(replace(record, citations=(effect, figure)))
    assert found["effects.on.add"].citations == (figure,)


def test_only_what_includes_says_of_an_end_is_an_end() -> None:
    band = {"least": "5 cm", "includes": {"least": False}, "opens": {"least": False}}
    found = leaves(edition_of("one", {"rule/row": {"band": band}}).records["rule/row"])
    assert (found["band.includes.least"].value, found["band.opens.least"].value) == ("> 5 cm", "false")


@pytest.mark.parametrize(
    ("men", "said"), [("1", "1 man"), ("+1", "+1 man"), ("2", "2 men"), ("1D6", "1D6 men"), (None, "____ men")]
)
def test_a_text_has_the_form_that_agrees_with_its_figure(men: str | None, said: str) -> None:
    data = {"figures": {"men": men}, "text": "Lose %(men)s {man|men}, all 100%%."}
    record = edition_of("one", {"rule/row": data}).records["rule/row"]
    assert leaves(record)["text"].value == f"Lose {said}, all 100%."


def test_each_operation_of_an_effect_is_cited_where_it_was_read_and_its_condition_where_the_first_was() -> None:
    data = {"effects": {"on": {"hook": "row.pool", "add": "+1D6", "max": "3", "when": {"self.charging": True}}}}
    record = edition_of("one", {"rule/row": data}).records["rule/row"]
    add, most = (
        Citation("book", (line, line), covers=(f"effects.on.{key}",)) for line, key in ((1, "add"), (2, "max"))
    )
    found = leaves(replace(record, citations=(add, most)))
    cited = {key: found[f"effects.on.{key}"].citations for key in ("add", "max", "when", "hook")}
    assert cited == {"add": (add,), "max": (most,), "when": (add,), "hook": (add,)}
