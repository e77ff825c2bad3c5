"""Text that runs over is set smaller, down to a floor."""

import pytest

from kensei_docs.documents.kinds.fitting import Fitting
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.project import Project


def test_type_is_made_smaller_by_steps_down_to_its_floor():
    fitting = Fitting(size=11, floor=6.5, step=0.5)
    sizes = [11.0]
    while smaller := fitting.smaller(sizes[-1], 1.05):
        sizes.append(smaller)
    assert sizes == [11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5]


def test_type_that_is_far_too_large_is_made_smaller_at_once():
    assert Fitting(size=12, floor=6, step=0.5).smaller(12, 2.25) == 9


@pytest.mark.parametrize(
    ("fit", "where", "told"),
    [
        ("{size: 9, floor: 0}", "fit.text", "size, floor and step should be more than 0"),
        ("{size: 9}", "fit.text.floor", "add it"),
        ("{size: 9, floor: 7, stpe: 1}", "fit.text.stpe", "is not known here"),
        ("{size: large, floor: 7}", "fit.text.size", "unable to parse string as a number"),
    ],
)
def test_what_a_kind_says_wrongly_of_it_is_told_with_its_place(tmp_path, fit, where, told):
    folder = tmp_path / "templates" / "notes"
    folder.mkdir(parents=True)
    (folder / "kind.yaml").write_text(f"title: Notes\neach: rule\nface: poker\nfit:\n  text: {fit}\n")
    (folder / "face.html.j2").write_text("x")
    (folder / "face.css").write_text("")
    _, [problem] = load_kinds(Project((tmp_path,), tmp_path / "build"))
    assert "kind.yaml:5:" in str(problem) and where in str(problem) and told in str(problem)


@pytest.mark.parametrize(
    ("size", "needed", "smaller"),
    [
        (6, 2, None),  # at the floor
        (6.2, 1.5, 6),  # never below it
        (10, 1.01, 9.5),  # at least one step
        (10, 1.44, 9),  # three quarters of the way to 10 / 1.2, in whole steps
    ],
)
def test_the_next_size_is_most_of_the_way_to_the_one_that_should_do(size, needed, smaller):
    assert Fitting(size=10, floor=6, step=0.5).smaller(size, needed) == smaller
