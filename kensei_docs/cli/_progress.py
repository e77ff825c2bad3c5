"""Progress of long printing on a terminal; elsewhere nothing but the lines that matter."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from kensei_docs.problems import shown

if TYPE_CHECKING:
    from kensei_docs.documents.press import Output


class Progress:
    """Watches the press: bars for faces and outputs, and (verbose) why a face is laid out."""

    def __init__(self, verbose: bool) -> None:
        self._verbose = verbose
        self._bars: Any = None
        self._tasks: dict[str, Any] = {}
        self._totals: Counter[str] = Counter()
        self._done: Counter[str] = Counter()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._bars:
            self._bars.stop()

    def planned(self, lay_out: int, reuse: int, write: int) -> None:
        """Take note of how much there is to do."""
        self._totals.update(faces=lay_out, reused=reuse, outputs=write)

    def anew(self, faces: Path, slot: str, reason: str) -> None:
        """Say why a face is laid out, if anyone wants to know."""
        if self._verbose:
            click.echo(f"{'/'.join(faces.parts[1:])} {slot}: {reason}")

    def laid_out(self, count: int) -> None:
        """Move the bar of faces on."""
        self._advance("faces", count)

    def written(self, path: Path) -> None:
        """Move the bar of outputs on."""
        self._advance("outputs", 1)

    def summary(self, outputs: Sequence[Output]) -> Iterator[str]:
        """Yield the last lines: what was written, and how much was not needed."""
        fresh = [output for output in outputs if output.fresh]
        for output in fresh:
            yield (f"wrote {shown(str(output.path))}: {_counted(output.faces, 'face')} on "
                   f"{_counted(output.sheets, 'side')}")
        kept = len(outputs) - len(fresh)
        laid, reused = self._totals["faces"], self._totals["reused"]
        if not outputs:
            yield "nothing to print: none of the editions has records for these documents"
        else:
            yield (f"{_counted(len(fresh), 'document')} written, {kept} unchanged; "
                   f"{_counted(laid, 'face')} laid out, {reused} reused")

    def _advance(self, what: str, count: int) -> None:
        self._done[what] += count
        # Not before the first news: until then the press may still start its processes, which
        # is only safe while there is no thread to move the bars.
        if self._bars is None and sys.stderr.isatty():
            self._start()
        if self._bars:
            self._bars.update(self._tasks[what], completed=self._done[what])

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        self._bars = Bars(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                          TimeRemainingColumn(), console=Console(stderr=True), transient=True)
        for what, label in (("faces", "faces laid out"), ("outputs", "documents written")):
            self._tasks[what] = self._bars.add_task(label, total=self._totals[what])
        self._bars.start()


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
