"""What a page uses is found in its content, as a reader of PDFs finds it there."""

from __future__ import annotations

import io

import pikepdf
import pytest

from kensei_docs.documents.layout.faces import Pack
from kensei_docs.documents.layout.renderer import elements_of_pages
from kensei_docs.documents.pdf import Face, Fonts, Forms, digest_of_form, usage_of, written
from kensei_docs.documents.products.product import Size

_NAMING = ("gs", "Do", "sh", "cs", "CS", "scn", "SCN")


def parsed(page: pikepdf.Page) -> tuple[dict[str, set[int]], set[str]]:
    """The glyphs and names that a page uses, by pikepdf's parser of content."""
    glyphs: dict[str, set[int]] = {}
    names: set[str] = set()
    font, fonts = "", []
    for instruction in pikepdf.parse_content_stream(page):
        operands, name = instruction.operands, str(instruction.operator)
        if name == "q":
            fonts.append(font)
        elif name == "Q":
            font = fonts.pop()
        elif name == "Tf":
            font = str(operands[0])
        elif name in ("Tj", "TJ"):
            for string in operands[0] if name == "TJ" else operands:
                if isinstance(string, pikepdf.String):
                    data = bytes(string)
                    glyphs.setdefault(font, set()).update(
                        data[i] << 8 | data[i + 1] for i in range(0, len(data) - 1, 2)
                    )
        elif name in _NAMING and operands and isinstance(operands[-1], pikepdf.Name):
            names.add(str(operands[-1]))
    return glyphs, names


@pytest.mark.parametrize("kind", ["ability-cards", "command-deck", "markers", "quick-reference"])
def test_what_a_page_uses_is_what_a_parser_finds(printed, kind: str) -> None:
    printed.pdf(kind)
    packs = list(printed.project.cache.glob(f"faces/*/*/{kind}*/*.pack"))
    assert packs
    for pack in packs:
        with pikepdf.open(io.BytesIO(pack.read_bytes().partition(b"\n")[2])) as pdf:
            for page in pdf.pages:
                found = usage_of(page.obj.Contents.read_bytes())
                assert found == parsed(page)
                assert any(found)


def test_what_content_names_is_found_line_by_line() -> None:
    glyphs, names = usage_of(b"/B 9 Tf\n[<00010002>-4<0003>] TJ\n/A 9 Tf\n<0004> Tj\n0.5 /P1 scn\n/x2 Do\n/a.5 gs")
    assert glyphs == {"/B": {1, 2, 3}, "/A": {4}}
    assert names == {"/P1", "/x2", "/a.5"}


class PacksInMemory:
    """A cache of packs that were never on the disk."""

    def __init__(self, **packs: bytes) -> None:
        self._packs = packs

    def pack(self, name: str) -> Pack:
        return Pack(self._packs[name], elements_of_pages(self._packs[name]), ())


def pack(pages: int, note: str = "@0@ (", start: int = 0) -> bytes:
    """A pack whose pages draw one form; ``start`` moves the numbers of its objects."""
    pdf = pikepdf.new()
    for _ in range(start):
        pdf.make_indirect(pikepdf.Dictionary())
    inner = pdf.make_stream(b"/g gs", pikepdf.Dictionary(Type=pikepdf.Name.XObject, Note=pikepdf.String(note)))
    inner.Resources = pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(g=pikepdf.Dictionary(ca=0.5), h=1))
    for _ in range(pages):
        pdf.add_blank_page(page_size=(100, 200))
        page = pdf.pages[-1].obj
        page.Contents = pdf.make_stream(b"/x1 Do")
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(x1=inner, unused=inner))
    pdf.Root.StructTreeRoot = pdf.make_indirect(
        pikepdf.Dictionary(K=pikepdf.Array([pikepdf.Dictionary(K=pikepdf.Array())]))
    )
    data = io.BytesIO()
    pdf.save(data)
    return data.getvalue()


def face(packs: PacksInMemory, name: str, page: int = 0) -> Face:
    return Face(f"{name}-{page}", "", Size(30, 50), packs, name, page)


def test_what_faces_share_stands_once_whatever_packs_they_are_in() -> None:
    packs = PacksInMemory(one=pack(2), other=pack(1, start=7), third=pack(1, note="another"))
    pdf = pikepdf.new()
    forms = Forms(pdf, Fonts(pdf), set())
    pdf.Root.All = pikepdf.Array(
        [forms.form(face(packs, *where)) for where in [("one", 0), ("one", 1), ("other", 0), ("third", 0)]]
    )
    with pikepdf.open(io.BytesIO(written(pdf))) as read:
        first, second, third, last = read.Root.All
        assert len({form.objgen for form in read.Root.All}) == 4
        assert first.Resources.objgen == second.Resources.objgen == third.Resources.objgen != last.Resources.objgen
        assert list(first.Resources.XObject.keys()) == ["/x1"]
        inner = first.Resources.XObject.x1
        assert (str(inner.Note), inner.read_bytes(), float(inner.Resources.ExtGState.g.ca)) == ("@0@ (", b"/g gs", 0.5)
        assert list(inner.Resources.ExtGState.keys()) == ["/g"]
        assert first.BBox[3] == 200 and float(first.BBox[1]) == pytest.approx(200 - 50 * 72 / 25.4, abs=1e-4)


def test_a_face_that_is_placed_often_stands_once() -> None:
    packs = PacksInMemory(one=pack(2))
    pdf = pikepdf.new()
    forms = Forms(pdf, Fonts(pdf), {"one-0"})
    first, again = forms.form(face(packs, "one")), forms.form(face(packs, "one"))
    assert first.objgen == again.objgen != forms.form(face(packs, "one", 1)).objgen


def test_faces_are_printed_alike_where_all_that_is_drawn_on_them_is() -> None:
    packs = PacksInMemory(one=pack(2), other=pack(1, start=7), third=pack(1, note="another"))
    digests = [digest_of_form(face(packs, *where)) for where in [("one", 0), ("one", 1), ("other", 0), ("third", 0)]]
    assert digests[0] == digests[1] == digests[2] != digests[3]
