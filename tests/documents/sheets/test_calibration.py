"""The calibration sheet: true to size, and the same points on both sides."""

import re

import pikepdf
import pytest

from kensei_docs.documents.products.options import Offset, Printer

_MM = 25.4 / 72


def sheet(herons, language="en", paper="a4"):
    return herons.project.output / language / f"calibration-{paper}.pdf"


def strokes(form):
    """The straight lines of a face in millimetres: (x0, y0, x1, y1)."""
    stack, matrix, found, at = [], pikepdf.Matrix(), [], None
    for instruction in pikepdf.parse_content_stream(form):
        operands, name = instruction.operands, str(instruction.operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name in ("m", "l"):
            here = matrix.transform((float(operands[0]), float(operands[1])))
            if name == "l":
                found.append(tuple(v * _MM for v in (*at, *here)))
            at = here
    return found


def test_it_is_printed_once_and_only_for_whoever_names_it(calibrated):
    assert [output.path for output in calibrated.outputs] == [sheet(calibrated), sheet(calibrated, "es")]
    calibrated.print("markers")
    assert len(calibrated.outputs) == 1


def test_its_rulers_are_50_mm_long_in_both_directions(calibrated):
    with pikepdf.open(sheet(calibrated)) as pdf:
        (form,) = pdf.pages[0].Resources.XObject.values()
        lines = strokes(form)
    across = [abs(x1 - x0) for x0, y0, x1, y1 in lines if abs(y1 - y0) < 0.01]
    upwards = [abs(y1 - y0) for x0, y0, x1, y1 in lines if abs(x1 - x0) < 0.01]
    assert max(across) == pytest.approx(50, abs=0.01)
    assert max(upwards) == pytest.approx(50, abs=0.01)


def test_the_crosses_of_the_back_lie_behind_the_scales_of_the_front(calibrated):
    with pikepdf.open(sheet(calibrated)) as pdf:
        sides = []
        for page in (0, 1):
            (form,) = pdf.pages[page].Resources.XObject.values()
            sides.append(
                {
                    ((x0 + x1) / 2, (y0 + y1) / 2)
                    for x0, y0, x1, y1 in strokes(form)
                    if abs(abs(x1 - x0) - 12) < 0.01 and abs(y1 - y0) < 0.01
                }
            )
        width = float(form.BBox[2]) * _MM
    front, back = sides
    assert len(front) == 5
    mirrored = [v for x, y in sorted((round(width - x, 2), y) for x, y in back) for v in (x, y)]
    assert mirrored == pytest.approx(
        [v for x, y in sorted((round(x, 2), y) for x, y in front) for v in (x, y)], abs=0.02
    )


def test_an_offset_moves_its_back_too(calibrated, tmp_path):
    calibrated.print("calibration", printer=Printer(offset=Offset(x=0.5, y=0.25)))
    with pikepdf.open(sheet(calibrated)) as pdf:
        content = pdf.pages[1].Contents.read_bytes().decode()
    x, y = re.match(r"q\n1 0 0 1 (\S+) (\S+) cm\n", content).groups()
    assert (float(x) * _MM, float(y) * _MM) == pytest.approx((0.5, 0.25), abs=0.001)
