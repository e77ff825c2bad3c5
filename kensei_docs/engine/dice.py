"""Dice with exact chances: how many of a pool come out as what, with dice that are thrown again.

Outcomes are icepool's ``Die``: every chance is a fraction of whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from icepool import Die

# Dice at most that a pool may have; more are no attack, and would take long.
MOST = 120
_BASE = MOST + 1


@dataclass(frozen=True)
class Again:
    """A right to throw dice again, each once: those that show ``faces``, ``limit`` of them or all.

    The roller throws dice that failed (``ours``), the other side those that passed.
    """

    faces: frozenset[int]
    limit: int | None
    ours: bool


@dataclass(frozen=True)
class PoolDie:
    """A die of a pool: the kind of result of each face, 0 the worst, and which faces pass.

    ``width`` is how many kinds there are, shown by a face or not.
    """

    kinds: tuple[int, ...]
    width: int
    passing: frozenset[int]
    rights: tuple[Again, ...] = ()

    @property
    def faces(self) -> int:
        return len(self.kinds)


class Pools:
    """Pools of one die, of any size: how many dice come out as each kind.

    Rights with a limit are used on the worst dice that failed (or the best that passed, by the
    other side), and never on a die that was thrown again before.
    """

    def __init__(self, die: PoolDie) -> None:
        from icepool import Die

        self._width = die.width
        limited = [right for right in die.rights if right.limit is not None]
        whole = [right for right in die.rights if right.limit is None]
        # Dice that were thrown again are kept apart only where another right might meet them.
        self._marked = die.width if limited and (whole or len(limited) > 1) else 0
        plain: Die[int] = Die(list(die.kinds))
        again = plain.map(lambda kind: kind + self._marked)
        one: Die[int] = Die(
            [again if _is_again(die, face, whole) else Die([die.kinds[face - 1]]) for face in range(1, die.faces + 1)]
        )
        # A pool is summed up in one number, a digit for each kind: sums of numbers are fast.
        self._one = one.map(_coded)
        self._sums: list[Die[int]] = [Die([0])]
        good = {die.kinds[face - 1] for face in die.passing}
        self._limited = []
        for right in limited:
            order = [kind for kind in range(die.width) if (kind in good) != right.ours]
            fresh: list[Die[int]] = [Die([0])]
            for _ in range(right.limit or 0):
                fresh.append(fresh[-1] + again.map(_coded))
            self._limited.append((order if right.ours else order[::-1], fresh))

    def of(self, dice: int) -> Die[tuple[int, ...]]:
        """Return the numbers of dice by kind, the worst kind first, for so many dice."""
        while len(self._sums) <= dice:
            self._sums.append(self._sums[-1] + self._one)
        pool = self._sums[dice]
        for order, fresh in self._limited:
            pool = _thrown_again(pool, order, fresh)
        return changed(pool, self._told)

    def _told(self, number: int) -> tuple[int, ...]:
        digits = [number // _coded(kind) % _BASE for kind in range(self._width + self._marked)]
        return tuple(digits[kind] + (digits[kind + self._marked] if self._marked else 0) for kind in range(self._width))


def _coded(kind: int) -> int:
    return int(_BASE**kind)


def _is_again(die: PoolDie, face: int, whole: Sequence[Again]) -> bool:
    return any(face in right.faces and (face in die.passing) != right.ours for right in whole)


def _thrown_again(pool: Die[int], order: Sequence[int], fresh: Sequence[Die[int]]) -> Die[int]:
    def after(number: int) -> Die[int]:
        taken = 0
        for kind in order:
            more = min(len(fresh) - 1 - taken, number // _coded(kind) % _BASE)
            number -= more * _coded(kind)
            taken += more
        return fresh[taken] + number

    thrown: Die[int] = pool.map(after, star=False)
    return thrown


def changed(die: Die[Any], image: Callable[[Any], Any]) -> Die[Any]:
    """Return a distribution of images; quicker than icepool's own map, which also takes dice."""
    from icepool import Die

    weights: dict[Any, int] = {}
    for outcome, many in die.items():
        seen = image(outcome)
        weights[seen] = weights.get(seen, 0) + many
    return Die(weights)


def followed(die: Die[Any], then: Callable[[Any], Die[Any]]) -> Die[Any]:
    """Return a distribution of tuples to which dice thrown for each of them are added."""
    from icepool import Die

    pairs = [(outcome, many, then(outcome)) for outcome, many in die.items()]
    whole = lcm(*(after.denominator() for _, _, after in pairs))
    weights: dict[Any, int] = {}
    for outcome, many, after in pairs:
        share = many * (whole // after.denominator())
        for more, times in after.items():
            seen = outcome + more
            weights[seen] = weights.get(seen, 0) + share * times
    return Die(weights)


def summed(faces: int, dice: int) -> Die[int]:
    """Return the total of so many dice."""
    from icepool import Die, d

    return d(faces).pool(dice).sum() if dice > 0 else Die([0])


def highest(faces: int, dice: int) -> Die[int]:
    """Return the best of so many dice, 0 of none."""
    from icepool import Die, d

    return d(faces).highest(dice) if dice > 0 else Die([0])


def reaching(faces: int, dice: int, score: int | None) -> Die[int]:
    """Return how many of so many dice show a score or more; none where it is None."""
    from icepool import Die, d

    if dice <= 0 or score is None:
        return Die([0])
    hits: Die[int] = dice @ d(faces).map(lambda die: int(die >= score))
    return hits
