"""language-leak"""

from collections.abc import Callable

SPANISH = ("despliegue", "reglas", "aperos", "de", "molienda", "o")


def test_words_of_another_language(proofread: Callable[..., list[str]]) -> None:
    text = "#DESPLIEGUE\nIt moves o shoots.\nThe Órder stands. An order stands.\nAperos de molienda."
    assert proofread("language-leak", text, foreign=SPANISH) == [
        "1: 'DESPLIEGUE' is left over from Spanish; translate it",
        "2: 'o' is left over from Spanish; translate it",
        "3: 'Órder' is left over from another language; translate it",
        "4: 'Aperos de molienda' is left over from Spanish; say 'mill tools'",
    ]


def test_loan_words_addresses_and_what_is_explained_are_right(proofread: Callable[..., list[str]]) -> None:
    text = "The katana cuts. Look at www.reglas.es/despliegue and reglas.org.\nThe “reglas” (the rules) stand."
    assert proofread("language-leak", text, foreign=("katana", *SPANISH), terms=(("Katana", "weapon"),)) == []


def test_without_a_dictionary_one_word_is_none(proofread: Callable[..., list[str]]) -> None:
    text = "Que la tropa complete la orden. Lee las living rules hoy."
    assert proofread("language-leak", text, "es", foreign=("complete", "living", "rules")) == [
        "1: 'living rules' is left over from English; translate it"
    ]
