"""A translation stays with its message; a changed message makes it stale, never another's."""

from pathlib import Path

import pytest

from kensei_docs.catalogues import languages
from kensei_docs.catalogues.messages import collect
from kensei_docs.catalogues.update import language_status, update_language
from kensei_docs.database import load
from kensei_docs.problems import Unusable
from kensei_docs.project import Project


def update(folder: Path, language: str) -> dict[str, str]:
    project = Project.open(folder)
    database, _ = load(project)
    return {
        file.stem: state for file, state in update_language(project, database, language) if file.is_relative_to(folder)
    }


def catalogue(folder: Path, language: str = "es") -> str:
    return (folder / "data" / "locale" / language / "reeds-1e.po").read_text()


def change(folder: Path, old: str, new: str) -> None:
    file = folder / "data" / "editions" / "reeds-1e" / "abilities.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def test_an_update_of_nothing_changes_nothing(reeds: Path) -> None:
    before = catalogue(reeds)
    update(reeds, "es")
    assert catalogue(reeds) == before


def test_a_template_that_changes_has_its_new_message_and_not_the_one_that_was_cached(reeds: Path) -> None:
    template = reeds / "templates" / "boats" / "face.html.j2"
    template.parent.mkdir(parents=True)
    project = Project.open(reeds)
    for words in ("A boat sinks.", "A boat floats.", "A boat floats."):
        template.write_text(f'{{{{ _("{words}") }}}}')
        database, _ = load(project)
        found = [(one.text, one.place.line) for one in collect(project, database) if one.context == "boats"]
        assert found == [(words, 1)]


def test_a_changed_message_keeps_its_translation_as_stale(reeds: Path) -> None:
    change(reeds, "This boat is never heard.", "Nobody hears this boat.")
    assert update(reeds, "es")["reeds-1e"] == "5 of 6 translated, 1 stale"
    assert (
        '#, fuzzy\n#| msgid "This boat is never heard."\n'
        'msgctxt "reeds-1e/ability/silent-paddle.text"\n'
        'msgid "Nobody hears this boat."\n'
        'msgstr "Nadie oye nunca esta barca."\n'
    ) in catalogue(reeds)
    assert catalogue(reeds).count("Nadie oye nunca esta barca.") == 1


def test_a_message_that_is_changed_back_has_its_translation_again_however_often_it_changed(reeds: Path) -> None:
    before = catalogue(reeds)
    for old, new in [("This boat is never heard.", "Nobody hears it."), ("Nobody hears it.", "It is silent.")]:
        change(reeds, old, new)
        assert update(reeds, "es")["reeds-1e"] == "5 of 6 translated, 1 stale"
    assert catalogue(reeds).count("Nadie oye nunca esta barca.") == 1
    change(reeds, "It is silent.", "This boat is never heard.")
    assert update(reeds, "es")["reeds-1e"] == "6 of 6 translated"
    assert catalogue(reeds) == before


def test_a_copy_that_an_earlier_version_left_beside_a_stale_entry_goes(reeds: Path) -> None:
    change(reeds, "This boat is never heard.", "Nobody hears this boat.")
    update(reeds, "es")
    alone = catalogue(reeds)
    file = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    copy = 'msgctxt "reeds-1e/ability/silent-paddle.text"\n#~ msgid "This boat is never heard."'
    file.write_text(f'{alone}\n#~ {copy}\n#~ msgstr "Nadie oye nunca esta barca."\n')
    assert update(reeds, "es")["reeds-1e"] == "5 of 6 translated, 1 stale"
    assert catalogue(reeds).count("Nadie oye nunca esta barca.") == 1
    # Other words are a translation of their own.
    file.write_text(f'{alone}\n#~ {copy}\n#~ msgstr "Nadie la oye."\n')
    assert update(reeds, "es")["reeds-1e"] == "5 of 6 translated, 1 stale, 1 obsolete"


def test_words_that_an_erratum_changes_are_translated_in_the_project_that_has_the_erratum(
    reeds: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    file = own / "data" / "errata" / "reeds-1e" / "2026-03-01-boats.yaml"
    file.parent.mkdir(parents=True)
    words = "from: This boat is never heard., to: Nobody hears this boat."
    fact = f"{{record: ability/silent-paddle, fact: text, {words}}}"
    file.write_text(f"name: Boats\nreason: They are heard.\nsource: the ferry\nchanges: {{it: {fact}}}\n")
    project = Project((own, reeds), own / "build")
    database, problems = load(project)
    assert problems == []
    list(update_language(project, database, "es"))
    assert 'msgctxt "reeds-1e/ability/silent-paddle.text"\nmsgid "Nobody hears this boat."\nmsgstr ""\n' in catalogue(
        own
    )
    assert "Ferryman" not in catalogue(own)


def test_a_new_record_never_gets_the_translation_of_a_record_like_it(reeds: Path) -> None:
    change(reeds, "silent-paddle:", "silent-paddles:")
    update(reeds, "es")
    assert 'msgctxt "reeds-1e/ability/silent-paddles.name"\nmsgid "Silent Paddle"\nmsgstr ""' in (catalogue(reeds))


def test_the_language_of_the_messages_is_complete_by_itself(reeds: Path) -> None:
    assert update(reeds, "en")["reeds-1e"] == "6 of 6 translated"
    assert 'msgid "Ferryman"\nmsgstr "Ferryman"' in catalogue(reeds, "en")


def test_status_counts_what_is_missing(reeds: Path) -> None:
    change(reeds, "name: Ferryman", "name: Ferrywoman")
    project = Project.open(reeds)
    rows = {row["domain"]: row for row in language_status(project, load(project)[0], "es")}
    assert rows["reeds-1e"] == {
        "language": "es",
        "domain": "reeds-1e",
        "messages": 6,
        "translated": 5,
        "stale": 1,
        "missing": 0,
        "broken": 0,
        "obsolete": 0,
    }


@pytest.mark.parametrize(
    ("template", "said"),
    [
        (b'{{ _("Reach") }}\n{% for %}\n', "face.html.j2:2: is not a template: "),
        (b'{{ _("Reach") }}\n\xff', "face.html.j2: is not UTF-8 text; "),
    ],
)
def test_a_broken_template_loses_no_translation(reeds: Path, template: bytes, said: str) -> None:
    folder = reeds / "templates" / "tool-cards"
    folder.mkdir(parents=True)
    (folder / "face.html.j2").write_text('{{ _("Reach") }}')
    update(reeds, "es")
    templates = reeds / "data" / "locale" / "es" / "templates.po"
    templates.write_text(templates.read_text().replace('"Reach"\nmsgstr ""', '"Reach"\nmsgstr "Alcance"'))
    (folder / "face.html.j2").write_bytes(template)
    with pytest.raises(Unusable, match=said):
        update(reeds, "es")
    assert "Alcance" in templates.read_text()


def test_the_former_name_of_the_templates_catalogue_is_said_with_the_new_one(reeds: Path) -> None:
    project = Project.open(reeds)
    assert "es" in languages(project)
    former = reeds / "data" / "locale" / "es" / "sheets.po"
    former.write_text("")
    with pytest.raises(Unusable) as refused:
        languages(project)
    assert str(refused.value).endswith(
        "es/sheets.po: has a former name, under which it is not read; rename it templates.po  [catalogue]"
    )
    # An edition may be called so.
    edition = reeds / "data" / "editions" / "sheets"
    edition.mkdir()
    assert "es" in languages(project)


@pytest.mark.parametrize(
    ("old", "new", "state"),
    [
        ("suman %(bonus)s", "suman", "broken"),
        ("suman %(bonus)s", "suman %(bonus|word)s", "broken"),
        ("Remo silencioso", "Remo <b>silencioso</b>", "broken"),
        ("Remo silencioso", "   ", "missing"),
    ],
)
def test_a_translation_that_can_not_be_printed_is_not_counted(reeds: Path, old: str, new: str, state: str) -> None:
    file = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    file.write_text(file.read_text().replace(old, new))
    project = Project.open(reeds)
    [row] = [row for row in language_status(project, load(project)[0], "es") if row["domain"] == "reeds-1e"]
    assert (row["translated"], row[state]) == (row["messages"] - 1, 1)
