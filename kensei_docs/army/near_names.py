"""Names of troops as people write them: without accents, in the plural, in another order, with words left out.

A name that an edition has is found as it is. Else the words are compared one by one, whatever their order; articles
and the like don't count, and a slip of the hand is one letter, or two of a long word. Where one troop alone fits it is
meant, and whoever asks says so; where several do, they are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kensei_docs.army.troops import ListedTroop, ProfileNames, Troop, declared_musters, profiles_of, troop_of
from kensei_docs.database import Edition, Record
from kensei_docs.database.spreadsheets import NamesOf
from kensei_docs.languages import codes, language
from kensei_docs.slugs import folded, likeliest

# The most troops that are named where several may be meant.
_MOST_NAMED = 4
# What has fewer of the words in common is another troop.
_LEAST_ALIKE = 1 / 3
# Words of so many letters may have one slip, and of so many two.
_ONE_SLIP, _TWO_SLIPS = 5, 8
_PLURAL = re.compile(r"(?<=\w{3})(?:es|e|s)$")
# How well words fit those of a name: they are the same; with a slip; some are left out, or too many; most are others.
_SAME, _SLIP, _PART, _OTHER, _FOREIGN = range(5)
Words = frozenset[str]


@dataclass(frozen=True)
class Near:
    """The troop that a name means, or those that it may mean; ``is_guess``: some of its words say something else."""

    profile: Record | None
    is_guess: bool = False
    others: Sequence[Record] = ()


class NearNames:
    """The troops of an edition by names that are near theirs, in any language that ``names`` has."""

    def __init__(self, edition: Edition, names: NamesOf = lambda record: ()) -> None:
        self._faction = declared_musters(edition).faction
        self._exact = ProfileNames(edition, names)
        self._idle = {folded(word) for code in codes() for word in language(code).function_words}
        self._forms: list[tuple[Record, list[Words]]] = []
        # What a sample army has has a price there, and stands for the profile that it is of.
        self._rows_of: dict[str, list[Record]] = {}
        self._names: dict[str, Record] = {}
        for profile in profiles_of(edition):
            if isinstance(profile, ListedTroop):
                self._rows_of.setdefault(profile.describes or profile.id, []).append(profile)
            if _is_troop(edition, profile):
                also = profile.get("also")
                told = [word for each in also.values() for word in each] if isinstance(also, Mapping) else []
                forms = [profile.name, *names(profile), profile.slug.rpartition(".")[2], *told]
                self._names |= dict.fromkeys(forms, profile)
                self._forms.append((profile, list(dict.fromkeys(chain(*map(self._spellings, forms))))))

    def exact(self, name: str, faction: str | None) -> Record | None:
        """Return the profile of exactly that name, but for capitals, accents and signs."""
        return self._exact.find(name, faction)

    def find(self, name: str, faction: str | None, beside: Iterable[str] = ()) -> Near:
        """Return what a name means in an army of a faction; ``beside`` is what else is said of the troop.

        A word beside it tells those apart that the name itself fits alike: *samurai (yari)*.
        """
        if exact := self._exact.find(name, faction):
            return Near(exact)
        words = frozenset(self._words_of(name))
        fits = self._fits(words, faction)
        best = min(fits, default=_OTHER)
        found = self._alike(fits.get(best, ()), faction)
        if len(found) > 1 and (more := frozenset(self._words_of(" ".join(beside)))):
            closer = self._fits(words | more, faction)
            told = self._alike(closer.get(min(closer, default=_OTHER), ()), faction)
            found = [one for one in told if one in found] or found
        if best < _OTHER and len(found) == 1:
            return Near(found[0], best > _SAME)
        if not found and (slip := likeliest(name, self._names)):
            found = [self._names[slip]]
        return Near(None, others=found[:_MOST_NAMED])

    def _fits(self, words: Words, faction: str | None) -> dict[int, list[Record]]:
        """Return the troops that some words may mean by how well they fit, the likeliest first: those of the faction,
        where it has any."""
        found: dict[int, list[tuple[float, Record]]] = {}
        for profile, forms in self._forms:
            ranks = [rank for form in forms if (rank := _rank(words, form))]
            if ranks:
                best, share = min(ranks)
                is_other = bool(faction) and profile.data.get(self._faction) not in (None, faction)
                found.setdefault(best + _FOREIGN * is_other, []).append((share, profile))
        at_home = {best: ranked for best, ranked in found.items() if best < _FOREIGN}
        return {
            best % _FOREIGN: [profile for _, profile in sorted(ranked, key=lambda one: one[0])]
            for best, ranked in (at_home or found).items()
        }

    def _alike(self, profiles: Iterable[Record], faction: str | None) -> list[Record]:
        """Return profiles with those of one name as one, which is that with a price."""
        found: dict[str, Record] = {}
        for profile in profiles:
            rows = self._rows_of.get(profile.id, [profile])
            row = min(rows, key=lambda one: one.data.get(self._faction) != faction)
            found.setdefault(row.name.casefold(), self._exact.find(row.name, faction) or row)
        return list(found.values())

    def _words_of(self, text: str) -> list[str]:
        words = [word for word in folded(text).split() if word not in self._idle and not word.isdecimal()]
        return [_PLURAL.sub("", word.removesuffix("s")) for word in words]

    def _spellings(self, name: str) -> Iterator[Words]:
        """Yield the words of a name, and those with two of them written as one."""
        words = self._words_of(name)
        if words:
            yield frozenset(words)
        for at in range(1, len(words)):
            yield frozenset([*words[: at - 1], words[at - 1] + words[at], *words[at + 1 :]])


def _rank(words: Words, form: Words) -> tuple[int, float] | None:
    """Return how well words fit those of a name, and the share that they have not in common; None if not at all."""
    near = {word: other for word in words if (other := _near(word, form)) is not None}
    same = set(near.values())
    alike = len(same) / (len(form) + len(words) - len(near) or 1)
    if words == form:
        return _SAME, 0.0
    if len(near) == len(words) and len(same) == len(form):
        return _SLIP, 0.0
    if same and (len(near) == len(words) or len(same) == len(form)):
        return _PART, 1 - alike
    return (_OTHER, 1 - alike) if alike >= _LEAST_ALIKE and words & form else None


def _is_troop(edition: Edition, profile: Record) -> bool:
    """Return whether a profile is one of a troop, as the catalogue of troops has it: with a price, or what tells it."""
    if profile.get("points") is not None:
        return True
    troop = troop_of(edition, Troop(profile.name, 1, None, {}, "rows.0", profile.place(), profile=profile), True)
    return bool(troop.traits.keys() & set(declared_musters(edition).tells))


def _near(word: str, among: Words) -> str | None:
    """Return the word that is meant by one, which may have slips of the hand."""
    if word in among:
        return word
    from symspellpy.editdistance import DamerauOsa

    for other in among:
        longer = max(len(word), len(other))
        most = 2 if longer >= _TWO_SLIPS else 1 if longer >= _ONE_SLIP else 0
        if most and word[0] == other[0] and DamerauOsa().distance(word, other, most) >= 0:
            return other
    return None
