"""``kensei-docs facts``: one object a fact, as scripts and spreadsheets read it."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path


def test_a_fact_is_one_line_of_json(run: Callable, reeds: Path) -> None:
    result = run("--project", reeds, "facts", "reeds-1e")
    assert result.status == 0
    facts = [json.loads(line) for line in result.out.splitlines()]
    assert facts[0] == {
        "edition": "reeds-1e",
        "record": "ability/ferryman",
        "kind": "ability",
        "name": {"en": "Ferryman", "es": "Barquero"},
        "fact": "figures.range",
        "value": "15 cm",
        "unit": "cm",
        "when": None,
        "from": [{"document": "reeds-booklet", "page": None, "lines": [12, 14], "digest": "41aa"}],
    }
    charging = facts[-1]
    assert charging["when"] == "self.charging: true; opponent.tool: not 1, 2"
    assert [fact["value"] for fact in facts] == ["15 cm", "+2", "1", "oar, net", "2.5 cm", None, "+1D6"]


def test_the_same_facts_open_in_a_spreadsheet(run: Callable, reeds: Path) -> None:
    result = run("--project", reeds, "facts", "reeds-1e", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert rows[1]["name-es"] == "Barquero" and rows[1]["value"] == "+2"
    assert rows[0]["from"] == "reeds-booklet 12-14"
