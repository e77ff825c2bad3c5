"""What it takes to place a page of a pack: its content, the glyphs and resources that it uses."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf

from kensei_docs.documents.pdf.glyphs import glyphs_of
from kensei_docs.documents.pdf.laid import LaidPage, Used, Ways, drawn
from kensei_docs.documents.pdf.links import ways_of
from kensei_docs.documents.pdf.objects import compressed
from kensei_docs.documents.pdf.structure import marked, pieces_of, structures_of, told

# What a line of content may do that is of interest; the renderer writes an operator a line.
_USED = re.compile(
    rb"^(?:/(?P<font>\S+) \S+ Tf|(?P<shown>[\[<(].*)T[jJ]|(?P<kept>q)|(?P<back>Q)|"
    rb"(?:.* )?/(?P<name>\S+) (?P<operator>gs|Do|sh|cs|CS|scn|SCN))$",
    re.M,
)
_GLYPHS = re.compile(rb"<([0-9a-fA-F]*)>")
# The category where a resource is kept, by the operator that names it.
_CATEGORIES = {
    b"gs": "ExtGState",
    b"Do": "XObject",
    b"sh": "Shading",
    b"cs": "ColorSpace",
    b"CS": "ColorSpace",
    b"scn": "Pattern",
    b"SCN": "Pattern",
}

# Of the entries of a font's table of names.
_POSTSCRIPT_NAME = 6


@dataclass
class Usage:
    """Glyph ids by the font's resource name, and resource names by category."""

    glyphs: dict[str, set[int]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)


def usage_of(content: bytes) -> Usage:
    """Return what content of the renderer's uses; a glyph is four digits of a string."""
    found = Usage()
    font = ""
    fonts: list[str] = []
    for line in _USED.finditer(content):
        if line["shown"]:
            glyphs = found.glyphs.setdefault(font, set())
            for string in _GLYPHS.findall(line["shown"]):
                glyphs.update(int(string[i : i + 4], 16) for i in range(0, len(string), 4))
        elif line["font"]:
            font = line["font"].decode("ascii")
        elif line["kept"]:
            fonts.append(font)
        elif line["back"]:
            font = fonts.pop()
        else:
            names = found.names.setdefault(_CATEGORIES[line["operator"]], set())
            names.add(line["name"].decode("ascii"))
    return found


def unicode_of(cmap: bytes) -> dict[int, str]:
    """Return the text of each glyph id, from a ``ToUnicode`` map of single characters."""
    found: dict[int, str] = {}
    lines = iter(cmap.decode("ascii").splitlines())
    for line in lines:
        if line.endswith("beginbfchar"):
            for entry in lines:
                if entry == "endbfchar":
                    break
                glyph, text = (part.strip("<>") for part in entry.split())
                found[int(glyph, 16)] = bytes.fromhex(text).decode("utf-16-be")
    return found


class PackReader:
    """Reads what it takes to place the pages of a pack: its fonts once for all pages, and what is
    drawn on them in one piece."""

    def __init__(self, pack: pikepdf.Pdf, folder: Path) -> None:
        self._pack = pack
        self._folder = folder
        self._fonts: dict[tuple[int, int], tuple[str, dict[int, str]]] = {}
        self._structures = structures_of(pack)
        self._ways = ways_of(pack)
        self._pages: list[LaidPage] = []
        self._drawn: dict[bytes, int] = {}
        self._length = 0

    @property
    def drawn(self) -> bytes:
        """The pages that were read, their contents, and the streams that they use."""
        return drawn(self._pages, b"".join(self._drawn))

    def read(self, number: int, leads: bool = False) -> int:
        """Read what it takes to place a page and, where it ``leads`` to others, its links; return
        how many were read before."""
        page = self._pack.pages[number].obj
        content = page.Contents.read_bytes()
        usage = usage_of(content)
        fonts: dict[str, Used] = {}
        for name, glyphs in sorted(usage.glyphs.items()):
            typeface, odd = self._font(page.Resources.Font[f"/{name}"])
            fonts[name] = Used(
                typeface, sorted(glyphs), {str(glyph): odd[glyph] for glyph in sorted(glyphs & odd.keys())}
            )
        nodes = self._structures[number]
        content = marked(content, set(pieces_of(nodes)))
        objects = _Objects(self._keep)
        resources = {
            category: objects.of(page.Resources.get(f"/{category}", {}), names)
            for category, names in sorted(usage.names.items())
        }
        width, height = float(page.MediaBox[2]), float(page.MediaBox[3])
        self._pages.append(
            LaidPage(
                number,
                (width, height),
                self._keep(compressed(content)),
                fonts,
                resources,
                objects.all,
                told(nodes),
                self._ways[number] if leads else Ways(),
            )
        )
        return len(self._pages) - 1

    def _keep(self, data: bytes) -> tuple[int, int]:
        """Return where in all that is drawn some data stand, which they do once."""
        if data not in self._drawn:
            self._drawn[data] = self._length
            self._length += len(data)
        start = self._drawn[data]
        return start, start + len(data)

    def _font(self, font: Any) -> tuple[str, dict[int, str]]:
        """Return a font's typeface, and the texts of its glyphs that stand for no character."""
        if font.objgen not in self._fonts:
            from fontTools.ttLib import TTFont

            file = font.DescendantFonts[0].FontDescriptor.FontFile2
            names = TTFont(io.BytesIO(file.read_bytes()), lazy=True)["name"]
            typeface = str(names.getDebugName(_POSTSCRIPT_NAME))
            # What a glyph stands for in the typeface goes first: what the renderer took it for
            # depends on what else is in the pack, where a glyph stands for several characters.
            plain = glyphs_of(typeface, self._folder).characters
            written = unicode_of(font.ToUnicode.read_bytes())
            self._fonts[font.objgen] = typeface, {glyph: text for glyph, text in written.items() if glyph not in plain}
        return self._fonts[font.objgen]


class _Objects:
    """The objects that a page uses besides fonts, as texts that refer to each other by ``@n@``."""

    def __init__(self, keep: Callable[[bytes], tuple[int, int]]) -> None:
        self._keep = keep
        self._known: dict[tuple[int, int], str] = {}
        self.all: list[tuple[str, int, int]] = []

    def of(self, parts: Any, names: Iterable[str]) -> dict[str, str]:
        """Return the texts of parts by their names, as far as they are there."""
        return {name: self.told(parts[f"/{name}"]) for name in sorted(names) if f"/{name}" in parts}

    def told(self, part: Any) -> str:
        """Return the text of a part of a PDF; those that it refers to are told before it."""
        if not getattr(part, "is_indirect", False):
            return self._direct(part)
        if part.objgen not in self._known:
            # Of a part that is within itself, as a page is within its parent.
            self._known[part.objgen] = "null"
            start = end = 0
            if isinstance(part, pikepdf.Stream):
                text = self._entries({str(key): value for key, value in part.items() if key != "/Length"})
                start, end = self._keep(part.read_raw_bytes())
            else:
                text = self._direct(part)
            self._known[part.objgen] = f"@{len(self.all)}@"
            self.all.append((text, start, end))
        return self._known[part.objgen]

    def _direct(self, part: Any) -> str:
        if isinstance(part, pikepdf.Dictionary):
            return f"<<{self._entries({str(key): value for key, value in part.items()})}>>"
        if isinstance(part, pikepdf.Array):
            return f"[{' '.join(map(self.told, part))}]"
        if isinstance(part, pikepdf.String):
            return f"<{bytes(part).hex()}>"
        return (
            part.unparse().decode("ascii")
            if isinstance(part, pikepdf.Object)
            else pikepdf.Array([part]).unparse()[1:-1].decode("ascii").strip()
        )

    def _entries(self, entries: dict[str, Any]) -> str:
        return "".join(f"{key} {self.told(value)}" for key, value in sorted(entries.items()))
