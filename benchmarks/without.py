"""kensei-docs with a stage of reading a PDF switched off: python -m benchmarks.without STAGE [ARGUMENT]..."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

# What a stage gives where it does nothing, by its arguments.
_SAME: Callable[..., Any] = lambda given, *others, **more: given  # noqa: E731
_NONE: Callable[..., Any] = lambda *given, **more: ()  # noqa: E731
_FALSE: Callable[..., Any] = lambda *given, **more: False  # noqa: E731

# Each stage: the room that calls it, its name there, and what stands for it.
STAGES: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "layers that are switched off": ("pages", "without_switched_off", _SAME),
    "text that nobody sees": ("content", "_shows", lambda *given: True),
    "letters printed twice": ("content", "_weighed", _SAME),
    "marks of notes": ("content", "_as_mark", _SAME),
    "form fields": ("pages", "with_fields", _SAME),
    "reviewers' notes": ("pages", "with_reviewers_notes", _SAME),
    "structure": ("pages", "places_on", lambda sheet: {}),
    "order of the structure": ("flow", "_in_declared_order", _SAME),
    "tables of the structure": ("flow", "_declared_tables", _NONE),
    "tables with rules": ("flow", "ruled_tables", _NONE),
    "tables without rules": ("flow", "grids_in", _NONE),
    "heads written upward": ("flow", "with_turned_head", _SAME),
    "paragraphs are no tables": ("flow", "_is_paragraph", _FALSE),
    "columns written across": ("flow", "_goes_across", _FALSE),
    "page numbers, running heads": ("flow", "furniture_of", lambda pages, places: [[] for _ in pages]),
    "drop capitals": ("flow", "with_capitals_joined", _SAME),
    "signs at the end of a line": ("flow", "with_ends_joined", _SAME),
    "notes apart from the text": ("flow", "with_notes_apart", _SAME),
    "notes at their marks": ("document_lines", "with_notes_placed", _SAME),
    "underlined headings": ("document_lines", "_is_underlined", _FALSE),
}


def switch_off(stage: str) -> None:
    """Let a stage do nothing in this process; raises KeyError for one that is not known, AttributeError for one that
    has another name now."""
    room, name, instead = STAGES[stage]
    module = import_module(f"kensei_docs.extract.pdf.{room}")
    getattr(module, name)
    setattr(module, name, instead)


def main() -> None:
    """Run the command line without a stage."""
    stage, *arguments = sys.argv[1:]
    if stage:
        switch_off(stage)
    sys.argv[1:] = arguments
    from kensei_docs.cli import main as cli

    cli()


if __name__ == "__main__":
    main()
