"""Cards in two languages: the whole text on the other side, or the names in both."""

from __future__ import annotations

import pypdfium2
import pytest

from tests.conftest import ROOT


def text_of(path) -> list[str]:
    with pypdfium2.PdfDocument(path) as pdf:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]


@pytest.fixture
def printed(run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)

    def build(kind, edition, language, *how):
        out = run("build", kind, "-e", edition, "-l", language, "--paper", "a4", "--out", tmp_path, *how)
        assert (out.err, out.status) == ("", 0)
        return {path.name: text_of(path) for path in tmp_path.rglob("*.pdf")}

    return build


def test_the_other_side_of_a_card_is_its_front_in_the_second_language(printed):
    pages = printed("weapon-cards", "heroic-2002", "en", "--also", "es")["weapon-cards-a4-with-es.pdf"]
    assert "Great Sword" in pages[0] and "Gran espada" not in pages[0]
    assert "Gran espada" in pages[1] and "Great Sword" not in pages[1]


def test_cards_that_need_their_backs_have_the_names_in_both_languages(printed):
    pages = printed("order-cards", "kensei-lr-2020", "en", "--also", "es")["order-cards-a4-with-es.pdf"]
    assert "Hold and Shoot" in "".join(pages) and "Aguantar y disparar" in "".join(pages)


def test_markers_have_their_name_in_the_second_language_at_the_foot_of_the_rim(printed):
    pages = printed("markers", "samurai-skirmish", "en", "--also", "es")["markers-a4-with-es.pdf"]
    letters = "".join("".join(pages).split()).upper()
    assert "WOUNDED" in letters and "HERIDA" in letters


def test_what_is_printed_in_the_second_language_itself_has_its_usual_back(printed):
    pages = printed("weapon-cards", "heroic-2002", "es", "--also", "es")["weapon-cards-a4.pdf"]
    assert "Gran espada" in pages[0] and "Gran espada" not in pages[1]


def test_cards_without_backs_have_no_room_for_a_second_language(run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    asked = ("--also", "es", "--backs", "none", "--out", tmp_path)
    out = run("build", "weapon-cards", "-e", "heroic-2002", "-l", "en", "--paper", "a4", *asked)
    assert out.status == 2
    assert "weapon-cards: its backs are for es; print it with backs" in out.err
