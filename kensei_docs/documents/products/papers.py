"""Papers: the sheets that are printed on, by name: plain ones, and sheets of labels that are cut already.

``templates/_shared/papers.yaml`` has those that everyone can buy; ``papers.yaml`` of a project, beside its
``printers.yaml``, adds to them or replaces some. A value is a size (``210x297``, ``11x17in``) or a mapping with it; one
with ``label`` is a sheet of labels. All are held upright; lengths are in millimetres, if they have no unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, PositiveInt, WithJsonSchema

from kensei_docs.database.schema import validate
from kensei_docs.database.yaml_files import Tree, read_cached
from kensei_docs.documents.products.lengths import Length
from kensei_docs.documents.products.product import Size, face_size
from kensei_docs.problems import Problem, Unusable, closest
from kensei_docs.project import SHARED_TEMPLATES, Project, shipped

PAPERS = "papers.yaml"
PAPER_CHECK = "paper"
# Figures in inches and in millimetres differ by less.
_TOLERANCE_MM = 0.05


@dataclass(frozen=True)
class Labels:
    """The labels on a sheet: their size, columns and rows, the steps from one to the next, and the first one's place.

    ``left`` and ``top`` are the distances of the first label from the edges of the sheet.
    """

    size: Size
    columns: int
    rows: int
    step: Size
    left: float
    top: float

    def off_centre(self, sheet: Size) -> tuple[float, float]:
        """Return how far the middle of all labels is from that of the sheet: to the right, and up."""
        width = (self.columns - 1) * self.step.width + self.size.width
        height = (self.rows - 1) * self.step.height + self.size.height
        return self.left + width / 2 - sheet.width / 2, sheet.height / 2 - self.top - height / 2

    def turned(self) -> Labels:
        """Return the labels of the sheet that lies on its long side; they have to be in its middle."""
        return Labels(self.size.turned(), self.rows, self.columns, self.step.turned(), self.top, self.left)


@dataclass(frozen=True)
class Paper:
    """A paper: its name, size, what it is for, and its labels, if it is a sheet of these."""

    name: str
    size: Size
    title: str = ""
    labels: Labels | None = field(default=None)

    def __str__(self) -> str:
        labels = self.labels
        cut = f"{labels.columns * labels.rows} labels of {labels.size} mm on " if labels else ""
        return f"{self.name}: {cut}{self.size} mm{f' ({self.title})' if self.title else ''}"


def _check_size(text: object) -> object:
    if isinstance(text, str):
        size = face_size(text)
        if size is None:
            raise ValueError(f"'{text}' is not a size; write one such as 210x297 or 8.5x11in")
        return size
    return text


_Size = Annotated[Size, BeforeValidator(_check_size), WithJsonSchema({"type": "string"})]


class _Sheet(BaseModel):
    """An entry of ``papers.yaml``: a ``size``, or the name of a ``paper`` that has it; and the labels on it."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)
    title: str = ""
    size: _Size | None = None
    paper: str | None = None
    label: _Size | None = None
    columns: PositiveInt = 1
    rows: PositiveInt = 1
    step: _Size | None = None
    top: Length | None = None
    left: Length | None = None


def load_papers(project: Project) -> tuple[dict[str, Paper], list[Problem]]:
    """Return the papers of a project by name, and the problems of the entries that are left out."""
    papers: dict[str, Paper] = {}
    problems: list[Problem] = []
    # What can be bought doesn't depend on the layers of a project.
    known = (shipped().joinpath(*SHARED_TEMPLATES, PAPERS), *reversed(project.files(*SHARED_TEMPLATES, PAPERS)))
    for file in dict.fromkeys((*known, *project.paper_files())):
        tree, faults = read_cached(file, project.parsed)
        if not faults and not isinstance(tree.value, dict):
            faults = [Problem(tree.place(), "holds no paper; give each a name, and its size", PAPER_CHECK)]
        problems += faults
        for name in () if faults else tree.value:
            found = list(_read(tree, str(name), papers))
            problems += [one for one in found if isinstance(one, Problem)]
            papers |= {one.name: one for one in found if isinstance(one, Paper)}
    return papers, problems


def papers_of(project: Project) -> dict[str, Paper]:
    """Return the papers of a project by name; raises Unusable if an entry has a fault."""
    papers, problems = load_papers(project)
    if problems:
        raise Unusable(*problems)
    return papers


@cache
def shipped_papers() -> dict[str, Paper]:
    """Return the papers that everyone can buy, by name."""
    return papers_of(Project((shipped(),), shipped() / "build"))


def _read(tree: Tree, name: str, papers: dict[str, Paper]) -> Iterator[Paper | Problem]:
    """Yield the paper of an entry, or what is wrong with it; ``papers`` are those before it."""
    written: Any = tree.value[name]
    given = {"size": written} if isinstance(written, str) else written
    if not name.islower() or not isinstance(given, dict):
        hint = "write its size, such as 210x297" if name.islower() else "write its name in small letters"
        yield Problem(tree.place(name), f"'{name}' is no paper; {hint}", PAPER_CHECK)
        return
    entry, faults = validate(_Sheet, tree, name, given, PAPER_CHECK)
    yield from faults
    if entry is None:
        return
    if entry.paper is not None and entry.paper not in papers:
        message = f"'{entry.paper}' is not a paper{closest(entry.paper, papers)}; known are {', '.join(papers)}"
        yield Problem(tree.place(f"{name}.paper"), message, PAPER_CHECK)
        return
    size = entry.size or (papers[entry.paper].size if entry.paper else None)
    if size is None:
        yield Problem(tree.place(name), f"'{name}' has no size; add 'size', or 'paper' with a name", PAPER_CHECK)
        return
    labels = _labels(entry, size)
    if labels and (wrong := _wrong(labels, size)):
        yield Problem(tree.place(name), f"'{name}': {wrong}", PAPER_CHECK)
        return
    yield Paper(name, size, entry.title, labels)


def _labels(entry: _Sheet, sheet: Size) -> Labels | None:
    """Return the labels of an entry; those without ``top`` or ``left`` are in the middle of the sheet."""
    if entry.label is None:
        return None
    step = entry.step or entry.label
    width = (entry.columns - 1) * step.width + entry.label.width
    height = (entry.rows - 1) * step.height + entry.label.height
    left = (sheet.width - width) / 2 if entry.left is None else entry.left
    top = (sheet.height - height) / 2 if entry.top is None else entry.top
    return Labels(entry.label, entry.columns, entry.rows, step, left, top)


def _wrong(labels: Labels, sheet: Size) -> str:
    """Return what can't be of some labels; empty if all of them stand on the sheet, and none on another."""
    right = labels.left + (labels.columns - 1) * labels.step.width + labels.size.width - sheet.width
    below = labels.top + (labels.rows - 1) * labels.step.height + labels.size.height - sheet.height
    over = max(right, below, -labels.left, -labels.top)
    if over > _TOLERANCE_MM:
        return f"its labels reach {over:.2f} mm over the edge of {sheet} mm; see 'label', 'step', 'columns' and 'rows'"
    on_another = max(
        (labels.size.width - labels.step.width) * (labels.columns > 1),
        (labels.size.height - labels.step.height) * (labels.rows > 1),
    )
    if on_another > _TOLERANCE_MM:
        return (
            f"its labels reach {on_another:.2f} mm over one another; 'step' is from the edge of one to that of the next"
        )
    return ""
