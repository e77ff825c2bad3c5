"""Findings as SARIF 2.1.0, the form in which code hosts and editors take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from kensei_docs.problems import Place, Problem, short_path

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(problems: Sequence[Problem], pages: Mapping[str, str], version: str) -> dict[str, Any]:
    """Return one run with its rules (``pages`` by check) and a result for each problem.

    A finding that a ruling settles is a result that is suppressed, with the ruling's id.
    """
    names = [name for name in pages if any(problem.check == name for problem in problems)]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "kensei-docs",
                        "version": version,
                        "rules": [_rule(name, pages[name]) for name in names],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(problem, names) for problem in problems],
            }
        ],
    }


def _rule(name: str, page: str) -> dict[str, Any]:
    promise, _, rest = page.partition("\n")
    weight = page.rpartition("Severity: ")[2].strip(" .\n") or "error"
    return {
        "id": name,
        "shortDescription": {"text": promise},
        "fullDescription": {"text": rest.strip() or promise},
        "help": {"text": page},
        "defaultConfiguration": {"level": weight},
    }


def _result(problem: Problem, names: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": problem.check,
        "level": problem.severity,
        "message": {"text": problem.message},
        "locations": [_location(problem.place)],
    }
    if problem.check in names:
        result["ruleIndex"] = names.index(problem.check)
    related = [*map(_location, getattr(problem, "related", ())), *filter(None, map(_read_at, problem.citations))]
    if related:
        result["relatedLocations"] = [{"id": number, **location} for number, location in enumerate(related)]
    if problem.record:
        result["locations"][0]["logicalLocations"] = [
            {"fullyQualifiedName": "/".join(filter(None, (problem.edition, problem.record)))}
        ]
    ruling = getattr(problem, "ruling", None)
    if ruling:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": f"ruling/{ruling}"}]
    return result


def _location(place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": PurePath(short_path(place.file)).as_posix()}}
    if place.line is not None:
        physical["region"] = {"startLine": place.line}
        if place.column is not None:
            physical["region"]["startColumn"] = place.column
    return {"physicalLocation": physical}


def _read_at(citation: Any) -> dict[str, Any] | None:
    """Return where a document was read; a document has no address, only a name."""
    lines, page = citation.lines, citation.page
    if not lines and not page:
        return None
    place = f"page {page}"
    if lines:
        first, last = lines
        place = f"line {first}" if first == last else f"lines {first}-{last}"
    location: dict[str, Any] = {"message": {"text": f"{citation.document}, {place}"}}
    if lines:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": citation.document, "uriBaseId": "DOCUMENTS"},
            "region": {"startLine": lines[0], "endLine": lines[1]},
        }
    return location
