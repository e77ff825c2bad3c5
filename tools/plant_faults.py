"""Plant faults of structure in documents, one at a time, and print how many of them the proofreader finds.

python tools/plant_faults.py FOLDER|FILE … [--seed N] [--faults N] [--other] [--verbose]

A fault is an edit by rule, such as "the upper end of a band is raised by one", at a place that the seed picks among
all where the rule applies. It is found if a finding stands at it, or within two lines, that the untouched text
doesn't have. ``--other`` plants by the rules that the checks were not made with.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from fault_rules import RULES, Fault

from kensei_docs.check import proofread
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript, ManuscriptLine
from kensei_docs.cli._terminal import Workspace
from kensei_docs.cli.reading import manuscript_at

ROOT = Path(__file__).resolve().parents[1]
NEAR = 2  # lines
# The checks that find faults of structure; the others look for misspellings.
CHECKS = (
    "announced-but-absent",
    "band-coverage",
    "entity-reference",
    "one-parameter-one-value",
    "percent-recompute",
    "rows-in-step",
    "section-reference",
    "total-equals-rows",
    "undefined-term",
    "worked-example-replay",
)
# Words that no rule book of the four has for a thing of its game.


def key(finding: Finding) -> tuple[str, int | None, str]:
    """Return what is the same of a finding before and after another edit."""
    return finding.check, finding.place.line, finding.message


def found(manuscript: Manuscript, fault: Fault, before: Counter[tuple[str, int | None, str]]) -> list[Finding]:
    """Return the findings at a planted fault that the untouched document doesn't have."""
    lines = list(manuscript.lines)
    if fault.text is None:
        del lines[fault.line]
    else:
        lines[fault.line] = replace(lines[fault.line], text=fault.text)
    near = {line.number for line in manuscript.lines[max(0, fault.line - NEAR) : fault.line + NEAR + 1]}
    near |= {manuscript.lines[here].number for here in fault.told_at}
    after = [
        one for one in proofread.check_manuscript(replace(manuscript, lines=lines), CHECKS) if not before[key(one)]
    ]
    return [
        one
        for one in after
        if {one.place.line, *(n for c in one.citations for n in (c.lines or ()))} & near
        or (fault.text is None and one.place.line and abs(one.place.line - min(n for n in near if n)) <= 25)
    ]


def planted(manuscript: Manuscript, other: bool, random: Random) -> dict[str, list[Fault]]:
    """Return the faults that can be planted in a document by their sort, shuffled, one a line."""
    result: dict[str, list[Fault]] = {}
    for sort, one in RULES[other].items():
        places = {fault.line: fault for fault in one(manuscript)}
        result[sort] = random.sample(sorted(places.values(), key=lambda fault: fault.line), len(places))
    return result


def plant(
    files: list[Path], seed: int, faults: int, other: bool
) -> Iterator[tuple[str, Fault, ManuscriptLine, list[Finding]]]:
    """Plant ``faults`` faults, one at a time, in the documents; yield each with its line and what finds it.

    In turn each sort has one planted, in a document that has a place left for it.
    """
    random = Random(seed)
    manuscripts = {file.name: manuscript_at(Workspace(str(ROOT)), file) for file in files}
    before = {name: Counter(map(key, proofread.check_manuscript(one, CHECKS))) for name, one in manuscripts.items()}
    pools = {name: planted(one, other, random) for name, one in manuscripts.items()}
    left = faults
    while left and any(pool for of_document in pools.values() for pool in of_document.values()):
        for sort in RULES[other]:
            having = [name for name in pools if pools[name][sort]]
            if having and left:
                name = random.choice(having)
                fault = pools[name][sort].pop()
                left -= 1
                yield name, fault, manuscripts[name].lines[fault.line], found(manuscripts[name], fault, before[name])


def main() -> None:
    """Print found and planted by sort and by document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--other", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args()
    files = [file for path in asked.files for file in (sorted(path.glob("*.txt")) if path.is_dir() else [path])]
    tally: Counter[tuple[str, bool]] = Counter()
    for name, fault, line, findings in plant(files, asked.seed, asked.faults, asked.other):
        tally.update((group, bool(findings)) for group in (fault.sort, name, "together"))
        if asked.verbose:
            said = f"{findings[0].message} [{findings[0].check}]" if findings else "-"
            print(f"{name}:{line.number} {fault.sort}: {fault.what}\n    {said}")
    for group in dict.fromkeys(group for group, _ in tally):
        print(f"{group:<36} {tally[group, True]:>3} of {tally[group, True] + tally[group, False]}")


if __name__ == "__main__":
    main()
