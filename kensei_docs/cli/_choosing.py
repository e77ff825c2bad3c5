"""Names that a command is given, out of those that there are."""

from __future__ import annotations

from collections.abc import Iterable

from kensei_docs.problems import Place, Problem, Unusable, closest


def one_of(what: str, asked: Iterable[str], known: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names asked for, ``usual`` for all; raises Unusable for one that isn't known."""
    found: list[str] = []
    for name in (part.strip().lower() for given in asked for part in given.split(",")):
        if name == "all" and usual:
            found += usual
        elif name in known:
            found.append(name)
        else:
            raise Unusable(
                Problem(
                    Place("build"),
                    f"there is no {what} '{name}'{closest(name, known)}; known are {', '.join(known)}",
                    what,
                )
            )
    return tuple(dict.fromkeys(found))
