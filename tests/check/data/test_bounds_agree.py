"""bounds-agree"""

from collections.abc import Callable

import pytest

ROCKS = """\
    rock: {name: Rock, figures: {low: 75 %%, far: 10 cm}, text: '%s'}
    wall: {name: Wall, figures: {least: 75 %%, far: 10 cm}, text: '%s'}
    """


def test_a_share_that_is_in_by_one_text_and_out_by_another(findings_of: Callable[..., list[str]]) -> None:
    rules = ROCKS % ("Lower than %(low)s of the height of a horse, it is free.", "Up to %(least)s of its height: free.")
    assert findings_of("bounds-agree", rules=rules) == [
        "data/editions/tea-road/rules.yaml:2:62: rule/wall: 'text' says 'up to %(least)s', but 'text' of rule/rock "
        "says 'lower than %(low)s'; settle whether 75 % itself is in bounds  [bounds-agree]"
    ]


@pytest.mark.parametrize(
    ("rock", "wall"),
    [
        ("Lower than %(low)s of its height: free.", "Lower than %(least)s of its height: free."),
        ("Lower than %(low)s of its height: free.", "With %(least)s of its height or more: not free."),  # no gap
        ("Lower than %(low)s of its height: free.", "Lose up to %(least)s of your tea."),  # of another thing
        ("Lower than %(low)s of its height: free.", "Up to %(far)s of height: free."),  # another figure
        (
            "More than %(low)s of the height counts.",
            "Nothing counts at no less than %(least)s of the height.",
        ),  # denied
        ("It lies %(far)s away.", "Up to %(far)s away, it counts."),  # no bound
    ],
)
def test_near_misses(findings_of: Callable[..., list[str]], rock: str, wall: str) -> None:
    assert findings_of("bounds-agree", rules=ROCKS % (rock, wall)) == []


def test_a_text_is_held_against_its_reminder_and_its_conditions(findings_of: Callable[..., list[str]]) -> None:
    hut = """\
        hut:
          name: Hut
          figures: {far: 10 cm}
          text: Less than %(far)s away, haggle better.
          reminder: 'Within %(far)s: better.'
          effects: {near: {hook: haggle.roll, add: +1, when: {distance: {at-most: $far}}}}
        """
    assert [found.partition(": ")[2].partition("; ")[0] for found in findings_of("bounds-agree", rules=hut)] == [
        "rule/hut: 'reminder' says 'within %(far)s', but 'text' of rule/hut says 'less than %(far)s'",
        "rule/hut: 'effects.near.when' says 'distance: at-most $far', but 'text' of rule/hut says 'less than %(far)s'",
    ]
    assert findings_of("bounds-agree", rules=hut.replace("Less than %(far)s away", "Up to %(far)s away")) == []


COUNTED = """\
    small: {name: Small, figures: {few: 3}, text: 'With fewer than %%(few)s {horse|horses}, it waits.'}
    other: {name: Other, figures: {few: 3}, text: '%s'}
    """


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ("With %(few)s {horse|horses} or fewer, it waits.", 1),
        ("With %(few)s {horse|horses} or more, it goes.", 0),
        ("With %(few)s {cart|carts} or fewer, it waits.", 0),
    ],
)
def test_a_bare_number_is_of_the_noun_that_it_counts(
    findings_of: Callable[..., list[str]], other: str, found: int
) -> None:
    assert len(findings_of("bounds-agree", rules=COUNTED % other)) == found


def test_a_ruling_settles_it(findings_of: Callable[..., list[str]], ruled: Callable[..., list[tuple]]) -> None:
    rules = ROCKS % ("Lower than %(low)s of its height: free.", "Up to %(least)s of its height: free.")
    rulings = """\
        height: {settles: [{check: bounds-agree, record: rule/wall}], question: Is it so, decision: Free., reason: So.,
          by: us, date: 2026-11-22}
        """
    assert ruled(rulings, rules, "bounds-agree") == [("bounds-agree", "rule/wall", "height")]


def test_bounds_in_spanish(findings_of: Callable[..., list[str]]) -> None:
    rules = ROCKS % ("Si mide menos del %(low)s de su altura, es libre.", "Hasta el %(least)s de la altura, es libre.")
    (found,) = findings_of("bounds-agree", edition="written-in: es\n", rules=rules)
    assert "says 'hasta el %(least)s', but 'text' of rule/rock says 'menos del %(low)s'" in found
