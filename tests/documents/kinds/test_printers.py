"""Printers of a user's own, as the project describes them."""

import pytest

from kensei_docs.documents.kinds.printers import Offset, require_printer
from kensei_docs.problems import Unusable
from kensei_docs.project import Project


def project(folder, **files):
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_yaml", ".yaml")
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return Project((folder,), folder / "build")


def refused(folder, text, name="desk"):
    with pytest.raises(Unusable) as told:
        require_printer(project(folder, printers_yaml=text), name)
    return [str(problem).replace(f"{folder}/", "") for problem in told.value.problems]


def test_a_printer_has_a_margin_a_flip_an_offset_and_a_paper(tmp_path):
    here = project(
        tmp_path, printers_yaml="desk: {margin: 5, flip: short-edge, offset: {x: 0.4, y: -0.6}, paper: A3}\n"
    )
    printer = require_printer(here, "desk")
    assert (printer.margin, printer.flip, printer.paper) == (5, "short-edge", "a3")
    assert printer.offset == Offset(x=0.4, y=-0.6)


def test_a_printer_may_have_a_file_of_its_own(tmp_path):
    here = project(tmp_path, printers__attic_yaml="margin: 4.2\n")
    assert require_printer(here, "attic").margin == 4.2


def test_without_a_name_a_printer_is_like_any_other(tmp_path):
    assert require_printer(project(tmp_path), None).margin == 6.35


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "desk:\n  margin: wide\n",
            "printers.yaml:2:11: 'margin': input should be a valid number, "
            "unable to parse string as a number; mend it  [printer]",
        ),
        (
            "desk:\n  offset: {x: 40}\n",
            "printers.yaml:2:15: 'offset.x': input should be less than or equal to 10; mend it  [printer]",
        ),
        (
            "desk:\n  flipp: long-edge\n",
            "printers.yaml:2:10: 'flipp' is not known here; did you mean 'flip'?; rename it or take it out  [printer]",
        ),
        (
            "desk:\n  paper: a44\n",
            "printers.yaml:2:10: 'paper': 'a44' is not a paper; did you mean 'a4'?; known are a4, "
            "letter, a3  [printer]",
        ),
        ("desk: [}", "printers.yaml:1:8: is not YAML: did not find expected node content; mend the line  [yaml]"),
        (
            "- desk\n",
            "printers.yaml:1:1: holds no printer; give each a name, and its margin, flip, "
            "offset or paper below that  [printer]",
        ),
        (
            "desc: {}\n",
            "printers.yaml: there is no printer 'desk'; did you mean 'desc'?; known are "
            "desc; describe it there  [printer]",
        ),
    ],
)
def test_what_is_wrong_with_a_printer_is_placed(tmp_path, text, said):
    assert refused(tmp_path, text) == [said]
