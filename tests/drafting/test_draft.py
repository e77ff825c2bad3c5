"""The file of a new kind is named in the plural, its records in the singular, as the rulebook's language has them."""

from __future__ import annotations

import pytest

from kensei_docs.drafting.draft import kind_of
from kensei_docs.languages import language


@pytest.mark.parametrize(
    ("code", "name", "stem", "kind"),
    [
        ("en", "Gun", "guns", "gun"),
        ("en", "Guns", "guns", "gun"),
        ("en", "Crew ability", "crew-abilities", "crew-ability"),
        ("en", "Torches", "torches", "torch"),
        ("en", "Species", "species", "species"),
        ("en", "Kawanushi", "kawanushis", "kawanushi"),
        ("es", "Habilidad de mando", "habilidades-de-mando", "habilidad-de-mando"),
        ("es", "Naciones", "naciones", "nacion"),
        ("es", "Luz", "luces", "luz"),
        ("ja", "Kabuto", "kabuto", "kabuto"),
        ("en", "¿?", "", ""),
    ],
)
def test_a_kind_has_a_plural_and_a_singular(code: str, name: str, stem: str, kind: str) -> None:
    assert kind_of(name, language(code)) == (stem, kind)
