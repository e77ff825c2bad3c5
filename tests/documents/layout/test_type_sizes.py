"""Type is made smaller in few trials, to the size that single steps lead to."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.kinds.paper_and_face_sizes import Fitting
from kensei_docs.documents.layout.defects import PIXEL, TOLERANCE, Overrun
from kensei_docs.documents.layout.type_sizes import TypeSizes

NAME = Fitting(16, 8)


@dataclass(frozen=True)
class Field:
    """A field in points: words of some widths at 1 pt, which wrap, above a line whose size is fixed."""

    words: tuple[float, ...]
    width: float
    height: float
    fixed: float = 7

    def lines(self, size: float) -> int:
        lines, room = 2, self.width
        for word in self.words:
            if word * size > room:
                lines, room = lines + 1, self.width
            room -= word * size
        return lines

    def over(self, size: float) -> list[Overrun]:
        needed = (self.lines(size) - 1) * size + self.fixed
        over = (needed - self.height) / 72 * 25.4
        return [Overrun("name", over, needed / self.height)] if over > TOLERANCE * PIXEL else []


FIELDS = st.builds(
    Field,
    st.lists(st.floats(0.5, 6), min_size=1, max_size=12).map(tuple),
    st.floats(40, 120),
    st.floats(15, 60),
    st.floats(0, 10),
)


def fitted(field: Field, fitting: Fitting) -> tuple[float, int]:
    """Return the size of type, and in how many trials it was found."""
    sizes = TypeSizes({"name": fitting})
    for trials in count(1):
        size = sizes.sizes["name"]
        lines = field.lines(size)
        if not sizes.reduce(field.over(size), lambda _, lines=lines: lines):
            return size, trials
    raise AssertionError


def fitted_step_by_step(field: Field, fitting: Fitting) -> tuple[float, int]:
    size = fitting.size
    for trials in count(1):
        over = field.over(size)
        smaller = fitting.smaller(size, over[0].ratio) if over else None
        if smaller is None:
            return size, trials
        size = smaller
    raise AssertionError


@given(FIELDS, st.floats(10, 20), st.floats(5, 10), st.sampled_from([0.2, 0.5, 1]))
def test_the_size_is_that_which_single_steps_lead_to(field: Field, size: float, floor: float, step: float) -> None:
    fitting = Fitting(size, floor, step)
    assert fitted(field, fitting)[0] == fitted_step_by_step(field, fitting)[0]


def test_a_name_that_keeps_its_lines_takes_three_trials() -> None:
    name = Field((4.2, 4.2), 100, 32)
    assert fitted_step_by_step(name, NAME) == (12.5, 7)
    assert fitted(name, NAME) == (12.5, 3)


def test_a_name_that_has_fewer_lines_in_smaller_type_has_the_largest_that_fits() -> None:
    # In 14.5 pt, both words stand on one line.
    name = Field((4, 2.8), 100, 32)
    assert [name.lines(size) for size in (15, 14.5)] == [3, 2]
    assert fitted(name, NAME)[0] == fitted_step_by_step(name, NAME)[0] == 14.5


def test_the_face_as_a_whole_goes_down_by_steps() -> None:
    sizes = TypeSizes({"face": NAME})
    for size in (16, 15.5, 15, 14.5):
        assert sizes.sizes == {"face": size}
        assert sizes.reduce([Overrun("face", size - 9, 1 + size / 1000)], lambda _: 1)
