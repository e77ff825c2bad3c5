"""Targets by name, as a user asks for them and as he adds one."""

import sys

import pytest
from PIL import Image

import kensei_docs.project
from kensei_docs.documents.targets import makers


@pytest.fixture
def build(herons, run, monkeypatch):
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: herons.folder)
    monkeypatch.chdir(herons.folder)
    return lambda *words: run("build", "ability-cards", "-l", "en", *words)


@pytest.mark.parametrize(
    "words", [("--format", "html"), ("--target", "html"), ("--target", "html", "--format", "html")]
)
def test_a_format_that_is_no_sheet_is_the_target_of_that_name(build, words):
    told = build(*words)
    assert (told.status, told.err) == (0, "")
    assert told.out == (
        "wrote build/herons/en/html/ability-cards.html: 3 pieces on 1 side\n"
        "1 document written, 0 unchanged; 6 faces laid out, 0 reused\n"
    )


def test_home_is_the_target_of_those_who_ask_for_none(build):
    assert "build/herons/en/ability-cards-a4.pdf" in build("--target", "home").out
    assert build("--paper", "a4").out.endswith("0 documents written, 1 unchanged\n")


def test_the_pictures_of_a_deck_are_one_document(build, herons):
    told = build("--target", "makeplayingcards")
    assert told.out.startswith("wrote build/herons/en/makeplayingcards/ability-cards: 5 of 5 files")
    again = build("--target", "makeplayingcards")
    assert again.out == "0 documents written, 1 unchanged\n"
    (herons.folder / "build/herons/en/makeplayingcards/ability-cards/back.png").unlink()
    told = build("--target", "makeplayingcards")
    assert told.out.startswith("wrote build/herons/en/makeplayingcards/ability-cards: 1 of 5 files")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--target", "gamecrafter"),
            "there is no target 'gamecrafter'; did you mean "
            "'thegamecrafter'?; known are home, html, makeplayingcards, pdf-x, screen, thegamecrafter, tts",
        ),
        (("--format", "pngg"), "there is no format 'pngg'; did you mean 'png'?; known are pdf, png, html, webp, tts"),
        (
            ("--target", "tts", "--format", "pdf"),
            "target tts comes as tts, not as pdf; leave out --format or choose another --target",
        ),
        (
            ("--target", "html", "--paper", "a4", "--cut-lines"),
            "target html has no use for --paper and --cut-lines; leave that out",
        ),
        (("--target", "thegamecrafter", "--bleed", "2"), "has no use for --bleed"),
        (("--base-url", "x"), "target home has no use for --base-url; leave that out"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(build, words, message):
    told = build(*words)
    assert (told.status, told.out) == (2, "")
    assert message in told.err


@pytest.fixture
def own_targets(herons):
    """The game's folder of targets, with copies of the shipped ones, to add to."""
    (herons.folder / "templates/_shared").unlink()
    shared = kensei_docs.project._PACKAGE.parent / "templates/_shared"
    (herons.folder / "templates/_shared").mkdir()
    for item in shared.iterdir():
        if item.name != "targets":
            (herons.folder / "templates/_shared" / item.name).symlink_to(item)
    for item in (shared / "targets").iterdir():
        herons.write(f"templates/_shared/targets/{item.name}", item.read_text())
    return "templates/_shared/targets"


MAKER = '''
"""A text with the name of each card."""

from kensei_docs.documents.targets.deck import DeckFile, MadeFile

FORMATS = ("txt", "md")
OPTIONS = ("--base-url",)


def files(deck):
    text = _text(deck)
    return [DeckFile(deck.document.path.with_suffix(".txt"), deck.key([], text), (deck.cards[0].front,))]


def make(deck, wanted, faces):
    for file in wanted:
        yield MadeFile(file, _text(deck).encode())


def _text(deck):
    return "".join(f"{card.copies} {card.name} {deck.base_url}\\n" for card in deck.cards)
'''


def test_a_new_format_is_a_makers_file_and_a_targets_file(build, herons, own_targets, tmp_path, monkeypatch):
    folder = tmp_path / "makers"
    folder.mkdir()
    (folder / "names.py").write_text(MAKER)
    monkeypatch.setattr(makers, "__path__", [*makers.__path__, str(folder)])
    monkeypatch.delitem(sys.modules, f"{makers.__name__}.names", raising=False)
    herons.write(f"{own_targets}/reading-list.yaml", "about: for a reader\nmakes: names\nformats: [txt]\n")
    told = build("--format", "txt", "--base-url", "x")
    assert (told.status, told.err) == (0, "")
    made = herons.folder / "build/herons/en/reading-list/ability-cards.txt"
    assert made.read_text() == "1 Wade x\n1 Patience x\n1 Silence x\n"
    assert build("--target", "reading-list", "--base-url", "x").out == "0 documents written, 1 unchanged\n"
    assert "has no use for --bleed; leave" in build("--target", "reading-list", "--bleed", "1").err
    assert "known are pdf, png, html, txt, webp, tts" in build("--format", "jpg").err
    herons.write(f"{own_targets}/reading-list.yaml", "makes: names\nformats: [md, doc]\n")
    told = build("--target", "reading-list")
    assert (told.status, told.err) == (
        2,
        f"{own_targets}/reading-list.yaml:2:10: names come as txt, md, not as doc  [target]\n",
    )
    monkeypatch.delitem(sys.modules, f"{makers.__name__}.names")


def test_a_new_service_is_a_new_file(build, herons, own_targets):
    herons.write(
        "templates/_shared/targets/heron-press.yaml",
        """
        about: a press by the lake
        makes: pictures
        formats: [png]
        dpi: 100
        sizes: {poker: {pixels: 270x370, bleed: 10, safe: 5}}
        """,
    )
    assert build("--target", "heron-press").status == 0
    with Image.open(herons.folder / "build/herons/en/heron-press/ability-cards/back.png") as found:
        assert found.size == (270, 370)
    assert "heron-press: a press by the lake" in build("--list").out
    herons.write(
        "templates/_shared/targets/heron-press.yaml",
        """
        makes: pictures
        formats: [png]
        sizes: {poker: {pixels: wide, bleed: 10, safe: 5}}
        """,
    )
    told = build("--target", "heron-press")
    assert told.status == 2
    assert told.err.startswith("templates/_shared/targets/heron-press.yaml:3:25: ")
    assert "'wide' is not a number of pixels; write width x height, such as 825x1125" in told.err
