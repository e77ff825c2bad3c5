"""Bold, italic, icons and line breaks of words in everything that is printed, on the screen, and in the terminal."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops

from kensei_docs.check.run import check_words
from kensei_docs.database import load
from tests.conftest import ROOT, run_command
from tests.documents.fonts import font, put
from tests.documents.test_own_typefaces import fonts_in, frogs, said

GAME = "the-ferry-war"
KINDS = ("tide-cards", "quick-reference", "reference")
STORM = """
storm:
  name: "**Storm** surge {icon:wound}"
  figures: {harm: 3}
  copies: 1
  text: |
    **Charge!** Each ferry takes %(harm)s{icon:wound}, says "the *bold* 'Ghost'".
    A note* stays, and so does \\*this\\*.

    A new paragraph.
  status: prose
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, with a tide full of markup and its Spanish, printed in both languages."""
    folder = tmp_path_factory.mktemp("markup") / "game"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder.parent)
        run_command("init", "game", "--name", "The ferry war")
        patch.chdir(folder)
        tides = folder / f"data/editions/{GAME}/tides.yaml"
        tides.write_text(tides.read_text() + STORM)
        run_command("catalogue", "update")
        catalogue = folder / f"data/locale/es/{GAME}.po"
        head, context, rest = catalogue.read_text().partition(f'msgctxt "{GAME}/tide/storm.text"')
        words = '**¡Carga!** Cada *barca* sufre %(harm)s{icon:wound} de \\"mar\\".\\n'
        name = '**Marejada** de {icon:wound}"\n'
        head = head.replace('surge {icon:wound}"\nmsgstr ""\n', f'surge {{icon:wound}}"\nmsgstr "{name}')
        message, _, after = rest.partition('msgstr ""\n')
        catalogue.write_text(f'{head}{context}{message}msgstr "{words}"\n{after}')
        for kinds, languages in ((KINDS, "en"), (KINDS[:1], "es")):
            done = run_command("build", *kinds, "-e", GAME, "-l", languages, "--paper", "a4")
            assert (done.err, done.status) == ("", 0)
    return folder


def words_of(game: Path, kind: str, language: str = "en") -> str:
    document = pypdfium2.PdfDocument(game / f"build/{GAME}/{language}/{kind}-a4.pdf")
    words = " ".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return " ".join(words.split())


@pytest.mark.parametrize(
    ("kind", "language", "begins", "more"),
    [
        *(
            (kind, "en", "Charge! Each ferry takes 3", "“the bold ‘Ghost’”. A note* stays, and so does *this*. A new")
            for kind in KINDS
        ),
        (KINDS[0], "es", "¡Carga! Cada barca sufre 3", "de «mar»."),
    ],
)
def test_words_are_printed_without_the_signs_of_their_markup(game, kind, language, begins, more):
    words = words_of(game, kind, language)
    assert begins in words
    assert more in words
    assert "{icon" not in words and "**" not in words


def test_emphasis_is_in_typefaces_of_its_own(game):
    fonts = set()
    with pikepdf.open(game / f"build/{GAME}/en/tide-cards-a4.pdf") as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                fonts.add(str(thing.FontName).partition("+")[2])
    assert {"SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSansPro-It", "SourceSerifPro-Black"} <= fonts


def alternatives(element: Any) -> list[str]:
    kids = element.get("/K", [])
    kids = kids if isinstance(kids, pikepdf.Array) else [kids]
    own = [str(element.Alt)] if "/Alt" in element else []
    return own + [alt for kid in kids if isinstance(kid, pikepdf.Dictionary) for alt in alternatives(kid)]


def test_an_icon_is_called_by_its_name_for_people_who_can_not_see_it(game):
    with pikepdf.open(game / f"build/{GAME}/en/tide-cards-a4.pdf") as pdf:
        assert alternatives(pdf.Root.StructTreeRoot.K[0]).count("wound") == 2


def test_the_title_of_a_face_and_a_heading_in_the_outline_are_plain(game):
    with pikepdf.open(game / f"build/{GAME}/en/tide-cards-a4.pdf") as pdf:
        titles = {str(o.T) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/T" in o and "/S" in o}
    assert "Storm surge wound" in titles


def test_a_page_for_the_screen_has_elements(game):
    page = (game / f"build/{GAME}/en/reference.html").read_text()
    assert "<strong>Charge!</strong> Each ferry takes" in page
    assert "“the <em>bold</em> ‘Ghost’”.<br>A note* stays" in page
    assert '<span class="next-paragraph"></span>A new paragraph.' in page
    assert '<span class="inline-icon" style="width: 1em"><svg' in page
    assert "<title>wound</title>" in page


def test_a_page_of_cards_has_plain_names(game, monkeypatch):
    monkeypatch.chdir(game)
    done = run_command("build", "tide-cards", "-e", GAME, "-l", "en", "--target", "html", "--out", "screen")
    assert done.status == 0, done.err
    texts = [file.read_text(encoding="utf-8") for file in Path("screen").rglob("*.html")]
    assert any("Storm surge wound" in text for text in texts)
    assert not any("**" in text or "{icon" in text for text in texts)


@pytest.mark.parametrize("command", [("show", "storm"), ("list", "tide"), ("facts", GAME)])
def test_the_terminal_has_plain_words(game, monkeypatch, command):
    monkeypatch.chdir(game)
    told = run_command(*command).out
    assert "Storm surge wound" in told
    assert "**" not in told and "{icon" not in told
    if command[0] == "facts":
        names = [json.loads(line)["name"] for line in told.splitlines() if "tide/storm" in line]
        assert names[0] == {"en": "Storm surge wound", "es": "Marejada de herida"}


def test_an_icon_stays_on_the_line_of_what_it_stands_beside(herons):
    red = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0z" fill="#ff0000"/></svg>'
    seen = set()
    for width in (18, 24, 28, 30):
        frogs(herons, f"p {{ margin: 0; width: {width}mm }} svg {{ width: 100%; height: 100% }} "
              ".inline-icon { display: inline-block; height: 1em } .whole { white-space: nowrap }",
              "Every ferry loses 3{icon:red} of it all")  # fmt: skip
        herons.write("templates/_shared/icons/red.svg", red)
        assert said(herons) == []
        document = pypdfium2.PdfDocument(herons.pdf("frogs"))
        page = document[0]
        text = page.get_textpage()
        _, bottom, _, top = text.get_charbox(text.get_text_range().index("3"))
        picture = page.render(scale=4).to_pil().convert("RGB")
        height = page.get_height()
        document.close()
        # Ink is dark in all three colours, and the icon in two of them.
        is_red = ImageChops.subtract(*picture.split()[:2]).point(lambda part: 255 * (part > 200))
        _, first, _, last = is_red.getbbox()
        middle = height - (first + last) / 8
        assert bottom - 3 < middle < top + 3, width
        # As high as its type, which is of 9 pt.
        assert abs((last - first) / 4 - 9) < 1
        seen.add(round(top))
    # It was on several lines.
    assert len(seen) > 1


def test_an_unknown_icon_is_told_at_its_words_on_every_run(herons):
    frogs(herons, ".no-icon { color: red }", "Loses 3 {icon:wuond}.")
    herons.write("templates/_shared/icons/wound.svg", "<svg viewBox='0 0 1 1'/>")
    for _ in range(2):
        (problem,) = said(herons)
        assert problem.startswith(
            "data/editions/herons/abilities.yaml:3:9: there is no icon 'wuond'; did you mean 'wound'?"
        )


def test_bold_words_that_nothing_ends_are_told_where_they_are_printed(herons):
    frogs(herons, "p { margin: 0 }", "**Nobody hears it.")
    for _ in range(2):
        (problem,) = said(herons)
        assert problem.startswith(
            "data/editions/herons/abilities.yaml:3:9: 'herons/ability/silence.text' has '**Nobody'"
        )
    assert "**Nobody hears it." in herons.text("frogs")


def test_a_new_line_and_a_paragraph_are_lower_on_the_face(herons):
    frogs(herons, "p { margin: 0 } .next-paragraph { display: block; height: 0.5em }", "one\n    two\n\n    three")
    assert said(herons) == []
    document = pypdfium2.PdfDocument(io.BytesIO(herons.pdf("frogs").read_bytes()))
    text = document[0].get_textpage()
    words = text.get_text_range()
    tops = [text.get_charbox(words.index(word))[3] for word in ("one", "two", "three")]
    document.close()
    assert tops[0] - tops[1] > 6
    assert (tops[1] - tops[2]) - (tops[0] - tops[1]) == pytest.approx(4.5, abs=1.5)


def blocks(language: str) -> list[str]:
    """Return the examples of a language in the guide."""
    return re.findall(rf"```{language}\b[^\n]*\n(.*?)```", (ROOT / "docs/type.md").read_text(), re.S)


def test_the_text_of_the_guide_is_checked_and_printed_without_a_finding(herons):
    (storm, _) = blocks("yaml")
    frogs(herons, "p { margin: 0 }")
    for icon in ("wound", "movement"):
        herons.write(f"templates/_shared/icons/{icon}.svg", '<svg viewBox="0 0 9 9"><path d="M0 0H9V9z"/></svg>')
    herons.write("data/editions/herons/abilities.yaml", storm)
    assert said(herons) == []
    assert "Charge! Each ferry takes 3 wounds" in " ".join(herons.text("frogs").split())
    assert [str(one) for one in check_words(herons.project, load(herons.project)[0], ["markup-of-words"])] == []


def test_the_style_and_the_look_of_the_guide_print_the_families_that_they_name(herons):
    for family in ("Cinzel", "Alegreya Sans"):
        put(herons.folder, f"{family}.ttf", font(family))
    (style,), (_, look) = blocks("css"), blocks("yaml")
    frogs(herons, style, face='<p class="name">Silence</p><p>{{ text(record) }}</p>')
    herons.write("templates/_shared/look.yaml", look)
    assert said(herons) == []
    assert {name.partition("-")[0] for name in fonts_in(herons)} >= {"Cinzel", "AlegreyaSans"}
