"""Pages that are kept to be placed come back as they were, one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.pdf.laid import Drawn, LaidPage, Structure, Used, Ways, drawn

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NUMBERS = st.integers(0, 70_000)
NAMES = st.dictionaries(WORDS, WORDS, max_size=3)
PAGES = st.builds(
    LaidPage,
    number=NUMBERS,
    size=st.tuples(NUMBERS, NUMBERS).map(list),
    content=st.tuples(NUMBERS, NUMBERS).map(list),
    fonts=st.dictionaries(WORDS, st.builds(Used, WORDS, st.lists(NUMBERS, max_size=4), NAMES), max_size=3),
    resources=st.dictionaries(WORDS, NAMES, max_size=3),
    objects=st.lists(st.tuples(WORDS, NUMBERS, NUMBERS).map(list), max_size=3),
    structure=st.builds(Structure, NUMBERS, WORDS, st.lists(NUMBERS, max_size=4)),
    ways=st.builds(
        Ways,
        st.lists(st.tuples(*[st.integers()] * 4, WORDS).map(list), max_size=2),
        st.none() | st.dictionaries(WORDS, st.floats(0, 900), max_size=2),
        st.lists(st.tuples(NUMBERS, WORDS, st.floats(0, 9)).map(list), max_size=2),
    ),
)


@given(st.lists(PAGES, max_size=5), st.binary(max_size=60))
def test_pages_and_what_is_drawn_on_them_come_back(pages: list[LaidPage], streams: bytes) -> None:
    read = Drawn(drawn(pages, streams))
    assert [read.page(place) for place in reversed(range(len(pages)))] == pages[::-1]
    assert read.piece(0, len(streams)) == streams
    assert read.piece(3, 9) == streams[3:9]
