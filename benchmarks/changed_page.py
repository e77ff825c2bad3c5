"""A copy of a PDF in which one page says something else."""

from __future__ import annotations

from pathlib import Path


def change_page(source: Path, target: Path, number: int, times: int) -> None:
    """Write the copy: a page (from 0) with a line more, another one each time."""
    import pikepdf

    with pikepdf.open(source) as pdf:
        page = pdf.pages[number]
        page.contents_add(f"q 1 0 0 1 {20 + times} 20 cm 0 0 9 0.4 re f Q".encode())
        pdf.save(target)
