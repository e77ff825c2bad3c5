"""A new game, from its rulebook to checked data and printed cards."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

import pypdfium2
import pytest

from tests.conftest import typeset

# Headings with a digit in their names.
ENGINES = """<style>body { font: 10pt serif } h1 { font-size: 18pt } h2 { font-size: 13pt }</style>
<h1>Engines of war</h1>
<h2>Phase 1</h2><p>Every side has 3 orders in a turn.</p><h2>Phase 2b</h2><p>Move each engine 6 inches.</p>"""

# A text without pages, in another language and measured in hexes. Its sentences are ours.
MAREAS = """\
MAREAS Y FAROLES

Un juego para dos guardianes de la marisma.

LA TIRADA DE REMO

Cada barca tira 2D6+1 para remar, y pasa con un 7 o más. Si falla, deriva 2 hexágonos y
pierde el 50 % de su carga.

BARCAS

Barca Remo Casco Carga

Esquife 4 2 1

Garza 3 4 3

HABILIDADES
Farero
Las barcas a 4 hexágonos o menos del farero suman +1 a su tirada.
Timonel
Esta barca vira dos veces por turno, y resta −1 a la deriva.
"""


# A text in a language that the tool is not translated into.
BRUMES = """\
BRUMES ET FANAUX

Un jeu pour deux gardiens des marais, avec des barques et quelques dés.

LE TOUR DE JEU

Chaque barque lance 2d6+1 pour ramer et passe avec 7 ou plus ; sur 2 ou moins elle dérive de 8 cm et perd 50 % de la
charge.

LES BARQUES

Barque Rame Coque

Héron 4 2

Œillet 3 4
"""


def words_of(pdf: Path) -> str:
    pages = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pages)


def test_a_number_that_may_mean_two_things_is_read_as_the_likelier_and_told_with_both(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "Moor\n\nBarges\n\nThe barge costs 1.250 points and carries 12 men.\n\nRafts\n\nThe raft costs 1 250 gold.\n"
    (tmp_path / "moor.txt").write_text(text, encoding="utf-8")
    made = run("source", "new", "moor.txt")
    assert "3 figures read, 2 doubtful, 0 in no record, 0 left out as no rules\n" in made.out
    assert "  line 5: '1.250', read as 1250, points of rule/barges: can mean 1250 or 1.25\n" in made.out
    assert "  line 9: '1 250', read as 1250, gold of rule/rafts: can mean 1250, or 1 and 250\n" in made.out
    assert run("--project", "barges", "reconcile", "moor.txt").status == 0


def test_a_figure_that_is_in_no_record_is_told_with_its_place(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("moor.txt").write_text("Moor\n\nBarges\n\nA barge has 12 men and half a dozen oars.\n", encoding="utf-8")
    made = run("source", "new", "moor.txt", "--outline")
    assert "1 figure read, 0 doubtful, 1 in no record, 0 left out as no rules\n" in made.out
    assert "  line 5: 'half a dozen', in no record: is no number that can be read; read it by hand\n" in made.out


def test_a_rulebook_becomes_checked_data_and_printed_cards(
    run: Callable, rulebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = run("source", "new", rulebook)
    assert (made.err, made.status) == ("", 0)
    assert "English, lengths in inches" in made.out
    assert "p. 2    Guns: 4 records with 16 figures in guns.yaml" in made.out
    assert "table of 4 rows: Gun, Range, Shots, Damage, Points" in made.out
    account = "29 records; 89 figures read, 0 doubtful, 2 in no record, 0 left out as no rules"
    assert f"\n{account}\n" in made.out
    assert "delete that folder to undo it" in made.out

    monkeypatch.chdir(tmp_path / "pack-ice")
    facts = run("facts", "pack-ice", "--format", "csv").out
    for row in (
        "gun/bow-chaser,gun,Bow chaser,Bow chaser,figures.range,6-18 in",
        "gun/bow-chaser,gun,Bow chaser,Bow chaser,figures.damage,1D6+1",
        "gun/flare,gun,Flare,Flare,figures.damage,none",
        "ship/icebreaker,ship,Icebreaker,Icebreaker,figures.save,3+",
        "crew-skill/stoker,crew-skill,Stoker,Stoker,figures.adds,1D6 in",
        "floe/old-floe,floe,Old floe,Old floe,figures.save,+1",
        "rule/sailing,rule,Sailing,Sailing,figures.adds,1.5 in",
        "rule/boarding,rule,Boarding,Boarding,figures.hull,50 %",
    ):
        assert row in facts
    compared = run("reconcile", rulebook)
    assert (compared.err, compared.status) == ("", 0) and compared.out.startswith("Pack Ice: no difference\n")
    assert "--accept" not in compared.out  # the wording that was drafted from is the one that is known
    checks = [
        "units-of-measure",
        "every-figure-has-provenance",
        "known-fields",
        "figures-are-figures",
        "asked-paths-exist",
        "orphan-definition",
    ]
    assert run("check", "pack-ice", *(word for name in checks for word in ("--select", name))).out == "No findings.\n"
    # Nobody asked for it in Spanish.
    assert run("check", "pack-ice", "--select", "translations").out == "No findings.\n"
    left = run("check", "pack-ice", "--select", "nothing-is-left-to-do")
    assert left.out.count("[nothing-is-left-to-do]") == 22 and "rule/sailing" in left.out
    assert "29 of 29 records that were read from Pack Ice are still to be looked at" in left.out

    # The sheets have all kinds, each below its heading.
    assert run("build", "quick-reference", "reference", "-e", "pack-ice", "--paper", "a4").status == 0
    for sheet in ("quick-reference", "reference"):
        printed = words_of(Path(f"build/pack-ice/en/{sheet}-a4.pdf")).replace("\u00a0", " ")
        assert all(one in printed for one in ("Guns", "Crew skills", "Stoker", "Icebreaker", "Flare"))
        assert "6–18″" in printed and "1D6+1" in printed
    assert run("build", "gun-cards", "-e", "pack-ice", "-l", "en", "--paper", "a4").status == 0
    printed = words_of(Path("build/pack-ice/en/gun-cards-a4.pdf"))
    assert "Bow chaser Range 6–18″ Shots 1 Damage 1D6+1 Points 5" in printed.replace("\u00a0", " ")
    # Ships have a price: their roster has lines to write on, and what there is.
    assert run("build", "ship-roster", "-e", "pack-ice", "-l", "en", "--paper", "a4").status == 0
    printed = words_of(Path("build/pack-ice/en/ship-roster-a4.pdf"))
    assert "Ships × Speed Hull Save Points Σ Points Ships Speed Hull Save Points Steam tug 6″ 3 5+ 8" in printed


def test_a_text_in_spanish_is_drafted_in_its_language(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mareas.txt").write_text(MAREAS, encoding="utf-8")
    made = run("source", "new", "mareas.txt", "juego")
    assert made.out.startswith("mareas.txt: Spanish, lengths in hexes\n") and made.status == 0
    monkeypatch.chdir(tmp_path / "juego")
    assert Path("README.md").read_text(encoding="utf-8").startswith("# Mareas y faroles\n\nBorrador")
    # All that is left to do is to write the words: nothing lacks a Spanish name.
    found = run("check", "mareas-y-faroles").out
    assert "no translation" not in found and "By check: nothing-is-left-to-do 5." in found
    facts = run("facts", "mareas-y-faroles", "--format", "csv").out
    assert "barca/garza,barca,Garza,Garza,figures.casco,4" in facts
    assert "figures.deriva,2 hex" in facts and "figures.veces,2," in facts
    assert run("reconcile", "../mareas.txt").status == 0
    # A figure that a person's text names is not printed twice.
    boats = Path("data/editions/mareas-y-faroles/barcas.yaml")
    named = boats.read_text(encoding="utf-8").replace("carga: 3}", "carga: 3}\n  text: Lleva %(carga)s.")
    boats.write_text(named, encoding="utf-8")
    # Spanish is the language of its messages: no catalogue is needed, and no other language is printed.
    assert not Path("data/locale").exists()
    built = run("build", "barca-cards", "-e", "mareas-y-faroles", "--paper", "a4")
    assert (built.status, built.err) == (0, "") and not Path("build/mareas-y-faroles/en").exists()
    printed = words_of(Path("build/mareas-y-faroles/es/barca-cards-a4.pdf")).replace("\u00a0", " ")
    assert "Esquife Remo 4 Casco 2 Carga 1" in printed and "Garza Remo 3 Casco 4 Lleva 3." in printed
    # The figures that no text names are columns of one table, beside the texts.
    boats.write_text(named.replace("carga: 1}", "carga: 1}\n  text: Lleva %(carga)s."), encoding="utf-8")
    assert run("build", "quick-reference", "-e", "mareas-y-faroles", "--paper", "a4").status == 0
    printed = words_of(Path("build/mareas-y-faroles/es/quick-reference-a4.pdf"))
    assert "Remo Casco Esquife. Lleva 1. 4 2 Garza. Lleva 3. 3 4" in printed
    # Of three figures and more the texts stand below.
    boats.write_text(
        named.replace("%(carga)s", "poco").replace("carga: 1}", "carga: 1}\n  text: Rápida."), encoding="utf-8"
    )
    assert run("build", "quick-reference", "-e", "mareas-y-faroles", "--paper", "a4").status == 0
    printed = words_of(Path("build/mareas-y-faroles/es/quick-reference-a4.pdf"))
    assert "Remo Casco Carga Esquife 4 2 1 Rápida. Garza 3 4 3 Lleva poco." in printed


def test_a_text_in_french_is_drafted_and_printed_in_french(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("brumes.txt").write_text(BRUMES, encoding="utf-8")
    made = run("source", "new", "brumes.txt", "jeu")
    assert made.status == 0 and made.out.startswith("brumes.txt: French, lengths in centimetres\n")
    # The draft is printed once, and says what it lacks.
    assert "some words of the tool's own templates are not in fr yet" in made.err
    monkeypatch.chdir(tmp_path / "jeu")
    facts = run("facts", "brumes-et-fanaux", "--format", "csv").out
    assert "barque/oeillet,barque,Œillet," in facts and "figures.coque,4" in facts
    assert all(figure in facts for figure in (",2d6+1", ",7+", ",2-", ",8 cm", ",50 %"))
    # All that is left to do is to write the words, before and after an update of the catalogues.
    for _ in range(2):
        assert "By check: nothing-is-left-to-do 3." in run("check", "brumes-et-fanaux").out
        built = run("build", "reference", "-e", "brumes-et-fanaux", "--paper", "a4")
        assert built.status == 1 and "some words of the tool's own templates are not in fr yet" in built.err
        printed = words_of(Path("build/brumes-et-fanaux/fr/reference-a4.pdf"))
        assert all(words in printed for words in ("Référence des règles", "Sommaire", "Règles générales"))
        assert run("catalogue", "update").status == 0


def test_a_text_in_another_language_is_read_as_the_likeliest_with_a_word_of_warning(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "BARCHE\n\nOgni barca muove 10 cm per turno, ogni guardiano lancia 2d6 dadi, ogni faro vale 3 punti.\n"
    Path("barche.txt").write_text(text, encoding="utf-8")
    made = run("source", "new", "barche.txt", "--outline")
    assert "may be in another language; name it with --language" in made.err
    assert not run("source", "new", "barche.txt", "--outline", "--language", "it").err


def test_the_words_of_a_game_in_spanish_are_checked_as_spanish_and_translated_into_english(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mareas.txt").write_text(MAREAS, encoding="utf-8")
    run("source", "new", "mareas.txt", "juego")
    monkeypatch.chdir(tmp_path / "juego")
    skills = Path("data/editions/mareas-y-faroles/habilidades.yaml")
    todo = next(line for line in skills.read_text(encoding="utf-8").splitlines() if "todo:" in line)
    text = "  text: Una vez cada %(veces)s de las rondas, vira; %(veces)s barcas lo ven."
    head, name, rest = skills.read_text(encoding="utf-8").partition("timonel:")
    skills.write_text(head + name + rest.replace(todo, text, 1), encoding="utf-8")
    found = run("check", "mareas-y-faroles", "--select", "counted-words-have-forms").out
    assert "in es has %(veces)s before 'barcas'" in found and " in en " not in found and "'de'" not in found
    skills.write_text(
        skills.read_text(encoding="utf-8").replace("%(veces)s barcas lo ven", "%(veces)s {barca|barcas} lo ven"),
        encoding="utf-8",
    )
    assert run("check", "mareas-y-faroles", "--select", "translations").out == "No findings.\n"
    # With a folder for English, that is the translation.
    Path("data/locale/en").mkdir(parents=True)
    assert run("catalogue", "update").status == 0
    assert not Path("data/locale/es").exists()
    lacking = run("check", "mareas-y-faroles", "--select", "translations").out
    assert "'mareas-y-faroles/habilidad/timonel.text' has no translation into en" in lacking
    assert "'Barcas' has no translation into en" in lacking and "into es" not in lacking
    words = Path("data/locale/en/mareas-y-faroles.po")
    plain = words.read_text(encoding="utf-8")
    words.write_text(plain.replace('msgid "Garza"\nmsgstr ""', 'msgid "Garza"\nmsgstr "Heron"'), encoding="utf-8")
    run("build", "barca-cards", "-e", "mareas-y-faroles", "-l", "en", "--paper", "a4")
    printed = words_of(Path("build/mareas-y-faroles/en/barca-cards-a4.pdf"))
    assert "Heron Remo 3" in printed and "Esquife" in printed


def test_a_name_with_a_digit_is_no_fault_of_a_draft(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typeset(ENGINES, Path("engines.pdf"))
    assert run("source", "new", "engines.pdf", "game").status == 0
    monkeypatch.chdir(tmp_path / "game")
    [rules] = [
        file for file in Path("data/editions/engines-of-war").glob("*.yaml") if "name: Phase 1\n" in file.read_text()
    ]
    found = run("check", "engines-of-war").out
    assert "By check: nothing-is-left-to-do 3.\n" in found
    # A sentence still has no figure of its own.
    rules.write_text(
        rules.read_text(encoding="utf-8") + "more:\n  name: More\n  text: Move 6 inches.\n", encoding="utf-8"
    )
    assert "has 6 in its words" in run("check", "engines-of-war").out


def test_no_sentence_of_the_document_is_kept(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mareas.txt").write_text(MAREAS, encoding="utf-8")
    run("source", "new", "mareas.txt", "juego")
    kept = " ".join(file.read_text(encoding="utf-8") for file in Path("juego").rglob("*.*") if file.is_file())
    sentences = [words.split() for words in MAREAS.replace("\n", " ").split(".")]
    runs = {" ".join(words[i : i + 6]) for words in sentences for i in range(len(words) - 5)}
    assert runs and not [words for words in runs if words in kept]


@pytest.mark.parametrize("form", ["outline", "taken", "full"])
def test_nothing_that_exists_is_written_to(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mareas.txt").write_text(MAREAS, encoding="utf-8")
    Path("full").mkdir()
    Path("full/mine.txt").write_text("mine")
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    words, told, status = {
        "outline": (["--outline"], "", 0),
        "taken": (["--name", "Kensei 2e"], "there is an edition 'kensei-2e' already; choose another --name", 2),
        "full": (["full"], "full: is there already, and not an empty folder; give another DIR after the rulebook", 2),
    }[form]
    made = run("source", "new", "mareas.txt", *words)
    assert made.status == status and told in made.err
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


@pytest.mark.parametrize(
    ("content", "words", "told"),
    [
        ("Nothing here has a heading or a figure.\n", [], "has no headings and tables with figures"),
        (MAREAS, ["--language", "xx"], "there is no language 'xx'"),
        (MAREAS, ["--name", "¿?"], "no id can be made of the name '¿?'"),
        ("", [], "is empty"),
    ],
)
def test_what_cannot_be_drafted_is_refused_in_a_line(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, words: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.txt").write_text(content, encoding="utf-8")
    made = run("source", "new", "rules.txt", "new", *words)
    assert told in made.err and made.err.count("\n") == 1 and made.status == 2
    assert not Path("new").exists()


# Headings and labels with what means something in YAML, in templates, in markup, in catalogues or to this program.
ODD_NAMES = [
    "Life & Death", "Level 2 Spells", "3 Phases", "50% Off", "{x} Things", "<b>Bold</b> Moves", "%(x)s Things",
    "Null", "True", "Rule", "Templates", "Figures", "Names", "When", "&amp; Entities", "#Hash Tags",
    "a: b Colons", "[Brackets] Here", "{{ jinja }} Boats", "{% if %} Boats", "Œil Spells", "Kinds", "Each", "Cards",
]  # fmt: skip


# A rule, a kind with a table, and a table of changes for each name.
SECTION = """<h2>{0}</h2><p>Use it with 3 dice on the river.</p>
<h2>Boats of {0}</h2>
<table><tr><th>Name</th><th>Mana</th><th>{0}</th></tr>
<tr><td>{0}</td><td>3</td><td>5</td></tr><tr><td>Bolt</td><td>4</td><td>6</td></tr></table>
<h2>Tolls of {0}</h2>
<table><tr><th>{0}</th><th>Change</th></tr><tr><td>Fog on {0}</td><td>+1</td></tr>
<tr><td>Sun</td><td>-1</td></tr></table>"""


def test_a_draft_with_any_names_is_checked_and_printed(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    style = "<style>body { font: 10pt serif } h2 { font-size: 14pt } td, th { border: 1px solid }</style>"
    sections = "".join(SECTION.format(escape(name)) for name in ODD_NAMES)
    typeset(f"{style}<h1>Fog and ferry</h1><p>A boat goes 6 cm in a turn.</p>{sections}", Path("fog.pdf"))
    assert run("source", "new", "fog.pdf", "fog", "--units", "cm").status == 0
    monkeypatch.chdir(tmp_path / "fog")
    checked = run("check", "--severity", "error")
    assert (checked.out.partition(". ")[0], checked.status) == ("No findings", 0)
    made = run("build", "reference", "-l", "en", "--paper", "a4")
    assert (made.err, made.status) == ("", 0)
    printed = words_of(Path("build/fog-and-ferry/en/reference-a4.pdf"))
    assert "50% Off" in printed and "(x) Things" in printed


@pytest.mark.parametrize("was_there", [False, True])
def test_a_command_that_is_stopped_leaves_the_folder_as_it_was(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, was_there: bool
) -> None:
    def stopped(folder: Path) -> int:
        assert (folder / "data").is_dir()
        raise KeyboardInterrupt

    monkeypatch.setattr("kensei_docs.cli.source.try_out", stopped)
    (tmp_path / "rules.txt").write_text(MAREAS, encoding="utf-8")
    if was_there:
        (tmp_path / "mareas").mkdir()
    done = run("source", "new", tmp_path / "rules.txt", tmp_path / "mareas")
    assert done.status == 130 and done.err.splitlines()[-1].endswith("mareas is as it was before")
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["mareas"] * was_there + ["rules.txt"]


def test_the_number_in_the_heading_of_a_table_is_no_figure_that_is_missing(run: Callable, tmp_path: Path) -> None:
    table = "| Spell | Mana |\n|---|---|\n| Ember | 2 |\n| Gust | 3 |\n"
    (tmp_path / "ash.pdf").write_text(f"# Ash\n\nA game.\n\n## Level 2 Spells\n\n{table}", encoding="utf-8")
    made = run("source", "new", tmp_path / "ash.pdf", "--outline")
    assert "2 figures read, 0 doubtful, 0 in no record, 1 left out as no rules" in made.out
    assert "ash.pdf: is no PDF, although it is called one; it is read as what it holds\n" in made.err


def test_a_section_without_text_is_told_as_one_to_look_at(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "# Moor\n\n## Boats\n\nA boat goes 2 cm.\n\n## Board\n\n## Tides\n\nIt ebbs 3 cm.\n"
    (tmp_path / "moor.md").write_text(text)
    out = run("source", "new", "moor.md", "--outline").out
    lines = [line.split() for line in out.splitlines()]
    at = lines.index(["no", "text;", "look", "there", "in", "the", "document"])
    assert lines[at - 1][-1] == "Board" and sum("text;" in line for line in lines) == 1
