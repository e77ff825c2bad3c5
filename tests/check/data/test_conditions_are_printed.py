"""conditions-are-printed"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.check.data.records import conditions_are_printed
from kensei_docs.database import Database, Record, load
from kensei_docs.engine.effects import effects_of
from kensei_docs.project import Project, shipped

TEA = """\
green:
  name: Green
  figures: {near: 10 cm}
  effects:
    steep:
      hook: haggle.roll
      add: +1
"""


@pytest.fixture
def found(findings_of: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """Return what the check finds in an effect with a name, a condition and what the name says of it."""

    def find(**keys: str) -> list[str]:
        lines = "".join(f"      {key}: {value}\n" for key, value in keys.items())
        findings = findings_of("conditions-are-printed", teas=TEA + lines)
        return [finding.removesuffix("  [conditions-are-printed]") for finding in findings]

    return find


@pytest.mark.parametrize(
    "keys",
    [
        {"when": "{self.laden: true, self.season: spring, distance: {at-most: 5 cm}}"},
        {"name": "Laden", "when": "{self.laden: true, self.season: spring}", "says": "{self.laden: true}"},
        {"name": "Autumn", "when": "{self.season: autumn}", "says": "{self.season: autumn}"},
        {"name": "'Within %(near)s'", "when": "{distance: {at-most: $near}}", "says": "{distance: {at-most: $near}}"},
        {"name": "Always"},
    ],
)
def test_what_the_name_or_a_phrase_says_is_printed(found: Callable[..., list[str]], keys: dict[str, str]) -> None:
    assert found(**keys) == []


def test_a_condition_without_a_phrase_has_to_stand_in_the_name(found: Callable[..., list[str]]) -> None:
    assert found(name="In the hills", when="{self.laden: true, self.season: autumn}", says="{self.laden: true}") == [
        "data/editions/tea-road/teas.yaml:9:45: tea/green: the condition 'self.season: autumn' is printed nowhere; add "
        "a phrase 'is' to the atom 'self.season' in vocabulary.yaml, or have the name say it, and 'says'"
    ]
    assert "add a phrase 'is' to the atom 'self.leaf'" in found(when="{self.leaf: oolong}")[0]
    assert "add a phrase 'not' to the atom 'distance'" in found(when="{distance: {not: 5 cm}}")[0]


def test_a_name_that_says_another_condition_is_mended(found: Callable[..., list[str]]) -> None:
    assert found(name="Laden", when="{self.laden: false}", says="{self.laden: true}") == [
        "data/editions/tea-road/teas.yaml:10:26: tea/green: 'Laden' says 'self.laden: true', and its condition is "
        "'self.laden: false'; mend the name in every language, and 'says' with it"
    ]
    assert found(name="Laden", when="{self.season: spring}", says="{self.laden: true}") == [
        "data/editions/tea-road/teas.yaml:10:26: tea/green: 'Laden' says 'self.laden: true', and its condition has no "
        "'self.laden'; mend the name in every language, and 'says' with it"
    ]


def test_a_figure_that_a_name_says_stands_in_it(found: Callable[..., list[str]]) -> None:
    condition = "{distance: {at-most: $near}}"
    assert found(name="Near", when=condition, says=condition) == [
        "data/editions/tea-road/teas.yaml:10:24: tea/green: 'Near' says a figure that isn't in it; write %(near)s "
        "there, or take 'distance' out of 'says'"
    ]


def test_what_has_no_name_or_no_condition_says_nothing_of_it(found: Callable[..., list[str]]) -> None:
    assert found(when="{self.laden: true}", says="{self.laden: true}") == [
        "data/editions/tea-road/teas.yaml:9:26: tea/green: says 'self.laden: true' without a name that could; take it "
        "out of 'says'"
    ]
    assert found(name="Laden", says="{self.laden: true}") == [
        "data/editions/tea-road/teas.yaml:9:13: tea/green: there is no 'when' that the name could say a part of; take "
        "'says' out"
    ]


TEXT_INSTEAD = """\
green:
  name: Green
  figures: {{near: 10 cm}}
  text: '{text}'
  rules: {{most: Most people like it.}}
  levels:
    first:
      text: '{level}'
      effects:
        steep: {{hook: haggle.roll, add: +1, when: {{self.laden: true}}}}
  effects:
    steep: {{hook: haggle.roll, add: +1, when: {when}}}
"""


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ("{self.laden: true}", "A porter who carries tea."),
        ("{self.laden: true}", "Worth more when laden."),
        ("{self.laden: false}", "Worth more when light."),
        ("{distance: {at-most: $near}}", "Up to %(near)s away."),
        ("{distance: {at-most: 5 cm}}", "Up to 5 cm away."),
        ("{self.leaf: [oolong, nettle]}", "Oolong and nettle."),
        ("{self.blend: green}", "Worth more."),
    ],
)
def test_a_text_that_says_the_conditions_of_its_effects_is_right(
    findings_of: Callable[..., list[str]], when: str, text: str
) -> None:
    teas = TEXT_INSTEAD.format(text=text, level="A heavy load.", when=when)
    assert [one for one in findings_of("conditions-are-printed", teas=teas) if "in the text" in one] == []


@pytest.mark.parametrize(
    ("when", "text", "level", "unsaid"),
    [
        ("{self.laden: true}", "Worth more.", "A heavy load.", "self.laden: true"),
        ("{self.laden: false}", "A porter who carries tea.", "A heavy load.", "self.laden: false"),
        ("{distance: {at-most: $near}}", "Near the market.", "A heavy load.", "distance: at-most 10 cm"),
        ("{self.leaf: [oolong, nettle]}", "Oolong alone.", "A heavy load.", "self.leaf: oolong, nettle"),
        # What the record says is not read beside the level's own text.
        ("{self.laden: true}", "A porter who carries tea.", "More.", "self.laden: true"),
    ],
)
def test_a_text_that_is_printed_in_place_of_an_effect_says_its_condition(
    findings_of: Callable[..., list[str]], when: str, text: str, level: str, unsaid: str
) -> None:
    teas = TEXT_INSTEAD.format(text=text, level=level, when=when)
    found = [one for one in findings_of("conditions-are-printed", teas=teas) if "in the text" in one]
    assert len(found) == 1 and f"the condition '{unsaid}' isn't in the text" in found[0]


@pytest.fixture(scope="module")
def rules() -> tuple[Database, dict[str, Translator]]:
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project)
    return database, {language: Translator(project, database, language) for language in ("en", "es")}


def conditions(database: Database) -> Iterator[tuple[Record, str, dict[str, Any]]]:
    """Yield every effect that has a condition: its record, its path and itself."""
    for record in database.records:
        for path in dict.fromkeys(effect.path for effect in effects_of(record)):
            if record.get(f"{path}.when"):
                yield record, path, record.get(path)


def another(value: Any) -> Any:
    """Return another value of a condition."""
    return not value if isinstance(value, bool) else {"at-most": "99"} if isinstance(value, dict) else "99"


def test_a_condition_that_changes_changes_the_print_or_is_found(rules: tuple[Database, dict[str, Translator]]) -> None:
    database, translators = rules
    silent, tried = [], 0
    for record, path, effect in conditions(database):
        edition = replace(database.editions[record.edition], records={record.id: record})
        alone = replace(database, editions={edition.id: edition})
        kept = dict(effect["when"])
        before = [voice.condition(record, path) for voice in translators.values()]
        for atom, value in kept.items():
            for changed in (kept | {atom: another(value)}, {one: kept[one] for one in kept if one != atom}):
                effect["when"] = changed
                after = [voice.condition(record, path) for voice in translators.values()]
                tried += 1
                # A name goes on saying what it says, which the check finds wrong; the rest is read in the print.
                heard = list(conditions_are_printed(alone)) or all(
                    one != other for one, other in zip(before, after, strict=True)
                )
                silent += [] if heard else [(record.id, path, atom)]
        effect["when"] = kept
    assert tried > 300
    assert silent == []
