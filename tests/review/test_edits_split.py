"""The places at which a record of a draft can be parted."""

from __future__ import annotations

from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.review.edits import places_in
from kensei_docs.sources import Source


def test_a_place_offers_the_title_there_without_what_stands_in_brackets() -> None:
    fields = {"id": "tide-rules", "title": "Tide", "edition": "tide", "language": "en", "units": "in"}
    text = "Crews have skills.\n• Eye of the gull (8 coins). Its range grows.\n• Stoker: moves twice a turn."
    lines = [ReadLine(line, None, None, None, 0, False) for line in text.split("\n")]
    document = Document(Source.model_validate(fields), lines)
    places = places_in(document, 0, len(document.text))
    assert [name for _, _, name in places] == ["Eye of the gull", "Its range grows", "Stoker"]
    assert [document.text[at:].split()[0] for at, _, _ in places] == ["Eye", "Its", "Stoker:"]
