#!/usr/bin/env python3
"""Measure how well scans are read: scan PDFs, read both, and compare their observations.

usage: tools/measure_scans.py [--askew DEGREES] [--dpi DPI] [--seed SEED] [--pages 1-10] FILE...

A FILE is a PDF that has a source. Its pages become pictures: noisy, a little blurred, askew to either side in
turn. What is read from the text layer is what should be read from the scan. Needs requirements-ocr.txt.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import defaultdict
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageFilter

from kensei_docs.extract.formats import read_document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.project import Project
from kensei_docs.sources import Source, identify


def scanned(pdf: Path, askew: float, dpi: int, seed: int) -> Path:
    """Write a scan of a PDF beside it."""
    chance = random.Random(seed)
    sheets = []
    for number, page in enumerate(pdfium.PdfDocument(pdf)):
        sheet = page.render(scale=dpi / 72).to_pil().convert("L")
        turn = askew if number % 2 else -askew
        sheet = sheet.rotate(turn, resample=Image.Resampling.BICUBIC, fillcolor=255)
        sheet = sheet.filter(ImageFilter.GaussianBlur(0.6)).point(lambda value: int(0.86 * value + 22))
        sheet = ImageChops.add(sheet, Image.effect_noise(sheet.size, 20), offset=-128)
        for _ in range(sheet.width * sheet.height // 1250):
            sheet.putpixel((chance.randrange(sheet.width), chance.randrange(sheet.height)), 60)
        sheets.append(sheet)
    scan = pdf.with_suffix(".scan.pdf")
    sheets[0].save(scan, "PDF", resolution=dpi, save_all=True, append_images=sheets[1:], quality=75)
    return scan


def part_of(file: Path, pages: str | None, folder: Path) -> Path:
    """Write the asked pages of a PDF into a folder."""
    part = folder / file.name
    with pikepdf.open(file) as whole:
        if pages:
            first, _, last = pages.partition("-")
            del whole.pages[int(last or first) :]
            del whole.pages[: int(first) - 1]
        whole.save(part)
    return part


def values_of(read: ReadingResult) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for observation in read.observations:
        found[observation.record, observation.fact].append(observation.value.casefold())
    return found


def measure(file: Path, source: Source, scan: Path) -> str:
    """Return one line of figures, and one for each observation that is wrong or missing."""
    right = values_of(read_figures(read_document(file, source), source))
    read = values_of(read_figures(read_document(scan, source), source))
    said, wrong, missing = [], 0, 0
    for key, values in right.items():
        for value, other in zip(values, [*read.get(key, []), *[None] * len(values)], strict=False):
            missing, wrong = missing + (other is None), wrong + (other not in (None, value))
            said += [] if other == value else [f"    {' '.join(key)}: {value}, read as {other}"]
    total = sum(map(len, right.values()))
    share = 100 * (total - wrong - missing) / max(1, total)
    head = f"{file.name}: {total} observations, {share:.1f} % right, {wrong} wrong, {missing} missing"
    return "\n".join([head, *said])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--askew", type=float, default=0.6)
    options.add_argument("--dpi", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--pages")
    options.add_argument("files", nargs="+", type=Path, metavar="FILE")
    asked = options.parse_args()
    for file in asked.files:
        source = identify(Project.open(), file)
        with tempfile.TemporaryDirectory() as folder:
            part = part_of(file, asked.pages, Path(folder))
            print(measure(part, source, scanned(part, asked.askew, asked.dpi, asked.seed)), flush=True)


if __name__ == "__main__":
    main()
