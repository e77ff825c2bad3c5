"""What the renderer is told so that it takes less time changes nothing that it does."""

from __future__ import annotations

from pathlib import Path

from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.layout.pages import Face, Style, lay_out
from kensei_docs.documents.layout.renderer import renderer

CSS = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
html { font: 9pt "Sans" }"""


def test_arrays_of_any_length_are_of_one_type(tmp_path: Path) -> None:
    renderer(tmp_path)
    from weasyprint.pdf.fonts import ffi

    arrays = [ffi.new(f"hb_codepoint_t[{many}]", list(range(many))) for many in (1, 5, 300)]
    assert [len(array) for array in arrays] == [1, 5, 300]
    assert {ffi.typeof(array) for array in arrays} == {ffi.typeof("hb_codepoint_t[]")}
    assert list(arrays[1]) == [0, 1, 2, 3, 4]


def test_an_array_that_is_given_nothing_is_as_long_as_it_is_declared(tmp_path: Path) -> None:
    renderer(tmp_path)
    from weasyprint.pdf.fonts import ffi

    assert len(ffi.new("char[7]")) == 7


def test_no_type_is_parsed_for_the_letters_of_a_face(tmp_path: Path, monkeypatch) -> None:
    from cffi.cparser import Parser

    def laid(words: str) -> bytes:
        return lay_out(
            [Face("one", f"<p>{words}</p>", Size(60, 20), Size(60, 20), None, False)], Style(CSS, "en", {}), tmp_path
        ).pdf

    laid("reed")
    parsed: list[str] = []
    parse = Parser.parse_type
    monkeypatch.setattr(
        Parser, "parse_type", lambda self, declared: (parsed.append(declared), parse(self, declared))[1]
    )
    assert laid("a heron of quite other letters, in numbers 17")
    assert parsed == []
