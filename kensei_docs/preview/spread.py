"""What is looked at, and the faces of it as they are shown: a spread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kensei_docs.database import Edition
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem


@dataclass(frozen=True)
class View:
    """What someone looks at; an empty size is the one that the kind is drawn at."""

    kind: str
    edition: str
    language: str
    theme: str
    size: str = ""


@dataclass(frozen=True)
class Picture:
    """A picture of a face: the key it is handed out by, and its size on the screen in pixels of
    CSS (96 an inch, so that a face is about as large as in print)."""

    key: str
    width: float
    height: float


@dataclass(frozen=True)
class Shown:
    """A face on the page: a front, or a back that several fronts share.

    ``key`` says how it should be, ``pictures`` how it last was: they belong together unless it is
    ``waiting`` to be laid out. A face of columns has a picture a page.
    """

    slot: str
    title: str
    back: bool
    outline: str
    record: str | None
    key: str
    pictures: tuple[Picture, ...] = ()
    problems: tuple[str, ...] = ()
    waiting: bool = True

    @property
    def stamp(self) -> str:
        """A digest of all that the page shows of the face."""
        return digest_of(repr(self))[:16]


@dataclass(frozen=True)
class Spread:
    """The faces of a view, and the problems that belong to none of them.

    ``version`` grows with everything that is published; ``took`` is how long the last change took
    from being noticed to its picture, in seconds.
    """

    version: int = 0
    faces: Mapping[str, Shown] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    took: float | None = None

    @property
    def waiting(self) -> int:
        """How many faces are still to be laid out."""
        return sum(face.waiting for face in self.faces.values())

    def told(
        self, problems: Iterable[Problem], edition: Edition | None, findings: Mapping[str, Iterable[Problem]]
    ) -> Spread:
        """Return the spread with problems beside the faces they are about, and the rest above.

        ``edition`` (as it last was whole) says which record stands at a place of a file;
        ``findings`` are those of single faces by slot.
        """
        known = {face.record for face in self.faces.values()}
        beside: dict[str | None, list[str]] = {}
        above: list[str] = []
        for problem in problems:
            record = problem.record or (_record_at(problem, edition) if edition else None)
            (beside.setdefault(record, []) if record in known and record else above).append(str(problem))
        faces = {}
        for slot, face in self.faces.items():
            mine = [] if face.back else beside.get(face.record, [])
            mine = [*mine, *map(str, findings.get(slot, ()))]
            faces[slot] = replace(face, problems=tuple(dict.fromkeys(mine)))
        return replace(self, faces=faces, problems=tuple(dict.fromkeys(above)))


def _record_at(problem: Problem, edition: Edition) -> str | None:
    """Return the record at whose lines a problem stands."""
    found, line = None, 0
    for record in edition.records.values():
        place = record.place()
        if (
            place.file == problem.place.file
            and place.line
            and problem.place.line
            and line < place.line <= problem.place.line
        ):
            found, line = record.id, place.line
    return found
