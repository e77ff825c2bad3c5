"""The subsets of typefaces that go into a PDF."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kensei_docs.documents.markup.typefaces import glyphs_of, typefaces
from kensei_docs.documents.pdf import subset

BOLD = "SourceSansPro-Bold"


def test_a_subset_has_the_outlines_of_its_glyphs_under_their_own_numbers() -> None:
    known = glyphs_of(BOLD)
    wanted = sorted(known.ids[character] for character in "Kensei")
    small, whole = TTFont(io.BytesIO(subset(BOLD, wanted))), TTFont(typefaces()[BOLD])
    for glyph in wanted:
        mine, theirs = (font["glyf"][font.getGlyphOrder()[glyph]] for font in (small, whole))
        assert mine.numberOfContours and (mine.xMax, mine.yMax) == (theirs.xMax, theirs.yMax)
    left_out = (
        small["glyf"][small.getGlyphOrder()[known.ids["Z"]]] if (known.ids["Z"] < len(small.getGlyphOrder())) else None
    )
    assert left_out is None or not left_out.numberOfContours


def test_a_subset_is_made_once_and_again_where_it_was_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KENSEI_CACHE", str(tmp_path))
    first = subset(BOLD, [30, 31])
    [kept] = (tmp_path / "shared" / "typefaces").glob("*.subset")
    made = kept.stat().st_mtime_ns
    assert subset(BOLD, [30, 31]) == first
    assert kept.stat().st_mtime_ns == made
    kept.write_bytes(kept.read_bytes()[:-4])
    assert subset(BOLD, [30, 31]) == first
    assert kept.stat().st_mtime_ns > made
    assert subset(BOLD, [30, 32]) != first
