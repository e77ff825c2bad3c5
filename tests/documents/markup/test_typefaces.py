"""The glyphs of the typefaces that print."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from kensei_docs.documents.markup.typefaces import glyphs_of, missing_glyphs, named_in, typefaces
from kensei_docs.problems import Unusable

UPRIGHT = [name for name in typefaces() if not name.endswith("It")]
BOLD = "SourceSansPro-Bold"


@pytest.mark.parametrize("character", "×½¼¾“”‘’ñáéíóúüÑÁÉÍÓÚ¿¡āēīōūĀĒĪŌŪ″′−–—·%+☐\u00a0")
def test_every_typeface_has_the_characters_that_rules_are_written_with(character):
    assert missing_glyphs(character, UPRIGHT) == {}


def test_a_character_that_a_typeface_lacks_is_named_with_the_typefaces():
    assert missing_glyphs("剣 A", [BOLD]) == {"剣": [BOLD]}


def test_the_glyphs_of_a_typeface_are_as_its_file_says() -> None:
    read = glyphs_of(BOLD)
    font = TTFont(typefaces()[BOLD])
    cmap, metrics = font.getBestCmap(), font["hmtx"]
    for character in "Añ½—":
        glyph = read.ids[character]
        assert font.getGlyphOrder()[glyph] == cmap[ord(character)]
        assert read.advances[glyph] == metrics[cmap[ord(character)]][0]
        assert read.characters[glyph] == character
    assert (read.thousandths(read.units), read.ascent) == (1000, font["hhea"].ascent)


def test_a_style_sheet_can_only_name_typefaces_that_there_are():
    assert named_in("src: url(typeface:SourceSansPro-Bold)") == ["SourceSansPro-Bold"]
    with pytest.raises(Unusable, match="there is no typeface 'Comic-Sans'"):
        named_in("src: url(typeface:Comic-Sans)")
