"""The reference for the screen: one file that needs nothing else, and its search."""

import json
import re

import pytest
import quickjs
import tinyhtml5

from tests.documents.conftest import ROOT, SPANISH, _game

KIND = ROOT / "templates" / "reference"
# A document just large enough for the script: what it asks of a browser, and nothing more.
BROWSER = r"""
const handlers = {};
function element(name) {
  return {
    name, children: [], hidden: false, value: "", text: "",
    dataset: { none: "None.", some: "Found:" },
    get textContent() {
      return this.text + this.children.map(child => child.textContent).join("");
    },
    set textContent(text) { this.text = text; this.children = []; },
    appendChild(child) { this.children.push(child); },
    addEventListener(what, act) { handlers[name + "." + what] = act; },
    querySelector() { return null; }, querySelectorAll() { return []; }, focus() {}, select() {}
  };
}
const named = {};
["words", "found", "count", "search"].forEach(name => { named[name] = element(name); });
const section = {
  articles: [], hidden: false,
  querySelector(what) {
    if (what === "h2") { return { textContent: "Rules" }; }
    return this.articles.find(one => !one.hidden) || null;
  }
};
section.articles = records.map(([name, text]) => ({
  id: name, hidden: false, textContent: name + " " + text, parentNode: section,
  querySelector() { return { textContent: name }; }
}));
globalThis.document = {
  activeElement: null, getElementById: id => named[id], createElement: element,
  addEventListener(what, act) { handlers["document." + what] = act; },
  querySelector: () => ({ hidden: false, parentNode: { hidden: false } }),
  querySelectorAll: what => what === "article" ? section.articles : [section]
};
function ask(words) {
  named.words.value = words;
  handlers["words.input"]();
  return JSON.stringify([named.found.children.map(item => item.children[0].href.slice(1)),
    named.count.textContent, section.articles.filter(one => !one.hidden).length]);
}
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    press = _game(tmp_path_factory.mktemp("page") / "herons")
    (press.folder / "templates" / "reference").symlink_to(KIND)
    press.translate(SPANISH)
    assert press.print("reference", languages=["en", "es"]) == []
    return press.project.output / "herons"


def parsed(file):
    return tinyhtml5.parse(file.read_text(encoding="utf-8"), namespace_html_elements=False)


def test_every_record_and_chapter_has_an_anchor_and_every_link_one_to_lead_to(page):
    root = parsed(page / "en" / "reference.html")
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert {"ability--wade", "roll--catch", "table--depths", "chapter-ability"} <= set(ids)
    links = [one.get("href") for one in root.iter("a")]
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)


def test_it_stands_alone_and_says_its_language(page):
    for language in ("en", "es"):
        file = page / language / "reference.html"
        root = parsed(file)
        assert root.get("lang") == language
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?:|src=|@import|url\(", text)
        assert root.find(".//main") is not None
        labels = {one.get("for") for one in root.iter("label")}
        assert {one.get("id") for one in root.iter("input")} <= labels


def test_a_record_is_told_in_its_language(page):
    root = parsed(page / "es" / "reference.html")
    (article,) = (one for one in root.iter("article") if one.get("id") == "ability--wade")
    words = " ".join("".join(article.itertext()).split())
    assert words.startswith("Vadear")
    assert "2,5 cm" in words


@pytest.mark.parametrize(
    "asked, found, count, shown",
    [
        ("linea", ["Línea de visión", "Ver"], "Found: 2", 2),
        ("VER la", ["Ver"], "Found: 1", 1),
        ("ver", ["Ver", "Vereda", "Línea de visión"], "Found: 3", 3),
        ("xyz", [], "None.", 0),
        ("", [], "", 3),
    ],
)
def test_the_search_forgives_accents_and_puts_names_first(asked, found, count, shown):
    records = [["Línea de visión", "Lo que se puede ver."], ["Vereda", "Un camino."], ["Ver", "La línea decide."]]
    script = quickjs.Context()
    script.eval(f"const records = {json.dumps(records)};{BROWSER}")
    script.eval((KIND / "page.js").read_text(encoding="utf-8"))
    assert json.loads(script.get("ask")(asked)) == [found, count, shown]
