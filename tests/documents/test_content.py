"""What a page uses is found in its content, as a reader of PDFs finds it there."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from kensei_docs.documents.pdf.content import PackReader, usage_of
from kensei_docs.documents.pdf.laid import Drawn

_CATEGORIES = {
    "gs": "ExtGState",
    "Do": "XObject",
    "sh": "Shading",
    "cs": "ColorSpace",
    "CS": "ColorSpace",
    "scn": "Pattern",
    "SCN": "Pattern",
}


def parsed(page: pikepdf.Page) -> tuple[dict[str, set[int]], dict[str, set[str]]]:
    """The glyphs and names that a page uses, by pikepdf's parser of content."""
    glyphs: dict[str, set[int]] = {}
    names: dict[str, set[str]] = {}
    font, fonts = "", []
    for instruction in pikepdf.parse_content_stream(page):
        operands, name = instruction.operands, str(instruction.operator)
        if name == "q":
            fonts.append(font)
        elif name == "Q":
            font = fonts.pop()
        elif name == "Tf":
            font = str(operands[0])[1:]
        elif name in ("Tj", "TJ"):
            for string in operands[0] if name == "TJ" else operands:
                if isinstance(string, pikepdf.String):
                    data = bytes(string)
                    glyphs.setdefault(font, set()).update(
                        data[i] << 8 | data[i + 1] for i in range(0, len(data) - 1, 2)
                    )
        elif name in _CATEGORIES and operands and isinstance(operands[-1], pikepdf.Name):
            names.setdefault(_CATEGORIES[name], set()).add(str(operands[-1])[1:])
    return glyphs, names


@pytest.mark.parametrize("kind", ["ability-cards", "command-deck", "markers", "quick-reference"])
def test_what_a_page_uses_is_what_a_parser_finds(printed, kind: str) -> None:
    printed.pdf(kind)
    packs = list(printed.project.output.glob(f".cache/faces/*/*/{kind}*/*.pdf"))
    assert packs
    for pack in packs:
        with pikepdf.open(pack) as pdf:
            for page in pdf.pages:
                found = usage_of(page.obj.Contents.read_bytes())
                assert (found.glyphs, found.names) == parsed(page)
                assert found.glyphs or found.names


def test_a_font_holds_until_what_was_kept_is_back() -> None:
    used = usage_of(b"/A 9 Tf\nq\n/B 9 Tf\n[<00010002>-4<0003>] TJ\nQ\n<0004> Tj\n0.5 /P1 scn\n/x2 Do\n/a.5 gs")
    assert used.glyphs == {"B": {1, 2, 3}, "A": {4}}
    assert used.names == {"Pattern": {"P1"}, "XObject": {"x2"}, "ExtGState": {"a.5"}}


def test_what_pages_share_stands_once_in_what_is_drawn(tmp_path: Path) -> None:
    pdf = pikepdf.new()
    inner = pdf.make_stream(b"shared", pikepdf.Dictionary(Type=pikepdf.Name.XObject, Note=pikepdf.String("@0@ (")))
    for _ in range(2):
        pdf.add_blank_page(page_size=(100, 200))
        page = pdf.pages[-1].obj
        page.Contents = pdf.make_stream(b"/x1 Do")
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(x1=inner))
    pdf.Root.StructTreeRoot = pdf.make_indirect(
        pikepdf.Dictionary(K=pikepdf.Array([pikepdf.Dictionary(K=pikepdf.Array())]))
    )
    data = io.BytesIO()
    pdf.save(data)
    with pikepdf.open(data) as pack:
        reader = PackReader(pack, tmp_path)
        places = reader.read(0), reader.read(1)
        drawn = Drawn(reader.drawn)
    first, second = map(drawn.page, places)
    assert (first.size, first.resources) == ([100, 200], {"XObject": {"x1": "@0@"}})
    [(text, start, end)] = first.objects
    assert second.objects == first.objects and second.content == first.content
    assert len(drawn.piece(0, 10**6)) == first.content[1] - first.content[0] + end - start
    assert text == f"/Note <{b'@0@ ('.hex()}>/Type /XObject" or "/Filter" in text
