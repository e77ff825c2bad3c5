"""Typefaces of a project: files of ``fonts/`` are printed by their family, small, and found again as text."""

from __future__ import annotations

import shutil

import pikepdf
import pypdfium2
import pytest

from kensei_docs.check.project_files import check_project, pages
from kensei_docs.documents.markup.font_families import families_of
from kensei_docs.documents.products.options import require_theme
from tests.documents.fonts import font, put


def frogs(press, css, text="Nobody hears it come.", face="<p>{{ text(record) }}</p>"):
    """The game with one ability, on a card in a style of its own."""
    shutil.rmtree(press.folder / "templates", ignore_errors=True)
    press.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    press.write("templates/frogs/face.css", css)
    press.write("templates/frogs/face.html.j2", face)
    press.write("data/editions/herons/abilities.yaml", f"silence:\n  name: Silence\n  text: |\n    {text}\n")
    theme = '@font-face { font-family: "Source Sans Pro"; src: url(typeface:SourceSansPro-Regular) }\n'
    bold = '@font-face { font-family: "Source Sans Pro"; font-weight: 700; src: url(typeface:SourceSansPro-Bold) }\n'
    press.write("templates/_shared/theme.css", f'{theme}{bold}html {{ font: 9pt "Source Sans Pro" }}\n')
    press.write("templates/_shared/footer.txt.j2", "{{ title }}")
    press.write("data/vocabulary.yaml", "kinds: {abilities: ability}\n")
    for file in ("command-deck", "markers", "rolls", "tables"):
        (press.folder / f"data/editions/herons/{file}.yaml").unlink(missing_ok=True)


def said(press):
    return [str(problem).replace(f"{press.folder}/", "") for problem in press.print("frogs")]


def fonts_in(press):
    """Return the size of the font file by the name of each typeface in the PDF, without the tag of its subset."""
    found = {}
    with pikepdf.open(press.pdf("frogs")) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                name = str(thing.FontName).partition("+")[2]
                found[name] = len(thing.FontFile2.read_bytes())
    return found


def dark_in(press):
    """Return the dark pixels of the page."""
    with pypdfium2.PdfDocument(press.pdf("frogs")) as pdf:
        picture = pdf[0].render(scale=4).to_pil().convert("L")
    return sum(picture.histogram()[:128])


@pytest.mark.parametrize("kind", ["ttf", "otf", "woff", "woff2"])
def test_a_family_is_printed_by_its_name_alone(herons, kind):
    put(herons.folder, f"any-name.{kind}", font("Reed Mace", kind=kind))
    frogs(herons, 'p { font-family: "Reed Mace" }')
    assert said(herons) == []
    (name,) = (name for name in fonts_in(herons) if name.startswith("ReedMace"))
    assert fonts_in(herons)[name] < 1500
    assert "Nobody hears it come." in herons.text("frogs")


def test_curves_of_either_kind_print_the_same(herons):
    printed = []
    for kind in ("ttf", "otf"):
        shutil.rmtree(herons.folder / "fonts", ignore_errors=True)
        put(herons.folder, f"reed.{kind}", font("Reed", kind=kind))
        frogs(herons, "p { font-family: Reed }")
        assert said(herons) == []
        printed.append(dark_in(herons))
    assert abs(printed[0] - printed[1]) < 0.01 * printed[0]
    assert printed[0] > 1000


def test_each_style_of_a_family_is_used_where_it_is_asked_for(herons):
    for weight in (400, 700):
        for italic in (False, True):
            put(herons.folder, f"reed/{weight}{italic}.ttf", font("Reed", weight, italic=italic))
    frogs(herons, "p { font-family: Reed }", "Nobody **hears** *it* ***come***.")
    assert said(herons) == []
    names = {name.rpartition("-")[0] for name in fonts_in(herons) if name.startswith("Reed")}
    assert names == {"Reed-Regular", "Reed-Bold", "Reed-RegularItalic", "Reed-BoldItalic"}


def test_a_variable_font_prints_each_weight_that_is_asked_for(herons):
    put(herons.folder, "reed.ttf", font("Reed", heaviest=900))
    printed = []
    for weight in (400, 600, 900):
        frogs(herons, f"p {{ font: {weight} 9pt Reed }}")
        assert said(herons) == []
        printed.append(dark_in(herons))
    assert printed[0] * 1.1 < printed[1] and printed[1] * 1.1 < printed[2]


def test_a_family_that_no_style_names_costs_nothing(herons):
    frogs(herons, "p { color: #000 }")
    said(herons)
    put(herons.folder, "reed.ttf", font("Reed"))
    said(herons)
    assert herons.reasons == []


def test_a_changed_file_is_printed_anew(herons):
    put(herons.folder, "reed.ttf", font("Reed"))
    frogs(herons, "p { font-family: Reed }")
    said(herons)
    thin = dark_in(herons)
    put(herons.folder, "reed.ttf", font("Reed", 800))
    said(herons)
    assert [reason.partition(": ")[2] for reason in herons.reasons] == ["the fonts changed"]
    assert dark_in(herons) > 1.5 * thin


def test_a_file_may_be_named_in_a_rule_of_ones_own(herons):
    put(herons.folder, "Bulrush-Black.ttf", font("Reed", 900))
    frogs(herons, "@font-face { font-family: Mine; src: url(typeface:Bulrush-Black) } p { font-family: Mine }")
    assert said(herons) == []
    assert any(name.startswith("Reed") for name in fonts_in(herons))


def test_a_family_that_is_not_there_is_told_with_the_one_that_was_meant(herons):
    put(herons.folder, "reed.ttf", font("Reed Mace"))
    frogs(herons, "p { color: #000 }\np { font-family: 'Reed Mase' }")
    for _ in range(2):
        (problem,) = said(herons)
        assert problem.startswith(
            "templates/frogs/face.css:2:19: there is no typeface 'Reed Mase'; did you mean 'Reed Mace'?; write"
        )


@pytest.mark.parametrize("family", ["serif", "sans-serif", "monospace"])
def test_a_generic_family_alone_stands_for_nothing(herons, family):
    frogs(herons, f"p {{ font-family: {family} }}")
    (problem,) = said(herons)
    assert problem.startswith(
        f"templates/frogs/face.css:1:18: there is no typeface '{family}'; write 'Source Sans Pro'"
    )
    frogs(herons, f"p {{ font-family: 'Source Sans Pro', {family} }}")
    assert said(herons) == []


def findings(press):
    names = ("fonts-can-be-printed", "chosen-families-exist")
    assert set(names) <= set(pages())
    found = check_project(press.project, ("herons",), names)
    return [str(problem).replace(f"{press.folder}/", "") for problem in found]


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("cut.ttf", font("Reed")[:200], "is no font that can be read"),
        ("page.woff2", b"<html>not found</html>", "is no font that can be read"),
        ("set.ttc", b"ttcf", "is no font file that is read; save it as .ttf, .otf, .woff, .woff2"),
        ("closed.ttf", font("Reed", licence=2), "may not be embedded in a document, as it says itself"),
        ("whole.ttf", font("Reed", licence=0x104), "may not be embedded in a document, as it says itself"),
        ("blank.ttf", font("Reed", characters=""), "has no characters that a text could be printed in"),
    ],
)
def test_a_file_that_can_not_be_printed_is_told(herons, name, data, fault):
    put(herons.folder, name, data)
    frogs(herons, "p { color: #000 }")
    for _ in range(2):
        (problem,) = findings(herons)
        assert problem.startswith(f"fonts/{name}: {fault}")


def test_a_typeface_that_may_be_embedded_in_some_documents_is_printed(herons):
    put(herons.folder, "reed.ttf", font("Reed", licence=4))
    assert findings(herons) == []


def test_two_files_of_one_style_are_told(herons):
    put(herons.folder, "a.ttf", font("Reed"))
    put(herons.folder, "b.otf", font("Reed", kind="otf"))
    put(herons.folder, "c.ttf", font("Reed", 700))
    (problem,) = findings(herons)
    assert problem.startswith("fonts/b.otf: is Reed 400, as a.ttf is, which is printed; take one of them out")


def test_what_is_no_font_stays_unread(herons):
    put(herons.folder, "OFL.txt", b"a licence")
    assert findings(herons) == []
    assert families_of(herons.project).names == ()


def test_a_link_out_of_the_project_is_not_followed(herons, tmp_path, run, monkeypatch):
    put(herons.folder, "inside.ttf", font("Reed"))
    outside = tmp_path / "outside.ttf"
    outside.write_bytes(font("Elsewhere"))
    (herons.folder / "fonts" / "link.ttf").symlink_to(outside)
    monkeypatch.chdir(herons.folder)
    told = run("check", "herons")
    assert told.status == 2
    assert "fonts/link.ttf" in told.err


def test_one_line_changes_the_typeface_of_everything(herons):
    put(herons.folder, "reed.ttf", font("Reed"))
    put(herons.folder, "reed-bold.ttf", font("Reed", 700))
    frogs(
        herons, "h1 { font: 700 9pt 'Source Serif Pro' }", face="<h1>{{ name(record) }}</h1><p>{{ text(record) }}</p>"
    )
    herons.write("templates/_shared/look.yaml", "families: {text: Reed, heads: Reed}\n")
    assert said(herons) == []
    assert {name.partition("-")[0] for name in fonts_in(herons)} == {"Reed", "SourceSansPro"}
    assert findings(herons) == []


def test_a_theme_has_families_of_its_own(herons):
    put(herons.folder, "reed.ttf", font("Reed"))
    frogs(herons, "p { color: #000 }")
    herons.write("templates/_shared/themes/marsh.yaml", "families: {text: Reed}\n")
    herons.print("frogs", theme=require_theme(herons.project, "marsh"))
    made = herons.outputs[0].path
    with pikepdf.open(made) as pdf:
        names = {str(o.FontName) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/FontName" in o}
    assert any("+Reed" in name for name in names)


def test_a_family_that_a_look_chooses_and_that_is_not_there_is_told(herons):
    put(herons.folder, "reed.ttf", font("Reed"))
    frogs(herons, "p { color: #000 }")
    herons.write("templates/_shared/look.yaml", "families: {text: Reet, hedas: Reed}\n")
    assert findings(herons) == [
        "templates/_shared/look.yaml:1:18: there is no family 'Reet'; did you mean 'Reed'?; put its files into fonts/, "
        "or mend the name  [chosen-families-exist]",
        "templates/_shared/look.yaml:1:31: 'hedas' is no part with a family of its own; did you mean 'heads'?; write "
        "text or heads  [chosen-families-exist]",
    ]


def test_a_character_that_the_stack_of_its_words_lacks_is_told_and_printed_in_another_typeface(herons):
    put(herons.folder, "reed.ttf", font("Reed"))
    frogs(herons, "p { font-family: Reed }", "Nobody hears — it.")
    for _ in range(2):
        (problem,) = said(herons)
        assert problem == (
            "data/editions/herons/abilities.yaml:3:9: '—' (U+2014) is not in 'Reed', and is printed in another "
            "typeface; name one that has it behind, such as font-family: 'Reed', 'Source Sans Pro'  [glyphs]"
        )
    assert "hears — it" in herons.text("frogs")
    frogs(herons, "p { font-family: Reed, 'Source Sans Pro' }", "Nobody hears — it.")
    assert said(herons) == []


def test_a_typeface_needs_only_the_characters_of_its_own_words(herons):
    put(herons.folder, "reed.ttf", font("Reed", characters="Silenc"))
    frogs(herons, "h1 { font-family: Reed }", face="<h1>Silence</h1><p>{{ text(record) }}</p>")
    assert said(herons) == []


@pytest.mark.parametrize(
    ("text", "lacks", "instead"), [("*hush*", "italic", "upright"), ("**hush**", "bold", "in its usual")]
)
def test_emphasis_that_a_family_has_no_style_for_is_told_at_the_words(herons, text, lacks, instead):
    put(herons.folder, "reed.ttf", font("Reed"))
    frogs(herons, "p { font-family: Reed }", f"Nobody, {text}.")
    for _ in range(2):
        (problem,) = said(herons)
        assert problem.startswith(
            f"data/editions/herons/abilities.yaml:3:9: 'Reed' has no {lacks}, and 'hush' is printed {instead}"
        )


def test_shipped_families_have_their_italics(herons):
    frogs(herons, "p { color: #000 }", "Nobody *hears* ***it***.")
    assert said(herons) == []
    assert {"SourceSansPro-It", "SourceSansPro-BoldIt"} <= fonts_in(herons).keys()


def test_japanese_is_printed_in_any_style_from_a_small_subset(herons):
    put(herons.folder, "reed.ttf", font("Reed"))
    frogs(herons, "p { font-family: Reed }", "侍 hears 鷺のカード。")
    assert said(herons) == []
    assert fonts_in(herons)["NotoSansJP-Regular"] < 100_000
    assert "侍" in herons.text("frogs") and "鷺のカード。" in herons.text("frogs")
    assert dark_in(herons) > 1000


def test_without_japanese_nothing_of_it_is_loaded(herons):
    frogs(herons, "p { color: #000 }")
    assert said(herons) == []
    assert set(fonts_in(herons)) == {"SourceSansPro-Regular"}


def test_a_kanji_is_copied_as_itself_and_not_as_the_radical_that_looks_like_it(herons):
    frogs(herons, "p { color: #000 }", "一口人")
    assert said(herons) == []
    assert "一口人" in herons.text("frogs")


def test_signs_that_stand_over_each_other_in_one_word_are_no_finding(herons):
    # A letter without a width, whose bar is drawn over the next one, of another typeface, as scripts join letters.
    put(herons.folder, "reed.ttf", font("Reed", characters="a ", advance=0))
    frogs(herons, "p { font-family: Reed, 'Source Sans Pro' }", "aM aM")
    assert said(herons) == []


def test_the_name_of_a_family_writes_no_style(herons):
    put(herons.folder, "reed.ttf", font('Re"ed;} p { color: red'))
    frogs(herons, "p { font-family: 'Reed p  color: red' }")
    herons.print("frogs")
    assert families_of(herons.project).names == ("Reed p  color: red",)


def test_a_font_that_can_not_be_made_ready_is_told(herons):
    data = bytearray(font("Reed", heaviest=900))
    at = data.index(b"gvar")
    # The offset of the table leads behind the end of the file.
    data[at + 8 : at + 12] = b"\x7f\xff\xff\xff"
    put(herons.folder, "reed.ttf", bytes(data))
    frogs(herons, "p { font: 600 9pt Reed }")
    assert said(herons) == []
    (problem,) = herons.refused
    assert f"{problem}".startswith(f"{herons.folder}/fonts/reed.ttf: can't be made ready to print (")


def test_what_a_family_lacks_is_told_once_for_all_words(herons):
    put(herons.folder, "reed.ttf", font("Reed"))
    frogs(herons, "p { font-family: Reed }", "**Hush**.")
    more = "".join(f"one-{n}:\n  name: One {n}\n  text: '**Hush** {n}.'\n" for n in "abc")
    herons.write("data/editions/herons/abilities.yaml", more)
    (problem,) = said(herons)
    assert problem.startswith("data/editions/herons/abilities.yaml:3:9: 'Reed' has no bold, and 'Hush'")
