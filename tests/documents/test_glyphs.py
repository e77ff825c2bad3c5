"""The glyphs of the typefaces that print, and the subsets of them that go into a PDF."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kensei_docs.documents.markup.typefaces import typefaces
from kensei_docs.documents.pdf import glyphs
from kensei_docs.documents.pdf.glyphs import glyphs_of, missing_glyphs, subset

UPRIGHT = [name for name in typefaces() if not name.endswith("It")]
BOLD = "SourceSansPro-Bold"


@pytest.fixture(autouse=True)
def read_anew():
    """Have nothing remembered of what an earlier test read."""
    glyphs_of.cache_clear()
    yield
    glyphs_of.cache_clear()


@pytest.mark.parametrize("character", "×½¼¾“”‘’ñáéíóúüÑÁÉÍÓÚ¿¡āēīōūĀĒĪŌŪ″′−–—·%+☐\u00a0")
def test_every_typeface_has_the_characters_that_rules_are_written_with(tmp_path, character):
    assert missing_glyphs(character, UPRIGHT, tmp_path) == {}


def test_a_character_that_a_typeface_lacks_is_named_with_the_typefaces(tmp_path):
    assert missing_glyphs("剣 A", [BOLD], tmp_path) == {"剣": [BOLD]}


def test_what_is_kept_of_a_typeface_is_what_its_file_says(tmp_path: Path) -> None:
    first = glyphs_of(BOLD, tmp_path)
    glyphs_of.cache_clear()
    again = glyphs_of(BOLD, tmp_path)
    assert again == first
    font = TTFont(typefaces()[BOLD])
    cmap, metrics = font.getBestCmap(), font["hmtx"]
    for character in "Añ½—":
        glyph = again.ids[character]
        assert font.getGlyphOrder()[glyph] == cmap[ord(character)]
        assert again.advances[glyph] == metrics[cmap[ord(character)]][0]
        assert again.characters[glyph] == character
    assert (again.thousandths(again.units), again.ascent) == (1000, font["hhea"].ascent)


@pytest.mark.parametrize("broken", [b"", b"{}", b"[1]", b"\xff"])
def test_what_is_kept_and_broken_is_read_from_the_file_again(tmp_path: Path, broken: bytes) -> None:
    first = glyphs_of(BOLD, tmp_path)
    [kept] = (tmp_path / "typefaces").iterdir()
    kept.write_bytes(broken)
    glyphs_of.cache_clear()
    assert glyphs_of(BOLD, tmp_path) == first


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
    make = glyphs._subset

    def counted(typeface: str, ids: list[int]) -> bytes:
        made.append(typeface)
        return make(typeface, ids)

    monkeypatch.setattr(glyphs, "_subset", counted)
    first = subset(BOLD, [30, 31], tmp_path)
    assert subset(BOLD, [30, 31], tmp_path) == first
    assert made == [BOLD]
    [kept] = (tmp_path / "typefaces").glob("*.subset")
    kept.write_bytes(kept.read_bytes()[:-4])
    assert subset(BOLD, [30, 31], tmp_path) == first
    assert subset(BOLD, [30, 32], tmp_path) != first
    assert made == [BOLD] * 3


def test_only_the_newest_subsets_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glyphs, "_SUBSETS", 2)
    for glyph in (30, 31, 32):
        subset(BOLD, [glyph], tmp_path)
    assert len(list((tmp_path / "typefaces").glob("*.subset"))) == 2
