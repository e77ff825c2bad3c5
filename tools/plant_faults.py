"""Plant faults of spelling in documents, one at a time, and print how many of them the proofreader finds.

python tools/plant_faults.py FOLDER|FILE … [--seed N] [--faults N] [--verbose]

A fault is an edit by rule, such as "two letters of a word are exchanged", at a place that the seed picks among all
where the rule applies. It is found if a finding stands at its line that the untouched text doesn't have.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from kensei_docs.check import proofread
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript
from kensei_docs.cli._terminal import Workspace
from kensei_docs.cli.reading import manuscript_at

ROOT = Path(__file__).resolve().parents[1]


class Fault(NamedTuple):
    """An edit: the index of its line, and the line's text after it."""

    line: int
    text: str


def _edit(pattern: str, change: Callable[[re.Match[str]], str]) -> Callable[[Manuscript], Iterator[Fault]]:
    def faults(manuscript: Manuscript) -> Iterator[Fault]:
        for index, line in enumerate(manuscript.lines):
            for match in re.finditer(pattern, "" if line.heading else line.text):
                edited = line.text[: match.start()] + change(match) + line.text[match.end() :]
                if edited != line.text:
                    yield Fault(index, edited)

    return faults


RULES = {
    "a word stands twice": _edit(r"(?<=[a-z] )[a-z]{2,} (?=[a-z])", lambda match: 2 * match[0]),
    "two letters are exchanged": _edit(
        r"\b([a-z]{2,})([a-z])([a-z])([a-z]{2,})\b", lambda match: match[1] + match[3] + match[2] + match[4]
    ),
    "a letter stands twice": _edit(r"\b([a-z]{2,})([b-df-hj-np-tv-z])([a-z]{2,})\b", lambda m: m[1] + 2 * m[2] + m[3]),
    "a full stop stands twice": _edit(r"(?<=[a-z]{3})\.$", lambda match: ".."),
    "a capital too many": _edit(r"\b([A-Z])([a-z])([a-z]{2,})\b", lambda match: match[1] + match[2].upper() + match[3]),
}


def key(finding: Finding) -> tuple[str, int | None, str]:
    """Return what is the same of a finding before and after another edit."""
    return finding.check, finding.place.line, finding.message


def plant(files: list[Path], seed: int, faults: int) -> Iterator[tuple[str, str, str, str, list[Finding]]]:
    """Plant ``faults`` faults, one at a time; yield the document, the rule, the line before and after, what finds it.

    In turn each rule has one planted, in a document that has a place left for it.
    """
    random = Random(seed)
    manuscripts = {file.name: manuscript_at(Workspace(str(ROOT)), file) for file in files}
    before = {name: Counter(map(key, proofread.check_manuscript(one))) for name, one in manuscripts.items()}
    places = {(name, rule): [*edits(one)] for name, one in manuscripts.items() for rule, edits in RULES.items()}
    for number in range(faults):
        rule = [*RULES][number % len(RULES)]
        having = [name for name in manuscripts if places[name, rule]]
        if not having:
            continue
        name = random.choice(having)
        pool = places[name, rule]
        fault = pool.pop(random.randrange(len(pool)))
        lines = list(manuscripts[name].lines)
        was = lines[fault.line]
        lines[fault.line] = replace(was, text=fault.text)
        after = proofread.check_manuscript(replace(manuscripts[name], lines=lines))
        found = [one for one in after if not before[name][key(one)] and one.place.line in (was.number, None)]
        yield name, rule, was.text, fault.text, found


def main() -> None:
    """Print found and planted by rule and by document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    files = [file for each in given.files for file in (sorted(each.glob("*.txt")) if each.is_dir() else [each])]
    counts: Counter[tuple[str, bool]] = Counter()
    for name, rule, was, text, findings in plant(files, given.seed, given.faults):
        for group in (rule, name, "together"):
            counts[group, bool(findings)] += 1
        if given.verbose:
            print(f"{name}: {rule}: {was!r} -> {text!r}: {'; '.join(map(str, findings)) or 'not found'}")
    for group in dict.fromkeys(group for group, _ in counts):
        print(f"{group}: {counts[group, True]} of {counts[group, True] + counts[group, False]}")


if __name__ == "__main__":
    main()
