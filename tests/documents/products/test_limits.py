"""Numbers that a slip of the hand makes too large: copies, faces, sizes; each is named, and nothing hangs."""

from __future__ import annotations

import pytest

from kensei_docs.documents.products import product
from kensei_docs.documents.products.product import face_size, load_products
from tests.documents.layout.test_faces_defects import own_kind, shown


@pytest.mark.parametrize(
    ("copies", "said"),
    [
        ("100000000", "'copies' are 100000000 for 'wade', and at most 1000 are printed; write fewer; one is printed"),
        ("{wade: 5000}", "'copies' are 5000 for 'wade', and at most 1000 are printed; write fewer; one is printed"),
    ],
)
def test_too_many_copies_are_named_in_the_kind(herons, copies, said):
    own_kind(herons, kind=f"copies: {copies}\n")
    problems = shown(herons, herons.print())
    assert f"templates/frogs/kind.yaml: {said}  [copies]" in problems
    assert herons.text("frogs").count("Wade") == 1


@pytest.mark.parametrize("copies", ["100000000", "1001", "9" * 5000])
def test_too_many_copies_are_named_in_the_record(herons, copies):
    herons.edit("data/editions/herons/abilities.yaml", "name: Wade", f"name: Wade\n  copies: {copies}")
    own_kind(herons, kind="copies: copies\n")
    problems = [one for one in shown(herons, herons.print()) if "abilities.yaml:3:" in one]
    assert len(problems) == 1 and "one is printed  [copies]" in problems[0]


def test_too_many_faces_of_a_document_are_named(herons, monkeypatch):
    monkeypatch.setattr(product, "MAX_FACES", 10)
    own_kind(herons, kind="copies: 4\n")
    assert any("12 faces are asked for in one document, and at most 10" in one for one in shown(herons, herons.print()))


@pytest.mark.parametrize("size", ["0.01x0.01", "0x0", "1x88", "63x5000", "99999999999x1"])
def test_a_face_too_small_or_large_is_no_size(herons, size):
    assert face_size(size) is None
    own_kind(herons)
    herons.edit("templates/frogs/kind.yaml", "face:", f"face: {size} #")
    (problem,) = load_products(herons.project)[1]
    assert f"'{size}' is not a size of face" in problem.message and "(2 to 2000 mm)" in problem.message
