"""A small edition for the tests of errata, and the text of one change."""

from __future__ import annotations

RULES = """\
row:
  name: Rowing
  figures: {reach: 2.5 cm, crew: 4}
  text: Row %(reach)s.
  fast: true
  slow: false
  oars: [oar, pole]
  cost: null
  modifiers:
    rain: {name: Rain, hook: pull, add: -1, when: {self.wet: true, self.crew: {at-most: 2}}}
  columns: {sea: Sea, lake: Lake}
  rows:
    slow: {name: Slow, sea: 5 cm, lake: null}
tow: {name: Towing}
"""
FILES = {
    "data/vocabulary.yaml": "kinds: {rules: rule, boats: boat}\nhooks: {pull: {name: Pull, roll: pull}}\n"
    "atoms: {self.wet: {values: boolean}, self.crew: {values: figure}, self.boat: {values: boat}}\n"
    "references: {boats: [boat]}\n",
    "data/glossary.yaml": "oar: {en: oar}\n",
    "data/editions/old/edition.yaml": "id: old\nname: Old\ngame: Boats\nlanguage: en\nunits: cm\n",
    "data/editions/old/rules.yaml": RULES,
}
HEAD = "name: N\nreason: R\nsource: A\n"


def change(fact: str, before: str, after: str, record: str = "rule/row") -> str:
    return f"changes: {{it: {{record: {record}, fact: {fact}, from: {before}, to: {after}}}}}\n"
