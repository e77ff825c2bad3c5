"""Measure, and print a table of ratios.

usage: python -m benchmarks [PART]... [--cards N,N] [--runs N] [--out FILE]
"""

from __future__ import annotations

import argparse
import os
import tempfile
from importlib import import_module
from pathlib import Path

from benchmarks import parts
from benchmarks.timing import Row, table
from kensei_docs.discover import names_of

# Of each part: what it is given to measure with.
SIZES = (54, 540)


def main() -> None:
    """Measure the parts that are named, by default all."""
    known = names_of(parts)
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(known)}")
    parser.add_argument(
        "--cards", default=",".join(map(str, SIZES)), help="numbers of cards, the last for what is measured once"
    )
    parser.add_argument("--runs", type=int, default=3, help="of each command, in turn")
    parser.add_argument("--out", type=Path, help="a file for the table as well")
    asked = parser.parse_args()
    for name in asked.parts:
        if name not in known:
            parser.error(f"there is no part '{name}'; known are {', '.join(known)}")
    sizes = [int(number) for number in asked.cards.split(",")]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KENSEI_CACHE"] = str(Path(folder) / "caches")
        for name in asked.parts or known:
            module = import_module(f"benchmarks.parts.{name}")
            print(f"measuring {name}", flush=True)
            rows += module.measure(Path(folder), sizes, asked.runs)
    print(f"\n{table(rows)}", end="")
    if asked.out:
        asked.out.write_text(table(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
