"""``kensei-docs diff --format html`` in a browser, and ``--format pdf`` on paper, in two languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pytest

from tests.browser import Chromium, Page, faults_of_access, needs_chromium
from tests.cli.test_versions_diff import FILES, report_on_shipped

RULES = [f"knot-{number}" for number in range(1, 31)]
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'


def rules_of(edition: str, far: int) -> str:
    return "".join(
        f"{rule}:\n  name: Knot {rule[5:]}\n  figures: {{far: {far} cm}}\n  text: Tie it %(far)s away, {edition}.\n"
        for rule in RULES
    )


def catalogue_of(edition: str) -> str:
    entries = [
        f'msgctxt "{edition}/rule/{rule}.{field}"\nmsgid "{english}"\nmsgstr "{spanish}"\n'
        for rule in RULES
        for field, english, spanish in (
            ("name", f"Knot {rule[5:]}", f"Nudo {rule[5:]}, {'hecho con toda la calma del mundo, ' * 6}"),
            ("text", f"Tie it %(far)s away, {edition}.", f"Haz el nudo a %(far)s, {edition}."),
        )
    ]
    return "\n".join([HEAD, *entries])


@pytest.fixture
def knots(project_of: Callable[[dict[str, str]], Path]) -> Path:
    """Two editions that differ in thirty rules, whose Spanish runs much longer."""
    files = dict(FILES)
    for edition, far in (("old", 1), ("new", 2)):
        files[f"data/editions/{edition}/knots.yaml"] = rules_of(edition, far)
        files[f"data/locale/es/{edition}.po"] = catalogue_of(edition)
    files["data/vocabulary.yaml"] = FILES["data/vocabulary.yaml"].replace("rules: rule", "rules: rule, knots: rule")
    files["data/lineage/old--new.yaml"] = (
        f"same: [rule/cover, weapon/long, {', '.join(f'rule/{one}' for one in RULES)}]\n"
    )
    return project_of(files)


@pytest.fixture
def page(run: Callable, knots: Path, tmp_path: Path) -> str:
    """The address of the page, which is written in English."""
    file = tmp_path / "changes.html"
    run("--project", knots, "diff", "old", "new", "--words", "--format", "html", "--no-pictures", "--out", file)
    return file.as_uri()


def seen(opened: Page, selector: str) -> str:
    """Return the words that a reader sees in an element."""
    words: str = opened(f"document.querySelector('{selector}').innerText")
    return " ".join(words.split())


@needs_chromium
@pytest.mark.parametrize("width", [1280, 390])
def test_another_language_keeps_the_place(chromium: Chromium, page: str, width: int) -> None:
    with chromium.page(page, width) as opened:
        opened("document.getElementById('rule--knot-20').scrollIntoView()")
        opened.frame()
        top = "document.querySelector('#rule--knot-20 .line').getBoundingClientRect().top"
        above, before = opened("document.querySelector('#rule--knot-19').offsetHeight"), opened(top)
        assert seen(opened, "#rule--knot-20 h4") == "Knot 20"
        opened.click("[data-setlang=es]")
        assert seen(opened, "#rule--knot-20 h4").startswith("Nudo 20, hecho")
        assert opened("document.querySelector('#rule--knot-19').offsetHeight") > above
        assert abs(opened(top) - before) <= 2
        assert opened("document.documentElement.lang") == "es"
        assert opened("document.documentElement.scrollWidth") == width
        assert opened.errors == []


@needs_chromium
def test_all_that_is_said_is_said_in_the_language_that_is_chosen(chromium: Chromium, page: str) -> None:
    with chromium.page(page) as opened:
        opened.click("[data-setlang=es]")
        assert seen(opened, ".brand").startswith("Qué ha cambiado")
        assert seen(opened, "#count").endswith(" cambios")
        assert opened("document.querySelector('#search').placeholder") == "Buscar"
        assert opened("document.querySelector('[data-theme-toggle]').getAttribute('aria-label')") == "Oscuro o claro"
        assert "New" not in seen(opened, "main").split()


@needs_chromium
def test_everybody_can_use_it_in_both_languages(
    chromium: Chromium, run: Callable, project_of: Callable[[dict[str, str]], Path], tmp_path: Path
) -> None:
    few = project_of(FILES | {f"data/locale/es/{edition}.po": HEAD for edition in ("old", "new")})
    file = tmp_path / "changes.html"
    run("--project", few, "diff", "old", "new", "--format", "html", "--no-pictures", "--out", file)
    with chromium.page(file.as_uri()) as opened:
        assert faults_of_access(opened) == []
        opened.click("[data-setlang=es]")
        assert faults_of_access(opened) == []


@needs_chromium
def test_a_search_finds_words_of_both_languages(chromium: Chromium, page: str) -> None:
    with chromium.page(page) as opened:
        for words in ("knot 17", "nudo 17"):
            opened.press("/")
            opened.type(words)
            assert opened(
                "[...document.querySelectorAll('article:not([hidden])')].map((one) => one.id).filter(Boolean)"
            ) == ["rule--knot-17"]
            opened.press("Escape")
        opened.click("[data-filter=kind][data-value=added]")
        assert seen(opened, "#count").startswith("2 / ")


def test_a_page_has_the_languages_that_its_editions_are_in(run: Callable, knots: Path) -> None:
    asked = ("--project", knots, "diff", "old", "new", "--words", "--format", "html", "--no-pictures")
    assert 'data-setlang="en"' in run(*asked).out
    spanish = run(*asked, "-l", "es").out
    assert '<html lang="es" data-lang="es">' in spanish and 'data-setlang="en"' in spanish
    ids = re.findall(r' id="([^"]+)"', spanish)
    assert len(ids) == len(set(ids))
    (knots / "data/locale/es/old.po").unlink()
    assert "data-setlang=" not in run(*asked).out.partition("</header>")[0].partition("<header")[2]


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_matters_most_has_the_first_page_of_the_pdf_to_itself(
    run: Callable, tmp_path: Path, language: str
) -> None:
    said = report_on_shipped("diff", "kensei-2e", "kensei-lr-2020", "-l", language).out
    names = [match[1] for match in re.finditer(r"^ ?\d+\. (.+?)\. Kensei,", said, re.M)]
    run("diff", "kensei-2e", "kensei-lr-2020", "-l", language, "--format", "pdf", "--out", tmp_path / "changes.pdf")
    with pdfplumber.open(tmp_path / "changes.pdf") as pdf:
        first = " ".join(pdf.pages[0].extract_text().split())
        assert len(names) == 20 and not [name for name in names if name not in first]
        assert len(pdf.pages) <= 12
        assert min(letter["size"] for page in pdf.pages for letter in page.chars) > 6.99
