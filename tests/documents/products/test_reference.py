"""The rules reference as it is shipped: where its pages end, and what stands in it once."""

import re

import pdfplumber
import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import spec_of
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped
from tests.conftest import ROOT

# Of a page, in points: above the text is the running head, below it the line of the version, beside it the ruler.
HEAD, FOOT, MARGIN = 62, 40, 36


def markup_of(edition, language="en"):
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project, [edition])
    kind = load_products(project)[0]["reference"]
    templates = Templates(project, spec_of(kind), Translator(project, database, language))
    templates.fill(rows_of(kind, database.editions[edition])[0][0])
    [page] = templates.fragments.values()
    return database.editions[edition], page.html


@pytest.mark.parametrize(
    ("edition", "language", "lists"),
    [("samurai-skirmish", "en", "Steps|Modifiers|Results of the die"), ("heroic-2002", "es", "Niveles|Usos")],
)
def test_no_list_is_cut_off_its_heading_and_pages_are_full(edition, language, lists, run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    how = ("-e", edition, "-l", language, "--paper", "letter", "--out", tmp_path)
    assert run("build", "reference", *how).status == 0
    with pdfplumber.open(tmp_path / edition / language / "reference-letter.pdf") as pdf:
        height = pdf.pages[0].height - HEAD - FOOT
        pages = [page.crop((MARGIN, HEAD, page.width, page.height - FOOT)) for page in pdf.pages[1:]]
        ends = [max(word["bottom"] for word in page.extract_words()) - HEAD for page in pages]
        begins = [page.extract_text().split("\n")[0] for page in pages]
    assert not [words for words in begins if re.match(lists, words)]
    # The last page is as long as the index needs.
    assert min(ends[:-1]) > 0.6 * height


def test_no_head_of_a_table_is_broken_within_a_word():
    folder = shipped() / "templates" / "reference"
    assert "anywhere" not in (folder / "face.css").read_text()
    _, html = markup_of("kensei-2e")
    alike = re.findall('(?s)<p class="facts profile alike">(.*?)</p>', html)
    columns = ["MOV", "Flying", "AT", "Shooting", "INI", "Presence", "WO", "Ki", "Volume of the miniature"]
    # Creatures are compared: all have the columns of the one with most of them.
    assert [re.findall("<i>(.*?)</i>", one) for one in alike].count(columns) == 3
    # The volume is a record, of which the figure is told; a dash stands for what the document doesn't give.
    volumes = re.findall(r'(?s)<i>Volume of the miniature</i> <b class="figure">(.*?)</b>', html)
    assert volumes == ["4", "–", "–"]


def test_a_scenario_names_its_missions_with_their_pages():
    _, html = markup_of("kensei-2e")
    for mission in ("border-war", "headhunt"):
        link = f'<a href="#mission--{mission}">'
        assert re.search(
            rf"<i>(Main|Secondary) mission</i>(?: |&nbsp;){link}[^<]+</a>&nbsp;<b><!--page of mission--{mission}-->",
            html,
        )


def test_a_ruling_is_told_once_and_elsewhere_its_question_leads_there():
    edition, html = markup_of("kensei-2e")
    told = re.findall(r'<p class="ruling" id="(.*?)">', html)
    alone = re.findall(r'<h3 id="(ruling--.*?)">', html)
    assert sorted(told + alone) == sorted(one.id.replace("/", "--") for one in edition.rulings.values())
    assert html.replace("\u00a0", " ").count("Whatever is still held in Maintenance is discarded then, too.") == 1
    for anchor in told:
        assert f'<p class="question"><a href="#{anchor}">' in html and f"<!--page of {anchor}-->" in html


def test_a_page_that_begins_inside_of_a_record_says_of_which():
    _, html = markup_of("samurai-skirmish")
    inner = [block for block in html.split("<!--block-->") if block.startswith("<!--inner-->")]
    assert any(block.startswith("<!--inner--><!--about: Shooting · To hit-->") for block in inner)


def test_short_entries_stand_in_two_columns():
    _, html = markup_of("samurai-skirmish")
    [melee] = [block for block in html.split("<!--block-->") if "<td>Kensei</td>" in block]
    [row] = [row for row in melee.split("<tr>") if "<td>Kensei</td>" in row]
    assert row.count("<td>") == 2
