"""An edition as a book: what is said of a record besides its words."""

from itertools import pairwise
from unicodedata import combining, normalize

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.reference_book import Book, _format_spans
from kensei_docs.documents.markup.typography import typeset
from kensei_docs.documents.products.product import load_products
from kensei_docs.project import Project, shipped


def plain(name):
    return "".join(sign for sign in normalize("NFD", name.casefold()).lstrip("¡¿“") if not combining(sign))


def book_of(edition, language="es"):
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project, [edition])
    voice = Translator(project, database, language)
    return Book(database.editions[edition], load_products(project)[0]["reference"], voice), database


def test_places_that_touch_are_told_as_one():
    assert _format_spans([(54, 54), (22, 22), (23, 23), (22, 22), (67, 68)]) == "22–23, 54, 67–68"


def test_an_index_sorts_as_readers_do_and_puts_each_name_under_its_letter():
    book, _ = book_of("kensei-2e")
    index = book.index()
    letters = [letter for letter, _ in index]
    assert letters == sorted(letters)
    assert all(letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" for letter in letters)


def test_an_index_passes_over_articles_and_names_what_several_records_are_called_once():
    book, _database = book_of("kensei-2e")
    entries = [entry for _, group in book.index() for entry in group]
    names = [name for name, _ in entries]
    assert len(set(names)) == len(names)
    named = [record for chapter in book.chapters for record in chapter.records if "name" in record.data]
    assert {anchor for _, anchors in entries for anchor in anchors} == {book.anchor(record) for record in named}
    assert any(len(anchors) > 1 for _, anchors in entries)
    by_letter = {name: letter for letter, group in book.index() for name, _ in group}
    assert by_letter["Tao, el"] == "T"
    assert not [name for name in by_letter if name.split()[0] in {"El", "La", "Los", "Las"}]


def test_an_index_has_what_a_player_calls_a_thing_that_has_another_heading():
    book, _database = book_of("heroic-2002", "en")
    places = {name: anchors for _, group in book.index() for name, anchors in group}
    assert places["Katana"][0] == "weapon--long-sword"
    assert places["Do-maru"] == ["armour--medium-armour"]
    assert "Rat’s Head, Ox’s Neck" in places


@pytest.mark.parametrize("edition", ["kensei-2e", "heroic-2002"])
def test_an_index_has_a_name_once_and_a_record_once_behind_it(edition):
    book, _database = book_of(edition, "en")
    entries = [entry for _, group in book.index() for entry in group]
    assert len({name.casefold() for name, _ in entries}) == len(entries)
    assert all(len(set(anchors)) == len(anchors) for _, anchors in entries)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020", "heroic-2002"])
def test_what_an_index_names_is_printed_where_it_leads_to(edition, language):
    book, _database = book_of(edition, language)
    records = {book.anchor(record): record for chapter in book.chapters for record in chapter.records}
    names = {typeset(book._translator.name(record), "en") for record in records.values() if "name" in record.data}
    labels = {field: field for field in book._kind_by_field["indexed"].split()}
    names |= {typeset(term, "en") for term, _ in book._unnamed_terms([])}
    terms = [(name, anchors) for _, group in book.index() for name, anchors in group if name not in names]
    for name, anchors in terms:
        # An article stands behind the name of a record.
        for anchor in anchors if "," not in name else ():
            printed = " ".join(typeset(value.striptags(), "en") for _, value in book.facts(records[anchor], labels, {}))
            assert name.casefold() in printed.casefold()


def test_entries_that_are_in_alphabetical_order_are_so_in_every_language():
    for language in ("en", "es"):
        for edition in ("kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish"):
            book, _ = book_of(edition, language)
            for chapter in book.chapters:
                for kind in {record.kind for record in chapter.records}:
                    records = [record for record in chapter.records if record.kind == kind]
                    written = [record.name.casefold() for record in records]
                    slips = sum(name > after for name, after in pairwise(written))
                    if len(records) > 7 and slips <= len(records) / 20:
                        told = [plain(book._translator.name(record)) for record in records]
                        assert told == sorted(told)
    book, _ = book_of("kensei-2e")
    [abilities] = [
        [one for one in chapter.records if one.kind == "ability"]
        for chapter in book.chapters
        if chapter.called == "ability"
    ]
    assert len(abilities) > 100
    assert [book._translator.name(one) for one in abilities[:2]] == ["A quemarropa", "Abrumar"]
    # What goes in the order of the game is unchanged.
    [phases] = [chapter.records for chapter in book.chapters if chapter.called == "phase"]
    assert phases[0].id == "phase/turn"


def test_a_value_is_called_by_its_record_of_the_kind_that_is_meant():
    book, database = book_of("kensei-2e")
    scenario = database.editions["kensei-2e"].records["scenario/border-war"]
    [(label, mission)] = book.facts(scenario, {"main": "Main mission"}, {})
    assert label == "Main mission"
    assert 'href="#mission--border-war"' in mission


def test_the_letters_of_an_outcome_are_those_of_the_language():
    book, database = book_of("samurai-skirmish")
    assert [book.outcome(cell) for cell in ("D/W", "PB", "none", "10 in", "Q")] == ["M/H", "R", "–", "10″", "Q"]
    assert "blank" in book.outcome(None)
    for table in database.editions["samurai-skirmish"].records_of("table"):
        letters = [str(book.outcome(letter)) for letter in table.get("rules") or {}]
        assert len(letters) == len(set(letters))


def test_things_in_a_list_begin_as_names_do():
    book, database = book_of("kensei-2e")
    weapon = database.editions["kensei-2e"].records["ranged-weapon/short-ranged"]
    [(_, weapons)] = book.facts(weapon, {"weapons": "Weapons"}, {})
    assert all(one[:1].isupper() for one in weapons.split(", "))


def test_a_record_knows_those_that_name_it_by_its_kind():
    book, database = book_of("kensei-2e")
    records = database.editions["kensei-2e"].records
    assert ">Komuso</a>" in book.bearers(records["class/komuso"])
    assert book.bearers(records["weapon/katanas"]) == ""


def test_what_a_document_leaves_out_is_a_blank_to_fill_in():
    book, database = book_of("kensei-2e")
    blank = '<span class="blank"></span>'
    assert book.describe(None) == blank
    attributes = database.editions["kensei-2e"].records["characteristic/attributes"]
    said = {path: values for path, _, values in book.entries(attributes, "rows")}
    assert said["rows.movement"] == dict.fromkeys(("hero", "elite", "warrior", "peasant"), "10\u00a0cm")
    diviner = database.editions["kensei-2e"].records["spirit/onmyouji"]
    profile = {path: said for path, said, _ in book.entries(diviner, "profile")}
    assert blank in profile.values() and "None" not in profile.values()


def test_what_was_read_from_a_document_with_pages_is_told_by_its_page():
    for edition in ("kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish"):
        book, _ = book_of(edition)
        told = [
            (record.id, book.place(record))
            for chapter in book.chapters
            for record in chapter.records
            if record.citations
        ]
        assert [one for one in told if not one[1].startswith("p. ")] == []


def test_every_kind_that_an_edition_has_is_a_chapter_but_its_examples():
    for edition in ("kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish"):
        book, database = book_of(edition)
        told = {record.kind for chapter in book.chapters for record in chapter.records}
        left = set(database.editions[edition].kinds) - told
        assert left <= {"example", "statement", "erratum", "unit"}


def test_what_the_document_leaves_out_is_not_told():
    book, database = book_of("kensei-2e")
    edition = database.editions["kensei-2e"]
    labels = {"points": "Army points", "class": "Class"}
    unit = edition.records["unit/spear-ashigaru"]
    assert unit.get("points", "") is None
    assert [label for label, _ in book.facts(unit, labels, {})] == ["Class"]
    # A troop of which nothing is known but what it is has no entry.
    assert all(unit not in chapter.records for chapter in book.chapters)


def test_types_of_things_are_told_in_one_table_even_if_their_effects_are_left_out():
    book, _ = book_of("kensei-lr-2020")
    [weapons] = [chapter.records for chapter in book.chapters if chapter.kind == "weapon"]
    types = [record.get("type") for record in weapons if record.kind == "weapon"]
    assert [int(one) for one in types] == list(range(11))
    assert [len(group) for group in book.grouped(weapons, {"type": "Type"}) if group[0].kind == "weapon"] == [11]


def test_a_value_that_is_called_as_its_record_is_not_told():
    book, database = book_of("heroic-2002")
    records = database.editions["heroic-2002"].records
    assert book.facts(records["weapon/spear"], {"weapons": "Weapons"}, {}) == []
    assert book.facts(records["weapon/long-sword"], {"weapons": "Weapons"}, {})


def test_an_edition_says_which_chapters_come_first():
    book, _ = book_of("heroic-2002")
    assert [chapter.called or chapter.kind for chapter in book.chapters][:4] == [
        "equipment",
        "characteristic",
        "phase",
        "movement",
    ]


def test_a_chapter_of_several_kinds_takes_its_records_out_of_theirs():
    for edition in ("heroic-2002", "samurai-skirmish"):
        book, database = book_of(edition)
        told = [record.id for chapter in book.chapters for record in chapter.records]
        assert len(told) == len(set(told))
        whole = database.editions[edition]
        chapter = next(chapter for chapter in book.chapters if chapter.called == "turn/shooting")
        assert book.namesake(chapter) is whole.turn["turn/shooting"]
        assert {record.kind for record in chapter.records} > {"roll"}


def test_names_with_a_comma_are_told_apart_by_semicolons():
    book, database = book_of("heroic-2002", "en")
    hero = database.editions["heroic-2002"].records["character/yamada-suzuki"]
    [(_, water)] = book.facts(hero, {"water": "Water"}, {})
    assert water.striptags() == "No Design, No Conception; Choose the Place"


def test_records_of_a_chapter_that_are_called_the_same_are_told_under_one_heading():
    book, database = book_of("kensei-2e", "en")
    reaction, rule = (database.editions["kensei-2e"].records[f"{kind}/hold-and-shoot"] for kind in ("reaction", "rule"))
    assert book.namesakes(reaction) == [rule]
    [chapter] = [chapter for chapter in book.chapters if reaction in chapter.records]
    groups = book.grouped(chapter.records, {})
    assert [reaction] in groups and [rule] not in groups
    assert set(book.place(reaction, rule).removeprefix("p. ").split(", ")) >= {"53"}


def test_short_records_that_follow_one_another_stand_in_a_table():
    book, _ = book_of("kensei-2e", "en")
    told = [chapter for chapter in book.chapters if any(record.kind == "volume" for record in chapter.records)]
    groups = book.grouped(told[0].records, {"volume": "Volume", "height": "Height", "leads": "May lead"})
    assert ["v1", "v2", "v3", "v4"] in [[record.slug for record in group] for group in groups]
    assert [[r.slug for r in g] for g in groups if g[0].id == "characteristic/class"] == [["class"]], "it has a ruling"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020", "heroic-2002"])
def test_an_index_has_terms_that_no_record_is_called_with_the_record_that_tells_them(edition, language):
    book, database = book_of(edition, language)
    index = {name: anchors for _, group in book.index() for name, anchors in group}
    told = dict(book._unnamed_terms([]))
    assert told
    for term, records in told.items():
        texts = [book._translator.text(record, field) for record in records for field, _ in record.messages]
        assert any(all(word[:-2] in plain(text) for word in plain(term).partition(" (")[0].split()) for text in texts)
    if edition == "kensei-2e":
        term = book._translator.term
        for name, anchor in (
            ("fumble", "roll--damage"),
            ("victory-points", "phase--end-of-battle"),
            ("initiative-roll", "phase--initiative-phase"),
            ("presence-roll", "creature--attributes"),
            ("presence-pr", "creature--attributes"),
        ):
            word = term(name)
            assert index[word[:1].upper() + word[1:]] == [anchor]
        assert database.glossary["to-hit"]["part"] not in book._kind_by_field["terms"].split()


def test_a_field_of_ones_own_is_called_as_one_calls_it(tmp_path):
    for name, text in {
        "data/vocabulary.yaml": "kinds: {fighters: fighter}\nfact-names: {temper: Humour}\n",
        "data/editions/moor/edition.yaml": "{id: moor, name: Moor, game: Moor, language: en, units: cm}\n",
        "data/editions/moor/fighters.yaml": "anna: {name: Anna, role: main, category: big, cost: 4, temper: calm}\n",
        "data/editions/moor/units.yaml": "bert: {name: Bert, role: line, class: guide}\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    project = Project((tmp_path, shipped()), tmp_path / "build")
    database, _ = load(project, ["moor"])
    book = Book(database.editions["moor"], load_products(project)[0]["reference"], Translator(project, database, "en"))
    labels = {"role": "Kind of mission", "category": "Kind of order", "cost": "Cost in points", "class": "Class"}
    words = {"role": {"main": "main mission"}}
    records = database.editions["moor"].records
    assert book.facts(records["fighter/anna"], labels, words) == [
        ("Role", "main"),
        ("Category", "big"),
        ("Cost", "4"),
        ("Humour", "calm"),
    ]
    assert book.facts(records["unit/bert"], labels, words) == [("Role", "line"), ("Class", "guide")]
