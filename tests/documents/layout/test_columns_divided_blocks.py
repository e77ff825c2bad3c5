"""A block that is higher than a page goes on over as many pages as it needs, with every letter once and in order."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from kensei_docs.documents.layout.faces import FaceMarkup, Style, lay_out
from kensei_docs.documents.products.product import Columns, Size

CSS = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
html { font: 10pt/1.2 "Sans" } p, h2, ul { margin: 0 0 1mm } td { width: 20mm; vertical-align: top }
.q::before { content: "Q " } .up { text-transform: uppercase; hyphens: auto }"""
SIZE = Size(60, 50)

SENTENCES = [f"Heron {number} waits for a frog &amp; sees <b>nothing</b>." for number in range(60)]
BLOCKS = {
    "one paragraph": f"<p>{' '.join(SENTENCES)}</p>",
    "paragraphs in elements": "<div id='all' style='padding: 2mm; border: 0.2mm solid'>"
    + "".join(f"<section><h2>Frog {n}</h2><p class='q'>{one}</p></section>" for n, one in enumerate(SENTENCES))
    + "</div>",
    "rows of a table": "<table>"
    + "".join(f"<tr><td>Frog {n}</td><td>{one}</td></tr>" for n, one in enumerate(SENTENCES))
    + "</table>",
    "capitals and hyphens": f"<p class='up'>{' '.join(SENTENCES)}</p>",
    "a picture among words": f"<p>{' '.join(SENTENCES)}<svg viewBox='0 0 1 1' style='width: 4mm'><title>no line</title>"
    f"</svg>{' '.join(SENTENCES)}</p>",
    "a list": f"<ul>{''.join(f'<li>{one}' for one in SENTENCES)}</ul>",
}


def letters(text: str) -> str:
    """The letters and digits of a text."""
    return "".join(re.findall(r"\w+", text)).casefold()


@pytest.fixture(scope="module")
def pages() -> dict[str, tuple[list[str], list[str]]]:
    """The words of each page of each block, and the messages of its defects."""
    head = "<!--running--><p>About <!--about--></p>"
    faces = [
        FaceMarkup(
            name,
            f"{head}<!--block--><p>Before</p><!--block--><!--goes on about: {name}-->{html}",
            "",
            SIZE,
            SIZE,
            Columns(1, 0, 0),
        )
        for name, html in BLOCKS.items()
    ]
    pack = lay_out(faces, Style(CSS, "en", {}))
    with pypdfium2.PdfDocument(pack.pdf) as pdf:
        words = [page.get_textpage().get_text_range() for page in pdf]
    return {face.slot: ([words[n] for n in face.pages], [one.message for one in face.defects]) for face in pack.faces}


@pytest.mark.parametrize("name", BLOCKS)
def test_every_letter_is_on_paper_once_and_nothing_runs_over(pages, name) -> None:
    words, defects = pages[name]
    shown = [re.sub(r"^About[^\r\n]*", "", page) for page in words]
    said = re.sub(r"<title>.*?</title>|<[^>]*>", " ", BLOCKS[name]).replace("&amp;", "&")
    assert letters("".join(shown)).replace("qheron", "heron") == "before" + letters(said)
    assert defects == []
    assert len(words) > 3


def test_the_head_of_a_page_names_what_goes_on_there(pages) -> None:
    words, _ = pages["one paragraph"]
    assert [page.splitlines()[0] for page in words[1:]] == ["About one paragraph"] * (len(words) - 1)
