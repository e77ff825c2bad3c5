"""What is put away is there when it is asked for, in any order and however much it is."""

from __future__ import annotations

import errno
import tempfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.markup import shelf
from kensei_docs.documents.markup.shelf import Shelf


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), max_size=12),
    st.integers(1, 60),
    st.randoms(),
)
def test_a_text_comes_back_as_it_was(texts: list[str], at_hand: int, chance) -> None:
    most, shelf._AT_HAND = shelf._AT_HAND, at_hand
    try:
        kept = Shelf()
        spans = []
        for text in texts:
            spans.append(kept.put(text))
            some = chance.randrange(len(spans))
            assert kept.get(spans[some]) == texts[some]
        assert [kept.get(span) for span in spans] == texts
    finally:
        shelf._AT_HAND = most


def test_where_there_is_no_room_it_is_said_where(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def seek(self, place: int) -> None:
            """Go there."""

        def write(self, data: bytes) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    kept = Shelf()
    monkeypatch.setattr(kept, "_file", Full())
    with pytest.raises(OSError, match="No space left") as raised:
        kept.put("a heron")
    assert raised.value.filename == tempfile.gettempdir()
