"""What each stage of reading a PDF is for: it is switched off, and facts and scores are counted again.

``KENSEI_SOURCES`` and ``KENSEI_LAYOUTS`` name folders of PDFs of the shipped documents, as they are and set anew,
``KENSEI_SCORE`` the words of a program that scores drafts of other rulebooks: it is given a command that is
``kensei-docs`` and prints a table, whose head begins with ``document`` and whose sums begin with ``in all``.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.timing import PYTHON, ROOT, Row
from benchmarks.without import STAGES

# Prints the facts of some PDFs. Of a file whose source is not named, that one counts of which it has most facts.
_FACTS = """import json, sys
from pathlib import Path
from benchmarks.without import switch_off
from kensei_docs.extract.formats import read_lines
from kensei_docs.extract.reading import read_figures
from kensei_docs.extract.text import document_of
from kensei_docs.project import Project
from kensei_docs.sources import load_source, source_ids
stage, files = sys.argv[1], json.loads(sys.argv[2])
project = Project.open()
sources = {known: load_source(project, known) for known in source_ids(project)}
if stage:
    switch_off(stage)
facts = []
for file, known in files:
    lines = read_lines(Path(file))
    read = [
        [[file, source.id, one.record, one.fact, str(one.value)]
         for one in read_figures(document_of(lines, source), source).observations]
        for source in ([sources[known]] if known else sources.values())
    ]
    facts += max(read, key=len)
print(json.dumps(facts))
"""

Fact = tuple[str, ...]


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Count the facts and marks without each stage against those with all; nothing without a folder of PDFs."""
    files = [file for name in ("KENSEI_SOURCES", "KENSEI_LAYOUTS") for file in _pdfs(os.environ.get(name))]
    score = shlex.split(os.environ.get("KENSEI_SCORE", ""))
    if not files and not score:
        yield Row("stages", "all", None, note="not measured: KENSEI_SOURCES and KENSEI_SCORE name nothing")
        return
    all_facts, all_marks = _facts("", dict.fromkeys(files, "")), _marks("", score, folder)
    sources = {file: source for file, source, *_ in all_facts}
    yield Row("all stages", "", None, note=f"{len(all_facts)} facts; {all_marks or 'no marks'}")
    for stage in STAGES:
        facts, marks = _facts(stage, sources), _marks(stage, score, folder)
        lost, wrong = len(all_facts - facts), len(facts - all_facts)
        said = f"{lost} facts fewer, {wrong} wrong" if lost or wrong else "no fact differs"
        told = f"; {marks}" if marks != all_marks else "; the same marks" if marks else ""
        yield Row(f"without {stage}", "all", None, note=said + told)


def _pdfs(folder: str | None) -> list[str]:
    return sorted(map(str, Path(folder).glob("*.pdf"))) if folder else []


def _facts(stage: str, files: Mapping[str, str]) -> set[Fact]:
    """Return the facts of some PDFs, each with its file and its source, read without a stage; ``files`` has the source
    of each, if it is known."""
    done = _run([PYTHON, "-c", _FACTS, stage, json.dumps(list(files.items()))], {})
    return set(map(tuple, json.loads(done)))


def _marks(stage: str, score: Sequence[str], folder: Path) -> str:
    """Return the marks that a scoring program gives without a stage."""
    if not score:
        return ""
    tool = shlex.join([PYTHON, "-m", "benchmarks.without", stage])
    done = _run([score[0], score[1], tool, *score[2:]], {"KENSEI_CACHE": str(folder / f"caches-{stage}")})
    lines = done.splitlines()
    head = next((re.split(r"\s{2,}", line)[1:] for line in lines if line.startswith("document")), [])
    sums = next((line.split()[2:] for line in lines if line.startswith("in all")), [])
    return ", ".join(f"{name} {mark}" for name, mark in zip(head, sums, strict=False) if "/" in mark)


def _run(words: Sequence[str], more: dict[str, str]) -> str:
    """Return what a program prints; raises RuntimeError with its errors where it fails."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    done = subprocess.run(words, capture_output=True, text=True, env=surroundings, check=False)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(words)[:200]} failed: {done.stderr[-2000:]}")
    return done.stdout
