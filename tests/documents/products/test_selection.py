"""Some faces of a kind: by the names of records, by numbers, by an expression, or each once."""

from __future__ import annotations

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kensei_docs.project
from kensei_docs.documents.products.selection import Selection, parse_spans
from kensei_docs.problems import Unusable


@pytest.fixture
def build(herons, run, monkeypatch):
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: herons.folder)
    monkeypatch.chdir(herons.folder)
    return lambda *words: run("build", *words, "-l", "en", "--paper", "a4")


@pytest.fixture
def printed_files(herons):
    return lambda: sorted(file.name for file in (herons.folder / "build/herons/en").iterdir())


def words_of(file):
    with pypdfium2.PdfDocument(file) as document:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


def test_one_record_is_printed_by_its_name_into_a_file_of_its_own(build, herons, printed_files):
    build("ability-cards")
    told = build("ability-cards", "--only", "patience")
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines() == [
        "ability-cards of herons: 1 of 3 pieces chosen",
        "wrote build/herons/en/ability-cards-a4-only-patience.pdf: 1 piece on 2 sides",
        "1 document written, 0 unchanged; 0 faces laid out, 4 reused",
    ]
    # The file with all cards stays, and no face of it was laid out again.
    assert printed_files() == ["ability-cards-a4-only-patience.pdf", "ability-cards-a4.pdf"]
    words = words_of(herons.folder / "build/herons/en/ability-cards-a4-only-patience.pdf")
    assert "Patience" in words and "Wade" not in words


def test_a_record_may_be_asked_for_as_players_call_it(build, printed_files):
    told = build("ability-cards", "--only", "patience,WADE")
    called = build("ability-cards", "--only", "Patience,Wade")
    assert (told.status, called.status, called.err) == (0, 0, "")
    assert "ability-cards of herons: 2 of 3 pieces chosen" in called.out
    assert "ability-cards-a4-only-patience.pdf" not in printed_files()


def test_how_many_are_chosen_is_said_on_every_run(build):
    for _ in range(2):
        told = build("ability-cards", "--only", "ability/wade,silence")
        assert "ability-cards of herons: 2 of 3 pieces chosen" in told.out


def test_without_a_kind_all_kinds_that_show_the_record_are_printed_and_no_others_are_touched(build, printed_files):
    build()
    before = printed_files()
    told = build("--only", "wade")
    assert told.status == 0
    assert sorted({*printed_files()} - {*before}) == ["ability-cards-a4-only-wade.pdf"]
    assert [name for name in before if name not in printed_files()] == []


def test_a_part_of_a_record_has_a_name_too(build, herons):
    told = build("command-deck", "--only", "value-0")
    assert "command-deck of herons: 7 of 24 pieces chosen" in told.out
    # Its copies come with it.
    assert len(herons.boxes("command-deck", paper="a4-only-value-0")) == 7


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["ability-cards", "--only", "patence"],
            "build: no face of ability-cards is of a record 'patence'; did you mean 'patience'?; 'kensei-docs list' "
            "names the records  [only]\n",
        ),
        (
            ["ability-cards", "--only", "fire"],
            "build: no face of ability-cards is of a record 'fire'; it is on markers, so build that  [only]\n",
        ),
        (
            ["ability-cards", "--range", "2-7"],
            "build: ability-cards has no face 7: its faces are numbered from 1 to 3, copies not counted; ask for less"
            "  [range]\n",
        ),
        (
            ["ability-cards", "--range", "3-1"],
            "build: '3-1' is no range of faces; write one such as 3, 3-9, 3-, -9 or 1,4-6  [range]\n",
        ),
        (
            ["--range", "1"],
            "build: --range is about the faces of one kind; name it: kensei-docs build KIND --range 1  [range]\n",
        ),
        (
            ["--skip", "1"],
            "build: --skip is about the faces of one kind; name it: kensei-docs build KIND --skip 1  [skip]\n",
        ),
        (
            ["ability-cards", "--select", "deph > 1"],
            "build: --select: no face has a field or figure 'deph'; did you mean 'depth'?; mend it  [select]\n",
        ),
        (
            ["ability-cards", "--select", "slug is patence"],
            "build: --select: no face has 'patence' as its slug; did you mean 'patience'?; mend it  [select]\n",
        ),
        (
            ["ability-cards", "--select", "depth >"],
            "build: --select: the expression breaks off here; mend it  [select]\n",
        ),
        (
            ["ability-cards", "--select", "flor(depth) > 1"],
            "build: --select: 'flor' is not a function; did you mean 'floor'?; mend it  [select]\n",
        ),
        (
            ["ability-cards", "--select", "depth in [1,2]"],
            "build: --select: '1,2' is one number here; write a point in it, or a space behind each comma; mend it"
            "  [select]\n",
        ),
        (
            ["ability-cards", "--select", "depth > 100"],
            "build: 'depth > 100' is true of none of 3 faces; ask for less, or look at a record with 'kensei-docs show'"
            "  [select]\n",
        ),
        (
            ["ability-cards", "--skip", "9"],
            "build: ability-cards on a4: a sheet has 9 places, and --skip leaves out 9 of them; skip fewer  [skip]\n",
        ),
        (
            ["ability-cards", "--only", "wade", "--range", "2-3"],
            "build: the faces that --only, --range and --select choose have none in common; ask for less  [select]\n",
        ),
        (
            ["quick-reference", "--skip", "1"],
            "build: quick-reference has whole pages, with no places to leave out; print it without --skip  [skip]\n",
        ),
        (
            ["ability-cards", "--only", "wade", "--since", "2026-01-01"],
            "build: --since prints what has changed, and has no use for --only; leave that out  [since]\n",
        ),
    ],
)
def test_what_can_not_be_chosen_is_one_line_with_a_way_out(build, words, said):
    told = build(*words)
    assert (told.status, told.err) == (2, said)


def test_an_expression_that_is_neither_true_nor_false_is_refused(build):
    told = build("ability-cards", "--select", "depth")
    assert told.status == 2
    assert "'depth' is neither true nor false, but" in told.err


@pytest.mark.parametrize(
    ("test", "chosen"),
    [
        ("depth > 2", {"Wade"}),
        ("figures.depth is 2.5", {"Wade"}),
        ("loss < none or depth > 2", {"Patience", "Wade"}),
        ("depth is unknown", {"Patience", "Silence"}),
        ("slug in [wade, silence]", {"Wade", "Silence"}),
        ("not (kind is ability and name is 'Wade')", {"Patience", "Silence"}),
        ("depth * 2 >= 5", {"Wade"}),
    ],
)
def test_an_expression_chooses_by_fields_and_figures(build, herons, test, chosen):
    if "depth *" in test:
        # What is unknown can't be multiplied, and that is told.
        assert "a number is needed where the rules have 'None'" in build("ability-cards", "--select", test).err
        test = "(depth otherwise none) * 2 >= 5"
    told = build("ability-cards", "--select", test)
    assert " chosen" in told.out, told.err
    (file,) = (herons.folder / "build/herons/en").glob("ability-cards-a4-select-*.pdf")
    words = words_of(file)
    assert {name for name in ("Wade", "Patience", "Silence") if name in words} == chosen


def test_a_range_counts_the_faces_in_the_order_of_printing_and_takes_their_copies_along(build, herons):
    assert "14 of 24 pieces chosen" in build("command-deck", "--range", "2-3").out
    places = [len(herons.boxes("command-deck", page=page, paper="a4-range-2-3")) for page in (0, 2)]
    assert sum(places) == 8 + 6
    words = herons.text("command-deck", paper="a4-range-2-3")
    assert (words.count("1 spades"), words.count("2 hearts")) == (8, 1)


def test_a_proof_has_each_face_once_also_those_without_copies(build, herons):
    herons.edit("data/editions/herons/command-deck.yaml", "value: 3, copies: 3", "value: 3, copies: 0")
    assert build("command-deck", "--proof").status == 0
    assert len(herons.boxes("command-deck", paper="a4-proof")) == 4
    assert "3 diamonds" in herons.text("command-deck", paper="a4-proof")
    # The proof and the deck are two files.
    build("command-deck")
    assert len(herons.boxes("command-deck")) == 9


def test_places_that_are_used_already_stay_free_on_both_sides(herons):
    assert herons.print("command-deck") == []
    whole, backs = (herons.boxes("command-deck", page=page) for page in (0, 1))
    assert herons.print("command-deck", skip=4) == []
    assert herons.boxes("command-deck", page=0) == whole[4:]
    assert herons.boxes("command-deck", page=1) == backs[4:]
    # What had no room any more is on one more sheet.
    assert len(herons.boxes("command-deck", page=2)) == len(whole)


def test_cards_for_a_print_shop_are_chosen_alike(herons, run, monkeypatch):
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: herons.folder)
    monkeypatch.chdir(herons.folder)
    run("build", "command-deck", "-l", "en", "--target", "pdf-x")
    told = run("build", "command-deck", "-l", "en", "--target", "pdf-x", "--proof", "--range", "1-2")
    assert told.status == 0
    folder = herons.folder / "build/herons/en/pdf-x"
    pages = {}
    for file in folder.iterdir():
        with pypdfium2.PdfDocument(file) as document:
            pages[file.name] = len(document)
    assert pages == {"command-deck.pdf": 2 * 24, "command-deck-range-1-2-proof.pdf": 2 * 2}
    # A target has no sheets with places.
    told = run("build", "command-deck", "-l", "en", "--target", "pdf-x", "--skip", "2")
    assert (told.status, told.err) == (2, "build: target pdf-x has no use for --skip; leave that out  [target]\n")


_RECORDS = st.lists(
    st.sampled_from(["wade", "ability/wade", "wade-storm", "storm", "marker/storm"]),
    min_size=1,
    max_size=3,
    unique=True,
)


@given(_RECORDS, _RECORDS)
def test_two_selections_never_have_one_name(first, second):
    names = [Selection(tuple(one)).suffix for one in (first, second)]
    assert (names[0] == names[1]) == (first == second)


def test_two_expressions_never_have_one_name():
    tests = ["cost > 4", "cost < 4", "cost >= 4", "Cost > 4"]
    assert len({Selection(test=test).suffix for test in tests}) == 4
    assert Selection(spans=parse_spans("3-")).suffix == "-range-3-end"
    assert Selection(spans=parse_spans("-9"), proof=True).suffix == "-range-1-9-proof"
    assert Selection().suffix == ""


@pytest.mark.parametrize(
    ("text", "spans"),
    [("3-9", ((3, 9),)), ("3", ((3, 3),)), ("3-", ((3, None),)), ("-9", ((1, 9),)), ("1, 4-6", ((1, 1), (4, 6)))],
)
def test_a_range_is_read(text, spans):
    assert parse_spans(text) == spans


@pytest.mark.parametrize("text", ["", "-", "0", "a", "1-2-3", "9-3", "1,,2"])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(Unusable, match="is no range of faces"):
        parse_spans(text)
