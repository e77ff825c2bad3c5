"""What a page's content stream uses: the glyphs of each font, and the resources it names."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from kensei_docs.documents.embedding import plain_text
from kensei_docs.documents.faces import LaidPage

# Operators that name a resource, and the category where the resource is kept.
_NAMED = {"gs": "ExtGState", "Do": "XObject", "sh": "Shading", "cs": "ColorSpace",
          "CS": "ColorSpace", "scn": "Pattern", "SCN": "Pattern"}


@dataclass
class Usage:
    """Glyph ids by the font's resource name, and resource names by category."""

    glyphs: dict[str, set[int]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)


def usage_of(stream: Any) -> Usage:
    """Return what a page or form XObject uses; strings are taken as two bytes a glyph."""
    found = Usage()
    font, fonts = "", []
    for instruction in pikepdf.parse_content_stream(stream):
        operands, name = instruction.operands, str(instruction.operator)
        if name == "q":
            fonts.append(font)
        elif name == "Q":
            font = fonts.pop()
        elif name == "Tf":
            font = str(operands[0])[1:]
        elif name in ("Tj", "TJ"):
            strings = operands[0] if name == "TJ" else operands
            found.glyphs.setdefault(font, set()).update(_glyphs(strings))
        elif name in _NAMED and operands and isinstance(operands[-1], pikepdf.Name):
            found.names.setdefault(_NAMED[name], set()).add(str(operands[-1])[1:])
    return found


def _glyphs(strings: Iterable[Any]) -> Iterable[int]:
    for string in strings:
        if isinstance(string, pikepdf.String):
            data = bytes(string)
            yield from (data[i] << 8 | data[i + 1] for i in range(0, len(data) - 1, 2))


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


def uses_of(pack: pikepdf.Pdf, number: int) -> LaidPage:
    """Return what a page of a pack uses, as the renderer wrote it."""
    page = pack.pages[number].obj
    usage = usage_of(pack.pages[number])
    fonts: dict[str, tuple[str, Mapping[int, str]]] = {}
    for name, glyphs in sorted(usage.glyphs.items()):
        font = page.Resources.Font[f"/{name}"]
        typeface = _typeface(font)
        plain, written = plain_text(typeface), unicode_of(font.ToUnicode.read_bytes())
        fonts[name] = typeface, {glyph: plain.get(glyph) or written.get(glyph, "")
                                 for glyph in sorted(glyphs)}
    return LaidPage(number, fonts,
                    {category: sorted(names) for category, names in sorted(usage.names.items())})


def _typeface(font: Any) -> str:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    file = font.DescendantFonts[0].FontDescriptor.FontFile2
    return str(TTFont(io.BytesIO(file.read_bytes()), lazy=True)["name"].getDebugName(6))
