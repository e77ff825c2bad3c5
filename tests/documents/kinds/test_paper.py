import pytest

from kensei_docs.documents.kinds.paper import Size, face_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("poker", Size(63, 88)),
        ("us-poker", Size(63.5, 88.9)),
        ("63x88", Size(63, 88)),
        ("25.4 × 25.4", Size(25.4, 25.4)),
        ("huge", None),
    ],
)
def test_a_face_has_a_size_by_name_or_by_measure(text, size):
    assert face_size(text) == size


def test_a_page_is_the_paper_less_its_margins():
    assert Size(210, 297).less(11) == Size(188, 275)
