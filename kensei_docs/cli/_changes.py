"""Changes on a terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

import click

from kensei_docs.documents.markup.change_report import ChangeReport, Line

_COLOURS = {
    "changed": "yellow",
    "added": "green",
    "removed": "red",
    "renamed": "cyan",
    "moved": "cyan",
    "out-of-scope": "white",
}
_SIGNS = {"changed": "~", "added": "+", "removed": "-", "renamed": "=", "moved": "=", "out-of-scope": "."}


def as_text(report: ChangeReport) -> Iterator[str]:
    """Yield the lines that a terminal shows: the totals first, then what they are made of."""
    yield click.style(f"{report.a} → {report.b}: {report.totals}", bold=True)
    for section in report.sections:
        yield ""
        yield click.style(section.title, bold=True, underline=True)
        for group in section.groups:
            yield click.style(group.title, fg="bright_black") + (f" {group.summary}" if group.summary else "")
            for entry in group.entries:
                yield f"  {click.style(entry.name, bold=True)} ({entry.id})"
                for line in entry.lines:
                    sign = click.style(_SIGNS[line.change], fg=_COLOURS[line.change])
                    places = click.style(f"  [{line.places}]", dim=True) if line.places else ""
                    yield f"    {sign} {_format_line(line)}{places}"


def as_markdown(report: ChangeReport) -> Iterator[str]:
    """Yield the lines of a Markdown page."""
    yield f"# {report.a} → {report.b}"
    yield ""
    yield report.totals
    for section in report.sections:
        yield ""
        yield f"## {section.title}"
        for group in section.groups:
            yield ""
            yield f"### {group.title}"
            yield ""
            if group.summary:
                yield group.summary
            for entry in group.entries:
                yield f"- **{_escape(entry.name)}**"
                for line in entry.lines:
                    places = f" — *{line.places}*" if line.places else ""
                    yield f"  - {_escape(_format_line(line))}{places}"


def _format_line(line: Line) -> str:
    values = " → ".join(value for value in (line.old, line.new) if value is not None)
    if line.old is not None and line.new is None:
        values = f"{line.old} → –"
    label = f"{line.label}: " if line.label else ""
    return f"{label}{values}" + (f" {line.note}" if line.note else "")


def _escape(words: str) -> str:
    """Return words in which Markdown finds no marks."""
    return "".join(f"\\{letter}" if letter in "*_`[]<>#|" else letter for letter in words)
