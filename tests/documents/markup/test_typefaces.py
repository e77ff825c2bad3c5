"""The glyphs of the typefaces that print."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kensei_docs.documents.markup.typefaces import glyphs_of, missing_glyphs, named_in, typefaces
from kensei_docs.problems import Unusable

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


def test_a_style_sheet_can_only_name_typefaces_that_there_are():
    assert named_in("src: url(typeface:SourceSansPro-Bold)") == ["SourceSansPro-Bold"]
    with pytest.raises(Unusable, match="there is no typeface 'Comic-Sans'"):
        named_in("src: url(typeface:Comic-Sans)")
