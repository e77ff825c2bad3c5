"""What is wrong with a face is found, named and placed, and the rest is printed all the same."""

import shutil

import pytest

from kensei_docs.documents.layout import renderer as render
from kensei_docs.problems import Unusable


def shown(herons, problems):
    return [str(problem).replace(f"{herons.folder}/", "") for problem in problems]


def test_a_text_that_does_not_fit_is_made_smaller(herons):
    herons.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "Nobody hears it come. " * 25)
    assert herons.print("ability-cards") == []


def test_a_text_that_fits_at_no_size_is_named_with_its_field_language_and_millimetres(herons):
    herons.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "Nobody hears it come. " * 90)
    herons.translate({"ability/silence.text": "Nadie la oye."})
    (problem,) = shown(herons, herons.print("ability-cards", languages=["en", "es"]))
    said, millimetres, rest = problem.partition(" mm over")[0].rpartition(" ")[0], *_split(problem)
    assert said == ("data/editions/herons/abilities.yaml:12:9: ability-cards-a4 in en, 'silence.front': 'text' runs")
    assert 20 < millimetres < 100
    assert rest == " at 7 pt, the smallest it may be; shorten it  [overflow]"
    assert herons.pdf("ability-cards", "es").is_file()


def _split(problem):
    before, _, after = problem.partition(" mm over")
    return float(before.rpartition(" ")[2]), after


def test_a_text_that_runs_over_is_reported_again_though_nothing_changed(herons):
    herons.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "Nobody hears it come. " * 90)
    first = shown(herons, herons.print("ability-cards"))
    assert shown(herons, herons.print("ability-cards")) == first
    assert herons.reasons == []


def test_what_all_faces_share_is_told_once_where_it_is_written(herons):
    face = '<p style="margin: 0">{{ name(record) }}</p><p data-field="foot">{{ edition_name(edition.id) }}</p>'
    own_kind(herons, face=face, css="[data-field] { height: 4mm; overflow: hidden; margin: 0 }")
    herons.edit(
        "data/editions/herons/edition.yaml", "name: Herons", "name: Herons of the long grey river in the north ბ"
    )
    problems = shown(herons, herons.print(papers=["a4", "letter"]))
    assert [problem.partition(" mm over")[0].partition(" in Source")[0] for problem in problems] == [
        "data/editions/herons/edition.yaml:2:7: frogs in en: 'foot' runs 4.0",
        "data/editions/herons/edition.yaml:2:7: no glyph for 'ბ' (U+10D1)",
    ]
    own_kind(herons, face="<p>ბ {{ name(record) }}</p>")
    herons.edit("data/editions/herons/edition.yaml", " of the long grey river in the north ბ", "")
    (problem,) = shown(herons, herons.print())
    assert problem.startswith("templates/frogs/face.html.j2:1: no glyph for 'ბ'")


@pytest.mark.parametrize(("place", "off"), [("left: 500mm", "460.0"), ("top: 200mm", "170.0"), ("left: -70mm", "20.0")])
def test_an_element_that_its_style_puts_beside_the_face_is_told_once_in_the_template(herons, place, off):
    """No word that is taken out of the texts of the records would help."""
    css = f"[data-field] {{ position: absolute; {place}; width: 50mm; height: 20mm; margin: 0 }} p {{ margin: 0 }}"
    own_kind(herons, face='<p>A</p>\n<div data-field="n"><p><b>{{ name(record) }}</b></p></div>', css=css)
    for _ in range(2):
        (problem,) = shown(herons, herons.print())
        where, _, said = problem.partition(", such as ")
        assert where.startswith("templates/frogs/face.html.j2:2: frogs-a4 in en, on ")
        assert said.endswith(f" stands {off} mm beside the face; mend its place in the style sheet  [overflow]")


def test_what_a_long_text_moves_beside_the_face_is_the_fault_of_the_text(herons):
    """Its style puts it behind the text, and the text has to be shorter."""
    own_kind(
        herons, face="<p>{{ 'A heron. ' * 30 }}</p><footer><p>{{ name(record) }}</p></footer>", css="p { margin: 0 }"
    )
    problems = shown(herons, herons.print())
    assert problems != [] and all("its text runs" in one and "shorten it" in one for one in problems)


def test_braces_in_the_title_of_a_kind_are_no_fault_of_the_template_that_prints_it(herons):
    own_kind(herons, face="<p>{{ _('Frogs') }} {{ _('Frogs {a}') }} {{ name(record) }}</p>")
    [problem] = shown(herons, herons.print())
    assert problem.startswith(
        "templates/frogs/face.html.j2:1: 'Frogs {a}' of 'frogs' has '{a}', which would be printed as it stands"
    )


@pytest.mark.parametrize(
    ("each", "face"),
    [
        ("ability", "<p>{{ text(record) }}</p>"),
        ("edition", "{% for one in records('ability') %}<p>{{ text(one) }}</p>{% endfor %}"),
    ],
)
def test_the_text_of_a_record_with_a_name_that_stands_for_nothing_is_placed_in_the_record(herons, each, face):
    herons.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "Nobody hears it {come}.")
    own_kind(herons, face=face, kind="applies: [ability]\n")
    herons.edit("templates/frogs/kind.yaml", "each: ability", f"each: {each}")
    [problem] = shown(herons, herons.print())
    assert problem.startswith("data/editions/herons/abilities.yaml:12:9: prints '{come}' as it stands; write %(NAME)s")


def test_what_is_printed_over_a_text_is_named_with_its_record_on_every_run(herons):
    herons.write(
        "templates/ripple-cards/kind.yaml", "title: Ripples\neach: ability\nonly: {ability: figures}\nface: mini\n"
    )
    herons.write(
        "templates/ripple-cards/face.html.j2",
        '<p data-field="name">{{ name(record) }}</p><p style="margin-top: -9mm">Ripple</p>',
    )
    herons.write("templates/ripple-cards/face.css", "p { margin: 4mm; font-size: 12pt }")
    first = shown(herons, herons.print("ripple-cards"))
    assert first == [
        f"data/editions/herons/abilities.yaml:{line}: ripple-cards-a4 in en, '{slot}.front': "
        f"'name': 'Ripple' is printed {over} mm over '{name}'; make room for both, or shorten one  [overlap]"
        for line, slot, name, over in (("2:9", "wade", "Wade", 2.4), ("7:9", "patience", "Patience", 2.3))
    ]
    assert shown(herons, herons.print("ripple-cards")) == first
    assert herons.reasons == []


def test_a_text_that_runs_over_does_not_spill_onto_another_card(herons):
    herons.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "Nobody hears it come. " * 400)
    herons.print("ability-cards")
    assert len(herons.boxes("ability-cards")) == 3
    assert "Water up to 2.5 cm deep is not a hindrance" in herons.text("ability-cards")


def test_a_character_that_no_typeface_has_is_named_and_shown_as_a_box(herons):
    herons.edit("data/editions/herons/abilities.yaml", "Nobody hears", "ბ hears")
    (problem,) = shown(herons, herons.print("ability-cards"))
    assert problem.startswith(
        "data/editions/herons/abilities.yaml:12:9: no glyph for 'ბ' (U+10D1) in SourceSansPro-Regular"
    )
    assert "☐ hears it come." in herons.text("ability-cards")


def test_a_character_of_a_translation_that_no_typeface_has_is_placed_in_the_catalogue(herons):
    catalogue = "data/locale/es/herons.po"
    herons.edit(catalogue, 'msgstr "Vadear"', 'msgstr "ბ Vadear"')
    lines = (herons.folder / catalogue).read_text(encoding="utf-8").split("\n")
    place = lines.index('msgstr "ბ Vadear"')
    for _ in range(2):
        (problem,) = shown(herons, herons.print("ability-cards", languages=["es"]))
        assert problem.startswith(f"{catalogue}:{place}: no glyph for 'ბ' (U+10D1)")


def test_a_translation_that_is_missing_is_named_and_the_page_printed_without_it(herons):
    herons.edit("data/locale/es/herons.po", 'msgstr "Vadear"', 'msgstr ""')
    (problem,) = shown(herons, herons.print("ability-cards", languages=["es"]))
    assert problem == (
        "data/editions/herons/abilities.yaml:2:9: 'herons/ability/wade.name' has no "
        "translation into es; add it to data/locale/es/herons.po  [translations]"
    )
    assert "El agua de hasta" in herons.text("ability-cards", language="es")


def test_an_icon_that_is_missing_is_named(herons):
    herons.edit("data/editions/herons/markers.yaml", "icon: fire", "icon: fyre")
    (problem,) = shown(herons, herons.print("markers"))
    place, _, said = problem.partition(": ")
    # The line of the template that asks for it.
    file, line = place.split(":")
    assert "icon(" in (herons.folder / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert said == (
        "there is no icon 'fyre'; did you mean 'fire'?; mend the name, or draw it as templates/markers/icons/fyre.svg, "
        "or for all kinds as templates/_shared/icons/fyre.svg  [icons]"
    )


def test_copies_that_the_data_do_not_give_are_named_and_one_is_printed(herons):
    herons.edit("data/editions/herons/command-deck.yaml", "{value: 3, copies: 3}", "{value: 3}")
    (problem,) = shown(herons, herons.print("command-deck"))
    assert problem.startswith(
        "data/editions/herons/command-deck.yaml:8:14: 'copies' gives no number of copies to print; add it"
    )
    assert len(herons.boxes("command-deck", page=4)) == 22 - 18


def own_kind(herons, **files):
    shutil.rmtree(herons.folder / "templates")
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 40x30\n" + files.pop("kind", ""))
    herons.write(
        "templates/frogs/face.css",
        "@font-face { font-family: A; src: url(typeface:SourceSansPro-Regular) }\n"
        "html { font: 9pt A }\n" + files.pop("css", ""),
    )
    herons.write("templates/_shared/footer.txt.j2", "{{ title }}")
    herons.write("templates/frogs/face.html.j2", files.pop("face", "{{ name(record) }}"))


@pytest.mark.parametrize(
    ("where", "over"),
    [
        ("left: 38mm; top: 2mm; transform: rotate(90deg)", None),
        ("left: 2mm; top: 28mm; transform: rotate(-90deg)", None),
        ("left: -60mm; top: 2mm; transform: translate(65mm)", None),
        ("left: 38mm; top: -20mm; transform: translate(0, 22mm) rotate(90deg)", None),
        ("left: 2mm; top: 2mm; transform: translate(50mm)", "its text runs"),
        ("left: 2mm; top: 2mm; transform: rotate(-90deg)", "its text runs"),
        ("left: 2mm; top: 2mm; transform: scale(6)", "its text runs"),
    ],
)
@pytest.mark.parametrize("size", [None, "60x45"])
def test_text_that_is_turned_or_moved_is_measured_where_it_is_printed(herons, where, over, size):
    face = f'<div style="position: absolute; transform-origin: 0 0; white-space: nowrap; {where}">Wade</div>'
    own_kind(herons, face=face)
    problems = {str(problem).partition("front': ")[2][:13] for problem in herons.print(size=size)}
    assert problems == ({over} if over else set())


def test_text_that_is_turned_in_a_field_is_measured_in_the_field(herons):
    face = (
        '<div data-field="name" style="width: 8mm; height: 35mm"><p style="margin: 0; white-space: nowrap; '
        'transform-origin: 0 0; transform: translate(5mm) rotate(90deg)">{{ name(record) }} on one leg</p></div>'
    )
    own_kind(herons, face=face)
    assert herons.print() == []
    own_kind(herons, face=face.replace("35mm", "15mm"))
    assert all("'name' runs" in str(problem) for problem in herons.print())


def test_a_new_kind_is_a_new_folder_and_nothing_else(herons):
    own_kind(herons)
    assert herons.print() == []
    assert herons.text("frogs").endswith("Wade Patience Silence")
    left, below, right, above = herons.boxes("frogs")[0]
    assert (right - left, above - below) == pytest.approx((40, 30), abs=0.01)


def test_a_fault_in_a_template_is_placed(herons):
    own_kind(herons, face="<p>\n{{ naem(record) }}</p>")
    herons.print()
    assert shown(herons, herons.refused) == [
        "templates/frogs/face.html.j2:2: this template can't print ability/wade: 'naem' is undefined; did you mean "
        "'name'?; mend the name, or set it first  [templates]"
    ]


def test_a_part_that_no_record_has_is_told_with_the_one_that_is_meant(herons):
    own_kind(herons, face="<p>{{ record.nmae }}</p>")
    herons.print()
    assert shown(herons, herons.refused)[0].endswith(
        "a record has no 'nmae'; did you mean 'name'?; write record.get('FIELD') for a field of its data  [templates]"
    )


def test_a_template_that_breaks_off_is_placed(herons):
    own_kind(herons, face="<p>\n{% if record %}</p>")
    herons.print()
    assert shown(herons, herons.refused)[0].startswith(
        "templates/frogs/face.html.j2:2: this template can't print ability/wade: "
    )


def test_a_paper_with_too_little_room_is_refused(herons):
    own_kind(herons, kind="grid: 9x9\n")
    herons.print()
    (problem,) = shown(herons, herons.refused)
    assert problem == (
        "templates/frogs/kind.yaml: frogs on a4: 9 x 9 faces of 40x30 mm take 360 x 270 mm, and "
        "paper of 210x297 mm has 197.3 x 284.3 mm between its margins; 7 x 6 would fit  [grid]"
    )


SYSTEMS = {
    "Debian": ("linux", {"ID": "debian"}, "run: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
    "one like Debian": (
        *("linux", {"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}),
        "run: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    ),
    "Fedora": ("linux", {"ID": "fedora"}, "run: dnf install pango harfbuzz"),
    "openSUSE": (
        *("linux", {"ID": "opensuse-leap", "ID_LIKE": "suse opensuse"}),
        "run: zypper install libpango-1_0-0 libharfbuzz-subset0",
    ),
    "macOS": (
        *("darwin", None, "run: brew install pango; for a Python that is not Homebrew's also: "),
        "export DYLD_FALLBACK_LIBRARY_PATH=$(brew --prefix)/lib",
    ),
    "another": ("linux", {"ID": "haiku"}, "install Pango 1.44 or newer and HarfBuzz, with libharfbuzz-subset"),
    "one that does not say": ("sunos5", None, "install Pango 1.44 or newer and HarfBuzz, with libharfbuzz-subset"),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_missing_system_libraries_are_one_line_with_what_to_do_on_that_system(herons, monkeypatch, name):
    system, release, *way = SYSTEMS[name]

    def os_release():
        if release is None:
            raise OSError("no such file")
        return release

    class Absent:
        def __init__(self):
            raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr(render, "Renderer", Absent)
    monkeypatch.setattr(render.sys, "platform", system)
    monkeypatch.setattr(render.platform, "freedesktop_os_release", os_release)
    render.renderer.cache_clear()
    with pytest.raises(Unusable) as refused:
        render.renderer()
    said = "weasyprint: the system libraries that lay out pages are missing; "
    assert str(refused.value) == f"{said}{''.join(way)}  [system-libraries]"


def test_a_page_too_many_is_told_with_its_millimetres(herons):
    herons.edit("data/editions/herons/rolls.yaml", "Throw for every frog.", "Throw for every frog. " * 60)
    rolls = (herons.folder / "data/editions/herons/rolls.yaml").read_text(encoding="utf-8")
    many = "".join(rolls.replace("catch:", f"catch-{i}:", 1) for i in range(16))
    herons.write("data/editions/herons/rolls.yaml", many)
    (problem,) = shown(herons, herons.print("quick-reference"))
    assert problem.startswith(
        "data/editions/herons/edition.yaml:1:1: quick-reference-a4 in en, 'herons.front': its text runs "
    )
    assert "too many at 7 pt, the smallest it may be; shorten it  [overflow]" in problem


def test_a_text_that_leaves_its_face_at_the_left_is_named(herons):
    own_kind(herons, css="p { position: absolute; left: -4mm; margin: 0 }\n", face="<p>{{ name(record) }}</p>")
    assert "its text runs 4.0 mm over" in str(herons.print()[0])


def test_a_style_that_kinds_share_goes_before_their_own_and_has_to_be_there(herons):
    own_kind(herons, css="p { left: -3mm }\n", face="<p>{{ name(record) }}</p>")
    manifest = herons.folder / "templates/frogs/kind.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "\nstyles: [pond]\n", encoding="utf-8")
    herons.print()
    (problem,) = shown(herons, herons.refused)
    assert problem == (
        "templates/frogs/kind.yaml: 'styles' names 'pond', which is not a style sheet "
        "of _shared/styles; mend the name, or add the file  [style]"
    )
    herons.write("templates/_shared/styles/pond.css", "p { position: absolute; left: -9mm }\n")
    assert "its text runs 3.0 mm over" in str(herons.print()[0])


def test_a_style_sheet_or_a_margin_line_that_is_broken_is_placed(herons):
    own_kind(herons)
    (herons.folder / "templates/frogs/face.css").write_bytes(b"\n\xff")
    herons.print()
    assert shown(herons, herons.refused) == [
        "templates/frogs/face.css:2: is not UTF-8 text; save it in that encoding  [style]"
    ]
    herons.write("templates/_shared/footer.txt.j2", "{{ title")
    with pytest.raises(Unusable, match=r"footer.txt.j2:1: is not a template: .*; mend the line"):
        herons.print()


def test_a_message_that_is_printed_without_its_figure_is_told(herons):
    own_kind(herons, face='<p>{{ record.get("text") }}</p>')
    assert shown(herons, herons.print())[:1] == [
        "templates/frogs/face.html.j2: prints '%(depth)s' of ability/wade without its figure; print the message with "
        "'text(record, path)'  [templates]"
    ]


def test_the_name_of_a_figure_that_is_printed_without_its_value_is_told(herons):
    own_kind(herons, face='<p>{{ record.get("effects.deep.add") or "$depth" }}</p>')
    assert "prints '$depth' of ability/" in shown(herons, herons.print())[0]
