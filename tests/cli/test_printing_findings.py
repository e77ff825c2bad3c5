"""What ``check`` finds wrong in what is printed, ``build`` says too: a print with exit status 0 is right."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import run_command

TIDES, FACE = "data/editions/shore/tides.yaml", "templates/tide-cards/face.html.j2"
STYLE = "templates/tide-cards/face.css"
EDITION = "data/editions/shore/edition.yaml"
VOCABULARY, KIND = "data/vocabulary.yaml", "templates/tide-cards/kind.yaml"
FIELDS = "fields:\n  tide: [copies]\n"
ALLIES = """
kinds: {tides: tide, moons: moon}
columns: {moon: {words: [moon], takes: name, of: [moon]}}
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Path:
    """A new project, with its cards printed once."""
    folder = tmp_path_factory.mktemp("game") / "shore"
    assert run_command("init", folder).status == 0
    assert build(folder).status == 0
    return folder


@pytest.fixture
def shore(begun, tmp_path) -> Path:
    """A copy of the new project."""
    return Path(shutil.copytree(begun, tmp_path / "shore", ignore=shutil.ignore_patterns("build")))


def build(folder, kind="tide-cards"):
    return run_command("--project", folder, "build", kind, "-e", folder.name, "-l", "en", "--paper", "a4")


def edit(folder, name, old, new):
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "finding"),
    [
        (
            TIDES,
            "text: The water",
            "texxt: The water",
            "6:10: tide/spring-tide: 'texxt' is not a field of the kind tide",
        ),
        (TIDES, "%(rise)s", "{rise}", "6:9: prints '{rise}' as it stands; did you mean '%(rise)s'?; write"),
        (TIDES, "%(rise)s", "{clan}", "6:9: prints '{clan}' as it stands; did you mean '{icon:clan}'?"),
        (TIDES, "%(rise)s", "{ki-pont}", "6:9: prints '{ki-pont}' as it stands; did you mean '{icon:ki-point}'?"),
        (TIDES, "copies: 3", "copies: three", "11:11: 'copies' is 'three', which is no number of copies; write one"),
        (
            KIND,
            "each: tide",
            "each: tyde",
            "3:7: 'each' names 'tyde', which is no kind of record; did you mean 'tide'?",
        ),
        (
            KIND,
            "each: tide",
            "each: Tide",
            "3:7: 'each' names 'Tide', which is no kind of record; did you mean 'tide'?",
        ),
        (KIND, "each: tide", "each: tide cards", "3:7: 'each' names 'tide cards', which is no kind of record; "),
        (
            KIND,
            "each: tide",
            "each: tide/Spring-Tide",
            "3:7: 'each' names 'tide/Spring-Tide', which is no record of any",
        ),
        (KIND, "each: tide", "each: tide/sprng-tide", "3:7: 'each' names 'tide/sprng-tide', which is no record of any"),
        (KIND, "copies: copies", "copies: {spring-tid: 3}", "7:22: 'copies' names 'spring-tid', which no edition has"),
        (KIND, "copies: copies", "copies: {bose/spring-tide: 3}", "7:28: 'copies' names 'bose', which is no edition"),
        (KIND, "copies: copies", "copies: cpoies", "7:9: 'copies' names 'cpoies', which no record has that is printed"),
        (KIND, "copies: copies", "numbered: [slak-water]", "7:12: 'numbered' names 'slak-water', which no edition has"),
        (
            KIND,
            "  text: {",
            "  txet: {",
            "11:9: 'fit' has sizes for 'txet', and the data-field is 'text'; mend the name",
        ),
        (KIND, "copies: copies", "only: {tide: figures.rize}", "7:14: 'only' names 'figures.rize', which no record"),
        (TIDES, "rise: 5 cm", "rise: 5 in", "4:19: tide/spring-tide: 'figures.rise' is 5 in, but shore measures in"),
        (
            TIDES,
            "rise: 5 cm",
            "rise: 2.5.1",
            "4:19: tide/spring-tide: 'figures.rise' is '2.5.1', which is not a figure",
        ),
        (KIND, "copies: copies", "owner: captain", "7:8: 'owner' names 'captain', which no record of tide has; mend"),
        (KIND, "copies: copies", "stated: {tide: foo}", "7:16: 'stated' names 'foo', which no record of tide has"),
        (
            KIND,
            "copies: copies",
            "together: {tide: {without: cpoies, most: 2}}",
            "7:18: 'together' names 'cpoies', which",
        ),
        (KIND, "copies: copies", "forms: {own: [tyde]}", "7:15: 'forms' names 'tyde', which is no kind of record; did"),
        (
            KIND,
            "copies: copies",
            "copies: count",
            "7:9: 'copies' names 'count', which no record has that is printed here; a",
        ),
        (KIND, "copies: copies", "applies: [tide, tyde]", "7:17: 'applies' names 'tyde', which is no kind of record"),
        (
            FACE,
            "<p class",
            '<svg><g fill="redd"/></svg><p class',
            "5:6: 'fill': 'redd' is no colour; did you mean 'red'",
        ),
        (
            FACE,
            "<p class",
            "<svg><circel/></svg><p class",
            "5:6: '<circel>' is no element of SVG; did you mean 'circle'",
        ),
        (FACE, "<p class", '{{ figure(record.figure("rize")) }}<p class', "5:26: asks for 'rize', which no record"),
        (FACE, "<p class", '{{ record.get("copys") or "" }}<p class', "5:16: asks for 'copys', which no record"),
        (
            FACE,
            "<p class",
            '{% for key in ["rize"] %}{{ figure(record.figure("figures." ~ key)) }}{% endfor %}<p class',
            "5: asks for 'figures.rize', which no record of tide has; did you mean 'figures.rise'?; mend the path",
        ),
        (FACE, "</p></div>", "</p>", "4: '<div>' is left open; close it with '</div>'"),
        (FACE, "{{ text(record) }}", "{ text(record) }", "4: prints '{ text(record) }' as it stands; write two braces"),
        (FACE, "{{ text(record) }}", "{{ text(record) }}&nbps;", "4: there is no character '&nbps;'; did you mean"),
    ],
)
def test_a_slip_that_prints_wrong_is_told_with_its_place_on_every_build(shore, name, old, new, finding):
    edit(shore, name, old, new)
    # A document of which nothing is printed that was asked for by name.
    status = 2 if new.startswith(("each:", "only:")) else 1
    first = build(shore)
    assert first.status == status
    assert [line for line in first.err.splitlines() if f"{name}:{finding}" in line]
    again = build(shore)
    assert (again.status, again.err) == (status, first.err)


@pytest.mark.parametrize(
    ("name", "old", "new", "finding"),
    [
        (
            FACE,
            "{{ text(record) }}",
            "{{ txet(record) }}",
            "4  error  this template can't print tide/spring-tide: 'txet'",
        ),
        (
            FACE,
            "{{ text(record) }}",
            "{{ text(record)|uper }}",
            "4  error  this template can't print tide/spring-tide: ",
        ),
        (FACE, "{{ text(record) }}", '{% include "wrods" %}', "4  error  this template can't print tide/spring-tide: "),
        (
            FACE,
            "{{ text(record) }}",
            "{{ record.nmae }}",
            "4  error  this template can't print tide/spring-tide: a record",
        ),
        (FACE, "</p></div>", "</p>", "4  error  '<div>' is left open; close it with '</div>'"),
        (STYLE, "color: var(--verm", "colr: var(--verm", "3:28  error  'colr' is no property that can be printed; did"),
        (STYLE, "margin: 0;", "margin: nought;", "error  'margin: nought' is no value that 'margin' can have"),
        (
            STYLE,
            "var(--vermilion)",
            "var(--vermillion)",
            "3:35  error  the variable '--vermillion' has no value here; did",
        ),
        (STYLE, "margin: 0 }", "font-family: Cinzle }", "error  there is no typeface 'Cinzle'; mend the name, or put"),
        (STYLE, ".text p {", "@fontface {} .text p {", "error  '@fontface' is left out with its rules"),
        (STYLE, "margin: 0 }", "margin: 0", "error  "),
        (KIND, "each: tide", "shape: hexagon\neach: tide", "3:8  error  tide-cards: a hexagon of 63x88 mm is not"),
        (
            KIND,
            "each: tide",
            "shape: sheild.svg\neach: tide",
            "3:8  error  tide-cards: there is no outline 'sheild.svg'",
        ),
        (
            KIND,
            "each: tide",
            "backs: long\neach: tide",
            "3:8  error  'backs': input should be 'none', 'gutterfold', 'lo",
        ),
        (KIND, "each: tide", "language: xx\neach: tide", "3:11  error  'language': 'xx' is not the code of a language"),
        (KIND, "face: poker", "face: 630x880", "4:7  warning  a face of 630x880 mm is larger than the largest paper, "),
        (
            VOCABULARY,
            "values: boolean",
            "values: bool",
            "error  'bool' is nothing that a condition can be; did you mean",
        ),
        (KIND, "each: tide", "icons: {move: mvoe}\neach: tide", "3:15  error  there is no icon 'mvoe'"),
        (
            EDITION,
            "crest: plain",
            "kinds: {tid: {art: die}}",
            "error  'look.kinds' names 'tid', which there is not; did you mean 'tide'?",
        ),
        (
            EDITION,
            "crest: plain",
            "decks: {tide-crads: {art: die}}",
            "error  'look.decks' names 'tide-crads', which there is not; did you mean 'tide-cards'?",
        ),
    ],
)
def test_what_can_not_be_printed_of_templates_and_styles_is_told_before_a_print(shore, name, old, new, finding):
    edit(shore, name, old, new)
    told = run_command("--project", shore, "check")
    assert told.status == 1
    block = told.out.partition(f"{name}\n")[2].partition("\n\n")[0]
    assert finding in re.sub(r"(?m)^ +", "", block), told.out


def test_a_class_that_no_style_has_but_almost_is_told_on_every_build(shore):
    edit(shore, FACE, 'class="foot"', 'class="fooot"')
    first = build(shore)
    said = "no style sheet has the class 'fooot', and no template the class 'foot' of the style; mend one of the two"
    assert f"{FACE}:5:4: {said}" in first.err


def test_a_class_of_two_parts_is_no_misspelling_and_one_that_a_template_puts_together_is_used(shore):
    edit(shore, FACE, 'class="foot"', 'class="foot foots"')
    edit(shore, STYLE, ".foot {", ".feet-1 { top: 0 } .foot {")
    edit(
        shore, FACE, '<div class="text"', '{% for n in [1] %}<p class="feet-{{ n }}"></p>{% endfor %}<div class="text"'
    )
    assert "no style sheet has the class" not in build(shore).err


def test_a_field_that_only_a_misspelling_can_be_is_told_of_a_kind_without_declared_fields(shore):
    edit(shore, VOCABULARY, FIELDS, "")
    edit(shore, TIDES, "text: The water", "texxt: The water")
    [line] = build(shore).err.splitlines()
    assert "6:10: tide/spring-tide: 'texxt' is a field of no other tide; did you mean 'text'?; mend" in line


def test_a_field_of_its_own_is_none_where_the_kind_declares_no_fields(shore):
    edit(shore, VOCABULARY, FIELDS, "")
    edit(shore, TIDES, "copies: 2", "copies: 2\n  moon: full\n  ranks: none")
    assert build(shore)[1:] == ("", 0)


def test_a_column_of_a_spreadsheet_is_a_field(shore):
    edit(shore, VOCABULARY, "kinds:\n", "columns: {moon: {words: [moon]}}\nkinds:\n")
    edit(shore, TIDES, "copies: 2", "copies: 2\n  moon: full\n  abilities: [weather-sense]")
    assert build(shore)[1:] == ("", 0)


def test_a_name_in_a_column_that_names_nothing_is_told_where_records_of_its_kind_are(shore):
    edit(shore, VOCABULARY, "kinds:\n  tides: tide\n", ALLIES)
    edit(shore, TIDES, "copies: 2", "copies: 2\n  moon: ful-moon")
    assert build(shore)[1:] == ("", 0)
    (shore / "data/editions/shore/moons.yaml").write_text("full-moon: {name: Full moon}\n", encoding="utf-8")
    told = build(shore)
    assert told.status == 1
    assert "6:9: tide/spring-tide: 'ful-moon' is not a known moon of shore; did you mean 'full-moon'?" in told.err


def test_a_slip_in_what_is_not_printed_is_left_to_check(shore):
    edit(shore, "data/editions/shore/abilities.yaml", "text: Friends", "texxt: Friends")
    assert build(shore)[1:] == ("", 0)
    assert "'texxt' is not a field of the kind ability" in build(shore, "ability-cards").err
    assert run_command("--project", shore, "check").status == 1


def test_nothing_is_released_with_a_slip_that_prints_wrong(shore, tmp_path):
    edit(shore, TIDES, "text: The water", "texxt: The water")
    told = run_command("--project", shore, "release", tmp_path / "web", "-l", "en", "--paper", "a4")
    assert (told.status, (tmp_path / "web").exists()) == (2, False)
    assert "'texxt' is not a field of the kind tide" in told.err


def test_a_path_without_its_group_is_told_as_the_guide_says(shore):
    edit(shore, FACE, "{{ name(record) }}", '{{ name(record) }} {{ figure(record.figure("rise")) }}')
    told = build(shore)
    assert (told.status, "did you mean 'figures.rise'?" in told.err) == (1, True)


def test_a_field_to_fit_that_no_template_has_is_a_note_alone(shore):
    edit(shore, KIND, "  text: {", "  txet: {")
    check = ("--project", shore, "check", "--select", "fitted-fields-stand-in-templates")
    assert run_command(*check).status == 0
    told = run_command(*check, "--severity", "note").out
    assert "'fit' has sizes for 'txet', which no template has as data-field; did you mean 'text'?" in told


@pytest.mark.parametrize(
    ("each", "finding"),
    [
        (
            '"tide:"',
            f"{KIND}:3:7: 'each.0': 'tide:' is no kind of record; write one such as tool, a record of it (tool/",
        ),
        ("[]", f"{KIND}:3:7: 'each': nothing is named; write a kind of record, edition, or nothing"),
        (
            "nothing",
            f"{FACE}:1: this template can't print shore: it asks a record for 'get', and this face has none; name",
        ),
        (
            "edition",
            f"{FACE}:1: this template can't print shore: it asks a record for 'get', and this face has none; name",
        ),
    ],
)
def test_a_kind_that_can_print_nothing_says_why(shore, each, finding):
    edit(shore, KIND, "each: tide", f"each: {each}")
    refused = build(shore)
    assert (refused.status, finding in refused.err) == (2, True), refused.err


def test_a_kind_that_is_named_and_has_nothing_to_print_is_told_beside_one_that_has(shore):
    words = ("--project", shore, "build", "tide-cards", "weapon-cards", "-e", "shore", "-l", "en", "--paper", "a4")
    for _ in range(2):
        told = run_command(*words)
        assert (told.status, (shore / "build/shore/en/tide-cards-a4.pdf").is_file()) == (2, True)
        [line] = told.err.splitlines()
        assert line.startswith("build: nothing to print: no edition has the records that weapon-cards needs; ")


def test_records_that_nothing_reads_make_no_print_that_is_right(shore):
    """What was printed of them is kept, and is older."""
    assert build(shore).status == 0
    text = (shore / TIDES).read_text(encoding="utf-8")
    (shore / TIDES).write_text("# " + text.replace("\n", "\n# "), encoding="utf-8")
    for _ in range(2):
        emptied = build(shore)
        assert emptied.status == 2
        assert f"{TIDES}: is empty: it has no records; write one, or delete the file  [data]" in emptied.err
        assert "tide-cards-a4.pdf: is of an earlier build" in emptied.err
    (shore / TIDES).write_text(text, encoding="utf-8")
    (shore / TIDES).with_suffix(".json").write_text("{}")
    beside = build(shore)
    assert (beside.status, "tides.json: is not read; only .yaml, .csv, .xlsx, .ods are" in beside.err) == (1, True)
    assert run_command("--project", shore, "check").status == 1
    (shore / TIDES).with_suffix(".json").unlink()
    assert build(shore)[1:] == ("", 0)


def test_an_icon_that_a_page_of_prose_names_is_told_at_its_line_on_every_build(shore):
    (shore / "pages").mkdir()
    (shore / "pages/welcome.md").write_text("---\ntitle: Shore\n---\nTake a {icon:slver}.\n", encoding="utf-8")
    first = build(shore, "reference")
    assert (first.status, "pages/welcome.md:4:8: there is no icon 'slver'" in first.err) == (1, True)
    assert build(shore, "reference").err == first.err
    checked = run_command("--project", shore, "check")
    assert (checked.status, checked.out.count("there is no icon 'slver'")) == (1, 1)


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("{{ text(record) }}", '{{ text(record) }}{{ rule(record, "motto") }}', ":4: asks for 'rules.motto', which no"),
        ("{{ text(record) }}", '{{ text(record, "motto") }}', ":4: asks for 'motto', which no record of tide has"),
        ("{{ text(record) }}", '{{ own_words(record, "motto") }}', ":4: asks for 'motto', which no record of tide has"),
        (
            'data-field="text"',
            'data-field="txet"',
            "'fit' has no sizes for the data-field 'txet'; did you mean 'text'?",
        ),
        (
            "{{ text(record) }}",
            "{% for key in ['rsie'] %}{{ term(key) }}{% endfor %}",
            "prints 'rsie', which is no term",
        ),
        ("{{ text(record) }}", '{{ term("rsie") }}', "prints 'rsie', which is no term of the glossary"),
    ],
)
def test_what_a_template_asks_a_record_for_in_vain_is_told_once_at_its_line_by_check_and_build(
    shore, old, new, finding
):
    edit(shore, FACE, old, new)
    checked = run_command("--project", shore, "check")
    assert (checked.status, checked.out.count(finding.removeprefix(":4: "))) == (1, 1), checked.out
    for _ in range(2):
        told = build(shore)
        assert (told.status, told.err.count(finding), FACE in told.err) == (1, 1, True), told.err


def test_a_template_that_can_not_be_read_is_told_once_by_check(shore):
    edit(shore, FACE, "{{ text(record) }}", "{% if record %}{{ text(record) }}")
    checked = run_command("--project", shore, "check")
    assert (checked.status, (checked.out + checked.err).count("is left open")) == (2, 1)


def test_findings_of_records_that_are_not_chosen_are_counted_in_one_line(shore):
    edit(shore, TIDES, "%(rise)s", "{rise}")
    for _ in range(2):
        other = only(shore, "tide/slack-water")
        assert (other.status, "prints '{rise}'" in other.err) == (0, False), other.err
        assert "1 finding of other records, which are not printed: kensei-docs check" in other.err
        own = only(shore, "tide/spring-tide")
        assert (own.status, "prints '{rise}'" in own.err, "of other records" in own.err) == (1, True, False)


def only(folder, record):
    words = ("tide-cards", "-e", folder.name, "-l", "en", "--paper", "a4", "--only", record)
    return run_command("--project", folder, "build", *words)


def test_a_word_of_a_column_without_a_translation_is_told_by_check_as_by_build(shore):
    edit(shore, TIDES, "copies: 3", "copies: 3\n  mood: calm")
    edit(shore, FACE, "{{ text(record) }}", '{{ text(record) }} {{ own_words(record, "mood") }}')
    (shore / "data/glossary.yaml").write_text("mood: {en: Mood, es: Ánimo}\n", encoding="utf-8")
    said = "'calm' has no word in es; write 'calm: {es: …}' in data/glossary.yaml"
    checked = run_command("--project", shore, "check")
    assert (checked.status, checked.out.count(said)) == (1, 1), checked.out
    printed = run_command("--project", shore, "build", "tide-cards", "-l", "es", "--paper", "a4")
    assert (printed.status, said in printed.err) == (1, True)
    (shore / "data/glossary.yaml").write_text("mood: {en: Mood, es: Ánimo}\ncalm: {en: calm, es: en calma}\n")
    assert said not in run_command("--project", shore, "check").out


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("art", "Art"), ("art", "arts"), ("data/vocabulary.yaml", "data/vocablary.yaml"), ("data/locale", "data/locales")],
)
def test_a_file_or_folder_whose_name_is_almost_one_that_is_read_is_told_on_every_run(shore, right, wrong):
    (shore / right).rename(shore / wrong)
    said = f"is not read; did you mean '{Path(right).name}'?; rename it"
    checked = run_command("--project", shore, "check")
    assert checked.status in (1, 2)
    assert said in checked.out.partition(f"{wrong}\n")[2].partition("\n\n")[0]
    if "vocabulary" not in right:
        assert [f"{wrong}: {said}" in build(shore).err for _ in range(2)] == [True, True]


def test_a_folder_with_almost_the_name_of_one_ends_a_build_with_1_and_one_of_another_name_does_not(shore):
    for name in ("notes", "export", "backup", "scans", "images", "old-art", "playtest"):
        (shore / name).mkdir()
    (shore / "fnts").mkdir()
    told = build(shore)
    [line] = told.err.splitlines()
    assert told.status == 1
    assert line.endswith("fnts: is not read; did you mean 'fonts'?; rename it  [files-have-their-names]")


@pytest.mark.parametrize(("kind", "place"), [("tide", "pictures.tide"), ("any", "pictures.any")])
def test_a_field_of_pictures_that_no_record_has_but_almost_is_told_at_its_line(shore, kind, place):
    edit(shore, TIDES, "copies: 3", "copies: 3\n  drawing: wave.svg")
    (shore / "art/wave.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>")
    edit(shore, VOCABULARY, "kinds:\n", f"pictures: {{{kind}: [drawnig]}}\nkinds:\n")
    said = f"'pictures' names 'drawnig', which no record of {kind} has; did you mean 'drawing'?; mend the name"
    told = build(shore)
    assert (told.status, said in told.err, VOCABULARY in told.err) == (1, True, True), told.err
    edit(shore, VOCABULARY, "drawnig", "painting")
    assert "'pictures' names" not in build(shore).err


def test_an_icon_without_its_word_is_told_in_a_line_of_a_template(shore):
    icons = shore / "templates/_shared/icons"
    icons.mkdir(parents=True)
    (icons / "honey.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"
    )
    edit(shore, FACE, "{{ text(record) }}", "{{ text(record) }} Pay {honey} now.")
    said = f"{FACE}:4: prints '{{honey}}' as it stands; did you mean '{{icon:honey}}'?"
    for _ in range(2):
        told = build(shore)
        assert (told.status, told.err.count(said)) == (1, 1), told.err
    edit(shore, FACE, "Pay {honey} now.", "{{ _('Pay {honey} now.') }}")
    said = "has '{honey}', which would be printed as it stands; did you mean '{icon:honey}'?"
    for _ in range(2):
        told = build(shore)
        assert (told.status, told.err.count(said), f"{FACE}:4: " in told.err) == (1, 1, True), told.err
    checked = run_command("--project", shore, "check")
    assert (checked.status, checked.out.count(said)) == (1, 1), checked.out


def test_an_empty_cell_of_copies_is_told_with_its_column(shore):
    edit(shore, VOCABULARY, "kinds:\n", "kinds:\n  fogs: fog\n")
    edit(shore, KIND, "each: tide", "each: fog")
    (shore / "data/editions/shore/fogs.csv").write_text("Name,Text,Count\nSea fog,Mist.,\nHaar,Rain.,2\n", "utf-8")
    for _ in range(2):
        told = build(shore)
        said = "fogs.csv, row 2, column C: 'copies' gives no number of copies to print; add it"
        assert (told.status, told.err.count(said)) == (1, 1), told.err


def test_an_empty_cell_for_a_translation_is_told_by_a_build_with_its_column(shore):
    edit(shore, VOCABULARY, "kinds:\n", "kinds:\n  fogs: fog\n")
    edit(shore, KIND, "each: tide", "each: fog")
    rows = "Name,Name (es),Text,Text (es),Count\nSea fog,Niebla,Mist.,,2\nHaar,Bruma,Rain.,Lluvia.,1\n"
    (shore / "data/editions/shore/fogs.csv").write_text(rows, encoding="utf-8")
    told = run_command("--project", shore, "build", "tide-cards", "-l", "es", "--paper", "a4")
    lines = [line for line in told.err.splitlines() if "fogs.csv" in line]
    assert (told.status, len(lines)) == (1, 1), told.err
    assert "row 2, column D: 'shore/fog/sea-fog.text' has no translation into es; write it into this cell" in lines[0]


@pytest.mark.parametrize("name", ["parts", "data/notes.txt", "data/edition.txt", ".art", "pages.md"])
def test_what_has_another_name_is_the_author_s_own(shore, name):
    file = shore / name
    file.write_text("Mine.") if file.suffix else file.mkdir()
    assert "is not read" not in run_command("--project", shore, "check").out


def test_beside_the_file_that_is_read_a_copy_is_the_author_s_own(shore):
    shutil.copytree(shore / "art", shore / "arts")
    assert "is not read" not in run_command("--project", shore, "check").out


def test_a_catalogue_of_no_edition_is_told(shore):
    (shore / "data/locale/es/shore.po").rename(shore / "data/locale/es/shoer.po")
    told = run_command("--project", shore, "check")
    assert (told.status, "is the catalogue of no edition; rename it 'shore.po', whose messages it has" in told.out) == (
        1,
        True,
    )


def test_a_word_of_the_glossary_without_languages_is_told(shore):
    (shore / "data/glossary.yaml").write_text("wide: [Wide, Ancho]\n", encoding="utf-8")
    told = run_command("--project", shore, "check")
    assert (told.status, "'wide' has no languages; write its word in each" in told.out) == (1, True)


def test_a_drawing_that_was_cut_short_is_told_before_it_is_printed(shore):
    file = shore / "templates/_shared/icons/grit.svg"
    file.parent.mkdir(parents=True)
    file.write_text("<svg><path d='M0")
    told = run_command("--project", shore, "check")
    block = told.out.partition("templates/_shared/icons/grit.svg\n")[2].partition("\n\n")[0]
    assert (told.status, "is not XML: unclosed token" in block) == (1, True), told.out


def test_one_mistake_is_told_once(shore):
    """Several readers read the columns; a cell without a number leaves its record without one."""
    edit(shore, VOCABULARY, "kinds:\n", "columns: {hp: {words: [hp], takes: numbr}}\nkinds:\n")
    told = run_command("--project", shore, "check")
    assert (told.status, told.out.count("'takes': input should be")) == (1, 1), told.out
    edit(shore, VOCABULARY, "takes: numbr}}\nkinds:\n", "takes: count}}\nkinds:\n  fogs: fog\n")
    edit(shore, KIND, "each: tide", "each: [tide, fog]")
    (shore / "data/editions/shore/fogs.csv").write_text("Name,Text,Copies\nSea fog,Mist.,x3\nHaar,Rain.,2\n")
    [line] = [line for line in run_command("--project", shore, "check").out.splitlines() if "number" in line]
    assert "row 2, column C  error" in line and "'x3' is not a number of 0 or more; write one" in line


def test_an_empty_expression_chooses_nothing(shore):
    words = ("tide-cards", "-e", shore.name, "-l", "en", "--paper", "a4", "--select", " ")
    told = run_command("--project", shore, "build", *words)
    assert (told.status, "--select: no expression is given; write one, or leave it out" in told.err) == (2, True)


def test_a_folder_that_is_misnamed_after_a_print_is_told_by_the_next_one_and_each_after_it(shore):
    assert build(shore).status == 0
    assert build(shore).status == 0, "nothing changed"
    (shore / "fnts").mkdir()
    for _ in range(2):
        told = build(shore)
        assert (told.status, "fnts: is not read; did you mean 'fonts'?" in told.err) == (1, True), told.err


FOGS = "data/editions/shore/fogs.csv"


@pytest.fixture
def of_fogs(shore) -> Path:
    """The project with cards of a list of its own."""
    edit(shore, VOCABULARY, "kinds:\n", "kinds:\n  fogs: fog\n")
    edit(shore, KIND, "each: tide", "each: fog")
    edit(shore, KIND, "copies: copies\n", "")
    rows = (
        "Name,Text,Role\nHaar,Mist.,Leader\nFret,Rain.,Leader\nSmog,Smoke.,Bear\nGloom,Dusk.,Boar\nVapour,Air.,Bear\n"
    )
    (shore / FOGS).write_text(rows, encoding="utf-8")
    assert build(shore).status == 0
    return shore


def test_a_word_that_is_almost_one_of_others_in_its_column_is_told_at_its_cell(of_fogs):
    edit(of_fogs, FOGS, "Fret,Rain.,Leader", "Fret,Rain.,Leader\nBrume,Grey.,Leadr")
    said = "fogs.csv, row 4, column C: fog/brume: 'Leadr' is almost 'Leader', which others have; mend it; if both are"
    for _ in range(2):
        assert said in build(of_fogs).err
    checked = run_command("--project", of_fogs, "check")
    assert (checked.status, "'Leadr' is almost 'Leader'" in checked.out) == (1, True)
    edit(of_fogs, EDITION, "units:", "alike: [Leadr]\nunits:")
    assert (build(of_fogs).err, "is almost" in run_command("--project", of_fogs, "check").out) == ("", False)


def test_a_word_that_is_almost_the_name_of_a_record_of_the_column_s_kind_is_told(of_fogs):
    edit(of_fogs, VOCABULARY, "kinds:\n", "kinds:\n  clans: own-clan\n")
    (of_fogs / "data/editions/shore/clans.csv").write_text("Name,Text\nFoxes,Red.\nOwls,Grey.\n", encoding="utf-8")
    (of_fogs / FOGS).write_text("Name,Text,Clan\nHaar,Mist.,Foxs\nFret,Rain.,Owls\n", encoding="utf-8")
    assert "fogs.csv, row 2, column C: fog/haar: 'Foxs' is almost 'Foxes', which others have" in build(of_fogs).err


def test_a_word_that_a_template_compares_and_no_record_has_but_almost_is_told(of_fogs):
    for compared in ("== 'Leadr'", "!= 'Leadr'", "in ['Bear', 'Leadr']"):
        text = (of_fogs / FACE).read_text(encoding="utf-8")
        edit(
            of_fogs,
            FACE,
            "{{ text(record) }}",
            "{{ text(record) }}{% if record.get('role') " + compared + " %}!{% endif %}",
        )
        told = build(of_fogs)
        said = (
            f"{FACE}:4: compares 'role' with 'Leadr', which no record has there; did you mean 'Leader'?; mend the word"
        )
        assert (told.status, said in told.err) == (1, True), told.err
        # A part of a word that is there is no slip, nor is a number.
        edit(of_fogs, FACE, compared, "and 'Lead' in record.get('role') and record.get('role') != '22'")
        assert build(of_fogs).status == 0
        edit(of_fogs, FACE, "and 'Lead' in record.get('role') and record.get('role') != '22'", compared)
        # A word that is like none may be that of a record to come.
        edit(of_fogs, FACE, "Leadr", "Wanderer")
        assert build(of_fogs).status == 0
        (of_fogs / FACE).write_text(text, encoding="utf-8")


def test_a_class_without_its_dot_is_told_in_the_style_sheet(shore):
    text = (shore / STYLE).read_text(encoding="utf-8")
    edit(shore, FACE, "{{ text(record) }}", "{{ text(record) }}<textarea></textarea>")
    (shore / STYLE).write_text(f"{text}\ntext {{ margin: 0 }}\nh1, h1 > b {{ margin: 0 }}\n", encoding="utf-8")
    line = text.count("\n") + 2
    told = build(shore)
    said = f"{STYLE}:{line}:1: no template has an element 'text'; did you mean '.text'?; write the dot of a class"
    assert (told.status, told.err.count(said), told.err.count("[styled-elements-exist]")) == (1, 1, 1), told.err


def test_the_art_of_a_back_without_its_back_is_told(shore):
    (shore / "templates/tide-cards/back-art.html.j2").write_text("<p>Waves</p>", encoding="utf-8")
    for told in (build(shore), run_command("--project", shore, "check")):
        assert told.status
        assert (
            "is not printed: there is no back.html.j2 in its folder; add it, or delete this one" in told.err + told.out
        )


def test_a_face_of_a_few_millimetres_is_one_in_inches(shore):
    edit(shore, KIND, "face:", "face: 2.5x3.5 #")
    told = build(shore)
    assert (told.status, "'2.5x3.5' is not a size of face; did you mean '2.5x3.5in'?" in told.err) == (2, True), (
        told.err
    )
