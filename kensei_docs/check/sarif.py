"""Findings as SARIF, the format in which code hosts and editors show the findings of checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from kensei_docs.check.finding import ruling_of
from kensei_docs.database import Citation
from kensei_docs.problems import Place, Problem, short_path

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(problems: Sequence[Problem], pages: Mapping[str, str], version: str) -> dict[str, Any]:
    """Return findings as one run of SARIF 2.1.0, with a rule for each check (``pages``) that found something.

    A finding that a ruling settles is a result that is suppressed, with the ruling's id.
    """
    names = [name for name in pages if any(problem.check == name for problem in problems)]
    rules = [_sarif_rule(name, pages[name]) for name in names]
    run = {
        "tool": {"driver": {"name": "kensei-docs", "version": version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(problem, names) for problem in problems],
    }
    return {"$schema": SARIF, "version": "2.1.0", "runs": [run]}


def _sarif_rule(name: str, page: str) -> dict[str, Any]:
    promise, _, rest = page.partition("\n")
    weight = page.rpartition("Severity: ")[2].strip(" .\n") or "error"
    return {
        "id": name,
        "shortDescription": {"text": promise},
        "fullDescription": {"text": rest.strip() or promise},
        "help": {"text": page},
        "defaultConfiguration": {"level": weight},
    }


def _sarif_result(problem: Problem, names: list[str]) -> dict[str, Any]:
    location = _sarif_place(problem.place)
    if problem.record:
        record = "/".join(filter(None, (problem.edition, problem.record)))
        location["logicalLocations"] = [{"fullyQualifiedName": record}]
    result: dict[str, Any] = {
        "ruleId": problem.check,
        "level": problem.severity,
        "message": {"text": problem.message},
        "locations": [location],
    }
    if problem.check in names:
        result["ruleIndex"] = names.index(problem.check)
    places = [_sarif_place(place) for place in getattr(problem, "related", ())]
    places += [_sarif_citation(citation) for citation in problem.citations if citation.lines or citation.page]
    if places:
        result["relatedLocations"] = [{"id": number, **place} for number, place in enumerate(places)]
    if ruling := ruling_of(problem):
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": f"ruling/{ruling}"}]
    return result


def _sarif_place(place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": PurePath(short_path(place.file)).as_posix()}}
    if place.line is not None:
        physical["region"] = {"startLine": place.line}
        if place.column is not None:
            physical["region"]["startColumn"] = place.column
    return {"physicalLocation": physical}


def _sarif_citation(citation: Citation) -> dict[str, Any]:
    """Return where a document was read; a document has no address, only a name."""
    if not citation.lines:
        return {"message": {"text": f"{citation.document}, page {citation.page}"}}
    first, last = citation.lines
    lines = f"line {first}" if first == last else f"lines {first}-{last}"
    return {
        "message": {"text": f"{citation.document}, {lines}"},
        "physicalLocation": {
            "artifactLocation": {"uri": citation.document, "uriBaseId": "DOCUMENTS"},
            "region": {"startLine": first, "endLine": last},
        },
    }
