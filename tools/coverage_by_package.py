"""Print the share of lines that the tests run, by package, from slipcover's JSON report; exit status 1 below the goal.

python tools/coverage_by_package.py REPORT [GOAL]        GOAL in per cent of all lines
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path, PurePath


def main(report: Path, goal: float = 0) -> int:
    """Print a line for each package and one for all; return the exit status."""
    lines: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, file in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        parts = PurePath(name).with_suffix("").parts[1:]
        package = ".".join(parts[: 2 if parts[0] in ("documents", "extract") and len(parts) > 2 else 1])
        for key in (package, "all"):
            covered, missing = file["summary"]["covered_lines"], file["summary"]["missing_lines"]
            lines[key][0] += covered
            lines[key][1] += covered + missing
    for package, (covered, every) in sorted(lines.items(), key=lambda entry: (entry[0] == "all", entry[0])):
        print(f"{package:<22} {covered:>6} of {every:<6} {covered / max(1, every):>7.1%}")
    covered, every = lines["all"]
    return 0 if 100 * covered >= goal * every else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *map(float, sys.argv[2:3])))
