"""The subsets of typefaces that go into a PDF."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kensei_docs.documents.markup.typefaces import glyphs_of, typefaces
from kensei_docs.documents.pdf import fonts
from kensei_docs.documents.pdf.fonts import subset

BOLD = "SourceSansPro-Bold"


def test_a_subset_has_the_outlines_of_its_glyphs_under_their_own_numbers(tmp_path: Path) -> None:
    known = glyphs_of(BOLD, tmp_path)
    wanted = sorted(known.ids[character] for character in "Kensei")
    small, whole = TTFont(io.BytesIO(subset(BOLD, wanted, tmp_path))), TTFont(typefaces()[BOLD])
    for glyph in wanted:
        mine, theirs = (font["glyf"][font.getGlyphOrder()[glyph]] for font in (small, whole))
        assert mine.numberOfContours and (mine.xMax, mine.yMax) == (theirs.xMax, theirs.yMax)
    left_out = (
        small["glyf"][small.getGlyphOrder()[known.ids["Z"]]] if (known.ids["Z"] < len(small.getGlyphOrder())) else None
    )
    assert left_out is None or not left_out.numberOfContours


def test_a_subset_is_made_once_and_made_again_where_it_was_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = fonts.make_subset

    def counted(typeface: str, ids: list[int]) -> bytes:
        made.append(typeface)
        return make(typeface, ids)

    monkeypatch.setattr(fonts, "make_subset", counted)
    first = subset(BOLD, [30, 31], tmp_path)
    assert subset(BOLD, [30, 31], tmp_path) == first
    assert made == [BOLD]
    [kept] = (tmp_path / "typefaces").glob("*.subset")
    kept.write_bytes(kept.read_bytes()[:-4])
    assert subset(BOLD, [30, 31], tmp_path) == first
    assert subset(BOLD, [30, 32], tmp_path) != first
    assert made == [BOLD] * 3


def test_only_the_newest_subsets_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_MAX_SUBSETS", 2)
    for glyph in (30, 31, 32):
        subset(BOLD, [glyph], tmp_path)
    assert len(list((tmp_path / "typefaces").glob("*.subset"))) == 2
