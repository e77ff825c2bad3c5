"""What an earlier state had: its rules, and, where the project is kept in git, its translations."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date

import pytest

from kensei_docs.documents.reprint.changed_cards import earlier_state
from kensei_docs.problems import Unusable
from kensei_docs.versions.revisions import last_commit_of
from tests.documents.conftest import SPANISH
from tests.documents.reprint.reprints import again, commit, erratum

BOTH = ("en", "es")


@pytest.fixture
def translated(herons):
    """The game, printed in two languages and kept in git."""
    herons.translate(SPANISH)
    herons.print("ability-cards", languages=BOTH)
    commit(herons.folder)
    return herons


def reprinted(herons, since: str) -> dict[str, list[str]]:
    """Return the names of the cards that are reprinted, by language."""
    done = again(herons, since, "ability-cards", languages=BOTH)
    return {report.language: [card.name for kind in report.kinds for card in kind.changed] for report in done.reports}


@pytest.mark.parametrize("since", ["HEAD~1", "2026-02-01"])
def test_a_better_translation_reprints_the_cards_of_its_language_alone(translated, since):
    translated.translate(SPANISH | {"ability/silence.text": "Nadie lo oye venir."})
    commit(translated.folder, "Silence in Spanish", "2026-02-10")
    done = again(translated, since, "ability-cards", languages=BOTH)
    [report] = done.reports
    [card] = report.kinds[0].changed
    assert (report.language, card.name, report.prints, report.stays) == ("es", "[Silence]", 1, 2)
    [line] = card.lines
    assert "[Nobody hears it come.]" in str(line.old)
    assert "Nadie lo oye venir." in str(line.new)
    assert [cause.partition(": ")[2] for cause in card.causes] == ["Silence in Spanish"]
    assert card.old_stamp != card.stamp


def test_a_translation_that_is_not_committed_yet_is_seen_too(translated):
    translated.translate(SPANISH | {"ability/wade.name": "Cruzar"})
    assert reprinted(translated, "2026-02-01") == {"es": ["Cruzar"]}


def test_what_had_no_translation_was_printed_as_it_is(translated):
    catalogue = translated.folder / "data/locale/es/herons.po"
    full = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(full.replace('msgstr "Vadear"', 'msgstr ""'), encoding="utf-8")
    commit(translated.folder, "Wade has no name", "2026-01-20")
    catalogue.write_text(full, encoding="utf-8")
    assert reprinted(translated, "2026-02-01") == {"es": ["Vadear"]}


def test_a_catalogue_that_git_does_not_know_yet_is_seen_too(herons):
    shutil.rmtree(herons.folder / "data/locale", ignore_errors=True)
    commit(herons.folder)
    herons.translate(SPANISH)
    assert reprinted(herons, "2026-02-01") == {"es": ["Vadear", "Paciencia", "[Silence]"]}


def test_a_message_that_was_changed_since_keeps_its_translation_of_today(translated):
    """A day has the errata of that day: what was changed otherwise is not a change in any language."""
    translated.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "It comes unheard.")
    translated.translate(SPANISH | {"ability/silence.text": "Llega sin que nadie lo oiga."})
    assert reprinted(translated, "2026-02-01") == {}


def test_what_a_day_does_not_count_is_told_with_the_revision_that_does(translated):
    """Errata and translations have a day; other data, only where git knows of it."""
    translated.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "It comes unheard.")
    erratum(translated, name="2026-02-10-longer-wait")
    commit(translated.folder, "Words", "2026-02-10")
    printed_from = last_commit_of(translated.project, date(2026, 2, 1))
    [told] = earlier_state(translated.project, "2026-02-01").problems
    assert (told.severity, told.message) == (
        "error",
        "by day, errata alone are counted, but data/editions/herons/abilities.yaml changed since 2026-02-01 without "
        f"one; to print that too, write --since {printed_from[:10]}",
    )
    for since in ("2026-02-10", "longer-wait", printed_from):
        assert earlier_state(translated.project, since).problems == (), since


def test_a_day_to_come_is_refused(herons):
    with pytest.raises(Unusable, match="--since: 9999-01-01 is a day to come; write one up to "):
        earlier_state(herons.project, "9999-01-01")
    assert earlier_state(replace(herons.project, as_of=date(9999, 2, 1)), "9999-01-01").problems == ()


def test_before_an_erratum_there_are_the_translations_without_it(translated):
    erratum(translated)
    translated.translate(SPANISH | {"ability/silence.name": "Silencio"})
    both = {"en": ["Patience"], "es": ["Paciencia", "Silencio"]}
    assert reprinted(translated, "longer-wait") == both
    commit(translated.folder, "A longer wait", "2026-03-01")
    assert reprinted(translated, "longer-wait") == both
    translated.translate(SPANISH | {"ability/silence.name": "Silencio", "ability/wade.name": "Cruzar"})
    assert reprinted(translated, "longer-wait") == {"en": ["Patience"], "es": ["Cruzar", "Paciencia", "Silencio"]}


def test_without_git_a_day_has_the_translations_of_today(herons):
    herons.translate(SPANISH)
    herons.print("ability-cards", languages=BOTH)
    herons.translate(SPANISH | {"ability/wade.name": "Cruzar"})
    assert reprinted(herons, "2026-02-01") == {}
