"""Errata of ten sorts from the file that somebody sends to the cards on the table, in two languages, and back again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from tests.conftest import EVERY
from tests.documents.conftest import SPANISH
from tests.documents.reprint.printed_cards import cards
from tests.documents.reprint.reprints import again

NAME = "2026-03-01-news"
HEAD = "name: News\nreason: It was so.\nsource: the heronry\n"
# The sort, what it says, the kind that it is printed on, its line in English and in Spanish. What stands in square
# brackets is the game's translation; the rest is that of the tool's own words.
SORTS = [
    (
        "figure",
        'changes: {it: {record: ability/patience, fact: figures.loss, from: "-1", to: "-2"}}',
        "ability-cards",
        "Patience, Those who wait lose ____ turn: \u22121 → \u22122",
        "Paciencia, [Those who wait lose ____ turn: \u22121 → \u22122",
    ),
    (
        "two figures",
        """\
        changes:
          loss: {record: ability/patience, fact: figures.loss, from: "-1", to: "-2"}
          bonus: {record: ability/wade, fact: figures.bonus, from: "+1", to: "+2"}
        """,
        "ability-cards",
        "Wade, Bonus: +1 → +2",
        "Vadear, Bonificación: +1 → +2",
    ),
    (
        "text",
        "changes: {it: {record: ability/silence, fact: text, from: Nobody hears it come., to: Nobody hears it.}}",
        "ability-cards",
        "Silence, Rule: Nobody hears it come. → Nobody hears it.",
        "[Silence], Regla: [Nobody hears it come.] → [Nobody hears it.]",
    ),
    (
        "add",
        "add: {ability/glide: {name: Glide, text: It lands without a sound.}}",
        "ability-cards",
        "Glide: added to the rules",
        "[Glide]: [added to the rules]",
    ),
    (
        "withdraw",
        "withdraw: [ability/wade]",
        "ability-cards",
        "Wade: withdrawn from the rules",
        "Vadear: [withdrawn from the rules]",
    ),
    (
        "rename",
        "changes: {it: {record: ability/silence, fact: name, from: Silence, to: Stillness}}",
        "ability-cards",
        "Stillness, Name: Silence → Stillness",
        "[Stillness], Nombre: [Silence] → [Stillness]",
    ),
    (
        "condition",
        "changes: {it: {record: roll/catch, fact: modifiers.wind.when, from: null, to: {self.mounted: true}}}",
        "quick-reference",
        "Catch, A wind, Condition: ____ → when mounted",
        "[Catch], [A wind], Condición: ____ → [when mounted]",
    ),
    (
        "condition in a line",
        'changes: {it: {record: ability/wade, fact: effects.shooting.when, from: "self.mounted: false", to: '
        '"self.mounted: true"}}',
        "ability-cards",
        "Wade, Shoot Roll, when mounted, Condition: when on foot → when mounted",
        "Vadear, [Shoot Roll], [when mounted], Condición: [when on foot] → [when mounted]",
    ),
    (
        "cell",
        "changes: {it: {record: table/depths, fact: rows.lake.near, from: 20 cm, to: 30 cm}}",
        "quick-reference",
        "Depths, Lake, Near the bank: 20\u00a0cm → 30\u00a0cm",
        "[Depths], [Lake], [Near the bank]: 20\u00a0cm → 30\u00a0cm",
    ),
    (
        "count",
        'changes: {it: {record: command-deck/deck, fact: cards.value-3.copies, from: "3", to: "5"}}',
        "command-deck",
        "Deck of reeds, Cards, Value 3, Copies: 3 → 5",
        "[Deck of reeds], Cartas, Valor 3, Copias: 3 → 5",
    ),
    (
        "distance",
        "changes: {it: {record: ability/wade, fact: figures.depth, from: 2.5 cm, to: 3.5 cm}}",
        "ability-cards",
        "Wade, Water up to ____ deep is not a hindrance: 2.5\u00a0cm → 3.5\u00a0cm",
        "Vadear, El agua de hasta ____ no la estorba: 2,5\u00a0cm → 3,5\u00a0cm",
    ),
]


def files_of(folder: Path) -> dict[str, bytes]:
    inside = [file for file in sorted((folder / "data").rglob("*")) if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in inside}


@pytest.mark.parametrize(
    ("text", "kind", "english", "spanish"), [one[1:] for one in SORTS[::EVERY]], ids=[one[0] for one in SORTS[::EVERY]]
)
def test_an_erratum_goes_from_a_letter_to_the_cards_and_back(
    herons, run: Callable, tmp_path_factory, text: str, kind: str, english: str, spanish: str
) -> None:
    herons.translate(SPANISH)
    before, languages = files_of(herons.folder), ("en", "es")
    herons.print(kind, languages=languages)
    old = {language: cards(herons.pdf(kind, language), kind) for language in languages}
    sent = tmp_path_factory.mktemp("sent") / f"{NAME}.yaml"
    sent.write_text(HEAD + dedent(text).rstrip("\n") + "\n", encoding="utf-8")
    here = ("--project", herons.folder)

    applied = run(*here, "errata", "apply", sent, "-e", "herons")
    assert applied.status == 0, applied.err
    herons.translate(SPANISH)
    checked = run(*here, "check", "herons", "--select", "errata,data,placeholders,vocabulary")
    assert checked.status == 0, checked.out
    assert english in [line.strip() for line in run(*here, "errata", "list", "herons").out.splitlines()]
    listed = run(*here, "errata", "list", "herons", "-l", "es").out.replace(".]:", ":")
    assert spanish in [line.strip() for line in listed.splitlines()]

    done = again(herons, NAME, kind, languages=languages)
    assert [report.language for report in done.reports] == ["en", "es"]
    printed = {
        path.parent.parent.name: path for path in (one.path for one in done.outputs) if "changes" not in path.name
    }
    # A card that is withdrawn is thrown away, and none is printed for it.
    assert set(printed) == (set() if text.startswith("withdraw") else {"en", "es"})
    new = {one: cards(printed[one], kind) if one in printed else {} for one in languages}
    herons.print(kind, languages=languages)
    for language in languages:
        full = cards(herons.pdf(kind, language), kind)
        kept = {slot: card for slot, card in old[language].items() if slot in full and slot not in new[language]}
        assert kept | new[language] == full, language

    undone = run(*here, "errata", "undo", NAME, "-e", "herons")
    assert undone.status == 0, undone.err
    herons.translate(SPANISH)
    assert files_of(herons.folder) == before
