"""How the faces of a kind are cut for a target: the size they are laid out in, bleed, safe zone and pixels."""

from __future__ import annotations

from typing import Any

import pytest

from kensei_docs.documents.products.options import Options, Theme
from kensei_docs.documents.products.product import Product, Size, load_products
from kensei_docs.documents.targets.deck import Cut, Target
from kensei_docs.documents.targets.target import cut_for
from kensei_docs.problems import Unusable

SERVICE = Target(
    name="lakeside",
    makes="pictures",
    formats=["png"],
    dpi=254,
    sizes={
        # At 254 dots an inch, ten pixels are a millimetre.
        "poker": {"pixels": "695x949", "bleed": 30, "safe": 40, "also": ["us-poker"]},
        "tarot": {"pixels": "782x1262", "bleed": 30, "safe": 40},
    },
)
ANY_SIZE = Target(name="shop", makes="pages", formats=["pdf"], bleed=3, safe=4)


@pytest.fixture(scope="module")
def cards(printed: Any) -> Product:
    """A kind of 63x88 mm with a bleed of 2 mm, which can be drawn as tarot cards too."""
    return load_products(printed.project)[0]["ability-cards"]


def test_a_size_within_a_millimetre_is_laid_out_as_it_is_and_cut_to_the_services(cards: Product) -> None:
    # 63x88 is cut to 63.5x88.9: nine tenths of a millimetre higher.
    assert cut_for(SERVICE, cards, Options()) == Cut(
        pytest.approx(3), pytest.approx(4), None, Size(63.5, 88.9), (695, 949)
    )
    assert cut_for(SERVICE, cards, Options(size="poker")).face == "poker"


def test_a_size_that_differs_by_more_is_enlarged_to_the_services(cards: Product) -> None:
    # 70x120 is cut to 72.2x120.2: more than two millimetres wider.
    cut = cut_for(SERVICE, cards, Options(size="tarot"))
    assert (cut.face, cut.size, cut.pixels) == ("72.2x120.2", Size(72.2, 120.2), (782, 1262))


def test_a_size_may_be_named_by_another_name_or_by_the_services_own_measure(cards: Product) -> None:
    for size in ("us-poker", "63.5x88.9", "63x88"):
        assert cut_for(SERVICE, cards, Options(size=size)).pixels == (695, 949)
    with pytest.raises(Unusable, match="its sizes are poker"):
        cut_for(SERVICE, cards, Options(size="bridge"))


def test_large_print_does_not_enlarge_the_cards_of_a_service(cards: Product) -> None:
    assert cut_for(SERVICE, cards, Options(theme=Theme(enlarge=1.2))).face == "poker"
    assert cut_for(SERVICE, cards, Options(theme=Theme(enlarge=1.0))).face is None


def test_a_target_for_any_size_takes_it_as_it_is_with_the_bleed_that_is_asked_for(cards: Product) -> None:
    assert cut_for(ANY_SIZE, cards, Options()) == Cut(3, 4, None)
    assert cut_for(ANY_SIZE, cards, Options(size="tarot", bleed=0)) == Cut(0, 4, "tarot")


def test_a_size_may_be_named_as_the_service_names_it_though_no_face_has_that_name(cards: Product) -> None:
    sizes = {"chart": {"pixels": "800x1200", "bleed": 30, "safe": 40}}
    cut = cut_for(
        SERVICE.model_copy(update={"sizes": Target(**{**SERVICE.model_dump(by_alias=True), "sizes": sizes}).sizes}),
        cards,
        Options(size="chart"),
    )
    assert (cut.face, cut.size, cut.pixels) == ("74x114", Size(74, 114), (800, 1200))
