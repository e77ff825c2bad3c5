"""Pages of prose in a book: where they stand, what of Markdown is printed, and what is wrong with them."""

from __future__ import annotations

import pypdfium2
import pytest

from tests.documents.conftest import ROOT

WELCOME = """\
---
title: Before you fly
---
Herons is a game for *two*, who don't mind **wet** feet.

## What you need

- a pond
- [Patience](ability/patience)

| Thing | How many |
| --- | --- |
| frogs | 24 |

![A die, thrown](art/die.svg)
"""


@pytest.fixture
def book(herons):
    """Print the reference of the game with pages of prose, by their names."""
    (herons.folder / "templates/reference").symlink_to(ROOT / "templates/reference")
    herons.translate({"reference": "x"})

    def write(languages=("en",), **pages):
        for name, text in pages.items():
            herons.write(f"pages/{name.replace('_', '.')}.md", text)
        problems = herons.print("reference", languages=languages)
        return [
            problem for problem in problems if problem.check in ("pages", "translations") and "pages/" in str(problem)
        ]

    return write


def said(herons, problems):
    return [str(problem).replace(f"{herons.folder}/", "") for problem in problems]


def words(herons, language="en", page=None):
    with pypdfium2.PdfDocument(herons.pdf("reference", language)) as document:
        pages = range(len(document)) if page is None else [page]
        return " ".join(" ".join(document[i].get_textpage().get_text_range() for i in pages).split())


def test_a_page_stands_before_all_chapters_in_the_contents_and_in_the_index(book, herons):
    assert book(welcome=WELCOME) == []
    printed = words(herons)
    assert "Herons is a game for two, who don’t mind wet feet." in printed
    # The contents and the index have it with its page; the rules begin after it.
    assert printed.count("Before you fly 2") >= 2
    assert printed.index("What you need") < printed.index("Water up to")
    assert "A die, thrown" in printed and "frogs 24" in printed
    with pypdfium2.PdfDocument(herons.pdf("reference")) as document:
        assert "Before you fly" in [item.get_title() for item in document.get_toc()]


def test_a_page_stands_beside_the_chapter_that_it_names(book, herons):
    assert (
        book(
            last="---\ntitle: Afterwards\nafter: ability\n---\nIt rains.\n",
            first="---\ntitle: Beforehand\nbefore: ability\n---\nIt is dry.\n",
        )
        == []
    )
    printed = words(herons)
    assert printed.index("It is dry.") < printed.index("Water up to") < printed.index("It rains.")
    # The chapters that are after it in the book come after it.
    assert printed.index("It rains.") < printed.rindex("Reeds on fire")


def test_a_page_is_in_the_language_of_the_book_and_said_to_lack_a_translation(book, herons):
    found = book(("en", "es"), welcome=WELCOME, welcome_es="---\ntitle: Antes de volar\n---\nHace falta agua.\n")
    assert found == []
    assert "Antes de volar" in words(herons, "es") and "Before you fly" not in words(herons, "es")
    assert "Before you fly" in words(herons)
    (herons.folder / "pages/welcome.es.md").unlink()
    assert said(herons, book(("es",), welcome=WELCOME)) == [
        "pages/welcome.md: has no translation; write welcome.es.md  [translations]"
    ]


def test_the_page_for_the_screen_has_it_too(book, herons):
    book(("en", "es"), welcome=WELCOME, welcome_es="---\ntitle: Antes de volar\n---\nHace falta agua.\n")
    page = (herons.folder / "build/herons/en/reference.html").read_text(encoding="utf-8")
    assert '<article id="page-welcome"' in page and '<a href="#page-welcome">' in page
    assert "Hace falta agua." in page and "mind <strong>wet</strong> feet" in page
    # A link leads to the rule.
    assert '<a href="#ability--patience">Patience</a>' in page


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "no front",
            "pages/p.md:1: does not begin with what it is; write '---', 'title: …' and '---' on its first lines",
        ),
        (
            "---\ntitel: x\n---\n",
            "pages/p.md:2:8: 'titel' is not known here; did you mean 'title'?; rename it or take it out",
        ),
        (
            "---\ntitle: x\nafter: abilty\n---\n",
            "pages/p.md:3:8: there is no chapter of 'abilty'; did you mean 'ability'?",
        ),
        ("---\ntitle: x\n---\n\nA <b>bold</b> word", "pages/p.md:5: raw HTML is not printed; write it in Markdown"),
        ("---\ntitle: x\n---\n<script>\nalert(1)\n</script>\n", "pages/p.md:4: raw HTML is not printed"),
        (
            "---\ntitle: x\n---\n[that](ability/patence)\n",
            "pages/p.md:4: the link 'ability/patence' leads to no record; did you mean 'ability/patience'?; write one",
        ),
        ("---\ntitle: x\n---\nA\n**charge! Go.\n", "pages/p.md:5: has '**charge!"),
        ("---\ntitle: x\n---\n[that](../secret.txt)\n", "pages/p.md:4: the link '../secret.txt' leads to no record"),
        (
            "---\ntitle: x\n---\n![it](art/nope.svg)\n",
            "pages/p.md:4: there is no picture 'nope.svg'; mend the name, or put the",
        ),
    ],
)
def test_what_is_wrong_with_a_page_is_told_with_its_line_on_every_run(book, herons, text, told):
    for _ in range(2):
        found = said(herons, book(p=text))
        assert any(line.startswith(told) for line in found), found


def test_a_translation_without_its_page_is_told(book, herons):
    assert said(herons, book(welcome_es="---\ntitle: x\n---\n")) == [
        "pages/welcome.es.md: is a translation of welcome.md, which is not there; add it, or rename this one  [pages]"
    ]


def test_no_markup_of_a_stranger_reaches_the_page(book, herons):
    book(p="---\ntitle: <i>x</i>\n---\n<img src=x onerror=alert(1)> &lt;b&gt; `<u>` [x](javascript:alert(1))\n")
    page = (herons.folder / "build/herons/en/reference.html").read_text(encoding="utf-8")
    assert "onerror" not in page and 'href="javascript' not in page and "<i>x</i>" not in page
    assert "<code>&lt;u&gt;</code>" in page and "&lt;b&gt;" in page


def test_a_web_address_is_words_and_no_link(book, herons):
    assert book(p="---\ntitle: x\n---\nSee [our page](https://example.org) soon.\n") == []
    assert "See our page soon." in words(herons)
