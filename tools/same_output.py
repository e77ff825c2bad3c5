"""Compare what two states of the project print and report.

    python tools/same_output.py answers FOLDER     write the answers of the reporting commands
    python tools/same_output.py compare BEFORE AFTER

``answers`` runs every command that reports, as JSON, in the working directory, and writes one file a
command into FOLDER; with KENSEI_SOURCES set, it reads the documents in that folder as well. ``compare``
compares two folders of answers or of prints (the ``build`` folder of each state). Files
of equal bytes are the same. Two PDFs of other bytes are the same where their pages look alike at 150 dpi,
pixel by pixel, and their text, sizes, links, outlines and structure trees agree.
Exit status 1 where anything differs.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

DPI = 150
# Two coordinates, in points, are the same where they differ by less than one pixel at 7,200 dpi.
PRECISION = 2

ODDS = {
    "melee": ["10 samurai katana, attack 2, charging", "vs", "8 ashigaru yari"],
    "armour": ["10 samurai katana, attack 2", "vs", "8 ashigaru yari, samurai-armour, honour 3"],
    "explained": ["--explain", "5 samurai katana, attack 3", "vs", "6 ashigaru yari, attack 1"],
}


def main() -> int:
    """Do what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    answers = commands.add_parser("answers")
    answers.add_argument("folder", type=Path)
    compare = commands.add_parser("compare")
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    asked = parser.parse_args()
    if asked.command == "answers":
        write_answers(asked.folder)
        return 0
    differences = list(differences_of(asked.before, asked.after))
    print("\n".join(differences) or "the same")
    return 1 if differences else 0


def write_answers(folder: Path) -> None:
    """Write the answer of every reporting command into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, arguments in questions():
        done = subprocess.run(
            [sys.executable, "-m", "kensei_docs", *arguments], capture_output=True, text=True, check=False
        )
        (folder / f"{name}.txt").write_text(f"{done.stdout}{done.stderr}exit status {done.returncode}\n")


def questions() -> Iterator[tuple[str, list[str]]]:
    """Yield the name and arguments of every command that reports."""
    editions = sorted(folder.name for folder in Path("data/editions").iterdir())
    yield "facts", ["facts"]
    yield "check", ["check", "--ruled", "--severity", "note", "--format", "json"]
    yield "examples", ["example", "run", "--format", "json"]
    yield "catalogues", ["catalogue", "status"]
    yield "list", ["list"]
    for language in ("en", "es"):
        yield f"diff-{language}", ["diff", "kensei-2e", "kensei-lr-2020", "-l", language]
    yield "diff-json", ["diff", "kensei-2e", "kensei-lr-2020", "--words", "--format", "json"]
    for edition in editions:
        yield f"coverage-{edition}", ["example", "coverage", edition]
    for name, words in ODDS.items():
        yield f"odds-{name}", ["odds", *words]
        yield f"odds-{name}-json", ["odds", *words, "--format", "json"]
    documents = os.environ.get("KENSEI_SOURCES")
    if documents:
        for document in sorted(Path(documents).iterdir()):
            yield f"reconcile-{document.name}", ["reconcile", str(document), "--format", "json"]
            yield f"proofread-{document.name}", ["check", "--document", str(document), "--format", "json"]
            yield f"text-{document.name}", ["extract", str(document), "--text"]
            yield f"extract-{document.name}", ["extract", str(document), "--out", "build/extracted"]


def differences_of(before: Path, after: Path) -> Iterator[str]:
    """Yield a line for each difference of two folders."""
    old, new = (
        {str(file.relative_to(folder)): file for file in sorted(folder.rglob("*.*")) if is_output(file, folder)}
        for folder in (before, after)
    )
    yield from (f"{name}: gone" for name in old if name not in new)
    yield from (f"{name}: new" for name in new if name not in old)
    changed = [name for name in old if name in new and old[name].read_bytes() != new[name].read_bytes()]
    print(f"{len(old)} files, {len(changed)} of other bytes", file=sys.stderr)
    with ProcessPoolExecutor() as pool:
        for name, found in zip(
            changed, pool.map(compare_files, [old[n] for n in changed], [new[n] for n in changed]), strict=True
        ):
            yield from (f"{name}: {difference}" for difference in found)


def is_output(file: Path, folder: Path) -> bool:
    """Return whether a file is an output, not something that a cache holds."""
    return file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)


def compare_files(before: Path, after: Path) -> list[str]:
    """Return the differences of two files whose bytes differ."""
    return list(compare_pdfs(before, after)) if before.suffix == ".pdf" else ["other bytes"]


def compare_pdfs(before: Path, after: Path) -> Iterator[str]:
    """Yield what differs between two PDFs, to whoever looks at them, reads them or follows their links."""
    import pikepdf
    import pypdfium2

    old, new = pypdfium2.PdfDocument(before), pypdfium2.PdfDocument(after)
    if len(old) != len(new):
        yield f"{len(old)} pages, then {len(new)}"
        return
    for number, (a, b) in enumerate(zip(old, new, strict=True), 1):
        if a.get_size() != b.get_size():
            yield f"page {number}: {a.get_size()} points, then {b.get_size()}"
        elif drawn(a) != drawn(b):
            yield f"page {number}: looks different"
        if text_of(a) != text_of(b):
            yield f"page {number}: other text"
        a.close()
        b.close()
    with pikepdf.open(before) as one, pikepdf.open(after) as other:
        for what, told in {"links": links, "outline": outline, "structure": structure, "boxes": boxes}.items():
            for left, right in itertools.zip_longest(told(one), told(other)):
                if left != right:
                    yield f"{what}: {left}, then {right}"
                    break
        for key in ("/Lang", "/ViewerPreferences", "/MarkInfo"):
            if repr(one.Root.get(key)) != repr(other.Root.get(key)):
                yield f"{key}: {one.Root.get(key)!r}, then {other.Root.get(key)!r}"
        if repr(one.docinfo.get("/Title")) != repr(other.docinfo.get("/Title")):
            yield "other title"


def drawn(page: Any) -> bytes:
    """Return the pixels of a page at 150 dpi."""
    return bytes(page.render(scale=DPI / 72).to_pil().tobytes())


def text_of(page: Any) -> str:
    """Return the text of a page."""
    return str(page.get_textpage().get_text_bounded())


def links(pdf: Any) -> list[object]:
    """Return every link: its page, its corners and where it leads."""
    pages = numbers_of(pdf)
    found: list[object] = []
    for number, page in enumerate(pdf.pages):
        for note in page.obj.get("/Annots", []):
            corners = tuple(round(float(edge), PRECISION) for edge in note.Rect)
            action = note.get("/A")
            leads = str(action.URI) if action is not None and "/URI" in action else place(pdf, note, pages)
            found.append((number, corners, leads))
    return sorted(found, key=repr)


def place(pdf: Any, item: Any, pages: dict[Any, int]) -> object:
    """Return the page and position that a link or an entry of the outline leads to."""
    import pikepdf

    leads = item.get("/Dest") if "/Dest" in item else item.get("/A", {}).get("/D")
    if isinstance(leads, pikepdf.String | pikepdf.Name):
        leads = named(pdf).get(str(leads))
    if leads is None:
        return None
    leads = leads.D if isinstance(leads, pikepdf.Dictionary) else leads
    return pages.get(leads[0].objgen), [
        round(float(part), PRECISION) if not isinstance(part, pikepdf.Name | type(None)) else str(part)
        for part in list(leads)[1:]
    ]


def named(pdf: Any) -> dict[str, Any]:
    """Return the named destinations of a PDF."""
    import pikepdf

    if "/Names" not in pdf.Root or "/Dests" not in pdf.Root.Names:
        return {}
    return dict(pikepdf.NameTree(pdf.Root.Names.Dests).items())


def numbers_of(pdf: Any) -> dict[Any, int]:
    """Return the numbers of the pages, from 0, by their objects."""
    return {page.obj.objgen: number for number, page in enumerate(pdf.pages)}


def outline(pdf: Any) -> list[object]:
    """Return the entries of the outline: depth, words and where each leads."""
    pages = numbers_of(pdf)
    found: list[object] = []

    def walk(item: Any, depth: int) -> None:
        while item is not None:
            found.append((depth, str(item.Title), place(pdf, item, pages)))
            walk(item.get("/First"), depth + 1)
            item = item.get("/Next")

    if "/Outlines" in pdf.Root:
        walk(pdf.Root.Outlines.get("/First"), 0)
    return found


def structure(pdf: Any) -> Iterator[object]:
    """Yield every element of the structure tree in reading order: depth, type, words, pieces of content."""
    import pikepdf

    pages = numbers_of(pdf)

    def walk(element: Any, depth: int) -> Iterator[object]:
        if not isinstance(element, pikepdf.Dictionary):
            yield depth, "content", int(element)
            return
        if element.get("/Type") in ("/MCR", "/OBJR"):
            yield (
                depth,
                str(element.Type),
                pages.get(element.Pg.objgen) if "/Pg" in element else None,
                int(element.get("/MCID", -1)),
            )
            return
        yield (
            depth,
            str(element.get("/S")),
            str(element.get("/T", "")),
            str(element.get("/Alt", "")),
            str(element.get("/ActualText", "")),
            str(element.get("/Lang", "")),
            repr(element.get("/A")),
            pages.get(element.Pg.objgen) if "/Pg" in element else None,
        )
        for kid in kids(element):
            yield from walk(kid, depth + 1)

    if "/StructTreeRoot" in pdf.Root:
        for kid in kids(pdf.Root.StructTreeRoot):
            yield from walk(kid, 0)


def kids(element: Any) -> list[Any]:
    """Return the kids of an element of the structure tree, one or several."""
    import pikepdf

    found = element.get("/K")
    return [] if found is None else list(found) if isinstance(found, pikepdf.Array) else [found]


def boxes(pdf: Any) -> Iterator[object]:
    """Yield the boxes and the rotation of every page."""
    for page in pdf.pages:
        yield [
            [round(float(edge), PRECISION) for edge in page.obj[key]] if key in page.obj else None
            for key in ("/MediaBox", "/CropBox", "/TrimBox", "/BleedBox", "/ArtBox")
        ] + [int(page.obj.get("/Rotate", 0))]


if __name__ == "__main__":
    sys.exit(main())
