"""On the four documents the checks find most of what a careful reader found, and little else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kensei_docs.check import proofread
from kensei_docs.check.finding import Finding
from kensei_docs.cli._terminal import Workspace
from kensei_docs.cli.reading import proofread_document

ROOT = Path(__file__).resolve().parents[3]
FAULTS = YAML(typ="safe").load(Path(__file__).with_name("faults.yaml"))
# The least share of findings that are faults, and of faults that are found, in percent.
PRECISE, FOUND = (
    90,
    {
        "kensei-rulebook-2e.en.txt": 63,
        "kensei-living-rules-2020.es.txt": 28,
        "heroic-skirmish-2002.en.txt": 33,
        "samurai-skirmish-quickref.en.txt": 60,
    },
)


def lines_of(finding: Finding) -> set[int | None]:
    """Return the lines at which a finding tells its fault; a variant's are all it has."""
    cited = {citation.lines[0] for citation in finding.citations if citation.lines}
    return {finding.place.line, *(cited if finding.check == "term-alias" else ())}


def told(finding: Finding, faults: dict[str, list[list[int]]]) -> Iterator[int]:
    """Yield the faults that a finding tells, by their place in the list of its check."""
    for number, lines in enumerate(faults.get(finding.check, ())):
        if lines_of(finding) & set(lines):
            yield number


@pytest.mark.parametrize("name", FAULTS)
def test_the_faults_of_a_document_are_found_with_few_false_alarms(documents: Path, name: str) -> None:
    faults = FAULTS[name]
    findings = proofread_document(Workspace(str(ROOT)), documents / name, None, None, (), proofread.pages())
    false = [str(finding) for finding in findings if not list(told(finding, faults))]
    found = {(finding.check, number) for finding in findings for number in told(finding, faults)}
    real = sum(map(len, faults.values()))
    assert len(false) * 100 <= len(findings) * (100 - PRECISE), "\n".join(false)
    assert len(found) * 100 >= real * FOUND[name], Counter(check for check, _ in found)
