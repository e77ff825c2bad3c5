"""The folder of a site: what is in it, what a second run changes, and whose files it leaves alone."""

from __future__ import annotations

import json
import re
import shutil
from io import BytesIO

import pytest
import tinyhtml5
from PIL import Image

from kensei_docs.database import load
from kensei_docs.database.errata import version_of
from kensei_docs.problems import Unusable
from tests.documents.conftest import ROOT
from tests.site.conftest import game_with_rules, make_site


def parsed(file):
    return tinyhtml5.parse(file.read_text(encoding="utf-8"), namespace_html_elements=False)


def data(site, name):
    text = (site.folder / "data" / f"{name}.js").read_text(encoding="utf-8")
    return json.loads(text[text.index(",") + 1 : text.rindex(")")])


def texts(site, language):
    rules = [rule[0] for rule in data(site, "rules")["rules"]]
    return dict(zip(rules, data(site, f"rules-{language}"), strict=True))


def meta(root):
    return {one.get("property"): one.get("content") for one in root.iter("meta") if one.get("property")}


def test_every_rule_is_told_in_both_languages(site):
    english, spanish = texts(site, "en"), texts(site, "es")
    assert {"ability/wade", "roll/catch", "table/depths", "command-deck/deck"} <= english.keys() == spanish.keys()
    assert english["ability/wade"][0] == "Wade"
    assert spanish["ability/wade"][0] == "Vadear"
    assert "3.5 cm" in english["ability/wade"][1].replace("\u00a0", " ")
    assert "3,5 cm" in spanish["ability/wade"][1].replace("\u00a0", " ")


def test_a_link_from_rule_to_rule_is_the_address_of_the_rule(site):
    assert 'href="#roll/catch"' in texts(site, "en")["ability/silence"][1]


def test_the_words_of_players_go_along_by_language(site):
    assert texts(site, "en")["ability/wade"][3] == ["puddle", "lof"]
    assert texts(site, "es")["ability/wade"][3] == ["charco"]


def test_each_rule_has_a_page_with_its_text_that_leads_to_the_rules(site):
    root = parsed(site.folder / "rules/ability/wade/index.html")
    words = " ".join("".join(root.itertext()).split())
    assert "Water up to 3.5 cm deep is not a hindrance" in words.replace("\u00a0", " ")
    assert "El agua de hasta 3,5 cm no la estorba" in words.replace("\u00a0", " ")
    (lead,) = (one for one in root.iter("script") if one.get("data-to"))
    assert lead.get("data-to") == "../../../rules.html#ability/wade"
    found = meta(root)
    assert found["og:title"] == "Wade"
    assert "Water up to" in found["og:description"]
    assert found["og:url"] == "https://example.org/herons/rules/ability/wade/"
    picture = found["og:image"].removeprefix("https://example.org/herons/")
    assert picture.startswith("cards/ability-cards/en/")
    assert (site.folder / picture).is_file()


def test_nothing_is_fetched_from_elsewhere_and_no_script_stands_in_a_page(site):
    for file in site.folder.rglob("*"):
        if file.suffix in (".html", ".css", ".js"):
            text = file.read_text(encoding="utf-8")
            text = re.sub(r"http(:|%3A)//www.w3.org/\d+/\w+|https://example.org/herons/", "", text)
            assert not re.search(r"(?:src|href)=\"(?:https?:|//)|@import|url\(['\"]?(?!['\"]?data:)", text), file
    for file in site.folder.glob("*.html"):
        root = parsed(file)
        (policy,) = (one.get("content") for one in root.iter("meta") if one.get("http-equiv"))
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        scripts = [one for one in root.iter("script") if one.get("type") != "application/json"]
        assert scripts
        assert all(one.get("src") and not (one.text or "").strip() for one in scripts)


def test_every_address_in_its_pages_leads_to_a_file_of_the_site(site):
    for file in site.folder.rglob("*.html"):
        if file.name != "change-log.html":
            for one in parsed(file).iter():
                address = one.get("href") or one.get("src") or ""
                if address and not address.startswith(("#", "data:", "https://example.org")):
                    assert (file.parent / address.partition("#")[0]).is_file(), (file, address)


def test_icons_and_the_manifest_let_it_be_installed(site):
    named = json.loads((site.folder / "site.webmanifest").read_text(encoding="utf-8"))
    assert (named["name"], named["start_url"], named["display"]) == ("Herons", "./index.html", "standalone")
    sizes = {(one["sizes"], one["purpose"]) for one in named["icons"]}
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable")}
    for one in named["icons"]:
        picture = Image.open(BytesIO((site.folder / one["src"]).read_bytes()))
        assert "x".join(map(str, picture.size)) == one["sizes"]
        assert len(picture.getcolors(1 << 20)) > 2


def test_its_cards_are_pictures_with_words_and_the_rule_they_are_of(site):
    cards = {card["id"]: card for card in data(site, "cards")["cards"]}
    wade = cards["ability-cards/wade"]
    assert (wade["rule"], wade["titles"]) == ("ability/wade", {"en": "Wade", "es": "Vadear"})
    assert "is not a hindrance" in wade["words"]["en"]
    kind = data(site, "cards")["kinds"][wade["kind"]]
    for language in ("en", "es"):
        picture = Image.open(site.folder / wade["front"][language])
        assert picture.size == tuple(round(side * 10) for side in kind["size"])
    assert wade["front"]["en"] != wade["front"]["es"]


def test_a_card_that_no_rule_is_called_like_is_among_the_hits_of_the_rules(site):
    others = {address: titles for address, titles, _ in data(site, "rules")["others"]}
    titles = {card["id"]: card["titles"] for card in data(site, "cards")["cards"]}
    assert others
    assert all(titles[address.removeprefix("cards.html#")] == named for address, named in others.items())
    assert "cards.html#ability-cards/wade" not in others


def test_what_is_new_names_the_rules_that_errata_change(site):
    root = parsed(site.folder / "index.html")
    links = [one.get("href") for one in root.iter("a")]
    assert "rules.html#ability/wade" in links
    assert "rules.html#ability/patience" in links
    assert "2026-03-01" in " ".join(root.itertext())
    feed = (site.folder / "news/en/feed.xml").read_text(encoding="utf-8")
    assert "Deeper water" in feed


def test_the_front_door_says_what_the_game_is_in_each_language(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    made = make_site(press, tmp_path / "before", kinds=("reference",))
    [lead] = (one for one in parsed(made.folder / "index.html").iter("p") if one.get("class") == "lead")
    assert "database" in "".join(lead.itertext())
    press.edit("data/editions/herons/edition.yaml", "units:", "about: Herons fish in a pond.\nunits:")
    press.translate({"edition.about": "Unas garzas pescan en una laguna."})
    made = make_site(press, tmp_path / "after", kinds=("reference",))
    root = parsed(made.folder / "index.html")
    leads = [" ".join("".join(one.itertext()).split()) for one in root.iter("p") if one.get("class") == "lead"]
    assert leads[0] == "Herons fish in a pond.Unas garzas pescan en una laguna."
    assert "database" in leads[1]
    assert meta(root)["og:description"] == "Herons fish in a pond."
    manifest = json.loads((made.folder / "site.webmanifest").read_text(encoding="utf-8"))
    assert manifest["description"] == "Herons fish in a pond."


def test_a_second_run_writes_nothing_and_the_same_bytes_come_out_elsewhere(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    first = make_site(press, tmp_path / "one", kinds=("reference", "ability-cards"))
    assert first.fresh == first.files
    assert first.problems == []
    assert make_site(press, tmp_path / "one", kinds=("reference", "ability-cards")).fresh == 0
    make_site(press, tmp_path / "two", kinds=("reference", "ability-cards"))
    for file in (tmp_path / "one").rglob("*"):
        other = tmp_path / "two" / file.relative_to(tmp_path / "one")
        assert file.is_dir() or file.read_bytes() == other.read_bytes()


def test_a_rule_that_is_gone_takes_its_page_with_it(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    make_site(press, tmp_path / "site", cards=False)
    page = tmp_path / "site" / "rules/roll/catch/index.html"
    assert page.is_file()
    (press.folder / "data/editions/herons/rolls.yaml").unlink()
    press.edit("data/editions/herons/abilities.yaml", "may Catch a frog", "may sing")
    make_site(press, tmp_path / "site", cards=False)
    assert not page.exists()


def test_a_file_of_somebody_else_is_not_written_over_unasked(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    (tmp_path / "site").mkdir()
    own = tmp_path / "site" / "index.html"
    own.write_text("mine", encoding="utf-8")
    with pytest.raises(Unusable) as refused:
        make_site(press, tmp_path / "site", cards=False)
    assert "no site of this project is known to have written it" in str(refused.value.problems[0])
    assert own.read_text(encoding="utf-8") == "mine"
    assert [one.name for one in own.parent.iterdir()] == ["index.html"]
    make_site(press, tmp_path / "site", cards=False, overwrite=True)
    assert "Herons" in own.read_text(encoding="utf-8")


def test_the_prints_of_a_bundle_beside_it_are_linked_by_paper_and_language(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    folder = tmp_path / "site"
    bare = make_site(press, folder, cards=False)
    assert "prints are not beside the site" in " ".join(bare.lacks["herons"])
    root = parsed(folder / "index.html")
    assert "kensei-docs release" in " ".join(root.itertext())
    number = version_of(load(press.project)[0].editions["herons"])
    bundle = folder / f"herons-{number}" / "es"
    bundle.mkdir(parents=True)
    (bundle / "ability-cards-a4.pdf").write_bytes(b"%PDF")
    site = make_site(press, folder, cards=False)
    assert "prints are not beside" not in " ".join(site.lacks["herons"])
    links = {one.get("href"): "".join(one.itertext()) for one in parsed(folder / "index.html").iter("a")}
    assert links[f"herons-{number}/es/ability-cards-a4.pdf"] == "A4"


def test_several_editions_have_a_folder_each_and_a_door_before_them(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    press.write(
        "data/editions/cranes/edition.yaml",
        """
        id: cranes
        name: Cranes
        game: Cranes
        language: en
        units: cm
        documents: []
        """,
    )
    press.write("data/editions/cranes/abilities.yaml", "dance:\n  name: Dance\n  text: It dances at dawn.\n")
    site = make_site(press, tmp_path / "site", ("en",), cards=False)
    links = [one.get("href") for one in parsed(site.folder / "index.html").iter("a")]
    assert {"herons/index.html", "cranes/index.html"} <= set(links)
    assert (site.folder / "cranes/rules/ability/dance/index.html").is_file()
    assert "one language" in " ".join(site.lacks["cranes"])
    assert not [one for one in parsed(site.folder / "cranes/rules.html").iter("button") if one.get("data-setlang")]


def test_words_of_players_without_a_language_are_told_with_their_line(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    press.edit("data/editions/herons/rolls.yaml", "  name: Catch\n", "  name: Catch\n  also: [fish]\n")
    found = [str(one) for one in make_site(press, tmp_path / "site", cards=False).problems]
    assert [one for one in found if "rolls.yaml:3" in one and "'also' has words by language" in one]


def test_a_template_of_another_person_brings_no_script_along(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    (press.folder / "templates" / "reference").unlink()
    shutil.copytree(ROOT / "templates" / "reference", press.folder / "templates" / "reference")
    words = press.folder / "templates" / "reference" / "page-words.html.j2"
    text = words.read_text(encoding="utf-8")
    evil = '{% macro content(record) %}<img src="data:," onerror="alert(1)">'
    words.write_text(text.replace("{% macro content(record) %}", evil), encoding="utf-8")
    site = make_site(press, tmp_path / "site", cards=False)
    assert [one for one in site.problems if "onerror" in one.message and "no browser runs it" in one.message]


def test_words_that_players_use_are_no_facts(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    database, problems = load(press.project)
    assert problems == []
    wade = database.editions["herons"].records["ability/wade"]
    assert not [fact for fact in wade.facts if "also" in fact.path]
