"""Papers and sheets of labels: those that everyone can buy, and those that a project describes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.documents.products.papers import load_papers, papers_of, shipped_papers
from kensei_docs.documents.products.product import Size
from kensei_docs.problems import Unusable
from kensei_docs.project import Project

LABELS = [paper for paper in shipped_papers().values() if paper.labels]


@pytest.fixture
def described(tmp_path: Path) -> Callable[[str], Project]:
    """Describe papers of one's own."""

    def write(text: str) -> Project:
        (tmp_path / "papers.yaml").write_text(text, encoding="utf-8")
        return Project((tmp_path,), tmp_path / "build")

    return write


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a5", Size(148, 210)),
        ("a4", Size(210, 297)),
        ("a3", Size(297, 420)),
        ("letter", Size(215.9, 279.4)),
        ("legal", Size(215.9, 355.6)),
        ("tabloid", Size(279.4, 431.8)),
    ],
)
def test_papers_have_their_standard_sizes(name: str, size: Size) -> None:
    assert shipped_papers()[name].size == size


@pytest.mark.parametrize("paper", LABELS, ids=lambda paper: paper.name)
def test_shipped_labels_lie_in_the_middle_of_their_sheet_and_not_on_one_another(paper) -> None:
    labels = paper.labels
    assert max(map(abs, labels.off_centre(paper.size))) < 0.01
    assert labels.left >= 3.5 and labels.top >= 8
    assert labels.step.width >= labels.size.width - 0.01 or labels.columns == 1
    assert labels.step.height >= labels.size.height - 0.01


def test_business_cards_begin_three_quarters_of_an_inch_from_the_side_and_half_an_inch_from_the_head() -> None:
    labels = shipped_papers()["avery-5371"].labels
    assert labels is not None
    assert (labels.left, labels.top) == pytest.approx((0.75 * 25.4, 0.5 * 25.4))


def test_a_project_adds_papers_and_sheets_of_labels(described) -> None:
    papers = papers_of(
        described(
            "poster: 24x36in\n"
            "card: {size: 210x297, title: thick}\n"
            "mine: {paper: card, label: 60x30, step: 65x32, columns: 3, rows: 8, left: 10, top: 20}\n"
        )
    )
    assert papers["poster"].size == Size(609.6, 914.4)
    assert str(papers["card"]) == "card: 210x297 mm (thick)"
    assert str(papers["mine"]) == "mine: 24 labels of 60x30 mm on 210x297 mm"
    labels = papers["mine"].labels
    assert labels is not None
    assert (labels.left, labels.top) == (10, 20)
    # 10 mm at the left and 10 at the right; 20 above, and 23 below.
    assert labels.off_centre(papers["mine"].size) == pytest.approx((0, 1.5))
    # Those that can be bought are still there.
    assert papers.keys() >= shipped_papers().keys()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("poster: huge\n", "papers.yaml:1:9: 'size': 'huge' is not a size; write one such as 210x297 or 8.5x11in"),
        ("Poster: 210x297\n", "papers.yaml:1:9: 'Poster' is no paper; write its name in small letters"),
        ("mine: {label: 60x30}\n", "papers.yaml:1:7: 'mine' has no size; add 'size', or 'paper' with a name"),
        ("mine: {paper: a44, label: 60x30}\n", "papers.yaml:1:15: 'a44' is not a paper; did you mean 'a4'?; known are"),
        ("mine: {paper: a4, lable: 60x30}\n", "papers.yaml:1:26: 'lable' is not known here; did you mean 'label'?"),
        (
            "mine: {paper: a4, label: 60x30, columns: 4}\n",
            "papers.yaml:1:7: 'mine': its labels reach 15.00 mm over the edge of 210x297 mm; see 'label', 'step', "
            "'columns' and 'rows'",
        ),
        (
            "mine: {paper: a4, label: 60x30, step: 50x30, columns: 3}\n",
            "papers.yaml:1:7: 'mine': its labels reach 10.00 mm over one another; 'step' is from the edge of one to "
            "that of the next",
        ),
        ("- a4\n", "papers.yaml:1:1: holds no paper; give each a name, and its size"),
    ],
)
def test_what_is_wrong_with_a_paper_is_placed(described, text: str, said: str) -> None:
    project = described(text)
    _, problems = load_papers(project)
    assert [str(problem).replace(f"{project.layers[0]}/", "")[: len(said)] for problem in problems] == [said]
    with pytest.raises(Unusable):
        papers_of(project)
