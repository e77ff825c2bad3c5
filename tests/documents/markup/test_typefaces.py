import pytest

from kensei_docs.documents.markup.typefaces import named_in
from kensei_docs.problems import Unusable


def test_a_style_sheet_can_only_name_typefaces_that_there_are():
    assert named_in("src: url(typeface:SourceSansPro-Bold)") == ["SourceSansPro-Bold"]
    with pytest.raises(Unusable, match="there is no typeface 'Comic-Sans'"):
        named_in("src: url(typeface:Comic-Sans)")
