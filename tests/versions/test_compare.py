"""Comparing matches by identity, reads figures by their meaning, and leaves wording alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kensei_docs.database import Citation
from kensei_docs.database.schema import ScopeSchema
from kensei_docs.versions.compare import compare
from kensei_docs.versions.lineage import Lineage
from tests.versions.editions import DATABASE, edition, lineage, said


def changes(a: dict[str, Any], b: dict[str, Any], words: bool = False, line: Lineage | None = None) -> list[str]:
    return said(compare(edition("one", a), edition("two", b), DATABASE, line, words))


def test_a_figure_that_changed_is_shown_with_both_values() -> None:
    assert changes(
        {"rule/cover": {"figures": {"distance": "1 cm"}}}, {"rule/cover": {"figures": {"distance": "2.5 cm"}}}
    ) == ["changed rule/cover rule/cover figures.distance: 1 cm -> 2.5 cm"]


def test_spelling_is_no_change() -> None:
    assert (
        changes(
            {"rule/cover": {"distance": "10cm", "bonus": "1D6", "share": "50%"}},
            {"rule/cover": {"distance": "10 cm", "bonus": "+1d6", "share": "50 %"}},
        )
        == []
    )


def test_wording_is_told_only_where_it_is_asked_for() -> None:
    a = {"rule/cover": {"text": "Hide behind something."}}
    b = {"rule/cover": {"text": "Stand behind something."}}
    assert changes(a, b) == []
    assert changes(a, b, words=True) == [
        "changed rule/cover rule/cover text: Hide behind something. -> Stand behind something."
    ]


def test_easing_the_difficulty_is_helping_the_roll() -> None:
    when = {"opponent.side": "flank"}
    a = {"roll/row": {"difficulty": {"flank": {"hook": "row.difficulty", "add": "-1", "when": when}}}}
    b = {"roll/row": {"modifiers": {"flank": {"hook": "row.roll", "add": "+1", "when": when}}}}
    line = lineage(same=[(["roll/row"], ["roll/row"]), (["roll/row:difficulty.flank"], ["roll/row:modifiers.flank"])])
    assert changes(a, b, line=line) == []
    b["roll/row"]["modifiers"]["flank"]["add"] = "+2"
    assert changes(a, b, line=line) == ["changed roll/row roll/row modifiers.flank.add: -1 -> +2"]


def test_a_condition_is_part_of_the_rule() -> None:
    def with_condition(when: dict[str, Any]) -> dict[str, Any]:
        return {"rule/row": {"effects": {"on": {"hook": "row.pool", "add": "+1D6", "when": when}}}}

    assert changes(
        with_condition({"self.charging": True}), with_condition({"self.charging": True, "self.mounted": True})
    ) == ["changed rule/row rule/row effects.on.when: self.charging: true -> self.charging: true; self.mounted: true"]


def test_a_new_effect_is_one_change() -> None:
    effect = {"hook": "row.pool", "add": "$more", "when": {"self.charging": True}}
    assert changes({"rule/row": {}}, {"rule/row": {"figures": {"more": "+1D6"}, "effects": {"on": effect}}}) == [
        "added rule/row rule/row effects.on.add: None -> +1D6"
    ]


def test_what_a_document_leaves_to_other_pages_is_not_removed() -> None:
    a = edition(
        "one", {"weapon/oar": {"type": "1", "effects": {"on": {"hook": "row.pool", "add": "+1D6"}}}, "rule/towing": {}}
    )
    b = edition("two", {"weapon/oar": {"type": "1"}}, ("weapon:effects", "rule"))
    assert said(compare(a, b, DATABASE)) == [
        "out-of-scope rule/towing - : Towing -> None",
        "out-of-scope weapon/oar weapon/oar effects.on.add: +1D6 -> None",
    ]


def test_a_figure_that_stands_in_a_list_of_a_condition_is_told_with_its_effect() -> None:
    effect = {"hook": "row.pool", "add": "+1D6", "when": {"opponent.type": {"not": ["$first", "$second"]}}}
    a = edition("one", {"weapon/oar": {"figures": {"first": "1", "second": "2"}, "effects": {"on": effect}}})
    b = edition("two", {"weapon/oar": {}}, ("weapon:effects", "weapon:figures"))
    assert said(compare(a, b, DATABASE)) == ["out-of-scope weapon/oar weapon/oar effects.on.add: +1D6 -> None"]


def test_a_former_id_is_a_new_name() -> None:
    assert changes(
        {"rule/towing": {"figures": {"ropes": "1"}}}, {"rule/hauling": {"was": ["towing"], "figures": {"ropes": "2"}}}
    ) == [
        "renamed rule/towing rule/hauling : Towing -> Hauling",
        "changed rule/towing rule/hauling figures.ropes: 1 -> 2",
    ]


def test_steps_that_shift_are_told_once() -> None:
    def steps(*names: str) -> dict[str, Any]:
        return {"rule/row": {"steps": {name: {"number": str(i)} for i, name in enumerate(names, 1)}}}

    assert changes(steps("sit", "dip", "pull"), steps("look", "sit", "dip", "pull")) == [
        "moved rule/row rule/row steps: sit, dip, pull -> look, sit, dip, pull"
    ]


def test_members_in_another_order_have_moved() -> None:
    assert changes({"weapon/oar": {"weapons": ["oar", "net"]}}, {"weapon/oar": {"weapons": ["net", "oar"]}}) == [
        "moved weapon/oar weapon/oar weapons: oar, net -> net, oar"
    ]


def test_headings_of_lists_are_counted() -> None:
    a = {"rule/orders": {"kinds": {"fight": ["hit"], "move": ["row"], "wait": ["rest"]}}}
    b = {"rule/orders": {"kinds": {"fight": ["hit"], "move": ["row"]}}}
    assert changes(a, b) == [
        "changed rule/orders rule/orders kinds: 3: fight, move, wait -> 2: fight, move",
        "removed rule/orders rule/orders kinds.wait: rest -> None",
    ]


def test_headings_are_counted_for_each_of_the_records_that_became_one() -> None:
    apart = {"rule/punts": {"kinds": {"fight": ["hit"], "move": ["row"]}}, "rule/rafts": {"kinds": {"wait": ["rest"]}}}
    one = {"rule/boats": {"kinds": {"fight": ["hit"], "wait": ["rest"]}}}
    names = ["rule/punts", "rule/rafts"]
    for a, b, line in (
        (apart, one, lineage(merged=[(names, ["rule/boats"])])),
        (one, apart, lineage(split=[(["rule/boats"], names)])),
    ):
        counted = [
            change for change in compare(edition("one", a), edition("two", b), DATABASE, line) if change.path == "kinds"
        ]
        values = [(change.a.value, change.b.value) for change in counted]
        there = [("2: fight, move", "2: fight, wait"), ("1: wait", "2: fight, wait")]
        assert sorted(values) == sorted(there if a is apart else [(new, old) for old, new in there])


def test_a_split_record_is_compared_with_all_that_it_became() -> None:
    line = lineage(split=[(["rule/boats"], ["rule/punts", "rule/rafts"])])
    assert changes(
        {"rule/boats": {"crew": "2", "planks": "9"}},
        {"rule/punts": {"crew": "3"}, "rule/rafts": {"planks": "9"}},
        line=line,
    ) == [
        "moved rule/boats rule/punts, rule/rafts : Boats -> Punts, Rafts",
        "changed rule/boats rule/punts crew: 2 -> 3",
    ]


def test_a_split_condition_is_no_change_but_what_it_is_a_condition_of_is() -> None:
    def on(add: str, **when: bool) -> dict[str, Any]:
        conditions = {f"self.{name}": value for name, value in when.items()}
        return {"effects": {"on": {"hook": "row.pool", "add": add, "when": conditions}}}

    a = {"rule/boats": on("+1D6", charging=True)}
    b = {"rule/punts": on("+1D6", charging=True, mounted=True), "rule/rafts": on("+2D6", charging=True, mounted=False)}
    parts = (["rule/boats:effects"], ["rule/punts:effects", "rule/rafts:effects"])
    line = lineage(split=[(["rule/boats"], ["rule/punts", "rule/rafts"]), parts])
    assert changes(a, b, line=line) == [
        "moved rule/boats rule/punts, rule/rafts : Boats -> Punts, Rafts",
        "changed rule/boats rule/rafts effects.on.add: +1D6 -> +2D6",
    ]
    same = lineage(same=[(["rule/boats"], ["rule/punts"]), (["rule/boats:effects"], ["rule/punts:effects"])])
    del b["rule/rafts"]
    assert changes(a, b, line=same) == [
        "changed rule/boats rule/punts effects.on.when: self.charging: true -> self.charging: true; self.mounted: true"
    ]


def test_effects_that_ease_alike_are_the_same_only_if_both_add() -> None:
    def with_effect(key: str, **effect: str) -> dict[str, Any]:
        return {"rule/row": {"effects": {"on": {"hook": "row.roll", key: "+1", **effect}}}}

    same = lineage(same=[(["rule/row"], ["rule/row"])])
    assert changes(with_effect("add"), with_effect("add"), line=same) == []
    assert changes(with_effect("add"), with_effect("multiply"), line=same) != []
    # How a bonus is stacked is not a part of how much it eases, nor is the die that it is added to.
    for key, was, now in (("stack", "most", "all"), ("die", "one", "every")):
        assert changes(with_effect("add", **{key: was}), with_effect("add", **{key: now}), line=same) == [
            f"changed rule/row rule/row effects.on.{key}: {was} -> {now}"
        ]


def test_removed_records_stand_where_they_stood_and_those_of_other_kinds_apart() -> None:
    a = {"rule/b": {}, "weapon/oar": {}, "rule/a": {"cost": "1"}, "rule/c": {}, "roll/row": {}}
    b = {"rule/a": {"cost": "2"}, "rule/d": {}}
    assert [line.partition(" : ")[0] for line in changes(a, b)] == [
        "removed roll/row -",
        "removed rule/b -",
        "changed rule/a rule/a cost: 1 -> 2",
        "removed rule/c -",
        "added - rule/d",
        "removed weapon/oar -",
    ]


def test_steps_out_of_their_number_s_order_are_renumbered_by_number() -> None:
    def steps(**numbers: str) -> dict[str, Any]:
        return {"rule/row": {"steps": {name: {"number": number} for name, number in numbers.items()}}}

    for low, high in (("2", "10"), ("20", "100")):
        assert changes(steps(sit=low, dip=high), steps(sit=high, dip=low)) == [
            "moved rule/row rule/row steps: sit, dip -> dip, sit"
        ]


@pytest.mark.parametrize("other", ["many", "oars"])
@pytest.mark.parametrize("becomes", [True, False])
def test_a_figure_that_becomes_the_number_of_a_step_is_no_step_that_shifts(other: str, becomes: bool) -> None:
    old, new = (other, "number") if becomes else ("number", other)
    a, b = ({"rule/row": {"steps": {"sit": {key: value}}}} for key, value in ((old, "3"), (new, "4")))
    edges = [(["rule/row"], ["rule/row"]), ([f"rule/row:steps.sit.{old}"], [f"rule/row:steps.sit.{new}"])]
    assert changes(a, b, line=lineage(same=edges)) == [f"changed rule/row rule/row steps.sit.{new}: 3 -> 4"]


def test_records_without_an_edge_are_told_as_such() -> None:
    found = compare(edition("one", {"rule/boats": {}}), edition("two", {"rule/rafts": {}}), DATABASE, lineage())
    assert [(change.change, change.relation) for change in found] == [("removed", "unmapped"), ("added", "unmapped")]


def test_another_rule_is_told_by_its_words() -> None:
    a = {"rule/flight": {"figures": {"far": "2D6 cm"}, "text": "Flee %(far)s."}}
    b = {"rule/flight": {"figures": {"men": "1"}, "text": "Lose %(men)s of the crew."}}
    line = lineage(replaced=[(["rule/flight"], ["rule/flight"])])
    assert changes(a, b, line=line) == ["changed rule/flight rule/flight text: Flee 2D6 cm. -> Lose 1 of the crew."]


REPLACED = lineage(replaced=[(["rule/flight"], ["rule/flight"])])


def test_a_figure_that_only_a_label_names_is_reported_of_itself() -> None:
    """The text of a replaced rule is reported, with the figures in it; its reminder is not."""
    a = {"rule/flight": {"figures": {"far": "2D6 cm", "men": "1"}, "text": "Lose %(men)s.", "reminder": "%(far)s"}}
    b = {"rule/flight": {"text": "Stand."}}
    assert changes(a, b, line=REPLACED) == [
        "removed rule/flight rule/flight figures.far: 2D6 cm -> None",
        "changed rule/flight rule/flight text: Lose 1. -> Stand.",
    ]


def test_the_labels_of_a_replaced_rule_are_no_change() -> None:
    a = {"rule/flight": {"name": "Flight", "text": "Flee.", "reminder": "Flee"}}
    b = {"rule/flight": {"name": "Rout", "text": "Flee.", "aliases": ["Panic"]}}
    assert changes(a, b, line=REPLACED) == []
    found = compare(edition("one", a), edition("two", b), DATABASE, REPLACED, with_wording=True)
    assert [(change.path, change.matter) for change in found] == [
        ("name", "words"),
        ("reminder", "words"),
        ("aliases", "words"),
    ]


def test_a_step_that_only_got_a_number_is_no_new_step() -> None:
    assert (
        changes(
            {"rule/row": {"steps": {"sit": {"who": "all"}}}},
            {"rule/row": {"steps": {"sit": {"who": "all", "number": "1"}}}},
        )
        == []
    )


def test_a_new_step_of_a_replaced_rule_is_reported_by_its_text() -> None:
    a = {"rule/flight": {"text": "Flee."}}
    b = {"rule/flight": {"text": "Flee.", "steps": {"turn": {"number": "1", "text": "Turn."}}}}
    assert changes(a, b, line=REPLACED) == ["added rule/flight rule/flight steps.turn.text: None -> Turn."]


def test_a_figure_is_reported_with_what_names_it_and_its_namesake_is_not() -> None:
    effect = {"hook": "row.pool", "add": "$far"}
    b = {"rule/row": {"figures": {"far": "+1D6"}, "cost": {"far": "3"}, "effects": {"on": effect}}}
    assert changes({"rule/row": {}}, b) == [
        "added rule/row rule/row cost.far: None -> 3",
        "added rule/row rule/row effects.on.add: None -> +1D6",
    ]


def test_a_blank_on_one_side_is_nothing_that_was_added() -> None:
    assert changes({"rule/row": {}}, {"rule/row": {"cost": None}}) == []


def test_an_effect_under_another_name_is_no_change_but_a_figure_is() -> None:
    effect = {"hook": "row.roll", "add": "+1"}
    a = {"rule/row": {"effects": {"swift": effect}, "figures": {"far": "2 cm"}}}
    b = {"rule/row": {"effects": {"fast": effect}, "figures": {"long": "2 cm"}}}
    pairs = [(["effects.swift"], ["effects.fast"]), (["figures.far"], ["figures.long"])]
    edges = [([f"rule/row:{old}" for old in olds], [f"rule/row:{new}" for new in news]) for olds, news in pairs]
    assert changes(a, b, line=lineage(same=[(["rule/row"], ["rule/row"])], renamed=edges)) == [
        "renamed rule/row rule/row figures.long: 2 cm -> 2 cm"
    ]


def test_a_text_that_the_lineage_calls_new_or_dropped_is_reported() -> None:
    plain, more = {"rule/row": {}}, {"rule/row": {"rules": {"rest": "Rest now."}}}
    same = [(["rule/row"], ["rule/row"])]
    assert changes(plain, more, line=lineage(same=same)) == []
    assert changes(plain, more, line=lineage(same=same, new=[([], ["rule/row:rules.rest"])])) == [
        "added - rule/row rules.rest: None -> Rest now."
    ]
    assert changes(more, plain, line=lineage(same=same, dropped=[(["rule/row:rules.rest"], [])])) == [
        "removed rule/row - rules.rest: Rest now. -> None"
    ]


@pytest.mark.parametrize("within", ["", "deep.", "far.deep."])
def test_the_closest_edge_pairs_a_value_and_no_other_does_so_again(within: str) -> None:
    def nested(data: dict[str, Any]) -> dict[str, Any]:
        for key in reversed(within.split(".")[:-1]):
            data = {key: data}
        return {"rule/row": data}

    a = nested({"effects": {"on": {"cost": "1"}, "off": {"cost": "2"}}})
    b = nested({"moved": {"on": {"cost": "9"}, "off": {"cost": "2"}}, "special": {"cost": "1"}})
    same = [("effects", "moved"), ("effects.on", "special")]
    edges = [([f"rule/row:{within}{old}"], [f"rule/row:{within}{new}"]) for old, new in same]
    line = lineage(same=[(["rule/row"], ["rule/row"]), *edges])
    assert changes(a, b, line=line) == [f"added rule/row rule/row {within}moved.on.cost: None -> 9"]


def test_what_is_new_in_a_group_that_moved_is_new_from_either_end() -> None:
    was, now = {"rule/row": {"before": {"cost": "1"}}}, {"rule/row": {"since": {"cost": "1", "crew": "2"}}}
    edges = [(["rule/row"], ["rule/row"]), (["rule/row:before"], ["rule/row:since"])]
    there, back = lineage(same=edges), lineage(same=[(new, old) for old, new in edges])
    assert changes(was, now, line=there) == ["added rule/row rule/row since.crew: None -> 2"]
    assert changes(now, was, line=back) == ["removed rule/row rule/row since.crew: 2 -> None"]


def test_a_text_that_an_erratum_changed_is_a_change_and_one_that_was_only_reworded_is_none() -> None:
    a, b = edition("one", {"rule/cover": {"text": "Hide."}}), edition("one", {"rule/cover": {"text": "Stand."}})
    assert said(compare(a, b, DATABASE)) == []
    for path, words in (("text", "Hide. -> Stand."), ("name", "Cover -> Shelter")):
        b.records["rule/cover"].data["name"] = "Shelter"
        errata = frozenset({("rule/cover", path)})
        assert said(compare(a, b, DATABASE, errata=errata)) == [f"changed rule/cover rule/cover {path}: {words}"]


def test_a_list_that_is_the_same_may_have_members_that_stand_elsewhere() -> None:
    a = {"rule/orders": {"kinds": {"fight": ["hit", "hold"]}}}
    b = {"rule/orders": {"kinds": {"fight": ["hit"]}}}
    same = (["rule/orders"], ["rule/orders"])
    assert changes(a, b, line=lineage(same=[same])) != []
    fact = (["rule/orders:kinds.fight"], ["rule/orders:kinds.fight"])
    assert changes(a, b, line=lineage(same=[same, fact])) == []


def test_lists_that_each_have_a_member_of_their_own_are_a_change_though_called_the_same() -> None:
    a, b = (
        {"rule/orders": {"kinds": {"fight": ["hit", "hold"]}}},
        {"rule/orders": {"kinds": {"fight": ["hit", "wait"]}}},
    )
    fact = (["rule/orders:kinds.fight"], ["rule/orders:kinds.fight"])
    line = lineage(same=[(["rule/orders"], ["rule/orders"]), fact])
    assert changes(a, b, line=line) == ["changed rule/orders rule/orders kinds.fight: hit, hold -> hit, wait"]


def test_steps_that_the_lineage_calls_the_same_are_so_in_any_order() -> None:
    def steps(**numbers: str) -> dict[str, Any]:
        return {"rule/row": {"steps": {name: {"number": number} for name, number in numbers.items()}}}

    a, b = steps(sit="1", dip="2"), steps(sit="2", dip="1")
    record, group = (["rule/row"], ["rule/row"]), (["rule/row:steps"], ["rule/row:steps"])
    moved = ["moved rule/row rule/row steps: sit, dip -> dip, sit"]
    assert changes(a, b, line=lineage(same=[record])) == moved
    assert changes(a, b, line=lineage(same=[record, group])) == []
    # A step under another name may stand in another place, too.
    c = steps(rest="2", dip="1")
    renamed = (["rule/row:steps.sit"], ["rule/row:steps.rest"])
    assert changes(a, c, line=lineage(same=[record], renamed=[renamed])) == [
        "moved rule/row rule/row steps: sit, dip -> dip, rest"
    ]


@pytest.mark.parametrize("relation", ["renamed", "replaced", "split", "merged"])
def test_the_new_order_of_steps_that_are_not_called_the_same_is_told(relation: str) -> None:
    def steps(**numbers: str) -> dict[str, Any]:
        return {"rule/row": {"steps": {name: {"number": number} for name, number in numbers.items()}}}

    group = (["rule/row:steps"], ["rule/row:steps"])
    line = Lineage(lineage(same=[(["rule/row"], ["rule/row"])]).edges + lineage(**{relation: [group]}).edges)
    assert changes(steps(sit="1", dip="2"), steps(sit="2", dip="1"), line=line) == [
        "moved rule/row rule/row steps: sit, dip -> dip, sit"
    ]


def test_a_single_value_is_a_part_of_a_list_that_was_split() -> None:
    a = {"rule/boats": {"marker": ["wet", "holed"]}}
    b = {"rule/punts": {"marker": "wet"}, "rule/rafts": {"marker": "holed"}}
    parts = (["rule/boats:marker"], ["rule/punts:marker", "rule/rafts:marker"])
    line = lineage(split=[(["rule/boats"], ["rule/punts", "rule/rafts"]), parts])
    assert [one for one in changes(a, b, line=line) if "marker" in one] == []
    b["rule/rafts"]["marker"] = "sunk"
    assert [one for one in changes(a, b, line=line) if "marker" in one] != []


def test_a_condition_that_the_lineage_calls_the_same_is_no_change() -> None:
    def steered(by: str) -> dict[str, Any]:
        return {"rule/row": {"effects": {"on": {"hook": "row.pool", "add": "+1D6", "when": {"self.leader": by}}}}}

    record = (["rule/row"], ["rule/row"])
    assert changes(steered("direct"), steered("near"), line=lineage(same=[record])) != []
    named = (["rule/row:effects.on.when"], ["rule/row:effects.on.when"])
    assert changes(steered("direct"), steered("near"), line=lineage(same=[record, named])) == []


def test_groups_that_were_replaced_are_one_change() -> None:
    a = {"rule/hand": {"hands": {"small": {"cards": "4"}, "large": {"cards": "6"}}}}
    b = {"rule/hand": {"hand": {"least": "4", "more": "1"}}}
    edges = lineage(same=[(["rule/hand"], ["rule/hand"])], replaced=[(["rule/hand:hands"], ["rule/hand:hand"])])
    assert changes(a, b, line=edges) == ["changed rule/hand rule/hand hand: 4, 6 -> 4, 1"]
    # A group of one value is told though its figure is the same.
    a["rule/hand"], b["rule/hand"] = {"hands": {"small": "4"}}, {"hand": {"least": "4"}}
    assert changes(a, b, line=edges) == ["changed rule/hand rule/hand hand: 4 -> 4"]


@pytest.mark.parametrize("relation", ["same", "renamed", "split", "merged"])
def test_groups_without_a_path_in_common_are_no_pair_if_they_were_not_replaced(relation: str) -> None:
    a, b = {"rule/hand": {"hands": {"small": "4"}}}, {"rule/hand": {"hand": {"least": "5"}}}
    record, group = (["rule/hand"], ["rule/hand"]), (["rule/hand:hands"], ["rule/hand:hand"])
    line = Lineage(lineage(same=[record]).edges + lineage(**{relation: [group]}).edges)
    assert changes(a, b, line=line) == [
        "removed rule/hand rule/hand hands.small: 4 -> None",
        "added rule/hand rule/hand hand.least: None -> 5",
    ]


def test_what_is_left_out_has_the_reason_of_the_edition_that_leaves_it_out() -> None:
    effect = {"on": {"hook": "row.pool", "add": "+1D6"}}
    whole = edition("whole", {"weapon/oar": {"effects": effect}, "rule/towing": {}, "roll/row": {}})
    short = edition("short", {"weapon/oar": {}})
    cards = {"because": "They stand on cards.", "leaves": ["weapon:effects"]}
    sea = {"because": "For the sea alone.", "leaves": ["rule", "roll"]}
    short.scope = ScopeSchema.model_validate({"elsewhere": {"cards": cards, "sea": sea}})
    expected = {
        ("weapon/oar", "effects.on.add"): ("short", "cards"),
        ("rule/towing", ""): ("short", "sea"),
        ("roll/row", ""): ("short", "sea"),
    }
    for a, b in ((whole, short), (short, whole)):
        found = compare(a, b, DATABASE)
        assert {change.change for change in found} == {"out-of-scope"}
        assert {(change.record.id, change.path): change.reason for change in found} == expected


def test_what_a_group_that_is_the_same_has_more_holds_on_both_sides_but_not_of_one_that_was_replaced() -> None:
    a, b = {"rule/row": {"rows": {"cost": "1"}}}, {"rule/row": {"rows": {"cost": "1", "crew": "2"}}}
    record, group = (["rule/row"], ["rule/row"]), (["rule/row:rows"], ["rule/row:rows"])
    assert changes(a, b, line=lineage(same=[record, group])) == changes(b, a, line=lineage(same=[record, group])) == []
    for relation in ("replaced", "renamed"):
        told = changes(a, b, line=lineage(same=[record], **{relation: [group]}))
        assert "added rule/row rule/row rows.crew: None -> 2" in told


def test_a_single_value_is_a_part_of_a_list_that_others_were_merged_into() -> None:
    a = {"rule/punts": {"marker": "wet"}, "rule/rafts": {"marker": "holed"}}
    b = {"rule/boats": {"marker": ["wet", "holed"]}}
    parts = (["rule/punts:marker", "rule/rafts:marker"], ["rule/boats:marker"])
    line = lineage(merged=[(["rule/punts", "rule/rafts"], ["rule/boats"]), parts])
    assert [one for one in changes(a, b, line=line) if "marker" in one] == []
    a["rule/rafts"]["marker"] = "sunk"
    assert [one for one in changes(a, b, line=line) if "marker" in one] != []


def test_a_step_that_gets_or_loses_its_number_is_none_that_shifts() -> None:
    def step(number: str | None) -> dict[str, Any]:
        return {"rule/row": {"steps": {"sit": {"number": number}}}}

    assert changes(step(None), step("3")) == ["added rule/row rule/row steps.sit.number: None -> 3"]
    assert changes(step("3"), step(None)) == ["removed rule/row rule/row steps.sit.number: 3 -> None"]


def test_a_number_of_the_record_itself_is_that_of_no_step() -> None:
    step, whole = {"rule/row": {"steps": {"sit": {"number": "3"}}}}, {"rule/row": {"number": "4"}}
    record = (["rule/row"], ["rule/row"])
    there = lineage(same=[record], renamed=[(["rule/row:steps.sit.number"], ["rule/row:number"])])
    back = lineage(same=[record], renamed=[(["rule/row:number"], ["rule/row:steps.sit.number"])])
    assert changes(step, whole, line=there) == ["changed rule/row rule/row number: 3 -> 4"]
    assert changes(whole, step, line=back) == ["changed rule/row rule/row steps.sit.number: 4 -> 3"]


ROW = (["rule/row"], ["rule/row"])


def by_edge(relation: str, old: str, new: str) -> Lineage:
    """Return a lineage in which the record is the same, and an edge pairs parts of it."""
    edge = ([f"rule/row:{old}"], [f"rule/row:{new}"])
    return Lineage(lineage(same=[ROW]).edges + lineage(**{relation: [edge]}).edges)


OARS, MORE, OTHERS, TURNED = ["net", "oar"], ["net", "oar", "pole"], ["oar", "pole"], ["oar", "net"]


@pytest.mark.parametrize(
    ("a", "b", "explained"),
    [
        (MORE, OARS, {"same", "split"}),
        (OARS, MORE, {"same", "merged"}),
        (OARS, OTHERS, set()),
        (OTHERS, OARS, set()),
        (OARS, TURNED, set()),
    ],
)
@pytest.mark.parametrize("relation", ["same", "renamed", "replaced", "split", "merged"])
def test_members_may_be_elsewhere_in_what_was_split_on_one_side_and_in_what_was_merged_on_the_other(
    a: list[str], b: list[str], explained: set[str], relation: str
) -> None:
    told = (
        f"{'moved' if sorted(a) == sorted(b) else 'changed'} rule/row rule/row oars: {', '.join(a)} -> {', '.join(b)}"
    )
    found = changes({"rule/row": {"oars": a}}, {"rule/row": {"oars": b}}, line=by_edge(relation, "oars", "oars"))
    assert found == ([] if relation in explained else [told])


@pytest.mark.parametrize("relation", ["same", "renamed", "replaced", "split", "merged"])
def test_a_figure_that_is_equal_is_told_where_an_edge_does_not_call_it_the_same(relation: str) -> None:
    """Another value that is equal is not, such as a word."""
    kind = "renamed" if relation == "renamed" else "changed"
    a, b = ({"rule/row": {key: {"cost": "2", "who": "all"}}} for key in ("before", "since"))
    told = [] if relation == "same" else [f"{kind} rule/row rule/row since.cost: 2 -> 2"]
    assert changes(a, b, line=by_edge(relation, "before", "since")) == told
    # An edge of the records says nothing of each value.
    found = changes(a, a, line=lineage(**{relation: [ROW]}))
    assert [line for line in found if " : " not in line] == []


@pytest.mark.parametrize("relation", ["same", "renamed", "replaced", "split", "merged"])
def test_words_that_an_edge_names_are_told_unless_it_calls_them_the_same(relation: str) -> None:
    a, b = ({"rule/row": {"reminder": words}} for words in ("Sit.", "Dip."))
    told = [] if relation == "same" else ["changed rule/row rule/row reminder: Sit. -> Dip."]
    assert changes(a, b, line=by_edge(relation, "reminder", "reminder")) == told


@pytest.mark.parametrize(
    ("relation", "is_told"), [("renamed", True), ("replaced", True), ("split", False), ("merged", False)]
)
def test_a_condition_is_told_unless_it_was_split_or_merged(relation: str, is_told: bool) -> None:
    def led(by: str) -> dict[str, Any]:
        return {"rule/row": {"effects": {"on": {"hook": "row.pool", "add": "+1D6", "when": {"self.leader": by}}}}}

    line = by_edge(relation, "effects.on.when", "effects.on.when")
    assert bool(changes(led("direct"), led("near"), line=line)) is is_told


@pytest.mark.parametrize(("old", "new"), [("far", "near"), ("near", "far")])
def test_an_effect_that_names_another_figure_is_compared_by_that(old: str, new: str) -> None:
    def adding(name: str) -> dict[str, Any]:
        return {
            "rule/row": {
                "figures": {"far": "+2", "near": "+1"},
                "effects": {"on": {"hook": "row.roll", "add": f"${name}"}},
            }
        }

    values = {"far": "+2", "near": "+1"}
    assert changes(adding(old), adding(new)) == [
        f"changed rule/row rule/row effects.on.add: {values[old]} -> {values[new]}"
    ]


@pytest.mark.parametrize(("old", "new"), [("+1", "+2"), ("+2", "+1"), ("+1", "+1")])
def test_of_several_effects_each_is_held_against_its_own(old: str, new: str) -> None:
    def rowing(hook: str, by: str, others: str) -> dict[str, Any]:
        on = {"hook": hook, "add": by}
        first, last = ({"hook": "row.roll", "add": others} for _ in range(2))
        return {"rule/row": {"effects": {"a": first, "on": on, "z": last}}}

    a, b = rowing("row.roll", old, "+5"), rowing("row.difficulty", new.replace("+", "-"), "+5")
    told = [] if old == new else [f"changed rule/row rule/row effects.on.add: {old} -> {new.replace('+', '-')}"]
    assert changes(a, b, line=lineage(same=[ROW])) == told


def test_a_value_that_changed_is_told_though_an_edition_leaves_such_values_to_other_pages() -> None:
    def oar(cost: str | None) -> dict[str, Any]:
        return {"weapon/oar": {"cost": cost}}

    for old, new, kind in (("1", "2", "changed"), (None, "2", "added"), ("1", None, "removed")):
        for leaving in ("one", "two"):
            sides = (
                edition(name, oar(cost), ("weapon:cost",) if name == leaving else ())
                for name, cost in (("one", old), ("two", new))
            )
            is_outside = (kind, leaving) in (("added", "one"), ("removed", "two"))
            assert said(compare(*sides, DATABASE)) == [
                f"{'out-of-scope' if is_outside else kind} weapon/oar weapon/oar cost: {old} -> {new}"
            ]


@pytest.mark.parametrize(
    ("group", "text", "is_told"),
    [
        ("effects", "Row %(far)s.", False),
        ("effects", "Row on.", True),
        ("modifiers", "Row %(far)s.", True),
        ("difficulty", "Row %(far)s.", True),
    ],
)
def test_a_new_effect_is_told_by_the_new_text_of_its_rule_if_that_has_its_figure(
    group: str, text: str, is_told: bool
) -> None:
    a = {"rule/row": {"text": "Stand."}}
    b = {"rule/row": {"figures": {"far": "+1"}, "text": text, group: {"on": {"hook": "row.roll", "add": "$far"}}}}
    found = changes(a, b, line=lineage(replaced=[ROW]))
    assert [line for line in found if " text: " not in line] == (
        [f"added rule/row rule/row {group}.on.add: None -> +1"] if is_told else []
    )


def test_the_number_of_a_new_step_is_told_where_nothing_else_tells_the_step() -> None:
    b = {"rule/row": {"steps": {"sit": {"number": "1"}}}}
    assert changes({"rule/row": {}}, b) == ["added rule/row rule/row steps.sit.number: None -> 1"]


@pytest.mark.parametrize(
    ("named", "new", "is_told"),
    [
        ("oar", ["oar"], False),
        ("oar", ["net", "oar"], False),
        ("oar", ["net"], True),
        (["oar", "net"], ["net"], True),
        (["oar", "net"], ["net", "oar"], False),
    ],
)
def test_a_new_field_is_told_by_the_new_records_that_it_names(named: Any, new: list[str], is_told: bool) -> None:
    a = {"rule/row": {}, **{f"weapon/{name}": {} for name in ("net", "oar") if name not in new}}
    b = {"rule/row": {"weapon": named}, "weapon/net": {}, "weapon/oar": {}}
    found = changes(a, b)
    assert [line for line in found if " : " not in line] == (
        [f"added rule/row rule/row weapon: None -> {', '.join(named) if isinstance(named, list) else named}"]
        if is_told
        else []
    )
    assert len(found) == len(new) + is_told


def test_headings_are_cited_where_they_were_read() -> None:
    a = edition("one", {"rule/row": {"kinds": {"fight": ["hit"], "move": ["row"]}}})
    b = edition("two", {"rule/row": {"kinds": {"fight": ["hit"], "wait": ["rest"]}}})
    record = a.records["rule/row"]
    read = Citation("book", (7, 7), covers=("kinds.move",))
    a.records["rule/row"] = replace(record, citations=(*record.citations, read))
    [headings] = [change for change in compare(a, b, DATABASE) if change.path == "kinds"]
    assert headings.a.citations[-1] == read
    assert headings.b.citations == b.records["rule/row"].citations


def test_what_a_split_record_lost_is_told_of_the_first_that_it_became_and_a_record_behind_it_stands_there() -> None:
    line = lineage(split=[(["rule/boats"], ["rule/punts", "rule/rafts"])], same=[(["rule/b"], ["rule/b"])])
    a = {"rule/boats": {"planks": "9"}, "rule/gone": {}, "rule/b": {"cost": "1"}}
    b = {"rule/punts": {}, "rule/b": {"cost": "2"}, "rule/rafts": {}}
    assert changes(a, b, line=line) == [
        "moved rule/boats rule/punts, rule/rafts : Boats -> Punts, Rafts",
        "removed rule/boats rule/punts planks: 9 -> None",
        "removed rule/gone - : Gone -> None",
        "changed rule/b rule/b cost: 1 -> 2",
    ]


@pytest.mark.parametrize(("old", "new"), [("columns", "rules"), ("rules", "columns")])
def test_a_heading_that_became_a_text_or_a_text_a_heading_is_only_worded_otherwise(old: str, new: str) -> None:
    a, b = {"rule/row": {old: {"sea": "Sea"}}}, {"rule/row": {new: {"sea": "Row on."}}}
    line = by_edge("replaced", old, new)
    assert changes(a, b, line=line) == []
    assert changes(a, b, words=True, line=line) == [f"changed rule/row rule/row {new}.sea: Sea -> Row on."]


def test_of_several_groups_the_first_replaces_and_the_others_are_new_or_gone() -> None:
    one = {"rule/hand": {"hands": {"small": "4", "large": "6"}}}
    two = {"rule/hand": {"hand": {"least": "4", "more": "1"}, "rest": {"worst": "2"}}}
    ends = ["rule/hand:hands"], ["rule/hand:hand", "rule/hand:rest"]
    record = (["rule/hand"], ["rule/hand"])
    assert changes(one, two, line=lineage(same=[record], replaced=[ends])) == [
        "added rule/hand rule/hand rest.worst: None -> 2",
        "changed rule/hand rule/hand hand: 4, 6 -> 4, 1",
    ]
    assert changes(two, one, line=lineage(same=[record], replaced=[ends[::-1]])) == [
        "removed rule/hand rule/hand rest.worst: 2 -> None",
        "changed rule/hand rule/hand hands: 4, 1 -> 4, 6",
    ]
