"""Checks of the glossary's terms in messages and translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kensei_docs.catalogues.localised_messages import LocalisedMessage
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Problem, check


@check("error")
def terms_are_spelled_alike(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """A term has the capitals of the glossary wherever it stands, in every language.

    The glossary writes a term as its document does most often. At the beginning of a sentence it has a capital; a name
    with one capital, such as that of an order, may be written small inside a sentence.

    Wrong: ``Tirada de combate`` and ``Tirada de Disparo`` side by side. Right: ``Tirada de Combate``, as the glossary.
    """
    for localised in messages:
        if localised.terms and not localised.stale and localised.is_of_rules:
            for written, term in localised.terms.misspelled(localised.words):
                yield localised.problem(f"in {localised.language} writes '{written}'; the glossary has '{term}'")


@check("error")
def inserted_terms_need_no_agreement(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """No article stands before a term that is put into a phrase.

    The term may be masculine or feminine, one or many; nothing in the catalogue knows. Say what it is, and let that
    noun have the article.

    Wrong: ``con el %(values)s``, which prints "con el Naginata" and "con el armas cortas". Right: ``con el arma
    %(values)s``.
    """
    for localised in messages:
        if not localised.inserts_terms or localised.stale:
            continue
        agreeing = language_of(localised.language).agreeing
        for placeholder in PLACEHOLDER.finditer(localised.words):
            before = localised.words[: placeholder.start()].split()
            if before and before[-1].lower() in agreeing:
                yield localised.problem(
                    f"in {localised.language} has '{before[-1]}' before %({placeholder['name']})s, whose gender may be "
                    "another; name what it is between the two"
                )
