import pytest

from kensei_docs.documents.fonts import missing_glyphs, named_in, typefaces
from kensei_docs.problems import Unusable

UPRIGHT = [name for name in typefaces() if not name.endswith("It")]


@pytest.mark.parametrize("character", "×½¼¾“”‘’ñáéíóúüÑÁÉÍÓÚ¿¡āēīōūĀĒĪŌŪ″′−–—·%+☐\u00a0")
def test_every_typeface_has_the_characters_that_rules_are_written_with(character):
    assert missing_glyphs(character, UPRIGHT) == {}


def test_a_character_that_a_typeface_lacks_is_named_with_the_typefaces():
    assert missing_glyphs("剣 A", ["SourceSansPro-Bold"]) == {"剣": ["SourceSansPro-Bold"]}


def test_a_style_sheet_can_only_name_typefaces_that_there_are():
    assert named_in("src: url(typeface:SourceSansPro-Bold)") == ["SourceSansPro-Bold"]
    with pytest.raises(Unusable, match="there is no typeface 'Comic-Sans'"):
        named_in("src: url(typeface:Comic-Sans)")
